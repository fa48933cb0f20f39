// Handles of programs and of their diagnostics.
#ifndef PADDOCK_CORE_C_PROGRAM_HANDLE_H_
#define PADDOCK_CORE_C_PROGRAM_HANDLE_H_

#include <memory>
#include <utility>
#include <vector>

#include "core/api/program.h"
#include "core/c/diagnostics.h"
#include "core/c/handle.h"
#include "core/c/program.h"
#include "core/diagnostics/diagnostic.h"

struct paddock_program {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-progr");
  uint64_t tag = kTag;
  std::shared_ptr<const paddock::Program> program;
};

struct paddock_diagnostics {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-diagn");
  uint64_t tag = kTag;
  // Has the text of the spans.
  std::shared_ptr<const paddock::Source> source;
  std::vector<paddock::Diagnostic> list;
};

namespace paddock::c {

// Stores a list of diagnostics in `out`, which may be `nullptr`.
inline void StoreDiagnostics(paddock_diagnostics** out, std::shared_ptr<const Program> program,
                             std::vector<Diagnostic> list) {
  if (out == nullptr) return;
  const Source& source = program->source();
  *out = new paddock_diagnostics{.source = {std::move(program), &source}, .list = std::move(list)};
}

paddock_place PlaceOf(Span span, const Source& source);

}  // namespace paddock::c

#endif  // PADDOCK_CORE_C_PROGRAM_HANDLE_H_
