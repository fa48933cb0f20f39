// Errors of PJRT: a code and a message.
#ifndef PADDOCK_CORE_PJRT_ERROR_H_
#define PADDOCK_CORE_PJRT_ERROR_H_

#include <optional>
#include <span>
#include <string>

#include "core/diagnostics/diagnostic.h"
#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

struct Problem {
  PJRT_Error_Code code = PJRT_Error_Code_INTERNAL;
  std::string message;
};

Problem OutOfMemory();

// Returns an error that the caller owns, or `nullptr` without a problem.
PJRT_Error* ErrorOf(std::optional<Problem> problem);
PJRT_Error* MakeError(PJRT_Error_Code code, std::string message);

// Returns the texts of the errors among `diagnostics`. The code is RESOURCE_EXHAUSTED if the first
// is about memory, otherwise `code`.
Problem ProblemOf(std::span<const Diagnostic> diagnostics, const Source& source,
                  PJRT_Error_Code code);

void ErrorDestroy(PJRT_Error_Destroy_Args* args);
void ErrorMessage(PJRT_Error_Message_Args* args);
PJRT_Error* ErrorGetCode(PJRT_Error_GetCode_Args* args);

}  // namespace paddock::pjrt

struct PJRT_Error {
  paddock::pjrt::Problem problem;
};

#endif  // PADDOCK_CORE_PJRT_ERROR_H_
