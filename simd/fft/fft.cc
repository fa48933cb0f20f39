#include "simd/fft/fft.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "simd/fft/moves.h"
#include "simd/fft/passes.h"

namespace paddock::simd {
namespace {

// From this length on, a line takes milliseconds.
constexpr int64_t kLongLine = 32768;
// From these lengths on lines are split: if there are too few to fill the lanes, if they are
// contiguous, and if eight side by side exceed the second-level cache.
constexpr int64_t kSplitAlone = 64;
constexpr int64_t kSplitContiguous = 256;
constexpr int64_t kSplitAlways = 4096;

bool IsSplit(const FftDimension& dimension, int64_t size) {
  if (dimension.lines() < kFftLanes) return size >= kSplitAlone;
  return size >= (dimension.inner < kFftLanes ? kSplitContiguous : kSplitAlways);
}

// Elements between the halves of a split line and, for a convolution, between its two transforms.
size_t WorkspaceBytes(const FftLine& line) {
  const int64_t between = line.is_split() && line.is_convolution() ? 2 * line.length : 0;
  return sizeof(double) * static_cast<size_t>(FftTableCount(line) + between);
}

size_t ScratchBytes(const FftLine& line) {
  return sizeof(double) * static_cast<size_t>(2 * FftBufferCount(line));
}

// --- Lines of tensors.

struct LineEnd {
  std::byte* tensor;
  ElementType type;
  int64_t length;

  std::byte* First(int64_t line, int64_t inner) const {
    const int64_t first = line / inner * length * inner + line % inner;
    return tensor + first * static_cast<int64_t>(ByteSize(type));
  }
};

LineEnd SourceOf(const FftDimension& dimension, const FftTensors& tensors) {
  const std::byte* tensor = dimension.reads_operand ? tensors.operand : tensors.between;
  return {const_cast<std::byte*>(tensor), dimension.source_type, dimension.source_length};
}

LineEnd TargetOf(const FftDimension& dimension, const FftTensors& tensors) {
  std::byte* tensor = dimension.writes_result ? tensors.result : tensors.between;
  return {tensor, dimension.target_type, dimension.target_length};
}

double DivisorOf(const FftDimension& dimension) {
  return dimension.is_inverse ? static_cast<double>(dimension.line->size) : 1;
}

FftLineMemory LineIn(const FftDimension& dimension, const LineEnd& end, int64_t line) {
  return {end.First(line, dimension.inner),
          dimension.inner * static_cast<int64_t>(ByteSize(end.type)),
          end.length,
          dimension.line->size,
          end.type,
          dimension.is_inverse};
}

FftLanes GroupIn(const FftDimension& dimension, const LineEnd& end, int64_t group) {
  const int64_t first = group * kFftLanes;
  const int64_t count = std::min(kFftLanes, dimension.lines() - first);
  FftLanes lanes{{},
                 count,
                 dimension.inner * static_cast<int64_t>(ByteSize(end.type)),
                 end.type,
                 dimension.is_inverse};
  for (int64_t l = 0; l < kFftLanes; ++l) {
    lanes.first[static_cast<size_t>(l)] =
        end.First(first + std::min(l, count - 1), dimension.inner);
  }
  return lanes;
}

// Fills in the omitted half of complex lines: the conjugates of the given elements, in reverse
// order.
void Mirror(const FftDimension& dimension, double* rows) {
  const int64_t size = dimension.line->size;
  const int64_t im = dimension.is_inverse ? 0 : kFftLanes;
  for (int64_t k = dimension.source_length; k < size; ++k) {
    double* const row = std::copy_n(rows + (size - k) * kFftRow, kFftRow, rows + k * kFftRow);
    for (double* number = row - kFftRow + im; number < row - kFftRow + im + kFftLanes; ++number) {
      *number = -*number;
    }
  }
}

// Returns the memory and factors of one transform of a line. A convolution has two: `transform` 1
// reads the output of 0.
FftSplit SplitOf(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                 int64_t transform, std::byte* workspace) {
  const FftLine& shape = *dimension.line;
  auto* const tables = reinterpret_cast<double*>(workspace);
  FftSplit split{dimension.line.get(),
                 LineIn(dimension, SourceOf(dimension, tensors), line),
                 FftFactors::kNone,
                 LineIn(dimension, TargetOf(dimension, tensors), line),
                 FftFactors::kNone,
                 DivisorOf(dimension),
                 tables};
  if (!shape.is_convolution()) return split;
  const FftLineMemory between{reinterpret_cast<std::byte*>(tables + FftTableCount(shape)),
                              2 * sizeof(double),
                              shape.length,
                              shape.length,
                              ElementType::kC128,
                              false};
  if (transform == 0) {
    split.source_factors = FftFactors::kChirp;
    split.target = between;
    split.target_factors = FftFactors::kSpectrum;
    split.divisor = 1;
  } else {
    split.source = between;
    split.target_factors = FftFactors::kChirp;
  }
  return split;
}

FftDimension DimensionOf(std::span<const int64_t> shape, size_t d) {
  FftDimension dimension;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i < d) dimension.outer *= shape[i];
    if (i > d) dimension.inner *= shape[i];
  }
  dimension.source_length = dimension.target_length = shape[d];
  return dimension;
}

