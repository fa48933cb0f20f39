#include "core/check/suggest.h"

#include <algorithm>
#include <optional>

#include "core/base/nearest_name.h"
#include "core/dialect/meant_operation.h"

namespace paddock {
namespace {

// Attributes of other dialects have a dot in their names and are allowed everywhere.
bool IsUnknown(const OpInfo& info, const NamedAttribute& attribute) {
  return info.FindAttribute(attribute.name) < 0 &&
         attribute.name.find('.') == std::string_view::npos;
}

// Returns "1 : i64" or "array<i64: 1, 2>", in generic syntax.
std::string Integer(int64_t value) { return Say(value, " : i64"); }
std::string Integers(const std::vector<int64_t>& values) {
  std::string text = "array<i64";
  for (size_t i = 0; i < values.size(); ++i) text += Say(i == 0 ? ": " : ", ", values[i]);
  return text + ">";
}

FixKind KindOf(bool is_certain) { return is_certain ? FixKind::kCertain : FixKind::kSuggestion; }

// Dialects whose operations are all in the table.
constexpr std::string_view kWholeDialects[] = {"stablehlo", "chlo", "check", "interpreter",
                                               "builtin"};

using UniqueValue = std::optional<std::string> (*)(const CheckContext& context);

std::optional<std::string> OnlyDimension(const CheckContext& context) {
  const TensorType type = context.operand_count() != 0 && context.operand_type(0).is_tensor()
                              ? context.operand(0)
                              : context.result(0);
  if (type.rank() != 1) return std::nullopt;
  return Integer(0);
}

std::optional<std::string> ResultRange(const CheckContext& context) {
  std::vector<int64_t> range;
  for (size_t d = 0; d < context.result(0).rank(); ++d) range.push_back(static_cast<int64_t>(d));
  return Integers(range);
}

// Returns the first `count` sizes of the result.
std::optional<std::string> ResultSizes(const CheckContext& context, size_t count) {
  const std::vector<int64_t> sizes = context.result(0).sizes();
  if (count > sizes.size()) return std::nullopt;
  const std::vector<int64_t> first(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(count));
  if (std::ranges::count(first, kDynamic) != 0) return std::nullopt;
  return Integers(first);
}

std::optional<std::string> AllResultSizes(const CheckContext& context) {
  return ResultSizes(context, context.result(0).rank());
}

std::optional<std::string> SizesBefore(const CheckContext& context) {
  const size_t rank = context.operand(0).rank();
  const size_t result_rank = context.result(0).rank();
  if (rank > result_rank) return std::nullopt;
  return ResultSizes(context, result_rank - rank);
}

std::optional<std::string> LastResultSize(const CheckContext& context) {
  const TensorType result = context.result(0);
  if (result.rank() == 0 || !result.shape.back().is_static()) return std::nullopt;
  return Integer(result.shape.back().size);
}

std::optional<std::string> GroupSize(const CheckContext& context) {
  const Attribute* groups = context.attribute("replica_groups");
  if (groups == nullptr || !groups->type.is_tensor() || groups->type.rank() != 2) {
    return std::nullopt;
  }
  return Integer(groups->type.shape()[1]);
}

// Attributes that the operands and results determine.
struct UniqueRow {
  OpKind kind;
  std::string_view attribute;
  UniqueValue value;
};

constexpr UniqueRow kUniqueRows[] = {
    {OpKind::kStablehloMap, "dimensions", ResultRange},
    {OpKind::kStablehloDynamicSlice, "slice_sizes", AllResultSizes},
    {OpKind::kStablehloBroadcast, "broadcast_sizes", SizesBefore},
    {OpKind::kStablehloAllToAll, "split_count", GroupSize},
    {OpKind::kChloTopK, "k", LastResultSize},
    {OpKind::kStablehloIota, "iota_dimension", OnlyDimension},
    {OpKind::kStablehloConcatenate, "dimension", OnlyDimension},
    {OpKind::kStablehloGetDimensionSize, "dimension", OnlyDimension},
    {OpKind::kStablehloSetDimensionSize, "dimension", OnlyDimension},
    {OpKind::kStablehloAllGather, "all_gather_dim", OnlyDimension},
    {OpKind::kStablehloReduceScatter, "scatter_dimension", OnlyDimension},
    {OpKind::kStablehloAllToAll, "split_dimension", OnlyDimension},
    {OpKind::kStablehloAllToAll, "concat_dimension", OnlyDimension},
};

bool AreTensors(const Operation& operation) {
  const auto is_tensor = [](const Value* value) { return value->type.is_tensor(); };
  return std::ranges::all_of(operation.operands, is_tensor) &&
         std::ranges::all_of(operation.results, is_tensor) && !operation.results.empty();
}

// Place in the generic form where an attribute can be added, and the text around it there.
struct Gap {
  Span span;
  std::string_view before;
  std::string_view after;
};

std::optional<Gap> AttributeGap(const CheckContext& context) {
  const Operation& operation = context.operation();
  const std::string_view text = context.source_text();
  const uint32_t name_end = operation.name_span.end;
  const bool is_generic = name_end != 0 && name_end <= text.size() && text[name_end - 1] == '"';
  if (!is_generic) return std::nullopt;
  uint32_t first = UINT32_MAX;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.name_span.is_known()) first = std::min(first, attribute.name_span.begin);
  }
  if (first != UINT32_MAX) return Gap{{first, first}, "", ", "};
  const size_t close = text.find(')', name_end);
  if (close == std::string_view::npos) return std::nullopt;
  const auto at = static_cast<uint32_t>(close) + 1;
  return Gap{{at, at}, " <{", "}>"};
}

