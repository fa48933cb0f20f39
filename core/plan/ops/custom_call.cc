// Lowering of custom_call: functions of the embedder, then built-in targets. Any other target fails
// with its name when the run reaches it.
#include "core/run/custom_call.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/check/custom_call_values.h"
#include "core/dialect/custom_call_info.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"

namespace paddock {
namespace {

// --- Functions of the embedder.

struct CallParameters {
  CustomCallFunction function;
  std::string_view target;
  struct Leaf {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
    // For a result: the operand whose copy it starts as; -1 if none.
    int64_t alias = -1;
  };
  std::vector<Leaf> operands;
  std::vector<Leaf> results;
};

template <class Phase>
struct CallReferences {
  ReadSpan<Phase, &CallParameters::operands> operands;
  WriteSpan<Phase, &CallParameters::results> results;
};

StepStatus CallStep(StepContext& context) {
  const auto& parameters = context.As<CallParameters>();
  const auto at = Bind<CallReferences>(context, parameters);
  std::vector<Tensor> operands, results;
  for (size_t i = 0; i < at.operands.size(); ++i) {
    const CallParameters::Leaf& leaf = parameters.operands[i];
    operands.push_back(ViewOf(leaf.type, leaf.shape, at.operands[i]));
  }
  for (const CallParameters::Leaf& leaf : parameters.results) {
    Tensor result = context.host->NewTensor(leaf.type, leaf.shape);
    if (!result.has_value()) return StepStatus::kFailed;
    if (leaf.alias >= 0 && result.byte_size() != 0) {
      std::memcpy(result.mutable_data(), operands[static_cast<size_t>(leaf.alias)].data(),
                  result.byte_size());
    }
    results.push_back(std::move(result));
  }
  ProcessLink& link = context.host->link();
  const std::string problem = parameters.function({parameters.target, *context.operation, operands,
                                                   results, link.size().ProcessOf(link.process())});
  if (!problem.empty()) {
    ReportAt(context, "custom-call",
             "custom_call @" + std::string(parameters.target) + ": " + problem);
    return StepStatus::kFailed;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].byte_size() == 0) continue;
    std::memcpy(at.results[i], results[i].data(), results[i].byte_size());
  }
  return StepStatus::kDone;
}

// Returns the number of the leaf at `indices` in the values, not counting tokens; -1 if there is
// none.
int64_t LeafAt(std::span<const Type> types, std::span<const int64_t> indices) {
  const auto count_of = [](auto&& self, Type type) -> int64_t {
    if (type.is(TypeKind::kToken)) return 0;
    if (!type.is(TypeKind::kTuple)) return 1;
    int64_t count = 0;
    for (Type element : type->elements) count += self(self, element);
    return count;
  };
  int64_t leaf = 0;
  for (int64_t index : indices) {
    if (index < 0 || static_cast<size_t>(index) >= types.size()) return -1;
    for (int64_t i = 0; i < index; ++i) leaf += count_of(count_of, types[static_cast<size_t>(i)]);
    const Type type = types[static_cast<size_t>(index)];
    types =
        type.is(TypeKind::kTuple) ? std::span<const Type>(type->elements) : std::span<const Type>();
  }
  return leaf;
}

std::vector<Type> TypesOf(Lowering& lowering, std::span<Value* const> values) {
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(lowering.TypeOf(*value));
  return types;
}

void SetAliases(Lowering& lowering, const Operation& operation, CallParameters& parameters) {
  const Attribute* aliases = operation.Find("output_operand_aliases");
  if (aliases == nullptr) return;
  const std::vector<Type> operands = TypesOf(lowering, operation.operands);
  const std::vector<Type> results = TypesOf(lowering, operation.results);
  for (const Attribute* alias : aliases->elements) {
    std::vector<int64_t> output = IntegersOf(alias, "output_tuple_indices");
    if (results.size() == 1) output.insert(output.begin(), 0);
    std::vector<int64_t> operand = IntegersOf(alias, "operand_tuple_indices");
    operand.insert(operand.begin(), IntegerOf(alias, "operand_index", 0));
    const int64_t to = LeafAt(results, output);
    const int64_t from = LeafAt(operands, operand);
    if (to < 0 || from < 0 || static_cast<size_t>(to) >= parameters.results.size() ||
        static_cast<size_t>(from) >= parameters.operands.size()) {
      continue;
    }
    parameters.results[static_cast<size_t>(to)].alias = from;
  }
}

