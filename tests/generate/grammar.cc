#include "tests/generate/grammar.h"

#include <algorithm>
#include <string_view>

#include "core/dialect/op_info.h"
#include "tests/generate/grammar_constants.h"

namespace paddock::generate {
namespace {

using Tokens = GrammarConstants::Tokens;

class GrammarWriter {
 public:
  explicit GrammarWriter(uint64_t seed) : random_(seed), constants_(random_) {
    for (const OpInfo& info : OpTable()) {
      const bool is_of_dialects = info.dialect == "stablehlo" || info.dialect == "chlo";
      if (is_of_dialects && !info.has(kTerminator)) infos_.push_back(&info);
    }
  }

  Tokens Write(int64_t operations) {
    const int64_t functions = random_.Between(1, 2);
    for (int64_t i = 0; i < functions; ++i) {
      Function(i == 0 ? "@main" : "@helper", operations / functions + 1);
    }
    return std::move(tokens_);
  }

 private:
  struct Value {
    std::string name;
    std::string type;
  };

  void Put(std::string token) { tokens_.push_back(std::move(token)); }
  void Put(Tokens tokens) {
    for (std::string& token : tokens) tokens_.push_back(std::move(token));
  }

  std::string NewName() {
    constexpr std::string_view kStems[] = {"%", "%", "%v", "%_", "%Arg_"};
    return std::string(random_.Pick(kStems)) + std::to_string(next_name_++);
  }

  void Attributes(bool has_some) {
    const Tokens entries = has_some ? constants_.Entries(0) : Tokens();
    if (entries.empty()) return;
    Put("{");
    Put(entries);
    Put("}");
  }

  // Writes `%0 : type, ...` in brackets and adds the values to the scope.
  void Arguments(int64_t count, bool has_attributes) {
    Put("(");
    for (int64_t i = 0; i < count; ++i) {
      if (i != 0) Put(",");
      Value value = {NewName(), constants_.ValueType()};
      Put(Tokens{value.name, ":", value.type});
      if (has_attributes) Attributes(random_.Chance(15));
      scope_.push_back(std::move(value));
    }
    Put(")");
  }

  void Function(std::string name, int64_t operations) {
    scope_.clear();
    next_name_ = random_.Below(3);
    Put(Tokens{"func.func", std::move(name)});
    Arguments(random_.Below(4), true);
    std::vector<std::string> results;
    for (int64_t i = random_.Below(3); i > 0; --i) results.push_back(constants_.ValueType());
    if (!results.empty()) {
      Put("->");
      Types(results, results.size() > 1 && random_.Chance(50));
    }
    if (random_.Chance(20)) {
      Put("attributes");
      Put("{");
      Put(constants_.Entries(0));
      Put("}");
    }
    Put("{");
    for (int64_t i = 0; i < operations; ++i) Operation(0);
    Terminator("\"func.return\"");
    Put("}");
  }

  void Types(const std::vector<std::string>& types, bool has_brackets = true) {
    if (has_brackets) Put("(");
    for (size_t i = 0; i < types.size(); ++i) {
      if (i != 0) Put(",");
      Put(types[i]);
    }
    if (has_brackets) Put(")");
  }

  void Operands(const std::vector<Value>& operands) {
    Put("(");
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i != 0) Put(",");
      Put(operands[i].name);
    }
    Put(")");
  }

  void Terminator(std::string name) {
    std::vector<Value> values;
    for (int64_t i = random_.Below(3); i > 0 && !scope_.empty(); --i) {
      values.push_back(random_.Pick(scope_));
    }
    Put(std::move(name));
    Operands(values);
    Put(":");
    std::vector<std::string> types;
    for (const Value& value : values) types.push_back(value.type);
    Types(types);
    Put(Tokens{"->", "(", ")"});
  }

  int64_t Count(const OperandInfo& row) {
    if (row.arity == Arity::kOne) return 1;
    return row.arity == Arity::kOptional ? random_.Below(2) : random_.Below(3);
  }

  std::vector<Value> ChooseOperands(const OpInfo& info) {
    std::vector<Value> operands;
    const bool is_uniform = random_.Chance(60);
    for (const OperandInfo& row : info.operands) {
      for (int64_t i = Count(row); i > 0 && !scope_.empty(); --i) {
        const bool repeats = is_uniform && !operands.empty();
        const Value value = repeats ? operands[0] : random_.Pick(scope_);
        operands.push_back(value);
      }
    }
    return operands;
  }

