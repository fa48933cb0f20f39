// The loops of the mathematical kernels. A function is a class with
//   template <class Element, Numerics kNumerics, class D, class V>
//   static V Apply(D d, V x [, V y])
// over vectors of f64; kernels on f32 widen, call it with Element = float, and
// round once, which is how they come within 0.51 ULP.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_MAP_INL_H_
#undef PADDOCK_SIMD_MATH_MAP_INL_H_
#else
#define PADDOCK_SIMD_MATH_MAP_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "hwy/highway.h"
#include "simd/math/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using MapTag = hn::ScalableTag<double>;
template <class Element>
using ElementTag = hn::Rebind<Element, MapTag>;

template <class Element>
HWY_INLINE hn::Vec<MapTag> Widen(hn::Vec<ElementTag<Element>> x) {
  if constexpr (sizeof(Element) == 4) {
    return hn::PromoteTo(MapTag(), x);
  } else {
    return x;
  }
}

template <class Element>
HWY_INLINE hn::Vec<ElementTag<Element>> Narrow(hn::Vec<MapTag> x) {
  if constexpr (sizeof(Element) == 4) {
    return hn::DemoteTo(ElementTag<Element>(), x);
  } else {
    return x;
  }
}

// Load `count` elements from any address, followed by zeros, and store to any address. An aligned
// copy is used: LoadN and StoreN require aligned elements, which a tensor in a mapped file may not
// have.
template <class D>
HWY_INLINE hn::Vec<D> LoadRest(D d, const void* from, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(d)] = {};
  std::memcpy(elements, from, count * sizeof(elements[0]));
  return hn::Load(d, elements);
}

template <class D>
HWY_INLINE void StoreRest(hn::Vec<D> x, D d, void* to, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(d)];
  hn::Store(x, d, elements);
  std::memcpy(to, elements, count * sizeof(elements[0]));
}

// The loop of a kernel, over whole vectors.
using WholeVectors = void (*)(const void* const* operands, void* result, size_t count);

#if !HWY_ARCH_WASM
// Runs the loop on copies of one element, as in loops of scalars. The loop's loads are as wide as
// the stores before them, for which they would wait otherwise.
template <size_t kOperands, class Element, size_t kAtOnce>
HWY_INLINE void MapOne(WholeVectors loop, const void* const* operands, void* result) {
  HWY_ALIGN Element all[kOperands][kAtOnce];
  HWY_ALIGN Element all_results[kAtOnce];
  const void* all_operands[kOperands];
  const ElementTag<Element> d;
  for (size_t k = 0; k < kOperands; ++k) {
    Element element;
    std::memcpy(&element, operands[k], sizeof(Element));
    for (size_t i = 0; i < kAtOnce; i += hn::Lanes(d)) {
      hn::Store(hn::Set(d, element), d, all[k] + i);
    }
    all_operands[k] = all[k];
  }
  // A compiler that knew the loop would compile it once more, for lanes that are equal.
  hwy::PreventElision(loop);
  loop(all_operands, all_results, kAtOnce);
  std::memcpy(result, all_results, sizeof(Element));
}
#endif

// Runs the loop on whole groups of `kAtOnce` elements, then on the rest, padded with zeros. So
// there is no scalar tail, no access past the end, and one copy of the function in the loop.
template <size_t kOperands, class Element, size_t kAtOnce = hn::MaxLanes(MapTag())>
HWY_NOINLINE void MapWithRest(WholeVectors loop, const void* const* operands, void* result,
                              size_t count) {
#if !HWY_ARCH_WASM
  if (count == 1) return MapOne<kOperands, Element, kAtOnce>(loop, operands, result);
#endif
  const size_t rest = count % kAtOnce;
  const size_t whole = count - rest;
  loop(operands, result, whole);
  if (rest == 0) return;
  const size_t offset = whole * sizeof(Element);
  HWY_ALIGN Element last[kOperands][kAtOnce] = {};
  HWY_ALIGN Element last_result[kAtOnce];
  const void* last_operands[kOperands];
  for (size_t k = 0; k < kOperands; ++k) {
    const auto* operand = static_cast<const unsigned char*>(operands[k]);
    std::memcpy(last[k], operand + offset, rest * sizeof(Element));
    last_operands[k] = last[k];
  }
  loop(last_operands, last_result, kAtOnce);
  std::memcpy(static_cast<unsigned char*>(result) + offset, last_result, rest * sizeof(Element));
}

