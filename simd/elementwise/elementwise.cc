// The lookup of element-wise kernels by op.
#include "simd/elementwise/elementwise.h"

#include <algorithm>
#include <iterator>

#include "simd/elementwise/ops.h"
#include "simd/math/math.h"

namespace paddock::simd {
namespace {

constexpr std::string_view kSpellings[] = {
#define ELEMENTWISE_OP(name, spelling, arity, cost) spelling,
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
};
static_assert(std::is_sorted(std::begin(kSpellings), std::end(kSpellings)));

constexpr uint16_t kCosts[] = {
#define ELEMENTWISE_OP(name, spelling, arity, cost) cost,
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
};

}  // namespace

std::optional<ElementwiseOp> ElementwiseOpFromSpelling(std::string_view spelling) {
  const auto* found = std::lower_bound(std::begin(kSpellings), std::end(kSpellings), spelling);
  if (found == std::end(kSpellings) || *found != spelling) return std::nullopt;
  return static_cast<ElementwiseOp>(found - std::begin(kSpellings));
}

int64_t ElementwiseCost(std::string_view op, ElementType type) {
  const std::optional<ElementwiseOp> found = ElementwiseOpFromSpelling(op);
  const int64_t cost = found ? kCosts[static_cast<size_t>(*found)] : 1;
  return cost * (IsComplex(type) ? 8 : 1) * (IsFloat(type) && BitWidth(type) < 32 ? 4 : 1);
}

ElementwiseKernel FindElementwise(std::string_view op, ElementType type, Numerics numerics) {
  const std::optional<ElementwiseOp> found = ElementwiseOpFromSpelling(op);
  if (!found) return FindMathKernel(op, type, numerics);
  if (*found == ElementwiseOp::kSelect) return FindSelect(type);
  constexpr ElementwiseKernel (*kLookups[])(ElementwiseOp, ElementType) = {
      &FindFloatArithmetic, &FindIntegerArithmetic, &FindIntegerDivision,
      &FindBitwise,         &FindRounding,          &FindFloatRemainder,
      &FindReducePrecision, &FindComplex,           &FindChlo,
      &FindFusedMultiplyAdd};
  for (const auto lookup : kLookups) {
    if (const ElementwiseKernel kernel = lookup(*found, type)) return kernel;
  }
  if (FormatOf(type).exponent_bits != 0) return FindSmallFloatMath(*found, type, numerics);
  return FindMathKernel(op, type, numerics);
}

}  // namespace paddock::simd
