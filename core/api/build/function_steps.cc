#include "core/api/build/function_steps.h"

#include <utility>

#include "core/api/build/operation_draft.h"
#include "core/api/build/program_core.h"

namespace paddock::build {

static_assert(FunctionSteps::kFailed == ProgramCore::kFailedNumber);

struct FunctionSteps::Step {
  Step(const FunctionBuilder& function, std::string_view name) : draft(function, name, Where()) {}

  OperationDraft draft;
  // Operands as they were given, one list a call.
  std::vector<Values> rows;
  bool has_operands = false;
  std::vector<TypeSpec> result_types;
};

FunctionSteps::FunctionSteps(const FunctionBuilder& function)
    : function_(function), arguments_(NumbersOf(function.arguments())) {}

FunctionSteps::~FunctionSteps() = default;

FunctionSteps::Step* FunctionSteps::Innermost() {
  if (steps_.empty() || steps_.back()->draft.is_in_region()) return nullptr;
  return steps_.back().get();
}

Values FunctionSteps::ValuesOf(std::span<const uint32_t> numbers) const {
  std::vector<Value> values;
  values.reserve(numbers.size());
  for (const uint32_t number : numbers) values.push_back(function_.core_->Numbered(number));
  return values;
}

ValueNumbers FunctionSteps::NumbersOf(const Values& values) const {
  if (values.size() == 0) return {function_.core_->value_count(), 0};
  return {ProgramCore::NumberOf(values[0]), static_cast<uint32_t>(values.size())};
}

FunctionSteps::Ended FunctionSteps::EndedWith(const Values& results) const {
  if (results.is_failed()) return {{kFailed, 0}, true};
  return {NumbersOf(results), false};
}

void FunctionSteps::Begin(std::string_view name) {
  steps_.push_back(std::make_unique<Step>(function_, name));
}

bool FunctionSteps::AddOperands(std::span<const uint32_t> values) {
  Step* step = Innermost();
  if (step == nullptr || step->has_operands) return false;
  step->rows.push_back(ValuesOf(values));
  return true;
}

bool FunctionSteps::SetAttribute(std::string_view name, const AttributeValue& value) {
  Step* step = Innermost();
  if (step == nullptr) return false;
  step->draft.SetValue(name, value);
  return true;
}

bool FunctionSteps::SetIntegers(std::string_view name, std::span<const int64_t> values) {
  Step* step = Innermost();
  if (step == nullptr) return false;
  step->draft.SetIntegers(name, values);
  return true;
}

bool FunctionSteps::AddResultType(const TypeSpec& type) {
  Step* step = Innermost();
  if (step == nullptr) return false;
  step->result_types.push_back(type);
  return true;
}

// Regions are made from the operands, so all of these are known before the first one.
void FunctionSteps::AddAllOperands(Step& step) {
  if (std::exchange(step.has_operands, true)) return;
  if (step.rows.size() == step.draft.operand_row_count()) {
    for (const Values& row : step.rows) step.draft.AddOperands(row);
    return;
  }
  std::vector<Value> all;
  for (const Values& row : step.rows) all.insert(all.end(), row.begin(), row.end());
  step.draft.AddAllOperands(all);
}

std::optional<ValueNumbers> FunctionSteps::BeginRegion(
    const std::vector<TypeSpec>& argument_types) {
  Step* step = Innermost();
  if (step == nullptr) return std::nullopt;
  AddAllOperands(*step);
  const Values arguments = step->draft.BeginRegion(step->draft.region_count(), argument_types);
  if (!step->draft.is_in_region()) return std::nullopt;
  return arguments.is_failed() ? ValueNumbers{kFailed, 0} : NumbersOf(arguments);
}

bool FunctionSteps::EndRegion(std::span<const uint32_t> returned) {
  if (steps_.empty() || !steps_.back()->draft.is_in_region()) return false;
  steps_.back()->draft.EndRegion(ValuesOf(returned));
  return true;
}

std::optional<FunctionSteps::Ended> FunctionSteps::End() {
  Step* step = Innermost();
  if (step == nullptr) return std::nullopt;
  AddAllOperands(*step);
  const Values results = step->draft.Finish(step->result_types);
  steps_.pop_back();
  return EndedWith(results);
}

bool FunctionSteps::Cancel() {
  if (steps_.empty()) return false;
  steps_.back()->draft.Cancel();
  steps_.pop_back();
  return true;
}

FunctionSteps::Ended FunctionSteps::Call(const FunctionSteps& callee,
                                         std::span<const uint32_t> operands) {
  return EndedWith(function_.Call(callee.function_, ValuesOf(operands), {}, Where()));
}

bool FunctionSteps::Return(std::span<const uint32_t> results, const ResultAttributes& attributes) {
  ProgramCore::Function& function = function_.core_->functions()[function_.function_];
  const size_t errors = function_.core_->sink().error_count();
  function_.Return(ValuesOf(results), attributes, Where());
  const Operation* last = FunctionBody(*function.operation)->last;
  function.has_returned = last != nullptr && last->is(OpKind::kFuncReturn);
  return function.has_returned && function_.core_->sink().error_count() == errors;
}

std::optional<std::vector<NamedAttributeValue>> FunctionSteps::Entries(
    std::string_view dictionary) {
  return function_.core_->Entries(dictionary, Where());
}

bool FunctionSteps::Name(uint32_t value, std::string_view name) {
  if (!TypeOf(value)) return false;
  function_.Named(function_.core_->Numbered(value), name, Where());
  return true;
}

Type FunctionSteps::TypeOf(uint32_t value) const {
  return function_.TypeOf(function_.core_->Numbered(value));
}

}  // namespace paddock::build
