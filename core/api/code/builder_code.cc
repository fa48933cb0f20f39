#include "core/api/code/builder_code.h"

#include "core/api/code/cplusplus_writer.h"

namespace paddock {

std::optional<std::string> WriteBuilderCode(const Program& program,
                                            const BuilderCodeOptions& options,
                                            DiagnosticSink& sink) {
  if (program.has_errors()) {
    sink.Error("builder-code", Span(), "a program with errors has no builder code");
    return std::nullopt;
  }
  return code::CplusplusWriter(program, options, sink).Write();
}

}  // namespace paddock
