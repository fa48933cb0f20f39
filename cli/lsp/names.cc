// Places of a name: its definition, its uses, and a change at all of them.
#include <algorithm>
#include <optional>
#include <vector>

#include "cli/lsp/features.h"
#include "core/api/query/structure.h"
#include "core/api/query/surroundings.h"
#include "core/api/query/walk.h"
#include "core/diagnostics/json.h"
#include "core/ir/module.h"
#include "core/text/lexer.h"
#include "core/text/parse/parse.h"

namespace paddock::lsp {
namespace {

// Name of a value or a function, and its places in one program.
struct NameInText {
  const Part* part = nullptr;
  NamePlace place;
  // Place at which the client asked.
  Span asked;
};

// Returns the name of the program that covers `offset`. An operation that cannot be read uses no
// values, so the names in its text are found by the scope.
std::optional<NamePlace> NameAround(const Program& program, uint32_t offset, Span& asked) {
  const std::string_view text = program.source().text();
  std::optional<NamePlace> place = NameAt(program, offset);
  if (place) {
    asked = place->definition;
    for (const Span use : place->uses) {
      if (use.begin <= offset && offset < use.end) asked = use;
    }
    return place;
  }
  uint32_t end = offset + (offset < text.size() && text[offset] == '%' ? 1 : 0);
  while (end < text.size() && (IsNameCharacter(text[end]) || text[end] == '#')) ++end;
  const Surroundings at = SurroundingsOf(text, end);
  asked = at.word;
  const std::string_view word = text.substr(at.word.begin, at.word.end - at.word.begin);
  const auto found = std::ranges::find(at.names, word, &NameInScope::name);
  if (found == at.names.end() || at.is_in_comment) return std::nullopt;
  return NameAt(program, found->definition);
}

// Returns the name at a position, or directly before it.
std::optional<NameInText> FindName(Document& document, const JsonValue& params) {
  const auto at = document.PlaceAt(ReadPosition(params["position"]));
  if (!at) return std::nullopt;
  NameInText found{at->part, {}, {}};
  std::optional<NamePlace> place = NameAround(*at->part->program, at->offset, found.asked);
  if (!place && at->offset > 0) {
    place = NameAround(*at->part->program, at->offset - 1, found.asked);
  }
  if (!place) return std::nullopt;
  found.place = *std::move(place);
  return found;
}

std::string LocationJson(const Document& document, const Part& part, Span span) {
  return Json().Member("uri", document.uri()).Raw("range", document.RangeJson(part, span)).Object();
}

// Returns the name without the number of a result: `%r` for `%r#1` and `%r:2`.
std::string_view BaseOf(std::string_view written) {
  if (written.starts_with("@\"")) return written;
  return written.substr(0, written.find_first_of("#:"));
}

// Collects the places of a name that a change of it edits.
class RenamePlaces {
 public:
  explicit RenamePlaces(const NameInText& name)
      : program_(*name.part->program), base_(BaseOf(name.place.name)) {
    Add(name.place);
    // Several results have one name, at one place.
    ForEachValue([&](const Value& value) {
      if (value.span == name.place.definition) AddUsesOf(value);
    });
    AddComments(name.place.definition);
    std::ranges::sort(spans_, {}, &Span::begin);
    const auto repeated = std::ranges::unique(spans_);
    spans_.erase(repeated.begin(), repeated.end());
  }

  const std::vector<Span>& spans() const { return spans_; }

 private:
  template <class Visit>
  void ForEachValue(Visit visit) const {
    ForEachOperation(*program_.module().operation()->regions[0],
                     [&](const Operation& operation, uint32_t) {
                       for (const Value* result : operation.results) visit(*result);
                       return true;
                     });
  }

  void Add(const NamePlace& place) {
    Add(place.definition);
    for (const Span use : place.uses) Add(use);
  }

  // Adds the part of a place that is the name alone.
  void Add(Span span) {
    const std::string_view written =
        program_.source().text().substr(span.begin, span.end - span.begin);
    if (BaseOf(written) != base_) return;
    spans_.push_back({span.begin, static_cast<uint32_t>(span.begin + base_.size())});
  }

  void AddUsesOf(const Value& value) {
    ForEachOperation(*program_.module().operation()->regions[0],
                     [&](const Operation& operation, uint32_t) {
                       for (size_t i = 0; i < operation.operand_spans.size(); ++i) {
                         if (operation.operands[i] == &value) Add(operation.operand_spans[i]);
                       }
                       return true;
                     });
  }

  // Adds the name in comments that give a value: `// %x: [1, 2]`.
  void AddComments(Span definition) {
    for (const auto* values : {&program_.example().inputs, &program_.example().expectations}) {
      for (const ExampleValue& value : *values) {
        const bool is_named = value.value != nullptr && BaseOf("%" + value.name) == base_;
        if (is_named && IsAbout(value, definition)) AddComment(value.span);
      }
    }
  }

  bool IsAbout(const ExampleValue& value, Span definition) const {
    return program_.example().is_snippet || value.value->span == definition;
  }

