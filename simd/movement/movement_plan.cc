#include "simd/movement/movement_plan.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/movement/index_value.h"
#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

MovementPlan OneCopy(StridedCopyPlan copy) {
  MovementPlan plan;
  plan.parts.push_back({std::move(copy), 0});
  return plan;
}

std::vector<CopyDimension> DimensionsOf(Sizes shape, Sizes source_strides, Sizes result_strides) {
  std::vector<CopyDimension> dimensions;
  for (size_t i = 0; i < shape.size(); ++i) {
    dimensions.push_back({shape[i], source_strides[i], result_strides[i]});
  }
  return dimensions;
}

// Returns the loops over elements of which each row of `row` elements has `share` consecutive ones;
// nothing if a row ends inside of a loop.
std::optional<std::vector<CopyDimension>> DimensionsOfShare(const MovedElements& elements,
                                                            int64_t share, int64_t row) {
  std::vector<CopyDimension> dimensions;
  int64_t inside = 1, rows = 1;
  for (size_t i = elements.sizes.size(); i-- > 0;) {
    int64_t size = elements.sizes[i], stride = elements.strides[i];
    if (inside < share) {
      const int64_t left = share / inside, part = std::min(size, left);
      if (share % inside != 0 || left % part != 0 || size % part != 0) return std::nullopt;
      dimensions.push_back({part, stride, inside});
      inside *= part;
      size /= part;
      stride *= part;
    }
    if (size == 1) continue;
    dimensions.push_back({size, stride, rows * row});
    rows *= size;
  }
  if (inside != share) return std::nullopt;
  std::ranges::reverse(dimensions);
  return dimensions;
}

// Positions of the operand's elements in one dimension of a padded result: first, first + step, ...
// (`count` of them), from operand index `operand_first`.
struct PaddedDimension {
  int64_t result_size;
  int64_t first;
  int64_t step;
  int64_t count;
  int64_t operand_first;
};

// Computed in 128 bits: amounts that cancel may each be as large as an int64.
PaddedDimension PadDimension(int64_t size, int64_t low, int64_t high, int64_t interior) {
  using Wide = __int128;
  const Wide step = Wide{interior} + 1;
  const Wide result_size =
      Wide{low} + size + Wide{std::max<int64_t>(size - 1, 0)} * interior + high;
  const Wide operand_first = low < 0 ? (-Wide{low} + step - 1) / step : Wide{0};
  const Wide first = low + operand_first * step;
  const Wide past = (result_size - first + step - 1) / step;
  const Wide count = std::min(size - operand_first, past);
  if (count <= 0 || first >= result_size) return {static_cast<int64_t>(result_size), 0, 1, 0, 0};
  return {static_cast<int64_t>(result_size), static_cast<int64_t>(first),
          count > 1 ? static_cast<int64_t>(step) : 1, static_cast<int64_t>(count),
          static_cast<int64_t>(operand_first)};
}

// Fills the cells whose index in dimension `k` is in padding. Their indices before `k` are
// elements', and those after it arbitrary.
class PadFiller {
 public:
  PadFiller(size_t element_bytes, const std::vector<PaddedDimension>& dimensions,
            const std::vector<int64_t>& result_strides)
      : element_bytes_(element_bytes), dimensions_(dimensions), strides_(result_strides) {}

  void AddFills(size_t k, MovementPlan& plan) const {
    const PaddedDimension& d = dimensions_[k];
    if (d.count == 0) {
      AddFill(k, 0, {{d.result_size, 0, strides_[k]}}, plan);
      return;
    }
    const int64_t last = d.first + (d.count - 1) * d.step;
    AddFill(k, 0, {{d.first, 0, strides_[k]}}, plan);
    AddFill(k, last + 1, {{d.result_size - last - 1, 0, strides_[k]}}, plan);
    AddFill(k, d.first + 1, {{d.count - 1, 0, d.step * strides_[k]}, {d.step - 1, 0, strides_[k]}},
            plan);
  }

 private:
  void AddFill(size_t k, int64_t index, std::vector<CopyDimension> loops,
               MovementPlan& plan) const {
    int64_t offset = index * strides_[k];
    for (size_t i = 0; i < dimensions_.size(); ++i) {
      const PaddedDimension& d = dimensions_[i];
      if (i < k) {
        loops.push_back({d.count, 0, d.step * strides_[i]});
        offset += d.first * strides_[i];
      } else if (i > k) {
        loops.push_back({d.result_size, 0, strides_[i]});
      }
    }
    StridedCopyPlan fill = PlanStridedCopy(element_bytes_, loops, 0, offset);
    if (ChunkCount(fill) > 0) plan.parts.push_back({std::move(fill), 1});
  }

