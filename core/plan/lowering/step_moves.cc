#include "core/plan/lowering/step_moves.h"

#include <optional>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/moved_pieces.h"

namespace paddock {
namespace {

// Calling a step takes as long as about ten moves.
constexpr size_t kMostMoves = 12;
constexpr int64_t kMostBytes = 128;
// A slice is one copy: past this size, calling a step takes a small part of the time.
constexpr int64_t kMostSlicedBytes = 4096;
// Number of indices that a tape's instruction takes.
constexpr size_t kMostDisplacements = 2;

struct Displaced {
  int64_t bytes = 0;
  std::vector<StepDisplacement> displacements;
};

// Returns nothing if the slice is not contiguous, or depends on too many indices. `first_index` is
// the reference of the first start index.
std::optional<Displaced> DisplacedBytes(const DisplacedSlice& slice, uint32_t first_index) {
  Displaced found;
  auto stride = static_cast<int64_t>(slice.element_bytes);
  found.bytes = stride;
  bool is_full = true;
  for (size_t i = slice.sizes.size(); i-- > 0;) {
    const int64_t size = slice.sizes[i], whole = slice.operand_shape[i];
    // Behind a dimension of which the slice has a part, elements are neighbours only in one row.
    if (!is_full && size != 1) return std::nullopt;
    is_full = is_full && size == whole;
    if (size < whole) {
      found.displacements.push_back({first_index + static_cast<uint32_t>(i), whole - size, stride});
    }
    found.bytes *= size;
    stride *= whole;
  }
  // Without a displacement, a slice is moved in pieces.
  const int64_t most = found.displacements.empty() ? kMostBytes : kMostSlicedBytes;
  if (found.bytes > most || found.displacements.size() > kMostDisplacements) return std::nullopt;
  return found;
}

}  // namespace

const StepMoves* MovesOf(const simd::MovementPlan& plan, std::span<const size_t> operand_bytes,
                         size_t result_bytes, int64_t work, Arena& arena) {
  if (kHasChainModules || static_cast<int64_t>(result_bytes) > kMostBytes) return nullptr;
  const auto pieces = simd::PiecesOf(plan, operand_bytes, result_bytes);
  if (pieces.empty() || pieces.size() > kMostMoves) return nullptr;
  std::vector<StepMove> list;
  for (const simd::MovedPiece& piece : pieces) {
    list.push_back({.source = static_cast<uint32_t>(piece.operand),
                    .target = static_cast<uint32_t>(operand_bytes.size()),
                    .source_offset = static_cast<uint32_t>(piece.source),
                    .target_offset = static_cast<uint32_t>(piece.target),
                    .bytes = static_cast<uint32_t>(piece.bytes)});
  }
  StepMoves moves;
  moves.moves = arena.CopyArray(std::span<const StepMove>(list));
  moves.work = work;
  return arena.Make<StepMoves>(moves);
}

const StepMoves* MovesOf(const DisplacedSlice& slice, int64_t work, Arena& arena) {
  if (kHasChainModules || slice.sizes.empty()) return nullptr;
  const bool is_wide = slice.index_type == ElementType::kI64;
  if (!is_wide && slice.index_type != ElementType::kI32) return nullptr;
  const uint32_t first_index = slice.is_update ? 2 : 1;
  const auto displaced = DisplacedBytes(slice, first_index);
  if (!displaced || displaced->bytes == 0) return nullptr;
  const StepMove move{.source = slice.is_update ? 1U : 0U,
                      .target = first_index + static_cast<uint32_t>(slice.sizes.size()),
                      .bytes = static_cast<uint32_t>(displaced->bytes)};
  StepMoves moves;
  moves.moves = arena.CopyArray(std::span(&move, 1));
  moves.displacements = arena.CopyArray(std::span(displaced->displacements));
  moves.work = work;
  moves.has_wide_indices = is_wide;
  moves.is_update = slice.is_update;
  return arena.Make<StepMoves>(moves);
}

}  // namespace paddock
