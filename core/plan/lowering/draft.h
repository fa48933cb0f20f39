// PlanDraft: an unfinished plan, whose values have no addresses yet.
#ifndef PADDOCK_CORE_PLAN_LOWERING_DRAFT_H_
#define PADDOCK_CORE_PLAN_LOWERING_DRAFT_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/plan.h"
#include "core/plan/suspension.h"

namespace paddock {

struct RowLoop;

using SlotId = uint32_t;
inline constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();

// The memory of one tensor while planning.
struct Leaf {
  enum class Where : uint8_t {
    kNone,      // a token, or a value that could not be planned
    kSlot,      // index: the slot
    kConstant,  // address
    kInput,     // index: the argument
    kNode,      // index: an element-wise group, node: in it
    kSpread,    // index: a deferred broadcast or another moved operand
  };
  Where where = Where::kNone;
  // All elements are equal, and only one is stored.
  bool is_splat = false;
  bool is_token = false;
  ElementType type = ElementType::kI1;
  uint32_t index = 0;
  uint32_t node = 0;
  const std::byte* address = nullptr;
  std::span<const int64_t> shape;
  int64_t count = 0;

  size_t element_bytes() const { return ByteSize(type); }
  // Bytes of the stored elements.
  uint64_t bytes() const { return (is_splat ? 1 : static_cast<uint64_t>(count)) * ByteSize(type); }
};

// Returns the leaf of a value that nothing reads. It has no memory, like a token's.
inline Leaf Nothing() {
  Leaf leaf;
  leaf.is_token = true;
  return leaf;
}

inline bool IsSameMemory(const Leaf& a, const Leaf& b) {
  return a.where == b.where && a.index == b.index && a.address == b.address;
}

// Returns whether the leaf waits in an element group or as a spread, to be computed later.
inline bool IsDeferred(const Leaf& leaf) {
  return leaf.where == Leaf::Where::kNode || leaf.where == Leaf::Where::kSpread;
}

// Returns whether all elements are one.
inline bool IsSingle(const Leaf& leaf) { return leaf.is_splat || leaf.count == 1; }
inline bool IsSingleConstant(const Leaf& leaf) {
  return leaf.where == Leaf::Where::kConstant && IsSingle(leaf);
}

// Returns whether both are one constant element.
inline bool IsSameConstant(const Leaf& a, const Leaf& b) {
  return IsSingleConstant(a) && IsSingleConstant(b) && a.type == b.type &&
         std::memcmp(a.address, b.address, a.element_bytes()) == 0;
}

inline bool IsAmong(std::span<const Leaf> leaves, const Leaf& leaf) {
  return std::ranges::any_of(leaves, [&](const Leaf& one) { return IsSameMemory(one, leaf); });
}

// Returns a constant of zeros with the type and shape of `leaf`.
inline Leaf ZerosLike(Leaf leaf) {
  static constexpr std::byte kZeros[16] = {};
  leaf.where = Leaf::Where::kConstant;
  leaf.address = kZeros;
  leaf.is_splat = leaf.count != 1;
  return leaf;
}

// Returns a copy of the elements of a constant, which lives as long as `arena`.
inline const std::byte* CopyConstant(Arena& arena, const std::byte* elements, size_t bytes) {
  // An array of words is aligned for every element type.
  const std::span<uint64_t> words = arena.MakeArray<uint64_t>(bytes / 8 + 1);
  if (bytes != 0) std::memcpy(words.data(), elements, bytes);
  return reinterpret_cast<const std::byte*>(words.data());
}

// Returns an integer as `count` elements.
inline Leaf EqualElements(Arena& arena, ElementType type, int64_t value, int64_t count) {
  Leaf leaf;
  leaf.where = Leaf::Where::kConstant;
  leaf.type = type;
  leaf.is_splat = true;
  leaf.count = count;
  // The low bytes of a little-endian integer.
  leaf.address =
      CopyConstant(arena, reinterpret_cast<const std::byte*>(&value), leaf.element_bytes());
  return leaf;
}

struct DraftReference {
  enum class Where : uint8_t { kSlot, kConstant, kInput, kScratch };
  Where where = Where::kSlot;
  bool is_write = false;
  // Slot, argument, offset or address.
  uint64_t value = 0;
};

// A read that a step copies as it is to bytes `offset` ... of its only result. If the memory of the
// read is there, the step copies nothing.
struct PlacedRead {
  uint32_t read = 0;
  uint64_t offset = 0;
};

struct DraftStep {
  StepFunction function = nullptr;
  const void* parameters = nullptr;
  uint32_t first_reference = 0;
  uint32_t reference_count = 0;
  uint32_t first_pair = 0;
  uint32_t pair_count = 0;
  const Operation* operation = nullptr;
  std::span<const Operation* const> fused;
  int64_t work = kStepWork;
  int64_t estimated_work = kStepWork;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  const Traffic* traffic = nullptr;
  const StepScope* scope = nullptr;
  StepMovesFunction moves = nullptr;
  PrepareStepFunction prepare = nullptr;
  // The reads come before the result among the references.
  std::span<const PlacedRead> placed;
};

struct DraftSlot {
  uint64_t bytes = 0;
  // Kept to the end: a result of the plan, or a prepared constant.
  bool is_kept = false;
};

// Steps begin .. end (inclusive) are a loop.
struct DraftLoop {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A step copies slot `source` to slot `target`. Merging the slots would make the copy a no-op.
// `source` must be first written at `region_begin` or later.
struct DraftMove {
  uint32_t step = 0;
  SlotId source = 0;
  SlotId target = 0;
  uint32_t region_begin = 0;
  // The move is at the end of a loop that begins at region_begin and reads `target`.
  bool is_back_edge = false;
};

// A region of the if or case that is decided at step `decision`; one of its regions runs.
struct DraftBranch {
  uint32_t decision = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct DraftRowLoop {
  uint32_t step = 0;
  RowLoop* loop = nullptr;
};

struct DraftLocation {
  const Value* value = nullptr;
  // Index of the leaf.
  uint32_t part = 0;
  Type type;
  Leaf leaf;
  uint32_t step = kNowhere;
  uint32_t ready = kNowhere;
};

// The leaves of a value that is needed after a suspension.
struct LiveLeaves {
  // Null: the leaves are values for the operation itself, which Continuations::TakeKnown returns.
  const Value* value = nullptr;
  // For a future of a pending collective: its ticket, then the contributed operands.
  std::vector<Leaf> leaves;
  // The continuation reads its elements while planning.
  bool is_needed = false;
  std::optional<LiveFuture> future = {};
};

struct DraftSuspension {
  std::vector<SuspensionFrame> path;
  std::vector<LiveLeaves> live;
};

struct PlanDraft {
  // Run once, before `steps`, to write constants that are needed in full.
  std::vector<DraftStep> prologue;
  std::vector<DraftStep> steps;
  std::vector<DraftReference> references;
  std::vector<InPlacePair> pairs;
  std::vector<DraftSlot> slots;
  std::vector<DraftLoop> loops;
  // The plan has an if or a case, so values determine which steps run.
  bool has_branches = false;
  std::vector<DraftMove> moves;
  std::vector<DraftBranch> branches;
  std::vector<DraftRowLoop> row_loops;
  std::vector<DraftLocation> locations;
  std::vector<Leaf> arguments;
  std::vector<Leaf> results;
  // Replaces the results if the plan ends before the function does.
  std::unique_ptr<DraftSuspension> suspension;
  uint64_t scratch_bytes = 0;
  // Bytes of constants that were computed while planning.
  uint64_t constant_bytes = 0;

  std::span<DraftReference> References(const DraftStep& step) {
    return std::span(references).subspan(step.first_reference, step.reference_count);
  }
  std::span<const DraftReference> References(const DraftStep& step) const {
    return std::span(references).subspan(step.first_reference, step.reference_count);
  }
  // Whether each step runs once, in order, as far as the plan goes.
  bool is_straight() const { return loops.empty() && !has_branches && suspension == nullptr; }
};

// Offset of each slot in the arena, and the last step at which no other slot uses its memory.
struct MemoryPlan {
  struct Place {
    uint64_t offset = 0;
    uint32_t valid_until = kNowhere;
  };
  std::vector<Place> places;
  uint64_t bytes = 0;
  // Bytes of live values at each step; their maximum is the lower bound of any arena.
  std::vector<uint64_t> live_bytes;
};

MemoryPlan PlanMemory(const PlanDraft& draft, Level level, uint64_t retention_limit);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_DRAFT_H_
