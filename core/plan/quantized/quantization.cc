// Lowering of operations on quantized tensors (family quantization), by the rules that the column
// `quantized` of the op table names. docs/quantization.md defines each.
#include <algorithm>
#include <string>

#include "core/plan/lowering/lowering.h"
#include "core/plan/quantized/quantized_form.h"
#include "core/plan/quantized/quantized_wide.h"

namespace paddock {
namespace {

// Returns the quantized type that the body of `operation` takes for an operand, or null.
const QuantizedType* BodyTypeOf(const Operation& operation, size_t operand) {
  const bool has_body = !operation.regions.empty() && !operation.is(OpKind::kStablehloSort) &&
                        !operation.is(OpKind::kStablehloMap);
  const Block* body = has_body ? operation.regions.back()->only_block() : nullptr;
  if (body == nullptr || body->arguments.size() < 2) return nullptr;
  const size_t inputs = body->arguments.size() / 2;
  const bool is_scatter = operation.is(OpKind::kStablehloScatter);
  const size_t input = is_scatter && operand > inputs ? operand - 1 : operand;
  return QuantizedTypeOf(*body->arguments[input % inputs]);
}

// Returns the type that a moved operand is converted to, or null. The specification refuses element
// types that differ in scales or zero points, but some test vectors have them.
const QuantizedType* MovedTypeOf(const Operation& operation, size_t operand) {
  if (!operation.regions.empty()) return BodyTypeOf(operation, operand);
  if (operation.results.size() != 1) return nullptr;
  const QuantizedType* result = QuantizedTypeOf(*operation.results[0]);
  return result != nullptr && result->axis < 0 ? result : nullptr;
}

// Returns the quantized type that a reduction's body returns for a result, or null.
const QuantizedType* ReturnedTypeOf(const Operation& operation, size_t result) {
  if (operation.regions.empty()) return nullptr;
  const Block* body = operation.regions.back()->only_block();
  if (body == nullptr || body->last == nullptr || body->last->operands.empty()) return nullptr;
  // A collective has one body for all operands.
  return QuantizedTypeOf(*body->last->operands[result % body->last->operands.size()]);
}

// Stores the sum of two wide stored elements, each of which includes its zero point.
Value* StoredSum(QuantizedForm& form, Value* sum, const QuantizedType& type) {
  const QuantizedParameters zero_points = ZeroPointsOf(type);
  if (!zero_points.AreAll(0)) {
    sum = form.made().Binary(OpKind::kStablehloSubtract, sum, form.Over(zero_points, sum->type));
  }
  return form.Store(sum, type);
}

// Returns the stored sum of two stored elements of a type. With 64 bits, it is computed in the
// expressed type, as in the specification.
Value* BodySum(QuantizedForm& form, Value* lhs, Value* rhs, const QuantizedType& type) {
  Composition& made = form.made();
  if (IsStoredIn64(type)) {
    Value* const sum =
        made.Binary(OpKind::kStablehloAdd, form.Dequantize(lhs, type), form.Dequantize(rhs, type));
    return form.Quantize(sum, type);
  }
  Value* const sum = made.Binary(OpKind::kStablehloAdd, made.Convert(lhs, WideInteger(type)),
                                 made.Convert(rhs, WideInteger(type)));
  return StoredSum(form, sum, type);
}

}  // namespace

Result<void> LowerQuantized(Lowering& lowering, const Operation& operation) {
  QuantizedForm form(lowering, operation);
  if (!form.Append(operation)) return Failed();
  return form.Finish();
}

Block* FoldingBody(const Operation& operation) {
  Block* body = operation.regions[0]->only_block();
  const size_t count = operation.operands.size() / 2;
  if (body == nullptr || count == 0 || operation.results.size() != count) return nullptr;
  return body->arguments.size() == 2 * count ? body : nullptr;
}

bool HasMixedArguments(const Block& body) {
  const size_t count = body.arguments.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    if (body.arguments[i]->type != body.arguments[count + i]->type) return true;
  }
  return false;
}

