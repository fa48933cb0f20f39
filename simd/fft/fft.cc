#include "simd/fft/fft.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "simd/fft/moves.h"
#include "simd/fft/pack.h"
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

// Pairs of a packed line that a unit computes.
constexpr int64_t kPairsOfUnit = 4096;

bool IsSplit(const FftDimension& dimension, const FftLineForm& form) {
  if (dimension.lines() < form.lanes()) return form.size >= kSplitAlone;
  return form.size >= (dimension.inner < form.lanes() ? kSplitContiguous : kSplitAlways);
}

size_t NumberBytes(const FftLine& line) {
  return line.is_single() ? sizeof(float) : sizeof(double);
}

// Elements between the halves of a split line, for a convolution between its two transforms, and
// for a packed line before them.
size_t WorkspaceBytes(const FftLine& line) {
  int64_t between = 0;
  if (line.is_split() && line.is_convolution()) between += 2 * line.length;
  if (line.is_split() && line.is_packed()) between += 2 * line.size;
  return NumberBytes(line) * static_cast<size_t>(FftTableCount(line) + between);
}

size_t ScratchBytes(const FftLine& line) {
  return NumberBytes(line) * static_cast<size_t>(2 * FftBufferCount(line));
}

template <class Real>
const FftLineOf<Real>& LineOf(const FftDimension& dimension) {
  return static_cast<const FftLineOf<Real>&>(*dimension.line);
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

std::byte* MemoryOf(const FftTensors& tensors, FftPlace place) {
  if (place == FftPlace::kOperand) return const_cast<std::byte*>(tensors.operand);
  return place == FftPlace::kResult ? tensors.result : tensors.between;
}

LineEnd SourceOf(const FftDimension& dimension, const FftTensors& tensors) {
  return {MemoryOf(tensors, dimension.source), dimension.source_type, dimension.source_length};
}

LineEnd TargetOf(const FftDimension& dimension, const FftTensors& tensors) {
  return {MemoryOf(tensors, dimension.target), dimension.target_type, dimension.target_length};
}

double DivisorOf(const FftDimension& dimension) {
  return dimension.is_inverse ? static_cast<double>(dimension.line->size) : 1;
}

FftLineMemory LineIn(const FftDimension& dimension, const LineEnd& end, int64_t line) {
  return {end.First(line, dimension.inner),
          dimension.inner * static_cast<int64_t>(ByteSize(end.type)),
          dimension.line->is_packed() ? dimension.line->size : end.length,
          dimension.line->size,
          end.type,
          dimension.is_inverse};
}

template <class Real>
FftLanes<Real> GroupIn(const FftDimension& dimension, const LineEnd& end, int64_t group) {
  const int64_t first = group * kFftLanes<Real>;
  const int64_t count = std::min(kFftLanes<Real>, dimension.lines() - first);
  FftLanes<Real> lanes{{},
                       count,
                       dimension.inner * static_cast<int64_t>(ByteSize(end.type)),
                       end.type,
                       dimension.is_inverse};
  // Divisions take longer than a short line.
  std::byte* const line = end.First(first, dimension.inner);
  const auto bytes = static_cast<int64_t>(ByteSize(end.type));
  const int64_t left = dimension.inner - first % dimension.inner;
  for (int64_t l = 0; l < kFftLanes<Real>; ++l) {
    const int64_t at = std::min(l, count - 1);
    std::byte*& place = lanes.first[static_cast<size_t>(l)];
    if (dimension.inner == 1) {
      place = line + at * end.length * bytes;
    } else {
      place = at < left ? line + at * bytes : end.First(first + at, dimension.inner);
    }
  }
  return lanes;
}

// Fills in the omitted half of complex lines: the conjugates of the given elements, in reverse
// order.
template <class Real>
void Mirror(const FftDimension& dimension, Real* rows) {
  constexpr int64_t kLanes = kFftLanes<Real>;
  constexpr int64_t kRow = kFftRow<Real>;
  const int64_t size = dimension.line->size;
  const int64_t im = dimension.is_inverse ? 0 : kLanes;
  for (int64_t k = dimension.source_length; k < size; ++k) {
    Real* const row = std::copy_n(rows + (size - k) * kRow, kRow, rows + k * kRow);
    for (Real* number = row - kRow + im; number < row - kRow + im + kLanes; ++number) {
      *number = -*number;
    }
  }
}

// Returns the input of the transforms of a packed line, the last part of the workspace.
template <class Real>
Real* PackedIn(const FftLine& line, Real* workspace) {
  return workspace + FftTableCount(line) + (line.is_convolution() ? 2 * line.length : 0);
}

// Returns the memory and factors of one transform of a line. A convolution has two: `transform` 1
// reads the output of 0.
template <class Real>
FftSplit<Real> SplitOf(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                       int64_t transform, std::byte* workspace) {
  const FftLine& shape = *dimension.line;
  auto* const tables = reinterpret_cast<Real*>(workspace);
  FftSplit<Real> split{&LineOf<Real>(dimension),
                       LineIn(dimension, SourceOf(dimension, tensors), line),
                       FftFactors::kNone,
                       LineIn(dimension, TargetOf(dimension, tensors), line),
                       FftFactors::kNone,
                       DivisorOf(dimension),
                       tables};
  if (shape.is_packed() && dimension.is_inverse) {
    split.source.first = reinterpret_cast<std::byte*>(PackedIn(shape, tables));
  }
  if (!shape.is_convolution()) return split;
  const FftLineMemory between{reinterpret_cast<std::byte*>(tables + FftTableCount(shape)),
                              2 * sizeof(Real),
                              shape.length,
                              shape.length,
                              sizeof(Real) == 4 ? ElementType::kC64 : ElementType::kC128,
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

// Chooses how a dimension is computed. `is_real`: it has real numbers at one end.
FftLineForm FormOf(const FftDimension& dimension, int64_t size, bool is_real, bool is_fast,
                   bool is_single) {
  FftLineForm form{size, false, is_single, is_fast && is_real && size % 2 == 0};
  if (form.is_packed) form.size /= 2;
  form.is_split = IsSplit(dimension, form);
  return form;
}

// Sets where each dimension reads and writes. The result also serves between dimensions if it has
// the type and shape.
void PlacePlan(FftPlan& plan, bool is_result_between) {
  const FftPlace between = is_result_between ? FftPlace::kResult : FftPlace::kBetween;
  for (FftDimension& dimension : plan.dimensions) dimension.source = dimension.target = between;
  plan.dimensions.front().source = FftPlace::kOperand;
  plan.dimensions.back().target = FftPlace::kResult;
}

void SizePlan(FftPlan& plan) {
  for (const FftDimension& dimension : plan.dimensions) {
    const size_t workspace = WorkspaceBytes(*dimension.line);
    const size_t scratch = ScratchBytes(*dimension.line) + (dimension.is_long ? 0 : workspace);
    plan.scratch_bytes = std::max(plan.scratch_bytes, scratch);
    if (dimension.is_long) plan.workspace_bytes = std::max(plan.workspace_bytes, workspace);
    const int64_t length = dimension.line->length;
    const int64_t transforms = length == dimension.line->size ? 1 : 2;
    const int64_t packing = dimension.line->is_packed() ? 1 : 0;
    plan.work += dimension.lines() * length * (Logarithm(length) * transforms + 2 + packing);
  }
}

ElementType ComplexOf(ElementType type) {
  return type == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
}

// The real end of a packed line, as complex numbers.
void ViewPacked(FftDimension& dimension) {
  if (!dimension.line->is_packed()) return;
  ElementType& type = dimension.is_inverse ? dimension.target_type : dimension.source_type;
  type = ComplexOf(type);
  (dimension.is_inverse ? dimension.target_length : dimension.source_length) = dimension.line->size;
}

// Computes the lines of a group side by side.
template <class Real>
void RunLanes(const FftDimension& dimension, const FftTensors& tensors, int64_t group,
              std::byte* scratch) {
  const FftLineOf<Real>& line = LineOf<Real>(dimension);
  auto* const rows = reinterpret_cast<Real*>(scratch);
  const auto pack = [&](Real* packed) {
    if constexpr (kHasFastFft) {
      RunFftPacking(FftPackedRows<Real>{packed, line.size, line.packing.re.get(),
                                        line.packing.im.get(), dimension.is_inverse});
    }
  };
  ReadFftLanes(GroupIn<Real>(dimension, SourceOf(dimension, tensors), group), 0,
               dimension.source_length, rows);
  Mirror(dimension, rows);
  if (line.is_packed() && dimension.is_inverse) pack(rows);
  Real* const result = RunFftLanes(line, rows, rows + FftBufferCount(line));
  if (line.is_packed() && !dimension.is_inverse) pack(result);
  WriteFftLanes<Real>(GroupIn<Real>(dimension, TargetOf(dimension, tensors), group), 0,
                      dimension.target_length, result, DivisorOf(dimension));
}

// Packs or unpacks the pairs of some units of a long line.
template <class Real>
void PackUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
               int64_t begin, int64_t end, std::byte* workspace) {
  const FftLineOf<Real>& shape = LineOf<Real>(dimension);
  const LineEnd there =
      dimension.is_inverse ? SourceOf(dimension, tensors) : TargetOf(dimension, tensors);
  auto* const from = reinterpret_cast<Real*>(there.First(line, dimension.inner));
  Real* const to =
      dimension.is_inverse ? PackedIn(shape, reinterpret_cast<Real*>(workspace)) : from;
  if constexpr (kHasFastFft) {
    RunFftPacking(FftPackedLine<Real>{from, to, shape.size, shape.packing.re.get(),
                                      shape.packing.im.get(), dimension.is_inverse},
                  begin * kPairsOfUnit, std::min(FftPairCount(shape.size), end * kPairsOfUnit));
  }
}

bool IsPackingStage(const FftDimension& dimension, int64_t stage) {
  if (!dimension.line->is_packed()) return false;
  return stage == (dimension.is_inverse ? 0 : LongStageCount(dimension) - 1);
}

template <class Real>
void RunUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line, int64_t stage,
              int64_t begin, int64_t end, std::byte* workspace, std::byte* scratch) {
  if (IsPackingStage(dimension, stage)) {
    return PackUnits<Real>(dimension, tensors, line, begin, end, workspace);
  }
  const bool is_first = stage == 0;
  if (dimension.line->is_packed() && dimension.is_inverse) --stage;
  FftSplit<Real> split = SplitOf<Real>(dimension, tensors, line, stage / 2, workspace);
  if (is_first && !dimension.is_long && dimension.inner == 1 && line + 1 < dimension.lines()) {
    split.next_bytes = split.source.length * split.source.step;
    split.next = split.source.first + split.next_bytes;
  }
  for (int64_t unit = begin; unit < end; ++unit) {
    auto* const room = reinterpret_cast<Real*>(scratch);
    if (stage % 2 == 0) {
      RunFftColumns(split, unit, room);
    } else {
      RunFftRows(split, unit, room);
    }
  }
}

}  // namespace

