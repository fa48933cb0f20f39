#include "cli/lsp/server.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

constexpr std::string_view kUri = "file:///a.mlir";

const std::string kProgram =
    "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %b:2 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>\n"
    "  %c = stablehlo.add %b#0, %b#1 : tensor<2xf32>\n"
    "  return %c : tensor<2xf32>\n"
    "}\n";

// Client that keeps what the server sends.
class Conversation {
 public:
  explicit Conversation(std::string_view abilities = "{}") {
    Ask("initialize", Json().Raw("capabilities", abilities).Object());
  }

  void Notify(std::string_view method, std::string_view params) {
    server_.Receive(
        Json().Member("jsonrpc", "2.0").Member("method", method).Raw("params", params).Object());
  }
  void Open(std::string_view text) {
    const Json item = Json().Member("uri", kUri).Raw("version", "1").Member("text", text);
    Notify("textDocument/didOpen", Json().Raw("textDocument", item.Object()).Object());
  }
  // Returns the response.
  JsonValue Ask(std::string_view method, std::string_view params) {
    Receive(Json()
                .Member("jsonrpc", "2.0")
                .Member("id", ++id_)
                .Member("method", method)
                .Raw("params", params)
                .Object());
    return sent.back();
  }
  JsonValue AskAt(std::string_view method, uint32_t line, uint32_t character,
                  std::string_view more = "") {
    return Ask(method, "{\"textDocument\": " + Json().Member("uri", kUri).Object() +
                           ", \"position\": " +
                           Json().Member("line", line).Member("character", character).Object() +
                           std::string(more) + "}")["result"];
  }
  // Handles all messages, and the check of changed documents before them.
  void Receive(std::string_view message) {
    Work();
    server_.Receive(message);
    Work();
  }
  void Work() {
    while (server_.has_work()) server_.Work();
  }

  Server& server() { return server_; }
  std::vector<JsonValue> sent;

 private:
  uint32_t id_ = 0;
  Server server_{[this](const std::string& message) {
    const auto read = JsonValue::Read(message);
    REQUIRE(read);
    sent.push_back(*read);
  }};
};

std::string ErrorOf(const JsonValue& response) { return response["error"]["code"].text(); }

// Returns "line:character-line:character".
std::string RangeText(const JsonValue& range) {
  const auto place = [](const JsonValue& position) {
    return position["line"].text() + ":" + position["character"].text();
  };
  return place(range["start"]) + "-" + place(range["end"]);
}

std::string RangesText(const std::vector<JsonValue>& items) {
  std::string text;
  for (const JsonValue& item : items) text += (text.empty() ? "" : " ") + RangeText(item["range"]);
  return text;
}

TEST_CASE("requests outside of the life of the server are errors") {
  Conversation talk;
  CHECK(ErrorOf(talk.Ask("initialize", "{}")) == "-32600");
  CHECK(ErrorOf(talk.Ask("textDocument/nothing", "{}")) == "-32601");
  CHECK(ErrorOf(talk.Ask("textDocument/hover", "{}")) == "-32602");
  talk.Receive("{\"jsonrpc\": ");
  CHECK(ErrorOf(talk.sent.back()) == "-32700");
  talk.Receive("[1, 2]");
  CHECK(ErrorOf(talk.sent.back()) == "-32600");
  talk.Receive(R"({"id": {}, "method": "shutdown"})");
  CHECK(ErrorOf(talk.sent.back()) == "-32600");
  CHECK(talk.Ask("shutdown", "null")["result"].is(JsonValue::Kind::kNull));
  CHECK(ErrorOf(talk.Ask("textDocument/hover", "{}")) == "-32600");
  CHECK_FALSE(talk.server().is_ended());
  talk.Receive(R"({"method": "exit"})");
  CHECK(talk.server().is_ended());

  std::string sent;
  Server fresh([&](const std::string& message) { sent = message; });
  fresh.Receive(R"({"id": "x", "method": "shutdown"})");
  fresh.Work();
  CHECK(sent.contains("\"id\": \"x\""));
  CHECK(sent.contains("-32002"));
}

TEST_CASE("a request that a later message cancels is not answered") {
  Conversation talk;
  talk.server().Receive(R"({"id": 7, "method": "shutdown"})");
  talk.server().Receive(R"({"method": "$/cancelRequest", "params": {"id": 7}})");
  talk.Work();
  CHECK(ErrorOf(talk.sent.back()) == "-32800");
  CHECK_FALSE(talk.server().is_shut_down());
}

