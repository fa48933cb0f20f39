// The machine of tapes, compiled once per SIMD target: the code of each instruction and its
// continuation.
//
// With tail calls, an instruction ends in a jump to the code of the next. Budget, count and last
// result stay in registers. Without them, it returns the next instruction to a loop. An instruction
// computes a vector of one lane, with the function objects of the kernels.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simd/elementwise/tape.h"
#include "simd/tape_tails.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_TAPE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_TAPE_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_TAPE_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/tape_joined-inl.h"
#include "simd/elementwise/tape_slice-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The last result, in the low lanes.
using TapeValueTag = hn::CappedTag<uint64_t, 1>;
using TapeValue = hn::VFromD<TapeValueTag>;

template <class V>
HWY_INLINE TapeValue ToTapeValue(V value) {
  return hn::ResizeBitCast(TapeValueTag(), value);
}

// Operands that are the last result.
enum class TapeSource : uint8_t { kMemory, kLeft, kRight, kBoth };

template <TapeSource kSource, size_t kOperand, class D>
HWY_INLINE hn::VFromD<D> TapeOperand(D d, const TapeInstruction& at, TapeValue last) {
  constexpr bool kIsLast = kSource == TapeSource::kBoth ||
                           (kSource == TapeSource::kLeft && kOperand == 0) ||
                           (kSource == TapeSource::kRight && kOperand == 1);
  if constexpr (kIsLast) {
    return hn::ResizeBitCast(d, last);
  } else {
    return LoadVector(d, at.operands[kOperand], 0);
  }
}

// --- Computing instructions and jumps.

// `kKeeps`: preserves the register.
template <class Function, typename Operand, size_t kArity, TapeSource kSource, bool kKeeps = false>
struct TapeCompute {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    return Run(at, last, std::make_index_sequence<kArity>());
  }

 private:
  template <size_t... kOperand>
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last,
                                  std::index_sequence<kOperand...>) {
    const hn::CappedTag<Operand, 1> d;
    const auto result = Function()(d, TapeOperand<kSource, kOperand>(d, at, last)...);
    StoreVector(result, hn::DFromV<decltype(result)>(), at.result, 0);
    if constexpr (kKeeps) {
      return last;
    } else {
      return ToTapeValue(result);
    }
  }
};

// A function of scalars.
template <template <typename> class Function>
struct OfScalars {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    return hn::Set(d, Function<hn::TFromD<D>>()(hn::GetLane(lhs), hn::GetLane(rhs)));
  }
};

template <typename T, bool kKeeps = false>
struct TapeSelect {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    const hn::CappedTag<T, 1> d;
    const auto result = SelectVector(d, at.operands, 0);
    StoreVector(result, d, at.result, 0);
    return kKeeps ? last : ToTapeValue(result);
  }
};

template <size_t kBytes>
struct TapeMove {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    uint8_t bytes[kBytes];
    memcpy(bytes, at.operands[0], kBytes);
    memcpy(at.result, bytes, kBytes);
    return last;
  }
};

struct TapeCallKernel {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    const auto& call = *static_cast<const TapeKernel*>(at.extra);
    call.function(at.operands, at.result, call.count, call.attributes);
    return last;
  }
};

#if !HWY_ARCH_WASM
struct TapeCallJoined {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    const auto& call = *static_cast<const TapeJoinedKernel*>(at.extra);
    if (call.kernel->element_bytes == sizeof(float)) {
      RunJoined<float>(call);
    } else {
      RunJoined<double>(call);
    }
    return last;
  }
};

struct TapeMoveSlice {
  static HWY_INLINE TapeValue Run(const TapeInstruction& at, TapeValue last) {
    MoveTapeSlice(at);
    return last;
  }
};
#endif

struct TapeJump {
  static HWY_INLINE TapeBlock* Target(const TapeInstruction& at, TapeValue) {
    return static_cast<TapeBlock*>(const_cast<void*>(at.extra));
  }
};

// A branch that the processor predicts. If the block's address were computed from the value, all
// instructions of the block would wait for it. An iteration of a small loop would take three times
// as long.
HWY_INLINE TapeBlock* ChosenTapeBlock(const TapeInstruction& at, bool holds) {
  TapeBlock* const* blocks = static_cast<TapeBlock* const*>(at.extra);
  TapeBlock* block = nullptr;
  if (holds) {
    block = blocks[1];
#if PADDOCK_TAPE_TAILS
    __asm__ volatile("" : "+r"(block));
#endif
  } else {
    block = blocks[0];
  }
  return block;
}

