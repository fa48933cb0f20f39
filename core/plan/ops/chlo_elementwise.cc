// Lowering of CHLO's element-wise operations without a kernel.
#include <algorithm>
#include <optional>
#include <string>

#include "core/check/element_rules.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the attribute's single element in stored form.
std::optional<Tensor> ElementOf(const Attribute& value, ElementType type) {
  Tensor element = Tensor::Allocate(type, {});
  if (value.value != nullptr) {
    if (value.value->element_type() != type || value.value->element_count() != 1) {
      return std::nullopt;
    }
    std::ranges::copy(std::span(value.value->data(), ByteSize(type)), element.mutable_data());
    return element;
  }
  const bool is_number = value.kind == AttributeKind::kInteger ||
                         value.kind == AttributeKind::kFloat || value.kind == AttributeKind::kBool;
  if (!is_number || IsComplex(type)) return std::nullopt;
  // All supported machines are little-endian. For floats, `integer` has the bits.
  const auto* bytes = reinterpret_cast<const std::byte*>(&value.integer);
  std::ranges::copy(std::span(bytes, ByteSize(type)), element.mutable_data());
  return element;
}

}  // namespace

Result<void> LowerConstantLike(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const Type type = made.LikeOf(made.operand(0), *made.result_type(0).element_type());
  const Attribute* value = operation.Find("value");
  auto element = value == nullptr ? std::nullopt : ElementOf(*value, *type.element_type());
  if (!element) {
    return lowering.FailRule(
        operation, Constraint::kChloConstantLikeX1,
        "value is not an element of type " + std::string(Spelling(*type.element_type())));
  }
  return made.Give({made.ConstantTensor(type, std::move(*element), true)});
}

Result<void> LowerBesselI1e(Lowering& lowering, const Operation& operation) {
  const Type type = lowering.TypeOf(*operation.operands[0]);
  if (!IsComplex(*type.element_type())) return LowerElementwise(lowering, operation);
  return lowering.FailRule(
      operation, Constraint::kChloBesselI1eX2,
      "operand is " + ToString(type) + ", for which the function is not defined");
}

}  // namespace paddock
