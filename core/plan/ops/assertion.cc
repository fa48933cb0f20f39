// Lowering of the check dialect, and of the equivalent custom calls.
#include <algorithm>
#include <optional>
#include <string>

#include "core/base/row_major.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/ops/element_compare.h"
#include "core/plan/report.h"

namespace paddock {
namespace {

std::string IndexText(int64_t linear, std::span<const int64_t> shape) {
  const std::vector<int64_t> index = RowMajorIndex(linear, shape);
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(index[i]);
  }
  return text + "]";
}

// --- Assertions

struct CheckParameters {
  ElementRule rule;
  ElementType type = ElementType::kI1;
  std::span<const int64_t> shape;
  int64_t count = 0;
  // Names of the operands in messages.
  std::string_view lhs_name = "lhs";
  std::string_view rhs_name = "rhs";
  bool has_result = false;
};

template <class Phase>
struct CheckReferences {
  Read<Phase> lhs;
  Read<Phase> rhs;
  // An i1, if the operation has a result.
  WriteSpan<Phase, &CheckParameters::has_result> result;
};

std::string RuleText(const ElementRule& rule, ElementType type, const std::byte* lhs,
                     const std::byte* rhs) {
  if (rule.kind == ElementRule::Kind::kAlmostEqual) {
    std::string tolerance =
        ElementText(ElementType::kF64, reinterpret_cast<const std::byte*>(&rule.tolerance));
    return " (at most " + tolerance + " apart is allowed)";
  }
  if (rule.kind == ElementRule::Kind::kEqual || !(IsFloat(type) || IsComplex(type))) return "";
  const uint64_t distance = UlpDistance(type, lhs, rhs);
  const std::string apart = distance == std::numeric_limits<uint64_t>::max()
                                ? "not both finite"
                                : std::to_string(distance) + " ULP apart";
  const std::string allowed =
      rule.min_ulp == 0 ? "at most " + std::to_string(rule.max_ulp)
                        : std::to_string(rule.min_ulp) + " to " + std::to_string(rule.max_ulp);
  return " (" + apart + ", " + allowed + " are allowed)";
}

void ReportMismatch(StepContext& context, const CheckParameters& parameters,
                    const CheckReferences<Running>& references, const Mismatch& mismatch) {
  const auto offset = static_cast<size_t>(mismatch.first) * ByteSize(parameters.type);
  const std::byte* lhs = references.lhs + offset;
  const std::byte* rhs = references.rhs + offset;
  const std::string at = IndexText(mismatch.first, parameters.shape);
  std::string message =
      std::string(context.operation->name) + ": " + std::string(parameters.lhs_name) + at + " = " +
      ElementText(parameters.type, lhs) + ", but " + std::string(parameters.rhs_name) + at + " = " +
      ElementText(parameters.type, rhs) + RuleText(parameters.rule, parameters.type, lhs, rhs);
  message += "; " + std::to_string(mismatch.count) + " of " + std::to_string(parameters.count) +
             (parameters.count == 1 ? " element differs" : " elements differ");
  ReportAt(context, "check-failed", std::move(message));
}

// Visits all elements even after a mismatch, to count mismatches. Checks the budget only until one
// is found, so that the count is not stored between calls.
StepStatus CheckStep(StepContext& context) {
  const auto& parameters = context.As<CheckParameters>();
  const auto at = Bind<CheckReferences>(context, parameters);
  const auto bytes = static_cast<int64_t>(ByteSize(parameters.type));
  const int64_t chunk = std::max<int64_t>(1, kChunkWork / (8 * bytes));
  Mismatch mismatch;
  while (context.position < parameters.count) {
    const int64_t count = std::min(chunk, parameters.count - context.position);
    const int64_t offset = context.position * bytes;
    CompareElements(parameters.rule, parameters.type, at.lhs + offset, at.rhs + offset,
                    context.position, count, mismatch);
    context.position += count;
    const bool may_go_on = context.Spend(count * bytes * 8);
    if (!may_go_on && mismatch.count == 0 && context.position < parameters.count) {
      return StepStatus::kBudgetSpent;
    }
  }
  if (mismatch.count != 0) {
    ReportMismatch(context, parameters, at, mismatch);
    return StepStatus::kFailed;
  }
  if (parameters.has_result) *at.result[0] = std::byte{1};
  return StepStatus::kDone;
}

Result<void> EmitCheck(Lowering& lowering, const Operation& operation, CheckParameters parameters,
                       const Leaf& lhs, const Leaf& rhs) {
  if (lhs.type != rhs.type || lhs.count != rhs.count) {
    return lowering.Fail(operation, "check-failed",
                         std::string(operation.name) + ": the operands have different types");
  }
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CheckStep;
  parameters.type = lhs.type;
  parameters.shape = lhs.shape;
  parameters.count = lhs.count;
  parameters.has_result = !operation.results.empty();
  spec.work = lhs.count * static_cast<int64_t>(lhs.element_bytes()) * 8;
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  CheckReferences<Planning> references{.lhs = lhs, .rhs = rhs, .result = {}};
  if (parameters.has_result) references.result = {lowering.Define(*operation.results[0])};
  SetReferences(spec, references, parameters);
  lowering.Emit(spec);
  return {};
}

Result<void> EmitCheckOfOperands(Lowering& lowering, const Operation& operation,
                                 CheckParameters parameters) {
  if (operation.operands.size() != 2) {
    return lowering.Fail(operation, "run", std::string(operation.name) + " takes two operands");
  }
  const Leaf lhs = lowering.DenseOperand(operation, 0);
  const Leaf rhs = lowering.DenseOperand(operation, 1);
  return EmitCheck(lowering, operation, parameters, lhs, rhs);
}

Result<void> EmitCheckOfConstant(Lowering& lowering, const Operation& operation,
                                 CheckParameters parameters) {
  const Leaf lhs = lowering.DenseOperand(operation, 0);
  const Attribute* value = operation.Find("value");
  if (value == nullptr || value->value == nullptr) {
    return lowering.Fail(operation, "run", std::string(operation.name) + " has no value");
  }
  Leaf rhs = lhs;
  rhs.where = Leaf::Where::kConstant;
  rhs.type = value->value->element_type();
  rhs.address = value->value->data();
  rhs.is_splat = value->is_splat && lhs.count != 1;
  if (!value->is_splat) rhs.count = value->value->element_count();
  parameters.rhs_name = "expected";
  return EmitCheck(lowering, operation, parameters, lhs, lowering.Dense(rhs));
}

ElementRule AlmostEqual(double tolerance) {
  ElementRule rule;
  rule.kind = ElementRule::Kind::kAlmostEqual;
  rule.tolerance = tolerance;
  return rule;
}

ElementRule Close(uint64_t min_ulp, uint64_t max_ulp) {
  ElementRule rule;
  rule.kind = ElementRule::Kind::kClose;
  rule.min_ulp = min_ulp;
  rule.max_ulp = max_ulp;
  return rule;
}

CheckParameters Named(ElementRule rule, std::string_view lhs, std::string_view rhs) {
  CheckParameters parameters;
  parameters.rule = rule;
  parameters.lhs_name = lhs;
  parameters.rhs_name = rhs;
  return parameters;
}

constexpr double kTolerance = 1e-4;

struct SerializedParameters {
  ElementType type = ElementType::kI1;
  std::span<const int64_t> shape;
  std::string_view id;
  int64_t iteration = 0;
};

template <class Phase>
struct SerializedReferences {
  Read<Phase> operand;
};

StepStatus CheckSerializedStep(StepContext& context) {
  const auto& parameters = context.As<SerializedParameters>();
  const Tensor* probed = context.host->FindProbe(parameters.id, parameters.iteration);
  if (probed == nullptr) {
    ReportAt(context, "check-failed",
             "check.expect_serialized_eq: no probe '" + std::string(parameters.id) +
                 "' was passed " + std::to_string(parameters.iteration + 1) + " times");
    return StepStatus::kFailed;
  }
  const auto at = Bind<SerializedReferences>(context);
  const Tensor expected = ViewOf(parameters.type, parameters.shape, at.operand);
  if (IsBitwiseEqual(*probed, expected)) return StepStatus::kDone;
  ReportAt(context, "check-failed", "check.expect_serialized_eq: the probed value differs");
  return StepStatus::kFailed;
}

}  // namespace

