// complex, real, imag, and the arithmetic of complex numbers that is not done
// part by part.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/complex.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/complex_numbers-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/modulus-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// ------------------------------------------------ parts

// Real parts to the front and imaginary parts to the back of two vectors.
template <class D>
HWY_INLINE ComplexNumber<hn::VFromD<D>> LoadComplex(D d, const void* operand, size_t i) {
  const hn::VFromD<D> low = LoadVector(d, operand, 2 * i);
  const hn::VFromD<D> high = LoadVector(d, operand, 2 * i + hn::Lanes(d));
  return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
}

template <class D>
HWY_INLINE void StoreComplex(D d, ComplexNumber<hn::VFromD<D>> value, void* result, size_t i) {
  StoreVector(hn::InterleaveWholeLower(d, value.real, value.imag), d, result, 2 * i);
  StoreVector(hn::InterleaveWholeUpper(d, value.real, value.imag), d, result, 2 * i + hn::Lanes(d));
}

template <typename T>
void MakeComplex(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<T> d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    StoreComplex(d, {LoadVector(d, operands[0], i), LoadVector(d, operands[1], i)}, result, i);
  }
  for (; i < count; ++i) {
    StoreElement(LoadElement<T>(operands[0], i), result, 2 * i);
    StoreElement(LoadElement<T>(operands[1], i), result, 2 * i + 1);
  }
}
template <typename T, size_t kPart>
void TakePart(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<T> d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto number = LoadComplex(d, operands[0], i);
    StoreVector(kPart == 0 ? number.real : number.imag, d, result, i);
  }
  for (; i < count; ++i) {
    StoreElement(LoadElement<T>(operands[0], 2 * i + kPart), result, i);
  }
}
template <size_t kByteSize>
void CopyReal(const void* const* operands, void* result, size_t count, const void*) {
  if (operands[0] != result && count != 0) memcpy(result, operands[0], count * kByteSize);
}
template <size_t kByteSize>
void ZeroImag(const void* const*, void* result, size_t count, const void*) {
  if (count != 0) memset(result, 0, count * kByteSize);
}

// ------------------------------------------------ multiply

// Multiplies by the textbook formula. T: a number or a vector.
template <typename T>
struct MultiplyNumbers {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> lhs, ComplexNumber<T> rhs) const {
    return {lhs.real * rhs.real - lhs.imag * rhs.imag, lhs.real * rhs.imag + lhs.imag * rhs.real};
  }
};

template <typename T>
void MultiplyComplex(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const ComplexNumber<V> product =
        MultiplyNumbers<V>()(LoadComplex(d, operands[0], i), LoadComplex(d, operands[1], i));
    StoreComplex(d, product, result, i);
  }
  for (; i < count; ++i) {
    using C = ComplexNumber<T>;
    const C product =
        MultiplyNumbers<T>()(LoadElement<C>(operands[0], i), LoadElement<C>(operands[1], i));
    StoreElement(product, result, i);
  }
}

// ------------------------------------------------ kernels

template <typename T>
HWY_INLINE Complex Widen(ComplexNumber<T> z) {
  return {static_cast<double>(z.real), static_cast<double>(z.imag)};
}
template <typename T>
HWY_INLINE ComplexNumber<T> Narrow(Complex z) {
  return {static_cast<T>(z.real), static_cast<T>(z.imag)};
}

template <typename T>
struct DivideComplex {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> lhs, ComplexNumber<T> rhs) const {
    return Narrow<T>(Divide < sizeof(T) == 8 > (Widen(lhs), Widen(rhs)));
  }
};
template <typename T>
struct AbsComplex {
  HWY_INLINE T operator()(ComplexNumber<T> operand) const {
    return static_cast<T>(AbsOf < sizeof(T) == 8 > (Widen(operand)));
  }
};
template <typename T>
struct SignComplex {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> operand) const {
    return Narrow<T>(SignOf < sizeof(T) == 8 > (Widen(operand)));
  }
};
template <typename T>
struct MaximumComplex {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> lhs, ComplexNumber<T> rhs) const {
    return Narrow<T>(MaximumOf(Widen(lhs), Widen(rhs)));
  }
};
template <typename T>
struct MinimumComplex {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> lhs, ComplexNumber<T> rhs) const {
    return Narrow<T>(MinimumOf(Widen(lhs), Widen(rhs)));
  }
};
template <typename T>
struct ClampComplex {
  HWY_INLINE ComplexNumber<T> operator()(ComplexNumber<T> min, ComplexNumber<T> operand,
                                         ComplexNumber<T> max) const {
    return Narrow<T>(MinimumOf(MaximumOf(Widen(operand), Widen(min)), Widen(max)));
  }
};

#if !HWY_ARCH_WASM
// ------------------------------------------------ in vectors of f64

using WideTag = hn::ScalableTag<double>;
using WideVector = hn::VFromD<WideTag>;
using WideComplex = ComplexNumber<WideVector>;

