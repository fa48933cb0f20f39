#include "core/api/program.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/api/parameter.h"
#include "core/api/value_ranges.h"
#include "core/base/stable_sort.h"
#include "core/bytecode/artifact.h"
#include "core/bytecode/exported.h"
#include "core/check/check.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"
#include "core/plan/recent_plan.h"
#include "core/tensor/spare_memory.h"
#include "core/text/parse/foreign_text.h"
#include "core/text/parse/parse.h"
#include "simd/fft/tables.h"

namespace paddock {
namespace {

// Returns {jax.result_info = ...} of result `index`, such as "result['labels']"; empty if there is
// none.
std::string_view ResultName(const Operation& function, size_t index) {
  const Attribute* attributes = function.Find("res_attrs");
  if (attributes == nullptr || index >= attributes->elements.size()) return {};
  const Attribute* name = attributes->elements[index]->Find("jax.result_info");
  return name == nullptr ? std::string_view() : name->text;
}

FunctionInfo Describe(const Operation& function) {
  FunctionInfo info;
  info.name = SymbolName(function);
  info.span = function.span;
  info.is_public = TextOf(function, "sym_visibility") != "private";
  const Block* body = FunctionBody(function);
  info.has_body = body != nullptr;
  const Type type = FunctionType(function);
  if (!type) return info;
  const auto add = [](std::vector<ParameterInfo>& list, Type of, std::string_view name, Span span) {
    const size_t leaf = list.empty() ? 0 : list.back().first_leaf + list.back().leaf_count;
    list.push_back(DescribeParameter(of, name, span, leaf));
    list.back().path = std::to_string(list.size() - 1);
  };
  const std::span<const Type> inputs = type->elements;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Value* value =
        body != nullptr && i < body->arguments.size() ? body->arguments[i] : nullptr;
    add(info.arguments, inputs[i], value == nullptr ? std::string_view() : value->name,
        value == nullptr ? function.span : value->span);
    if (value != nullptr) info.arguments.back().location = value->location;
  }
  for (size_t i = 0; i < type->results.size(); ++i) {
    add(info.results, type->results[i], ResultName(function, i), function.span);
  }
  info.argument_leaves = LeavesOf(info.arguments);
  info.result_leaves = LeavesOf(info.results);
  return info;
}

bool TakesIntegers(const FunctionInfo& function) {
  return std::ranges::any_of(function.arguments, [](const ParameterInfo& argument) {
    const auto type = argument.element_type;
    return type && (IsInteger(*type) || IsBoolean(*type));
  });
}

void AddRanges(const RangeFinder& finder, const Block& body, FunctionInfo& function) {
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    const ValueRanges& found = finder.Of(*body.arguments[i]);
    if (found.ranges.parts.empty()) continue;
    ParameterInfo& argument = function.arguments[i];
    argument.ranges = found.ranges;
    argument.ranges_operand = found.operand;
    argument.ranges_operation = found.operation;
    for (IntegerRange& part : argument.ranges.parts) part = HeldBy(*argument.element_type, part);
    // The argument holds integers, so it is its own leaf.
    function.argument_leaves[argument.first_leaf] = argument;
  }
}

// Drops broken rules at uses whose written type is wrong: the wrong type is already reported.
void DropRepeated(std::vector<Diagnostic>& diagnostics) {
  std::vector<Span> wrong;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.code == "type") wrong.push_back(diagnostic.span);
  }
  if (wrong.empty()) return;
  std::erase_if(diagnostics, [&](const Diagnostic& diagnostic) {
    return diagnostic.code != "type" && std::ranges::count(wrong, diagnostic.span) != 0;
  });
}

bool Contains(Span outer, Span inner) {
  return outer.is_known() && outer.begin <= inner.begin && inner.end <= outer.end;
}

// Returns the operation of `block` around `span`, or `nullptr`.
const Operation* FindAround(const Block& block, Span span) {
  for (const Operation* operation : block) {
    if (Contains(operation->span, span)) return operation;
  }
  return nullptr;
}

const Operation* FindWithin(const Operation& operation, Span span) {
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      if (const Operation* found = FindAround(*block, span)) return found;
    }
  }
  return nullptr;
}

}  // namespace

Program::Program()
    : spare_memory_(std::make_shared<SpareMemory>()),
      fft_tables_(std::make_shared<simd::FftTableCache>()),
      recent_plan_(std::make_unique<RecentPlan>()) {}
Program::~Program() = default;

std::shared_ptr<const Program> Program::Load(std::string name, std::string text,
                                             const LoadOptions& options, uint32_t first_line) {
  std::shared_ptr<Program> program(new Program());
  DiagnosticSink sink;
  constexpr size_t kLargestText = UINT32_MAX - 1;
  if (IsArtifact(text) || IsExported(text)) {
    const auto owner = std::make_shared<const std::string>(std::move(text));
    return Load(std::move(name), std::as_bytes(std::span(*owner)), owner, options);
  }
  if (text.size() > kLargestText) {
    sink.Error("limit", Span(), "the text has more than 4 GiB");
    text.clear();
  }
  if (const std::string_view foreign = ForeignFormat(text); !foreign.empty()) {
    // Reports one sentence, and no parser errors.
    sink.Error("format", Span(), std::string(foreign));
    program->ReadText(std::make_shared<Source>(name, std::string()), sink);
    program->source_ = std::make_shared<Source>(std::move(name), std::move(text), first_line);
  } else {
    program->ReadText(std::make_shared<Source>(std::move(name), std::move(text), first_line), sink);
  }
  program->Check(options, sink);
  return program;
}

