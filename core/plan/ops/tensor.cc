// Lowering of tensors as containers: each operation has an equivalent StableHLO operation.
#include <algorithm>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the result's sizes, of which operands `first` and later have the open ones; nothing if
// planning is suspended until they are known.
std::optional<std::vector<int64_t>> SizesOf(Lowering& lowering, const Operation& operation,
                                            size_t first) {
  const std::span<const int64_t> declared = operation.results[0]->type.shape();
  std::vector<int64_t> sizes(declared.begin(), declared.end());
  for (int64_t& size : sizes) {
    if (size != kDynamic || first >= operation.operands.size()) continue;
    const auto known = Values::IntegersOf(lowering.Operand(operation, first++));
    if (!known) {
      static_cast<void>(lowering.continuations().Suspend(operation, operation.operands));
      return std::nullopt;
    }
    size = known->front();
    if (size >= 0) continue;
    static_cast<void>(lowering.Fail(
        operation, "run", std::string(operation.name) + ": a size is " + std::to_string(size)));
    return std::nullopt;
  }
  return sizes;
}

ElementType ElementOf(const Operation& operation) {
  return *operation.results[0]->type.element_type();
}

bool MayBe(std::span<const int64_t> declared, std::span<const int64_t> shape) {
  return std::ranges::equal(declared, shape,
                            [](int64_t a, int64_t b) { return a == kDynamic || a == b; });
}

// Checks that the operands from `first` on are one index for each dimension of `tensor`.
bool CheckIndices(Lowering& lowering, const Operation& operation, size_t tensor, size_t first) {
  const Type type = lowering.TypeOf(*operation.operands[tensor]);
  const size_t count = operation.operands.size() - first;
  if (type.is_tensor() && type.shape().size() == count) return true;
  const std::string indices = std::to_string(count) + (count == 1 ? " index" : " indices");
  static_cast<void>(lowering.Fail(
      operation, "run",
      std::string(operation.name) + ": " + ToString(type) + " has no element at " + indices));
  return false;
}

}  // namespace

Result<void> LowerTensorCast(Lowering& lowering, const Operation& operation) {
  const Leaf leaf = lowering.Operand(operation, 0);
  const Type declared = operation.results[0]->type;
  if (declared.is_tensor() && !MayBe(declared.shape(), leaf.shape)) {
    return lowering.Fail(operation, "run",
                         "tensor.cast: the operand is " + TensorTypeText(leaf.type, leaf.shape) +
                             " and the result " + ToString(declared));
  }
  lowering.Alias(*operation.results[0], std::span(&leaf, 1));
  return {};
}

// Unspecified elements are zeros.
Result<void> LowerTensorEmpty(Lowering& lowering, const Operation& operation) {
  const auto sizes = SizesOf(lowering, operation, 0);
  if (!sizes) return Failed();
  Composition made(lowering, operation);
  return made.Give({made.Constant(made.TensorOf(*sizes, ElementOf(operation)), 0)});
}

Result<void> LowerTensorSplat(Lowering& lowering, const Operation& operation) {
  const auto sizes = SizesOf(lowering, operation, 1);
  if (!sizes) return Failed();
  Composition made(lowering, operation);
  const Type type = made.TensorOf(*sizes, ElementOf(operation));
  return made.Give({made.Broadcast(made.operand(0), {}, type)});
}

Result<void> LowerTensorFromElements(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const Type type = made.result_type(0);
  const auto leaves = lowering.values().LeavesOf(type, operation.name_span);
  if (!leaves) return Failed();
  if (leaves->front().count != static_cast<int64_t>(operation.operands.size())) {
    return lowering.Fail(operation, "run",
                         "tensor.from_elements: " + std::to_string(operation.operands.size()) +
                             " elements are no " + ToString(type));
  }
  if (made.operands().empty()) return made.Give({made.Constant(type, 0)});
  const int64_t one[] = {1};
  std::vector<Value*> elements;
  for (Value* operand : made.operands()) {
    elements.push_back(made.Reshape(operand, made.TensorOf(one, ElementOf(operation))));
  }
  const int64_t count[] = {static_cast<int64_t>(elements.size())};
  const Type list = made.TensorOf(count, ElementOf(operation));
  const NamedAttribute attributes[] = {made.Integer("dimension", 0)};
  Value* all =
      made.AddAll(OpKind::kStablehloConcatenate, elements, std::span(&list, 1), attributes)[0];
  return made.Give({made.Reshape(all, type)});
}

Result<void> LowerTensorExtract(Lowering& lowering, const Operation& operation) {
  if (!CheckIndices(lowering, operation, 0, 1)) return Failed();
  Composition made(lowering, operation);
  const std::vector<int64_t> ones(made.operands().size() - 1, 1);
  const Type one = made.TensorOf(ones, ElementOf(operation));
  const NamedAttribute attributes[] = {made.Integers("slice_sizes", ones)};
  Value* element = made.AddAll(OpKind::kStablehloDynamicSlice, made.operands(), std::span(&one, 1),
                               attributes)[0];
  return made.Give({made.Reshape(element, made.result_type(0))});
}

Result<void> LowerTensorInsert(Lowering& lowering, const Operation& operation) {
  if (!CheckIndices(lowering, operation, 1, 2)) return Failed();
  Composition made(lowering, operation);
  const std::vector<int64_t> ones(made.operands().size() - 2, 1);
  std::vector<Value*> operands(made.operands().begin() + 1, made.operands().end());
  operands.insert(operands.begin() + 1,
                  made.Reshape(made.operand(0), made.TensorOf(ones, ElementOf(operation))));
  const Type type = made.operand(1)->type;
  return made.Give(
      {made.AddAll(OpKind::kStablehloDynamicUpdateSlice, operands, std::span(&type, 1), {})[0]});
}

Result<void> LowerTensorReshape(Lowering& lowering, const Operation& operation) {
  const auto sizes = Values::IntegersOf(lowering.Operand(operation, 1));
  if (!sizes) return lowering.continuations().Suspend(operation, operation.operands.subspan(1, 1));
  const Leaf source = lowering.Operand(operation, 0);
  Composition made(lowering, operation);
  int64_t count = 1;
  for (int64_t size : *sizes) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count)) count = -1;
  }
  if (count != source.count || !MayBe(operation.results[0]->type.shape(), *sizes)) {
    return lowering.Fail(operation, "run",
                         "tensor.reshape: the source is " +
                             TensorTypeText(source.type, source.shape) +
                             " and the result would be " + TensorTypeText(source.type, *sizes));
  }
  return made.Give({made.Reshape(made.operand(0), made.TensorOf(*sizes, ElementOf(operation)))});
}

Result<void> LowerTensorRank(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const auto rank = static_cast<double>(lowering.TypeOf(*operation.operands[0]).rank());
  return made.Give({made.Constant(made.result_type(0), rank)});
}

}  // namespace paddock
