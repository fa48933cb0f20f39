// reduce_precision. First the mantissa rounds in the bit representation, so that a carry goes into
// the exponent. Then values outside the range of the smaller exponent become infinity or zero, its
// subnormals included. NaN stays NaN if there is a mantissa to hold it, else becomes infinity.
#include <limits>
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/reduce_precision.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// The rounding to a narrower format, as masks and limits for the bits of the source format.
struct Reduction {
  int dropped_bits;         // of the mantissa; the rounding below is 0 if none
  uint64_t rounding;        // just under half of the last kept bit
  uint64_t last_kept_mask;  // 1, or 0 if no bit is dropped
  uint64_t kept_mask;
  uint64_t least_kept;     // magnitudes below become zero
  uint64_t greatest_kept;  // magnitudes above become infinity
  bool keeps_nan;
};

Reduction ReductionOf(const SmallFloatFormat& format, uint64_t greatest,
                      const ReducePrecisionAttributes& attributes) {
  Reduction reduction = {0, 0, 0, ~uint64_t{0}, 0, greatest, attributes.mantissa_bits > 0};
  if (attributes.mantissa_bits < format.mantissa_bits) {
    reduction.dropped_bits = format.mantissa_bits - attributes.mantissa_bits;
    reduction.rounding = (uint64_t{1} << (reduction.dropped_bits - 1)) - 1;
    reduction.last_kept_mask = 1;
    reduction.kept_mask = ~((uint64_t{1} << reduction.dropped_bits) - 1);
  }
  if (attributes.exponent_bits < format.exponent_bits) {
    const int greatest_exponent = (1 << (attributes.exponent_bits - 1)) - 1;
    const auto magnitude_of = [&](int biased) {
      return biased <= 0 ? 0 : static_cast<uint64_t>(biased) << format.mantissa_bits;
    };
    reduction.least_kept = magnitude_of(format.bias - greatest_exponent + 1);
    const uint64_t past = magnitude_of(format.bias + greatest_exponent + 1);
    if (past - 1 < greatest) reduction.greatest_kept = past - 1;
  }
  return reduction;
}

struct ReduceFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    const hn::RebindToUnsigned<D> du;
    using U = hn::TFromD<decltype(du)>;
    const auto set = [&](uint64_t value) HWY_ATTR { return hn::Set(du, static_cast<U>(value)); };
    const auto infinity = hn::BitCast(du, hn::Inf(d));
    const auto sign = hn::And(hn::BitCast(du, operand), hn::SignBit(du));
    const auto magnitude = hn::AndNot(hn::SignBit(du), hn::BitCast(du, operand));
    const auto last_kept = hn::And(hn::ShiftRightSame(magnitude, reduction.dropped_bits),
                                   set(reduction.last_kept_mask));
    auto reduced = hn::Add(hn::Add(magnitude, set(reduction.rounding)), last_kept);
    reduced = hn::And(reduced, set(reduction.kept_mask));
    reduced = hn::IfThenElse(hn::Gt(reduced, set(reduction.greatest_kept)), infinity, reduced);
    reduced = hn::IfThenZeroElse(hn::Lt(reduced, set(reduction.least_kept)), reduced);
    const auto result = hn::BitCast(d, hn::Or(reduced, sign));
    const auto of_nan = reduction.keeps_nan ? operand : hn::Inf(d);
    return hn::IfThenElse(hn::IsNaN(operand), of_nan, result);
  }
  Reduction reduction;
};

template <typename T>
void ReducePrecision(const void* const* operands, void* result, size_t count,
                     const void* attributes) {
  using Limits = std::numeric_limits<T>;
  constexpr SmallFloatFormat kFormat = {.exponent_bits = sizeof(T) == 4 ? 8 : 11,
                                        .mantissa_bits = Limits::digits - 1,
                                        .bias = Limits::max_exponent - 1};
  constexpr uint64_t kGreatest =
      (((uint64_t{1} << kFormat.exponent_bits) - 1) << kFormat.mantissa_bits) - 1;
  const ReduceFloats function{
      ReductionOf(kFormat, kGreatest, *static_cast<const ReducePrecisionAttributes*>(attributes))};
  MapVectors<T, T>(operands, result, count, function, std::make_index_sequence<1>());
}

// Reduces one code of a small float.
uint32_t ReduceCode(ElementType type, const Reduction& reduction, uint32_t code) {
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  const uint32_t sign = code & codes.sign_bit;
  const uint32_t magnitude = code & codes.magnitude_mask;
  if (DecodeSmallFloat(type, code) != DecodeSmallFloat(type, code)) {
    return reduction.keeps_nan ? code : codes.overflow;
  }
  if (magnitude > codes.greatest) return code;
  uint64_t reduced = magnitude + reduction.rounding +
                     ((magnitude >> reduction.dropped_bits) & reduction.last_kept_mask);
  reduced &= reduction.kept_mask;
  if (reduced > reduction.greatest_kept) return sign | codes.overflow;
  if (reduced < reduction.least_kept) reduced = 0;
  if (reduced == 0 && format.nan == SmallFloatFormat::NaN::kMinusZero) return 0;
  return sign | static_cast<uint32_t>(reduced);
}

HWY_NOINLINE void ReduceCodes(ElementType type, const void* operand, void* result, size_t count,
                              const void* attributes) {
  const SmallFloatFormat format = FormatOf(type);
  const Reduction reduction = ReductionOf(
      format, CodesOf(format).greatest, *static_cast<const ReducePrecisionAttributes*>(attributes));
  for (size_t i = 0; i < count; ++i) {
    if (ByteSize(type) == 1) {
      const uint32_t code = ReduceCode(type, reduction, LoadElement<uint8_t>(operand, i));
      StoreElement(static_cast<uint8_t>(code), result, i);
    } else {
      const uint32_t code = ReduceCode(type, reduction, LoadElement<uint16_t>(operand, i));
      StoreElement(static_cast<uint16_t>(code), result, i);
    }
  }
}

template <ElementType kType>
void ReduceSmallFloats(const void* const* operands, void* result, size_t count,
                       const void* attributes) {
  ReduceCodes(kType, operands[0], result, count, attributes);
}

ElementwiseFunction ReducePrecisionKernel(ElementwiseOp op, ElementType type) {
  if (op != ElementwiseOp::kReducePrecision) return nullptr;
  switch (type) {
#define PADDOCK_CASE(name)   \
  case ElementType::k##name: \
    return &ReduceSmallFloats<ElementType::k##name>;
    PADDOCK_SMALL_FLOATS(PADDOCK_CASE)
#undef PADDOCK_CASE
    case ElementType::kF32:
      return &ReducePrecision<float>;
    case ElementType::kF64:
      return &ReducePrecision<double>;
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ReducePrecisionKernel);

ElementwiseFunction FindReducePrecision(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(ReducePrecisionKernel)(op, type);
}

}  // namespace paddock::simd
#endif
