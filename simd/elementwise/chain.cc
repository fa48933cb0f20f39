#include "simd/elementwise/chain.h"

#include <algorithm>

#include "simd/math/chain_exponential.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/chain.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/chain_functions-inl.h"
#ifndef __wasm__
#include "simd/elementwise/chain_halves-inl.h"
#include "simd/elementwise/chain_narrow-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2
// Where there is no machine code.
template <class V>
HWY_INLINE void ComputeExponentials(ChainBlock<V>& a) {
  static_assert(HalvesOf<V>() == 1);
  const hn::DFromV<V> d;
  HWY_ALIGN hn::TFromV<V> lanes[8 * hn::MaxLanes(d)];
  const auto at = [&](size_t i) { return lanes + i * hn::Lanes(d); };
  ForEachOfHalf(a.first, 0, [&](V v, size_t i) HWY_ATTR {
    hn::Store(v, d, at(i));
    return v;
  });
  ReplaceByExponentials(reinterpret_cast<float*>(lanes), 8 * hn::Lanes(d));
  ForEachOfHalf(a.first, 0, [&](V, size_t i) HWY_ATTR { return hn::Load(d, at(i)); });
}
#endif

template <class First, class Second, class V>
HWY_INLINE void RunPair(First first, Second second, ChainBlock<V>& a) {
  ForEachVector(a, BothParts<First, Second>{first, second});
}

#ifndef __wasm__
// Steps that modules have not.
template <class V>
HWY_INLINE void RunNativeStep(ChainOp op, uint8_t* block, const uint8_t* second, ChainBlock<V>& a) {
  using Tags = ChainTags<hn::TFromV<V>>;
  if constexpr (sizeof(hn::TFromV<V>) >= 2) {
    if (op == ChainOp::kTake) return ForEachVector(a, TakenElements{block});
  }
  if constexpr (sizeof(hn::TFromV<V>) >= 4) {
    if (op == ChainOp::kLoadReal) return ForEachVector(a, LoadedPart{block, 0});
    if (op == ChainOp::kLoadImag) return ForEachVector(a, LoadedPart{block, 1});
    if (op == ChainOp::kStoreComplex) return ForEachVector(a, StoredComplex{block, second});
  }
  if constexpr (Tags::kHas8) {
    if (op == ChainOp::kLoadI8) return ForEachVector(a, LoadedNarrow<int8_t>{block});
    if (op == ChainOp::kLoadU8) return ForEachVector(a, LoadedNarrow<uint8_t>{block});
    if (op == ChainOp::kStoreLow8) return ForEachVector(a, StoredNarrow<uint8_t>{block});
    if (op == ChainOp::kWrapI8) return ForEachVector(a, Wrapped<int8_t>());
    if (op == ChainOp::kWrapU8) return ForEachVector(a, Wrapped<uint8_t>());
  }
  if constexpr (Tags::kHas16) {
    using ToInteger = typename Tags::FloatToInteger;
    if (op == ChainOp::kLoadI16) return ForEachVector(a, LoadedNarrow<int16_t>{block});
    if (op == ChainOp::kLoadU16) return ForEachVector(a, LoadedNarrow<uint16_t>{block});
    if (op == ChainOp::kStoreLow16) return ForEachVector(a, StoredNarrow<uint16_t>{block});
    if (op == ChainOp::kWrapI16) return ForEachVector(a, Wrapped<int16_t>());
    if (op == ChainOp::kWrapU16) return ForEachVector(a, Wrapped<uint16_t>());
    if (op == ChainOp::kFloatToI8) return ForEachVector(a, FloatsToNarrow<int8_t, ToInteger>());
    if (op == ChainOp::kFloatToU8) return ForEachVector(a, FloatsToNarrow<uint8_t, ToInteger>());
    if (op == ChainOp::kFloatToI16) return ForEachVector(a, FloatsToNarrow<int16_t, ToInteger>());
    if (op == ChainOp::kFloatToU16) return ForEachVector(a, FloatsToNarrow<uint16_t, ToInteger>());
    RunHalvesStep<ElementType::kF16>(
        op, {ChainOp::kLoadF16, ChainOp::kStoreF16, ChainOp::kRoundF16, ChainOp::kToF16}, block, a);
    RunHalvesStep<ElementType::kBF16>(
        op, {ChainOp::kLoadBF16, ChainOp::kStoreBF16, ChainOp::kRoundBF16, ChainOp::kToBF16}, block,
        a);
  }
}
#endif