struct TapeBranch {
  static HWY_INLINE TapeBlock* Target(const TapeInstruction& at, TapeValue) {
    return ChosenTapeBlock(at, LoadElement<uint8_t>(at.operands[0], 0) != 0);
  }
};

// Compares two scalars. A mask would pass through three kinds of registers before a branch can test
// it.
template <class Holds, typename T>
HWY_INLINE bool HoldsOfScalars(T lhs, T rhs) {
  if constexpr (std::is_same_v<Holds, HoldsLess>) {
    return lhs < rhs;
  } else if constexpr (std::is_same_v<Holds, HoldsLessOrEqual>) {
    return lhs <= rhs;
  } else if constexpr (std::is_same_v<Holds, HoldsEqual>) {
    return lhs <= rhs && lhs >= rhs;
  } else {
    static_assert(std::is_same_v<Holds, HoldsNotEqual>);
    return !HoldsOfScalars<HoldsEqual>(lhs, rhs);
  }
}

template <class Function, typename T, TapeSource kSource>
struct TapeCompareBranch;
template <class Holds, typename T, TapeSource kSource>
struct TapeCompareBranch<InBytes<Holds>, T, kSource> {
  static HWY_INLINE TapeBlock* Target(const TapeInstruction& at, TapeValue last) {
    const hn::CappedTag<T, 1> d;
    const T lhs = hn::GetLane(TapeOperand<kSource, 0>(d, at, last));
    const T rhs = hn::GetLane(TapeOperand<kSource, 1>(d, at, last));
    const bool holds = HoldsOfScalars<Holds>(lhs, rhs);
    const uint8_t byte = holds;
    memcpy(at.result, &byte, 1);
    return ChosenTapeBlock(at, holds);
  }
};

struct TapeSwitch {
  static HWY_INLINE TapeBlock* Target(const TapeInstruction& at, TapeValue) {
    const auto& targets = *static_cast<const TapeTargets*>(at.extra);
    int64_t index = LoadElement<int32_t>(at.operands[0], 0);
    if (index < 0 || index >= targets.count) index = targets.count - 1;
    return targets.blocks[index];
  }
};

// --- Continuing with the next instruction.

// Pays for a block. Returns false if the tape is left before it.
HWY_INLINE bool PayForTapeBlock(TapeBlock& block, TapeRun& run, int64_t& budget, uint64_t& steps) {
  if (budget <= block.work) [[unlikely]] {
    run.budget = budget;
    run.steps = steps;
    run.at = block.place;
    return false;
  }
  budget -= block.work;
  steps += block.steps;
  ++block.count;
  block.last = steps;
  return true;
}

#if PADDOCK_TAPE_TAILS

using TapeCode = void (*)(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                          TapeValue last, uint64_t counter);

HWY_INLINE TapeCode TapeCodeOf(const TapeInstruction* at) {
  return reinterpret_cast<TapeCode>(at->code);
}