HWY_INLINE WideComplex LoadWide(const void* operand, size_t i) {
  const WideTag d;
  const hn::Repartition<float, WideTag> d32;
  const auto parts = LoadVector(d32, operand, 2 * i);
  const WideVector low = hn::PromoteLowerTo(d, parts);
  const WideVector high = hn::PromoteUpperTo(d, parts);
  return {hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low)};
}

template <typename T>
HWY_INLINE WideComplex LoadNumbers(const void* operand, size_t i) {
  if constexpr (sizeof(T) == 4) {
    return LoadWide(operand, i);
  } else {
    return LoadComplex(WideTag(), operand, i);
  }
}

template <typename T>
HWY_INLINE void StoreNumbers(WideComplex value, void* result, size_t i) {
  if constexpr (sizeof(T) == 4) {
    const hn::Rebind<float, WideTag> d;
    StoreComplex(d, {hn::DemoteTo(d, value.real), hn::DemoteTo(d, value.imag)}, result, i);
  } else {
    StoreComplex(WideTag(), value, result, i);
  }
}

// Whether a part of f64 is 0, or its products and quotients with others are normal numbers: they
// need no scaling. All parts of f32 are so.
template <typename T>
HWY_INLINE hn::Mask<WideTag> IsMiddling(WideVector part) {
  const WideTag d;
  const WideVector magnitude = hn::Abs(part);
  if constexpr (sizeof(T) == 4) return hn::Eq(magnitude, magnitude);
  const auto is_within =
      hn::And(hn::Ge(magnitude, hn::Set(d, 0x1p-200)), hn::Le(magnitude, hn::Set(d, 0x1p200)));
  return hn::Or(is_within, hn::Eq(magnitude, hn::Zero(d)));
}

// Returns the sum of the products, as the kernels of scalars compute it.
HWY_INLINE WideVector SumOfProducts(WideVector a, WideVector b, WideVector c, WideVector e) {
  return hn::Add(hn::Mul(a, b), hn::Mul(c, e));
}

// Functions of vectors, which have the bits of those of scalars where `is_plain`.
template <typename T>
struct DivideVectors {
  using Scalar = DivideComplex<T>;
  HWY_INLINE WideComplex operator()(const WideComplex (&operands)[2],
                                    hn::Mask<WideTag>& is_plain) const {
    const WideVector zero = hn::Zero(WideTag());
    const WideComplex a = operands[0], b = operands[1];
    const WideVector denominator = SumOfProducts(b.real, b.real, b.imag, b.imag);
    const WideVector real = hn::Div(SumOfProducts(a.real, b.real, a.imag, b.imag), denominator);
    const WideVector imag =
        hn::Div(hn::Sub(hn::Mul(a.imag, b.real), hn::Mul(a.real, b.imag)), denominator);
    // A part that is NaN or 0 may need more than the textbook formula.
    is_plain = hn::And(hn::Gt(hn::Abs(real), zero), hn::Gt(hn::Abs(imag), zero));
    if constexpr (sizeof(T) == 8) {
      is_plain = hn::And(is_plain, hn::And(IsMiddling<T>(a.real), IsMiddling<T>(a.imag)));
      is_plain = hn::And(is_plain, hn::And(IsMiddling<T>(b.real), IsMiddling<T>(b.imag)));
    }
    return {real, imag};
  }
};

template <typename T>
struct SignVectors {
  using Scalar = SignComplex<T>;
  HWY_INLINE WideComplex operator()(const WideComplex (&operands)[1],
                                    hn::Mask<WideTag>& is_plain) const {
    const WideTag d;
    const WideComplex z = operands[0];
    const WideVector magnitude = hn::Sqrt(SumOfProducts(z.real, z.real, z.imag, z.imag));
    is_plain = hn::And(hn::Gt(magnitude, hn::Zero(d)), hn::Lt(magnitude, hn::Inf(d)));
    is_plain = hn::And(is_plain, hn::And(IsMiddling<T>(z.real), IsMiddling<T>(z.imag)));
    return {hn::Div(z.real, magnitude), hn::Div(z.imag, magnitude)};
  }
};

// Runs the function of vectors; that of scalars where a number is not plain, and for the rest.
template <typename T, template <typename> class Function, size_t kArity>
void MapNumbers(const void* const* operands, void* result, size_t count, const void*) {
  const WideTag d;
  const Function<T> function;
  const typename Function<T>::Scalar scalar;
  using C = ComplexNumber<T>;
  const auto map_each = [&](size_t begin, size_t end) HWY_ATTR {
    for (size_t i = begin; i < end; ++i) {
      if constexpr (kArity == 1) {
        StoreElement(scalar(LoadElement<C>(operands[0], i)), result, i);
      } else {
        StoreElement(scalar(LoadElement<C>(operands[0], i), LoadElement<C>(operands[1], i)), result,
                     i);
      }
    }
  };
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    WideComplex numbers[kArity];
    for (size_t k = 0; k < kArity; ++k) numbers[k] = LoadNumbers<T>(operands[k], i);
    hn::Mask<WideTag> is_plain;
    const WideComplex value = function(numbers, is_plain);
    if (HWY_LIKELY(hn::AllTrue(d, is_plain))) {
      StoreNumbers<T>(value, result, i);
    } else {
      map_each(i, i + lanes);
    }
  }
  map_each(i, count);
}