  size_t element_bytes_;
  const std::vector<PaddedDimension>& dimensions_;
  const std::vector<int64_t>& strides_;
};

// Processes the parts row by row if there are several and all have the same number of rows.
void GoDownRows(MovementPlan& plan) {
  std::erase_if(plan.parts,
                [](const MovementPlan::Part& part) { return ChunkCount(part.copy) == 0; });
  if (plan.parts.size() < 2) return;
  int64_t row_bytes = 0;
  for (const MovementPlan::Part& part : plan.parts) {
    if (RowCount(part.copy) == 0 || RowCount(part.copy) != RowCount(plan.parts[0].copy)) return;
    row_bytes += part.copy.block.columns;
  }
  plan.rows = RowCount(plan.parts[0].copy);
  plan.rows_per_chunk = std::max<int64_t>(1, kChunkBytes / row_bytes);
}

// Bytes written in a band between two parts, which stay in L1 with their sources.
constexpr int64_t kBandBytes = 16 << 10;

void RunRowsOfChunk(const MovementPlan& plan, std::span<const void* const> operands, void* result,
                    int64_t chunk) {
  const int64_t end = std::min(plan.rows, (chunk + 1) * plan.rows_per_chunk);
  const int64_t row_bytes = plan.parts[0].copy.block.row_result_stride;
  const int64_t band = std::max<int64_t>(1, kBandBytes / row_bytes);
  for (int64_t row = chunk * plan.rows_per_chunk; row < end; row += band) {
    for (const MovementPlan::Part& part : plan.parts) {
      RunRows(part.copy, operands[part.operand], result, row, std::min(band, end - row));
    }
  }
}

}  // namespace

MovedElements RowMajorElements(Sizes shape) {
  return {{shape.begin(), shape.end()}, RowMajorStrides(shape), 0};
}

MovedElements TransposedElements(const MovedElements& operand, Sizes permutation) {
  MovedElements result{{}, {}, operand.offset};
  for (int64_t dimension : permutation) {
    result.sizes.push_back(operand.sizes[static_cast<size_t>(dimension)]);
    result.strides.push_back(operand.strides[static_cast<size_t>(dimension)]);
  }
  return result;
}

MovedElements SlicedElements(const MovedElements& operand, Sizes start_indices, Sizes limit_indices,
                             Sizes strides) {
  MovedElements result = operand;
  for (size_t i = 0; i < operand.sizes.size(); ++i) {
    const int64_t step = strides.empty() ? 1 : strides[i];
    result.sizes[i] = CeilDivide(limit_indices[i] - start_indices[i], step);
    result.offset += start_indices[i] * operand.strides[i];
    // A stride past the dimension is never used, and could overflow.
    result.strides[i] *= result.sizes[i] > 1 ? step : 1;
  }
  return result;
}

MovedElements ReversedElements(const MovedElements& operand, Sizes dimensions) {
  MovedElements result = operand;
  for (int64_t dimension : dimensions) {
    const auto d = static_cast<size_t>(dimension);
    result.offset += (operand.sizes[d] - 1) * operand.strides[d];
    result.strides[d] = -operand.strides[d];
  }
  return result;
}

MovementPlan PlanElements(size_t element_bytes, const MovedElements& elements) {
  return OneCopy(PlanStridedCopy(
      element_bytes,
      DimensionsOf(elements.sizes, elements.strides, RowMajorStrides(elements.sizes)),
      elements.offset));
}

MovementPlan PlanConcatenate(size_t element_bytes, std::span<const Sizes> operand_shapes,
                             int64_t dimension) {
  std::vector<MovedElements> operands;
  for (Sizes shape : operand_shapes) operands.push_back(RowMajorElements(shape));
  return PlanConcatenate(element_bytes, operands, dimension);
}

MovementPlan PlanConcatenate(size_t element_bytes, std::span<const MovedElements> operands,
                             int64_t dimension) {
  const auto d = static_cast<size_t>(dimension);
  std::vector<int64_t> result_shape = operands[0].sizes;
  for (const MovedElements& operand : operands.subspan(1)) result_shape[d] += operand.sizes[d];
  const auto result_strides = RowMajorStrides(result_shape);
  MovementPlan plan;
  int64_t offset = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const MovedElements& from = operands[i];
    const auto dimensions = DimensionsOf(from.sizes, from.strides, result_strides);
    plan.parts.push_back({PlanStridedCopy(element_bytes, dimensions, from.offset, offset), i});
    offset += from.sizes[d] * result_strides[d];
  }
  GoDownRows(plan);
  return plan;
}

