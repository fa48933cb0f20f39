// Calls of the builder's methods in C++.
#include <algorithm>

#include "core/api/code/cplusplus_values.h"
#include "core/api/code/cplusplus_writer.h"
#include "core/api/code/function_parts.h"

namespace paddock::code {
namespace {

bool HasList(const CallParts& parts) {
  return !parts.has_method || parts.method->results == MethodResults::kList ||
         parts.operation->is(OpKind::kFuncCall);
}

bool IsStated(const CallParts& parts) {
  return parts.has_method && std::ranges::all_of(parts.attributes, &AttributePart::is_statable);
}

// Returns the name for a list or a structure of several results.
std::string_view NameOfAll(std::span<Value* const> results) {
  const auto is_same = [&](const Value* value) { return value->name == results[0]->name; };
  return std::ranges::all_of(results, is_same) ? results[0]->name : "results";
}

}  // namespace

bool CplusplusWriter::IsReturnable(const CallParts& parts) const {
  return !IsStated(parts) || parts.method->results != MethodResults::kStructure;
}

Code CplusplusWriter::ReturnOf(const Block& block, const std::optional<Code>& returned) const {
  if (returned) return returned->Before("return ").After(";");
  return ValuesCode(block.last->operands).Before("return ").After(";");
}

Code CplusplusWriter::RegionCode(const Region& region) {
  const Block& block = *region.first;
  const size_t mark = names().Mark();
  std::string variable;
  Statements statements;
  if (std::ranges::any_of(block.arguments, [&](const Value* value) {
        return IsUsed(value) || !NameOf(*value).empty();
      })) {
    variable = names().Make("a");
  }
  for (size_t i = 0; i < block.arguments.size(); ++i) {
    SetUse(block.arguments[i], variable + "[" + std::to_string(i) + "]");
  }
  AddNames(block.arguments, statements);
  std::optional<Code> returned;
  statements = BlockStatements(block, std::move(statements), returned);
  const Code last = ReturnOf(block, returned);
  names().Release(mark);
  const bool is_braced =
      !returned && block.last->operands.size() != 1 && ListOf(block.last->operands).empty();
  const std::string open =
      "[&]" +
      (variable.empty() ? std::string(is_braced ? "()" : "") : "(const Values& " + variable + ")") +
      (is_braced ? " -> Values {" : " {");
  const bool is_short = statements.empty();
  statements.push_back(last);
  Code code = Code::Function(open, std::move(statements), "}");
  if (is_short) code.SetShortForm(open + " ", last, " }");
  return code;
}

void CplusplusWriter::AddRegions(const CallParts& parts, std::vector<Code>& arguments) {
  const Operation& operation = *parts.operation;
  const std::span<const RegionInfo> rows = operation.info->regions;
  size_t next = 0;
  for (const RegionInfo& row : rows) {
    if (row.arity == Arity::kOne) {
      const Region& region = *operation.regions[next++];
      if (row.is_given) arguments.push_back(CplusplusTypes(TypesOf(region.first->arguments)));
      arguments.push_back(RegionCode(region));
      continue;
    }
    if (row.is_given) continue;
    std::vector<Code> regions;
    while (next < operation.regions.size()) {
      regions.push_back(RegionCode(*operation.regions[next++]));
    }
    arguments.push_back(Code::List("{", std::move(regions), "}"));
  }
}

void CplusplusWriter::AddOptions(const CallParts& parts, std::vector<Code>& arguments) const {
  const OpInfo& info = *parts.operation->info;
  if (parts.method->options == MethodOptions::kNoOptions) return;
  std::vector<Code> fields;
  for (const AttributePart& part : parts.attributes) {
    const Code value = CplusplusField(info.attributes[part.row], *part.value);
    if (parts.method->options == MethodOptions::kValue) {
      arguments.push_back(value);
      return;
    }
    fields.push_back(
        value.Before("." + std::string(WordAt(parts.method->attributes, part.row)) + " = "));
  }
  const bool has_extras = parts.gives_types || !parts.foreign.empty();
  if (fields.empty() && !has_extras && parts.method->options == MethodOptions::kMayOmit) return;
  arguments.push_back(Code::List("{", std::move(fields), "}"));
}

Code CplusplusWriter::MethodCall(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  std::vector<Code> arguments;
  for (const std::span<Value* const> row : parts.rows) arguments.push_back(ValuesCode(row));
  if (parts.takes_types) {
    const bool is_list = parts.method->results != MethodResults::kOne;
    arguments.push_back(is_list ? CplusplusTypes(TypesOf(operation.results))
                                : Code(CplusplusType(operation.results[0]->type)));
  }
  AddOptions(parts, arguments);
  AddRegions(parts, arguments);
  std::vector<Code> extras;
  if (parts.gives_types) {
    extras.push_back(CplusplusTypes(TypesOf(operation.results)).Before(".result_types = "));
  }
  if (!parts.foreign.empty()) {
    extras.push_back(CplusplusForeign(parts.foreign).Before(".attributes = "));
  }
  if (!extras.empty()) arguments.push_back(Code::List("{", std::move(extras), "}"));
  return Code::List("f." + std::string(parts.method->name) + "(", std::move(arguments), ")");
}

Code CplusplusWriter::CallByName(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  std::vector<Code> fields;
  const std::vector<NamedAttribute> attributes = AttributesOf(operation);
  if (!attributes.empty()) fields.push_back(CplusplusForeign(attributes).Before(".attributes = "));
  std::vector<Code> regions;
  std::vector<Code> types;
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    const Region& region = *operation.regions[i];
    regions.push_back(RegionCode(region));
    const bool is_given = parts.gives_arguments[i];
    types.push_back(is_given ? CplusplusTypes(TypesOf(region.first->arguments)) : Code("{}"));
  }
  const auto contains = [](bool is_given) { return is_given; };
  const bool gives_arguments = std::ranges::any_of(parts.gives_arguments, contains);
  if (!regions.empty()) fields.push_back(Code::List(".regions = {", std::move(regions), "}"));
  if (gives_arguments) fields.push_back(Code::List(".argument_types = {", std::move(types), "}"));
  if ((parts.takes_types || parts.gives_types) && !operation.results.empty()) {
    fields.push_back(CplusplusTypes(TypesOf(operation.results)).Before(".result_types = "));
  }
  std::vector<Code> arguments = {CplusplusText(operation.name), ValuesCode(operation.operands)};
  if (!fields.empty()) arguments.push_back(Code::List("{", std::move(fields), "}"));
  return Code::List("f.Operation(", std::move(arguments), ")");
}

