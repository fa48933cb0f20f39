#include "simd/fft/line.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "hwy/cache_control.h"
#include "simd/fft/moves.h"
#include "simd/fft/passes.h"
#include "simd/fft/tiles.h"

namespace paddock::simd {
namespace {

template <class Real>
constexpr int64_t kTile = kFftLanes<Real> * kFftRow<Real>;

int64_t BlocksOf(int64_t count, int64_t lanes) { return (count + lanes - 1) / lanes; }

// Fours first: they need the fewest operations, and two of them can be fused.
std::vector<int64_t> RadicesOf(int64_t size) {
  std::vector<int64_t> radices;
  for (; size % 4 == 0; size /= 4) radices.push_back(4);
  for (int64_t radix = 2; radix <= kMaximumRadix && size > 1; ++radix) {
    for (; size % radix == 0; size /= radix) radices.push_back(radix);
  }
  if (size > 1) return {};
  return radices;
}

bool HasRadices(int64_t size) { return size <= 1 || !RadicesOf(size).empty(); }

// Returns the least of 2^a, 3 * 2^a and 5 * 2^a from `least` on.
int64_t ConvolutionLength(int64_t least) {
  int64_t best = 0;
  for (int64_t factor : {1, 3, 5}) {
    int64_t length = factor;
    while (length < least) length *= 2;
    if (best == 0 || length < best) best = length;
  }
  return best;
}

// Minimises the unused lanes, in sixteenths of the line, and then the size of buffers.
void ChooseColumns(FftLine& line, const std::vector<int64_t>& radices) {
  std::pair<int64_t, int64_t> best{};
  int64_t along = 1;
  for (size_t passes = 1; passes < radices.size(); ++passes) {
    along *= radices[passes - 1];
    const int64_t columns = line.length / along;
    if (std::min(along, columns) < line.lanes()) continue;
    const int64_t lanes = line.lanes() * (along * BlocksOf(columns, line.lanes()) +
                                          BlocksOf(along, line.lanes()) * columns);
    const std::pair waste{lanes / std::max<int64_t>(1, line.length / 16), std::max(along, columns)};
    if (line.is_split() && best <= waste) continue;
    best = waste;
    line.columns = columns;
    line.column_passes = passes;
  }
}

void AddPasses(FftLine& line, const std::vector<int64_t>& radices) {
  int64_t parts = line.length;
  int64_t stride = 1;
  size_t twiddles = 0, roots = 0;
  for (int64_t radix : radices) {
    parts /= radix;
    const bool is_column_pass = line.passes.size() < line.column_passes;
    line.passes.push_back({radix, parts, stride, twiddles, roots});
    const int64_t count = is_column_pass
                              ? 2 * line.lanes() * line.column_blocks() * (parts / line.columns)
                              : 2 * parts;
    twiddles += static_cast<size_t>(count * (radix - 1));
    roots += static_cast<size_t>(2 * radix);
    stride *= radix;
  }
  line.twiddle_count = twiddles;
  line.radix_root_count = roots;
}

// Some passes of lanes side by side: of whole lines, of a block of columns, or of q.
template <class Real>
struct Passes {
  const FftLineOf<Real>& line;
  size_t begin;
  size_t end;
  // Block of columns, for passes along columns.
  int64_t block = 0;

  bool is_along_columns() const { return end <= line.column_passes; }

  FftPassArguments<Real> Arguments(size_t index) const {
    const FftPass& pass = line.passes[index];
    FftPassArguments<Real> arguments{};
    arguments.radix = pass.radix;
    arguments.has_lane_twiddles = is_along_columns();
    arguments.is_first = block == 0;
    arguments.roots = line.radix_roots.get() + pass.roots;
    arguments.twiddles = line.twiddles.get() + pass.twiddles;
    if (is_along_columns()) {
      arguments.parts = pass.parts / line.columns;
      arguments.stride = pass.stride;
      arguments.twiddles += block * arguments.parts * (pass.radix - 1) * kFftRow<Real>;
    } else {
      arguments.parts = pass.parts;
      arguments.stride = pass.stride / (line.is_split() ? line.column_length() : 1);
    }
    return arguments;
  }

