// Checks the types of operands and results against the table.
#include <algorithm>
#include <string>

#include "core/check/table_rules.h"

namespace paddock {
namespace {

bool IsAllowedElement(const TypeSet& set, Type element) {
  if (element.is(TypeKind::kQuantized)) {
    const bool per_axis = element->quantized->axis >= 0;
    return (set.flags & (per_axis ? kPerAxisQuantized : kPerTensorQuantized)) != 0;
  }
  const std::optional<ElementType> type = element.element_type();
  return type.has_value() && (set.elements & ElementBit(*type)) != 0;
}

constexpr uint32_t kStorageWidths[] = {2, 4, 8, 16, 32, 64};

// Reports quantized element types that can be written but not used.
bool CheckQuantized(CheckContext& context, At at, Type type) {
  const Type element = type.element();
  if (!element.is(TypeKind::kQuantized)) return true;
  const QuantizedType& quantized = *element->quantized;
  const Type storage = quantized.storage;
  const bool has_width =
      std::ranges::find(kStorageWidths, storage->width) != std::end(kStorageWidths);
  const std::string is_stored = Say("the storage type is ", storage);
  if (!storage->is_integer || !has_width) {
    context.Fail(Constraint::kQuantizedStorage, at, is_stored);
    return false;
  }
  for (int64_t zero : quantized.zero_points) {
    if (quantized.IsInRange(zero)) continue;
    context.Fail(Constraint::kQuantizedZeroPoint, at,
                 Say("a zero point of ", type, " is ", StoredText(quantized, zero)));
    return false;
  }
  if (quantized.axis < 0 || !type.is_tensor()) return true;
  const bool fits = quantized.axis < static_cast<int64_t>(type.rank()) &&
                    (type.shape()[static_cast<size_t>(quantized.axis)] == kDynamic ||
                     type.shape()[static_cast<size_t>(quantized.axis)] ==
                         static_cast<int64_t>(quantized.scales.size()));
  if (!fits) {
    context.Fail(Constraint::kQuantizedAxis, at,
                 Say("quantization_dimension = ", quantized.axis, " with ", quantized.scales.size(),
                     " scales in ", type));
  }
  return fits;
}

// Warns about the first value whose storage type upstream does not accept.
void WarnOfStorage(CheckContext& context) {
  const auto warn = [&](At at, Type type) {
    const Type element = type.is_tensor() ? type.element() : Type();
    if (!element || !element.is(TypeKind::kQuantized)) return false;
    const Type storage = element->quantized->storage;
    if (storage->signedness != Signedness::kSigned && storage->width != 64) return false;
    static_cast<void>(
        context.Warn(Constraint::kQuantizedStorageForm, at, Say("the storage type is ", storage)));
    return true;
  };
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (warn(At::Operand(i), context.operand_type(i))) return;
  }
  for (size_t i = 0; i < context.result_count(); ++i) {
    if (warn(At::Result(i), context.result_type(i))) return;
  }
}

// Reports index and unranked tensors, which are not types of the specification.
bool CheckSpecified(CheckContext& context, Type type, At at, Constraint rule) {
  if (context.info().dialect != "stablehlo") return true;
  const Type element = type.is_tensor() ? type.element() : Type();
  const bool is_index = element && element.element_type() == ElementType::kIndex;
  if (!is_index && !type.is(TypeKind::kUnrankedTensor)) return true;
  return context
      .Warn(rule, at, Say(context.NameOf(at), " is ", type, ", no type of the specification"))
      .has_value();
}

// Returns advice for a scalar where a 0-dimensional tensor is allowed.
std::string ScalarAdvice(const OperandInfo& row, Type type) {
  const bool is_number = type.is(TypeKind::kScalar) || type.is(TypeKind::kComplex);
  if (!is_number || !row.type.starts_with("tensor")) return {};
  return Say(": a single number is a tensor<", type, ">");
}

bool CheckType(CheckContext& context, const OperandInfo& row, Type type, At at, Constraint rule) {
  if (!IsAllowed(row.set, type)) {
    const bool is_list = row.arity == Arity::kVariadic;
    context.Fail(rule, at,
                 Say(is_list ? "one of " : "", row.name, " is ", type, ", not ", row.type,
                     ScalarAdvice(row, type)));
    return false;
  }
  if (!CheckSpecified(context, type, at, rule)) return false;
  return (row.set.flags & kAnyType) != 0 || CheckQuantized(context, at, type);
}

}  // namespace

bool IsAllowed(const TypeSet& set, Type type) {
  if ((set.flags & kAnyType) != 0) return true;
  switch (type.kind()) {
    case TypeKind::kTensor:
      return (set.rank < 0 || static_cast<size_t>(set.rank) == type.rank()) &&
             IsAllowedElement(set, type.element());
    case TypeKind::kUnrankedTensor:
      return (set.flags & kUnrankedTensors) != 0;
    case TypeKind::kMemref:
      return (set.flags & kMemrefs) != 0;
    case TypeKind::kToken:
      return (set.flags & kTokens) != 0;
    case TypeKind::kTuple:
      return (set.flags & kTuples) != 0;
    case TypeKind::kFuture:
      return (set.flags & kFutures) != 0;
    default:
      return false;
  }
}

bool CheckOperandTypes(CheckContext& context) {
  const OpInfo& info = context.info();
  for (size_t row = 0; row < info.operands.size(); ++row) {
    const CheckContext::Group group = *context.OperandGroup(row);
    for (size_t i = group.first; i < group.first + group.count; ++i) {
      if (!CheckType(context, info.operands[row], context.operand_type(i), At::Operand(i),
                     Constraint::kOperandType)) {
        return false;
      }
    }
  }
  return true;
}

bool CheckResultTypes(CheckContext& context) {
  const OpInfo& info = context.info();
  for (size_t row = 0; row < info.results.size(); ++row) {
    const CheckContext::Group group = *context.ResultGroup(row);
    for (size_t i = group.first; i < group.first + group.count; ++i) {
      if (!CheckType(context, info.results[row], context.result_type(i), At::Result(i),
                     Constraint::kResultType)) {
        return false;
      }
    }
  }
  WarnOfStorage(context);
  return true;
}

}  // namespace paddock
