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

void SetFunctionType(ProgramCore& core, Operation& function, std::span<const Type> results) {
  const std::vector<Type> arguments = TypesOf(FunctionBody(function)->arguments);
  const Type type = core.module().types().GetFunction(arguments, results);
  ReplaceAttribute(core, function, "function_type", core.attributes().MakeType(type));
}

// Begins the body with its arguments. An argument with a wrong type is failed.
Values MakeArguments(ProgramCore& core, Block& body, const std::vector<Parameter>& parameters) {
  std::vector<Value> handles;
  std::vector<paddock::Value*> arguments;
  for (const Parameter& parameter : parameters) {
    const Type type = core.attributes().Resolve(parameter.type);
    paddock::Value* value = core.module().MakeValue(type ? type : core.module().types().GetNone(),
                                                    core.module().InternName(parameter.name));
    value->block = &body;
    value->index = static_cast<uint32_t>(arguments.size());
    arguments.push_back(value);
    handles.push_back(type ? core.Register(value) : core.Failed());
  }
  body.arguments = core.module().arena().CopyArray(arguments);
  return handles;
}

Operation* MakeFunction(ProgramCore& core, std::string_view name,
                        const std::vector<Parameter>& parameters, const FunctionOptions& options) {
  Operation* function = core.module().MakeOperation(Info(OpKind::kFuncFunc).name);
  paddock::Region* region = core.module().MakeRegion(function);
  region->Append(core.module().MakeBlock());
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

}  // namespace

ProgramBuilder::ProgramBuilder() : core_(std::make_shared<ProgramCore>()) {}

const std::vector<BuildDiagnostic>& ProgramBuilder::diagnostics() const {
  return core_->diagnostics();
}

FunctionBuilder ProgramBuilder::Function(std::string_view name,
                                         const std::vector<Parameter>& parameters,
                                         const FunctionOptions& options, Where where) {
  ProgramCore& core = *core_;
  const std::string description = "func.func @" + std::string(name);
  if (core.is_finished()) core.ReportUse("the program is finished", where, description);
  if (core.module().FindSymbol(name) != nullptr) {
    const ConstraintInfo& rule = Info(Constraint::kSymbolUnique);
    Diagnostic diagnostic;
    diagnostic.code = rule.code;
    diagnostic.message = "@" + std::string(name) + " is defined twice";
    diagnostic.formula = rule.formula;
    diagnostic.link = SpecificationLink(rule.link);
    core.Report(std::move(diagnostic), where, description);
  }
  paddock::Operation* operation = MakeFunction(core, name, parameters, options);
  operation->location = core.LocationOf(where);
  Block* body = operation->regions[0]->first;
  Values arguments = MakeArguments(core, *body, parameters);
  if (options.result_types) {
    std::vector<Type> results;
    for (const TypeSpec& spec : *options.result_types) {
      const Type type = core.attributes().Resolve(spec);
      results.push_back(type ? type : core.module().types().GetNone());
    }
    SetFunctionType(core, *operation, results);
  }
  core.Collect(where, description);
  core.module().body()->Append(operation);
  core.functions().push_back({operation, body, where});
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

std::expected<std::shared_ptr<const Program>, std::vector<BuildDiagnostic>> ProgramBuilder::Finish(
    const FinishOptions& options, Where where) {
  ProgramCore& core = *core_;
  if (core.is_finished()) core.ReportUse("the program is finished", where, "builtin.module");
  for (const ProgramCore::Function& function : core.functions()) {
    if (function.has_returned) continue;
    const ConstraintInfo& rule = Info(Constraint::kTerminator);
    Diagnostic diagnostic;
    diagnostic.code = rule.code;
    diagnostic.message = "@" + std::string(SymbolName(*function.operation)) + " must end in Return";
    diagnostic.formula = rule.formula;
    diagnostic.link = SpecificationLink(rule.link);
    core.Report(std::move(diagnostic), function.where, "func.func");
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
  if (!FunctionType(*function.operation)) {
    SetFunctionType(core, *function.operation, TypesOf(draft.operands()));
  }
  ReplaceAttribute(core, *function.operation, "res_attrs",
                   DictionariesOf(core, attributes, results.size()));
  static_cast<void>(draft.Finish(Extras()));
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
  const paddock::Operation& function = *core_->functions()[callee.function_].operation;
  const Type type = FunctionType(function);
  if (!type) {
    if (core_->functions()[callee.function_].has_returned) return Values::Failed(core_->Failed());
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
