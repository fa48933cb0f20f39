#include "core/exec/native/native_loop.h"

#include <algorithm>
#include <cstddef>

namespace paddock {

size_t TurnsOf(size_t instructions) {
  constexpr size_t kMostTurns = 8, kMostInstructions = 96;
  return std::clamp<size_t>(kMostInstructions / std::max<size_t>(instructions, 1), 1, kMostTurns);
}

void LoopWriter::EndTurn(NativeRegisters& registers) {
  using Condition = Assembler::Condition;
  assembler_.TestByte(registers.ReadAt(loop_.condition, 1));
  const auto leaves = loop_.repeats_if_true ? Condition::kEqual : Condition::kNotEqual;
  const size_t by_condition = assembler_.BeginSkippedIf(leaves);
  const size_t by_budget = assembler_.BeginUnlessAffordable(loop_.work);
  exits_.push_back({by_condition, by_budget});
  assembler_.Pay(loop_.work, loop_.steps);
  // A way out needs all results in memory.
  registers.KeepStores();
}

void LoopWriter::Finish() {
  Leave(exits_.size());
  for (size_t i = 0; i < exits_.size(); ++i) {
    assembler_.EndSkipped(exits_[i].by_condition);
    assembler_.EndSkipped(exits_[i].by_budget);
    Leave(i);
  }
}

void LoopWriter::Leave(size_t repetitions) {
  static_assert(offsetof(simd::TapeInstruction, code) == 0);
  if (repetitions > 0) {
    constexpr auto kBase = BaseRegister::kR9;
    constexpr auto kLast = static_cast<int32_t>(offsetof(simd::TapeBlock, last));
    constexpr auto kCount = static_cast<int32_t>(offsetof(simd::TapeBlock, count));
    assembler_.SetAddress(kBase, reinterpret_cast<uintptr_t>(loop_.block));
    assembler_.CountTurns(static_cast<int32_t>(repetitions), {kBase, kCount}, {kBase, kLast});
  }
  assembler_.AdvanceAndJump(sizeof(simd::TapeInstruction));
}

}  // namespace paddock
