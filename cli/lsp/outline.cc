// Symbols of a document, and its parts that an editor folds.
#include <algorithm>
#include <set>
#include <vector>

#include "cli/lsp/features.h"
#include "core/api/query/walk.h"
#include "core/diagnostics/json.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"
#include "core/text/lexer.h"
#include "core/types/type.h"

namespace paddock::lsp {
namespace {

constexpr uint32_t kFunctionSymbol = 12;
constexpr uint32_t kVariableSymbol = 13;
// Maximum number of values in the outline of one program.
constexpr size_t kMostSymbols = 10'000;

struct Symbol {
  std::string name;
  std::string detail;
  uint32_t kind = kVariableSymbol;
  Span range;
  Span name_range;
};

class OutlineWriter {
 public:
  OutlineWriter(const Document& document, const Part& part, const Client& client)
      : document_(document), part_(part), client_(client) {}

  void Write(Json& symbols) {
    for (const Operation* operation : *part_.program->module().body()) {
      if (!operation->is(OpKind::kFuncFunc)) {
        WriteValues(*operation, symbols);
        continue;
      }
      const Symbol function = FunctionSymbol(*operation);
      Json children;
      Json& inner = client_.nests_symbols ? children : symbols;
      const bool is_written = function.range.is_known();
      if (is_written && !client_.nests_symbols) symbols.Element(ToJson(function, ""));
      for (const Region* region : operation->regions)
        WriteRegion(*region, is_written ? inner : symbols);
      if (is_written && client_.nests_symbols) symbols.Element(ToJson(function, children.Array()));
    }
  }

 private:
  static Symbol FunctionSymbol(const Operation& function) {
    const Attribute* const name = function.Find("sym_name");
    const Type type = FunctionType(function);
    return {.name = "@" + std::string(SymbolName(function)),
            .detail = type ? ToString(type) : "",
            .kind = kFunctionSymbol,
            .range = function.span,
            .name_range = name == nullptr ? function.name_span : name->span};
  }

  void WriteRegion(const Region& region, Json& symbols) {
    ForEachOperation(region, [&](const Operation& operation, uint32_t) {
      WriteValues(operation, symbols);
      return count_ < kMostSymbols;
    });
  }

  void WriteValues(const Operation& operation, Json& symbols) {
    for (const Value* result : operation.results) {
      if (!result->span.is_known() || ++count_ > kMostSymbols) continue;
      const Symbol symbol{.name = WrittenName(*result),
                          .detail = std::string(operation.name) + " : " + ToString(result->type),
                          .range = operation.span,
                          .name_range = result->span};
      symbols.Element(ToJson(symbol, ""));
    }
  }

  std::string ToJson(const Symbol& symbol, std::string_view children) const {
    Json json;
    json.Member("name", symbol.name).Member("kind", symbol.kind);
    // The protocol requires that the name is within the range.
    const std::string range = document_.RangeJson(part_, Cover(symbol.range, symbol.name_range));
    if (!client_.nests_symbols) {
      const Json location = Json().Member("uri", document_.uri()).Raw("range", range);
      return json.Raw("location", location.Object()).Object();
    }
    json.Member("detail", symbol.detail).Raw("range", range);
    json.Raw("selectionRange", document_.RangeJson(part_, symbol.name_range));
    if (!children.empty()) json.Raw("children", children);
    return json.Object();
  }

  const Document& document_;
  const Part& part_;
  const Client& client_;
  size_t count_ = 0;
};

// Finds ranges over several lines: braces, long lists, comments, and lists of locations.
class FoldFinder {
 public:
  explicit FoldFinder(const Document& document) : document_(document), lexer_(document.text()) {}

  std::string Find() {
    FindBrackets();
    FindRuns("//", "comment");
    FindRuns("#loc", "region");
    return folds_.Array();
  }

 private:
  void FindBrackets() {
    std::vector<Token> open;
    for (Token token = lexer_.Next(); token.kind != TokenKind::kEnd; token = lexer_.Next()) {
      if (token.kind == TokenKind::kLeftBrace || token.kind == TokenKind::kLeftSquare) {
        open.push_back(token);
      } else if (token.kind == TokenKind::kRightBrace || token.kind == TokenKind::kRightSquare) {
        if (open.empty()) continue;
        Add(open.back().end, token.begin);
        open.pop_back();
      }
    }
  }

  // The line of the closing bracket stays visible.
  void Add(size_t begin, size_t end) {
    const TextLines& lines = document_.lines();
    const size_t first = lines.LineAt(begin);
    const size_t last = lines.LineAt(end);
    if (first + 1 >= last || !starts_.insert(first).second) return;
    AddLines(first, last - 1, "region");
  }

  void AddLines(size_t first, size_t last, std::string_view kind) {
    folds_.Element(Json()
                       .Member("startLine", static_cast<uint32_t>(first))
                       .Member("endLine", static_cast<uint32_t>(last))
                       .Member("kind", kind)
                       .Object());
  }

  // Adds consecutive lines that begin with `start`.
  void FindRuns(std::string_view start, std::string_view kind) {
    const TextLines& lines = document_.lines();
    const auto begins = [&](size_t line) {
      const size_t begin = lines.StartOf(document_.text(), line);
      const size_t end = lines.EndOf(document_.text(), line);
      std::string_view text = std::string_view(document_.text()).substr(begin, end - begin);
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      return text.starts_with(start);
    };
    for (size_t line = 0; line < lines.count(); ++line) {
      const size_t first = line;
      while (line < lines.count() && begins(line)) ++line;
      if (line > first + 1) AddLines(first, line - 1, kind);
    }
  }

  const Document& document_;
  Lexer lexer_;
  std::set<size_t> starts_;
  Json folds_;
};

}  // namespace

Answer DocumentSymbols(Document& document, const JsonValue&, const Client& client) {
  Json symbols;
  for (const Part& part : document.parts()) OutlineWriter(document, part, client).Write(symbols);
  return symbols.Array();
}

Answer FoldingRanges(Document& document, const JsonValue&, const Client&) {
  return FoldFinder(document).Find();
}

}  // namespace paddock::lsp
