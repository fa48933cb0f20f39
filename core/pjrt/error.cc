#include "core/pjrt/error.h"

#include <utility>

#include "core/pjrt/text.h"

namespace paddock::pjrt {

Problem OutOfMemory() {
  return {PJRT_Error_Code_RESOURCE_EXHAUSTED, "there is no memory for the arrays of a run"};
}

PJRT_Error* ErrorOf(std::optional<Problem> problem) {
  return problem ? new PJRT_Error{*std::move(problem)} : nullptr;
}

PJRT_Error* MakeError(PJRT_Error_Code code, std::string message) {
  return new PJRT_Error{{code, std::move(message)}};
}

Problem ProblemOf(std::span<const Diagnostic> diagnostics, const Source& source,
                  PJRT_Error_Code code) {
  Problem problem{code, {}};
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    if (problem.message.empty() && diagnostic.code == "memory") {
      problem.code = PJRT_Error_Code_RESOURCE_EXHAUSTED;
    }
    if (!problem.message.empty()) problem.message += '\n';
    problem.message += RenderText(diagnostic, source);
  }
  if (problem.message.empty()) problem.message = "the run failed without a diagnostic";
  return problem;
}

void ErrorDestroy(PJRT_Error_Destroy_Args* args) { delete args->error; }

void ErrorMessage(PJRT_Error_Message_Args* args) {
  SetText(args->error->problem.message, args->message, args->message_size);
}

PJRT_Error* ErrorGetCode(PJRT_Error_GetCode_Args* args) {
  args->code = args->error->problem.code;
  return nullptr;
}

}  // namespace paddock::pjrt