void AbsComplexVectors(const void* const* operands, void* result, size_t count, const void*) {
  const WideTag d;
  const hn::Rebind<float, WideTag> d32;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const WideComplex z = LoadWide(operands[0], i);
    const WideVector magnitude = ModulusOfSingles(d, z.real, z.imag);
    StoreVector(hn::DemoteTo(d32, magnitude), d32, result, i);
  }
  const AbsComplex<float> abs;
  for (; i < count; ++i) {
    StoreElement(abs(LoadElement<ComplexNumber<float>>(operands[0], i)), result, i);
  }
}

// The modulus of numbers whose parts are arrays of their own.
template <typename T>
void Hypot(const void* const* operands, void* result, size_t count, const void*) {
  MapVectors<T, T, double>(operands, result, count, ModulusInArrays(),
                           std::make_index_sequence<2>());
}

void AbsOfDoubles(const void* const* operands, void* result, size_t count, const void*) {
  const WideTag d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const WideComplex z = LoadComplex(d, operands[0], i);
    StoreVector(ModulusOfDoubles(d, z.real, z.imag), d, result, i);
  }
  const AbsComplex<double> abs;
  for (; i < count; ++i) {
    StoreElement(abs(LoadElement<ComplexNumber<double>>(operands[0], i)), result, i);
  }
}
#endif

template <template <typename> class Function, typename T, size_t kArity>
constexpr ElementwiseFunction kComplexKernel = &MapScalars<Function<T>, ComplexNumber<T>, kArity>;

template <typename T>
ElementwiseFunction ComplexKernelOf(ElementwiseOp op) {
  switch (op) {
    case ElementwiseOp::kReal:
      return &TakePart<T, 0>;
    case ElementwiseOp::kImag:
      return &TakePart<T, 1>;
    case ElementwiseOp::kMultiply:
      return &MultiplyComplex<T>;
    case ElementwiseOp::kDivide:
      return kComplexKernel<DivideComplex, T, 2>;
    case ElementwiseOp::kMaximum:
      return kComplexKernel<MaximumComplex, T, 2>;
    case ElementwiseOp::kMinimum:
      return kComplexKernel<MinimumComplex, T, 2>;
    case ElementwiseOp::kClamp:
      return kComplexKernel<ClampComplex, T, 3>;
    case ElementwiseOp::kSign:
      return kComplexKernel<SignComplex, T, 1>;
    case ElementwiseOp::kAbs:
      return &MapScalars<AbsComplex<T>, ComplexNumber<T>, 1, T>;
    default:
      return nullptr;
  }
}

template <size_t kByteSize>
ElementwiseFunction PartOfReal(ElementwiseOp op) {
  if (op == ElementwiseOp::kReal) return &CopyReal<kByteSize>;
  return op == ElementwiseOp::kImag ? &ZeroImag<kByteSize> : nullptr;
}

ElementwiseFunction ComplexKernel(ElementwiseOp op, ElementType type) {
#if !HWY_ARCH_WASM
  if (op == ElementwiseOp::kDivide) {
    if (type == ElementType::kC64) return &MapNumbers<float, DivideVectors, 2>;
    if (type == ElementType::kC128) return &MapNumbers<double, DivideVectors, 2>;
  }
  if (op == ElementwiseOp::kSign) {
    if (type == ElementType::kC64) return &MapNumbers<float, SignVectors, 1>;
    if (type == ElementType::kC128) return &MapNumbers<double, SignVectors, 1>;
  }
  if (type == ElementType::kC64 && op == ElementwiseOp::kAbs) return &AbsComplexVectors;
  if (type == ElementType::kC128 && op == ElementwiseOp::kAbs) return &AbsOfDoubles;
  if (type == ElementType::kF32 && op == ElementwiseOp::kHypot) return &Hypot<float>;
  if (type == ElementType::kF64 && op == ElementwiseOp::kHypot) return &Hypot<double>;
#endif
  if (type == ElementType::kC64) return ComplexKernelOf<float>(op);
  if (type == ElementType::kC128) return ComplexKernelOf<double>(op);
  if (!IsFloat(type)) return nullptr;
  if (op == ElementwiseOp::kComplex) {
    if (type == ElementType::kF32) return &MakeComplex<float>;
    return type == ElementType::kF64 ? &MakeComplex<double> : nullptr;
  }
  switch (ByteSize(type)) {
    case 1:
      return PartOfReal<1>(op);
    case 2:
      return PartOfReal<2>(op);
    case 4:
      return PartOfReal<4>(op);
    default:
      return PartOfReal<8>(op);
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ComplexKernel);

ElementwiseFunction FindComplex(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(ComplexKernel)(op, type);
}

}  // namespace paddock::simd
#endif