Result<void> LowerExpectEq(Lowering& lowering, const Operation& operation) {
  return EmitCheckOfOperands(lowering, operation, {});
}

Result<void> LowerExpectEqConst(Lowering& lowering, const Operation& operation) {
  return EmitCheckOfConstant(lowering, operation, {});
}

Result<void> LowerExpectAlmostEq(Lowering& lowering, const Operation& operation) {
  const double tolerance = NumberOf(operation, "tolerance", kTolerance);
  return EmitCheckOfOperands(lowering, operation, Named(AlmostEqual(tolerance), "lhs", "rhs"));
}

Result<void> LowerExpectAlmostEqConst(Lowering& lowering, const Operation& operation) {
  const double tolerance = NumberOf(operation, "tolerance", kTolerance);
  return EmitCheckOfConstant(lowering, operation, Named(AlmostEqual(tolerance), "lhs", "rhs"));
}

Result<void> LowerExpectClose(Lowering& lowering, const Operation& operation) {
  const auto least = static_cast<uint64_t>(IntegerOf(operation, "min_ulp_difference", 0));
  const auto most = static_cast<uint64_t>(IntegerOf(operation, "max_ulp_difference", 1));
  return EmitCheckOfOperands(lowering, operation, Named(Close(least, most), "actual", "expected"));
}

Result<void> LowerExpectSerializedEq(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.DenseOperand(operation, 0);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CheckSerializedStep;
  SetReferences(spec, SerializedReferences<Planning>{.operand = operand});
  spec.work = static_cast<int64_t>(operand.bytes());
  spec.parameters = lowering.Own(SerializedParameters{
      operand.type, operand.shape, TextOf(operation, "probe_id"), IntegerOf(operation, "iter", 0)});
  lowering.Emit(spec);
  return {};
}

Result<void> LowerCheckTarget(Lowering& lowering, const Operation& operation) {
  const std::string_view target = TextOf(operation, "call_target_name");
  ElementRule rule;
  if (target == "check.expect_almost_eq") rule = AlmostEqual(1e-3);
  if (target == "check.expect_close") rule = Close(0, 3);
  if (target == "check.eq") rule = AlmostEqual(kTolerance);
  const bool expects_first = target == "check.eq";
  if (operation.operands.size() != 2) {
    return EmitFailure(lowering, operation, "custom-call",
                       "custom_call @" + std::string(target) + " compares two tensors");
  }
  return EmitCheckOfOperands(
      lowering, operation,
      expects_first ? Named(rule, "expected", "actual") : Named(rule, "actual", "expected"));
}

}  // namespace paddock
