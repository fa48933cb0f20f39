#include "core/check/custom_call_rules.h"

#include <algorithm>

#include "core/dialect/custom_call_info.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns whether `layout` lists each of 0 .. rank - 1 once.
bool IsPermutation(std::vector<int64_t> layout, size_t rank) {
  std::ranges::sort(layout);
  for (size_t i = 0; i < layout.size(); ++i) {
    if (layout[i] != static_cast<int64_t>(i)) return false;
  }
  return layout.size() == rank;
}

bool CheckLayoutOf(CheckContext& context, At at, const Attribute& layout, Type type) {
  const std::vector<int64_t> order = IntegersOf(&layout);
  const bool fits = type.is_tensor() || type.is(TypeKind::kMemref)
                        ? IsPermutation(order, type.rank())
                        : type.is(TypeKind::kUnrankedTensor) || order.empty();
  if (!fits)
    context.Fail(Constraint::kCustomCallX2, at, Say("the layout ", order, " is for ", type));
  return fits;
}

bool CheckLayoutList(CheckContext& context, std::string_view name, std::span<const Type> types) {
  const Attribute* layouts = context.attribute(name);
  const At at = At::Attribute(name);
  if (layouts->elements.size() != types.size()) {
    context.Fail(
        Constraint::kCustomCallX2, at,
        Say("there are ", layouts->elements.size(), " layouts for ", types.size(), " values"));
    return false;
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i].is(TypeKind::kTuple)) {
      context.Fail(Constraint::kCustomCallX2, at, Say("value ", i, " is ", types[i]));
      return false;
    }
    if (!CheckLayoutOf(context, at, *layouts->elements[i], types[i])) return false;
  }
  return true;
}

std::vector<Type> OperandTypes(const CheckContext& context) {
  std::vector<Type> types;
  for (size_t i = 0; i < context.operand_count(); ++i) types.push_back(context.operand_type(i));
  return types;
}

std::vector<Type> ResultTypes(const CheckContext& context) {
  std::vector<Type> types;
  for (size_t i = 0; i < context.result_count(); ++i) types.push_back(context.result_type(i));
  return types;
}

// Returns the part of `type` at `path`; null if there is none.
Type PartAt(Type type, std::span<const int64_t> path) {
  for (int64_t index : path) {
    if (!type.is(TypeKind::kTuple) || index < 0 ||
        index >= static_cast<int64_t>(type->elements.size())) {
      return Type();
    }
    type = type->elements[static_cast<size_t>(index)];
  }
  return type;
}

// Alias: a part of the results, and the part of an operand with which it shares memory.
struct Alias {
  std::vector<int64_t> output;
  int64_t operand = 0;
  std::vector<int64_t> part;
};

std::vector<Alias> AliasesOf(const CheckContext& context) {
  std::vector<Alias> aliases;
  const Attribute* list = context.attribute("output_operand_aliases");
  for (size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const Attribute& entry = *list->elements[i];
    const Attribute* operand = entry.Find("operand_index");
    aliases.push_back({IntegersOf(entry.Find("output_tuple_indices")),
                       operand == nullptr ? 0 : operand->integer,
                       IntegersOf(entry.Find("operand_tuple_indices"))});
  }
  return aliases;
}

bool FailBuffers(CheckContext& context, std::string_view detail) {
  context.Fail(Constraint::kCustomCallX4, At(), detail);
  return false;
}

// Open sizes match any size of the other type.
bool HaveOneType(Type a, Type b) {
  if (a == b) return true;
  const bool are_tensors = (a.is_tensor() || a.is(TypeKind::kUnrankedTensor)) &&
                           (b.is_tensor() || b.is(TypeKind::kUnrankedTensor));
  return are_tensors && a.element() == b.element() &&
         ShapesAgree(TensorType::Of(a), TensorType::Of(b));
}

bool SameContents(Type a, Type b) {
  return std::ranges::equal(a.shape(), b.shape()) && a.element() == b.element();
}

}  // namespace

void CheckTarget(CheckContext& context) {
  const std::string_view target = context.text("call_target_name");
  const bool is_known = FindCustomCall(target) != nullptr ||
                        FindOperationOfTarget(target) != nullptr ||
                        std::ranges::count(context.options().custom_call_targets, target) != 0;
  if (is_known) return;
  const Severity severity = context.options().strict ? Severity::kError : Severity::kWarning;
  Diagnostic& diagnostic = context.Report(
      Info(Constraint::kCustomCallTarget), severity, At::Attribute("call_target_name"),
      Say("unknown target ", target,
          ": a run fails when it reaches this call, unless the host program provides the target"));
  const Span span = context.SpanOf(At::Attribute("call_target_name"));
  const std::string_view text = context.source_text().substr(span.begin, span.end - span.begin);
  const std::string_view sign = text.starts_with('@') ? "@" : "";
  const std::string_view quote = text.ends_with('"') ? "\"" : "";
  SuggestNearest(diagnostic, span, target, Naming::kProgram, CustomCallNames(), Say(sign, quote),
                 quote);
}

