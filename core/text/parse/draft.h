// Drafts: incomplete operations, dictionaries and arguments that the parser is reading. Private to
// core/text.
#ifndef PADDOCK_CORE_TEXT_PARSE_DRAFT_H_
#define PADDOCK_CORE_TEXT_PARSE_DRAFT_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/ir/operation.h"
#include "core/text/parse/scope.h"

namespace paddock {

// End of a message: "after the operands of" "stablehlo.add".
struct Where {
  std::string_view phrase;
  std::string_view subject = {};
};

// `%name:count` before the `=` of an operation.
struct ResultNames {
  std::string_view name;
  uint32_t count = 1;
  Span span;
};

// Operation that is being read. Operands stay names until their types are known.
struct OperationDraft {
  Operation* operation = nullptr;
  std::vector<ResultNames> result_names;
  std::vector<OperandUse> operands;
  // Start in `operands` of each of the table's operands, for the pretty form.
  std::vector<uint32_t> operand_groups;
  std::vector<Type> operand_types;
  // One span an operand if the text has a type for each; else empty.
  std::vector<Span> operand_type_spans;
  std::vector<Type> result_types;
  std::vector<Span> result_type_spans;
  std::vector<NamedAttribute> attributes;
  std::vector<Region*> regions;
  std::vector<Block*> successors;

  const OpInfo* info() const { return operation->info; }
  std::string_view name() const { return operation->name; }
  const Attribute* Find(std::string_view attribute) const;
  void Reset();
};

// Names in a dictionary that is being read.
class DictionaryNames {
 public:
  // Returns false if `name` is already in `attributes`.
  bool Add(std::string_view name, std::span<const NamedAttribute> attributes);

 private:
  // Filled once there are many names.
  std::unordered_set<std::string_view> names_;
};

// `%name: type {attributes} loc(..)` in a block or a function.
struct ArgumentDraft {
  std::string_view name;
  Span span;
  Type type;
  Span type_span;
  const Attribute* attributes = nullptr;
  std::string_view location;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_DRAFT_H_
