#include "simd/windows/prefix_windows.h"

#include <algorithm>
#include <cstring>

#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"

namespace paddock::simd {
namespace {

// Elements that one call of a kernel combines.
constexpr int64_t kLeastColumns = 32;
constexpr int64_t kMostColumns = 1024;
constexpr int64_t kLanesOfLines = 64;
// Limit of the copied lines, so that they stay in the cache.
constexpr int64_t kCopiedBytes = 64 << 10;
constexpr int64_t kPrefixChunkWork = 1 << 18;

int64_t ItemCount(const PrefixWindows& windows) {
  return windows.line_groups * windows.column_groups;
}

// Bytes of the elements of a whole item at one position, rounded up.
int64_t LanesBytes(const PrefixWindows& windows) {
  return (windows.lines * windows.columns * windows.element_bytes + 63) / 64 * 64;
}

// One item of work.
class PrefixRunner {
 public:
  PrefixRunner(const PrefixWindows& windows, const uint8_t* operand, uint8_t* result,
               uint8_t* scratch, int64_t item)
      : windows_(windows), bytes_(static_cast<size_t>(windows.element_bytes)), totals_(scratch) {
    const int64_t line = item / windows.column_groups * windows.lines;
    const int64_t column = item % windows.column_groups * windows.columns;
    lines_ = std::min(windows.lines, windows.outer - line);
    columns_ = std::min(windows.columns, windows.inner - column);
    const int64_t at = (line * windows.size * windows.inner + column) * windows.element_bytes;
    operand_ = operand + at;
    result_ = result + at;
    lanes_ = lines_ * columns_;
    rows_ = totals_ + LanesBytes(windows);
  }

  void Run(const void* init) {
    if (!HasVectors(windows_)) return RunSingly(init);
    Fill(totals_, init, bytes_, lanes_);
    const int64_t step = windows_.inner * windows_.element_bytes;
    if (lines_ == 1) return Accumulate(operand_, step, result_, step);
    const Strides apart{windows_.size * step, step};
    const Strides together{columns_ * windows_.element_bytes, lanes_ * windows_.element_bytes};
    Copy(operand_, apart, rows_, together);
    Accumulate(rows_, together.position, rows_, together.position);
    Copy(rows_, together, result_, apart);
  }

 private:
  void RunSingly(const void* init) const {
    const int64_t step = windows_.is_reverse ? -windows_.inner : windows_.inner;
    const int64_t first = windows_.is_reverse ? (windows_.size - 1) * windows_.inner : 0;
    for (int64_t line = 0; line < lines_; ++line) {
      for (int64_t column = 0; column < columns_; ++column) {
        const int64_t at =
            (line * windows_.size * windows_.inner + column + first) * windows_.element_bytes;
        windows_.kernels->prefixes(windows_.kernels->type, operand_ + at, init, result_ + at,
                                   windows_.size, step);
      }
    }
  }

  void Accumulate(const uint8_t* from, int64_t from_step, uint8_t* to, int64_t to_step) const {
    const auto row_bytes = static_cast<size_t>(lanes_ * windows_.element_bytes);
    for (int64_t i = 0; i < windows_.size; ++i) {
      const int64_t at = windows_.is_reverse ? windows_.size - 1 - i : i;
      windows_.kernels->combine(windows_.kernels->type, totals_, from + at * from_step, lanes_);
      std::memcpy(to + at * to_step, totals_, row_bytes);
    }
  }

  // Distances in bytes.
  struct Strides {
    int64_t line, position;
  };

  // Copies the elements of all lines at all positions. Single elements are neighbours along another
  // dimension then.
  void Copy(const uint8_t* from, const Strides& source, uint8_t* to, const Strides& target) const {
    if (columns_ > 1) {
      const int64_t piece = columns_ * windows_.element_bytes;
      for (int64_t i = 0; i < windows_.size; ++i) {
        FindCopyKernel(CopyKernel::kContiguous, bytes_)(
            from + i * source.position, to + i * target.position,
            {lines_, piece, source.line, target.line, 1, 1});
      }
      return;
    }
    const bool are_lines_apart = source.position < source.line;
    FindCopyKernel(CopyKernel::kTranspose, bytes_)(
        from, to,
        are_lines_apart ? CopyBlock{windows_.size, lines_, source.position, target.position,
                                    source.line, target.line}
                        : CopyBlock{lines_, windows_.size, source.line, target.line,
                                    source.position, target.position});
  }

  const PrefixWindows& windows_;
  const size_t bytes_;
  const uint8_t* operand_;
  uint8_t* result_;
  // At each position: lines_ * columns_.
  int64_t lines_, columns_, lanes_;
  uint8_t* totals_;
  uint8_t* rows_;
};

}  // namespace

PrefixWindows PlanPrefixWindows(const MonoidKernels& kernels, int64_t outer, int64_t size,
                                int64_t inner, bool is_reverse) {
  PrefixWindows windows{.kernels = &kernels,
                        .element_bytes = static_cast<int64_t>(ByteSize(kernels.type)),
                        .outer = outer,
                        .size = size,
                        .inner = inner,
                        .is_reverse = is_reverse};
  windows.columns = std::min(inner, kMostColumns);
  if (inner < kLeastColumns) {
    const int64_t fitting = kCopiedBytes / (size * inner * windows.element_bytes);
    windows.lines =
        std::clamp<int64_t>(std::min(fitting, CeilDivide(kLanesOfLines, inner)), 1, outer);
  }
  windows.line_groups = CeilDivide(outer, windows.lines);
  windows.column_groups = CeilDivide(inner, windows.columns);
  const int64_t lanes_bytes = LanesBytes(windows);
  windows.scratch_bytes = static_cast<size_t>(lanes_bytes * (windows.lines == 1 ? 1 : size + 1));
  const int64_t item_work = lanes_bytes * size * (windows.lines == 1 ? 1 : 2) + 256;
  windows.items_per_chunk =
      std::clamp<int64_t>(kPrefixChunkWork / item_work, 1, ItemCount(windows));
  windows.chunk_work = windows.items_per_chunk * item_work;
  return windows;
}

bool IsNeutral(Monoid monoid, ElementType type, const void* init) {
  if (IsIdempotent(monoid)) return true;
  const size_t bytes = ByteSize(type);
  const auto is_fixed = [&](Monoid by) {
    uint8_t twice[16];
    std::memcpy(twice, init, bytes);
    FindMonoidKernels(by, type)->combine(type, twice, init, 1);
    return std::memcmp(twice, init, bytes) == 0;
  };
  // Only 0, 1, infinities and NaN are their own squares, and only 1 differs from its double.
  if (monoid == Monoid::kMultiply) {
    return !IsComplex(type) && is_fixed(Monoid::kMultiply) && !is_fixed(Monoid::kAdd);
  }
  constexpr uint8_t kZero[16] = {};
  return std::memcmp(init, kZero, bytes) == 0 && is_fixed(monoid);
}

int64_t ChunkCount(const PrefixWindows& windows) {
  return CeilDivide(ItemCount(windows), windows.items_per_chunk);
}

void RunChunk(const PrefixWindows& windows, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch) {
  const int64_t begin = chunk * windows.items_per_chunk;
  const int64_t end = std::min(begin + windows.items_per_chunk, ItemCount(windows));
  for (int64_t item = begin; item < end; ++item) {
    PrefixRunner(windows, static_cast<const uint8_t*>(operand), static_cast<uint8_t*>(result),
                 static_cast<uint8_t*>(scratch), item)
        .Run(init);
  }
}

}  // namespace paddock::simd