Result<void> LowerMixedArguments(Lowering& lowering, const Operation& operation) {
  QuantizedForm form(lowering, operation);
  form.UnifyArguments();
  if (!form.Append(operation)) return Failed();
  return form.Finish();
}

// Moves or combines stored elements without change.
Result<void> QuantizedStorage(QuantizedForm& form, const Operation& operation) {
  std::vector<Value*> operands;
  std::vector<Type> results;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    Value* operand = form.Operand(operation, i);
    const QuantizedType* from = QuantizedTypeOf(*operation.operands[i]);
    const QuantizedType* to = from != nullptr ? MovedTypeOf(operation, i) : nullptr;
    const bool is_moved = to != nullptr && from->axis < 0 && to->axis < 0;
    operands.push_back(is_moved ? form.Requantize(operand, *from, *to, true) : operand);
  }
  Composition& made = form.made();
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const QuantizedType* returned = ReturnedTypeOf(operation, i);
    const Type type = form.StorageType(*operation.results[i]);
    results.push_back(returned == nullptr ? type
                                          : made.TensorOf(type.shape(), StorageElement(*returned)));
  }
  const auto values = form.Repeat(operation, operands, results);
  if (!values) return Failed();
  for (size_t i = 0; i < values->size(); ++i) {
    const QuantizedType* from = ReturnedTypeOf(operation, i);
    const QuantizedType* to = QuantizedTypeOf(*operation.results[i]);
    Value* value = (*values)[i];
    if (from != nullptr && to != nullptr && !IsSame(*from, *to)) {
      value = form.Requantize(value, *from, *to, true);
    }
    form.Set(operation, i, value);
  }
  return {};
}

// Sends stored elements like other tensors. A process without a result gets zeros, so the zero
// point is subtracted before and added after.
Result<void> QuantizedCollectiveReduce(QuantizedForm& form, const Operation& operation) {
  const QuantizedType* body = ReturnedTypeOf(operation, 0);
  if (body == nullptr || ZeroPointsOf(*body).AreAll(0)) return QuantizedStorage(form, operation);
  std::vector<Value*> operands;
  std::vector<Type> results;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    Value* operand = form.Operand(operation, i);
    // The roots are not quantized.
    const QuantizedType* from = QuantizedTypeOf(*operation.operands[i]);
    if (from != nullptr) {
      operand = form.Center(form.Requantize(operand, *from, *body, true), *body);
    }
    operands.push_back(operand);
  }
  for (const Value* result : operation.results) {
    results.push_back(form.made().TensorOf(form.StorageType(*result).shape(), WideInteger(*body)));
  }
  form.CenterBodies(body);
  const auto values = form.Repeat(operation, operands, results);
  form.CenterBodies(nullptr);
  if (!values) return Failed();
  for (size_t i = 0; i < values->size(); ++i) {
    Value* stored = form.Uncenter((*values)[i], *body);
    form.Set(operation, i,
             form.Requantize(stored, *body, *QuantizedTypeOf(*operation.results[i]), true));
  }
  return {};
}

// Follows dequantize_op_quantize of the specification.
Result<void> QuantizedValues(QuantizedForm& form, const Operation& operation) {
  std::vector<Value*> operands;
  std::vector<Type> results;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    Value* operand = form.Operand(operation, i);
    const QuantizedType* type = QuantizedTypeOf(*operation.operands[i]);
    operands.push_back(type != nullptr ? form.Dequantize(operand, *type) : operand);
  }
  Composition& made = form.made();
  for (const Value* result : operation.results) {
    const QuantizedType* quantized = QuantizedTypeOf(*result);
    const Type type = form.StorageType(*result);
    results.push_back(quantized == nullptr
                          ? type
                          : made.TensorOf(type.shape(), *quantized->expressed.element_type()));
  }
  const auto values = form.Repeat(operation, operands, results);
  if (!values) return Failed();
  for (size_t i = 0; i < values->size(); ++i) {
    const QuantizedType* type = QuantizedTypeOf(*operation.results[i]);
    Value* value = (*values)[i];
    form.Set(operation, i, type != nullptr ? form.Quantize(value, *type) : value);
  }
  return {};
}