template <class Function, class Element, Numerics kNumerics>
void MapUnaryVectors(const void* const* operands, void* result, size_t count) {
  const MapTag d;
  const ElementTag<Element> de;
  const auto* operand = static_cast<const Element*>(operands[0]);
  auto* to = static_cast<Element*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto x = Widen<Element>(hn::LoadU(de, operand + i));
    hn::StoreU(Narrow<Element>(Function::template Apply<Element, kNumerics>(d, x)), de, to + i);
  }
}

template <class Function, class Element, Numerics kNumerics>
void MapUnary(const void* const* operands, void* result, size_t count, const void*) {
  MapWithRest<1, Element>(&MapUnaryVectors<Function, Element, kNumerics>, operands, result, count);
}

template <class Function, class Element, Numerics kNumerics>
void MapBinaryVectors(const void* const* operands, void* result, size_t count) {
  const MapTag d;
  const ElementTag<Element> de;
  const auto* lhs = static_cast<const Element*>(operands[0]);
  const auto* rhs = static_cast<const Element*>(operands[1]);
  auto* to = static_cast<Element*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto x = Widen<Element>(hn::LoadU(de, lhs + i));
    const auto y = Widen<Element>(hn::LoadU(de, rhs + i));
    hn::StoreU(Narrow<Element>(Function::template Apply<Element, kNumerics>(d, x, y)), de, to + i);
  }
}

template <class Function, class Element, Numerics kNumerics>
void MapBinary(const void* const* operands, void* result, size_t count, const void*) {
  MapWithRest<2, Element>(&MapBinaryVectors<Function, Element, kNumerics>, operands, result, count);
}

// Elements widened at once: enough that the overhead is negligible, in a few KB of stack.
inline constexpr size_t kWidened = 64;

// Runs a loop over f64 for elements of either type, whole vectors at a time, so that both share one
// copy of it. An element of an operand has `operand_parts` numbers, one of the result
// `result_parts`; 2 for complex numbers.
template <size_t kOperands, class Element>
HWY_NOINLINE void MapWidened(WholeVectors loop, size_t operand_parts, size_t result_parts,
                             const void* const* operands, void* result, size_t count) {
  const MapTag d;
  const ElementTag<Element> de;
  HWY_ALIGN double widened[kOperands][2 * kWidened];
  HWY_ALIGN double loop_result[2 * kWidened];
  HWY_ALIGN Element elements[2 * kWidened];
  const void* loop_operands[kOperands];
  for (size_t k = 0; k < kOperands; ++k) loop_operands[k] = widened[k];
  auto* to = static_cast<unsigned char*>(result);
  for (size_t i = 0; i < count; i += kWidened) {
    const size_t part = HWY_MIN(kWidened, count - i);
    const size_t whole = hwy::RoundUpTo(part, hn::Lanes(d));
    for (size_t k = 0; k < kOperands; ++k) {
      const auto* from = static_cast<const unsigned char*>(operands[k]);
      const size_t numbers = part * operand_parts;
      std::memcpy(elements, from + i * operand_parts * sizeof(Element), numbers * sizeof(Element));
      std::fill(elements + numbers, elements + whole * operand_parts, Element{0});
      for (size_t j = 0; j < whole * operand_parts; j += hn::Lanes(d)) {
        hn::Store(Widen<Element>(hn::Load(de, elements + j)), d, widened[k] + j);
      }
    }
    loop(loop_operands, loop_result, whole);
    for (size_t j = 0; j < whole * result_parts; j += hn::Lanes(d)) {
      hn::Store(Narrow<Element>(hn::Load(d, loop_result + j)), de, elements + j);
    }
    std::memcpy(to + i * result_parts * sizeof(Element), elements,
                part * result_parts * sizeof(Element));
  }
}

// Maps a function whose f32 kernel computes in f64.
template <class Function, class Element, Numerics>
void MapUnaryInF64(const void* const* operands, void* result, size_t count, const void*) {
  MapWidened<1, Element>(&MapUnaryVectors<Function, double, Numerics::kPortable>, 1, 1, operands,
                         result, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_MAP_INL_H_
