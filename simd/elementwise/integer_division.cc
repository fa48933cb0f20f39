// divide, remainder and power of integers.
#include <algorithm>
#include <type_traits>

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/integer_division.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/integer_quotient-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// By squaring, modulo 2^bits.
template <typename T>
struct PowerIntegers {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    const bool is_odd = (rhs & 1) != 0;
    if (rhs < 0) {
      if (lhs == static_cast<T>(-1)) return is_odd ? lhs : T{1};
      return lhs == 1 ? T{1} : T{0};
    }
    // At least 32 bits, lest the product of two uint16_t overflow an int.
    using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    U result = 1;
    U factor = static_cast<U>(lhs);
    for (U exponent = static_cast<U>(rhs); exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result *= factor;
      factor *= factor;
    }
    return static_cast<T>(result);
  }
};

// Squares every lane until no exponent has bits left. Elements of 8 bits are lanes of 16, because
// few targets multiply bytes.
template <typename T>
struct PowerOfVectors {
  using Unsigned = std::make_unsigned_t<T>;
  using Lane = std::conditional_t<sizeof(T) == 1, uint16_t, Unsigned>;

  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    const hn::RebindToUnsigned<D> du;
    const hn::Rebind<Lane, D> d_lane;
    auto exponent = Widen<Lane>(du, hn::BitCast(du, rhs));
    if constexpr (std::is_signed_v<T>) {
      exponent = Widen<Lane>(du, hn::BitCast(du, hn::IfNegativeThenElse(rhs, hn::Zero(d), rhs)));
    }
    const auto power = OfLanes(d_lane, Widen<Lane>(du, hn::BitCast(du, lhs)), exponent);
    const V wrapped = hn::BitCast(d, Narrow(du, power));
    if constexpr (!std::is_signed_v<T>) return wrapped;
    // 1 and -1 have inverses; those of others are below 1.
    const V one = hn::Set(d, T{1});
    const V unit = hn::IfThenElse(hn::Eq(hn::And(rhs, one), one), lhs, one);
    const auto is_unit = hn::Or(hn::Eq(lhs, one), hn::Eq(lhs, hn::Set(d, static_cast<T>(-1))));
    return hn::IfThenElse(hn::Lt(rhs, hn::Zero(d)), hn::IfThenElseZero(is_unit, unit), wrapped);
  }

 private:
  template <class D, class V>
  static HWY_INLINE V OfLanes(D d, V factor, V exponent) {
    const V zero = hn::Zero(d), one = hn::Set(d, hn::TFromD<D>{1});
    V power = one;
    while (!hn::AllTrue(d, hn::Eq(exponent, zero))) {
      const auto is_even = hn::Eq(hn::And(exponent, one), zero);
      power = hn::IfThenElse(is_even, power, hn::Mul(power, factor));
      factor = hn::Mul(factor, factor);
      exponent = hn::ShiftRight<1>(exponent);
    }
    return power;
  }
};

// Elements whose divisors are compared at once: a tile of a tile program. A shorter array is not
// searched for a common divisor, since finding the inverse takes as long as some quotients.
constexpr size_t kDivisionBlock = 512;
constexpr size_t kLeastUniformCount = 64;

// Returns whether `count` >= kLeastUniformCount elements, at least a vector, are equal.
template <typename T>
bool IsUniform(const void* operand, size_t count) {
  const hn::ScalableTag<T> d;
  const auto first = hn::Set(d, LoadElement<T>(operand, 0));
  const auto is_first = [&](size_t i) HWY_ATTR {
    return hn::AllTrue(d, hn::Eq(LoadVector(d, operand, i), first));
  };
  const size_t last = count - hn::Lanes(d);
  for (size_t i = 0; i < last; i += hn::Lanes(d)) {
    if (!is_first(i)) return false;
  }
  return is_first(last);
}

template <typename T>
struct QuotientOf {
  using Scalar = DivideIntegers<T>;
  template <class Division, class D, class... V>
  static HWY_INLINE auto Of(const Division& division, D d, V... operands) {
    return division.Quotient(d, operands...);
  }
};
template <typename T>
struct RemainderOf {
  using Scalar = RemainderIntegers<T>;
  template <class Division, class D, class... V>
  static HWY_INLINE auto Of(const Division& division, D d, V... operands) {
    return division.Remainder(d, operands...);
  }
};