bool CheckBackendConfig(CheckContext& context) {
  const int64_t version = context.i64("api_version", 1);
  if (version < 0 || version > 4) {
    return context
        .Warn(Constraint::kCustomCallX1, At::Attribute("api_version"), Say("it is ", version))
        .has_value();
  }
  const Attribute* config = context.attribute("backend_config");
  if (config == nullptr) return true;
  const AttributeKind wanted = version == 4 ? AttributeKind::kDictionary : AttributeKind::kString;
  if (config->kind == wanted) return true;
  return context
      .Warn(Constraint::kCustomCallX1, At::Attribute("backend_config"),
            Say("api_version = ", version, " and backend_config is of another kind"))
      .has_value();
}

bool CheckLayouts(CheckContext& context) {
  const bool has_operands = context.attribute("operand_layouts") != nullptr;
  const bool has_results = context.attribute("result_layouts") != nullptr;
  if (!has_operands && !has_results) return true;
  if (has_operands != has_results) {
    context.Fail(Constraint::kCustomCallX2, At(), "only one of them is there");
    return false;
  }
  std::vector<Type> results = ResultTypes(context);
  if (results.size() == 1 && results[0].is(TypeKind::kTuple)) {
    results.assign(results[0]->elements.begin(), results[0]->elements.end());
  }
  return CheckLayoutList(context, "operand_layouts", OperandTypes(context)) &&
         CheckLayoutList(context, "result_layouts", results);
}

bool CheckBuffers(CheckContext& context) {
  const std::string_view target = context.text("call_target_name");
  const size_t operands = context.operand_count();
  const bool one_result = context.result_count() == 1;
  if (target == "CreateBuffer") {
    if (operands == 0 && one_result && context.result_type(0).is(TypeKind::kMemref)) return true;
    return FailBuffers(context, "CreateBuffer takes nothing and gives one memref");
  }
  if (target != "Pin" && target != "Unpin") return true;
  if (operands != 1 || !one_result) return FailBuffers(context, Say(target, " is of one value"));
  const Type from = context.operand_type(0);
  const Type to = context.result_type(0);
  const bool fits = target == "Pin" ? from.is_tensor() && to.is(TypeKind::kMemref)
                                    : from.is(TypeKind::kMemref) && to.is_tensor();
  if (!fits || !SameContents(from, to))
    return FailBuffers(context, Say("it is ", from, " to ", to));
  return true;
}

bool CheckAliases(CheckContext& context) {
  const At at = At::Attribute("output_operand_aliases");
  const std::vector<Type> results = ResultTypes(context);
  const Type outputs = results.size() == 1 ? results[0] : context.types().GetTuple(results);
  std::vector<size_t> aliased(context.operand_count());
  std::vector<bool> result_is_aliased(results.size());
  for (const Alias& alias : AliasesOf(context)) {
    if (alias.operand < 0 || alias.operand >= static_cast<int64_t>(context.operand_count())) {
      context.Fail(Constraint::kCustomCallX3, at, Say("operand_index = ", alias.operand));
      return false;
    }
    const auto operand = static_cast<size_t>(alias.operand);
    const Type from = PartAt(context.operand_type(operand), alias.part);
    const Type to = PartAt(outputs, alias.output);
    if (!from || !to || !HaveOneType(from, to)) {
      context.Fail(Constraint::kCustomCallX3, at, Say("the parts are ", from, " and ", to));
      return false;
    }
    if (from.is(TypeKind::kMemref) && ++aliased[operand] > 1) {
      return FailBuffers(context, Say("operand ", operand, " is in two aliases"));
    }
    const auto result = results.size() == 1 || alias.output.empty()
                            ? size_t{0}
                            : static_cast<size_t>(alias.output[0]);
    if (result < results.size()) result_is_aliased[result] = true;
  }
  const std::string_view target = context.text("call_target_name");
  if (target == "CreateBuffer" || target == "Pin" || target == "Unpin") return true;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].is(TypeKind::kMemref) && !result_is_aliased[i]) {
      return FailBuffers(context, Say("result ", i, " is in no alias"));
    }
  }
  return true;
}

}  // namespace paddock