TEST_CASE("a series of edits is checked once, and closing removes the diagnostics") {
  Conversation talk;
  talk.Open("x");
  for (const char* text : {"xy", "xyz"}) {
    talk.Notify(
        "textDocument/didChange",
        R"({"textDocument": {"uri": "file:///a.mlir", "version": 2}, "contentChanges": [{"text": ")" +
            std::string(text) + "\"}]}");
  }
  const size_t before = talk.sent.size();
  talk.Work();
  REQUIRE(talk.sent.size() == before + 1);
  CHECK(talk.sent.back()["params"]["version"].count() == 2u);
  CHECK(talk.sent.back()["params"]["diagnostics"].items().size() == 1);
  talk.Notify("textDocument/didClose", R"({"textDocument": {"uri": "file:///a.mlir"}})");
  talk.Work();
  CHECK(talk.sent.back()["params"]["diagnostics"].items().empty());
}

TEST_CASE("definition, references and highlights are the places of a name") {
  Conversation talk;
  talk.Open(kProgram);
  CHECK(RangeText(talk.AskAt("textDocument/definition", 2, 22)["range"]) == "1:2-1:4");
  CHECK(RangesText(talk.AskAt("textDocument/references", 2, 4,
                              ", \"context\": {\"includeDeclaration\": true}")
                       .items()) == "2:2-2:4 3:9-3:11");
  CHECK(RangesText(talk.AskAt("textDocument/documentHighlight", 1, 42).items()) ==
        "0:16-0:18 1:40-1:42 1:44-1:46");
  CHECK(talk.AskAt("textDocument/definition", 4, 0).is(JsonValue::Kind::kNull));
}

TEST_CASE("a rename changes the name of all results under it, and keeps their numbers") {
  Conversation talk;
  talk.Open(kProgram);
  const JsonValue prepared = talk.AskAt("textDocument/prepareRename", 2, 28);
  CHECK(prepared["placeholder"].text() == "%b");
  const JsonValue edits =
      talk.AskAt("textDocument/rename", 2, 28, ", \"newName\": \"pair\"")["changes"][kUri];
  CHECK(RangesText(edits.items()) == "1:2-1:4 2:21-2:23 2:27-2:29");
  CHECK(edits.items()[0]["newText"].text() == "%pair");
  CHECK(
      talk.AskAt("textDocument/rename", 2, 28, ", \"newName\": \"a\"").is(JsonValue::Kind::kNull));
  CHECK(talk.sent.back()["error"]["message"].text() == "the function already has a %a");
  talk.AskAt("textDocument/rename", 2, 28, ", \"newName\": \"two words\"");
  CHECK(ErrorOf(talk.sent.back()) == "-32803");
}

TEST_CASE("a rename in an example changes the comments that give the values") {
  Conversation talk;
  talk.Open("// %x: [1.0, 2.0]\n%y = stablehlo.abs %x : tensor<2xf32>\n// %y: [1.0, 2.0]\n");
  CHECK(RangesText(talk.AskAt("textDocument/rename", 1, 20, ", \"newName\": \"z\"")["changes"][kUri]
                       .items()) == "0:3-0:5 1:19-1:21");
  CHECK(RangesText(talk.AskAt("textDocument/rename", 1, 1, ", \"newName\": \"z\"")["changes"][kUri]
                       .items()) == "1:0-1:2 2:3-2:5");
}

TEST_CASE("each program of a text has its own diagnostics, and expected ones are information") {
  Conversation talk;
  talk.Open("// -----\n" + kProgram +
            "// -----\nfunc.func @f(%x: tensor<f32>) {\n  // expected-error @+1 {{negat}}\n"
            "  %y = stablehlo.negat %x : tensor<f32>\n  %z = stablehlo.ab %x : tensor<f32>\n  "
            "return\n}\n");
  talk.Work();
  const auto& diagnostics = talk.sent.back()["params"]["diagnostics"].items();
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0]["severity"].count() == 3u);
  CHECK(RangeText(diagnostics[0]["range"]) == "9:7-9:22");
  CHECK(diagnostics[1]["severity"].count() == 1u);
  CHECK(RangeText(talk.AskAt("textDocument/definition", 10, 20)["range"]) == "7:13-7:15");
}

