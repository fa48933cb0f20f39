#include "core/api/build/builder.h"

#include <algorithm>
#include <utility>

#include "core/api/build/operation_draft.h"
#include "core/api/build/program_core.h"
#include "core/text/print/print.h"

namespace paddock::build {
namespace {

const Attribute* DictionaryOf(ProgramCore& core, const std::vector<NamedAttributeValue>& values) {
  std::vector<NamedAttribute> fields;
  for (const NamedAttributeValue& value : values) {
    fields.push_back({core.module().InternName(value.name),
                      core.attributes().MakeValue(value.name, value.value),
                      {}});
  }
  return core.attributes().MakeDictionary(std::move(fields));
}

// Returns one dictionary for each list; null if all are empty.
const Attribute* DictionariesOf(ProgramCore& core, const ResultAttributes& lists, size_t count) {
  const auto is_empty = [](const auto& list) { return list.empty(); };
  if (std::ranges::all_of(lists, is_empty)) return nullptr;
  std::vector<const Attribute*> dictionaries;
  for (const auto& list : lists) dictionaries.push_back(DictionaryOf(core, list));
  while (dictionaries.size() < count) dictionaries.push_back(DictionaryOf(core, {}));
  return core.attributes().MakeArray(dictionaries);
}

void ReplaceAttribute(ProgramCore& core, Operation& operation, std::string_view name,
                      const Attribute* value) {
  std::vector<NamedAttribute> attributes(operation.attributes.begin(), operation.attributes.end());
  std::erase_if(attributes, [&](const NamedAttribute& one) { return one.name == name; });
  attributes.push_back({name, value, {}});
  core.SetAttributes(operation, attributes);
}

std::vector<Type> TypesOf(std::span<paddock::Value* const> values) {
  std::vector<Type> types;
  for (const paddock::Value* value : values) types.push_back(value->type);
  return types;
}

void SetFunctionType(ProgramCore& core, Operation& function, std::span<const Type> arguments,
                     std::span<const Type> results) {
  const Type type = core.module().types().GetFunction(arguments, results);
  ReplaceAttribute(core, function, "function_type", core.attributes().MakeType(type));
}

// Stands for a type that is wrong.
Type NoType(ProgramCore& core) { return core.module().types().GetNone(); }

Type ResolveOrNone(ProgramCore& core, const TypeSpec& spec) {
  const Type type = core.attributes().Resolve(spec);
  return type ? type : NoType(core);
}

// Begins the body with its arguments. An argument with a wrong type is failed.
Values MakeArguments(ProgramCore& core, Block& body, const std::vector<Parameter>& parameters,
                     std::span<const Type> types) {
  std::vector<Value> handles;
  std::vector<paddock::Value*> arguments;
  for (size_t i = 0; i < parameters.size(); ++i) {
    paddock::Value* value =
        core.module().MakeValue(types[i], core.module().InternName(parameters[i].name));
    value->block = &body;
    value->index = static_cast<uint32_t>(i);
    arguments.push_back(value);
    handles.push_back(types[i] == NoType(core) ? core.Failed() : core.Register(value));
  }
  body.arguments = core.module().arena().CopyArray(arguments);
  return handles;
}

// Makes a function with its attributes, and an empty region for its body.
Operation* MakeHead(ProgramCore& core, std::string_view name,
                    const std::vector<Parameter>& parameters, const FunctionOptions& options) {
  Operation* function = core.module().MakeOperation(Info(OpKind::kFuncFunc).name);
  paddock::Region* region = core.module().MakeRegion(function);
  function->regions = core.module().arena().CopyArray(std::vector{region});
  std::vector<NamedAttribute> attributes = {{"sym_name", core.attributes().MakeString(name), {}}};
  if (options.is_private) {
    attributes.push_back({"sym_visibility", core.attributes().MakeString("private"), {}});
  }
  ResultAttributes of_parameters;
  for (const Parameter& parameter : parameters) of_parameters.push_back(parameter.attributes);
  attributes.push_back({"arg_attrs", DictionariesOf(core, of_parameters, parameters.size()), {}});
  for (const NamedAttributeValue& value : options.attributes) {
    attributes.push_back({core.module().InternName(value.name),
                          core.attributes().MakeValue(value.name, value.value),
                          {}});
  }
  core.SetAttributes(*function, attributes);
  return function;
}

void ReportRule(ProgramCore& core, Constraint rule, std::string message, Where where,
                std::string operation) {
  core.Report(RuleDiagnostic(Info(rule), std::move(message)), where, std::move(operation));
}

std::string MustReturn(const ProgramCore::Function& function) {
  return "@" + std::string(SymbolName(*function.operation)) + " must end in Return";
}

}  // namespace

ProgramBuilder::ProgramBuilder() : core_(std::make_shared<ProgramCore>()) {}

const std::vector<BuildDiagnostic>& ProgramBuilder::diagnostics() const {
  return core_->diagnostics();
}

std::vector<BuildDiagnostic> ProgramBuilder::TakeDiagnostics() { return core_->TakeDiagnostics(); }

FunctionBuilder ProgramBuilder::Function(std::string_view name,
                                         const std::vector<Parameter>& parameters,
                                         const FunctionOptions& options, Where where) {
  return MakeFunction(name, parameters, options, true, where);
}

FunctionBuilder ProgramBuilder::Declare(std::string_view name,
                                        const std::vector<Parameter>& parameters,
                                        const std::vector<TypeSpec>& result_types,
                                        const FunctionOptions& options, Where where) {
  FunctionOptions with_types = options;
  with_types.result_types = result_types;
  return MakeFunction(name, parameters, with_types, false, where);
}

FunctionBuilder ProgramBuilder::MakeFunction(std::string_view name,
                                             const std::vector<Parameter>& parameters,
                                             const FunctionOptions& options, bool has_body,
                                             Where where) {
  ProgramCore& core = *core_;
  const size_t errors = core.sink().error_count();
  const std::string description = "func.func @" + std::string(name);
  if (core.is_finished()) core.ReportUse("the program is finished", where, description);
  if (core.module().FindSymbol(name) != nullptr) {
    ReportRule(core, Constraint::kSymbolUnique, "@" + std::string(name) + " is defined twice",
               where, description);
  }
  paddock::Operation* operation = MakeHead(core, name, parameters, options);
  operation->location = core.LocationOf(where);
  std::vector<Type> types;
  for (const Parameter& parameter : parameters) {
    types.push_back(ResolveOrNone(core, parameter.type));
  }
  Values arguments;
  if (has_body) {
    operation->regions[0]->Append(core.module().MakeBlock());
    arguments = MakeArguments(core, *operation->regions[0]->first, parameters, types);
  }
  if (options.result_types) {
    std::vector<Type> results;
    for (const TypeSpec& spec : *options.result_types) results.push_back(ResolveOrNone(core, spec));
    SetFunctionType(core, *operation, types, results);
  }
  core.Collect(where, description);
  const bool is_failed = core.sink().error_count() != errors;
  if (!is_failed) core.module().body()->Append(operation);
  core.functions().push_back(
      {operation, operation->regions[0]->first, where, !has_body, is_failed});
  return FunctionBuilder(core_, core.functions().size() - 1, std::move(arguments));
}

void ProgramBuilder::Operation(std::string_view name, const OperationParts& parts, Where where) {
  OperationDraft draft(*core_, name, where);
  draft.Set(parts.attributes);
  static_cast<void>(draft.Finish(parts.result_types));
}

void ProgramBuilder::SetAttribute(std::string_view name, const AttributeValue& value, Where where) {
  if (core_->is_finished()) {
    core_->ReportUse("the program is finished", where, "builtin.module");
    return;
  }
  ReplaceAttribute(*core_, *core_->module().operation(), core_->module().InternName(name),
                   core_->attributes().MakeValue(name, value));
  core_->Collect(where, "builtin.module");
}

std::optional<std::vector<NamedAttributeValue>> ProgramBuilder::Entries(std::string_view dictionary,
                                                                        Where where) {
  return core_->Entries(dictionary, where);
}

std::expected<std::string, std::vector<BuildDiagnostic>> ProgramBuilder::Text(
    bool has_locations) const {
  std::vector<BuildDiagnostic> problems = core_->diagnostics();
  for (const ProgramCore::Function& function : core_->functions()) {
    if (function.has_returned || function.is_failed) continue;
    problems.push_back({RuleDiagnostic(Info(Constraint::kTerminator), MustReturn(function)),
                        function.where, "func.func"});
  }
  const auto is_error = [](const BuildDiagnostic& one) {
    return one.diagnostic.severity == Severity::kError;
  };
  if (std::ranges::any_of(problems, is_error)) return std::unexpected(std::move(problems));
  return Print(core_->module(), {.locations = has_locations});
}

std::expected<std::shared_ptr<const Program>, std::vector<BuildDiagnostic>> ProgramBuilder::Finish(
    const FinishOptions& options, Where where) {
  ProgramCore& core = *core_;
  if (core.is_finished()) core.ReportUse("the program is finished", where, "builtin.module");
  for (const ProgramCore::Function& function : core.functions()) {
    if (function.has_returned || function.is_failed) continue;
    ReportRule(core, Constraint::kTerminator, MustReturn(function), function.where, "func.func");
  }
  core.set_finished();
  if (core.has_errors()) return std::unexpected(core.diagnostics());
  std::string text = Print(core.module(), {.locations = options.has_locations});
  auto program = Program::Load(options.name, std::move(text), options.load);
  if (!program->has_errors()) return program;
  // Violations of rules about whole programs, which no single call causes.
  for (const Diagnostic& diagnostic : program->diagnostics()) {
    core.Report(diagnostic, where, "builtin.module");
  }
  return std::unexpected(core.diagnostics());
}

void FunctionBuilder::Return(const Values& results, const ResultAttributes& attributes,
                             Where where) {
  ProgramCore& core = *core_;
  ProgramCore::Function& function = core.functions()[function_];
  OperationDraft draft = OperationDraft::Return(*this, where);
  if (!draft.is_failed()) function.has_returned = true;
  draft.AddOperands(results);
  if (draft.is_failed()) return;
  const std::span<const NamedAttribute> before = function.operation->attributes;
  if (!FunctionType(*function.operation)) {
    SetFunctionType(core, *function.operation,
                    TypesOf(FunctionBody(*function.operation)->arguments),
                    TypesOf(draft.operands()));
  }
  ReplaceAttribute(core, *function.operation, "res_attrs",
                   DictionariesOf(core, attributes, results.size()));
  static_cast<void>(draft.Finish(Extras()));
  if (draft.is_failed()) {
    function.operation->attributes = before;
    return;
  }
  static_cast<void>(CheckNewOperation(*function.operation, true, core.module(), core.sink()));
  core.Collect(function.where, "func.func");
}

Values FunctionBuilder::Call(const FunctionBuilder& callee, const Values& operands,
                             const Extras& extras, Where where) {
  OperationDraft draft(*this, OpKind::kFuncCall, where);
  draft.AddOperands(operands);
  if (callee.core_ != core_) {
    draft.Fail("the function is of another program");
    return draft.Finish(extras);
  }
  const ProgramCore::Function& called = core_->functions()[callee.function_];
  const paddock::Operation& function = *called.operation;
  const Type type = FunctionType(function);
  if (called.is_failed) return Values::Failed(core_->Failed());
  if (!type) {
    if (called.has_returned) return Values::Failed(core_->Failed());
    draft.Fail("the results of @" + std::string(SymbolName(function)) +
               " are unknown until it returns");
    return draft.Finish(extras);
  }
  draft.Set(0, std::string(SymbolName(function)));
  draft.Set(extras.attributes);
  return draft.FinishWith(type->results);
}

Values FunctionBuilder::Operation(std::string_view name, const Values& operands,
                                  const OperationParts& parts, Where where) {
  OperationDraft draft(*this, name, where);
  draft.Set(parts.attributes);
  draft.AddAllOperands(operands);
  for (size_t i = 0; i < parts.regions.size(); ++i) {
    draft.AddRegion(
        i, parts.regions[i],
        i < parts.argument_types.size() ? parts.argument_types[i] : std::vector<TypeSpec>());
  }
  return draft.Finish(parts.result_types);
}

Value FunctionBuilder::Named(Value value, std::string_view name, Where where) {
  if (core_->IsForeign(value)) {
    core_->ReportUse("%" + std::string(name) + " is no value of this program", where, "Named");
  } else if (paddock::Value* found = core_->Find(value)) {
    found->name = core_->module().InternName(name);
  }
  return value;
}

Type FunctionBuilder::TypeOf(Value value) const {
  const paddock::Value* found = core_->Find(value);
  return found == nullptr ? Type() : found->type;
}

}  // namespace paddock::build
