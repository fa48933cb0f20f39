#include "core/plan/fusion/element_kernel.h"

#include <string_view>

#include "core/ir/attribute_values.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

simd::ComparisonDirection DirectionOf(std::string_view text) {
  using D = simd::ComparisonDirection;
  if (text == "EQ") return D::kEq;
  if (text == "NE") return D::kNe;
  if (text == "GE") return D::kGe;
  if (text == "GT") return D::kGt;
  return text == "LE" ? D::kLe : D::kLt;
}

// HIGHEST selects the more accurate of the two kernels, which is the portable one.
simd::Numerics NumericsOf(const Operation& operation, simd::Numerics numerics) {
  const Attribute* accuracy = operation.Find("result_accuracy");
  const Attribute* mode = accuracy == nullptr ? nullptr : accuracy->Find("mode");
  return mode != nullptr && mode->text == "HIGHEST" ? simd::Numerics::kPortable : numerics;
}

std::string_view NameOf(const OpInfo& info, ElementType type) {
  return IsBoolean(type) && !info.boolean_kernel.empty() ? info.boolean_kernel : info.kernel;
}

// An index is a signed integer of 64 bits.
ElementType Stored(ElementType type) {
  return type == ElementType::kIndex ? ElementType::kI64 : type;
}

simd::ElementwiseKernel KernelOf(const Operation& operation, ElementType operand,
                                 ElementType result, simd::Numerics numerics) {
  if (operation.is(OpKind::kStablehloConvert)) return simd::FindConvert(operand, result);
  if (operation.is(OpKind::kStablehloCompare)) {
    const bool total_order = TextOf(operation, "compare_type") == "TOTALORDER" && IsFloat(operand);
    return simd::FindCompare(DirectionOf(TextOf(operation, "comparison_direction")), total_order,
                             operand);
  }
  return simd::FindElementwise(NameOf(*operation.info, operand), operand,
                               NumericsOf(operation, numerics));
}

}  // namespace

ElementKernel FindElementKernel(const Operation& operation, std::span<const ElementType> operands,
                                ElementType result, simd::Numerics numerics, Arena& arena) {
  ElementKernel found;
  // All operands have one type, except the first one of select.
  found.kernel = KernelOf(operation, Stored(operands.back()), Stored(result), numerics);
  if (found.kernel.operation == simd::ElementwiseOp::kReducePrecision) {
    found.attributes = arena.Make<simd::ReducePrecisionAttributes>(
        static_cast<int32_t>(IntegerOf(operation, "exponent_bits", 0)),
        static_cast<int32_t>(IntegerOf(operation, "mantissa_bits", 0)));
  }
  return found;
}

}  // namespace paddock
