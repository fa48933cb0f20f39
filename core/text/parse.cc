#include "core/text/parse.h"

#include "core/text/parser.h"

namespace paddock {

ParsedProgram ParseProgram(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                           const ParseOptions& options) {
  ParsedProgram program;
  program.module = std::make_unique<Module>();
  program.module->set_source(source);
  if (source->text().size() > 0xFFFFFFF0) {
    sink.Error("syntax", {}, "a text of more than 4 GiB");
    return program;
  }
  Parser parser(*program.module, source->text(), sink, options);
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
