#include <algorithm>

#include "simd/chunks.h"
#include "simd/elementwise/elementwise.h"
#include "simd/reduce/extreme.h"
#include "simd/reduce/extreme_lanes.h"

namespace paddock::simd {
namespace {

constexpr int64_t kExtremeChunkBytes = 1 << 20;
// Bytes in a row of a tile: long enough for the hardware prefetcher, short enough that its totals
// stay in L1.
constexpr int64_t kExtremeTileBytes = 2048;
constexpr int64_t kTotalsPerChunk = 1 << 14;

// Rows of at most so many elements, at least so many of them, are transposed in tiles of so many
// bytes. A vector then processes an element of each of its rows.
constexpr int64_t kMostTransposedSize = 128;
constexpr int64_t kFewestTransposedRows = 16;
constexpr int64_t kTransposedBytes = 16 << 10;

// Signed integers of 32 bits hold all narrower ones, and f32 all narrower floats.
ElementType LaneTypeOf(ElementType type) {
  if (IsFloat(type)) return type == ElementType::kF64 ? type : ElementType::kF32;
  return ByteSize(type) == 8 ? ElementType::kI64 : ElementType::kI32;
}

void ChooseTiles(ExtremePlan& plan, int64_t lane_bytes) {
  plan.has_transposed_rows = plan.kernels->store_columns != nullptr && plan.inner == 1 &&
                             plan.size >= 2 && plan.size <= kMostTransposedSize &&
                             plan.outer >= kFewestTransposedRows;
  const int64_t most = kExtremeTileBytes / lane_bytes;
  if (!plan.has_transposed_rows) {
    plan.tile = std::min(plan.inner, most);
    plan.tiles = CeilDivide(plan.inner, plan.tile);
    return;
  }
  const int64_t rows = std::min(most, kTransposedBytes / (plan.size * lane_bytes));
  // Tiles of about equal size, so that none has less than a vector.
  plan.tile = CeilDivide(plan.outer, CeilDivide(plan.outer, rows));
  plan.tiles = CeilDivide(plan.outer, plan.tile);
}

void ChooseUnits(ExtremePlan& plan) {
  const auto element_bytes = static_cast<int64_t>(ByteSize(plan.value_type));
  const auto lane_bytes = static_cast<int64_t>(ByteSize(plan.lane_type));
  plan.segments = CeilDivide(plan.size, kExtremeSegment);
  ChooseTiles(plan, lane_bytes);
  const int64_t longest = std::min(plan.size, kExtremeSegment);
  const int64_t unit_bytes = longest * plan.tile * element_bytes;
  plan.units_per_chunk = std::max<int64_t>(1, kExtremeChunkBytes / (unit_bytes + 64));
  plan.chunk_bytes = plan.units_per_chunk * unit_bytes;
  if (plan.segments > 1) {
    plan.results_per_chunk = std::max<int64_t>(1, kTotalsPerChunk / plan.segments);
    plan.shared_bytes =
        static_cast<size_t>(plan.outer * plan.inner * plan.segments) * sizeof(ExtremeTotal);
  }
  const size_t lanes = AlignedBytes(longest * lane_bytes);
  if (plan.inner == 1 && !plan.has_transposed_rows) {
    plan.scratch_bytes = plan.to_lanes == nullptr ? 64 : lanes;
    return;
  }
  constexpr size_t kArrays = 4;
  plan.row_lanes = (plan.has_transposed_rows ? 2 * plan.size : kRowsAtOnce) * plan.tile;
  plan.scratch_bytes = kArrays * AlignedBytes(plan.tile * lane_bytes) +
                       AlignedBytes(plan.row_lanes * lane_bytes) +
                       AlignedBytes(longest * element_bytes) + lanes;
}

}  // namespace

bool ExtremeBody::is_extreme() const {
  const ExtremeChoice less = InOrder(ValueRelation::kLess);
  const ExtremeChoice greater = InOrder(ValueRelation::kGreater);
  return less.is_left_value == less.is_left_place &&
         greater.is_left_value == greater.is_left_place &&
         less.is_left_value != greater.is_left_value;
}

bool ExtremeBody::keeps_first_nan() const {
  const ExtremeChoice left = InOrder(ValueRelation::kLeftNaN);
  const ExtremeChoice both = InOrder(ValueRelation::kBothNaN);
  const ExtremeChoice right = InOrder(ValueRelation::kRightNaN);
  return left.is_left_value && left.is_left_place && both.is_left_value && both.is_left_place &&
         !right.is_left_value && !right.is_left_place;
}

bool HasExtreme(ElementType value_type, ElementType place_type, int64_t size) {
  if (IsComplex(value_type) || !IsInteger(place_type)) return false;
  const int bits = BitWidth(place_type) - (IsSigned(place_type) ? 1 : 0);
  return bits >= 63 || size - 1 < int64_t{1} << bits;
}

ExtremePlan PlanExtreme(const ExtremeBody& body, ElementType value_type, ElementType place_type,
                        int64_t outer, int64_t size, int64_t inner) {
  ExtremePlan plan;
  plan.body = body;
  plan.value_type = value_type;
  plan.place_type = place_type;
  plan.outer = outer;
  plan.size = size;
  plan.inner = inner;
  plan.lane_type = LaneTypeOf(value_type);
  plan.kernels = &FindExtremeKernels(plan.lane_type);
  if (ByteSize(value_type) != ByteSize(plan.lane_type)) {
    plan.to_lanes = FindConvert(value_type, plan.lane_type).function;
    plan.from_lanes = FindConvert(plan.lane_type, value_type).function;
  }
  const uint64_t sign = uint64_t{1} << (8 * ByteSize(plan.lane_type) - 1);
  if (!IsFloat(value_type) && !IsSigned(value_type) && plan.to_lanes == nullptr) {
    plan.order_flip = sign;
  }
  if (body.is_least()) plan.least_flip = IsFloat(value_type) ? sign : sign | (sign - 1);
  plan.byte_count = outer * size * inner * static_cast<int64_t>(ByteSize(value_type));
  ChooseUnits(plan);
  return plan;
}

int64_t PassCount(const ExtremePlan& plan) { return plan.segments == 1 ? 1 : 2; }

int64_t UnitCount(const ExtremePlan& plan) {
  return plan.has_transposed_rows ? plan.tiles : plan.outer * plan.segments * plan.tiles;
}

int64_t ChunkCount(const ExtremePlan& plan, int64_t pass) {
  if (pass == 1) return CeilDivide(plan.outer * plan.inner, plan.results_per_chunk);
  return CeilDivide(UnitCount(plan), plan.units_per_chunk);
}

}  // namespace paddock::simd
