// Fuzz target: no text may crash or hang the parser, or break the printer. A text without errors
// must print in both forms and read back as an equal program.
#include <memory>
#include <string>

#include "core/base/fuzz_testing.h"
#include "core/text/parse/parse.h"
#include "core/text/parse/value_text.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

using testing::FuzzRequire;

void RequireRoundTrip(const Module& module, PrintForm form) {
  PrintOptions options;
  options.form = form;
  DiagnosticSink sink;
  auto printed = std::make_shared<const Source>("printed", Print(module, options));
  const std::unique_ptr<Module> again = Parse(printed, sink);
  if (sink.has_errors()) {
    FuzzRequire(false, RenderText(sink.diagnostics()[0], *printed) + std::string(printed->text()));
  }
  FuzzRequire(IsEquivalent(module, *again), "another program:\n" + std::string(printed->text()));
}

}  // namespace

PADDOCK_FUZZ_TARGET(text) {
  DiagnosticSink sink;
  auto source = std::make_shared<const Source>("fuzz", std::string(bytes));
  const ParsedProgram program = ParseProgram(source, sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    (void)RenderText(diagnostic, *source);
    (void)RenderJson(diagnostic, *source);
  }
  if (sink.has_errors()) return;
  for (const ExampleValue& value : program.example.inputs) {
    (void)ParseValueText(value.text, value.value->type, sink, value.span);
  }
  RequireRoundTrip(*program.module, PrintForm::kPretty);
  RequireRoundTrip(*program.module, PrintForm::kGeneric);
}

}  // namespace paddock
