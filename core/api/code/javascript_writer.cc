#include "core/api/code/javascript_writer.h"

#include <algorithm>

#include "core/api/code/function_parts.h"
#include "core/api/code/javascript_values.h"

namespace paddock::code {
namespace {

constexpr std::string_view kJavascriptReserved[] = {
    // clang-format off
    "arguments", "async", "await", "break", "builder", "case", "catch", "class", "const", "continue",
    "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false",
    "finally", "for", "function", "if", "implements", "import", "in", "instanceof", "interface",
    "let", "new", "null", "package", "private", "protected", "public", "return", "static", "super",
    "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with",
    "yield", "Infinity", "NaN", "tensorOf"
    // clang-format on
};

// Objects of JavaScript sort names that are numbers before others.
std::string ParameterName(const Value& argument, size_t i) {
  const bool is_number =
      std::ranges::all_of(argument.name, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? "arg" + std::to_string(i) : std::string(argument.name);
}

Code ParametersOf(const Operation& function) {
  std::vector<Code> parameters;
  const std::span<const Type> types = FunctionType(function)->elements;
  const Block* body = FunctionBody(function);
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string name =
        body == nullptr ? "arg" + std::to_string(i) : ParameterName(*body->arguments[i], i);
    const std::span<const NamedAttribute> entry = EntryOf(function, "arg_attrs", i);
    Code type = JavascriptType(types[i]);
    if (!entry.empty()) {
      type = Code::List(
          "{ ", {type.Before("type: "), JavascriptForeign(entry).Before("attributes: ")}, " }");
    }
    parameters.push_back(type.Before(JavascriptKey(name)));
  }
  if (parameters.empty()) return "{}";
  return Code::List("{ ", std::move(parameters), " }");
}

}  // namespace

const LayoutStyle& JavascriptWriter::style() const {
  static constexpr LayoutStyle kJavascriptStyle = {.list_indent = 2, .closes_on_own_line = true};
  return kJavascriptStyle;
}

std::span<const std::string_view> JavascriptWriter::reserved() const { return kJavascriptReserved; }

std::string JavascriptWriter::Assemble(const Statements& statements) const {
  const bool is_function = !options().function_name.empty();
  const size_t indent = is_function ? 2 : 0;
  std::string body;
  for (const Code& statement : statements) {
    body.append(indent, ' ');
    statement.Append(body, indent, indent, style());
    body += '\n';
  }
  if (!is_function) return body;
  return "export function " + options().function_name + "(builder) {\n" + body + "}\n";
}

Code JavascriptWriter::SetAttribute(const NamedAttribute& attribute) {
  return Code::List("builder.setAttribute(",
                    {JavascriptText(attribute.name), JavascriptText(Print(*attribute.value))}, ")");
}

Code JavascriptWriter::ModuleOperation(const Operation& operation) {
  return Code::List("builder.operation(",
                    {JavascriptText(operation.name), JavascriptForeign(operation.attributes)}, ")");
}

Code JavascriptWriter::BeginFunction(const FunctionParts& function) {
  const Operation& operation = *function.operation;
  std::vector<Code> options;
  if (IsPrivate(operation)) options.emplace_back("isPrivate: true");
  if (function.gives_types) {
    options.push_back(JavascriptTypes(FunctionType(operation)->results).Before("resultTypes: "));
  }
  const std::vector<NamedAttribute> others = OptionsOf(operation);
  if (!others.empty()) options.push_back(JavascriptForeign(others).Before("attributes: "));
  std::vector<Code> arguments = {JavascriptText(SymbolName(operation))};
  if (!options.empty() || !FunctionType(operation)->elements.empty()) {
    arguments.push_back(ParametersOf(operation));
  }
  if (!options.empty()) arguments.push_back(Code::List("{ ", std::move(options), " }"));
  return Code::List("const " + function.variable + " = builder.function(", std::move(arguments),
                    ")");
}

std::optional<Code> JavascriptWriter::Declare(const FunctionParts& function) {
  const Operation& operation = *function.operation;
  // Attributes of a declaration's results have no place.
  for (size_t i = 0; i < FunctionType(operation)->results.size(); ++i) {
    if (!EntryOf(operation, "res_attrs", i).empty()) return std::nullopt;
  }
  std::vector<Code> arguments = {JavascriptText(SymbolName(operation)), ParametersOf(operation),
                                 JavascriptTypes(FunctionType(operation)->results)};
  std::vector<Code> options;
  if (IsPrivate(operation)) options.emplace_back("isPrivate: true");
  const std::vector<NamedAttribute> others = OptionsOf(operation);
  if (!others.empty()) options.push_back(JavascriptForeign(others).Before("attributes: "));
  if (!options.empty()) arguments.push_back(Code::List("{ ", std::move(options), " }"));
  return Code::List("const " + function.variable + " = builder.declare(", std::move(arguments),
                    ")");
}

Code JavascriptWriter::Scope(const FunctionParts& function, Statements statements) {
  statements.insert(statements.begin(), "const f = " + function.variable);
  return Code::Function("{", std::move(statements), "}");
}

std::string JavascriptWriter::Bind(std::span<Value* const> values, Unused unused,
                                   std::string_view otherwise) {
  size_t count = values.size();
  const auto is_bound = [&](const Value* value) {
    return IsUsed(value) || !NameOf(*value).empty();
  };
  while (count > 0 && !is_bound(values[count - 1])) --count;
  std::string list;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) list += ", ";
    if (unused == Unused::kHole && !is_bound(values[i])) continue;
    // Arguments of a region without names are a, b, c.
    const std::string letter(1, static_cast<char>('a' + i % 26));
    const std::string name = names().Make(values[i]->name, otherwise.empty() ? letter : otherwise);
    SetUse(values[i], name);
    list += name;
  }
  return list;
}

void JavascriptWriter::BindArguments(const Block& body, Statements& statements) {
  std::vector<Value*> used(body.arguments.begin(), body.arguments.end());
  while (!used.empty() && !IsUsed(used.back())) used.pop_back();
  if (!used.empty())
    statements.emplace_back("const [" + Bind(used, Unused::kHole, "arg") + "] = f.arguments");
}

Code JavascriptWriter::List(std::span<Value* const> values) const {
  std::vector<Code> items;
  for (const Value* value : values) items.push_back(Use(value));
  return Code::List("[", std::move(items), "]");
}

Code JavascriptWriter::ValuesCode(std::span<Value* const> values) const {
  return values.size() == 1 ? Use(values[0]) : List(values);
}

Code JavascriptWriter::Return(const Operation& function, std::span<Value* const> results) {
  std::vector<Code> arguments;
  std::vector<Code> attributes;
  bool has_attributes = false;
  for (size_t i = 0; i < results.size(); ++i) {
    const std::span<const NamedAttribute> entry = EntryOf(function, "res_attrs", i);
    has_attributes = has_attributes || !entry.empty();
    attributes.push_back(JavascriptForeign(entry));
  }
  if (!results.empty()) arguments.push_back(ValuesCode(results));
  if (has_attributes) arguments.push_back(Code::List("[", std::move(attributes), "]"));
  return Code::List("f.return(", std::move(arguments), ")");
}

void JavascriptWriter::AddNames(std::span<Value* const> values, Statements& statements) const {
  for (const Value* value : values) {
    if (NameOf(*value).empty()) continue;
    statements.push_back(Use(value).After(".named(" + JavascriptText(NameOf(*value)) + ")"));
  }
}

}  // namespace paddock::code
