// paddock explain: the meaning of a code, an operation, or a name from another library.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/report/table.h"
#include "core/api/version.h"
#include "core/base/nearest_name.h"
#include "core/diagnostics/codes.h"
#include "core/diagnostics/json.h"
#include "core/dialect/custom_call_info.h"
#include "core/dialect/meant_operation.h"
#include "core/dialect/op_info.h"

namespace paddock::cli {
namespace {

std::string_view MomentOf(When when) {
  switch (when) {
    case When::kParse:
      return "checked while parsing";
    case When::kCheck:
      return "checked by `paddock check`, without a run";
    case When::kStart:
      return "checked at the start of a run, with the grid and the arguments";
    case When::kRun:
      return "checked during a run, because it depends on values";
    case When::kImplied:
      return "implied by the grammar or by other constraints: no program breaks it alone";
    case When::kWarn:
      return "a warning, because upstream's tests break it; an error with --strict";
    case When::kUpstream:
      return "a warning: the specification allows it, but upstream's verifier does not";
    case When::kCall:
      return "checked at each call of a builder (docs/builder.md)";
  }
  return "";
}

std::string Address(std::string_view link) {
  return link.empty() ? std::string() : "  " + SpecificationLink(link) + "\n";
}

std::string ExplainConstraint(const ConstraintInfo& rule) {
  std::string text(rule.code);
  if (rule.label.empty()) {
    text += rule.when == When::kCall ? ": a rule of XLA's operations\n"
                                     : ": a rule for every operation\n";
  } else {
    text += ": constraint " + std::string(rule.label) + " of " + std::string(rule.subject) + "\n";
  }
  return text + "  " + std::string(rule.formula) + "\n  " + std::string(MomentOf(rule.when)) +
         "\n" + Address(rule.link);
}

std::string ExplainCode(const CodeInfo& info) {
  return std::string(info.code) + ": " + std::string(info.meaning) + "\n  " +
         std::string(info.remedy) + "\n";
}

std::string Range(Arity arity) {
  if (arity == Arity::kOptional) return " (optional)";
  return arity == Arity::kVariadic ? " (any number)" : "";
}

void AddValues(std::vector<std::vector<std::string>>& rows, std::string_view kind,
               std::span<const OperandInfo> values) {
  for (const OperandInfo& value : values) {
    rows.push_back({"  " + std::string(kind), std::string(value.name),
                    std::string(value.type) + Range(value.arity)});
  }
}

// Returns "= false", or whether the attribute is required.
std::string Presence(const AttributeInfo& attribute) {
  if (!attribute.is_optional) return "";
  if (attribute.default_text.empty()) return ", may be absent";
  return ", " + std::string(attribute.default_text) + " if absent";
}

std::string CasesOf(const AttributeInfo& attribute) {
  std::string text;
  if (const EnumInfo* of = FindEnum(attribute.of_name)) {
    for (std::string_view name : of->cases) text += (text.empty() ? "" : " ") + std::string(name);
  } else if (const StructInfo* fields = FindStruct(attribute.of_name)) {
    for (const AttributeInfo& field : fields->fields) {
      text += (text.empty() ? "" : ", ") + std::string(field.name);
    }
  }
  return text;
}

std::vector<std::vector<std::string>> PartsOf(const OpInfo& info) {
  std::vector<std::vector<std::string>> rows;
  AddValues(rows, "operand", info.operands);
  for (const AttributeInfo& attribute : info.attributes) {
    std::string form(ToString(attribute.form));
    const std::string cases = CasesOf(attribute);
    if (!cases.empty()) form += ": " + cases;
    rows.push_back({"  attribute", std::string(attribute.name), form + Presence(attribute)});
  }
  for (const RegionInfo& region : info.regions) {
    rows.push_back({"  region", std::string(region.name), Range(region.arity)});
  }
  AddValues(rows, "result", info.results);
  return rows;
}

std::string ExplainOperation(const OpInfo& info) {
  std::string text = std::string(info.name) + ": " + std::string(info.doc) + "\n";
  if (!info.also.empty()) text += "  elsewhere: " + std::string(info.also) + "\n";
  if (!info.has_lower) text += "  parsed and checked; it cannot run\n";
  const auto rows = PartsOf(info);
  if (!rows.empty()) text += "\n" + AlignColumns(rows);
  if (!info.constraints.empty()) text += "\n";
  for (const ConstraintInfo& rule : info.constraints) {
    text += "  " + std::string(rule.code) + ": " + std::string(rule.formula) + "\n";
  }
  return text + (info.link.empty() ? "" : "\n" + Address(info.link));
}

std::string ExplainCall(const CustomCallTarget& target) {
  const CustomCallInfo& info = *target.info;
  std::string text = std::string(target.name) +
                     ", a target of stablehlo.custom_call: " + std::string(info.doc) + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const CallValueInfo& value : info.operands) {
    rows.push_back({"  operand", std::string(value.name), std::string(value.type)});
  }
  for (const CallAttributeInfo& attribute : info.attributes) {
    rows.push_back({"  attribute", std::string(attribute.name), std::string(attribute.form)});
  }
  for (const CallValueInfo& value : info.results) {
    rows.push_back({"  result", std::string(value.name), std::string(value.type)});
  }
  if (!rows.empty()) text += "\n" + AlignColumns(rows);
  for (const CallLimit& limit : info.limits) text += "  " + std::string(limit.text) + "\n";
  if (!target.element.empty()) text += "  T is " + std::string(target.element) + "\n";
  return text;
}

std::string ExplainRecipe(std::string_view word, const RecipeInfo& recipe) {
  std::string text = std::string(word) + ": several operations\n";
  if (!recipe.says.empty()) text += "  " + std::string(recipe.says) + "\n";
  std::string_view lines = recipe.lines;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    text += "  " + std::string(lines.substr(0, end)) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

const ConstraintInfo* FindConstraint(std::string_view code) {
  for (const auto rules : {ConstraintTable(), CallRuleTable()}) {
    const auto at = std::ranges::find(rules, code, &ConstraintInfo::code);
    if (at != rules.end()) return &*at;
  }
  return nullptr;
}

std::string Lower(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// Converts "pad (C3)", the form in messages, to "pad-c3". Other codes become lower case.
std::string CodeOf(std::string_view word) {
  std::string code;
  for (const char c : Lower(word)) {
    if (std::string_view(" (),").find(c) == std::string_view::npos) {
      code += c;
    } else if (!code.empty() && code.back() != '-') {
      code += '-';
    }
  }
  if (code.ends_with('-')) code.pop_back();
  return code;
}

// Returns the code of a rule with this label, such as "C3"; empty if the word is no label.
std::string_view RuleLabelled(std::string_view word) {
  const std::string label = Lower(word);
  const auto rules = ConstraintTable();
  const auto at = std::ranges::find_if(
      rules, [&](const ConstraintInfo& rule) { return Lower(rule.label) == label; });
  return at == rules.end() || label.empty() ? std::string_view() : at->code;
}

// Returns the words, with labels joined to the operations before them: "pad C3" is "pad-c3".
std::vector<std::string> WithLabels(std::span<const std::string> words) {
  std::vector<std::string> joined;
  for (const std::string& word : words) {
    if (joined.empty() || RuleLabelled(word).empty()) {
      joined.push_back(word);
    } else {
      joined.back() += "-" + word;
    }
  }
  return joined;
}

// Returns empty if the name is unknown.
std::string Explain(std::string_view word) {
  std::string text;
  const std::string code = CodeOf(word);
  // "type" is a code and only part of names; "map" is only an operation.
  if (const ConstraintInfo* rule = FindConstraint(code)) text += ExplainConstraint(*rule);
  if (const CodeInfo* info = FindCode(code)) text += ExplainCode(*info);
  if (!text.empty()) return text;
  if (const OpInfo* info = FindOp(word)) return ExplainOperation(*info);
  if (const CustomCallTarget* call = FindCustomCall(word)) return ExplainCall(*call);
  const MeantOperation meant = FindMeantOperation(word);
  for (std::string_view name : meant.names) text += ExplainOperation(*FindOp(name));
  if (meant.recipe != nullptr) text += ExplainRecipe(word, *meant.recipe);
  return text;
}

// Returns "; did you mean pad-c3?", or empty.
std::string Nearest(std::string_view word) {
  if (const std::string_view rule = RuleLabelled(word); !rule.empty()) {
    return "; a label needs an operation, as in " + std::string(rule);
  }
  std::vector<std::string_view> names;
  for (const auto rules : {ConstraintTable(), CallRuleTable()}) {
    for (const ConstraintInfo& rule : rules) names.push_back(rule.code);
  }
  for (const CodeInfo& info : CodeTable()) names.push_back(info.code);
  const auto nearest = FindNearestName(Lower(word), names);
  return nearest ? "; did you mean " + std::string(nearest->name) + "?" : std::string();
}

int RunExplain(const Arguments& arguments, Host& host) {
  if (arguments.positional().empty()) {
    return Complain(host, "explain needs a code such as pad-c3, or the name of an operation");
  }
  std::string text;
  for (const std::string& word : WithLabels(arguments.positional())) {
    const std::string part = Explain(word);
    if (part.empty()) {
      return Complain(host, "explain: '" + word + "' is no code of a diagnostic and no operation" +
                                Nearest(word));
    }
    text += (text.empty() ? "" : "\n") + part;
  }
  host.PrintOut(text);
  return kDone;
}

constexpr std::string_view kExplainExamples[] = {
    "paddock explain pad-c3      # the rule behind a diagnostic",
    "paddock explain gather      # operands, attributes and constraints of an operation",
    "paddock explain softmax     # how StableHLO writes what other libraries have",
};

}  // namespace

const Subcommand kExplainCommand = {
    "explain", "CODE|OP...", "the rule behind a diagnostic, or an operation",
    {},        RunExplain,   kExplainExamples};

}  // namespace paddock::cli