  // Runs from `rows` to `to` and back to `other`, which may be `rows`. Returns the buffer with the
  // result.
  Real* Run(Real* rows, Real* to, Real* other) const {
    for (size_t index = begin; index < end; ++index) {
      FftPassArguments<Real> arguments = Arguments(index);
      const bool is_pair = kHasPassPairs && index + 1 < end && arguments.radix == 4 &&
                           line.passes[index + 1].radix == 4;
      if (is_pair) arguments.next_twiddles = Arguments(++index).twiddles;
      arguments.from = rows;
      arguments.to = to;
      RunFftPass(arguments);
      rows = to;
      to = other;
      other = rows;
    }
    return rows;
  }
};

template <class Real>
const FftFactorTable<Real>& TableOf(const FftLineOf<Real>& line, FftFactors factors) {
  return factors == FftFactors::kChirp ? line.chirp : line.spectrum;
}

// Multiplies rows of a split line by factors: those from element `first` on, `step` elements apart.
template <class Real>
void Multiply(const FftLineOf<Real>& line, FftFactors factors, bool is_source, int64_t first,
              int64_t step, Real* rows, int64_t count) {
  if (factors == FftFactors::kNone) return;
  const FftFactorTable<Real>& table = TableOf(line, factors);
  const int64_t size = factors == FftFactors::kChirp ? line.size : line.length;
  const int64_t there = std::clamp<int64_t>((size - first + step - 1) / step, 0, count);
  if (there <= 0) return;
  const bool is_spectrum = factors == FftFactors::kSpectrum;
  RunFftProduct(FftProductArguments<Real>{rows, there, table.re.get() + first,
                                          table.im.get() + first, step, true,
                                          !is_source && !is_spectrum, is_spectrum});
}

// Returns the address of the element and whether it holds the conjugate; null if the element is
// zero.
std::pair<const std::byte*, bool> Find(const FftLineMemory& memory, int64_t element) {
  if (element < memory.length) return {memory.first + element * memory.step, false};
  if (element >= memory.mirrored_length) return {nullptr, false};
  return {memory.first + (memory.mirrored_length - element) * memory.step, true};
}

// Reads neighbours, some of which may be zero or mirrored.
template <class Real>
void ReadRowAt(const FftLineMemory& source, int64_t element, int64_t count, Real* row) {
  std::array<const std::byte*, kFftLanes<Real>> elements{};
  std::array<bool, kFftLanes<Real>> is_conjugate{};
  for (int64_t l = 0; l < count; ++l) {
    const auto lane = static_cast<size_t>(l);
    std::tie(elements[lane], is_conjugate[lane]) = Find(source, element + l);
  }
  ReadFftRow<Real>(elements, source.type, source.is_swapped, row);
  Real* const im = row + (source.is_swapped ? 0 : kFftLanes<Real>);
  for (size_t lane = 0; lane < kFftLanes<Real>; ++lane) {
    if (is_conjugate[lane]) im[lane] = -im[lane];
  }
}

// `count` lanes from element `first` on, each `step` elements from one row to the next.
template <class Real>
FftLanes<Real> LanesOf(const FftLineMemory& memory, int64_t first, int64_t count, int64_t step) {
  FftLanes<Real> lanes{{}, count, step * memory.step, memory.type, memory.is_swapped};
  for (int64_t l = 0; l < kFftLanes<Real>; ++l) {
    lanes.first[static_cast<size_t>(l)] =
        memory.first + (first + std::min(l, count - 1)) * memory.step;
  }
  return lanes;
}

// Returns the number of rows that are stored with all their lanes.
int64_t WholeRows(const FftLineMemory& memory, int64_t first, int64_t count, int64_t step,
                  int64_t rows) {
  const int64_t room = memory.length - first - count;
  return room < 0 ? 0 : std::min(rows, room / step + 1);
}

template <class Real>
int64_t LanesOfBlock(int64_t block, int64_t count) {
  return std::min(kFftLanes<Real>, count - block * kFftLanes<Real>);
}

// Prefetches a part of the next input, whose strides would stall the processor.
template <class Real>
void Prefetch(const FftSplit<Real>& split, int64_t block) {
  constexpr int64_t kCacheLine = 64;
  const int64_t blocks = split.line->column_blocks();
  const int64_t end = (block + 1) * split.next_bytes / blocks;
  for (int64_t byte = block * split.next_bytes / blocks; byte < end; byte += kCacheLine) {
    hwy::Prefetch(split.next + byte);
  }
}

}  // namespace

int64_t FftLine::column_blocks() const { return BlocksOf(columns, lanes()); }
int64_t FftLine::row_blocks() const { return BlocksOf(column_length(), lanes()); }

std::shared_ptr<FftLine> PlanFftLine(const FftLineForm& form) {
  std::shared_ptr<FftLine> line;
  if (kHasFastFft && form.is_single) {
    line = std::make_shared<FftLineOf<float>>();
  } else {
    line = std::make_shared<FftLineOf<double>>();
  }
  line->size = form.size;
  line->form = form;
  line->length = HasRadices(form.size) ? form.size : ConvolutionLength(2 * form.size - 1);
  const std::vector<int64_t> radices = RadicesOf(line->length);
  if (form.is_split) ChooseColumns(*line, radices);
  AddPasses(*line, radices);
  return line;
}

namespace {
int64_t TileOf(const FftLine& line) { return 2 * line.lanes() * line.lanes(); }
}  // namespace

int64_t FftBufferCount(const FftLine& line) {
  const int64_t rows = line.is_split() ? std::max(line.columns, line.column_length()) : line.length;
  // A packed line has a row more.
  return (BlocksOf(rows, line.lanes()) + (line.is_packed() ? 1 : 0)) * TileOf(line);
}

int64_t FftTableCount(const FftLine& line) {
  return line.is_split() ? line.row_blocks() * line.column_blocks() * TileOf(line) : 0;
}

template <class Real>
Real* RunFftPasses(const FftLineOf<Real>& line, Real* rows, Real* other) {
  return Passes<Real>{line, 0, line.passes.size()}.Run(rows, other, rows);
}

template <class Real>
Real* RunFftLanes(const FftLineOf<Real>& line, Real* rows, Real* other) {
  if (!line.is_convolution()) return RunFftPasses(line, rows, other);
  const auto multiply = [&](const FftFactorTable<Real>& factors, int64_t count,
                            bool is_swapped_before, bool is_swapped_after) {
    RunFftProduct(FftProductArguments<Real>{rows, count, factors.re.get(), factors.im.get(), 1,
                                            false, is_swapped_before, is_swapped_after});
  };
  const auto transform = [&] {
    const Real* const result = RunFftPasses(line, rows, other);
    if (result != rows) std::swap(rows, other);
  };
  multiply(line.chirp, line.size, false, false);
  std::fill(rows + line.size * kFftRow<Real>, rows + line.length * kFftRow<Real>, Real{0});
  transform();
  multiply(line.spectrum, line.length, false, true);
  transform();
  multiply(line.chirp, line.size, true, false);
  return rows;
}

template <class Real>
void RunFftColumns(const FftSplit<Real>& split, int64_t block, Real* room) {
  Prefetch(split, block);
  const FftLineOf<Real>& line = *split.line;
  const int64_t first = block * kFftLanes<Real>;
  const int64_t lanes = LanesOfBlock<Real>(block, line.columns);
  const int64_t rows = line.column_length();
  const int64_t whole = WholeRows(split.source, first, lanes, line.columns, rows);
  if (whole > 0)
    ReadFftLanes(LanesOf<Real>(split.source, first, lanes, line.columns), 0, whole, room);
  for (int64_t row = whole; row < rows; ++row) {
    ReadRowAt(split.source, first + row * line.columns, lanes, room + row * kFftRow<Real>);
  }
  Multiply(line, split.source_factors, true, first, line.columns, room, rows);
  Real* const result =
      Passes<Real>{line, 0, line.column_passes, block}.Run(room, room + FftBufferCount(line), room);
  std::fill(result + rows * kFftRow<Real>, result + line.row_blocks() * kTile<Real>, Real{0});
  TransposeFftTiles(FftTiles<Real>{result, kTile<Real>, split.tables + block * kTile<Real>,
                                   line.column_blocks() * kTile<Real>, line.row_blocks()});
}

template <class Real>
void RunFftRows(const FftSplit<Real>& split, int64_t block, Real* room) {
  const FftLineOf<Real>& line = *split.line;
  const int64_t first = block * kFftLanes<Real>;
  const int64_t lanes = LanesOfBlock<Real>(block, line.column_length());
  const int64_t step = line.column_length();
  Real* const table = split.tables + block * line.column_blocks() * kTile<Real>;
  Real* const result = Passes<Real>{line, line.column_passes, line.passes.size()}.Run(
      table, room, room + FftBufferCount(line));
  Multiply(line, split.target_factors, false, first, step, result, line.columns);
  const int64_t whole = WholeRows(split.target, first, lanes, step, line.columns);
  if (whole > 0) {
    WriteFftLanes(LanesOf<Real>(split.target, first, lanes, step), 0, whole, result, split.divisor);
  }
  // The row in which the target ends, if it is incomplete.
  const int64_t rest = split.target.length - first - whole * step;
  if (whole < line.columns && rest > 0) {
    WriteFftLanes(LanesOf<Real>(split.target, first + whole * step, rest, step), 0, 1,
                  result + whole * kFftRow<Real>, split.divisor);
  }
}

// The functions above for one type of rows.
#define PADDOCK_FFT_LINES(Real)                                             \
  template Real* RunFftPasses<Real>(const FftLineOf<Real>&, Real*, Real*);  \
  template Real* RunFftLanes<Real>(const FftLineOf<Real>&, Real*, Real*);   \
  template void RunFftColumns<Real>(const FftSplit<Real>&, int64_t, Real*); \
  template void RunFftRows<Real>(const FftSplit<Real>&, int64_t, Real*);
PADDOCK_FFT_LINES(double)
#if !defined(__wasm__)
PADDOCK_FFT_LINES(float)
#endif
#undef PADDOCK_FFT_LINES

}  // namespace paddock::simd