  void Operation(int depth) {
    const OpInfo& info = *random_.Pick(infos_);
    const std::vector<Value> operands = ChooseOperands(info);
    std::vector<Value> results;
    const bool is_uniform = !operands.empty() && random_.Chance(60);
    for (const OperandInfo& row : info.results) {
      for (int64_t i = Count(row); i > 0; --i) {
        const std::string type = is_uniform ? operands[0].type : constants_.ValueType();
        results.push_back({NewName(), type});
      }
    }
    const bool is_named = !results.empty() && !random_.Chance(10);
    for (size_t i = 0; i < results.size() && is_named; ++i) {
      if (i != 0) Put(",");
      Put(results[i].name);
    }
    if (is_named) Put("=");
    Put("\"" + std::string(info.name) + "\"");
    Operands(operands);
    const bool has_properties = random_.Chance(30);
    if (has_properties) TableAttributes(info, true);
    Regions(info, depth);
    if (!has_properties) TableAttributes(info, false);
    Put(":");
    Signature(operands, results);
    if (!is_named) return;
    for (Value& value : results) scope_.push_back(std::move(value));
  }

  void Signature(const std::vector<Value>& operands, const std::vector<Value>& results) {
    std::vector<std::string> operand_types, result_types;
    for (const Value& value : operands) operand_types.push_back(value.type);
    for (const Value& value : results) result_types.push_back(value.type);
    Types(operand_types);
    Put("->");
    Types(result_types, result_types.size() != 1 || random_.Chance(50));
  }

  void Regions(const OpInfo& info, int depth) {
    if (info.regions.empty() || depth > 1) return;
    Put("(");
    for (size_t i = 0; i < info.regions.size(); ++i) {
      if (i != 0) Put(",");
      const std::vector<Value> outside = scope_;
      if (info.regions[i].is_isolated) scope_.clear();
      Put(Tokens{"{", "^" + std::to_string(i)});
      Arguments(random_.Below(3), false);
      Put(":");
      for (int64_t n = random_.Below(3); n > 0; --n) Operation(depth + 1);
      Terminator("\"stablehlo.return\"");
      Put("}");
      scope_ = outside;
    }
    Put(")");
  }

  void TableAttributes(const OpInfo& info, bool as_properties) {
    Tokens entries;
    for (const AttributeInfo& row : info.attributes) {
      if (row.is_optional && random_.Chance(50)) continue;
      Tokens value = constants_.OfForm(row);
      if (value.empty()) continue;
      if (!entries.empty()) entries.push_back(",");
      entries.push_back(std::string(row.name));
      if (row.form == AttributeForm::kUnit) continue;
      entries.push_back("=");
      for (std::string& token : value) entries.push_back(std::move(token));
    }
    const Tokens more = random_.Chance(20) ? constants_.Entries(0) : Tokens();
    if (!entries.empty() && !more.empty()) entries.push_back(",");
    entries.insert(entries.end(), more.begin(), more.end());
    if (entries.empty() && random_.Chance(80)) return;
    Put(as_properties ? Tokens{"<", "{"} : Tokens{"{"});
    Put(std::move(entries));
    Put(as_properties ? Tokens{"}", ">"} : Tokens{"}"});
  }

  Random random_;
  GrammarConstants constants_;
  std::vector<const OpInfo*> infos_;
  Tokens tokens_;
  std::vector<Value> scope_;
  int64_t next_name_ = 0;
};

bool IsBracket(std::string_view token) {
  return token.size() == 1 && std::string_view("()[],").find(token[0]) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> WriteGrammarTokens(uint64_t seed, int64_t operations) {
  return GrammarWriter(seed).Write(operations);
}

std::string LayOut(const std::vector<std::string>& tokens, Random& random) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    text += tokens[i];
    const bool may_join =
        i + 1 < tokens.size() && (IsBracket(tokens[i]) || IsBracket(tokens[i + 1]));
    if (may_join && random.Chance(60)) continue;
    const int64_t kind = random.Below(40);
    text += kind == 0 ? " // a remark: dense<1>\n" : kind < 4 ? "\n" : kind == 4 ? "\t\r\n" : " ";
  }
  return text;
}

std::string WriteGrammarProgram(uint64_t seed, int64_t operations) {
  Random random(seed + 1);
  return LayOut(WriteGrammarTokens(seed, operations), random);
}

}  // namespace paddock::generate