int64_t Logarithm(int64_t n) {
  int64_t bits = 0;
  while (n >> bits > 1) ++bits;
  return bits;
}

}  // namespace

FftPlan PlanFft(FftKind kind, ElementType operand_type, std::span<const int64_t> operand_shape,
                ElementType result_type, std::span<const int64_t> result_shape, int64_t rank,
                FftTableCache& cache) {
  const bool is_inverse = kind == FftKind::kInverse || kind == FftKind::kRealInverse;
  // The shape with the fewest complex numbers.
  const std::span<const int64_t> shape =
      kind == FftKind::kRealInverse ? operand_shape : result_shape;
  const size_t last = shape.size() - 1;
  FftPlan plan;
  for (int64_t i = 0; i < rank; ++i) {
    const size_t d =
        is_inverse ? shape.size() - static_cast<size_t>(rank - i) : last - static_cast<size_t>(i);
    const int64_t size =
        d == last && kind == FftKind::kRealInverse ? result_shape[d] : operand_shape[d];
    FftDimension dimension = DimensionOf(shape, d);
    const auto tables = cache.Find(size, IsSplit(dimension, size));
    const auto line = dimension.line = tables->line();
    dimension.width = line->is_split() ? 1 : kFftLanes;
    dimension.is_long = line->is_split() && line->length >= kLongLine;
    dimension.is_inverse = is_inverse;
    if (d == last) {
      dimension.source_length = operand_shape[d];
      dimension.target_length = result_shape[d];
    }
    if (dimension.is_long) {
      plan.work += tables->work();
      plan.tables.push_back(tables);
    } else {
      const std::lock_guard lock(tables->mutex());
      while (!tables->is_done()) tables->RunPiece();
    }
    plan.dimensions.push_back(std::move(dimension));
  }
  plan.dimensions.front().reads_operand = true;
  plan.dimensions.front().source_type = operand_type;
  plan.dimensions.back().writes_result = true;
  plan.dimensions.back().target_type = result_type;
  if (rank > 1) {
    plan.between_count = 1;
    for (int64_t size : shape) plan.between_count *= size;
  }
  for (const FftDimension& dimension : plan.dimensions) {
    const size_t workspace = WorkspaceBytes(*dimension.line);
    const size_t scratch = ScratchBytes(*dimension.line) + (dimension.is_long ? 0 : workspace);
    plan.scratch_bytes = std::max(plan.scratch_bytes, scratch);
    if (dimension.is_long) plan.workspace_bytes = std::max(plan.workspace_bytes, workspace);
    const int64_t length = dimension.line->length;
    const int64_t transforms = length == dimension.line->size ? 1 : 2;
    plan.work += dimension.lines() * length * (Logarithm(length) * transforms + 2);
  }
  return plan;
}

void RunFftGroup(const FftDimension& dimension, const FftTensors& tensors, int64_t group,
                 std::byte* scratch) {
  const FftLine& line = *dimension.line;
  if (line.is_split()) {
    for (int64_t stage = 0; stage < LongStageCount(dimension); ++stage) {
      RunLongUnits(dimension, tensors, group, stage, 0, LongUnitCount(dimension, stage),
                   scratch + ScratchBytes(line), scratch);
    }
    return;
  }
  auto* const rows = reinterpret_cast<double*>(scratch);
  ReadFftLanes(GroupIn(dimension, SourceOf(dimension, tensors), group), 0, dimension.source_length,
               rows);
  Mirror(dimension, rows);
  const double* result = RunFftLanes(line, rows, rows + FftBufferCount(line));
  WriteFftLanes(GroupIn(dimension, TargetOf(dimension, tensors), group), 0, dimension.target_length,
                result, DivisorOf(dimension));
}

int64_t LongStageCount(const FftDimension& dimension) {
  return dimension.line->is_convolution() ? 4 : 2;
}

int64_t LongUnitCount(const FftDimension& dimension, int64_t stage) {
  return stage % 2 == 0 ? dimension.line->column_blocks() : dimension.line->row_blocks();
}

void RunLongUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                  int64_t stage, int64_t begin, int64_t end, std::byte* workspace,
                  std::byte* scratch) {
  FftSplit split = SplitOf(dimension, tensors, line, stage / 2, workspace);
  if (stage == 0 && !dimension.is_long && dimension.inner == 1 && line + 1 < dimension.lines()) {
    split.next_bytes = split.source.length * split.source.step;
    split.next = split.source.first + split.next_bytes;
  }
  const auto run = stage % 2 == 0 ? RunFftColumns : RunFftRows;
  for (int64_t unit = begin; unit < end; ++unit) {
    run(split, unit, reinterpret_cast<double*>(scratch));
  }
}

}  // namespace paddock::simd
