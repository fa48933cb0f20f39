#include "tests/generate/plain_reader.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/dialect/op_info.h"
#include "tests/generate/plain_constant.h"

namespace paddock::generate {
namespace {

class PlainReader {
 public:
  explicit PlainReader(std::string_view text) : lexer_(text), constants_(lexer_) {}

  PlainReading Read() {
    Operations('e');
    return {std::move(out_), lexer_.problem()};
  }

 private:
  using Entries = std::vector<std::string>;

  // Reads up to `close`, which is not taken.
  void Operations(char close) {
    while (!lexer_.has_failed() && !lexer_.Is(close)) {
      if (lexer_.IsWord("func.func")) {
        Function();
      } else {
        Operation();
      }
    }
  }

  // Position of the value's definition.
  std::string Value(const std::string& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found != scope->end()) return found->second;
    }
    lexer_.Fail("an undefined value");
    return {};
  }

  void Define(const std::string& name, std::string place) {
    if (!scopes_.back().emplace(name, std::move(place)).second) lexer_.Fail("a value twice");
  }

  std::string Use() {
    if (!lexer_.Is('%')) lexer_.Fail("no value");
    const bool has_number = lexer_.CharacterAfter() == '#';
    const std::string name = lexer_.Take();
    if (!has_number) return Value(name + "#0");
    return Value(name + Number(lexer_.Take()));
  }

  // "#007" is "#7".
  static std::string Number(std::string text) {
    while (text.size() > 2 && text[1] == '0') text.erase(1, 1);
    return text;
  }

  // `%a, %b:2 =`
  void Results() {
    size_t count = 0;
    do {
      if (!lexer_.Is('%')) lexer_.Fail("no result");
      const std::string name = lexer_.Take();
      const std::string number = lexer_.Accept(':') ? lexer_.Take() : "1";
      const int group = number.size() < 6 ? std::atoi(number.c_str()) : 0;
      if (group == 0) lexer_.Fail("no number of results");
      for (int i = 0; i < group; ++i) {
        Define(name + "#" + std::to_string(i), Place("operation", next_operation_, count++));
      }
    } while (lexer_.Accept(','));
    lexer_.Expect('=', "'='");
    named_results_ = count;
  }

  static std::string Place(const std::string& kind, size_t number, size_t index) {
    return kind + std::to_string(number) + "#" + std::to_string(index);
  }

  // Reads `(%a: type, ...)`, also with attributes; returns the types and attributes of each.
  void Arguments(Entries& types, Entries& attributes) {
    if (!lexer_.Is('(')) return;
    lexer_.Next();
    while (!lexer_.has_failed() && !lexer_.Accept(')')) {
      if (!types.empty()) lexer_.Expect(',', "comma between arguments");
      if (!lexer_.Is('%')) lexer_.Fail("no argument");
      Define(lexer_.Take() + "#0", Place("block", next_block_, types.size()));
      lexer_.Expect(':', "':' after an argument");
      types.push_back(constants_.Type());
      attributes.push_back(lexer_.Is('{') ? constants_.Constant() : "{}");
    }
    if (!types.empty()) ++next_block_;
  }

  // `{ ^bb0(arguments): operations }`
  std::string Region() {
    lexer_.Expect('{', "'{' before a region");
    scopes_.emplace_back();
    const std::string outside = std::move(out_);
    out_.clear();
    Entries types;
    if (lexer_.Is('^')) {
      lexer_.Next();
      Entries attributes;
      Arguments(types, attributes);
      lexer_.Expect(':', "':' after a block's arguments");
    }
    Operations('}');
    lexer_.Expect('}', "'}' after a region");
    if (scopes_.size() > 1) scopes_.pop_back();
    const std::string text = "{" + Join(types) + "\n" + out_ + "}";
    out_ = outside;
    return text;
  }

  static std::string Join(const Entries& entries) {
    std::string text = "(";
    for (const std::string& entry : entries) text += (text.size() > 1 ? "," : "") + entry;
    return text + ")";
  }

  void AddEntries(Entries& entries, Entries more) {
    for (std::string& entry : more) {
      if (std::ranges::any_of(
              entries, [&](const std::string& known) { return NameOf(known) == NameOf(entry); })) {
        lexer_.Fail("an attribute twice");
      }
      entries.push_back(std::move(entry));
    }
  }

  static std::string_view NameOf(std::string_view entry) {
    return entry.substr(0, entry.find('='));
  }

  // Whether the written attribute equals its default in the table.
  static bool IsDefault(const OpInfo* info, const std::string& entry) {
    const int index = info == nullptr ? -1 : info->FindAttribute(NameOf(entry));
    if (index < 0) return false;
    const std::string_view text = info->attributes[static_cast<size_t>(index)].default_text;
    if (text.empty()) return false;
    PlainLexer lexer(text);
    return entry == std::string(NameOf(entry)) + "=" + PlainConstantReader(lexer).Constant();
  }

