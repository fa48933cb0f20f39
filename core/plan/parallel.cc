// Lowering of interpreter.run_parallel.
#include "core/plan/parallel.h"

#include <map>
#include <string>

#include "core/plan/lowering.h"

namespace paddock {
namespace {

constexpr uint32_t kMaximumParallelDepth = 8;

// Plans each function once.
class ProgramPlanner {
 public:
  ProgramPlanner(Lowering& lowering, const Operation& operation, GridSize size)
      : lowering_(lowering), operation_(operation), options_(lowering.options()) {
    options_.grid = size;
    ++options_.parallel_depth;
  }

  Result<std::shared_ptr<const Plan>> PlanOf(const Attribute& symbol) {
    const auto known = plans_.find(symbol.text);
    if (known != plans_.end()) return known->second;
    const Operation* function = lowering_.module().FindSymbol(symbol.text);
    if (function == nullptr || !function->is(OpKind::kFuncFunc)) {
      return lowering_.Fail(operation_, "run",
                            "there is no function '" + std::string(symbol.text) + "'");
    }
    auto plan = MakePlan(lowering_.module(), *function, options_, lowering_.sink());
    if (!plan) {
      lowering_.MarkFailed();
      return Failed();
    }
    return plans_[symbol.text] = *std::move(plan);
  }

 private:
  Lowering& lowering_;
  const Operation& operation_;
  PlanOptions options_;
  std::map<std::string_view, std::shared_ptr<const Plan>> plans_;
};

Result<ParallelPrograms> PlanPrograms(Lowering& lowering, const Operation& operation) {
  const Attribute& rows = *operation.Find("programs");
  ParallelPrograms programs;
  programs.size = {static_cast<int64_t>(rows.elements.size()),
                   static_cast<int64_t>(rows.elements[0]->elements.size())};
  if (programs.size.process_count() > kMaximumProcesses) {
    return lowering.Fail(operation, "limit",
                         "a grid has at most " + std::to_string(kMaximumProcesses) + " processes");
  }
  ProgramPlanner planner(lowering, operation, programs.size);
  for (const Attribute* row : rows.elements) {
    for (const Attribute* symbol : row->elements) {
      auto plan = planner.PlanOf(*symbol);
      if (!plan) return Failed();
      programs.plans.push_back(*std::move(plan));
    }
  }
  const Attribute* infeed = operation.Find("infeed");
  if (infeed == nullptr) return programs;
  ProgramPlanner alone(lowering, operation, GridSize{});
  for (const Attribute* symbol : infeed->elements) {
    auto plan = alone.PlanOf(*symbol);
    if (!plan) return Failed();
    if ((*plan)->results().size() != 1 || !(*plan)->arguments().empty()) {
      return lowering.Fail(operation, "run",
                           "an infeed function takes nothing and returns one tensor");
    }
    programs.infeed.push_back(*std::move(plan));
  }
  return programs;
}

}  // namespace

Result<void> LowerRunParallel(Lowering& lowering, const Operation& operation) {
  if (lowering.options().parallel_depth >= kMaximumParallelDepth) {
    return lowering.Fail(
        operation, "limit",
        "programs run programs more than " + std::to_string(kMaximumParallelDepth) + " deep");
  }
  lowering.FlushAll();
  auto programs = PlanPrograms(lowering, operation);
  if (!programs) return Failed();
  StepSpec spec;
  spec.operation = &operation;
  spec.function = [](StepContext& context) {
    return context.host->RunParallel(context.As<ParallelPrograms>(), context);
  };
  for (const Leaf& leaf : lowering.OperandLeaves(operation, 0, operation.operands.size())) {
    if (!leaf.is_token) spec.reads.push_back(lowering.Dense(leaf));
  }
  for (const Value* result : operation.results) {
    if (lowering.TypeOf(*result).is(TypeKind::kToken)) {
      Leaf token;
      token.is_token = true;
      lowering.Bind(*result, token);
    } else {
      spec.writes.push_back(lowering.Define(*result));
    }
  }
  for (const auto& plan : programs->plans) spec.work += plan->estimated_work();
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(*std::move(programs));
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
