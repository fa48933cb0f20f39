// Fused pairs of tape instructions, compiled once per SIMD target. The first one's result does not
// wait for memory, and both share one jump. Only for targets where instructions end in tail calls.
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(PADDOCK_SIMD_ELEMENTWISE_TAPE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_TAPE_PAIRS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_TAPE_PAIRS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_PAIRS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/tape-inl.h"

#if PADDOCK_TAPE_TAILS
HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Two instructions. The second takes the first one's result.
template <class First, class Second>
struct TapePairOf {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    return Second::Run((&at)[1], First::Run(at, last));
  }
};

// A loop counter and its limit: an addition or subtraction, and a comparison of its result. Operand
// kCounter of the first is in a register of its own. Operand kLink of the comparison is the
// counter.
template <class Function, typename Unsigned, TapeSource kCounter, class Holds, typename T,
          TapeSource kLink>
struct TapeCount {
  static HWY_INLINE uint64_t Next(const TapeInstruction& at, uint64_t counter) {
    const hn::CappedTag<Unsigned, 1> d;
    const TapeValue held = ToTapeValue(hn::Set(d, static_cast<Unsigned>(counter)));
    const auto result =
        Function()(d, TapeOperand<kCounter, 0>(d, at, held), TapeOperand<kCounter, 1>(d, at, held));
    StoreVector(result, d, at.result, 0);
    return hn::GetLane(result);
  }

  static HWY_INLINE bool MayGoOn(const TapeInstruction& at, uint64_t counter) {
    const T count = static_cast<T>(static_cast<Unsigned>(counter));
    const T limit = LoadElement<T>(at.operands[kLink == TapeSource::kLeft ? 1 : 0], 0);
    const bool holds = kLink == TapeSource::kLeft ? HoldsOfScalars<Holds>(count, limit)
                                                  : HoldsOfScalars<Holds>(limit, count);
    const uint8_t byte = holds;
    memcpy(at.result, &byte, 1);
    return holds;
  }
};

// Updates the loop counter and leaves it in a register.
template <class Count>
void CountTapeTurn(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                   TapeValue last, uint64_t counter) {
  counter = Count::Next(*at, counter);
  TapeBlock* block = ChosenTapeBlock(at[1], Count::MayGoOn(at[1], counter));
  if (!PayForTapeBlock(*block, *run, budget, steps)) return;
  at = block->instructions;
  [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
}

// Like CountTapeTurn, for a loop whose branch usually returns to its own block. That block is
// operand 2 of the second instruction, and its instructions are operand 2 of the first. Loading
// them through the branch would make each iteration wait for three dependent loads. Entries of the
// block are counted on leaving it: counting in memory takes as long as an iteration.
template <class Count>
void RepeatTapeBlock(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                     TapeValue last, uint64_t counter) {
  counter = Count::Next(*at, counter);
  TapeBlock* block = ChosenTapeBlock(at[1], Count::MayGoOn(at[1], counter));
  auto* own = static_cast<TapeBlock*>(const_cast<void*>(at[1].operands[2]));
  if (block == own && budget > own->work) [[likely]] {
    budget -= own->work;
    steps += own->steps;
    at = static_cast<const TapeInstruction*>(at->operands[2]);
    [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
  }
  own->count += (steps - own->last) / own->steps;
  own->last = steps;
  if (!PayForTapeBlock(*block, *run, budget, steps)) return;
  at = block->instructions;
  [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
}

template <class First, class Second>
uintptr_t TapeCodeToRunBoth() {
  return reinterpret_cast<uintptr_t>(&RunTapeInstruction<TapePairOf<First, Second>, 2>);
}
template <class Count>
uintptr_t TapeCodeToCount() {
  return reinterpret_cast<uintptr_t>(&CountTapeTurn<Count>);
}
template <class Count>
uintptr_t TapeCodeToRepeat() {
  return reinterpret_cast<uintptr_t>(&RepeatTapeBlock<Count>);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_PAIRS_INL_H_
