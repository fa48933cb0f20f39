#include "cli/lsp/document.h"

#include <algorithm>
#include <utility>

#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

// Returns the program of `parts` with this text, which an edit elsewhere has not changed.
Part TakePart(std::vector<Part>& parts, std::string_view text) {
  const auto found = std::ranges::find_if(
      parts, [&](const Part& part) { return part.program != nullptr && part.text() == text; });
  return found == parts.end() ? Part() : std::exchange(*found, Part());
}

Part ReadPart(const std::string& uri, cli::TestCase test_case) {
  std::vector<cli::ExpectedDiagnostic> expected = cli::FindExpectedDiagnostics(test_case);
  return {.begin = 0,
          .program = Program::Load(uri, std::move(test_case.text)),
          .expected = std::move(expected)};
}

}  // namespace

Document::Document(std::string uri, std::string text, Encoding encoding)
    : uri_(std::move(uri)), text_(std::move(text)), lines_(text_), encoding_(encoding) {}

void Document::Replace(std::string text) {
  text_ = std::move(text);
  lines_ = TextLines(text_);
  is_read_ = false;
}

void Document::Replace(Position begin, Position end, std::string_view text) {
  const Span span = SpanOf(begin, end);
  text_.replace(span.begin, span.end - span.begin, text);
  lines_.Replace(text_, span.begin, span.end, text.size());
  is_read_ = false;
}

std::span<Part> Document::parts() {
  if (!is_read_) ReadParts();
  is_read_ = true;
  return parts_;
}

// Lines of a part count from 0 in the document, but from 1 in its program and expectations.
void Document::ReadParts() {
  std::vector<Part> earlier = std::exchange(parts_, {});
  for (cli::TestCase& test_case : cli::SplitCases("text.mlir", text_)) {
    const size_t begin = test_case.begin;
    test_case.first_line = 1;
    Part part = TakePart(earlier, test_case.text);
    if (part.program == nullptr) part = ReadPart(uri_, std::move(test_case));
    part.begin = begin;
    parts_.push_back(std::move(part));
  }
}

std::optional<PartPlace> Document::PlaceAt(Position position) {
  const size_t offset = OffsetOf(position);
  for (Part& part : parts()) {
    if (offset < part.begin || offset > part.begin + part.text().size()) continue;
    return PartPlace{&part, static_cast<uint32_t>(offset - part.begin)};
  }
  return std::nullopt;
}

Span Document::SpanOf(Position begin, Position end) const {
  if (end < begin) std::swap(begin, end);
  return {static_cast<uint32_t>(OffsetOf(begin)), static_cast<uint32_t>(OffsetOf(end))};
}

std::string Document::PositionJson(size_t offset) const {
  const Position position = PositionOf(offset);
  return Json().Member("line", position.line).Member("character", position.character).Object();
}

std::string Document::RangeJson(size_t begin, size_t end) const {
  return Json().Raw("start", PositionJson(begin)).Raw("end", PositionJson(end)).Object();
}

size_t Document::UnitsIn(size_t begin, size_t end) const {
  return UnitsOf(std::string_view(text_).substr(begin, end - begin), encoding_);
}

}  // namespace paddock::lsp
