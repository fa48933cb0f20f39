#include "core/api/build/program_core.h"

#include <algorithm>
#include <utility>

#include "core/base/clock.h"
#include "core/text/print/print.h"

namespace paddock::build {
namespace {

// Returns an id that differs from those of all builders, including earlier ones at the same
// address.
uint64_t NewId(const void* builder) {
  constexpr uint64_t kOddMultiplier = 0x9E3779B97F4A7C15;
  const uint64_t now = static_cast<uint64_t>(NowNanoseconds());
  return ((reinterpret_cast<uintptr_t>(builder) * kOddMultiplier) ^ now) | 1;
}

}  // namespace

ProgramCore::ProgramCore()
    : id_(NewId(this)), module_(std::make_unique<Module>()), attributes_(*module_, sink_) {}

Value ProgramCore::Register(paddock::Value* value) {
  values_.push_back(value);
  return Value(id_, static_cast<uint32_t>(values_.size() - 1));
}

paddock::Value* ProgramCore::Find(Value value) const {
  return IsForeign(value) || value.index_ >= values_.size() ? nullptr : values_[value.index_];
}

void ProgramCore::Collect(std::source_location where, std::string operation) {
  const std::vector<Diagnostic>& reported = sink_.diagnostics();
  for (; collected_ < reported.size(); ++collected_) {
    Diagnostic diagnostic = reported[collected_];
    // Fixes and notes refer to a text, which does not exist.
    diagnostic.span = {};
    diagnostic.fixes.clear();
    diagnostic.notes.clear();
    diagnostics_.push_back({std::move(diagnostic), where, operation});
  }
}

std::vector<BuildDiagnostic> ProgramCore::TakeDiagnostics() {
  sink_ = DiagnosticSink();
  collected_ = 0;
  return std::exchange(diagnostics_, {});
}

void ProgramCore::Report(Diagnostic diagnostic, std::source_location where, std::string operation) {
  sink_.Report(std::move(diagnostic));
  Collect(where, std::move(operation));
}

void ProgramCore::ReportUse(std::string message, std::source_location where,
                            std::string operation) {
  Diagnostic diagnostic;
  diagnostic.code = "builder";
  diagnostic.message = std::move(message);
  Report(std::move(diagnostic), where, std::move(operation));
}

std::string_view ProgramCore::LocationOf(std::source_location where) {
  if (where.line() == 0) return {};
  const Place place = {where.file_name(), where.line(), where.column()};
  const auto [entry, is_new] = locations_.try_emplace(place);
  if (!is_new) return entry->second;
  std::string text = "\"";
  for (const char* c = where.file_name(); *c != '\0'; ++c) {
    if (*c == '"' || *c == '\\') text += '\\';
    text += *c;
  }
  text += "\":" + std::to_string(where.line()) + ':' + std::to_string(where.column());
  entry->second = module_->InternName(text);
  return entry->second;
}

std::optional<std::vector<NamedAttributeValue>> ProgramCore::Entries(std::string_view dictionary,
                                                                     std::source_location where) {
  const Attribute* parsed = attributes_.MakeValue({}, std::string(dictionary));
  Collect(where, "builtin.module");
  if (parsed != nullptr && parsed->kind != AttributeKind::kDictionary) {
    Report(RuleDiagnostic(Info(Constraint::kAttributeForm),
                          "attributes are written as {name = value}"),
           where, "builtin.module");
    return std::nullopt;
  }
  if (parsed == nullptr) return std::nullopt;
  std::vector<NamedAttributeValue> entries;
  for (const NamedAttribute& field : parsed->fields) {
    entries.push_back({std::string(field.name), Print(*field.value)});
  }
  return entries;
}

void ProgramCore::SetAttributes(Operation& operation, std::vector<NamedAttribute>& attributes) {
  std::erase_if(attributes, [](const NamedAttribute& one) { return one.value == nullptr; });
  std::ranges::sort(attributes, {}, &NamedAttribute::name);
  operation.attributes = module_->arena().CopyArray(attributes);
}

}  // namespace paddock::build