  void AddComment(Span span) {
    const std::string_view comment =
        program_.source().text().substr(span.begin, span.end - span.begin);
    const size_t at = comment.find(base_.substr(1));
    if (at == std::string_view::npos) return;
    const auto begin = static_cast<uint32_t>(span.begin + at);
    // A name in a comment may lack its `%`.
    const bool has_sigil = at > 0 && comment[at - 1] == '%';
    const uint32_t first = has_sigil ? begin - 1 : begin;
    spans_.push_back({first, static_cast<uint32_t>(begin + base_.size() - 1)});
  }

  const Program& program_;
  std::string base_;
  std::vector<Span> spans_;
};

// Returns whether `name` is one token of the same kind as the name that it replaces.
bool IsName(std::string_view name, char sigil) {
  Lexer lexer(name);
  const Token token = lexer.Next();
  const TokenKind wanted = sigil == '%' ? TokenKind::kValueName : TokenKind::kSymbolName;
  return token.kind == wanted && token.begin == 0 && token.end == name.size();
}

// Returns the function that holds a place; `nullptr` if there is none. A snippet has one function.
const Operation* FunctionAt(const Program& program, Span place) {
  for (const Operation* operation : *program.module().body()) {
    const bool is_inside =
        operation->span.begin <= place.begin && place.begin < operation->span.end;
    if (is_inside || program.example().is_snippet) return operation;
  }
  return nullptr;
}

// Returns whether an argument or a result of the operation, or an argument of its blocks, has the
// name.
bool Defines(const Operation& operation, std::string_view name) {
  const auto has_name = [&](const Value* value) { return value->name == name; };
  if (std::ranges::any_of(operation.results, has_name)) return true;
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      if (std::ranges::any_of(block->arguments, has_name)) return true;
    }
  }
  return false;
}

// Returns whether the name has another meaning where the renamed one is defined.
bool IsTaken(const Program& program, std::string_view name, const NamePlace& renamed) {
  const std::string_view bare = name.substr(1);
  if (name.starts_with('@')) return program.module().FindSymbol(bare) != nullptr;
  const Operation* const function = FunctionAt(program, renamed.definition);
  if (function == nullptr) return false;
  bool is_taken = Defines(*function, bare);
  for (const Region* region : function->regions) {
    ForEachOperation(*region, [&](const Operation& operation, uint32_t) {
      is_taken = is_taken || Defines(operation, bare);
      return !is_taken;
    });
  }
  return is_taken;
}

std::unexpected<RpcError> Refuse(std::string message) {
  return std::unexpected(RpcError{RpcCode::kRequestFailed, std::move(message)});
}

}  // namespace

Answer Definition(Document& document, const JsonValue& params, const Client&) {
  const auto name = FindName(document, params);
  if (!name) return "null";
  return LocationJson(document, *name->part, name->place.definition);
}

Answer References(Document& document, const JsonValue& params, const Client&) {
  const auto name = FindName(document, params);
  if (!name) return "null";
  Json places;
  const auto add = [&](Span span) { places.Element(LocationJson(document, *name->part, span)); };
  if (params["context"]["includeDeclaration"].is_true()) add(name->place.definition);
  for (const Span use : name->place.uses) add(use);
  return places.Array();
}

Answer DocumentHighlights(Document& document, const JsonValue& params, const Client&) {
  constexpr uint32_t kRead = 2;
  constexpr uint32_t kWrite = 3;
  const auto name = FindName(document, params);
  if (!name) return "null";
  Json places;
  const auto add = [&](Span span, uint32_t kind) {
    places.Element(
        Json().Raw("range", document.RangeJson(*name->part, span)).Member("kind", kind).Object());
  };
  add(name->place.definition, kWrite);
  for (const Span use : name->place.uses) add(use, kRead);
  return places.Array();
}

Answer PrepareRename(Document& document, const JsonValue& params, const Client&) {
  const auto name = FindName(document, params);
  if (!name) return "null";
  const std::string base(BaseOf(name->place.name));
  const Span span{name->asked.begin, static_cast<uint32_t>(name->asked.begin + base.size())};
  return Json()
      .Raw("range", document.RangeJson(*name->part, span))
      .Member("placeholder", base)
      .Object();
}

Answer Rename(Document& document, const JsonValue& params, const Client&) {
  const auto name = FindName(document, params);
  if (!name) return Refuse("there is no name at this place");
  const char sigil = name->place.name[0];
  std::string wanted = params["newName"].text();
  if (!wanted.starts_with(sigil)) wanted.insert(wanted.begin(), sigil);
  if (!IsName(wanted, sigil)) return Refuse("'" + wanted + "' is not a name");
  const bool is_same = wanted == BaseOf(name->place.name);
  if (!is_same && IsTaken(*name->part->program, wanted, name->place)) {
    return Refuse("the function already has a " + wanted);
  }
  Json edits;
  const RenamePlaces places(*name);
  for (const Span span : places.spans()) {
    const bool has_sigil = name->part->text()[span.begin] == sigil;
    edits.Element(Json()
                      .Raw("range", document.RangeJson(*name->part, span))
                      .Member("newText", has_sigil ? wanted : wanted.substr(1))
                      .Object());
  }
  return Json().Raw("changes", Json().Raw(document.uri(), edits.Array()).Object()).Object();
}

}  // namespace paddock::lsp
