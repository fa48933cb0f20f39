// Lowering of the custom_call targets that return the first elements in some order.
#include <string>
#include <vector>

#include "core/check/custom_call_values.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Returns the first k elements along the last dimension in descending order, or ascending if
// `largest` is false.
Result<void> LowerTopKTarget(Lowering& lowering, const Operation& operation) {
  if (operation.operands.size() != 1 || operation.results.size() != 2 ||
      lowering.TypeOf(*operation.operands[0]).is_quantized()) {
    return EmitFailure(lowering, operation, "custom-call",
                       "custom_call @" + std::string(TextOf(operation, "call_target_name")) +
                           " takes one tensor, and gives values and indices");
  }
  const Attribute* largest = FindCallAttribute(operation, "largest");
  const bool is_falling = largest == nullptr || largest->integer != 0;
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  const std::span<const int64_t> shape = operand->type.shape();
  if (shape.empty()) return lowering.Fail(operation, "run", "top-k of a scalar");
  const auto last = static_cast<int64_t>(shape.size()) - 1;
  const ElementType element = *operand->type.element_type();
  Value* const iota = made.Add(OpKind::kStablehloIota, {}, made.LikeOf(operand, ElementType::kI32),
                               {made.Integer("iota_dimension", last)});
  const Type scalar = made.ScalarOf(element);
  const Type place = made.ScalarOf(ElementType::kI32);
  const Type arguments[] = {scalar, scalar, place, place};
  const std::span<Value* const> values = made.BeginRegion(arguments);
  const bool is_float = IsFloat(element);
  Value* const is_first =
      made.Add(OpKind::kStablehloCompare, {values[0], values[1]}, made.ScalarOf(ElementType::kI1),
               {made.Enum("comparison_direction", "comparison_direction", is_falling ? "GT" : "LT"),
                made.Enum("compare_type", "comparison_type", is_float ? "TOTALORDER" : "NOTYPE")});
  Value* const decision[] = {is_first};
  Region* const comparator = made.EndRegion(decision);
  Value* const operands[] = {operand, iota};
  const Type sorted_types[] = {operand->type, iota->type};
  const NamedAttribute attributes[] = {made.Integer("dimension", last),
                                       made.Flag("is_stable", true)};
  const std::span<Value* const> sorted = made.AddAll(OpKind::kStablehloSort, operands, sorted_types,
                                                     attributes, std::span(&comparator, 1));
  const std::vector<int64_t> starts(shape.size(), 0);
  const std::vector<int64_t> strides(shape.size(), 1);
  std::vector<Value*> results;
  for (size_t i = 0; i < 2; ++i) {
    const Type type = made.result_type(i);
    results.push_back(made.Add(
        OpKind::kStablehloSlice, {sorted[i]},
        made.TensorOf(type.shape(), i == 0 ? element : ElementType::kI32),
        {made.Integers("start_indices", starts), made.Integers("limit_indices", type.shape()),
         made.Integers("strides", strides)}));
  }
  results[1] = made.Convert(results[1], *made.result_type(1).element_type());
  return made.Give(results);
}

// Operands: tensors, an initial value for each, and k. An exact order needs no initial values, and
// the results' shapes contain k. The comparator is the function that called_computations names.
Result<void> LowerApproxTopK(Lowering& lowering, const Operation& operation) {
  const size_t operand_count = DataOperandsOf(operation).size();
  const size_t count = operand_count / 2;
  const bool has_k = TextOf(operation, "call_target_name") == "stablehlo.dynamic_approx_top_k";
  const Attribute* dimension = FindCallAttribute(operation, "reduction_dim");
  const Attribute* computations = operation.Find("called_computations");
  const Operation* function = computations == nullptr || computations->elements.size() != 1
                                  ? nullptr
                                  : lowering.module().FindSymbol(computations->elements[0]->text);
  Composition made(lowering, operation);
  const int64_t rank = count == 0 ? 0 : static_cast<int64_t>(made.operand(0)->type.shape().size());
  if (count == 0 || operand_count != 2 * count + (has_k ? 1 : 0) ||
      operation.results.size() != count || function == nullptr || dimension == nullptr ||
      dimension->integer < 0 || dimension->integer >= rank) {
    return EmitFailure(lowering, operation, "custom-call",
                       "custom_call @" + std::string(TextOf(operation, "call_target_name")) +
                           " takes tensors, an initial value for each, "
                           "reduction_dim and one comparator, and gives a tensor for each");
  }
  std::vector<Type> types, arguments;
  for (size_t i = 0; i < count; ++i) {
    types.push_back(made.operand(i)->type);
    const Type scalar = made.ScalarOf(*types[i].element_type());
    arguments.insert(arguments.end(), {scalar, scalar});
  }
  const Type results[] = {made.ScalarOf(ElementType::kI1)};
  Region* const comparator = made.RegionOf(*function, arguments, results);
  const NamedAttribute order[] = {made.Integer("dimension", dimension->integer),
                                  made.Flag("is_stable", true)};
  const std::span<Value* const> sorted =
      made.AddAll(OpKind::kStablehloSort, made.operands().first(count), types, order,
                  std::span(&comparator, 1));
  const std::vector<int64_t> starts(static_cast<size_t>(rank), 0);
  const std::vector<int64_t> strides(static_cast<size_t>(rank), 1);
  std::vector<Value*> first;
  for (size_t i = 0; i < count; ++i) {
    const Type type = made.result_type(i);
    first.push_back(made.Add(
        OpKind::kStablehloSlice, {sorted[i]}, type,
        {made.Integers("start_indices", starts), made.Integers("limit_indices", type.shape()),
         made.Integers("strides", strides)}));
  }
  return made.Give(first);
}

}  // namespace paddock
