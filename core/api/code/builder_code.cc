#include "core/api/code/builder_code.h"

#include "core/api/code/cplusplus_writer.h"
#include "core/api/code/javascript_writer.h"

namespace paddock {

std::optional<std::string> WriteBuilderCode(const Module& module, const BuilderCodeOptions& options,
                                            DiagnosticSink& sink) {
  if (options.language == CodeLanguage::kJavascript) {
    return code::JavascriptWriter(module, options, sink).Write();
  }
  return code::CplusplusWriter(module, options, sink).Write();
}

std::optional<std::string> WriteBuilderCode(const Program& program,
                                            const BuilderCodeOptions& options,
                                            DiagnosticSink& sink) {
  if (program.has_errors()) {
    sink.Error("builder-code", Span(), "a program with errors has no builder code");
    return std::nullopt;
  }
  return WriteBuilderCode(program.module(), options, sink);
}

}  // namespace paddock
