// Lowering of element-wise operations: each is a node of a tile program.
#include "simd/elementwise/elementwise.h"

#include <algorithm>
#include <string>

#include "core/plan/attributes.h"
#include "core/plan/element_kernel.h"
#include "core/plan/lowering.h"

namespace paddock {
namespace {

// Work units of one element, beside the bytes it moves: a few for polynomials, more where
// pairs of f64 are computed with, most where terms are summed.
int64_t WorkOf(std::string_view kernel, ElementType type) {
  static constexpr std::string_view kLong[] = {
      "atan2", "cbrt",         "cosine",   "divide", "exponential", "exponential_minus_one",
      "log",   "log_plus_one", "logistic", "power",  "remainder",   "rsqrt",
      "sine",  "sqrt",         "tan",      "tanh"};
  static constexpr std::string_view kLonger[] = {"_asin_acos_kernel",
                                                 "acos",
                                                 "acosh",
                                                 "asin",
                                                 "asinh",
                                                 "atan",
                                                 "atanh",
                                                 "bessel_i1e",
                                                 "cosh",
                                                 "erf",
                                                 "erf_inv",
                                                 "erfc",
                                                 "sinh",
                                                 "digamma",
                                                 "lgamma"};
  static constexpr std::string_view kSums[] = {"polygamma", "zeta"};
  const auto is_in = [&](const auto& list) {
    return std::ranges::find(list, kernel) != std::end(list);
  };
  const int64_t base = is_in(kSums) ? 1024 : is_in(kLonger) ? 64 : is_in(kLong) ? 16 : 1;
  return base * (IsComplex(type) ? 8 : 1) * (IsFloat(type) && BitWidth(type) < 32 ? 4 : 1);
}

simd::ComparisonDirection DirectionOf(std::string_view text) {
  using D = simd::ComparisonDirection;
  if (text == "EQ") return D::kEq;
  if (text == "NE") return D::kNe;
  if (text == "GE") return D::kGe;
  if (text == "GT") return D::kGt;
  return text == "LE" ? D::kLe : D::kLt;
}

// HIGHEST is the more accurate of both kernels, which portable ones are.
simd::Numerics NumericsOf(const Operation& operation, simd::Numerics numerics) {
  const Attribute* accuracy = operation.Find("result_accuracy");
  const Attribute* mode = accuracy == nullptr ? nullptr : accuracy->Find("mode");
  return mode != nullptr && mode->text == "HIGHEST" ? simd::Numerics::kPortable : numerics;
}

// A boolean of arith is one bit, signed: sums and differences are exclusive or, and true is -1.
std::string_view KernelOf(const Operation& operation, ElementType type) {
  const std::string_view kernel = operation.info->kernel;
  if (!IsBoolean(type) || operation.info->dialect != "arith") return kernel;
  if (kernel == "add" || kernel == "subtract") return "xor";
  if (kernel == "maximum") return "minimum";
  return kernel == "minimum" ? "maximum" : kernel;
}

// An index is a signed integer of 64 bits.
std::vector<ElementType> WithoutIndex(std::span<const ElementType> types) {
  std::vector<ElementType> stored(types.begin(), types.end());
  std::ranges::replace(stored, ElementType::kIndex, ElementType::kI64);
  return stored;
}

}  // namespace

// The greatest operand type: of select the branches', of abs the complex one.
ElementKernel FindElementKernel(const Operation& operation, std::span<const ElementType> operands,
                                ElementType result, simd::Numerics numerics, Arena& arena) {
  ElementKernel found;
  const std::vector<ElementType> stored = WithoutIndex(operands);
  operands = stored;
  if (result == ElementType::kIndex) result = ElementType::kI64;
  const ElementType type = operation.is(OpKind::kStablehloSelect) ? operands[1] : operands[0];
  found.work = WorkOf(operation.info->kernel, type);
  if (operation.is(OpKind::kStablehloConvert)) {
    found.kernel = simd::FindConvert(operands[0], result);
  } else if (operation.is(OpKind::kStablehloCompare)) {
    const bool total_order = TextOf(operation, "compare_type") == "TOTALORDER" && IsFloat(type);
    found.kernel = simd::FindCompare(DirectionOf(TextOf(operation, "comparison_direction")),
                                     total_order, type);
  } else {
    found.kernel =
        simd::FindElementwise(KernelOf(operation, type), type, NumericsOf(operation, numerics));
  }
  if (operation.is(OpKind::kStablehloReducePrecision)) {
    found.attributes = arena.Make<simd::ReducePrecisionAttributes>(
        static_cast<int32_t>(IntegerOf(operation, "exponent_bits", 0)),
        static_cast<int32_t>(IntegerOf(operation, "mantissa_bits", 0)));
  }
  return found;
}

Result<void> LowerElementwise(Lowering& lowering, const Operation& operation) {
  const std::vector<Leaf> operands =
      lowering.OperandLeaves(operation, 0, operation.operands.size());
  std::vector<ElementType> types;
  for (const Leaf& operand : operands) types.push_back(operand.type);
  const Value& result = *operation.results[0];
  const Type type = result.type;
  const ElementKernel found = FindElementKernel(operation, types, *type.element_type(),
                                                lowering.numerics(), lowering.arena());
  if (found.kernel == nullptr) {
    return lowering.Fail(operation, "element-type",
                         std::string(operation.name) + " has no meaning for elements of type " +
                             std::string(Spelling(types[0])));
  }
  lowering.Compute(operation, result, found.kernel, found.attributes, operands, found.work);
  return {};
}

// The specification leaves the remainder of complex numbers open.
Result<void> LowerRemainder(Lowering& lowering, const Operation& operation) {
  const Type type = lowering.TypeOf(*operation.operands[0]);
  if (!IsComplex(*type.element_type())) return LowerElementwise(lowering, operation);
  return lowering.FailRule(
      operation, Constraint::kRemainderX1,
      "lhs is " + ToString(type) + ", of which the specification gives no remainder");
}

Result<void> LowerBesselI1e(Lowering& lowering, const Operation& operation) {
  const Type type = lowering.TypeOf(*operation.operands[0]);
  if (!IsComplex(*type.element_type())) return LowerElementwise(lowering, operation);
  return lowering.FailRule(operation, Constraint::kChloBesselI1eX2,
                           "operand is " + ToString(type) + ", of which there is no such function");
}

}  // namespace paddock