void SuggestUniqueValue(CheckContext& context, Diagnostic& diagnostic, const AttributeInfo& row) {
  const OpKind kind = context.info().kind;
  const auto unique = std::ranges::find_if(kUniqueRows, [&](const UniqueRow& known) {
    return known.kind == kind && known.attribute == row.name;
  });
  if (unique == std::end(kUniqueRows) || !AreTensors(context.operation())) return;
  const auto value = unique->value(context);
  const auto gap = AttributeGap(context);
  if (!value || !gap) return;
  const std::string entry = Say(row.name, " = ", *value);
  diagnostic.fixes.push_back(
      {Say("add ", entry), gap->span, Say(gap->before, entry, gap->after), FixKind::kCertain});
}

// Offers to return the result of the last operation if its type is the function's result type.
void SuggestReturn(const CheckContext& context, Diagnostic& diagnostic, const Region& region,
                   const OpInfo& terminator) {
  const Operation* last = region.only_block()->last;
  if (last == nullptr || last->results.size() != 1 || last->results[0]->name.empty()) return;
  const Type type = last->results[0]->type;
  const Type function =
      context.operation().is(OpKind::kFuncFunc) ? FunctionType(context.operation()) : Type();
  const bool fits = !function.is(TypeKind::kFunction) ||
                    (function->results.size() == 1 && function->results[0] == type);
  if (!fits || !type) return;
  const uint32_t at = region.span.end - 1;
  const std::string line = Say(terminator.name, " %", last->results[0]->name, " : ", type);
  diagnostic.fixes.push_back({Say("add ", line), {at, at}, Say(line, "\n")});
}

}  // namespace

void SuggestAttribute(CheckContext& context, Diagnostic& diagnostic, const AttributeInfo& row) {
  std::vector<std::string_view> unknown;
  for (const NamedAttribute& attribute : context.operation().attributes) {
    // A string is a remark, unless the missing attribute is a string or an enum.
    const bool is_remark = attribute.value->kind == AttributeKind::kString &&
                           row.form != AttributeForm::kString && row.form != AttributeForm::kEnum;
    if (IsUnknown(context.info(), attribute) && !is_remark) unknown.push_back(attribute.name);
  }
  auto nearest = FindNearestName(row.name, unknown);
  // One attribute is missing, and exactly one unknown attribute is present.
  if (!nearest && unknown.size() == 1) nearest = NearestName{unknown[0]};
  if (!nearest) return SuggestUniqueValue(context, diagnostic, row);
  const auto& attributes = context.operation().attributes;
  const Span span = std::ranges::find(attributes, nearest->name, &NamedAttribute::name)->name_span;
  diagnostic.notes.push_back({Say(nearest->name, " is not one of its attributes"), span});
  std::vector<std::string_view> known;
  for (const AttributeInfo& other : context.info().attributes) known.push_back(other.name);
  const bool is_certain = IsMisspelling(nearest->name, row.name, known);
  diagnostic.fixes.push_back({Say("write ", row.name, " for ", nearest->name), span,
                              std::string(row.name), KindOf(is_certain)});
}

