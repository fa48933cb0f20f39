// WriteBuilderCode: a program as code that makes it with the builder (core/api/build,
// docs/builder.md).
#ifndef PADDOCK_CORE_API_CODE_BUILDER_CODE_H_
#define PADDOCK_CORE_API_CODE_BUILDER_CODE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/api/program.h"

namespace paddock {

enum class CodeLanguage : uint8_t { kCplusplus, kJavascript };

struct BuilderCodeOptions {
  CodeLanguage language = CodeLanguage::kCplusplus;
  // Name of the function that makes the program. If it is empty, JavaScript is statements for a
  // variable `builder`.
  std::string function_name = "Build";
  // Whether the code also gives the values the names that they have in the program.
  bool has_names = false;
};

// Returns the code of a program without errors. The program that it makes is the same, and so are
// its values' names with `has_names`. Returns nothing, after diagnostics, if the builder cannot
// make an operation of the program.
std::optional<std::string> WriteBuilderCode(const Program& program,
                                            const BuilderCodeOptions& options,
                                            DiagnosticSink& sink);
// Returns the same for a module that the checker accepts.
std::optional<std::string> WriteBuilderCode(const Module& module, const BuilderCodeOptions& options,
                                            DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_CODE_BUILDER_CODE_H_
