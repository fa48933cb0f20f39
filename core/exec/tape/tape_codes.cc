#include "core/exec/tape/tape_codes.h"

#include <algorithm>
#include <utility>

namespace paddock {
namespace {

// Number of instructions to search for the next reader. A load after that many instructions does
// not wait for the store.
constexpr size_t kFarthestUse = 32;

// Maximum width of an element.
constexpr size_t kWidest = 16;

bool Overlap(const void* one, size_t bytes, const void* other, size_t other_bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(one);
  const auto other_begin = reinterpret_cast<uintptr_t>(other);
  return begin < other_begin + other_bytes && other_begin < begin + bytes;
}

bool HoldsOperand(const HeldValue& held, const TapeSlot& slot, size_t operand) {
  return slot.forms->operand_bytes == held.bytes() && held.IsAt(slot.instruction.operands[operand]);
}

uintptr_t CodeAmong(const simd::TapeCodes& codes, const TapeSlot& slot, const HeldValue& held) {
  const bool has_left = HoldsOperand(held, slot, 0), has_right = HoldsOperand(held, slot, 1);
  if (has_left && has_right && codes.after_both != 0) return codes.after_both;
  if (has_left && codes.after_left != 0) return codes.after_left;
  if (has_right && codes.after_right != 0) return codes.after_right;
  return codes.in_memory;
}

bool Reads(const TapeSlot& slot, const HeldValue& held) {
  if (slot.kind != TapeSlot::Kind::kCompute || slot.branches) return false;
  return CodeAmong(*slot.forms, slot, held) != slot.forms->in_memory;
}

void OverwriteResult(const TapeSlot& slot, HeldValue& held) {
  held.Overwrite(slot.instruction.result, slot.forms->result_bytes);
}

// The bytes in which a slice's operand, or its result, may be.
size_t ExtentOf(const TapeSlot& slot, bool of_result) {
  const auto& slice = *static_cast<const simd::TapeSlice*>(slot.instruction.extra);
  size_t extent = slice.bytes;
  if (slice.is_update != of_result) return extent;
  for (const simd::TapeSlice::Index& index : slice.indices) {
    extent += static_cast<size_t>(index.limit * index.stride);
  }
  return extent;
}

void Move(const TapeSlot& slot, HeldValue& held) {
  const bool has_source =
      slot.forms->result_bytes == held.bytes() && held.IsAt(slot.instruction.operands[0]);
  OverwriteResult(slot, held);
  if (has_source) held.AddPlace(slot.instruction.result);
}

// Changes what is known of the register as the slot does, if it leaves its result in memory.
void Follow(const TapeSlot& slot, HeldValue& held) {
  switch (slot.kind) {
    case TapeSlot::Kind::kJump:
      return;
    case TapeSlot::Kind::kCompute:
      return OverwriteResult(slot, held);
    case TapeSlot::Kind::kMove:
      return Move(slot, held);
    case TapeSlot::Kind::kSlice:
      return held.Overwrite(slot.instruction.result, ExtentOf(slot, true));
    case TapeSlot::Kind::kKernel:
    case TapeSlot::Kind::kNative:
    case TapeSlot::Kind::kOther:
      return held.Clear();
  }
}

size_t ArityOf(const simd::TapeForms& forms) {
  if (forms.after_left == 0) return 3;
  return forms.after_right == 0 ? 1 : 2;
}

// Returns the codes of `slot` with `next`: a branching comparison or another operation on its
// result.
simd::TapeCodes PairOf(const TapeSlot& slot, const TapeSlot& next) {
  if (slot.kind != TapeSlot::Kind::kCompute || slot.branches) return {};
  if (next.kind != TapeSlot::Kind::kCompute) return {};
  const void* const* operands = next.instruction.operands;
  const void* result = slot.instruction.result;
  if ((operands[0] == result) == (operands[1] == result)) return {};
  const uintptr_t second = next.branches ? next.forms->and_branch : next.forms->in_memory;
  return simd::FindTapePair(slot.forms->in_memory, second, operands[1] == result);
}

// Returns whether `slot` may move before `moved`, which precedes it.
bool MayPass(const TapeSlot& moved, const TapeSlot& slot) {
  const size_t bytes = moved.forms->operand_bytes;
  if (slot.kind == TapeSlot::Kind::kJump) return false;
  if (Writes(slot, moved.instruction.result, bytes)) return false;
  for (size_t k = 0; k < 2; ++k) {
    if (Writes(slot, moved.instruction.operands[k], bytes)) return false;
  }
  const void* const* operands = slot.instruction.operands;
  if (slot.kind == TapeSlot::Kind::kSlice) {
    const bool reads = Overlap(operands[0], ExtentOf(slot, false), moved.instruction.result, bytes);
    const auto is_index = [&](const void* index) {
      return Overlap(index, sizeof(int64_t), moved.instruction.result, bytes);
    };
    return !reads && !is_index(operands[1]) && !is_index(operands[2]);
  }
  const size_t arity = slot.kind == TapeSlot::Kind::kMove ? 1 : ArityOf(*slot.forms);
  for (size_t k = 0; k < arity; ++k) {
    if (Overlap(operands[k], kWidest, moved.instruction.result, bytes)) {
      return false;
    }
  }
  return true;
}

class CodeChooser {
 public:
  CodeChooser(std::span<TapeSlot> slots, HeldValue held, bool is_repeated)
      : slots_(slots), held_(held), is_repeated_(is_repeated) {}

