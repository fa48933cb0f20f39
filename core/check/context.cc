#include "core/check/context.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Longer formulas appear only in the diagnostic's own field, not in its message.
constexpr size_t kLongestFormulaInMessage = 160;

std::string_view ShortName(std::string_view name) {
  return name.starts_with("stablehlo.") ? name.substr(name.find('.') + 1) : name;
}

std::string Message(const ConstraintInfo& rule, std::string_view name, std::string_view detail) {
  std::string message(ShortName(name));
  if (rule.label.starts_with('C')) message += Say(" (", rule.label, ")");
  message += ": ";
  const bool says_formula = !rule.label.empty() && rule.formula.size() <= kLongestFormulaInMessage;
  if (says_formula) message += Say(rule.formula, ", but ");
  message += detail;
  return message;
}

}  // namespace

std::optional<CheckContext::Group> GroupOf(std::span<const OperandInfo> rows, size_t count,
                                           const Attribute* segments, size_t row) {
  CheckContext::Group group;
  const std::vector<int64_t> sizes = IntegersOf(segments);
  if (sizes.size() == rows.size() && !rows.empty()) {
    size_t sum = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < 0 || sizes[i] > static_cast<int64_t>(count - sum)) return std::nullopt;
      if (i == row) group = {sum, static_cast<size_t>(sizes[i])};
      sum += static_cast<size_t>(sizes[i]);
    }
    return sum == count ? std::optional(group) : std::nullopt;
  }
  const size_t fixed =
      static_cast<size_t>(std::ranges::count(rows, Arity::kOne, &OperandInfo::arity));
  const size_t lists = rows.size() - fixed;
  if (count < fixed || (lists == 0 && count != fixed)) return std::nullopt;
  if (lists != 0 && (count - fixed) % lists != 0) return std::nullopt;
  const size_t list_size = lists == 0 ? 0 : (count - fixed) / lists;
  for (size_t i = 0; i <= row; ++i) {
    group.first += group.count;
    group.count = rows[i].arity == Arity::kOne ? 1 : list_size;
  }
  return group;
}

CheckContext::CheckContext(const Operation& operation, std::span<const Type> operand_types,
                           const Module& module, TypeContext& types, DiagnosticSink& sink,
                           const CheckOptions& options)
    : operation_(operation),
      operand_types_(operand_types),
      module_(module),
      types_(types),
      sink_(sink),
      options_(options) {}

std::vector<TensorType> CheckContext::operands() const {
  std::vector<TensorType> operands;
  for (Type type : operand_types_) operands.push_back(TensorType::Of(type));
  return operands;
}

std::optional<CheckContext::Group> CheckContext::OperandGroup(size_t row) const {
  return GroupOf(info().operands, operand_count(), attribute("operandSegmentSizes"), row);
}

std::optional<CheckContext::Group> CheckContext::ResultGroup(size_t row) const {
  return GroupOf(info().results, result_count(), attribute("resultSegmentSizes"), row);
}

std::vector<Type> CheckContext::operand_types(size_t row) const {
  const Group group = *OperandGroup(row);
  const auto first = operand_types_.begin() + static_cast<ptrdiff_t>(group.first);
  return {first, first + static_cast<ptrdiff_t>(group.count)};
}

std::vector<int64_t> CheckContext::i64_array(std::string_view name) const {
  return IntegersOf(attribute(name));
}

int64_t CheckContext::i64(std::string_view name, int64_t absent) const {
  const Attribute* found = attribute(name);
  return found == nullptr ? absent : found->integer;
}

bool CheckContext::boolean(std::string_view name, bool absent) const {
  const Attribute* found = attribute(name);
  if (found == nullptr) return absent;
  return found->kind == AttributeKind::kUnit || found->integer != 0;
}

std::string_view CheckContext::text(std::string_view name) const {
  const Attribute* found = attribute(name);
  return found == nullptr ? std::string_view() : found->text;
}

std::optional<std::vector<int64_t>> CheckContext::ConstantOperand(size_t i) const {
  if (known_ != nullptr) return known_->IntegersOf(i);
  const Operation* producer = operation_.operands[i]->operation;
  if (producer == nullptr || producer->info == nullptr || !producer->info->has(kConstantLike)) {
    return std::nullopt;
  }
  const Attribute* value = producer->Find("value");
  if (value == nullptr || value->kind != AttributeKind::kElements) return std::nullopt;
  return IntegersOf(value);
}

