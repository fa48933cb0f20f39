#include "core/plan/lowering/refine_results.h"

#include <algorithm>

#include "core/check/check.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the type with its bounds as sizes if all its open sizes have bounds: the default without
// other information.
Type AtItsBounds(TypeContext& types, Type type) {
  if (!type.is_tensor() || type.has_static_shape()) return type;
  std::vector<int64_t> sizes(type.shape().begin(), type.shape().end());
  for (size_t i = 0; i < sizes.size() && i < type->bounds.size(); ++i) {
    if (sizes[i] == kDynamic) sizes[i] = type->bounds[i];
  }
  if (std::ranges::find(sizes, kDynamic) != sizes.end()) return type;
  return types.GetTensor(sizes, type.element());
}

bool HasRunConstraint(const Operation& operation) {
  return operation.info != nullptr &&
         std::ranges::any_of(operation.info->constraints, [](const ConstraintInfo& constraint) {
           return constraint.when == When::kRun;
         });
}

// Known values of an operation's operands; records the missing ones.
class PlanningKnowledge final : public RunKnowledge {
 public:
  PlanningKnowledge(Lowering& lowering, const Operation& operation)
      : lowering_(lowering), operation_(operation) {}

  std::optional<std::vector<int64_t>> IntegersOf(size_t operand) const override {
    auto known = Values::IntegersOf(lowering_.Operand(operation_, operand));
    if (!known) missing_.push_back(operation_.operands[operand]);
    return known;
  }

  std::optional<int64_t> GroupSize() const override {
    const auto groups = GroupsOfCollective(lowering_, operation_);
    if (!groups) {
      has_failed_ = true;
      return std::nullopt;
    }
    return static_cast<int64_t>(groups->largest());
  }

  std::span<const Value* const> missing() const { return missing_; }
  // The grid does not match, and a diagnostic is reported.
  bool has_failed() const { return has_failed_; }

 private:
  Lowering& lowering_;
  const Operation& operation_;
  mutable std::vector<const Value*> missing_;
  mutable bool has_failed_ = false;
};

}  // namespace

Result<void> RefineResults(Lowering& lowering, const Operation& operation) {
  if (!lowering.facts().is_dynamic() && !HasRunConstraint(operation)) return {};
  const auto is_open = [](const Value* value) { return IsOpen(value->type); };
  if (!HasRunConstraint(operation) && std::ranges::none_of(operation.operands, is_open) &&
      std::ranges::none_of(operation.results, is_open)) {
    return {};
  }
  Values& values = lowering.values();
  std::vector<Type> operands;
  for (const Value* operand : operation.operands) operands.push_back(lowering.TypeOf(*operand));
  const PlanningKnowledge known(lowering, operation);
  DiagnosticSink found;
  const auto types =
      InferResultTypes(operation, operands, lowering.module(), values.types(), found, &known);
  // The check has reported the warnings.
  for (Diagnostic& diagnostic : found.Take()) {
    if (diagnostic.severity == Severity::kError)
      lowering.diagnostics().sink().Report(std::move(diagnostic));
  }
  if (!types || known.has_failed()) {
    lowering.diagnostics().MarkFailed();
    return Failed();
  }
  if (!known.missing().empty()) return lowering.continuations().Suspend(operation, known.missing());
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const Value& result = *operation.results[i];
    if (!IsOpen(result.type)) continue;
    // Nothing later determines the sizes of a call's results, unlike those of a scan.
    const bool is_call = operation.is(OpKind::kStablehloCustomCall);
    values.SetType(result, is_call ? AtItsBounds(values.types(), (*types)[i]) : (*types)[i]);
  }
  return {};
}

}  // namespace paddock
