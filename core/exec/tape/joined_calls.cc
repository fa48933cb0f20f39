#include "core/exec/tape/joined_calls.h"

#include <algorithm>

namespace paddock {
namespace {

// Farther calls rarely have operands that are known.
constexpr size_t kFarthest = 64;

const simd::TapeKernel& KernelOf(const TapeSlot& slot) {
  return *static_cast<const simd::TapeKernel*>(slot.instruction.extra);
}

bool CallsSame(const TapeSlot& slot, const simd::TapeKernel& kernel) {
  if (slot.kind != TapeSlot::Kind::kKernel) return false;
  const simd::TapeKernel& other = KernelOf(slot);
  return other.function == kernel.function && other.attributes == kernel.attributes &&
         other.element_bytes == kernel.element_bytes;
}

// Whether the operands of a call are not written between its slot and the ones before.
bool AreKnown(const TapeSlot& call, std::span<const TapeSlot> before) {
  const simd::TapeKernel& kernel = KernelOf(call);
  const auto operands = std::span(call.instruction.operands).first(kernel.arity);
  return std::ranges::none_of(before, [&](const TapeSlot& slot) {
    return std::ranges::any_of(
        operands, [&](const void* operand) { return Writes(slot, operand, kernel.element_bytes); });
  });
}

const simd::TapeForms& MoveFormsOf(size_t bytes) {
  const auto make = [](size_t width) {
    simd::TapeForms forms;
    forms.in_memory =
        simd::FindTapeCode(width == 4 ? simd::TapeControl::kMove4 : simd::TapeControl::kMove8);
    forms.result_bytes = static_cast<uint8_t>(width);
    return forms;
  };
  static const simd::TapeForms kOfFour = make(4), kOfEight = make(8);
  return bytes == 4 ? kOfFour : kOfEight;
}

void BecomeMove(const void* from, TapeSlot& slot) {
  const simd::TapeForms& forms = MoveFormsOf(KernelOf(slot).element_bytes);
  slot.kind = TapeSlot::Kind::kMove;
  slot.forms = &forms;
  slot.instruction.code = forms.in_memory;
  slot.instruction.operands[0] = from;
  slot.instruction.extra = nullptr;
}

void SetOperands(const TapeSlot& slot, size_t place, simd::TapeJoinedKernel& call) {
  for (size_t k = 0; k < call.kernel->arity; ++k) {
    call.operands[k][place] = slot.instruction.operands[k];
  }
}

}  // namespace

void SomeJoinedCalls::Reset(size_t instruction_count) {
  Clear();
  results_.assign(instruction_count, 0);
}

void SomeJoinedCalls::Join(std::span<TapeSlot> slots, std::span<const size_t> numbers) {
  for (size_t at = 0; at < slots.size(); ++at) {
    if (slots[at].kind == TapeSlot::Kind::kKernel) JoinFrom(at, slots, numbers);
  }
}

void SomeJoinedCalls::JoinFrom(size_t first, std::span<TapeSlot> slots,
                               std::span<const size_t> numbers) {
  TapeSlot& slot = slots[first];
  simd::TapeJoinedKernel call;
  call.kernel = &KernelOf(slot);
  const size_t end = std::min(slots.size(), first + kFarthest);
  std::vector<size_t> joined;
  for (size_t at = first + 1; at < end && joined.size() + 1 < call.kMost; ++at) {
    if (slots[at].kind == TapeSlot::Kind::kOther || slots[at].kind == TapeSlot::Kind::kJump) break;
    if (!CallsSame(slots[at], *call.kernel)) continue;
    if (AreKnown(slots[at], slots.subspan(first, at - first))) joined.push_back(at);
  }
  if (joined.empty()) return;
  call.count = joined.size() + 1;
  for (size_t i = 0; i < call.kMost; ++i) SetOperands(slot, i, call);
  call.results[0] = slot.instruction.result;
  for (size_t i = 0; i < joined.size(); ++i) {
    TapeSlot& other = slots[joined[i]];
    SetOperands(other, i + 1, call);
    call.results[i + 1] = &results_[numbers[joined[i]]];
    BecomeMove(call.results[i + 1], other);
  }
  calls_.push_back(call);
  slot.kind = TapeSlot::Kind::kOther;
  slot.instruction.code = simd::FindTapeCode(simd::TapeControl::kJoined);
  slot.instruction.extra = &calls_.back();
}

}  // namespace paddock
