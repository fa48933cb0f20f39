// The loops of functions of f32 lanes (single-inl.h).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_MAP_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_MAP_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_MAP_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "simd/math/map-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_exponential-inl.h"
#include "simd/math/single_wasm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Like MapUnary, in f32 lanes.
#if HWY_ARCH_WASM
// For most operands one step is simpler (single_wasm-inl.h).
template <class Function>
concept HasFarOperands = requires { Function::kMost; };

// Two vectors in each iteration, whose steps the engine interleaves. Steps of one vector depend on
// each other, and a processor does not look far enough ahead to find the next iteration's.
template <class Function>
void MapSingleVectors(const void* const* operands, void* result, size_t count) {
  const hn::ScalableTag<float> d;
  const auto* operand = static_cast<const float*>(operands[0]);
  auto* to = static_cast<float*>(result);
  for (size_t i = 0; i < count; i += 2 * hn::Lanes(d)) {
    const auto first = Function::Apply(d, hn::LoadU(d, operand + i));
    const auto second = Function::Apply(d, hn::LoadU(d, operand + i + hn::Lanes(d)));
    hn::StoreU(first, d, to + i);
    hn::StoreU(second, d, to + i + hn::Lanes(d));
  }
}

template <HasFarOperands Function>
void MapSingleVectors(const void* const* operands, void* result, size_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto* operand = static_cast<const float*>(operands[0]);
  auto* to = static_cast<float*>(result);
  const Function function;
  const auto most = Kept(di, std::bit_cast<int32_t>(Function::kMost));
  for (size_t i = 0; i < count; i += 2 * hn::Lanes(d)) {
    auto first = hn::LoadU(d, operand + i), second = hn::LoadU(d, operand + i + hn::Lanes(d));
    const auto magnitude =
        hn::Max(hn::BitCast(di, hn::Abs(first)), hn::BitCast(di, hn::Abs(second)));
    const bool is_far = !hn::AllFalse(di, hn::Gt(magnitude, most));
    if (HWY_UNLIKELY(is_far)) {
      first = Limit(d, first, Function::kLow, Function::kHigh);
      second = Limit(d, second, Function::kLow, Function::kHigh);
    }
    first = function.Apply(d, first, is_far);
    second = function.Apply(d, second, is_far);
    hn::StoreU(first, d, to + i);
    hn::StoreU(second, d, to + i + hn::Lanes(d));
  }
}

template <class Function>
void MapSingle(const void* const* operands, void* result, size_t count, const void*) {
  constexpr size_t kAtOnce = 2 * hn::MaxLanes(hn::ScalableTag<float>());
  MapWithRest<1, float, kAtOnce>(&MapSingleVectors<Function>, operands, result, count);
}
#else
// Two vectors, so that few instructions find out whether their operands are regular.
template <class Function, class D>
HWY_INLINE void MapTwoVectors(D d, const float* operand, float* to) {
  const auto first = hn::LoadU(d, operand), second = hn::LoadU(d, operand + hn::Lanes(d));
  const auto order = hn::Max(Function::Order(d, first), Function::Order(d, second));
  if (HWY_LIKELY(AreRegular<Function>(hn::RebindToSigned<D>(), order))) {
    hn::StoreU(Function::ApplyToRegular(d, first), d, to);
    hn::StoreU(Function::ApplyToRegular(d, second), d, to + hn::Lanes(d));
  } else {
    hn::StoreU(Function::Apply(d, first), d, to);
    hn::StoreU(Function::Apply(d, second), d, to + hn::Lanes(d));
  }
}

template <class Function>
void MapSingle(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto* operand = static_cast<const float*>(operands[0]);
  auto* to = static_cast<float*>(result);
  size_t i = 0;
  if constexpr (HasRegular<Function>) {
    for (; i + 2 * lanes <= count; i += 2 * lanes) MapTwoVectors<Function>(d, operand + i, to + i);
  }
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(Function::Apply(d, hn::LoadU(d, operand + i)), d, to + i);
  }
  if (i == count) return;
  const auto rest = Function::Apply(d, LoadRest(d, operand + i, count - i));
  StoreRest(rest, d, to + i, count - i);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_MAP_INL_H_
