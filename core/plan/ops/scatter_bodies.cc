#include "core/plan/ops/scatter_bodies.h"

#include <algorithm>
#include <unordered_map>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/body_program.h"
#include "core/plan/lowering/composition_parts.h"

namespace paddock {

ScatterNumbers::ScatterNumbers(const Operation& operation) {
  const Attribute* attribute = operation.Find("scatter_dimension_numbers");
  window = IntegersOf(attribute, "update_window_dims");
  inserted = IntegersOf(attribute, "inserted_window_dims");
  batching = IntegersOf(attribute, "input_batching_dims");
  map = IntegersOf(attribute, "scatter_dims_to_operand_dims");
  vector_dimension = IntegerOf(attribute, "index_vector_dim", 0);
}

std::vector<int64_t> ScatterNumbers::WindowSizes(size_t rank,
                                                 std::span<const int64_t> updates) const {
  std::vector<int64_t> sizes;
  size_t next = 0;
  for (size_t d = 0; d < rank; ++d) {
    const bool is_inserted = std::ranges::find(inserted, static_cast<int64_t>(d)) != inserted.end();
    sizes.push_back(is_inserted ? 1 : updates[next++]);
  }
  return sizes;
}

bool IsScalarBody(const Block& body, ElementType type) {
  const auto computes_scalars = [](const Operation& operation) {
    return operation.info != nullptr && operation.regions.empty() &&
           (operation.info->has(kElementwise) || operation.is(OpKind::kStablehloConstant));
  };
  for (const Operation* operation : body) {
    if (operation != body.last && !computes_scalars(*operation)) return false;
  }
  return body.arguments.size() == 2 && body.arguments[0]->type.element_type() == type &&
         body.arguments[1]->type.element_type() == type && body.last != nullptr &&
         body.last->operands.size() == 1;
}

bool HasScatterKernel(const Block& body, ElementType type) {
  return body.last->operands[0] == body.arguments[1] || FindBodyMonoid(body, type) != nullptr;
}

Value* ApplyBody(Composition& made, const Block& body, std::span<Value* const> arguments,
                 std::span<const int64_t> shape) {
  std::unordered_map<const Value*, Value*> values;
  for (size_t i = 0; i < arguments.size(); ++i) values[body.arguments[i]] = arguments[i];
  const auto repeated = [&](Value* scalar) {
    if (shape.empty()) return scalar;
    return made.Broadcast(scalar, {}, made.TensorOf(shape, ElementOf(scalar)));
  };
  const auto of = [&](Value* value) {
    const auto [found, is_captured] = values.try_emplace(value, nullptr);
    if (is_captured) found->second = repeated(value);
    return found->second;
  };
  for (const Operation* operation : body) {
    if (operation == body.last) break;
    std::vector<Value*> operands;
    for (Value* operand : operation->operands) operands.push_back(of(operand));
    const Value* const result = operation->results[0];
    const bool is_constant = operation->is(OpKind::kStablehloConstant);
    const Type types[] = {is_constant ? result->type : made.TensorOf(shape, ElementOf(result))};
    Value* const computed =
        made.AddAll(operation->info->kind, operands, types, operation->attributes)[0];
    values[result] = is_constant ? repeated(computed) : computed;
  }
  return of(body.last->operands[0]);
}

Region* ScatterRegion(Composition& made, const Block* body, ElementType type) {
  const Type types[] = {made.ScalarOf(type), made.ScalarOf(type)};
  const std::span<Value* const> scalars = made.BeginRegion(types);
  Value* const combined[] = {body == nullptr ? scalars[1] : ApplyBody(made, *body, scalars, {})};
  return made.EndRegion(combined);
}

}  // namespace paddock
