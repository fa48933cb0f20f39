// reduce of values together with their places: finds the greatest or least element along one
// dimension, and its place. Places are 0, 1, 2, .. along the dimension and are not stored. The
// result is that of applying the body to adjacent pairs (docs/numerics.md, "Reductions"), for any
// treatment of NaN and of equal elements:
// - The operand is cut into segments of kExtremeSegment elements of the dimension. A segment is a
//   subtree of adjacent pairs.
// - In a segment without NaN all orders give the same result, so vector code computes it.
// - A segment with NaN is combined pair by pair, and so are the totals of the segments.
#ifndef PADDOCK_SIMD_REDUCE_EXTREME_H_
#define PADDOCK_SIMD_REDUCE_EXTREME_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/kernel.h"
#include "simd/reduce/extreme_kernels.h"

namespace paddock::simd {

inline constexpr int64_t kExtremeSegment = 4096;

// Relation of the left one of two values, or of two places, to the right one.
enum class ValueRelation : uint8_t { kLess, kEqual, kGreater, kLeftNaN, kRightNaN, kBothNaN };
enum class PlaceRelation : uint8_t { kLess, kEqual, kGreater };
inline constexpr size_t kValueRelations = 6;
inline constexpr size_t kPlaceRelations = 3;

// The value and the place that the body selects from two pairs.
struct ExtremeChoice {
  bool is_left_value = false;
  bool is_left_place = false;
};

// A body as the table of its choices.
struct ExtremeBody {
  std::array<std::array<ExtremeChoice, kPlaceRelations>, kValueRelations> choices;

  ExtremeChoice Of(ValueRelation value, PlaceRelation place) const {
    return choices[static_cast<size_t>(value)][static_cast<size_t>(place)];
  }
  // The choice for a left pair whose place precedes the right one's.
  ExtremeChoice InOrder(ValueRelation value) const { return Of(value, PlaceRelation::kLess); }
  // Whether the body keeps the lesser of two numbers with its place. PlanExtreme rejects a body
  // that keeps neither the lesser nor the greater.
  bool is_least() const { return InOrder(ValueRelation::kLess).is_left_value; }
  bool is_extreme() const;
  // Whether a NaN is the result; the first one if there are several.
  bool keeps_first_nan() const;
};

struct ExtremePlan {
  ExtremeBody body;
  ElementType value_type = ElementType::kF32;
  ElementType place_type = ElementType::kI32;
  // The operand is [outer, size, inner], the results are [outer, inner].
  int64_t outer = 1, size = 1, inner = 1;

  const ExtremeKernels* kernels = nullptr;
  // Both are null if elements are used as lanes unchanged.
  ElementwiseFunction to_lanes = nullptr;
  ElementwiseFunction from_lanes = nullptr;
  ElementType lane_type = ElementType::kF32;
  // XOR masks: order_flip orders unsigned numbers as signed lanes, and least_flip turns the least
  // lane into the greatest.
  uint64_t order_flip = 0;
  uint64_t least_flip = 0;

  // A unit is a tile of inner in one segment. If `has_transposed_rows`, inner is 1, and a unit is a
  // tile of outer, whose rows become columns in scratch memory.
  bool has_transposed_rows = false;
  int64_t tile = 1, tiles = 1, segments = 1;
  int64_t units_per_chunk = 1;
  // Lanes of rows in scratch memory.
  int64_t row_lanes = 0;
  int64_t chunk_bytes = 1;
  // With several segments, a second pass combines their totals into results.
  int64_t results_per_chunk = 1;
  // Bytes of the operand.
  int64_t byte_count = 0;
  // Workspace: `shared_bytes` once, kept between passes, and `scratch_bytes` for each thread.
  size_t shared_bytes = 0;
  size_t scratch_bytes = 0;
};

// Whether the value type is ordered, and the place type represents all places up to `size` - 1.
bool HasExtreme(ElementType value_type, ElementType place_type, int64_t size);

// Requires `body.is_extreme()`, HasExtreme(..), and sizes of at least 1.
ExtremePlan PlanExtreme(const ExtremeBody& body, ElementType value_type, ElementType place_type,
                        int64_t outer, int64_t size, int64_t inner);

struct ExtremeBuffers {
  const std::byte* operand;
  const std::byte* init_value;  // one element
  const std::byte* init_place;  // one element
  std::byte* values;
  std::byte* places;
  std::byte* shared;
};

// Chunks of a pass are independent. A pass begins after the previous one.
int64_t PassCount(const ExtremePlan& plan);
// Units of the first pass.
int64_t UnitCount(const ExtremePlan& plan);
int64_t ChunkCount(const ExtremePlan& plan, int64_t pass);
void RunChunk(const ExtremePlan& plan, const ExtremeBuffers& buffers, int64_t pass, int64_t chunk,
              std::byte* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_EXTREME_H_