std::shared_ptr<const Program> Program::Load(std::string name, std::span<const std::byte> bytes,
                                             std::shared_ptr<const void> owner,
                                             const LoadOptions& options) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!IsArtifact(text) && !IsExported(text)) {
    return Load(std::move(name), std::string(text), options);
  }
  std::shared_ptr<Program> program(new Program());
  DiagnosticSink sink;
  program->ReadArtifact(std::move(name), bytes, std::move(owner), sink);
  program->Check(options, sink);
  return program;
}

void Program::Check(const LoadOptions& options, DiagnosticSink& sink) {
  // The sink receives the diagnostics.
  static_cast<void>(
      CheckModule(*module_, sink,
                  {.strict = options.strict, .custom_call_targets = options.custom_call_targets}));
  has_errors_ = sink.has_errors();
  diagnostics_ = sink.Take();
  DropRepeated(diagnostics_);
  // Those of one place keep the order of their discovery.
  StableSortBy(std::span(diagnostics_), [](const Diagnostic& one) { return one.span.begin; });
  CollectFunctions();
}

void Program::ReadText(std::shared_ptr<const Source> source, DiagnosticSink& sink) {
  source_ = std::move(source);
  ParsedProgram parsed = ParseProgram(source_, sink);
  module_ = std::move(parsed.module);
  example_ = std::make_unique<Example>(std::move(parsed.example));
}

// The artifact's bytes stay in place for as long as a constant refers to them.
void Program::ReadArtifact(std::string name, std::span<const std::byte> bytes,
                           std::shared_ptr<const void> owner, DiagnosticSink& sink) {
  source_ = std::make_shared<Source>(std::move(name), std::string());
  if (IsArtifact({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {
    module_ = paddock::ReadArtifact(bytes, std::move(owner), sink);
  } else {
    ExportedInfo info;
    module_ = ReadExported(bytes, owner, info, sink);
    preamble_ = std::move(info.comment);
  }
  example_ = std::make_unique<Example>();
}

void Program::CollectFunctions() {
  std::optional<RangeFinder> finder;
  for (const Operation* operation : *module_->body()) {
    if (!operation->is(OpKind::kFuncFunc)) continue;
    functions_.push_back(Describe(*operation));
    const Block* body = FunctionBody(*operation);
    if (has_errors_ || body == nullptr || !TakesIntegers(functions_.back())) continue;
    if (!finder) finder.emplace(*module_);
    finder->VisitFunction(*operation);
    AddRanges(*finder, *body, functions_.back());
  }
}

std::string Program::Print(PrintForm form) const {
  const std::string text = paddock::Print(*module_, {.form = form});
  return form == PrintForm::kPretty ? preamble_ + text : text;
}

bool Program::IsSameProgram(const Program& other) const {
  return IsEquivalent(*module_, *other.module_);
}

const FunctionInfo* Program::FindEntry(std::string_view name, std::string& problem) const {
  const std::string_view wanted = name.empty() ? "main" : name;
  const auto named = std::ranges::find(functions_, wanted, &FunctionInfo::name);
  if (named != functions_.end()) {
    if (named->has_body) return &*named;
    problem = "@" + named->name + " is declared without a body";
    return nullptr;
  }
  if (!name.empty()) {
    problem = "there is no function @" + std::string(name);
    return nullptr;
  }
  const FunctionInfo* only = nullptr;
  size_t count = 0;
  for (const bool is_public : {true, false}) {
    for (const FunctionInfo& function : functions_) {
      if (!function.has_body || function.is_public != is_public) continue;
      only = &function;
      ++count;
    }
    if (count != 0) break;
  }
  if (count == 1) return only;
  problem = count == 0 ? "there is no function with a body"
                       : "there is no @main among " + std::to_string(count) +
                             " functions; name the one to run";
  return nullptr;
}

Span Program::EnclosingOperation(Span span, bool is_outermost) const {
  const Operation* found = FindAround(*module_->body(), span);
  const Operation* within = found;
  while (within != nullptr) {
    within = FindWithin(*within, span);
    if (within == nullptr) break;
    found = within;
    if (is_outermost && !found->is(OpKind::kFuncFunc) && !found->is(OpKind::kBuiltinModule)) break;
  }
  return found == nullptr ? span : found->span;
}

bool Program::has_commented_inputs() const { return !example_->inputs.empty(); }

void Program::ReleaseMemory() const {
  spare_memory_->ReleaseDownTo(0);
  fft_tables_->Clear();
  recent_plan_->Release();
}

}  // namespace paddock
