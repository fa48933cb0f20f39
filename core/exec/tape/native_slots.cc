#include "core/exec/tape/native_slots.h"

#include <algorithm>

namespace paddock {
namespace {

bool IsUpdate(const TapeSlot& slot) {
  return slot.kind == TapeSlot::Kind::kSlice &&
         static_cast<const simd::TapeSlice*>(slot.instruction.extra)->is_update;
}

bool ReadsWhat(const TapeSlot& update, const TapeSlot& slot) {
  return std::ranges::any_of(slot.instruction.operands, [&](const void* operand) {
    return operand != nullptr && Writes(update, operand, 1);
  });
}

}  // namespace

const NativeOperations& NativeCodes() {
  static const NativeOperations kOperations;
  return kOperations;
}

simd::TapeInstruction WithoutBranch(const TapeSlot& slot) {
  simd::TapeInstruction instruction = slot.instruction;
  if (slot.branches) instruction.code = slot.forms->in_memory;
  return instruction;
}

bool IsNative(const TapeSlot& slot) {
  return slot.kind != TapeSlot::Kind::kJump && NativeCodes().Find(WithoutBranch(slot)) != nullptr;
}

bool TakesLong(const TapeSlot& slot) {
  if (slot.branches) return false;
  if (slot.instruction.code == simd::FindTapeCode(simd::TapeControl::kKernel)) return true;
  const NativeOperation& operation = *NativeCodes().Find(slot.instruction);
  return CallsFunction(operation) || operation.kind == NativeOperation::Kind::kSlice;
}

bool ReadsWhatItUpdates(std::span<const TapeSlot> slots) {
  return std::ranges::any_of(slots, [&](const TapeSlot& update) {
    return IsUpdate(update) && std::ranges::any_of(slots, [&](const TapeSlot& slot) {
             return ReadsWhat(update, slot);
           });
  });
}

}  // namespace paddock
