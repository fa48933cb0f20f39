#include "core/pjrt/compiled_program.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <span>
#include <utility>

#include "core/ir/module.h"
#include "core/pjrt/host_calls.h"
#include "core/pjrt/memory_kinds.h"
#include "core/pjrt/propagation.h"
#include "core/pjrt/stacked_sums.h"

namespace paddock::pjrt {
namespace {

std::unexpected<Problem> Fail(PJRT_Error_Code code, std::string message) {
  return std::unexpected(Problem{code, std::move(message)});
}

// Returns the dictionary of an argument or result; `nullptr` if it has none.
const Attribute* AttributesOf(const Operation& function, std::string_view list, size_t index) {
  const Attribute* all = function.Find(list);
  return all == nullptr || index >= all->elements.size() ? nullptr : all->elements[index];
}

// Returns the index of the memory kind that a program gives an argument or a result; 0 if it gives
// none, or one that Paddock does not have.
size_t MemoryKindOf(const Attribute* attributes) {
  const Attribute* kind = attributes == nullptr ? nullptr : attributes->Find("mhlo.memory_kind");
  if (kind == nullptr) return 0;
  const auto found = std::ranges::find(kMemoryKinds, kind->text);
  return found == kMemoryKinds.end() ? 0 : static_cast<size_t>(found - kMemoryKinds.begin());
}

std::expected<std::vector<ArrayInfo>, Problem> ArraysOf(const CompiledProgram& compiled,
                                                        const std::vector<ParameterInfo>& infos,
                                                        std::string_view list) {
  const Module& module = compiled.program->module();
  const Operation& function = *module.FindSymbol(compiled.entry->name);
  std::vector<ArrayInfo> arrays;
  for (size_t i = 0; i < infos.size(); ++i) {
    const ParameterInfo& info = infos[i];
    if (info.handle.is(TypeKind::kToken)) {
      arrays.push_back(
          {.is_token = true, .element_type = ElementType::kI1, .shape = {}, .tiling = {}});
      continue;
    }
    if (!info.element_type || !info.handle.has_static_shape()) {
      return Fail(PJRT_Error_Code_UNIMPLEMENTED,
                  "arguments and results are arrays of static sizes, but one is " + info.type);
    }
    auto tiling = TilingOf(module, AttributesOf(function, list, i), info.shape,
                           compiled.options.grid.process_count());
    if (!tiling) return Fail(PJRT_Error_Code_UNIMPLEMENTED, std::move(tiling.error()));
    arrays.push_back({.is_token = false,
                      .element_type = *info.element_type,
                      .shape = info.shape,
                      .tiling = *std::move(tiling),
                      .memory_kind = MemoryKindOf(AttributesOf(function, list, i))});
  }
  return arrays;
}

bool HasSharding(const Attribute* attributes) {
  return attributes != nullptr && (attributes->Find("sdy.sharding") != nullptr ||
                                   attributes->Find("mhlo.sharding") != nullptr);
}

// Divides results without a sharding as the program implies.
void DivideResults(CompiledProgram& compiled) {
  const Module& module = compiled.program->module();
  const Operation& function = *module.FindSymbol(compiled.entry->name);
  const int64_t devices = compiled.options.grid.process_count();
  const Operation* end = FunctionBody(function)->last;
  if (devices == 1 || end == nullptr || end->operands.size() != compiled.results.size()) return;
  for (size_t i = 0; i < compiled.results.size(); ++i) {
    ArrayInfo& result = compiled.results[i];
    if (result.is_token || HasSharding(AttributesOf(function, "res_attrs", i))) continue;
    result.tiling = PropagatedTiling(module, *end->operands[i], devices);
  }
}

// Donated are the arguments whose memory a result may take over, and those that JAX names.
std::vector<bool> DonatedArguments(const CompiledProgram& compiled) {
  const Operation& function = *compiled.program->module().FindSymbol(compiled.entry->name);
  std::vector<bool> donated;
  for (size_t i = 0; i < compiled.arguments.size(); ++i) {
    const Attribute* attributes = AttributesOf(function, "arg_attrs", i);
    donated.push_back(attributes != nullptr && (attributes->Find("tf.aliasing_output") != nullptr ||
                                                attributes->Find("jax.buffer_donor") != nullptr));
  }
  return donated;
}

SessionOptions SessionOptionsFor(const Settings& settings, const CompileOptions& options) {
  SessionOptions session;
  session.grid = options.grid;
  session.custom_calls = HostCallRegistry();
  session.numerics = settings.numerics;
  session.threads = static_cast<int>(settings.threads);
  session.memory_bytes = settings.memory_bytes;
  return session;
}

std::optional<Problem> FillIn(CompiledProgram& compiled) {
  const Program& program = *compiled.program;
  std::string problem;
  compiled.entry = program.FindEntry({}, problem);
  if (compiled.entry == nullptr) return Problem{PJRT_Error_Code_INVALID_ARGUMENT, problem};
  const std::string_view name = SymbolName(*program.module().operation());
  compiled.name = name.empty() ? compiled.entry->name : std::string(name);
  auto arguments = ArraysOf(compiled, compiled.entry->argument_leaves, "arg_attrs");
  if (!arguments) return std::move(arguments.error());
  compiled.arguments = *std::move(arguments);
  auto results = ArraysOf(compiled, compiled.entry->result_leaves, "res_attrs");
  if (!results) return std::move(results.error());
  compiled.results = *std::move(results);
  DivideResults(compiled);
  if (!HasManyProcesses(program.module())) compiled.session.grid = {1, 1};
  compiled.is_donated = DonatedArguments(compiled);
  std::vector<Diagnostic> diagnostics;
  compiled.plan = PlanRun(program, compiled.session, diagnostics);
  if (compiled.plan != nullptr) return std::nullopt;
  return ProblemOf(diagnostics, program.source(), PJRT_Error_Code_UNIMPLEMENTED);
}

std::shared_ptr<const Program> LoadCode(const std::string& code) {
  const auto owner = std::make_shared<const std::string>(code);
  return Program::Load("program", std::as_bytes(std::span(*owner)), owner,
                       {.strict = false, .custom_call_targets = {std::string(kHostCallTarget)}});
}

// Loads a program. One that leaves sums to several devices gets stacks for them, also in `code`.
std::shared_ptr<const Program> LoadProgram(std::string& code, int64_t devices) {
  auto program = LoadCode(code);
  if (devices == 1 || program->has_errors() || !LeavesSums(program->module())) return program;
  std::string problem;
  const FunctionInfo* entry = program->FindEntry({}, problem);
  auto stacked = entry == nullptr ? std::nullopt : WithStackedSums(code, entry->name);
  if (!stacked) return program;
  code = *std::move(stacked);
  return LoadCode(code);
}

}  // namespace

CompileResult CompileProgram(const Settings& settings, std::string code,
                             std::string options_bytes) {
  const auto options = ReadCompileOptions(options_bytes);
  if (!options) return Fail(PJRT_Error_Code_INVALID_ARGUMENT, "the compile options cannot be read");
  for (const std::string& name : options->overrides) {
    // Options of XLA's compiler have no effect here.
    if (name.starts_with("xla_")) continue;
    return Fail(PJRT_Error_Code_INVALID_ARGUMENT, "No such compile option: '" + name + "'");
  }
  static std::atomic<uint64_t> count = 0;
  auto compiled = std::make_shared<CompiledProgram>();
  compiled->number = ++count;
  compiled->options = *options;
  compiled->session = SessionOptionsFor(settings, *options);
  compiled->program = LoadProgram(code, options->grid.process_count());
  if (compiled->program->has_errors()) {
    return std::unexpected(ProblemOf(compiled->program->diagnostics(), compiled->program->source(),
                                     PJRT_Error_Code_INVALID_ARGUMENT));
  }
  compiled->host_calls = std::make_unique<const HostCallUse>(compiled->program->module());
  if (auto problem = FillIn(*compiled)) return std::unexpected(*std::move(problem));
  compiled->fingerprint = std::to_string(std::hash<std::string>()(code + options_bytes));
  compiled->code = std::move(code);
  compiled->options_bytes = std::move(options_bytes);
  return compiled;
}

}  // namespace paddock::pjrt