TEST_CASE("bytes of an artifact, and binary files, get diagnostics") {
  for (const char* text : {"ML\xEF\xBF\xBDR\rStableHLO_v1.0.0",
                           "\x7F"
                           "ELF",
                           "PK\x03\x04", ""}) {
    Conversation talk;
    talk.Open(text);
    talk.Work();
    const size_t wanted = std::string_view(text).empty() ? 0 : 1;
    CHECK(talk.sent.back()["params"]["diagnostics"].items().size() == wanted);
    for (const char* method : {"hover", "completion", "definition"}) {
      talk.AskAt("textDocument/" + std::string(method), 0, 2);
      CHECK(ErrorOf(talk.sent.back()).empty());
    }
  }
}

TEST_CASE("a hover describes values, operations, attributes and sizes") {
  Conversation talk(R"({"textDocument": {"hover": {"contentFormat": ["markdown"]}}})");
  talk.Open(
      "%x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
      "%y = stablehlo.add %x, %x : tensor<2xi32>\n"
      "%z = stablehlo.transpose %y, dims = [0] : (tensor<2xi32>) -> tensor<2xi32>\n");
  const auto text = [&](uint32_t line, uint32_t character) {
    return talk.AskAt("textDocument/hover", line, character)["contents"]["value"].text();
  };
  CHECK(text(1, 1).contains("%y : tensor<2xi32>"));
  CHECK(text(1, 1).contains("Value: [2, 4]"));
  CHECK(text(1, 1).contains("Used once."));
  CHECK(text(1, 12).contains("stablehlo/spec#add"));
  CHECK(text(2, 30).contains("Attribute of stablehlo.transpose"));
  CHECK(text(1, 35).contains("is one dimension of %x"));
  CHECK(talk.AskAt("textDocument/hover", 1, 3).is(JsonValue::Kind::kNull));
}

TEST_CASE("hints show the values that small programs compute") {
  Conversation talk;
  talk.Open(
      "// %x: [1, 2]\n%y = stablehlo.add %x, %x : tensor<2xi32>  %z = stablehlo.abs %y : "
      "tensor<2xi32>\n"
      "%s = stablehlo.add %y, %z : tensor<2xi32>\n");
  const auto hints = talk.AskAt("textDocument/inlayHint", 0, 0,
                                R"(, "range": {"start": {"line": 0}, "end": {"line": 9}})");
  REQUIRE(hints.items().size() == 2);
  CHECK(hints.items()[0]["label"].text() == "%y = [2, 4], %z = [2, 4]");
  CHECK(hints.items()[1]["label"].text() == "= [4, 8]");
}

TEST_CASE("fixes and the formatter are edits") {
  Conversation talk(R"({"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}})");
  talk.Open("%y = stablehlo.negat   %x : tensor<f32>\n");
  const auto actions = talk.AskAt("textDocument/codeAction", 0, 0,
                                  R"(, "range": {"start": {"line": 0, "character": 8},
                                     "end": {"line": 0, "character": 8}})");
  REQUIRE_FALSE(actions.items().empty());
  const JsonValue& edit = actions.items()[0]["edit"]["changes"][kUri].items()[0];
  CHECK(edit["newText"].text() == "stablehlo.negate");
  CHECK(RangeText(edit["range"]) == "0:5-0:20");
  const auto edits = talk.AskAt("textDocument/formatting", 0, 0);
  REQUIRE(edits.items().size() == 1);
  CHECK(edits.items()[0]["newText"].text() == "%y = stablehlo.negat %x : tensor<f32>\n");
}

TEST_CASE("symbols, folds and tokens cover the text") {
  Conversation talk(
      R"({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}})");
  talk.Open(kProgram);
  const auto symbols = talk.AskAt("textDocument/documentSymbol", 0, 0);
  REQUIRE(symbols.items().size() == 1);
  CHECK(symbols.items()[0]["name"].text() == "@main");
  REQUIRE(symbols.items()[0]["children"].items().size() == 3);
  CHECK(symbols.items()[0]["children"].items()[1]["name"].text() == "%b#1");
  const auto folds = talk.AskAt("textDocument/foldingRange", 0, 0);
  REQUIRE(folds.items().size() == 1);
  CHECK(folds.items()[0]["endLine"].count() == 3u);
  const auto tokens = talk.AskAt("textDocument/semanticTokens/full", 0, 0);
  CHECK(tokens["data"].items().size() % 5 == 0);
  // `func.func` at the first place is a keyword of nine characters.
  CHECK(tokens["data"].items()[2].count() == 9u);
  CHECK(tokens["data"].items()[3].count() == 0u);
}

