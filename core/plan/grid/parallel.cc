// Lowering of interpreter.run_parallel.
#include "core/plan/grid/parallel.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/plan/lowering/arguments.h"
#include "core/plan/lowering/late_body.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

constexpr uint32_t kMaximumParallelDepth = 8;

bool Takes(Type type, const Leaf& leaf) {
  return type.stored_element_type() == leaf.type && FitsSizes(type, leaf.shape);
}

// Plans each function once for each set of input sizes, as a late body
// (core/plan/lowering/late_body.h).
class ProgramPlanner {
 public:
  ProgramPlanner(Lowering& lowering, const Operation& operation, GridSize size)
      : lowering_(lowering), operation_(operation), options_(lowering.options()) {
    options_.grid = size;
    ++options_.parallel_depth;
  }

  // `inputs`: by argument. Adds those that the plan takes to `reads`.
  Result<std::shared_ptr<const Plan>> PlanOf(const Attribute& symbol, std::span<const Leaf> inputs,
                                             std::vector<Leaf>& reads) {
    const Operation* function = lowering_.module().FindSymbol(symbol.text);
    Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->parent->block_count != 1) {
      return lowering_.Fail(operation_, "run",
                            "there is no function '" + std::string(symbol.text) + "' with a body");
    }
    if (!TakesInputs(*body, inputs)) return Failed();
    const size_t first = reads.size();
    std::vector<LiveLeaves> values;
    std::string key(symbol.text);
    for (size_t i = 0; i < inputs.size(); ++i) {
      values.push_back({body->arguments[i], {InputOf(inputs[i], first, reads, key)}});
    }
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second;
    auto plan =
        MakeBodyPlan(lowering_.table(), lowering_.module(), *body, lowering_.values().value_count(),
                     options_, values, lowering_.diagnostics().sink());
    if (!plan) {
      lowering_.diagnostics().MarkFailed();
      return Failed();
    }
    return plans_[key] = *std::move(plan);
  }

 private:
  // Checks the types of this run as core/check checks declared types.
  bool TakesInputs(const Block& body, std::span<const Leaf> inputs) {
    if (inputs.size() != body.arguments.size()) {
      lowering_.Malformed(operation_);
      return false;
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Type type = body.arguments[i]->type;
      if (inputs[i].is_token ? type.is(TypeKind::kToken) : Takes(type, inputs[i])) continue;
      lowering_.FailRule(operation_, Constraint::kInterpreterRunParallelX6,
                         "argument " + std::to_string(i) + " is " + ToString(type) + ", but " +
                             TensorTypeText(inputs[i].type, inputs[i].shape) + " is given");
      return false;
    }
    return true;
  }

  // Returns the leaf of an input. A value that sizes may depend on is fixed in the plan.
  Leaf InputOf(Leaf leaf, size_t first, std::vector<Leaf>& reads, std::string& key) {
    const auto append = [&key](const auto& value) {
      key.append(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    append(leaf.is_token);
    if (leaf.is_token) return leaf;
    append(leaf.type);
    for (int64_t size : leaf.shape) append(size);
    const auto integers = lowering_.facts().is_dynamic() ? Values::IntegersOf(leaf) : std::nullopt;
    append(integers.has_value());
    if (integers) {
      for (int64_t integer : *integers) append(integer);
      return leaf;
    }
    reads.push_back(lowering_.Dense(leaf));
    leaf = reads.back();
    leaf.where = Leaf::Where::kInput;
    leaf.index = static_cast<uint32_t>(reads.size() - 1 - first);
    return leaf;
  }

  Lowering& lowering_;
  const Operation& operation_;
  PlanOptions options_;
  std::map<std::string, std::shared_ptr<const Plan>> plans_;
};

Result<void> PlanInfeed(Lowering& lowering, const Operation& operation,
                        ParallelPrograms& programs) {
  const Attribute* infeed = operation.Find("infeed");
  if (infeed == nullptr) return {};
  ProgramPlanner alone(lowering, operation, GridSize{});
  std::vector<Leaf> reads;
  for (const Attribute* symbol : infeed->elements) {
    const Operation* function = lowering.module().FindSymbol(symbol->text);
    const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    const bool gives_one = body != nullptr && body->arguments.empty() && body->last != nullptr &&
                           body->last->operands.size() == 1;
    if (!gives_one) {
      return lowering.Fail(operation, "run",
                           "an infeed function takes nothing and returns one tensor");
    }
    auto plan = alone.PlanOf(*symbol, {}, reads);
    if (!plan) return Failed();
    programs.infeed.push_back(*std::move(plan));
  }
  return {};
}

// Adds inputs to `reads`.
Result<ParallelPrograms> PlanPrograms(Lowering& lowering, const Operation& operation,
                                      std::vector<Leaf>& reads) {
  const Attribute& rows = *operation.Find("programs");
  ParallelPrograms programs;
  programs.size = {static_cast<int64_t>(rows.elements.size()),
                   static_cast<int64_t>(rows.elements[0]->elements.size())};
  if (programs.size.process_count() > kMaximumProcesses) {
    return lowering.Fail(operation, "limit",
                         "a grid has at most " + std::to_string(kMaximumProcesses) + " processes");
  }
  ProgramPlanner planner(lowering, operation, programs.size);
  const std::vector<Leaf> inputs =
      lowering.values().OperandLeaves(operation, 0, operation.operands.size());
  size_t at = 0;
  for (const Attribute* row : rows.elements) {
    for (const Attribute* symbol : row->elements) {
      const Operation* function = lowering.module().FindSymbol(symbol->text);
      const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
      const size_t count =
          std::min(body == nullptr ? 0 : body->arguments.size(), inputs.size() - at);
      auto plan = planner.PlanOf(*symbol, std::span(inputs).subspan(at, count), reads);
      if (!plan) return Failed();
      programs.plans.push_back(*std::move(plan));
      at += count;
    }
  }
  if (!PlanInfeed(lowering, operation, programs)) return Failed();
  return programs;
}

bool IsTokenResult(Lowering& lowering, const Value& value) {
  return lowering.TypeOf(value).is(TypeKind::kToken);
}

Result<void> FailResult(Lowering& lowering, const Operation& operation, size_t index,
                        ElementType type, std::span<const int64_t> shape) {
  return lowering.FailRule(operation, Constraint::kInterpreterRunParallelX7,
                           "result " + std::to_string(index) + " is " +
                               ToString(operation.results[index]->type) + ", but " +
                               TensorTypeText(type, shape) + " is returned");
}

// Returns the results that are no tokens, without their memory, with the sizes of the plans or the
// operation. Returns nothing if sizes are determined only at run time.
std::optional<std::vector<Leaf>> ResultsOf(Lowering& lowering, const Operation& operation,
                                           const ParallelPrograms& programs) {
  std::vector<Leaf> results;
  size_t at = 0;
  for (const auto& plan : programs.plans) {
    const size_t count = FunctionBody(plan->function())->last->operands.size();
    for (size_t i = 0; i < count && at < operation.results.size(); ++i, ++at) {
      const Value& result = *operation.results[at];
      if (IsTokenResult(lowering, result)) continue;
      Leaf leaf;
      leaf.type = *result.type.stored_element_type();
      if (plan->suspension() == nullptr) {
        leaf.type = plan->results()[i].element_type;
        leaf.shape = lowering.arena().CopyArray(plan->results()[i].shape);
      } else if (result.type.has_static_shape()) {
        leaf.shape = result.type.shape();
      } else {
        return std::nullopt;
      }
      results.push_back(leaf);
    }
  }
  return results;
}

// Binds the results to memory that the next step writes.
Result<std::vector<Leaf>> DefineResults(Lowering& lowering, const Operation& operation,
                                        std::span<const Leaf> like) {
  std::vector<Leaf> writes;
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const Value& result = *operation.results[i];
    if (IsTokenResult(lowering, result)) {
      Leaf token;
      token.is_token = true;
      lowering.Bind(result, token);
      continue;
    }
    const Leaf& leaf = like[writes.size()];
    if (!Takes(result.type, leaf)) {
      static_cast<void>(FailResult(lowering, operation, i, leaf.type, leaf.shape));
      return Failed();
    }
    if (!result.type.has_static_shape()) {
      lowering.values().SetType(
          result, lowering.values().types().GetTensor(leaf.shape, result.type.element()));
    }
    writes.push_back(lowering.Define(result));
  }
  return writes;
}