// WebAssembly omits them, for code size. Quotients of 64 bits need floats that no target has.
template <typename T>
constexpr bool kHasVectorDivision = !HWY_ARCH_WASM && sizeof(T) < 8;
// WebAssembly has the inverse of a common divisor for 32 bits alone, for code size.
template <typename T>
constexpr bool kHasUniformDivision = !HWY_ARCH_WASM || sizeof(T) == 4;

template <class Function, typename T>
HWY_NOINLINE void DivideByEach(const void* const* operands, void* result, size_t count) {
  if constexpr (!kHasVectorDivision<T>) {
    MapScalars<typename Function::Scalar, T, 2>(operands, result, count, nullptr);
  } else {
    using Division = VectorDivision<T>;
    const auto function = [](auto d, auto lhs, auto rhs)
                              HWY_ATTR { return Function::Of(Division(), d, lhs, rhs); };
    MapVectors<T, T, typename Division::Wide>(operands, result, count, function,
                                              std::make_index_sequence<2>());
  }
}

template <class Function, typename T>
HWY_NOINLINE void DivideByOne(T divisor, const void* lhs, void* result, size_t count) {
  using Divisor = UniformDivisor<T>;
  const Divisor inverse(divisor);
  const auto function = [&](auto d, auto element)
                            HWY_ATTR { return Function::Of(inverse, d, element); };
  MapVectors<T, T, typename Divisor::Wide>(&lhs, result, count, function,
                                           std::make_index_sequence<1>());
}

template <class Function, typename T>
void DivideIntegerArrays(const void* const* operands, void* result, size_t count, const void*) {
  if constexpr (!kHasUniformDivision<T>) return DivideByEach<Function, T>(operands, result, count);
  for (size_t i = 0; i < count; i += kDivisionBlock) {
    const size_t block = std::min(kDivisionBlock, count - i);
    const auto at = [i](auto* array) { return array + i * sizeof(T); };
    const void* from[] = {at(static_cast<const char*>(operands[0])),
                          at(static_cast<const char*>(operands[1]))};
    void* to = at(static_cast<char*>(result));
    if (block >= kLeastUniformCount && IsUniform<T>(from[1], block)) {
      DivideByOne<Function>(LoadElement<T>(from[1], 0), from[0], to, block);
    } else {
      DivideByEach<Function, T>(from, to, block);
    }
  }
}

// `Kernel<T>::kFunction` for the element type.
template <template <typename> class Kernel>
ElementwiseFunction OfIntegerType(ElementType type) {
  switch (type) {
    case ElementType::kI16:
      return Kernel<int16_t>::kFunction;
    case ElementType::kI32:
      return Kernel<int32_t>::kFunction;
    case ElementType::kI64:
    case ElementType::kIndex:
      return Kernel<int64_t>::kFunction;
    case ElementType::kUI16:
      return Kernel<uint16_t>::kFunction;
    case ElementType::kUI32:
      return Kernel<uint32_t>::kFunction;
    case ElementType::kUI64:
      return Kernel<uint64_t>::kFunction;
    default:
      return UpToByte<Kernel<int8_t>::kFunction, Kernel<uint8_t>::kFunction>(type);
  }
}

template <typename T>
struct DivideKernel {
  static constexpr ElementwiseFunction kFunction = &DivideIntegerArrays<QuotientOf<T>, T>;
};
template <typename T>
struct RemainderKernel {
  static constexpr ElementwiseFunction kFunction = &DivideIntegerArrays<RemainderOf<T>, T>;
};
template <typename T>
HWY_NOINLINE void PowerOfArrays(const void* const* operands, void* result, size_t count,
                                const void*) {
  MapVectors<T, T, typename PowerOfVectors<T>::Lane>(operands, result, count, PowerOfVectors<T>(),
                                                     std::make_index_sequence<2>());
}

template <typename T>
struct PowerKernel {
  // WebAssembly has scalars, for code size.
  static constexpr ElementwiseFunction kFunction =
      HWY_ARCH_WASM ? &MapScalars<PowerIntegers<T>, T, 2> : &PowerOfArrays<T>;
};

ElementwiseFunction IntegerDivisionKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kDivide:
      return OfIntegerType<DivideKernel>(type);
    case ElementwiseOp::kRemainder:
      return OfIntegerType<RemainderKernel>(type);
    case ElementwiseOp::kPower:
      return OfIntegerType<PowerKernel>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(IntegerDivisionKernel);

ElementwiseFunction FindIntegerDivision(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(IntegerDivisionKernel)(op, type);
}

}  // namespace paddock::simd
#endif