// Values of one quantized type have the order of their stored elements.
Result<void> QuantizedOrder(QuantizedForm& form, const Operation& operation) {
  const QuantizedType* first = nullptr;
  bool is_same = true;
  const auto look_at = [&](const Value* value) {
    const QuantizedType* type = QuantizedTypeOf(*value);
    if (type == nullptr) return;
    if (first == nullptr) first = type;
    is_same = is_same && IsSame(*first, *type);
  };
  std::ranges::for_each(operation.operands, look_at);
  std::ranges::for_each(operation.results, look_at);
  return is_same ? QuantizedStorage(form, operation) : QuantizedValues(form, operation);
}

// Rescales both operands to the result's scale, and adds them as integers.
Result<void> QuantizedAdd(QuantizedForm& form, const Operation& operation) {
  const QuantizedType* lhs = QuantizedTypeOf(*operation.operands[0]);
  const QuantizedType* rhs = QuantizedTypeOf(*operation.operands[1]);
  const QuantizedType* result = QuantizedTypeOf(*operation.results[0]);
  const Type type = form.StorageType(*operation.results[0]);
  const bool is_broadcast = form.Operand(operation, 0)->type.rank() != type.rank() ||
                            form.Operand(operation, 1)->type.rank() != type.rank();
  if (lhs == nullptr || rhs == nullptr || result == nullptr || form.HasStoredIn64(operation) ||
      (is_broadcast && result->axis >= 0)) {
    return QuantizedValues(form, operation);
  }
  Value* const operands[] = {form.Requantize(form.Operand(operation, 0), *lhs, *result, false),
                             form.Requantize(form.Operand(operation, 1), *rhs, *result, false)};
  Composition& made = form.made();
  const Type results[] = {made.TensorOf(type.shape(), WideInteger(*result))};
  const auto sums = form.Repeat(operation, operands, results);
  if (!sums) return Failed();
  form.Set(operation, 0, StoredSum(form, (*sums)[0], *result));
  return {};
}

// Lowers the operation as an all_reduce whose body adds quantized elements.
Result<void> QuantizedCrossReplicaSum(QuantizedForm& form, const Operation& operation) {
  Composition& made = form.made();
  const QuantizedType& type = *QuantizedTypeOf(*operation.operands[0]);
  const Type scalar = made.ScalarOf(StorageElement(type));
  const Type scalars[] = {scalar, scalar};
  const std::span<Value* const> arguments = made.BeginRegion(scalars);
  Value* const returned[] = {BodySum(form, arguments[0], arguments[1], type)};
  Region* const body = made.EndRegion(returned);
  Value* const operand = form.Operand(operation, 0);
  const NamedAttribute groups =
      Composition::Named("replica_groups", operation.Find("replica_groups"));
  const Type results[] = {operand->type};
  const auto sums = made.AddAll(OpKind::kStablehloAllReduce, std::span(&operand, 1), results,
                                std::span(&groups, 1), std::span(&body, 1));
  form.Set(operation, 0, sums[0]);
  return {};
}

Result<void> QuantizedUniformDequantize(QuantizedForm& form, const Operation& operation) {
  const QuantizedType& type = *QuantizedTypeOf(*operation.operands[0]);
  form.Set(operation, 0, form.Dequantize(form.Operand(operation, 0), type));
  return {};
}

Result<void> QuantizedUniformQuantize(QuantizedForm& form, const Operation& operation) {
  Value* operand = form.Operand(operation, 0);
  const QuantizedType* from = QuantizedTypeOf(*operation.operands[0]);
  const QuantizedType& to = *QuantizedTypeOf(*operation.results[0]);
  form.Set(
      operation, 0,
      from == nullptr ? form.Quantize(operand, to) : form.Requantize(operand, *from, to, true));
  return {};
}

}  // namespace paddock
