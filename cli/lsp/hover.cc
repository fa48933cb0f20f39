// Descriptions of what is at a place: a value, an operation, an attribute or a size.
#include <algorithm>

#include "cli/lsp/features.h"
#include "cli/lsp/op_text.h"
#include "cli/lsp/values.h"
#include "core/api/query/attribute_words.h"
#include "core/api/query/dimension.h"
#include "core/api/query/structure.h"
#include "core/api/query/surroundings.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

// Maximum number of values of one dimension that are listed.
constexpr size_t kMostNames = 6;

bool Covers(Span span, uint32_t offset) { return span.begin <= offset && offset < span.end; }

class HoverReader {
 public:
  HoverReader(PartPlace place, const Client& client)
      : part_(*place.part),
        program_(*part_.program),
        offset_(place.offset),
        client_(client),
        description_(client.shows_markdown) {}

  // Returns the place that the description is about; an unknown span if nothing is there.
  Span Read() {
    if (const auto name = NameAt(program_, offset_)) return DescribeName(*name);
    if (const Span span = DescribeWord(); span.is_known()) return span;
    return DescribeDimension();
  }

  const std::string& text() const { return description_.text(); }

 private:
  std::string_view Text() const { return program_.source().text(); }

  Span DescribeName(const NamePlace& name) {
    description_.AddCode(name.name + " : " + name.type);
    if (const auto operation = OperationOf(name)) {
      description_.AddParagraph(operation->sentence);
      const OpInfo* const info = FindOp(operation->name);
      if (info != nullptr) {
        const std::string link = info->link.empty() ? "" : SpecificationLink(info->link);
        description_.AddLink(operation->name, link);
      }
    }
    AddValue(name);
    if (!name.location.empty()) description_.AddParagraph("From " + std::string(name.location));
    const size_t uses = name.uses.size();
    description_.AddParagraph(uses == 0   ? "Never used."
                              : uses == 1 ? "Used once."
                                          : "Used " + std::to_string(uses) + " times.");
    return SpanOf(name);
  }

  Span SpanOf(const NamePlace& name) const {
    for (const Span use : name.uses) {
      if (Covers(use, offset_)) return use;
    }
    return name.definition;
  }

  // Returns the operation that defines a value.
  std::optional<OperationPlace> OperationOf(const NamePlace& name) const {
    const Span definition = name.definition;
    for (OperationPlace& operation : OperationsIn(program_, definition)) {
      for (const NamePlace& result : operation.results) {
        if (result.definition == definition) return std::move(operation);
      }
    }
    return std::nullopt;
  }

  void AddValue(const NamePlace& name) {
    if (!client_.wants_values) return;
    for (const ValueSummary& value : ValuesOf(part_)) {
      const bool is_same = value.definition == name.definition && value.name == name.name;
      const std::string text = is_same ? ShortText(value) : "";
      if (!text.empty()) description_.AddParagraph("Value: " + text);
    }
  }

  // Describes the name of an operation or of an attribute.
  Span DescribeWord() {
    Span word{offset_, offset_};
    while (word.begin > 0 && IsNameCharacter(Text()[word.begin - 1])) --word.begin;
    while (word.end < Text().size() && IsNameCharacter(Text()[word.end])) ++word.end;
    const std::string_view written = Text().substr(word.begin, word.end - word.begin);
    if (written.empty()) return {};
    const Surroundings at = SurroundingsOf(Text(), word.begin);
    if (at.is_in_comment) return {};
    const OpInfo* const info = SurroundingsOf(Text(), word.end + 1).info;
    const bool is_operation =
        info != nullptr && at.info == nullptr &&
        (info->name == written || info->name.ends_with("." + std::string(written)));
    if (is_operation) return DescribeOperation(*info, word);
    const AttributeInfo* const attribute =
        at.info == nullptr ? nullptr : FindWrittenAttribute(*at.info, written);
    if (attribute == nullptr) return {};
    DescribeAttribute(*at.info, *attribute, description_);
    return word;
  }

  Span DescribeOperation(const OpInfo& info, Span word) {
    description_.AddCode(info.name);
    const Span place{word.begin, word.begin + 1};
    for (const OperationPlace& operation : OperationsIn(program_, place)) {
      const bool is_here = Covers(operation.name_span, word.begin);
      if (is_here && operation.sentence != info.doc) description_.AddParagraph(operation.sentence);
    }
    DescribeOp(info, description_);
    return word;
  }

  Span DescribeDimension() {
    const auto dimension = DimensionAt(program_, offset_);
    if (!dimension) return {};
    std::vector<std::string> names;
    for (const DimensionOfValue& value : dimension->values) {
      if (std::ranges::find(names, value.name) == names.end()) names.push_back(value.name);
    }
    std::string text = dimension->size == kDynamic ? "?" : std::to_string(dimension->size);
    text += " is one dimension of ";
    for (size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
      text += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kMostNames) {
      text += " and " + std::to_string(names.size() - kMostNames) + " more";
    }
    description_.AddParagraph(text + ".");
    return dimension->span;
  }

  Part& part_;
  const Program& program_;
  uint32_t offset_;
  const Client& client_;
  Description description_;
};

}  // namespace

Answer Hover(Document& document, const JsonValue& params, const Client& client) {
  const auto place = document.PlaceAt(ReadPosition(params["position"]));
  if (!place) return "null";
  HoverReader reader(*place, client);
  const Span span = reader.Read();
  if (!span.is_known()) return "null";
  const Json contents = Json()
                            .Member("kind", client.shows_markdown ? "markdown" : "plaintext")
                            .Member("value", reader.text());
  return Json()
      .Raw("contents", contents.Object())
      .Raw("range", document.RangeJson(*place->part, span))
      .Object();
}

}  // namespace paddock::lsp