bool CheckAttributeNames(CheckContext& context) {
  const OpInfo& info = context.info();
  std::vector<std::string_view> absent;
  for (const AttributeInfo& row : info.attributes) {
    if (context.attribute(row.name) == nullptr) absent.push_back(row.name);
  }
  if (absent.empty()) return true;
  for (const NamedAttribute& attribute : context.operation().attributes) {
    const auto nearest =
        IsUnknown(info, attribute) ? FindNearestName(attribute.name, absent) : std::nullopt;
    if (!nearest) continue;
    const Severity severity = context.options().strict ? Severity::kError : Severity::kWarning;
    Diagnostic& diagnostic =
        context.Report(Info(Constraint::kAttributeUnknown), severity, At(),
                       Say("it has no attribute ", attribute.name, ", so it has no effect"));
    if (attribute.name_span.is_known()) diagnostic.span = attribute.name_span;
    SuggestNearest(diagnostic, attribute.name_span, attribute.name, Naming::kTable, absent);
  }
  return true;
}

void ReportUnknownOperation(const Operation& operation, DiagnosticSink& sink,
                            const CheckOptions& options) {
  // The blocks of a branch are reported instead.
  if (!operation.successors.empty()) return;
  const std::string_view dialect = operation.name.substr(0, operation.name.find('.'));
  const bool is_whole = std::ranges::count(kWholeDialects, dialect) != 0;
  const ConstraintInfo& rule = Info(Constraint::kUnknownOperation);
  Diagnostic diagnostic;
  diagnostic.severity = is_whole || options.strict ? Severity::kError : Severity::kWarning;
  diagnostic.code = rule.code;
  diagnostic.message = is_whole
                           ? Say("there is no operation ", operation.name)
                           : Say("unsupported operation ", operation.name,
                                 ": it is parsed and printed, and a run fails when it reaches it");
  diagnostic.span = operation.name_span;
  diagnostic.formula = rule.formula;
  diagnostic.link = SpecificationLink(rule.link);
  SuggestOperation(diagnostic, operation.name_span, operation.name, "\"");
  sink.Report(std::move(diagnostic));
}

void SuggestTerminator(CheckContext& context, Diagnostic& diagnostic, const Region& region,
                       const OpInfo& terminator) {
  const Block* block = region.only_block();
  const std::string_view text = context.source_text();
  if (block == nullptr || region.span.end == 0 || region.span.end > text.size()) return;
  const Operation* last = block->last;
  const bool is_other_return =
      last != nullptr && last->info != nullptr && last->info->has(kTerminator);
  if (is_other_return) {
    const bool is_quoted = text[last->name_span.begin] == '"';
    const std::string name = is_quoted ? Say("\"", terminator.name, "\"") : Say(terminator.name);
    diagnostic.fixes.push_back({Say("write ", name), last->name_span, name, FixKind::kCertain});
    return;
  }
  if (text[region.span.end - 1] != '}') return;
  SuggestReturn(context, diagnostic, region, terminator);
  // A function without results returns nothing.
  const Type function =
      context.operation().is(OpKind::kFuncFunc) ? FunctionType(context.operation()) : Type();
  const bool is_empty = function.is(TypeKind::kFunction) && function->results.empty();
  if (!is_empty) return;
  const uint32_t at = region.span.end - 1;
  // An unused last value may be the intended return value.
  const bool is_certain = last == nullptr || last->results.empty();
  diagnostic.fixes.push_back(
      {Say("add ", terminator.name), {at, at}, Say(terminator.name, "\n"), KindOf(is_certain)});
}

std::unexpected<Failure> FailUnknownSymbol(CheckContext& context, Constraint rule, At at,
                                           const Attribute& symbol) {
  Diagnostic& diagnostic = context.Report(Info(rule), Severity::kError, at,
                                          Say("the module has no function @", symbol.text));
  // The number of operations bounds the number of functions.
  if (!context.MaySuggest(context.module().operation_count())) return Failed();
  std::vector<std::string_view> names;
  for (const Operation* operation : *context.module().body()) {
    if (operation->is(OpKind::kFuncFunc)) names.push_back(SymbolName(*operation));
  }
  SuggestNearest(diagnostic, symbol.span, symbol.text, Naming::kProgram, names, "@");
  return Failed();
}

}  // namespace paddock