  HeldValue Run() {
    for (size_t at = 0; at < slots_.size(); ++at) {
      if (slots_[at].kind != TapeSlot::Kind::kCompute) {
        Follow(slots_[at], held_);
      } else if (ChoosePair(at)) {
        ++at;
      } else {
        ChooseOne(at);
      }
    }
    return held_;
  }

 private:
  // Chooses a code for this instruction and the next one as a pair.
  bool ChoosePair(size_t at) {
    TapeSlot& slot = slots_[at];
    if (at + 1 == slots_.size()) return false;
    const TapeSlot& next = slots_[at + 1];
    const simd::TapeCodes codes = PairOf(slot, next);
    if (codes.in_memory == 0) return false;
    slot.instruction.code = next.branches ? codes.in_memory : CodeAmong(codes, slot, held_);
    OverwriteResult(slot, held_);
    OverwriteResult(next, held_);
    if (!next.branches) held_.Set(next.instruction.result, next.forms->result_bytes);
    return true;
  }

  void ChooseOne(size_t at) {
    TapeSlot& slot = slots_[at];
    const HeldValue before = held_;
    OverwriteResult(slot, held_);
    if (slot.branches) {
      slot.instruction.code = slot.forms->and_branch;
      return;
    }
    // Instructions without a result in the register have one form.
    if (slot.forms->result_bytes == 0) {
      slot.instruction.code = slot.forms->in_memory;
      return;
    }
    HeldValue own;
    own.Set(slot.instruction.result, slot.forms->result_bytes);
    const uintptr_t keeping = CodeAmong(slot.forms->keeping, slot, before);
    if (keeping != 0 && NextUse(at, held_) < NextUse(at, own)) {
      slot.instruction.code = keeping;
      return;
    }
    slot.instruction.code = CodeAmong(*slot.forms, slot, before);
    held_ = own;
  }

  // Returns the number of instructions from `at` to the next one that reads `held`; a large number
  // if it is too far away.
  size_t NextUse(size_t at, HeldValue held) const {
    const size_t ahead = is_repeated_ ? slots_.size() : slots_.size() - 1 - at;
    for (size_t k = 1; k <= std::min(ahead, kFarthestUse) && !held.is_empty(); ++k) {
      const TapeSlot& slot = slots_[(at + k) % slots_.size()];
      if (Reads(slot, held)) return k;
      Follow(slot, held);
    }
    return 2 * kFarthestUse;
  }

