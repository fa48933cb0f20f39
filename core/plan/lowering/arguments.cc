#include "core/plan/lowering/arguments.h"

#include <algorithm>
#include <string>

namespace paddock {
namespace {

std::string Described(const Value& argument, size_t number) {
  const std::string name =
      argument.name.empty() ? std::string("value") : "%" + std::string(argument.name);
  return "argument " + std::to_string(number) + " (" + name;
}

// Returns false, after a diagnostic, if the argument's sizes do not follow from `input`, which may
// be null.
bool SetArgumentType(Values& values, PlanDiagnostics& diagnostics, const Value& argument,
                     size_t number, const Tensor* input) {
  if (!IsOpen(argument.type)) return true;
  if (input == nullptr || !input->has_value()) {
    diagnostics.FailAt(argument.type_span, "input",
                       Described(argument, number) + ": " + ToString(argument.type) +
                           ") needs an input, which gives its sizes");
    return false;
  }
  if (!FitsSizes(argument.type, input->shape())) {
    diagnostics.FailAt(argument.span, "input",
                       Described(argument, number) + ") is " + ToString(argument.type) + ", but " +
                           TensorTypeText(input->element_type(), input->shape()) + " is given");
    return false;
  }
  values.SetType(argument, values.types().GetTensor(input->shape(), argument.type.element()));
  return true;
}

}  // namespace

bool FitsSizes(Type type, std::span<const int64_t> sizes) {
  if (!type.is_tensor()) return true;
  const std::span<const int64_t> shape = type.shape();
  if (shape.size() != sizes.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t size = sizes[i];
    const int64_t bound = i < type->bounds.size() ? type->bounds[i] : kDynamic;
    if (shape[i] != kDynamic ? shape[i] != size : bound != kDynamic && size > bound) return false;
  }
  return true;
}

std::optional<std::vector<Leaf>> TypedArguments(Values& values, PlanDiagnostics& diagnostics,
                                                const Block& body, std::span<const Tensor> inputs) {
  std::vector<Leaf> arguments;
  uint32_t at = 0;
  bool all_fit = true;
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    const Value& argument = *body.arguments[i];
    const Tensor* input = at < inputs.size() ? &inputs[at] : nullptr;
    if (!SetArgumentType(values, diagnostics, argument, i, input)) {
      ++at;
      all_fit = false;
      continue;
    }
    const auto leaves = values.LeavesOf(values.TypeOf(argument), argument.type_span);
    if (!leaves) return std::nullopt;
    for (Leaf leaf : *leaves) {
      if (!leaf.is_token) {
        leaf.where = Leaf::Where::kInput;
        leaf.index = at++;
      }
      arguments.push_back(leaf);
    }
  }
  if (!all_fit) return std::nullopt;
  return arguments;
}

void FixArguments(std::span<Leaf> leaves, std::span<const uint32_t> fixed,
                  std::span<const Tensor> inputs, Arena& arena) {
  for (Leaf& leaf : leaves) {
    if (leaf.where != Leaf::Where::kInput || leaf.index >= inputs.size()) continue;
    if (!std::ranges::binary_search(fixed, leaf.index)) continue;
    const Tensor& input = inputs[leaf.index];
    if (input.element_type() != leaf.type || input.element_count() != leaf.count) continue;
    leaf.where = Leaf::Where::kConstant;
    leaf.address = CopyConstant(arena, input.data(), input.byte_size());
  }
}

}  // namespace paddock
