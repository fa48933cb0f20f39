#include "core/exec/native/native_end.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

namespace paddock {
namespace {

using Condition = Assembler::Condition;
using Target = NativeEnd::Target;

constexpr auto kBase = BaseRegister::kR9;

MemoryOperand Member(size_t offset) { return {kBase, static_cast<int32_t>(offset)}; }

}  // namespace

bool NativeEnd::MayEnter(const Target& target) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  return target.work <= kMost && target.steps <= static_cast<uint64_t>(kMost);
}

size_t IterationsOf(size_t instructions) {
  constexpr size_t kMostIterations = 8, kMostInstructions = 96;
  return std::clamp<size_t>(kMostInstructions / std::max<size_t>(instructions, 1), 1,
                            kMostIterations);
}

const Target& EndWriter::Repeated() const {
  return end_.targets[end_.targets[1].block == end_.repeated ? 1 : 0];
}

// A mask in a register is there before its byte is in memory.
Condition EndWriter::TestByte(bool wanted) {
  bool is_inverted = false;
  if (const auto shape = registers_.FindShape(end_.operand)) {
    const NativeRegisters::Mask mask = registers_.LoadAnyMask(end_.operand, *shape);
    if (!registers_.HasTested(end_.operand)) {
      assembler_.MoveToRax(mask.vector);
      assembler_.TestRax();
      is_inverted = mask.is_inverted;
    }
  } else {
    assembler_.TestByte(registers_.ReadAt(end_.operand, 1));
  }
  return wanted != is_inverted ? Condition::kNotEqual : Condition::kEqual;
}

void EndWriter::EndIteration() {
  const Target& repeated = Repeated();
  const bool is_second = &repeated == &end_.targets[1];
  const size_t to_other = assembler_.BeginSkippedIf(TestByte(!is_second));
  const auto work = static_cast<int32_t>(repeated.work);
  exits_.push_back({to_other, assembler_.BeginUnlessAffordable(work), registers_.Leave()});
  assembler_.Pay(work, static_cast<int32_t>(repeated.steps));
}

void EndWriter::Finish() {
  if (end_.repeated == nullptr) return Choose();
  const bool is_second = &Repeated() == &end_.targets[1];
  const size_t again = assembler_.BeginSkippedIf(TestByte(is_second));
  const Target& other = end_.targets[is_second ? 0 : 1];
  Count(Repeated().block, exits_.size());
  GoTo(other);
  assembler_.EndSkipped(again);
  Count(Repeated().block, exits_.size());
  GoTo(Repeated());
  for (size_t i = 0; i < exits_.size(); ++i) {
    assembler_.EndSkipped(exits_[i].to_other);
    assembler_.EndSkipped(exits_[i].by_budget);
    WriteLate(exits_[i].stores);
    Count(Repeated().block, i);
    assembler_.SetAddress(kBase, reinterpret_cast<uintptr_t>(end_.operand));
    assembler_.TestByte({kBase, 0});
    const size_t by_budget =
        assembler_.BeginSkippedIf(is_second ? Condition::kNotEqual : Condition::kEqual);
    GoTo(other);
    assembler_.EndSkipped(by_budget);
    GoBehind(assembler_);
  }
}

void EndWriter::WriteLate(const std::vector<NativeRegisters::LateStore>& stores) {
  constexpr int64_t kFarthest = int64_t{1} << 30;
  int64_t base = 0;
  for (const NativeRegisters::LateStore& store : stores) {
    const auto address = static_cast<int64_t>(reinterpret_cast<uintptr_t>(store.address));
    if (base == 0 || std::abs(address - base) > kFarthest) {
      base = address;
      assembler_.SetAddress(kBase, static_cast<uint64_t>(base));
    }
    const MemoryOperand memory{kBase, static_cast<int32_t>(address - base)};
    if (store.is_mask) {
      assembler_.MoveToRax(store.vector);
      assembler_.KeepLowestBit();
      if (store.is_inverted) assembler_.FlipLowestBit();
      assembler_.StoreRax(1, memory);
    } else if (store.bytes < 4) {
      assembler_.StoreLowest(store.bytes, store.vector, memory);
    } else {
      assembler_.Access(native::Store(store.bytes), store.vector, memory);
    }
  }
}

void EndWriter::Choose() {
  std::vector<size_t> chosen;
  switch (end_.kind) {
    case NativeEnd::Kind::kJump:
      break;
    case NativeEnd::Kind::kBranch:
      chosen.push_back(assembler_.BeginSkippedIf(TestByte(false)));
      break;
    case NativeEnd::Kind::kSwitch:
      registers_.LoadRax(end_.operand, 4, false);
      for (size_t i = 0; i + 1 < end_.targets.size(); ++i) {
        assembler_.CompareEax(static_cast<uint8_t>(i));
        chosen.push_back(assembler_.BeginSkippedIf(Condition::kEqual));
      }
      break;
  }
  GoTo(end_.targets.back());
  for (size_t i = 0; i < chosen.size(); ++i) {
    assembler_.EndSkipped(chosen[i]);
    GoTo(end_.targets[i]);
  }
}

void EndWriter::Count(simd::TapeBlock* block, size_t times) {
  if (times == 0) return;
  assembler_.SetAddress(kBase, reinterpret_cast<uintptr_t>(block));
  assembler_.CountEntries(static_cast<int32_t>(times), Member(offsetof(simd::TapeBlock, count)),
                          Member(offsetof(simd::TapeBlock, last)));
}

void EndWriter::GoTo(const Target& target) {
  if (!NativeEnd::MayEnter(target)) return GoBehind(assembler_);
  const auto work = static_cast<int32_t>(target.work);
  const size_t by_budget = assembler_.BeginUnlessAffordable(work);
  assembler_.Pay(work, static_cast<int32_t>(target.steps));
  Count(target.block, 1);
  assembler_.JumpToInstructions(Member(offsetof(simd::TapeBlock, instructions)));
  assembler_.EndSkipped(by_budget);
  GoBehind(assembler_);
}

void GoBehind(Assembler& assembler) {
  static_assert(offsetof(simd::TapeInstruction, code) == 0);
  assembler.AdvanceAndJump(sizeof(simd::TapeInstruction));
}

}  // namespace paddock
