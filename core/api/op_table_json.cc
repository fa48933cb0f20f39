#include <algorithm>
#include <string>

#include "core/api/version.h"
#include "core/diagnostics/json.h"
#include "core/dialect/custom_call_info.h"
#include "core/dialect/op_info.h"

namespace paddock {
namespace {

std::string_view Name(Arity arity) {
  static constexpr std::string_view kNames[] = {"one", "optional", "variadic"};
  return kNames[static_cast<size_t>(arity)];
}

std::string_view Name(When when) {
  static constexpr std::string_view kNames[] = {"parse",   "check", "start",   "run",
                                                "implied", "warn",  "upstream"};
  return kNames[static_cast<size_t>(when)];
}

std::string_view Name(Trait trait) {
  switch (trait) {
    case kPure:
      return "pure";
    case kCommutative:
      return "commutative";
    case kElementwise:
      return "elementwise";
    case kCollective:
      return "collective";
    case kTerminator:
      return "terminator";
    case kSymbolTrait:
      return "symbol";
    case kConstantLike:
      return "constant_like";
    case kDeprecated:
      return "deprecated";
    case kSameType:
      return "same_type";
    case kFoldable:
      return "foldable";
    case kPassesValues:
      return "passes_values";
    case kEffect:
      return "effect";
  }
  return "";
}

std::string Describe(const OperandInfo& operand) {
  return Json()
      .Member("name", operand.name)
      .Member("type", operand.type)
      .Member("arity", Name(operand.arity))
      .Object();
}

std::string Describe(const AttributeInfo& attribute) {
  return Json()
      .Member("name", attribute.name)
      .Member("form", ToString(attribute.form))
      .Member("of", attribute.of_name)
      .Member("optional", attribute.is_optional)
      .Member("default", attribute.default_text)
      .Member("since", attribute.since)
      .Member("label", attribute.label)
      .Object();
}

std::string Describe(const RegionInfo& region) {
  return Json()
      .Member("name", region.name)
      .Member("arity", Name(region.arity))
      .Member("isolated", region.is_isolated)
      .Object();
}

std::string Describe(const ConstraintInfo& constraint) {
  return Json()
      .Member("label", constraint.label)
      .Member("when", Name(constraint.when))
      .Member("formula", constraint.formula)
      .Object();
}

std::string TraitsOf(const OpInfo& info) {
  Json json;
  for (uint32_t bit = 1; bit <= kPassesValues; bit <<= 1) {
    const Trait trait = static_cast<Trait>(bit);
    if (info.has(trait)) json.Element(JsonString(Name(trait)));
  }
  return json.Array();
}

// Returns the words between blanks as a list.
std::string WordsOf(std::string_view words) {
  Json json;
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    json.Element(JsonString(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return json.Array();
}

std::string Describe(const OpInfo& info) {
  const auto describe = [](const auto& item) { return Describe(item); };
  return Json()
      .Member("name", info.name)
      .Member("dialect", info.dialect)
      .Member("family", info.family)
      .Member("doc", info.doc)
      .Raw("also", WordsOf(info.also))
      .Member("link", info.link)
      .Member("since", info.since)
      .Raw("operands", JsonArray(info.operands, describe))
      .Raw("attributes", JsonArray(info.attributes, describe))
      .Raw("results", JsonArray(info.results, describe))
      .Raw("regions", JsonArray(info.regions, describe))
      .Raw("constraints", JsonArray(info.constraints, describe))
      .Raw("traits", TraitsOf(info))
      .Member("format", info.format)
      .Member("kernel", info.kernel)
      .Member("checked", info.has_check)
      .Member("runs", info.has_lower)
      .Object();
}

std::string Describe(const EnumInfo& info) {
  return Json()
      .Member("name", info.name)
      .Member("dialect", info.dialect)
      .Raw("cases", JsonArray(info.cases, [](std::string_view name) { return JsonString(name); }))
      .Object();
}

std::string Describe(const StructInfo& info) {
  return Json()
      .Member("name", info.name)
      .Member("dialect", info.dialect)
      .Raw("fields", JsonArray(info.fields, [](const auto& field) { return Describe(field); }))
      .Object();
}

std::string Describe(const CallValueInfo& info) {
  return Json().Member("name", info.name).Member("type", info.type).Object();
}

std::string Describe(const CallAttributeInfo& info) {
  return Json()
      .Member("name", info.name)
      .Member("form", info.form)
      .Member("optional", info.default_value >= 0)
      .Object();
}

std::string Describe(const CustomCallInfo& info) {
  const auto describe = [](const auto& item) { return Describe(item); };
  return Json()
      .Member("names", info.names)
      .Member("doc", info.doc)
      .Raw("operands", JsonArray(info.operands, describe))
      .Raw("attributes", JsonArray(info.attributes, describe))
      .Raw("results", JsonArray(info.results, describe))
      .Object();
}

}  // namespace

std::string OpTableJson() {
  std::string text = "{\"ops\": [";
  for (const OpInfo& info : OpTable()) {
    if (&info != OpTable().data()) text += ",";
    text += "\n" + Describe(info);
  }
  const auto describe = [](const auto& item) { return Describe(item); };
  return text + "],\n\"enums\": " + JsonArray(EnumTable(), describe) +
         ",\n\"structs\": " + JsonArray(StructTable(), describe) +
         ",\n\"calls\": " + JsonArray(CustomCallTable(), describe) + "}\n";
}

}  // namespace paddock