FftPlan PlanFft(FftKind kind, ElementType operand_type, std::span<const int64_t> operand_shape,
                ElementType result_type, std::span<const int64_t> result_shape, int64_t rank,
                Numerics numerics, FftTableCache& cache) {
  const bool is_inverse = kind == FftKind::kInverse || kind == FftKind::kRealInverse;
  const bool is_real = kind == FftKind::kRealForward || kind == FftKind::kRealInverse;
  const bool is_fast = kHasFastFft && numerics == Numerics::kFast;
  // The shape with the fewest complex numbers.
  const std::span<const int64_t> shape =
      kind == FftKind::kRealInverse ? operand_shape : result_shape;
  const ElementType complex_type = kind == FftKind::kRealInverse ? operand_type : result_type;
  const bool is_single = is_fast && complex_type == ElementType::kC64;
  const size_t last = shape.size() - 1;
  FftPlan plan;
  plan.between_type = is_single ? ElementType::kC64 : ElementType::kC128;
  for (int64_t i = 0; i < rank; ++i) {
    const size_t d =
        is_inverse ? shape.size() - static_cast<size_t>(rank - i) : last - static_cast<size_t>(i);
    const int64_t size =
        d == last && kind == FftKind::kRealInverse ? result_shape[d] : operand_shape[d];
    FftDimension dimension = DimensionOf(shape, d);
    const FftLineForm form = FormOf(dimension, size, is_real && d == last, is_fast, is_single);
    const auto tables = cache.Find(form);
    const auto line = dimension.line = tables->line();
    dimension.width = line->is_split() ? 1 : line->lanes();
    dimension.is_long = line->is_split() && line->length >= kLongLine;
    dimension.is_inverse = is_inverse;
    dimension.source_type = dimension.target_type = plan.between_type;
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
  plan.dimensions.front().source_type = operand_type;
  plan.dimensions.back().target_type = result_type;
  for (FftDimension& dimension : plan.dimensions) ViewPacked(dimension);
  const bool is_result_between =
      kHasFastFft && kind != FftKind::kRealInverse && plan.between_type == result_type;
  PlacePlan(plan, is_result_between);
  if (rank > 1 && !is_result_between) {
    plan.between_count = 1;
    for (int64_t size : shape) plan.between_count *= size;
  }
  SizePlan(plan);
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
  if constexpr (kHasFastFft) {
    if (line.is_single()) return RunLanes<float>(dimension, tensors, group, scratch);
  }
  RunLanes<double>(dimension, tensors, group, scratch);
}

int64_t LongStageCount(const FftDimension& dimension) {
  return (dimension.line->is_convolution() ? 4 : 2) + (dimension.line->is_packed() ? 1 : 0);
}

int64_t LongUnitCount(const FftDimension& dimension, int64_t stage) {
  const FftLine& line = *dimension.line;
  if (IsPackingStage(dimension, stage)) {
    return (FftPairCount(line.size) + kPairsOfUnit - 1) / kPairsOfUnit;
  }
  if (line.is_packed() && dimension.is_inverse) --stage;
  return stage % 2 == 0 ? line.column_blocks() : line.row_blocks();
}

void RunLongUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                  int64_t stage, int64_t begin, int64_t end, std::byte* workspace,
                  std::byte* scratch) {
  if constexpr (kHasFastFft) {
    if (dimension.line->is_single()) {
      return RunUnits<float>(dimension, tensors, line, stage, begin, end, workspace, scratch);
    }
  }
  RunUnits<double>(dimension, tensors, line, stage, begin, end, workspace, scratch);
}

}  // namespace paddock::simd