template <class Instruction, size_t kCount = 1>
void RunTapeInstruction(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                        TapeValue last, uint64_t counter) {
  last = Instruction::Run(*at, last);
  at += kCount;
  [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
}

template <class Instruction>
void GoToTapeBlock(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                   TapeValue last, uint64_t counter) {
  TapeBlock* block = Instruction::Target(*at, last);
  if (!PayForTapeBlock(*block, *run, budget, steps)) return;
  at = block->instructions;
  [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
}

inline void GoToCalled(const TapeInstruction* at, TapeRun* run, int64_t budget, uint64_t steps,
                       TapeValue last, uint64_t counter) {
  run->budget = budget;
  run->steps = steps;
  TapeBlock* block = run->call(*run, at->extra);
  if (block == nullptr) return;
  budget = run->budget;
  steps = run->steps;
  if (!PayForTapeBlock(*block, *run, budget, steps)) return;
  at = block->instructions;
  [[clang::musttail]] return TapeCodeOf(at)(at, run, budget, steps, last, counter);
}

inline void RunTapeBlocks(TapeBlock& entry, TapeRun& run) {
  int64_t budget = run.budget;
  uint64_t steps = run.steps;
  if (!PayForTapeBlock(entry, run, budget, steps)) return;
  TapeCodeOf(entry.instructions)(entry.instructions, &run, budget, steps, hn::Zero(TapeValueTag()),
                                 0);
}

#else

using TapeCode = const TapeInstruction* (*)(const TapeInstruction* at, TapeRun* run);

HWY_INLINE const TapeInstruction* EnterTape(TapeBlock* block, TapeRun& run) {
  if (block == nullptr || !PayForTapeBlock(*block, run, run.budget, run.steps)) return nullptr;
  return block->instructions;
}

template <class Instruction>
const TapeInstruction* RunTapeInstruction(const TapeInstruction* at, TapeRun*) {
  Instruction::Run(*at, hn::Zero(TapeValueTag()));
  return at + 1;
}

template <class Instruction>
const TapeInstruction* GoToTapeBlock(const TapeInstruction* at, TapeRun* run) {
  return EnterTape(Instruction::Target(*at, hn::Zero(TapeValueTag())), *run);
}

inline const TapeInstruction* GoToCalled(const TapeInstruction* at, TapeRun* run) {
  return EnterTape(run->call(*run, at->extra), *run);
}

inline void RunTapeBlocks(TapeBlock& entry, TapeRun& run) {
  const TapeInstruction* at = EnterTape(&entry, run);
  while (at != nullptr) at = reinterpret_cast<TapeCode>(at->code)(at, &run);
}

#endif

// --- Codes.

template <class Instruction>
uintptr_t TapeCodeToRun() {
  return reinterpret_cast<uintptr_t>(&RunTapeInstruction<Instruction>);
}
template <class Instruction>
uintptr_t TapeCodeToGo() {
  return reinterpret_cast<uintptr_t>(&GoToTapeBlock<Instruction>);
}

inline uintptr_t TapeControlCode(TapeControl control) {
  switch (control) {
    case TapeControl::kJump:
      return TapeCodeToGo<TapeJump>();
    case TapeControl::kBranch:
      return TapeCodeToGo<TapeBranch>();
    case TapeControl::kSwitch:
      return TapeCodeToGo<TapeSwitch>();
    case TapeControl::kKernel:
      return TapeCodeToRun<TapeCallKernel>();
    case TapeControl::kCall:
      return reinterpret_cast<uintptr_t>(&GoToCalled);
    case TapeControl::kMove1:
      return TapeCodeToRun<TapeMove<1>>();
    case TapeControl::kMove2:
      return TapeCodeToRun<TapeMove<2>>();
    case TapeControl::kMove4:
      return TapeCodeToRun<TapeMove<4>>();
    case TapeControl::kMove8:
      return TapeCodeToRun<TapeMove<8>>();
    case TapeControl::kMove16:
      return TapeCodeToRun<TapeMove<16>>();
    case TapeControl::kSlice:
#if !HWY_ARCH_WASM
      return TapeCodeToRun<TapeMoveSlice>();
#else
      break;
#endif
    case TapeControl::kJoined:
#if !HWY_ARCH_WASM
      return TapeCodeToRun<TapeCallJoined>();
#else
      break;
#endif
  }
  return 0;
}

template <class Function, typename Operand, size_t kArity, bool kIsComparison = false>
TapeForms TapeFormsOf() {
  using enum TapeSource;
  TapeForms forms;
  forms.in_memory = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kMemory>>();
#if PADDOCK_TAPE_TAILS
  forms.operand_bytes = sizeof(Operand);
  forms.result_bytes = kIsComparison ? 1 : sizeof(Operand);
  forms.keeping.in_memory = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kMemory, true>>();
  if constexpr (kArity < 3) {
    forms.after_left = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kLeft>>();
    forms.keeping.after_left = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kLeft, true>>();
  }
  if constexpr (kArity == 2) {
    forms.after_right = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kRight>>();
    forms.after_both = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kBoth>>();
    forms.keeping.after_right =
        TapeCodeToRun<TapeCompute<Function, Operand, kArity, kRight, true>>();
    forms.keeping.after_both = TapeCodeToRun<TapeCompute<Function, Operand, kArity, kBoth, true>>();
  }
  if constexpr (kIsComparison) {
    forms.and_branch = TapeCodeToGo<TapeCompareBranch<Function, Operand, kMemory>>();
  }
#endif
  return forms;
}

template <typename T>
TapeForms SelectFormsOf() {
  TapeForms forms;
  forms.in_memory = TapeCodeToRun<TapeSelect<T>>();
#if PADDOCK_TAPE_TAILS
  forms.keeping.in_memory = TapeCodeToRun<TapeSelect<T, true>>();
  forms.result_bytes = sizeof(T);
#endif
  return forms;
}

template <class Function, typename From, typename To>
TapeForms ConversionFormsOf(size_t) {
  TapeForms forms = TapeFormsOf<Function, From, 1>();
  forms.result_bytes = sizeof(To);
  return forms;
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_INL_H_
