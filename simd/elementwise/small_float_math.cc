// The transcendental ops of the floats narrower than f32: the f32 kernels of
// simd/math, tile by tile.
#include "simd/elementwise/ops.h"
#include "simd/math/math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/small_float_math.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

constexpr std::string_view SpellingOf(ElementwiseOp op) {
  switch (op) {
#define ELEMENTWISE_OP(name, spelling, arity, result, cost) \
  case ElementwiseOp::k##name:                              \
    return spelling;
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
  }
  return {};
}
constexpr size_t ArityOf(ElementwiseOp op) {
  switch (op) {
#define ELEMENTWISE_OP(name, spelling, arity, result, cost) \
  case ElementwiseOp::k##name:                              \
    return arity;
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
  }
  return 0;
}

template <ElementwiseOp kOp, Numerics kNumerics>
ElementwiseFunction MathKernelOfF32() {
  static const ElementwiseFunction kernel =
      FindMathFunction(SpellingOf(kOp), ElementType::kF32, kNumerics);
  return kernel;
}

template <ElementwiseOp kOp, Numerics kNumerics>
void RunMathKernelOfF32(const void* const* operands, void* result, size_t count,
                        const void* attributes) {
  MathKernelOfF32<kOp, kNumerics>()(operands, result, count, attributes);
}

template <ElementwiseOp kOp, Numerics kNumerics>
ElementwiseFunction SmallFloatMathKernelOf(ElementType type) {
  if (MathKernelOfF32<kOp, kNumerics>() == nullptr) return nullptr;
  return UpToF32<&RunMathKernelOfF32<kOp, kNumerics>, ArityOf(kOp)>(type);
}

template <Numerics kNumerics>
ElementwiseFunction SmallFloatMathKernelIn(ElementwiseOp op, ElementType type) {
  using enum ElementwiseOp;
  switch (op) {
#define PADDOCK_CASE(name) \
  case name:               \
    return SmallFloatMathKernelOf<name, kNumerics>(type);
    PADDOCK_CASE(kAcos)
    PADDOCK_CASE(kAcosh)
    PADDOCK_CASE(kAsin)
    PADDOCK_CASE(kAsinh)
    PADDOCK_CASE(kAtan)
    PADDOCK_CASE(kAtan2)
    PADDOCK_CASE(kAtanh)
    PADDOCK_CASE(kBesselI1e)
    PADDOCK_CASE(kCbrt)
    PADDOCK_CASE(kCosh)
    PADDOCK_CASE(kCosine)
    PADDOCK_CASE(kDigamma)
    PADDOCK_CASE(kErf)
    PADDOCK_CASE(kErfInv)
    PADDOCK_CASE(kErfc)
    PADDOCK_CASE(kExponential)
    PADDOCK_CASE(kExponentialMinusOne)
    PADDOCK_CASE(kLgamma)
    PADDOCK_CASE(kLog)
    PADDOCK_CASE(kLogPlusOne)
    PADDOCK_CASE(kLogistic)
    PADDOCK_CASE(kPolygamma)
    PADDOCK_CASE(kPower)
    PADDOCK_CASE(kRsqrt)
    PADDOCK_CASE(kSine)
    PADDOCK_CASE(kSinh)
    PADDOCK_CASE(kSqrt)
    PADDOCK_CASE(kTan)
    PADDOCK_CASE(kTanh)
    PADDOCK_CASE(kZeta)
#undef PADDOCK_CASE
    default:
      return nullptr;
  }
}

ElementwiseFunction SmallFloatMathKernel(ElementwiseOp op, ElementType type, Numerics numerics) {
  return numerics == Numerics::kPortable ? SmallFloatMathKernelIn<Numerics::kPortable>(op, type)
                                         : SmallFloatMathKernelIn<Numerics::kFast>(op, type);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SmallFloatMathKernel);

ElementwiseFunction FindSmallFloatMath(ElementwiseOp op, ElementType type, Numerics numerics) {
  return HWY_DYNAMIC_DISPATCH(SmallFloatMathKernel)(op, type, numerics);
}

}  // namespace paddock::simd
#endif
