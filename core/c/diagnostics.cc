#include "core/c/diagnostics.h"

#include <algorithm>

#include "core/c/program_handle.h"

namespace paddock::c {
namespace {

paddock_status CheckIndex(const paddock_diagnostics* diagnostics, size_t index) {
  if (const auto status = CheckHandle(diagnostics); status != PADDOCK_OK) return status;
  return CheckRange(index < diagnostics->list.size());
}

}  // namespace

paddock_place PlaceOf(Span span, const Source& source) {
  if (!span.is_known()) return {};
  const LineColumn begin = source.Locate(span.begin);
  const LineColumn end = source.Locate(span.end);
  return {span.begin, span.end, begin.line, begin.column, end.line, end.column};
}

}  // namespace paddock::c

using namespace paddock::c;

size_t paddock_diagnostics_count(const paddock_diagnostics* diagnostics) {
  return IsHandle(diagnostics) ? diagnostics->list.size() : 0;
}

size_t paddock_diagnostics_error_count(const paddock_diagnostics* diagnostics) {
  if (!IsHandle(diagnostics)) return 0;
  return static_cast<size_t>(std::ranges::count(diagnostics->list, paddock::Severity::kError,
                                                &paddock::Diagnostic::severity));
}

paddock_status paddock_diagnostics_get(const paddock_diagnostics* diagnostics, size_t index,
                                       paddock_diagnostic* diagnostic) {
  const auto status = FirstOf({CheckIndex(diagnostics, index), CheckStruct(diagnostic)});
  if (status != PADDOCK_OK) return status;
  const paddock::Diagnostic& found = diagnostics->list[index];
  const paddock::Source& source = *diagnostics->source;
  const bool is_error = found.severity == paddock::Severity::kError;
  WriteStruct(diagnostic, {.struct_size = 0,
                           .severity = is_error ? PADDOCK_SEVERITY_ERROR : PADDOCK_SEVERITY_WARNING,
                           .is_consequence = found.is_consequence,
                           .code = found.code.c_str(),
                           .message = found.message.c_str(),
                           .file = source.name().c_str(),
                           .place = PlaceOf(found.span, source),
                           .formula = found.formula.c_str(),
                           .link = found.link.c_str(),
                           .note_count = found.notes.size(),
                           .fix_count = found.fixes.size()});
  return PADDOCK_OK;
}

paddock_status paddock_diagnostics_note(const paddock_diagnostics* diagnostics, size_t index,
                                        size_t note_index, paddock_note* note) {
  const auto status = FirstOf({CheckIndex(diagnostics, index), CheckStruct(note)});
  if (status != PADDOCK_OK) return status;
  const auto& notes = diagnostics->list[index].notes;
  if (note_index >= notes.size()) return PADDOCK_OUT_OF_RANGE;
  WriteStruct(note, {.struct_size = 0,
                     .message = notes[note_index].message.c_str(),
                     .place = PlaceOf(notes[note_index].span, *diagnostics->source)});
  return PADDOCK_OK;
}

paddock_status paddock_diagnostics_fix(const paddock_diagnostics* diagnostics, size_t index,
                                       size_t fix_index, paddock_fix* fix) {
  const auto status = FirstOf({CheckIndex(diagnostics, index), CheckStruct(fix)});
  if (status != PADDOCK_OK) return status;
  const auto& fixes = diagnostics->list[index].fixes;
  if (fix_index >= fixes.size()) return PADDOCK_OUT_OF_RANGE;
  const paddock::DiagnosticFix& found = fixes[fix_index];
  WriteStruct(fix, {.struct_size = 0,
                    .label = found.label.c_str(),
                    .replacement = found.replacement.c_str(),
                    .place = PlaceOf(found.span, *diagnostics->source),
                    .is_certain = found.is_certain()});
  return PADDOCK_OK;
}

paddock_status paddock_diagnostics_text(const paddock_diagnostics* diagnostics,
                                        paddock_bytes** text) {
  const auto status = FirstOf({CheckHandle(diagnostics), CheckPointer(text)});
  if (status != PADDOCK_OK) return status;
  std::string all;
  for (const auto& diagnostic : diagnostics->list) {
    all += RenderText(diagnostic, *diagnostics->source);
    if (!all.ends_with('\n')) all += '\n';
  }
  *text = MakeBytes(std::move(all));
  return PADDOCK_OK;
}

paddock_status paddock_diagnostics_json(const paddock_diagnostics* diagnostics,
                                        paddock_bytes** json) {
  const auto status = FirstOf({CheckHandle(diagnostics), CheckPointer(json)});
  if (status != PADDOCK_OK) return status;
  std::string all = "[";
  for (const auto& diagnostic : diagnostics->list) {
    if (all.size() > 1) all += ",\n";
    all += RenderJson(diagnostic, *diagnostics->source);
  }
  *json = MakeBytes(all + "]");
  return PADDOCK_OK;
}

void paddock_diagnostics_free(paddock_diagnostics* diagnostics) { FreeHandle(diagnostics); }
