// Calls of the builder's methods in JavaScript.
#include <algorithm>

#include "core/api/code/function_parts.h"
#include "core/api/code/javascript_values.h"
#include "core/api/code/javascript_writer.h"

namespace paddock::code {
namespace {

// Returns whether a method's results are an array although there is one.
bool IsSingle(const CallParts& parts) {
  const OpInfo& info = *parts.operation->info;
  const auto is_list = [](const OperandInfo& row) { return row.arity != Arity::kOne; };
  if (std::ranges::none_of(info.results, is_list)) return info.results.size() == 1;
  if (info.results.size() > 1) return false;
  // One value if the type, the region's function or the first list of operands is one.
  if (info.origins[0].source == ResultSource::kGiven ||
      info.origins[0].source == ResultSource::kRegion) {
    return true;
  }
  const auto first = std::ranges::find_if(info.operands, is_list);
  return std::ranges::any_of(
             info.operands, [](const OperandInfo& row) { return row.arity == Arity::kVariadic; }) &&
         parts.rows[static_cast<size_t>(first - info.operands.begin())].size() == 1;
}

// Behind a tensor a text such as `index` is read as the element type of a result of its shape.
bool HasBareTypes(const Operation& operation) {
  if (operation.operands.empty() || !operation.operands[0]->type.is_tensor()) return false;
  return std::ranges::any_of(operation.results, [](const Value* value) {
    return value->type.is(TypeKind::kScalar) || value->type.is(TypeKind::kComplex) ||
           value->type.is(TypeKind::kQuantized);
  });
}

bool IsByMethod(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  if (operation.is(OpKind::kFuncCall)) return parts.foreign.empty() && parts.attributes.size() == 1;
  const bool states_types = parts.takes_types || parts.gives_types;
  if (!parts.has_method || (states_types && HasBareTypes(operation))) return false;
  if (!operation.is(OpKind::kStablehloConstant)) return true;
  return parts.foreign.empty() && !parts.gives_types && parts.attributes[0].is_statable;
}

// Returns whether the call's value is an array.
bool IsArray(const CallParts& parts) {
  if (parts.operation->is(OpKind::kFuncCall) || !IsByMethod(parts)) return true;
  return parts.operation->results.size() != 1 || !IsSingle(parts);
}

std::string MethodName(const CallParts& parts) {
  std::string name(parts.method->name);
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

}  // namespace

// A region that returns an array of one value does not return that value.
bool JavascriptWriter::IsReturnable(const CallParts& parts) const {
  return parts.operation->results.size() != 1 || !IsArray(parts);
}

Code JavascriptWriter::RegionCode(const Region& region) {
  const Block& block = *region.first;
  const size_t mark = names().Mark();
  const std::string parameters = Bind(block.arguments, Unused::kName, "");
  Statements statements;
  AddNames(block.arguments, statements);
  std::optional<Code> returned;
  statements = BlockStatements(block, std::move(statements), returned);
  const Code value = returned ? *returned : ValuesCode(block.last->operands);
  names().Release(mark);
  const bool is_short = statements.empty();
  const std::string open = "(" + parameters + ") => ";
  if (returned || !block.last->operands.empty()) statements.push_back(value.Before("return "));
  Code code = Code::Function(open + "{", std::move(statements), "}");
  if (is_short) code.SetShortForm(open, value, "");
  return code;
}

std::vector<Code> JavascriptWriter::Regions(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  std::vector<Code> arguments;
  size_t next = 0;
  for (const RegionInfo& row : operation.info->regions) {
    if (row.arity == Arity::kOne) {
      const Region& region = *operation.regions[next++];
      if (row.is_given) arguments.push_back(JavascriptTypes(TypesOf(region.first->arguments)));
      arguments.push_back(RegionCode(region));
      continue;
    }
    if (row.is_given) continue;
    std::vector<Code> regions;
    while (next < operation.regions.size()) {
      regions.push_back(RegionCode(*operation.regions[next++]));
    }
    arguments.push_back(Code::List("[", std::move(regions), "]"));
  }
  return arguments;
}

Code JavascriptWriter::Options(const CallParts& parts) const {
  const Operation& operation = *parts.operation;
  std::vector<Code> properties;
  for (const AttributePart& part : parts.attributes) {
    if (parts.method->options == MethodOptions::kValue) continue;
    const AttributeInfo& row = operation.info->attributes[part.row];
    properties.push_back(JavascriptProperty(row, part).Before(CamelCase(row.name) + ": "));
  }
  if (parts.gives_types) {
    properties.push_back(JavascriptTypes(TypesOf(operation.results)).Before("resultTypes: "));
  }
  if (!parts.foreign.empty()) {
    properties.push_back(JavascriptForeign(parts.foreign).Before("attributes: "));
  }
  if (properties.empty()) return "";
  return Code::List("{ ", std::move(properties), " }");
}

Code JavascriptWriter::MethodCall(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  if (operation.is(OpKind::kStablehloConstant)) {
    return Code::List("f.constant(", JavascriptConstant(*parts.attributes[0].value), ")");
  }
  std::vector<Code> arguments;
  for (const std::span<Value* const> row : parts.rows) arguments.push_back(ValuesCode(row));
  if (parts.takes_types) {
    const bool is_one = operation.results.size() == 1 && IsSingle(parts);
    arguments.push_back(is_one ? Code(JavascriptType(operation.results[0]->type))
                               : JavascriptTypes(TypesOf(operation.results)));
  }
  if (parts.method->options == MethodOptions::kValue) {
    arguments.push_back(JavascriptProperty(operation.info->attributes[0], parts.attributes[0]));
  }
  const Code options = Options(parts);
  if (options.Width() != 0) arguments.push_back(options);
  for (Code& region : Regions(parts)) arguments.push_back(std::move(region));
  // A method of the first operand, if it is one value.
  const bool is_fluent = !parts.rows.empty() && parts.rows[0].size() == 1;
  const std::string object = is_fluent ? arguments[0].Flat() : "f";
  if (is_fluent) arguments.erase(arguments.begin());
  return Code::List(object + "." + MethodName(parts) + "(", std::move(arguments), ")");
}

Code JavascriptWriter::CallByName(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  std::vector<Code> fields;
  const std::vector<NamedAttribute> attributes = AttributesOf(operation);
  if (!attributes.empty()) fields.push_back(JavascriptForeign(attributes).Before("attributes: "));
  std::vector<Code> regions;
  std::vector<Code> types;
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    const Region& region = *operation.regions[i];
    regions.push_back(RegionCode(region));
    const bool is_given = parts.gives_arguments[i];
    types.push_back(is_given ? JavascriptTypes(TypesOf(region.first->arguments)) : Code("[]"));
  }
  const auto is_true = [](bool is_given) { return is_given; };
  const bool gives_arguments = std::ranges::any_of(parts.gives_arguments, is_true);
  if (!regions.empty()) fields.push_back(Code::List("regions: [", std::move(regions), "]"));
  if (gives_arguments) fields.push_back(Code::List("argumentTypes: [", std::move(types), "]"));
  if ((parts.takes_types || parts.gives_types) && !operation.results.empty()) {
    fields.push_back(JavascriptTypes(TypesOf(operation.results)).Before("resultTypes: "));
  }
  std::vector<Code> arguments = {JavascriptText(operation.name), List(operation.operands)};
  if (!fields.empty()) arguments.push_back(Code::List("{ ", std::move(fields), " }"));
  return Code::List("f.operation(", std::move(arguments), ")");
}

Code JavascriptWriter::Call(const CallParts& parts) {
  const Operation& operation = *parts.operation;
  if (!IsByMethod(parts)) return CallByName(parts);
  if (!operation.is(OpKind::kFuncCall)) return MethodCall(parts);
  return Code::List("f.call(",
                    {VariableOf(operation.Find("callee")->text), List(operation.operands)}, ")");
}

void JavascriptWriter::BindResults(const CallParts& parts, const Code& call,
                                   Statements& statements) {
  const std::span<Value* const> results = parts.operation->results;
  const std::string list = Bind(results, Unused::kHole, "v");
  if (list.empty()) {
    statements.push_back(call);
    return;
  }
  const bool is_array = IsArray(parts);
  const std::string_view name = NameOf(*results[0]);
  const bool is_named_alone = !is_array && !name.empty();
  const Code value = is_named_alone ? call.After(".named(" + JavascriptText(name) + ")") : call;
  if (is_named_alone && !IsUsed(results[0])) {
    statements.push_back(value);
    return;
  }
  statements.push_back(value.Before("const " + (is_array ? "[" + list + "]" : list) + " = "));
  if (is_array) AddNames(results, statements);
}

}  // namespace paddock::code