// Binds the results after the run; `sizes` has the sizes of all results.
Result<void> TakeResults(Lowering& lowering, const Operation& operation,
                         std::span<const int64_t> sizes) {
  std::vector<Leaf> like;
  for (const Value* result : operation.results) {
    if (IsTokenResult(lowering, *result)) continue;
    Leaf leaf;
    leaf.type = *result->type.stored_element_type();
    const size_t rank = result->type.rank();
    if (rank > sizes.size()) return lowering.Malformed(operation);
    leaf.shape = lowering.arena().CopyArray(sizes.first(rank));
    sizes = sizes.subspan(rank);
    like.push_back(leaf);
  }
  auto writes = DefineResults(lowering, operation, like);
  if (!writes) return Failed();
  EmitTakeStagedTo(lowering.emitter(), operation, *std::move(writes));
  return {};
}

// Returns the total number of sizes of all results.
int64_t SizeCount(Lowering& lowering, const Operation& operation) {
  size_t count = 0;
  for (const Value* result : operation.results) {
    if (!IsTokenResult(lowering, *result)) count += result->type.rank();
  }
  return static_cast<int64_t>(count);
}

}  // namespace

Result<void> LowerRunParallel(Lowering& lowering, const Operation& operation) {
  if (lowering.options().parallel_depth >= kMaximumParallelDepth) {
    return lowering.Fail(
        operation, "limit",
        "programs run programs more than " + std::to_string(kMaximumParallelDepth) + " deep");
  }
  if (const std::vector<Leaf> known = lowering.continuations().TakeKnown(); !known.empty()) {
    return TakeResults(lowering, operation, *Values::IntegersOf(known.front()));
  }
  lowering.elementwise().FlushAll();
  ParallelReferences<Planning> references;
  auto programs = PlanPrograms(lowering, operation, references.inputs);
  if (!programs) return Failed();
  programs->input_count = references.inputs.size();
  StepSpec spec;
  spec.operation = &operation;
  spec.function = [](StepContext& context) {
    return context.host->RunParallel(context.As<ParallelPrograms>(), context);
  };
  for (const auto& plan : programs->plans) spec.work += plan->estimated_work();
  spec.pays_by_itself = true;
  const auto results = ResultsOf(lowering, operation, *programs);
  if (results) {
    auto writes = DefineResults(lowering, operation, *results);
    if (!writes) return Failed();
    references.results = *std::move(writes);
    for (const Leaf& leaf : references.results) {
      programs->results.push_back({leaf.type, leaf.shape});
    }
  } else {
    const int64_t count[] = {SizeCount(lowering, operation)};
    programs->gives_sizes = true;
    references.sizes = {lowering.NewLeaf(
        ElementType::kI64, lowering.arena().CopyArray(std::span<const int64_t>(count)))};
  }
  SetReferences(spec, references, *programs);
  spec.parameters = lowering.Own(*std::move(programs));
  lowering.Emit(spec);
  if (results) return {};
  return lowering.continuations().SuspendFor(operation, references.sizes);
}

}  // namespace paddock