Code CplusplusWriter::FunctionCall(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  std::vector<Code> arguments = {VariableOf(operation.Find("callee")->text),
                                 ValuesCode(operation.operands)};
  std::vector<NamedAttribute> attributes = AttributesOf(operation);
  std::erase_if(attributes, [](const NamedAttribute& one) { return one.name == "callee"; });
  if (!attributes.empty()) {
    arguments.push_back(
        Code::List("{", {CplusplusForeign(attributes).Before(".attributes = ")}, "}"));
  }
  return Code::List("f.Call(", std::move(arguments), ")");
}

Code CplusplusWriter::Call(const CallParts& parts) {
  if (parts.operation->is(OpKind::kFuncCall)) return FunctionCall(parts);
  return IsStated(parts) ? MethodCall(parts) : CallByName(parts);
}

void CplusplusWriter::AddNames(std::span<Value* const> values, Statements& statements) const {
  for (const Value* value : values) {
    if (NameOf(*value).empty()) continue;
    statements.push_back(Code::List("f.Named(", {Use(value), CplusplusText(NameOf(*value))}, ");"));
  }
}

void CplusplusWriter::BindResults(const CallParts& parts, const Code& call,
                                  Statements& statements) {
  const std::span<Value* const> results = parts.operation->results;
  const bool is_bound = std::ranges::any_of(
      results, [&](const Value* value) { return IsUsed(value) || !NameOf(*value).empty(); });
  const bool is_list = !IsStated(parts) || HasList(parts);
  if (!is_bound) {
    statements.push_back(call.After(";"));
  } else if (results.size() == 1 && (is_list || parts.method->results == MethodResults::kOne)) {
    const std::string_view name = NameOf(*results[0]);
    const Code value =
        name.empty() ? call : Code::List("f.Named(", {call, CplusplusText(name)}, ")");
    const std::string variable = names().Make(results[0]->name);
    SetUse(results[0], variable);
    if (name.empty() || IsUsed(results[0])) {
      statements.push_back(value.Before("const Value " + variable + " = ").After(";"));
    } else {
      statements.push_back(value.After(";"));
    }
  } else {
    const std::string variable = names().Make(NameOfAll(results));
    statements.push_back(
        call.Before((is_list ? "const Values " : "const auto ") + variable + " = ").After(";"));
    for (size_t i = 0; i < results.size(); ++i) {
      SetUse(results[i],
             variable + (is_list ? "[" + std::to_string(i) + "]"
                                 : "." + std::string(WordAt(parts.method->result_fields, i))));
    }
    if (is_list) SetList(*parts.operation, variable);
    AddNames(results, statements);
  }
}

}  // namespace paddock::code
