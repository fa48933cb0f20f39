#include "core/text/parse/parse.h"

#include <string_view>
#include <utility>

#include "core/text/parse/parser.h"

namespace paddock {

ParsedProgram ParseProgram(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                           const ParseOptions& options) {
  ParsedProgram program;
  program.module = std::make_unique<Module>();
  // The module keeps the source alive.
  const std::string_view text = source->text();
  program.module->set_source(std::move(source));
  if (text.size() > 0xFFFFFFF0) {
    sink.Error("syntax", {}, "a text of more than 4 GiB");
    return program;
  }
  Parser parser(*program.module, text, sink, options);
  parser.ParseText(program.example);
  return program;
}

std::unique_ptr<Module> Parse(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                              const ParseOptions& options) {
  return ParseProgram(std::move(source), sink, options).module;
}

Type ParseTypeText(std::string_view text, Module& module, DiagnosticSink& sink) {
  const std::string_view kept = module.arena().CopyString(text);
  return Parser(module, kept, sink, {}).ParseOnlyType();
}

const Attribute* ParseAttributeText(std::string_view text, Module& module, DiagnosticSink& sink) {
  const std::string_view kept = module.arena().CopyString(text);
  return Parser(module, kept, sink, {}).ParseOnlyAttribute();
}

}  // namespace paddock