std::optional<MovementPlan> PlanJoinedRows(size_t element_bytes,
                                           std::span<const MovedElements> operands, Sizes shares) {
  int64_t row = 0;
  for (const int64_t share : shares) row += share;
  MovementPlan plan;
  int64_t offset = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto dimensions = DimensionsOfShare(operands[i], shares[i], row);
    if (!dimensions) return std::nullopt;
    plan.parts.push_back(
        {PlanStridedCopy(element_bytes, *dimensions, operands[i].offset, offset), i});
    offset += shares[i];
  }
  GoDownRows(plan);
  return plan;
}

MovementPlan PlanPad(size_t element_bytes, Sizes operand_shape, Sizes edge_padding_low,
                     Sizes edge_padding_high, Sizes interior_padding) {
  std::vector<PaddedDimension> dimensions;
  std::vector<int64_t> result_shape;
  for (size_t i = 0; i < operand_shape.size(); ++i) {
    dimensions.push_back(PadDimension(operand_shape[i], edge_padding_low[i], edge_padding_high[i],
                                      interior_padding[i]));
    result_shape.push_back(dimensions.back().result_size);
  }
  const auto operand_strides = RowMajorStrides(operand_shape);
  const auto result_strides = RowMajorStrides(result_shape);
  std::vector<CopyDimension> loops;
  int64_t source_offset = 0;
  int64_t result_offset = 0;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const PaddedDimension& d = dimensions[i];
    loops.push_back({d.count, operand_strides[i], d.step * result_strides[i]});
    source_offset += d.operand_first * operand_strides[i];
    result_offset += d.first * result_strides[i];
  }
  MovementPlan plan;
  plan.parts.push_back({PlanStridedCopy(element_bytes, loops, source_offset, result_offset), 0});
  const PadFiller filler(element_bytes, dimensions, result_strides);
  for (size_t k = 0; k < dimensions.size(); ++k) filler.AddFills(k, plan);
  return plan;
}

int64_t ChunkCount(const MovementPlan& plan) {
  if (plan.rows > 0) return CeilDivide(plan.rows, plan.rows_per_chunk);
  int64_t count = 0;
  for (const MovementPlan::Part& part : plan.parts) count += ChunkCount(part.copy);
  return count;
}

void RunChunk(const MovementPlan& plan, std::span<const void* const> operands, void* result,
              int64_t chunk) {
  if (plan.rows > 0) return RunRowsOfChunk(plan, operands, result, chunk);
  for (const MovementPlan::Part& part : plan.parts) {
    const int64_t chunks = ChunkCount(part.copy);
    if (chunk < chunks) {
      // Memory may be planned so that the part is in its place.
      const auto* to = static_cast<const uint8_t*>(result) + part.copy.result_offset;
      if (operands[part.operand] == to) return;
      return RunChunk(part.copy, operands[part.operand], result, chunk);
    }
    chunk -= chunks;
  }
}

StridedCopyPlan PlanDynamicSlice(size_t element_bytes, Sizes operand_shape, Sizes slice_sizes) {
  return PlanStridedCopy(element_bytes, DimensionsOf(slice_sizes, RowMajorStrides(operand_shape),
                                                     RowMajorStrides(slice_sizes)));
}

StridedCopyPlan PlanDynamicUpdateSlice(size_t element_bytes, Sizes operand_shape,
                                       Sizes update_shape) {
  return PlanStridedCopy(element_bytes, DimensionsOf(update_shape, RowMajorStrides(update_shape),
                                                     RowMajorStrides(operand_shape)));
}

int64_t ClampedStartOffset(Sizes operand_shape, Sizes slice_sizes, ElementType index_type,
                           std::span<const void* const> start_indices) {
  const ReadIndexFunction read_index = FindReadIndex(index_type);
  // Unsigned: the offset in an empty tensor is meaningless and may wrap.
  uint64_t offset = 0;
  for (size_t i = 0; i < operand_shape.size(); ++i) {
    const int64_t start =
        ClampStart(read_index(start_indices[i]), operand_shape[i], slice_sizes[i]);
    offset = offset * static_cast<uint64_t>(operand_shape[i]) + static_cast<uint64_t>(start);
  }
  return static_cast<int64_t>(offset);
}

}  // namespace paddock::simd