  static std::string Attributes(const OpInfo* info, Entries entries) {
    std::ranges::sort(entries);
    std::string text = "{";
    for (const std::string& entry : entries) {
      if (!IsDefault(info, entry)) text += entry + ",";
    }
    return text + "}";
  }

  void Operation() {
    named_results_ = 0;
    if (lexer_.Is('%')) Results();
    const size_t named = named_results_;
    if (!lexer_.Is('s')) lexer_.Fail("no operation");
    if (lexer_.has_failed()) return;
    const std::string name = lexer_.Unquoted();
    lexer_.Next();
    if (name == "func.func") scopes_ = {{}};
    if (name != "func.func" && name != "builtin.module") ++next_operation_;
    std::string operands;
    lexer_.Expect('(', "'(' before operands");
    while (!lexer_.has_failed() && !lexer_.Accept(')')) {
      if (!operands.empty()) lexer_.Expect(',', "comma between operands");
      operands += Use() + ",";
    }
    std::string regions;
    Entries entries;
    while (!lexer_.has_failed() && !lexer_.Is(':')) Part(FindOp(name), regions, entries);
    lexer_.Expect(':', "':' before types");
    const std::string operand_types = constants_.Types();
    lexer_.Expect('a', "arrow");
    const Entries result_types = TypeList();
    if (named != 0 && named != result_types.size()) lexer_.Fail("another number of results");
    const std::string types = operand_types + "->" + Join(result_types);
    if (name == "builtin.module") {
      out_ += regions.substr(4, regions.size() - 6);
      return;
    }
    out_ += name + "(" + operands + ")" + regions + Attributes(FindOp(name), entries) + ":" +
            types + "\n";
  }

  // `<{properties}>`, `{attributes}` or `({regions})`.
  void Part(const OpInfo* info, std::string& regions, Entries& entries) {
    if (lexer_.Accept('<')) {
      lexer_.Expect('{', "'{' before properties");
      AddEntries(entries, constants_.Dictionary(info));
      lexer_.Expect('>', "'>' after properties");
    } else if (lexer_.Accept('{')) {
      AddEntries(entries, constants_.Dictionary(info));
    } else {
      lexer_.Expect('(', "'(' before regions");
      do {
        regions += Region() + ",";
      } while (!lexer_.has_failed() && lexer_.Accept(','));
      lexer_.Expect(')', "')' after regions");
    }
  }

  // Reads the function in the words of the generic form.
  void Function() {
    lexer_.Next();
    scopes_ = {{}};
    if (!lexer_.Is('@')) lexer_.Fail("no name of a function");
    if (lexer_.has_failed()) return;
    const std::string name = lexer_.Take().substr(1);
    scopes_.emplace_back();
    Entries types, attributes;
    if (!lexer_.Is('(')) lexer_.Fail("no arguments");
    Arguments(types, attributes);
    Entries entries;
    std::string results = "()";
    if (lexer_.Accept('a')) results = ResultTypes();
    if (lexer_.IsWord("attributes")) {
      lexer_.Next();
      lexer_.Expect('{', "'{' before attributes");
      entries = constants_.Dictionary();
    }
    const bool has_any =
        std::ranges::any_of(attributes, [](const std::string& each) { return each != "{}"; });
    std::string list = "arg_attrs=[";
    for (const std::string& each : attributes) list += each + ",";
    Entries own = {"function_type=" + Join(types) + "->" + results, "sym_name=" + Text(name)};
    if (has_any) own.push_back(list + "]");
    AddEntries(entries, std::move(own));
    std::string body = Region();
    body = "{" + Join(types) + body.substr(3);
    scopes_.pop_back();
    out_ += "func.func()" + body + "," + Attributes(FindOp("func.func"), entries) + ":()->()\n";
  }

  // Reads `T` or `(T, U)`.
  Entries TypeList() {
    Entries types;
    if (!lexer_.Accept('(')) return {constants_.Type()};
    while (!lexer_.has_failed() && !lexer_.Accept(')')) {
      if (!types.empty()) lexer_.Expect(',', "comma between types");
      types.push_back(constants_.Type());
    }
    return types;
  }

  // Reads result types: for a function also `T, U`.
  std::string ResultTypes() {
    if (lexer_.Is('(')) return Join(TypeList());
    Entries types;
    do {
      types.push_back(constants_.Type());
    } while (lexer_.Accept(','));
    return Join(types);
  }

  static std::string Text(const std::string& name) {
    const std::string quoted = name.starts_with('"') ? name : "\"" + name + "\"";
    PlainLexer lexer(quoted);
    return PlainConstantReader(lexer).Constant();
  }

  PlainLexer lexer_;
  PlainConstantReader constants_;
  // Definitions of the values in scope, by name and number.
  std::vector<std::map<std::string, std::string>> scopes_ = {{}};
  size_t next_operation_ = 0;
  size_t next_block_ = 0;
  size_t named_results_ = 0;
  std::string out_;
};

}  // namespace

PlainReading ReadPlainly(std::string_view text) { return PlainReader(text).Read(); }

}  // namespace paddock::generate
