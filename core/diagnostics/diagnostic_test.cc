#include "core/diagnostics/diagnostic.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace paddock {
namespace {

TEST_CASE("a source turns offsets into lines and columns") {
  const Source source("file", "ab\n\ncde", 10);
  CHECK(source.Locate(0).line == 10);
  CHECK(source.Locate(4).line == 12);
  CHECK(source.Locate(6).column == 3);
  CHECK(source.Locate(1000).line == 12);
  CHECK(source.LineAt(5) == "cde");
  CHECK(source.LineAt(3).empty());
}

TEST_CASE("a diagnostic is shown with its line and a mark under its span") {
  const Source source("add.mlir", "func.func @f() {\n  %0 = stablehlo.add %a, %b\n}\n");
  Diagnostic diagnostic;
  diagnostic.message = "use of undefined value '%b'";
  diagnostic.span = {41, 43};
  diagnostic.formula = "x = y";
  diagnostic.link = "https://example.org/#add";
  diagnostic.notes.push_back({"the function", {0, 9}});
  CHECK(RenderText(diagnostic, source) ==
        "add.mlir:2:25: error: use of undefined value '%b'\n"
        " 2 |   %0 = stablehlo.add %a, %b\n"
        "   |                         ^~\n"
        "  rule: x = y\n"
        "add.mlir:1:1: note: the function\n"
        " 1 | func.func @f() {\n"
        "   | ^~~~~~~~~\n"
        "  see https://example.org/#add\n");
}

TEST_CASE("a long line is cut around the span") {
  const Source source("long", std::string(5000, 'a') + "bad" + std::string(5000, 'c'));
  Diagnostic diagnostic;
  diagnostic.message = "bad";
  diagnostic.span = {5000, 5003};
  const std::string text = RenderText(diagnostic, source);
  CHECK(text.size() < 400);
  CHECK(text.find("aaabadccc") != std::string::npos);
  CHECK(text.find("^~~\n") != std::string::npos);
}

TEST_CASE("the mark counts characters, not bytes") {
  const Source source("utf8", "\xC3\xA4\xC3\xB6 x");
  Diagnostic diagnostic;
  diagnostic.span = {5, 6};
  CHECK(RenderText(diagnostic, source) ==
        "utf8:1:6: error: \n 1 | \xC3\xA4\xC3\xB6 x\n   |    ^\n");
}

TEST_CASE("JSON text is escaped and always valid UTF-8") {
  CHECK(JsonString("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\n\\u0001\"");
  CHECK(JsonString("\xC3\xA4") == "\"\xC3\xA4\"");
  CHECK(JsonString("\xC3(") == "\"\xEF\xBF\xBD(\"");
  CHECK(JsonString("\xED\xA0\x80") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("a diagnostic is one JSON object") {
  const Source source("f", "abc\ndef");
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.code = "pad-c3";
  diagnostic.message = "m";
  diagnostic.span = {4, 6};
  diagnostic.fixes.push_back({"write x", {4, 5}, "x", FixKind::kCertain});
  CHECK(RenderJson(diagnostic, source) ==
        "{\"severity\":\"warning\",\"code\":\"pad-c3\",\"message\":\"m\",\"file\":\"f\",\"line\":2,"
        "\"column\":1,\"end_line\":2,\"end_column\":3,\"begin\":4,\"end\":6,\"formula\":\"\","
        "\"link\":\"\",\"notes\":[],\"fixes\":[{\"label\":\"write x\",\"replacement\":\"x\","
        "\"is_certain\":true,\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":2,\"begin\":4,"
        "\"end\":5}],"
        "\"is_consequence\":false,\"caused_by\":null}");
}

TEST_CASE("a consequence names its cause, and a fix is offered as help") {
  const Source source("f", "abc\ndef");
  Diagnostic diagnostic;
  diagnostic.message = "m";
  diagnostic.span = {4, 6};
  diagnostic.is_consequence = true;
  diagnostic.caused_by = DiagnosticCause{"syntax", {0, 1}};
  const std::string_view names[] = {"definition", "deaf"};
  SuggestNearest(diagnostic, {4, 7}, "def", Naming::kProgram, names, "", "!");
  CHECK(RenderText(diagnostic, source) ==
        "f:2:1: error: m\n 2 | def\n   | ^~\nf:2:1: help: write deaf!\n"
        "  follows from syntax at 1:1\n");
  const std::string json = RenderJson(diagnostic, source);
  CHECK(json.find("\"is_consequence\":true,\"caused_by\":{\"code\":\"syntax\",\"line\":1") !=
        std::string::npos);
}

TEST_CASE("a sink counts all errors and keeps the first") {
  DiagnosticSink sink;
  for (size_t i = 0; i < DiagnosticSink::kMaximumKept + 5; ++i) sink.Error("syntax", {}, "m");
  sink.Warning("syntax", {}, "w");
  CHECK(sink.error_count() == DiagnosticSink::kMaximumKept + 5);
  CHECK(sink.diagnostics().size() == DiagnosticSink::kMaximumKept);
}

}  // namespace
}  // namespace paddock
