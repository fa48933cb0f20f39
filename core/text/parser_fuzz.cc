// Fuzz target: no text may crash the parser, hang it, or break the printer. What is read
// without errors must print in both forms and read back as an equal program.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/text/parse.h"
#include "core/text/print.h"
#include "core/text/value_text.h"

namespace paddock {
namespace {

void Fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

void RoundTrip(const Module& module, PrintForm form) {
  PrintOptions options;
  options.form = form;
  DiagnosticSink sink;
  auto printed = std::make_shared<const Source>("printed", Print(module, options));
  const std::unique_ptr<Module> again = Parse(printed, sink);
  if (sink.has_errors()) {
    Fail(RenderText(sink.diagnostics()[0], *printed).c_str(), std::string(printed->text()));
  }
  if (!IsEquivalent(module, *again)) Fail("another program", std::string(printed->text()));
}

void TestOne(std::string text) {
  DiagnosticSink sink;
  auto source = std::make_shared<const Source>("fuzz", std::move(text));
  const ParsedProgram program = ParseProgram(source, sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    (void)RenderText(diagnostic, *source);
    (void)RenderJson(diagnostic, *source);
  }
  if (sink.has_errors()) return;
  for (const ExampleValue& value : program.example.inputs) {
    (void)ParseValueText(value.text, value.value->type, sink, value.span);
  }
  RoundTrip(*program.module, PrintForm::kPretty);
  RoundTrip(*program.module, PrintForm::kGeneric);
}

}  // namespace
}  // namespace paddock

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  paddock::TestOne(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