// Text as an editor has it, in UTF-16.
class EditorText {
 public:
  std::u16string text;

  // Returns the index of a position.
  size_t IndexOf(Position position) const {
    size_t at = 0;
    for (uint32_t line = 0; line < position.line; ++line) at = NextLine(at);
    return at + position.character;
  }
  Position PositionOf(size_t index) const {
    Position position;
    size_t begin = 0;
    for (size_t next = NextLine(0); next <= index && next != begin; next = NextLine(next)) {
      if (next == text.size() && !EndsLine(next - 1)) break;
      begin = next;
      ++position.line;
    }
    position.character = static_cast<uint32_t>(index - begin);
    return position;
  }

 private:
  bool EndsLine(size_t at) const { return text[at] == u'\n' || text[at] == u'\r'; }
  size_t NextLine(size_t at) const {
    while (at < text.size() && !EndsLine(at)) ++at;
    const bool is_pair = text.substr(at, 2) == u"\r\n";
    return std::min(text.size(), at + (is_pair ? 2 : 1));
  }
};

std::string ToUtf8(std::u16string_view text) {
  std::string bytes;
  for (char16_t c : text) {
    // The pieces below have no other characters.
    bytes += c < 0x80 ? std::string(1, static_cast<char>(c)) : c == 0xE9 ? "\xC3\xA9" : "";
    if (c == 0xD83D) bytes += "\xF0\x9F\x98\x80";
  }
  return bytes;
}

TEST_CASE("the server's text equals the editor's after random edits") {
  constexpr std::u16string_view kPieces[] = {u"%x = stablehlo.abs %y : tensor<2xf32>\n",
                                             u"\r\n",
                                             u"\n",
                                             u"\u00E9",
                                             u"\U0001F600",
                                             u"",
                                             u"{",
                                             u"}",
                                             u"// -----\n",
                                             u"func.func @f(%a: tensor<f32>) {\n",
                                             u"\"",
                                             u"%",
                                             u"dense<[1, 2]>",
                                             u"\r"};
  std::mt19937 random(11);
  for (int round = 0; round < 8; ++round) {
    Conversation talk;
    EditorText editor;
    talk.Open("");
    for (int i = 0; i < 40; ++i) {
      auto place = [&] {
        size_t index = random() % (editor.text.size() + 1);
        const auto is_low = [&] {
          return index < editor.text.size() && (editor.text[index] & 0xFC00) == 0xDC00;
        };
        // No editor edits between the two characters of a line break.
        const auto is_in_break = [&] {
          return index > 0 && index < editor.text.size() && editor.text[index - 1] == u'\r' &&
                 editor.text[index] == u'\n';
        };
        while (is_low() || is_in_break()) --index;
        return index;
      };
      size_t begin = place(), end = place();
      if (end < begin) std::swap(begin, end);
      if (random() % 3 != 0) end = begin;
      const Position first = editor.PositionOf(begin), last = editor.PositionOf(end);
      const std::u16string_view piece = kPieces[random() % std::size(kPieces)];
      editor.text.replace(begin, end - begin, piece);
      const auto json = [](Position position) {
        return Json()
            .Member("line", position.line)
            .Member("character", position.character)
            .Object();
      };
      const Json range = Json().Raw("start", json(first)).Raw("end", json(last));
      const Json change = Json().Raw("range", range.Object()).Member("text", ToUtf8(piece));
      talk.Notify(
          "textDocument/didChange",
          R"({"textDocument": {"uri": "file:///a.mlir", "version": 2}, "contentChanges": [)" +
              change.Object() + "]}");
      for (const char* method : {"hover", "completion", "signatureHelp", "definition"}) {
        if (random() % 8 == 0)
          talk.AskAt("textDocument/" + std::string(method), first.line, first.character);
      }
      const JsonValue text = talk.AskAt("paddock/documentText", 0, 0);
      REQUIRE(text.text() == ToUtf8(editor.text));
    }
    for (const char* method : {"semanticTokens/full", "documentSymbol", "foldingRange", "inlayHint",
                               "codeAction", "formatting"}) {
      talk.AskAt("textDocument/" + std::string(method), 0, 0,
                 R"(, "range": {"start": {}, "end": {"line": 99}})");
      CHECK(ErrorOf(talk.sent.back()).empty());
    }
  }
}

}  // namespace
}  // namespace paddock::lsp
