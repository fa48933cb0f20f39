#include "core/plan/fusion/element_kernel.h"

#include <algorithm>
#include <string_view>
#include <vector>

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

// HIGHEST is the more accurate of both kernels, which portable ones are.
simd::Numerics NumericsOf(const Operation& operation, simd::Numerics numerics) {
  const Attribute* accuracy = operation.Find("result_accuracy");
  const Attribute* mode = accuracy == nullptr ? nullptr : accuracy->Find("mode");
  return mode != nullptr && mode->text == "HIGHEST" ? simd::Numerics::kPortable : numerics;
}

std::string_view KernelOf(const OpInfo& info, ElementType type) {
  return IsBoolean(type) && !info.boolean_kernel.empty() ? info.boolean_kernel : info.kernel;
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
  found.work = simd::ElementwiseCost(operation.info->kernel, type);
  if (operation.is(OpKind::kStablehloConvert)) {
    found.kernel = simd::FindConvert(operands[0], result);
  } else if (operation.is(OpKind::kStablehloCompare)) {
    const bool total_order = TextOf(operation, "compare_type") == "TOTALORDER" && IsFloat(type);
    found.kernel = simd::FindCompare(DirectionOf(TextOf(operation, "comparison_direction")),
                                     total_order, type);
  } else {
    found.kernel =
        simd::FindElementwise(KernelOf(*operation.info, type), type, NumericsOf(operation, numerics));
  }
  if (operation.is(OpKind::kStablehloReducePrecision)) {
    found.attributes = arena.Make<simd::ReducePrecisionAttributes>(
        static_cast<int32_t>(IntegerOf(operation, "exponent_bits", 0)),
        static_cast<int32_t>(IntegerOf(operation, "mantissa_bits", 0)));
  }
  return found;
}

}  // namespace paddock
