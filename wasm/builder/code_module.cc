// The function of paddock-builder.wasm that writes the builder code of a text. An instance writes
// one and is then dropped with its memory.
//
//   code(at, size, language, hasNames)
//       language: 0 is C++, 1 is JavaScript. 1: the result is the code. 0: the diagnostics.
#include <string>

#include "core/api/code/builder_code.h"
#include "core/check/check.h"
#include "core/diagnostics/json.h"
#include "core/text/parse/parse.h"
#include "wasm/builder/module_result.h"

namespace paddock {
namespace {

std::string DiagnosticsJson(std::span<const Diagnostic> diagnostics, const Source& source) {
  return JsonArray(diagnostics,
                   [&](const Diagnostic& diagnostic) { return RenderJson(diagnostic, source); });
}

}  // namespace

PADDOCK_EXPORT("code")
bool WriteCode(const char* text, size_t size, uint32_t language, bool has_names) {
  DiagnosticSink sink;
  const auto source = std::make_shared<const Source>("program.mlir", std::string(text, size));
  const std::unique_ptr<Module> module = Parse(source, sink);
  BuilderCodeOptions options;
  options.has_names = has_names;
  if (language == 1) {
    options.language = CodeLanguage::kJavascript;
    options.function_name = "";
  }
  std::optional<std::string> code;
  if (!sink.has_errors() && CheckModule(*module, sink)) {
    code = WriteBuilderCode(*module, options, sink);
  }
  SetModuleResult(code ? *std::move(code) : DiagnosticsJson(sink.diagnostics(), *source));
  return code.has_value();
}

}  // namespace paddock
