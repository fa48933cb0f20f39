// Document: an open text of the editor, with the programs in it.
#ifndef PADDOCK_CLI_LSP_DOCUMENT_H_
#define PADDOCK_CLI_LSP_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cases/test_cases.h"
#include "cli/lsp/text_lines.h"
#include "core/api/observe/values.h"
#include "core/api/program.h"

namespace paddock::lsp {

// Program of a text that lines `// -----` may divide into several. Spans count from `begin`.
struct Part {
  size_t begin = 0;
  std::shared_ptr<const Program> program;
  std::vector<cli::ExpectedDiagnostic> expected;
  // Filled by ValuesOf (cli/lsp/values.h).
  std::optional<std::vector<ValueSummary>> values = {};

  std::string_view text() const { return program->source().text(); }
};

// Place in a document, as an offset in one of its programs.
struct PartPlace {
  Part* part = nullptr;
  uint32_t offset = 0;
};

class Document {
 public:
  Document(std::string uri, std::string text, Encoding encoding);

  const std::string& uri() const { return uri_; }
  // Version in the editor, as JSON; "null" if the client sends none.
  const std::string& version() const { return version_; }
  void set_version(std::string version) { version_ = std::move(version); }
  const std::string& text() const { return text_; }
  const TextLines& lines() const { return lines_; }

  void Replace(std::string text);
  // Replaces the text between two positions, which may come in any order.
  void Replace(Position begin, Position end, std::string_view text);

  // Returns the programs in order. The first call after a change reads those that changed.
  std::span<Part> parts();
  // Returns the place of a position; nothing if it is in no program.
  std::optional<PartPlace> PlaceAt(Position position);
  // Returns the bytes between two positions, as a span of the document.
  Span SpanOf(Position begin, Position end) const;

  // These return JSON: {"line": 1, "character": 2} and {"start": ..., "end": ...}.
  std::string PositionJson(size_t offset) const;
  std::string RangeJson(size_t begin, size_t end) const;
  std::string RangeJson(const Part& part, Span span) const {
    return RangeJson(part.begin + span.begin, part.begin + span.end);
  }
  // Returns the number of units of a part of the text.
  size_t UnitsIn(size_t begin, size_t end) const;
  Position PositionOf(size_t offset) const { return lines_.PositionOf(text_, offset, encoding_); }
  size_t OffsetOf(Position position) const { return lines_.OffsetOf(text_, position, encoding_); }

 private:
  void ReadParts();

  std::string uri_;
  std::string version_ = "null";
  std::string text_;
  TextLines lines_;
  Encoding encoding_;
  std::vector<Part> parts_;
  bool is_read_ = false;
};

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_DOCUMENT_H_
