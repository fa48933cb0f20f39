#include "core/plan/lowering/step_moves.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/moved_pieces.h"

namespace paddock {
namespace {

// Calling a step takes as long as about ten moves.
constexpr size_t kMostMoves = 12;
constexpr int64_t kMostBytes = 128;
// Number of indices that a tape's instruction takes.
constexpr size_t kMostDisplacements = 2;

struct Displaced {
  int64_t bytes = 0;
  std::vector<StepDisplacement> displacements;
};

// Returns nothing if the slice is not contiguous, or depends on too many indices. `first_index` is
// the reference of the first start index.
std::optional<Displaced> DisplacedBytes(const Leaf& operand, std::span<const int64_t> sizes,
                                        uint32_t first_index) {
  Displaced found;
  int64_t stride = static_cast<int64_t>(operand.element_bytes());
  found.bytes = stride;
  bool is_full = true;
  for (size_t i = sizes.size(); i-- > 0;) {
    // Behind a dimension of which the slice has a part, elements are neighbours only in one row.
    if (!is_full && sizes[i] != 1) return std::nullopt;
    is_full = is_full && sizes[i] == operand.shape[i];
    const int64_t limit = operand.shape[i] - sizes[i];
    if (limit > 0) {
      found.displacements.push_back({first_index + static_cast<uint32_t>(i), limit, stride});
    }
    found.bytes *= sizes[i];
    stride *= operand.shape[i];
  }
  if (found.bytes > kMostBytes || found.displacements.size() > kMostDisplacements) {
    return std::nullopt;
  }
  return found;
}

const StepMoves* DisplacedMoves(const Leaf& operand, std::span<const int64_t> sizes,
                                std::span<const Leaf> start_indices, bool is_update, int64_t work,
                                Arena& arena) {
  if (kHasChainModules || start_indices.empty()) return nullptr;
  const ElementType type = start_indices[0].type;
  if (type != ElementType::kI32 && type != ElementType::kI64) return nullptr;
  const uint32_t first_index = is_update ? 2 : 1;
  const auto result = first_index + static_cast<uint32_t>(start_indices.size());
  const auto displaced = DisplacedBytes(operand, sizes, first_index);
  if (!displaced || displaced->bytes == 0) return nullptr;
  const StepMove move{.source = is_update ? 1U : 0U,
                      .target = result,
                      .bytes = static_cast<uint32_t>(displaced->bytes)};
  StepMoves moves;
  moves.moves = arena.CopyArray(std::span(&move, 1));
  moves.displacements = arena.CopyArray(std::span(displaced->displacements));
  moves.work = work;
  moves.has_wide_indices = type == ElementType::kI64;
  moves.is_update = is_update;
  return arena.Make<StepMoves>(moves);
}

}  // namespace

const StepMoves* MovesOf(const simd::MovementPlan& plan, std::span<const Leaf> operands,
                         const Leaf& result, int64_t work, Arena& arena) {
  if (kHasChainModules || static_cast<int64_t>(result.bytes()) > kMostBytes) return nullptr;
  std::vector<size_t> bytes;
  for (const Leaf& operand : operands) bytes.push_back(operand.bytes());
  const auto pieces = simd::PiecesOf(plan, bytes, result.bytes());
  if (pieces.empty() || pieces.size() > kMostMoves) return nullptr;
  std::vector<StepMove> list;
  for (const simd::MovedPiece& piece : pieces) {
    list.push_back({.source = static_cast<uint32_t>(piece.operand),
                    .target = static_cast<uint32_t>(operands.size()),
                    .source_offset = static_cast<uint32_t>(piece.source),
                    .target_offset = static_cast<uint32_t>(piece.target),
                    .bytes = static_cast<uint32_t>(piece.bytes)});
  }
  StepMoves moves;
  moves.moves = arena.CopyArray(std::span<const StepMove>(list));
  moves.work = work;
  return arena.Make<StepMoves>(moves);
}

const StepMoves* MovesOfSlice(const Leaf& operand, std::span<const int64_t> sizes,
                              std::span<const Leaf> start_indices, int64_t work, Arena& arena) {
  return DisplacedMoves(operand, sizes, start_indices, false, work, arena);
}

const StepMoves* MovesOfUpdate(const Leaf& operand, std::span<const int64_t> sizes,
                               std::span<const Leaf> start_indices, int64_t work, Arena& arena) {
  return DisplacedMoves(operand, sizes, start_indices, true, work, arena);
}

}  // namespace paddock