// Steps of one kind of lanes.
template <class V>
HWY_INLINE void RunStep(ChainOp op, uint8_t* first, uint8_t* second, ChainBlock<V>& a) {
  using Tags = ChainTags<hn::TFromV<V>>;
  switch (op) {
    case ChainOp::kNone:
    case ChainOp::kSame:
    case ChainOp::kExponentialMinusOne:
      return;
    case ChainOp::kExponential:
#if HWY_TARGET == HWY_AVX2
      if constexpr (sizeof(hn::TFromV<V>) == sizeof(float)) ComputeExponentials(a);
#endif
      return;
    case ChainOp::kLoad:
      return ForEachVector(a, LoadedVector{first});
    case ChainOp::kLoadBoolean:
      return ForEachVector(a, LoadedBoolean{first});
    case ChainOp::kStore:
      return ForEachVector(a, StoredVector{first});
    case ChainOp::kStream:
      return ForEachVector(a, StreamedVector{first});
    case ChainOp::kStoreBoolean:
      return ForEachVector(a, StoredBoolean{first});
    case ChainOp::kIntegerToFloat:
      if constexpr (Tags::kHasFloat) {
        ForEachVector(a, OnAccumulator<IntegerToFloat, typename Tags::Signed>());
      }
      return;
    case ChainOp::kFloatToInteger:
      if constexpr (Tags::kHasFloat) {
        ForEachVector(a, OnAccumulator<typename Tags::FloatToInteger, typename Tags::Float>());
      }
      return;
    case ChainOp::kSelectByPredicate:
      return ForEachVector(a, ChosenByPredicate{first, second});
    case ChainOp::kSelectOnTrue:
      return ForEachVector(a, ChosenOnTrue{first, second});
    case ChainOp::kSelectOnFalse:
      return ForEachVector(a, ChosenOnFalse{first, second});
#define CHAIN_STEP(name, lanes, ...)                                \
  case ChainOp::k##name:                                            \
    if constexpr (Tags::kHas##lanes) ForEachVector(a, __VA_ARGS__); \
    return;
#define CHAIN_UNARY(name, lanes, function, types, operation) \
  CHAIN_STEP(name, lanes, OnAccumulator<function, typename Tags::lanes>())
#define CHAIN_COMMUTATIVE(name, lanes, function, types, operation) \
  CHAIN_STEP(name, lanes, OnLeft<function, typename Tags::lanes>{first})
#define CHAIN_BINARY(name, lanes, function, types, operation) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, operation)  \
  CHAIN_STEP(name##Reversed, lanes, OnRight<function, typename Tags::lanes>{first})
#define CHAIN_ARITHMETIC(name, lanes, function, types, operation) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, operation)      \
  CHAIN_STEP(name##Doubled, lanes, OnBoth<function, typename Tags::lanes>())
#define CHAIN_TERNARY(name, lanes, function, types, operation) \
  CHAIN_STEP(name, lanes, OnMiddle<function, typename Tags::lanes>{first, second})
#define CHAIN_COMPARE(name, lanes, function, types, direction) \
  CHAIN_BINARY(name, lanes, InLanes<function>, types, direction)
#define CHAIN_DIVISION(name, lanes, function, types, operation) \
  CHAIN_STEP(name, lanes, function<typename Tags::lanes>{DivisorAt<typename Tags::lanes>(first)})
#include "simd/elementwise/chain_ops.def"
#ifndef __wasm__
#include "simd/elementwise/chain_native_ops.def"
#endif
#undef CHAIN_STEP
#undef CHAIN_UNARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_BINARY
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
#undef CHAIN_DIVISION
#define CHAIN_PAIR(one, other)                             \
  case ChainOp::k##one##Then##other:                       \
    if constexpr (Tags::kHasFloat) {                       \
      using Parts = ChainParts<typename Tags::Float>;      \
      RunPair(Parts::one(first), Parts::other(second), a); \
    }                                                      \
    return;
#include "simd/elementwise/chain_pairs.def"
#undef CHAIN_PAIR
#ifndef __wasm__
    default:
      return RunNativeStep(op, first, second, a);
#endif
  }
}

template <typename Lane>
void RunChain(const ChainStep* steps, size_t step_count, const ChainOperand* operands,
              size_t block_count) {
  const auto zero = hn::Zero(typename ChainTags<Lane>::Unsigned());
  const ChainHalf<std::remove_const_t<decltype(zero)>> half = {zero, zero, zero, zero,
                                                               zero, zero, zero, zero};
  ChainBlock<std::remove_const_t<decltype(zero)>> a = {half, half};
  for (size_t block = 0; block < block_count; ++block) {
    for (const ChainStep* step = steps; step != steps + step_count; ++step) {
      const ChainOperand& first = operands[step->operands[0]];
      const ChainOperand& second = operands[step->operands[1]];
      RunStep(step->op, first.address + block * first.block_bytes,
              second.address + block * second.block_bytes, a);
    }
  }
}

template <typename Lane>
ChainMachine MachineOf() {
  const size_t lanes = hn::Lanes(typename ChainTags<Lane>::Unsigned());
  using V = hn::VFromD<typename ChainTags<Lane>::Unsigned>;
  return {&RunChain<Lane>, std::min(kMostChainElements, lanes * 8 * HalvesOf<V>())};
}

ChainMachine ChainMachineOf(size_t lane_bytes) {
  static_assert(hn::MaxLanes(ChainTags<uint32_t>::Unsigned()) * 8 * kChainHalves <=
                kMostChainElements);
#ifndef __wasm__
  if (lane_bytes == 1) return MachineOf<uint8_t>();
  if (lane_bytes == 2) return MachineOf<uint16_t>();
#endif
  return lane_bytes == 4 ? MachineOf<uint32_t>() : MachineOf<uint64_t>();
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ChainMachineOf);

ChainMachine FindChainMachine(size_t lane_bytes) {
  return HWY_DYNAMIC_DISPATCH(ChainMachineOf)(lane_bytes);
}

}  // namespace paddock::simd
#endif