Result<void> LowerRegistered(Lowering& lowering, const Operation& operation,
                             std::string_view target, const CustomCallFunction& function) {
  if (lowering.position().is_unneeded()) {
    return lowering.Fail(operation, "custom-call",
                         "dead code does not call functions of the embedder");
  }
  CallParameters parameters;
  parameters.function = function;
  parameters.target = target;
  CallReferences<Planning> references;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CallStep;
  for (size_t operand : DataOperandsOf(operation)) {
    for (const Leaf& leaf : lowering.values().OperandLeaves(operation, operand, operand + 1)) {
      if (leaf.is_token) continue;
      references.operands.push_back(lowering.Dense(leaf));
      parameters.operands.push_back({leaf.type, leaf.shape});
      spec.work += static_cast<int64_t>(leaf.bytes());
    }
  }
  for (const Value* result : operation.results) {
    auto leaves = lowering.values().LeavesOf(lowering.TypeOf(*result), operation.name_span);
    if (!leaves) return Failed();
    for (Leaf& leaf : *leaves) {
      if (leaf.is_token) continue;
      leaf = lowering.NewLeaf(leaf.type, leaf.shape);
      references.results.push_back(leaf);
      parameters.results.push_back({leaf.type, leaf.shape});
      spec.work += static_cast<int64_t>(leaf.bytes());
    }
    lowering.emitter().SetWriter(*leaves, lowering.emitter().next_step());
    lowering.Bind(*result, *leaves);
  }
  SetAliases(lowering, operation, parameters);
  SetReferences(spec, references, parameters);
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

// --- Built-in targets.

}  // namespace

// Binds the results to the operands: for annotations of compilers, and for buffers.
Result<void> LowerAnnotation(Lowering& lowering, const Operation& operation) {
  const std::vector<Type> operands = TypesOf(lowering, operation.operands);
  const std::vector<Type> results = TypesOf(lowering, operation.results);
  const auto is_same = [](Type a, Type b) {
    const bool are_arrays =
        (a.is_tensor() || a.is(TypeKind::kMemref)) && (b.is_tensor() || b.is(TypeKind::kMemref));
    return a == b ||
           (are_arrays && std::ranges::equal(a.shape(), b.shape()) && a.element() == b.element());
  };
  if (!std::ranges::equal(operands, results, is_same)) {
    return EmitFailure(
        lowering, operation, "custom-call",
        "custom_call @" + std::string(TextOf(operation, "call_target_name")) +
            " changes the shape of a value by its distribution over processes, which is "
            "not yet implemented");
  }
  for (size_t i = 0; i < operation.results.size(); ++i) {
    lowering.Alias(*operation.results[i], lowering.values().Leaves(*operation.operands[i]));
  }
  return {};
}

// The program leaves the buffer uninitialized; zeros make runs reproducible.
Result<void> LowerCreateBuffer(Lowering& lowering, const Operation& operation) {
  const auto leaves =
      lowering.values().LeavesOf(lowering.TypeOf(*operation.results[0]), operation.name_span);
  if (!leaves || leaves->size() != 1) return Failed();
  lowering.Bind(*operation.results[0], ZerosLike(leaves->front()));
  return {};
}

Result<void> LowerDceSink(Lowering& lowering, const Operation& operation) {
  if (!operation.results.empty()) {
    return EmitFailure(lowering, operation, "custom-call", "custom_call @dce_sink has no results");
  }
  for (const Leaf& leaf :
       lowering.values().OperandLeaves(operation, 0, operation.operands.size())) {
    lowering.elementwise().DoWithout(leaf);
  }
  return {};
}

namespace {

// Lowers an operation that was exported under the name of its old dialect, such as `mhlo.erf`.
Result<void> LowerAsOperation(Lowering& lowering, const Operation& operation, OpKind kind) {
  Composition made(lowering, operation);
  std::vector<Type> results;
  for (size_t i = 0; i < operation.results.size(); ++i) results.push_back(made.result_type(i));
  return made.Give(made.AddAll(kind, made.operands(), results, {}));
}

// Returns the operation that a target such as `mhlo.erf` with one operand and one result names;
// null for any other.
const OpInfo* FindMeant(const Operation& operation, std::string_view target) {
  const bool is_unary = operation.operands.size() == 1 && operation.results.size() == 1;
  return is_unary ? FindOperationOfTarget(target) : nullptr;
}

}  // namespace

Result<void> LowerCustomCall(Lowering& lowering, const Operation& operation) {
  const std::string_view target = TextOf(operation, "call_target_name");
  const CustomCallRegistry* registry = lowering.options().custom_calls.get();
  const CustomCallFunction* function = registry == nullptr ? nullptr : registry->Find(target);
  if (function != nullptr) return LowerRegistered(lowering, operation, target, *function);
  if (const CustomCallTarget* known = FindCustomCall(target)) {
    return lowering.table().custom_calls[known->info->row](lowering, operation);
  }
  if (const OpInfo* meant = FindMeant(operation, target)) {
    return LowerAsOperation(lowering, operation, meant->kind);
  }
  return EmitFailure(lowering, operation, "custom-call",
                     "custom_call target '" + std::string(target) +
                         "' is unknown: it is neither built in nor registered by the embedder");
}

}  // namespace paddock
