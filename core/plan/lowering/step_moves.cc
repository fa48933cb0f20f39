#include "core/plan/lowering/step_moves.h"

#include <iterator>

#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/moved_pieces.h"

namespace paddock {
namespace {

constexpr int64_t kMostBytes = 256;
// A slice is one copy: past this size, calling a step takes a small part of the time.
constexpr int64_t kMostSlicedBytes = 4096;

// Sets the bytes and the indices. Returns false if the slice is not contiguous. `first_index` is
// the reference of the first start index.
bool SetDisplacement(const DisplacedSlice& slice, uint32_t first_index, DisplacedMove& move) {
  auto stride = static_cast<int64_t>(slice.element_bytes);
  move.bytes = stride;
  bool is_full = true;
  for (size_t i = slice.sizes.size(); i-- > 0;) {
    const int64_t size = slice.sizes[i], whole = slice.operand_shape[i];
    // Behind a dimension of which the slice has a part, elements are neighbours only in one row.
    if (!is_full && size != 1) return false;
    is_full = is_full && size == whole;
    if (size < whole) {
      move.indices.push_back({{first_index + static_cast<uint32_t>(i), 0}, whole - size, stride});
    }
    move.bytes *= size;
    stride *= whole;
  }
  return true;
}

}  // namespace

std::optional<TapePlan::Instruction> InstructionOf(const DisplacedMove& move, Arena& arena) {
  simd::TapeSlice slice;
  const size_t count = move.indices.size();
  if (count == 0 || count > std::size(slice.indices) || move.bytes > kMostSlicedBytes) {
    return std::nullopt;
  }
  slice.bytes = static_cast<uint32_t>(move.bytes);
  slice.index_bytes = static_cast<uint8_t>(ByteSize(move.index_type));
  slice.is_signed = IsSigned(move.index_type);
  slice.is_update = move.is_update;
  slice.drops_outside = move.drops_outside;
  TapePlan::Instruction instruction;
  instruction.kind = TapePlan::Instruction::Kind::kSlice;
  instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kSlice);
  instruction.operands[0] = move.source;
  instruction.result = move.target;
  for (size_t k = 0; k < std::size(slice.indices); ++k) {
    // An absent index is the first one with a stride of 0.
    const DisplacedMove::Index& index = move.indices[k < count ? k : 0];
    instruction.operands[1 + k] = index.place;
    slice.indices[k] = {index.limit, k < count ? index.stride : 0};
  }
  instruction.slice = arena.Make<simd::TapeSlice>(slice);
  return instruction;
}

const StepMoves* CallInBlock(int64_t work, Arena& arena, bool is_update) {
  constexpr int64_t kMostWork = 1 << 17;
  static_assert(kMostWork * 16 <= kChunkWork);
  if (kHasChainModules || work > kMostWork) return nullptr;
  StepMoves moves;
  moves.work = work;
  moves.is_call = true;
  moves.is_update = is_update;
  return arena.Make<StepMoves>(moves);
}

const StepMoves* MovesOfTerms(std::span<const TapePlan::Instruction> terms, int64_t work,
                              Arena& arena, bool is_update) {
  StepMoves moves;
  moves.terms = arena.CopyArray(terms);
  moves.work = work;
  moves.is_update = is_update;
  return arena.Make<StepMoves>(moves);
}

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
  const uint32_t first_index = slice.is_update ? 2 : 1;
  DisplacedMove move;
  move.source = {slice.is_update ? 1U : 0U, 0};
  move.target = {first_index + static_cast<uint32_t>(slice.sizes.size()), 0};
  move.index_type = slice.index_type;
  move.is_update = slice.is_update;
  if (!SetDisplacement(slice, first_index, move) || move.bytes == 0) return nullptr;
  StepMoves moves;
  moves.work = work;
  moves.is_update = slice.is_update;
  if (move.indices.empty()) {
    if (move.bytes > kMostBytes) return nullptr;
    const StepMove whole{.source = move.source.reference,
                         .target = move.target.reference,
                         .bytes = static_cast<uint32_t>(move.bytes)};
    moves.moves = arena.CopyArray(std::span(&whole, 1));
  } else {
    const auto instruction = InstructionOf(move, arena);
    if (!instruction) return nullptr;
    moves.terms = arena.CopyArray(std::span(&*instruction, 1));
  }
  return arena.Make<StepMoves>(moves);
}

}  // namespace paddock