  const std::span<TapeSlot> slots_;
  HeldValue held_;
  const bool is_repeated_;
};

}  // namespace

bool Writes(const TapeSlot& slot, const void* place, size_t bytes) {
  if (slot.kind == TapeSlot::Kind::kOther) return true;
  if (slot.kind == TapeSlot::Kind::kJump) return false;
  if (slot.kind == TapeSlot::Kind::kNative) {
    return std::ranges::any_of(*slot.replaced,
                               [&](const auto& one) { return Writes(one, place, bytes); });
  }
  if (slot.kind == TapeSlot::Kind::kSlice) {
    return Overlap(slot.instruction.result, ExtentOf(slot, true), place, bytes);
  }
  if (slot.kind == TapeSlot::Kind::kKernel) {
    const auto& kernel = *static_cast<const simd::TapeKernel*>(slot.instruction.extra);
    return Overlap(slot.instruction.result, kernel.element_bytes, place, bytes);
  }
  const size_t width = slot.forms->result_bytes;
  return Overlap(slot.instruction.result, width == 0 ? kWidest : width, place, bytes);
}

void HeldValue::Set(const void* place, size_t bytes) {
  places_[0] = place;
  places_[1] = nullptr;
  bytes_ = bytes;
}

void HeldValue::AddPlace(const void* place) {
  if (!IsAt(place)) places_[1] = place;
}

void HeldValue::Overwrite(const void* place, size_t bytes) {
  for (const void*& one : places_) {
    const bool is_other = Overlap(one, bytes_, place, bytes == 0 ? kWidest : bytes);
    if (one != nullptr && is_other) one = nullptr;
  }
  if (places_[0] == nullptr) std::swap(places_[0], places_[1]);
  if (places_[0] == nullptr) bytes_ = 0;
}

bool HeldValue::IsAt(const void* place) const {
  return place != nullptr && (place == places_[0] || place == places_[1]);
}

HeldValue ChooseTapeCodes(std::span<TapeSlot> slots, HeldValue held, bool is_repeated) {
  return CodeChooser(slots, held, is_repeated).Run();
}

void SinkComparedResult(std::span<TapeSlot> slots) {
  if (slots.size() < 3 || !slots.back().branches) return;
  for (size_t at = slots.size() - 1; at-- > 0;) {
    const TapeSlot& slot = slots[at];
    if (PairOf(slot, slots.back()).in_memory == 0) continue;
    const auto between = slots.subspan(at + 1, slots.size() - at - 2);
    if (!std::ranges::all_of(between, [&](const auto& one) { return MayPass(slot, one); })) return;
    std::rotate(slots.begin() + static_cast<ptrdiff_t>(at),
                slots.begin() + static_cast<ptrdiff_t>(at) + 1, slots.end() - 1);
    return;
  }
}

bool EndsInPair(std::span<const TapeSlot> slots) {
  return slots.size() >= 2 && slots.back().branches &&
         PairOf(slots[slots.size() - 2], slots.back()).in_memory != 0;
}

bool RepeatByCount(std::span<TapeSlot> slots, simd::TapeBlock& block) {
  if (slots.size() < 2 || !slots.back().branches) return false;
  TapeSlot& count = slots[slots.size() - 2];
  const simd::TapeCodes codes = PairOf(count, slots.back());
  if (codes.in_memory == 0 || count.instruction.code != codes.in_memory) return false;
  const void* place = count.instruction.result;
  const bool is_left = count.instruction.operands[0] == place;
  if (is_left == (count.instruction.operands[1] == place)) return false;
  const auto others = slots.first(slots.size() - 2);
  const size_t bytes = count.forms->result_bytes;
  if (std::ranges::any_of(others, [&](const auto& one) { return Writes(one, place, bytes); })) {
    return false;
  }
  count.instruction.code = is_left ? codes.after_left : codes.after_right;
  count.instruction.operands[2] = block.instructions;
  slots.back().instruction.operands[2] = &block;
  return true;
}

}  // namespace paddock