std::vector<Type> CheckContext::argument_types(size_t i) const {
  std::vector<Type> types;
  for (const Value* argument : block(i).arguments) types.push_back(argument->type);
  return types;
}

std::vector<Type> CheckContext::returned_types(size_t i) const {
  std::vector<Type> types;
  for (const Value* value : block(i).last->operands) types.push_back(value->type);
  return types;
}

bool CheckContext::has_rule(std::string_view label) const {
  return std::ranges::find(info().constraints, label, &ConstraintInfo::label) !=
         info().constraints.end();
}

const ConstraintInfo& CheckContext::rule(std::string_view label) const {
  const auto at = std::ranges::find(info().constraints, label, &ConstraintInfo::label);
  PADDOCK_CHECK(at != info().constraints.end());
  return *at;
}

std::string_view CheckContext::source_text() const {
  const auto& source = module_.source();
  return source == nullptr ? std::string_view() : source->text();
}

Span CheckContext::SpanOf(At at) const {
  switch (at.kind) {
    case At::Kind::kOperand:
      if (at.index < operation_.operand_spans.size()) return operation_.operand_spans[at.index];
      break;
    case At::Kind::kAttribute:
      if (const Attribute* found = attribute(at.name)) {
        if (found->span.is_known()) return found->span;
      }
      break;
    case At::Kind::kResult:
      if (at.index < operation_.result_type_spans.size()) {
        return operation_.result_type_spans[at.index];
      }
      if (operation_.type_span.is_known()) return operation_.type_span;
      break;
    case At::Kind::kRegion:
      if (operation_.regions[at.index]->span.is_known()) {
        return operation_.regions[at.index]->span;
      }
      break;
    case At::Kind::kOperation:
      break;
  }
  return operation_.name_span.is_known() ? operation_.name_span : operation_.span;
}

// Returns the name in the table: "rhs", "inputs[1]".
std::string CheckContext::NameOf(At at) const {
  const bool is_operand = at.kind == At::Kind::kOperand;
  if (!is_operand && at.kind != At::Kind::kResult) return Say("the ", at.name);
  const std::span<const OperandInfo> rows = is_operand ? info().operands : info().results;
  for (size_t row = 0; row < rows.size(); ++row) {
    const auto group = is_operand ? OperandGroup(row) : ResultGroup(row);
    if (!group || at.index < group->first || at.index >= group->first + group->count) continue;
    if (rows[row].arity != Arity::kVariadic) return std::string(rows[row].name);
    return Say(rows[row].name, "[", at.index - group->first, "]");
  }
  return Say(is_operand ? "operand " : "result ", at.index);
}

Diagnostic& CheckContext::Report(const ConstraintInfo& rule, Severity severity, At at,
                                 std::string_view detail) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = rule.code;
  diagnostic.message = Message(rule, operation_.name, detail);
  diagnostic.span = SpanOf(at);
  diagnostic.formula = rule.formula;
  diagnostic.link = SpecificationLink(rule.link);
  diagnostic.is_consequence = cause_.has_value();
  if (cause_ && cause_->span.is_known()) diagnostic.caused_by = cause_;
  return sink_.Report(std::move(diagnostic));
}

std::unexpected<Failure> CheckContext::Fail(const ConstraintInfo& rule, At at,
                                            std::string_view detail) {
  Report(rule, Severity::kError, at, detail);
  return Failed();
}

std::unexpected<Failure> CheckContext::Fail(const ConstraintInfo& rule, At at, At other,
                                            std::string_view detail) {
  Diagnostic& diagnostic = Report(rule, Severity::kError, at, detail);
  const Span span = SpanOf(other);
  if (span != diagnostic.span) diagnostic.notes.push_back({NameOf(other) + " is here", span});
  return Failed();
}

Result<void> CheckContext::Warn(const ConstraintInfo& rule, At at, std::string_view detail) {
  // After a warning, the operation's other rules are still checked.
  if (rule.when == When::kUpstream) {
    Report(rule, Severity::kWarning, at,
           Say(detail, "; the specification allows it, StableHLO's own verifier does not"));
  } else {
    Report(rule, options_.strict ? Severity::kError : Severity::kWarning, at, detail);
  }
  return {};
}

InferredType CheckContext::Infer(const TensorType& type, const ConstraintInfo& shape_rule,
                                 const ConstraintInfo& element_rule) const {
  return {type.Make(types()), &shape_rule, &element_rule};
}

InferredTypes CheckContext::Declared() const {
  InferredTypes declared;
  for (const Value* result : operation_.results) declared.push_back({result->type});
  return declared;
}

}  // namespace paddock
