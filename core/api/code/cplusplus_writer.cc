#include "core/api/code/cplusplus_writer.h"

#include "core/api/code/cplusplus_values.h"
#include "core/api/code/function_parts.h"

namespace paddock::code {
namespace {

// Keywords, and the names that the code uses itself.
constexpr std::string_view kReserved[] = {
    // clang-format off
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await",
    "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for",
    "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
    "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "int64_t", "uint64_t",
    "uint32_t", "std", "paddock", "program", "options", "Elements", "FinishOptions",
    "FunctionBuilder", "ProgramBuilder", "TensorOf", "Value", "Values", "TypeSpec", "linux",
    "unix"
    // clang-format on
};

}  // namespace

const LayoutStyle& CplusplusWriter::style() const {
  static constexpr LayoutStyle kStyle;
  return kStyle;
}

std::span<const std::string_view> CplusplusWriter::reserved() const { return kReserved; }

std::string CplusplusWriter::Assemble(const Statements& statements) const {
  std::string body;
  for (const Code& statement : statements) {
    body += "  ";
    statement.Append(body, 2, 2, style());
    body += '\n';
  }
  std::string head;
  const auto include = [&](std::string_view name, std::string_view header) {
    if (body.find(name) != std::string::npos) head += "#include <" + std::string(header) + ">\n";
  };
  include("std::bit_cast", "bit");
  include("std::complex", "complex");
  include("std::numeric_limits", "limits");
  if (!head.empty()) head += '\n';
  head += "#include \"core/api/build/builder.h\"\n\n";
  std::string open;
  for (const std::string_view use : {"TensorOf(k", ".As(k", "FromHex(k"}) {
    if (body.find(use) != std::string::npos) open = "  using enum paddock::ElementType;\n";
  }
  return head + "auto " + options().function_name +
         "(const paddock::build::FinishOptions& options = {}) {\n  using namespace "
         "paddock::build;\n" +
         open + "  ProgramBuilder program;\n" + body + "  return program.Finish(options);\n}\n";
}

Code CplusplusWriter::SetAttribute(const NamedAttribute& attribute) {
  return Code::List("program.SetAttribute(",
                    {CplusplusText(attribute.name), CplusplusText(Print(*attribute.value))}, ");");
}

Code CplusplusWriter::ModuleOperation(const Operation& operation) {
  return Code::List(
      "program.Operation(",
      {CplusplusText(operation.name),
       Code::List("{", {CplusplusForeign(operation.attributes).Before(".attributes = ")}, "}")},
      ");");
}

Code CplusplusWriter::Parameters(const Operation& function) const {
  std::vector<Code> parameters;
  const std::span<const Type> types = FunctionType(function)->elements;
  const Block* body = FunctionBody(function);
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string name =
        body == nullptr ? "arg" + std::to_string(i) : std::string(body->arguments[i]->name);
    std::vector<Code> parts = {CplusplusText(name), CplusplusType(types[i])};
    const std::span<const NamedAttribute> entry = EntryOf(function, "arg_attrs", i);
    if (!entry.empty()) parts.push_back(CplusplusForeign(entry));
    parameters.push_back(Code::List("{", std::move(parts), "}"));
  }
  return Code::List("{", std::move(parameters), "}");
}

std::vector<Code> CplusplusWriter::FunctionFields(const FunctionParts& function) const {
  const Operation& operation = *function.operation;
  std::vector<Code> options;
  if (IsPrivate(operation)) options.emplace_back(".is_private = true");
  if (function.gives_types) {
    options.push_back(CplusplusTypes(FunctionType(operation)->results)
                          .Before(".result_types = std::vector<TypeSpec>"));
  }
  const std::vector<NamedAttribute> others = OptionsOf(operation);
  if (!others.empty()) options.push_back(CplusplusForeign(others).Before(".attributes = "));
  return options;
}

Code CplusplusWriter::BeginFunction(const FunctionParts& function) {
  const Operation& operation = *function.operation;
  std::vector<Code> options = FunctionFields(function);
  std::vector<Code> arguments = {CplusplusText(SymbolName(operation))};
  if (!options.empty() || !FunctionType(operation)->elements.empty()) {
    arguments.push_back(Parameters(operation));
  }
  if (!options.empty()) arguments.push_back(Code::List("{", std::move(options), "}"));
  return Code::List("FunctionBuilder " + function.variable + " = program.Function(",
                    std::move(arguments), ");");
}

std::optional<Code> CplusplusWriter::Declare(const FunctionParts& function) {
  const Operation& operation = *function.operation;
  // Attributes of a declaration's results have no place.
  for (size_t i = 0; i < FunctionType(operation)->results.size(); ++i) {
    if (!EntryOf(operation, "res_attrs", i).empty()) return std::nullopt;
  }
  std::vector<Code> arguments = {CplusplusText(SymbolName(operation)), Parameters(operation),
                                 CplusplusTypes(FunctionType(operation)->results)};
  FunctionParts own = function;
  own.gives_types = false;
  std::vector<Code> options = FunctionFields(own);
  if (!options.empty()) arguments.push_back(Code::List("{", std::move(options), "}"));
  return Code::List("FunctionBuilder " + function.variable + " = program.Declare(",
                    std::move(arguments), ");");
}

Code CplusplusWriter::Scope(const FunctionParts& function, Statements statements) {
  statements.insert(statements.begin(), "FunctionBuilder& f = " + function.variable + ";");
  return Code::Function("{", std::move(statements), "}");
}

void CplusplusWriter::BindArguments(const Block& body, Statements& statements) {
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    if (!IsUsed(body.arguments[i])) continue;
    const std::string name = names().Make(body.arguments[i]->name, "arg");
    statements.emplace_back("const Value " + name + " = f.argument(" + std::to_string(i) + ");");
    SetUse(body.arguments[i], name);
  }
}

Code CplusplusWriter::ValuesCode(std::span<Value* const> values) const {
  if (values.size() == 1) return Use(values[0]);
  const std::string list = ListOf(values);
  if (!list.empty()) return list;
  std::vector<Code> items;
  for (const Value* value : values) items.push_back(Use(value));
  return Code::List("{", std::move(items), "}");
}

Code CplusplusWriter::Return(const Operation& function, std::span<Value* const> results) {
  std::vector<Code> arguments = {results.size() == 1 ? Code::List("{", {Use(results[0])}, "}")
                                                     : ValuesCode(results)};
  std::vector<Code> attributes;
  bool has_attributes = false;
  for (size_t i = 0; i < results.size(); ++i) {
    const std::span<const NamedAttribute> entry = EntryOf(function, "res_attrs", i);
    has_attributes = has_attributes || !entry.empty();
    attributes.push_back(CplusplusForeign(entry));
  }
  if (has_attributes) arguments.push_back(Code::List("{", std::move(attributes), "}"));
  return Code::List("f.Return(", std::move(arguments), ");");
}

}  // namespace paddock::code
