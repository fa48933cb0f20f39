#include "simd/fft/tables.h"

#include <algorithm>
#include <utility>

#include "simd/fft/moves.h"
#include "simd/fft/pack.h"
#include "simd/fft/passes.h"

namespace paddock::simd {
namespace {

constexpr int64_t kPieceElements = 1 << 14;
// Costs of an element in complex multiply-adds. A root is a sine and a cosine.
constexpr int64_t kRootWork = 16;
constexpr int64_t kMoveWork = 2;

template <class Real>
void Allocate(FftFactorTable<Real>& table, int64_t count) {
  const auto there = static_cast<size_t>(count);
  for (std::unique_ptr<Real[]>* part : {&table.re, &table.im}) {
    *part = std::make_unique_for_overwrite<Real[]>(there + kFftLanes<Real>);
    std::fill_n(part->get() + there, kFftLanes<Real>, Real{0});
  }
}

// The type of the elements of the chirp while it is transformed.
template <class Real>
constexpr ElementType kChirpType = sizeof(Real) == 4 ? ElementType::kC64 : ElementType::kC128;

}  // namespace

FftTables::FftTables(std::shared_ptr<FftLine> line)
    : line_(std::move(line)), roots_(line_->length), finer_roots_(2 * line_->size) {
  if constexpr (kHasFastFft) {
    if (line_->is_single()) {
      AddParts<float>();
      return;
    }
  }
  AddParts<double>();
}

template <class Real>
void FftTables::AddParts() {
  AddPart(&FftTables::ComputeRoots, roots_.half_count(), 1, kRootWork);
  for (size_t pass = 0; pass < line_->passes.size(); ++pass) {
    const auto& [radix, parts, stride, twiddles, roots] = line_->passes[pass];
    const bool is_column_pass = pass < line_->column_passes;
    const int64_t units = is_column_pass ? parts / line_->columns * line_->column_blocks() : parts;
    AddPart(&FftTables::ComputeTwiddles<Real>, units,
            (radix - 1) * (is_column_pass ? line_->lanes() : 1), kMoveWork, pass);
  }
  if (line_->is_convolution() || line_->is_packed()) {
    AddPart(&FftTables::ComputeFinerRoots, finer_roots_.half_count(), 1, kRootWork);
  }
  if constexpr (kHasFastFft) {
    if (line_->is_packed()) {
      AddPart(&FftTables::ComputePacking<Real>, FftPairCount(line_->size), 1, kMoveWork);
    }
  }
  if (!line_->is_convolution()) return;
  const auto passes = static_cast<int64_t>(line_->passes.size());
  AddPart(&FftTables::ComputeChirp<Real>, line_->size, 1, kMoveWork);
  AddPart(&FftTables::WrapChirp<Real>, line_->length, 1, kMoveWork);
  if (line_->is_split()) {
    AddPart(&FftTables::TransformColumns<Real>, line_->column_blocks(),
            line_->lanes() * line_->column_length(), passes);
    AddPart(&FftTables::TransformRows<Real>, line_->row_blocks(), line_->lanes() * line_->columns,
            passes);
  } else {
    AddPart(&FftTables::TransformLine<Real>, 1, line_->length, passes);
  }
  AddPart(&FftTables::ComputeSpectrum<Real>, line_->length, 1, kMoveWork);
}

size_t FftTables::bytes() const {
  const int64_t factors = (line_->is_convolution() ? 2 * (line_->size + line_->length) : 0) +
                          (line_->is_packed() ? line_->size : 0);
  const size_t number_bytes = line_->is_single() ? sizeof(float) : sizeof(double);
  return number_bytes * (line_->twiddle_count + static_cast<size_t>(factors));
}

void FftTables::AddPart(void (FftTables::*run)(size_t, int64_t, int64_t), int64_t units,
                        int64_t unit_elements, int64_t element_work, size_t pass) {
  parts_.push_back({run, units, std::max<int64_t>(1, kPieceElements / unit_elements),
                    unit_elements * element_work, pass});
}

void FftTables::RunPiece() {
  const Part& part = parts_[part_];
  const int64_t end = std::min(part.units, unit_ + part.units_of_piece);
  (this->*part.run)(part.pass, unit_, end);
  unit_ = end;
  if (end < part.units) return;
  unit_ = 0;
  if (++part_ < parts_.size()) return;
  roots_ = finer_roots_ = RootsOfUnity(0);
  buffers_.reset();
}

int64_t FftTables::piece_work() const {
  const Part& part = parts_[part_];
  return std::min(part.units_of_piece, part.units - unit_) * part.work;
}

int64_t FftTables::work() const {
  int64_t work = 0;
  for (const Part& part : parts_) work += part.units * part.work;
  return work;
}

void FftTables::ComputeRoots(size_t, int64_t, int64_t end) { roots_.ComputeUpTo(end); }

template <class Real>
void FftTables::ComputeTwiddles(size_t pass, int64_t begin, int64_t end) {
  FftLineOf<Real>& line = LineOf<Real>();
  const auto& [radix, parts, stride, twiddles, roots] = line_->passes[pass];
  if (pass == 0 && begin == 0) {
    line.twiddles = std::make_unique_for_overwrite<Real[]>(line_->twiddle_count);
    line.radix_roots = std::make_unique_for_overwrite<Real[]>(line_->radix_root_count);
  }
  const auto put = [&](int64_t k, Real* re, Real* im) {
    const RootsOfUnity::Root root = roots_.At(k);
    *re = static_cast<Real>(root.re);
    *im = static_cast<Real>(root.im);
  };
  // Parts column + columns * i, for a block of columns (those that are not there repeat the last),
  // or all parts.
  const bool has_lanes = pass < line_->column_passes;
  const int64_t lanes = has_lanes ? kFftLanes<Real> : 1;
  const int64_t columns = has_lanes ? line_->columns : 1;
  const int64_t along = parts / columns;
  Real* row = line.twiddles.get() + twiddles + begin * (radix - 1) * 2 * lanes;
  // w is the root of unity of radix * parts, and stride the quotient to the length.
  for (int64_t unit = begin; unit < end; ++unit) {
    for (int64_t k = 1; k < radix; ++k, row += 2 * lanes) {
      for (int64_t l = 0; l < lanes; ++l) {
        const int64_t column = std::min(unit / along * lanes + l, columns - 1);
        put((column + columns * (unit % along)) * k * stride, row + l, row + lanes + l);
      }
    }
  }
  Real* root = line.radix_roots.get() + roots;
  for (int64_t k = 0; k < radix; ++k, root += 2) {
    put(k * (line_->length / radix), root, root + 1);
  }
}

void FftTables::ComputeFinerRoots(size_t, int64_t, int64_t end) { finer_roots_.ComputeUpTo(end); }

// -i exp(-2 pi i k / (2 n)) / 2.
template <class Real>
void FftTables::ComputePacking(size_t, int64_t begin, int64_t end) {
  FftFactorTable<Real>& packing = LineOf<Real>().packing;
  if (begin == 0) Allocate(packing, FftPairCount(line_->size));
  for (int64_t k = begin; k < end; ++k) {
    const RootsOfUnity::Root root = finer_roots_.At(k);
    packing.re[static_cast<size_t>(k)] = static_cast<Real>(root.im / 2);
    packing.im[static_cast<size_t>(k)] = static_cast<Real>(-root.re / 2);
  }
}

// exp(-pi i k^2 / n) is the root k^2 of 2 n.
template <class Real>
void FftTables::ComputeChirp(size_t, int64_t begin, int64_t end) {
  FftFactorTable<Real>& chirp = LineOf<Real>().chirp;
  if (begin == 0) Allocate(chirp, line_->size);
  const int64_t count = 2 * line_->size;
  for (int64_t k = begin; k < end; ++k) {
    const RootsOfUnity::Root root = finer_roots_.At(square_);
    const auto at = static_cast<size_t>(k);
    chirp.re[at] = static_cast<Real>(root.re);
    chirp.im[at] = static_cast<Real>(root.im);
    square_ = (square_ + 2 * k + 1) % count;
  }
}

// exp(pi i k^2 / n) for k = -(n - 1) .. n - 1, around the circle.
template <class Real>
void FftTables::WrapChirp(size_t, int64_t begin, int64_t end) {
  if (begin == 0) {
    const auto rooms = static_cast<size_t>(2 * FftBufferCount(*line_) + FftTableCount(*line_));
    const auto numbers = static_cast<size_t>(2 * line_->length);
    const size_t bytes = (numbers + rooms) * sizeof(Real);
    buffers_ = std::make_unique_for_overwrite<double[]>(bytes / sizeof(double) + 1);
  }
  const FftFactorTable<Real>& chirp = LineOf<Real>().chirp;
  Real* const buffers = Buffers<Real>();
  for (int64_t k = begin; k < end; ++k) {
    const int64_t distance = std::min(k, line_->length - k);
    const bool is_there = distance < line_->size;
    const auto at = static_cast<size_t>(distance);
    buffers[2 * k] = is_there ? chirp.re[at] : 0;
    buffers[2 * k + 1] = is_there ? -chirp.im[at] : 0;
  }
}

template <class Real>
FftSplit<Real> FftTables::ChirpSplit() const {
  const auto bytes = static_cast<int64_t>(2 * sizeof(Real));
  const FftLineMemory memory{reinterpret_cast<std::byte*>(buffers_.get()),
                             bytes,
                             line_->length,
                             line_->length,
                             kChirpType<Real>,
                             false};
  return {&LineOf<Real>(),
          memory,
          FftFactors::kNone,
          memory,
          FftFactors::kNone,
          1,
          Rooms<Real>() + 2 * FftBufferCount(*line_)};
}

template <class Real>
Real* FftTables::Rooms() const {
  return Buffers<Real>() + 2 * line_->length;
}
template <class Real>
Real* FftTables::Buffers() const {
  return reinterpret_cast<Real*>(buffers_.get());
}
template <class Real>
FftLineOf<Real>& FftTables::LineOf() const {
  return static_cast<FftLineOf<Real>&>(*line_);
}

template <class Real>
void FftTables::TransformColumns(size_t, int64_t begin, int64_t end) {
  for (int64_t block = begin; block < end; ++block) {
    RunFftColumns(ChirpSplit<Real>(), block, Rooms<Real>());
  }
}

template <class Real>
void FftTables::TransformRows(size_t, int64_t begin, int64_t end) {
  for (int64_t block = begin; block < end; ++block) {
    RunFftRows(ChirpSplit<Real>(), block, Rooms<Real>());
  }
}

// In one of the lanes.
template <class Real>
void FftTables::TransformLine(size_t, int64_t, int64_t) {
  FftLanes<Real> lanes{{}, 1, 2 * sizeof(Real), kChirpType<Real>, false};
  lanes.first.fill(reinterpret_cast<std::byte*>(buffers_.get()));
  Real* const rows = Rooms<Real>();
  ReadFftLanes(lanes, 0, line_->length, rows);
  const Real* result = RunFftPasses(LineOf<Real>(), rows, rows + FftBufferCount(*line_));
  WriteFftLanes(lanes, 0, line_->length, result, 1);
}

// Over the length, which an inverse transform divides by.
template <class Real>
void FftTables::ComputeSpectrum(size_t, int64_t begin, int64_t end) {
  FftFactorTable<Real>& spectrum = LineOf<Real>().spectrum;
  const Real* const buffers = Buffers<Real>();
  const auto length = static_cast<Real>(line_->length);
  if (begin == 0) Allocate(spectrum, line_->length);
  for (int64_t k = begin; k < end; ++k) {
    const auto at = static_cast<size_t>(k);
    spectrum.re[at] = buffers[2 * at] / length;
    spectrum.im[at] = buffers[2 * at + 1] / length;
  }
}

std::shared_ptr<FftTables> FftTableCache::Find(const FftLineForm& form) {
  auto line = PlanFftLine(form);
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(kept_, [&](const std::shared_ptr<FftTables>& tables) {
    const FftLine& other = *tables->line();
    return other.size == line->size && other.columns == line->columns &&
           other.lanes() == line->lanes() && other.is_packed() == line->is_packed();
  });
  std::shared_ptr<FftTables> tables;
  if (found != kept_.end()) {
    tables = *found;
    kept_.erase(found);
  } else {
    tables = std::make_shared<FftTables>(std::move(line));
  }
  kept_.push_back(tables);
  size_t bytes = 0;
  for (const auto& kept : kept_) bytes += kept->bytes();
  for (; bytes > kMostBytes; kept_.erase(kept_.begin())) bytes -= kept_.front()->bytes();
  return tables;
}

void FftTableCache::Clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

}  // namespace paddock::simd
