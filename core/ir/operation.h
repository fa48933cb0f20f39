// Values, operations, blocks and regions. All are owned by their Module's arena;
// pointers between them never own.
#ifndef PADDOCK_CORE_IR_OPERATION_H_
#define PADDOCK_CORE_IR_OPERATION_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/diagnostics/span.h"
#include "core/dialect/op_info.h"
#include "core/ir/attribute.h"
#include "core/types/type.h"

namespace paddock {

struct Block;
struct Operation;
struct Region;

// A result of an operation, or an argument of a block.
struct Value {
  Type type;
  // The name in the source without `%` and `#k` ("0", "lhs"), or empty.
  std::string_view name;
  // Exactly one of the two is set.
  Operation* operation = nullptr;
  Block* block = nullptr;
  // Index among the results of `operation` or the arguments of `block`.
  uint32_t index = 0;
  // Number from 0 within the module, in the order of definition: an index for side tables.
  uint32_t id = 0;
  // For a block argument: the text between the brackets of loc(...), like Operation::location.
  std::string_view location;
  // Span of the name's definition; for a block argument or function result type, of its type.
  Span span;
  Span type_span;

  bool is_block_argument() const { return block != nullptr; }
};

struct Operation {
  // Null for an operation that the table does not have.
  const OpInfo* info = nullptr;
  std::string_view name;  // "stablehlo.add"
  std::span<Value*> operands;
  std::span<Value*> results;
  // Inherent and discardable attributes, sorted by name, without duplicates.
  std::span<const NamedAttribute> attributes;
  std::span<Region*> regions;
  // Successor blocks ([^bb1]); only unknown operations have any.
  std::span<Block*> successors;

  Block* parent = nullptr;
  Operation* previous = nullptr;
  Operation* next = nullptr;

  // Spans of the whole operation, of its name, and of each operand's use (one per operand).
  Span span;
  Span name_span;
  std::span<const Span> operand_spans;
  // Span of the trailing type, and of each result's type in it if the text has one.
  Span type_span;
  std::span<const Span> result_type_spans;
  // The text between the brackets of loc(...), aliases resolved; empty if there is none.
  std::string_view location;
  // Number from 0 within the module, in order: an index for side tables.
  uint32_t id = 0;

  bool is(OpKind kind) const { return info != nullptr && info->kind == kind; }
  const Attribute* Find(std::string_view attribute_name) const;
};

// A linked list of operations; a range of Operation*.
struct Block {
  std::string_view label;  // "bb0"; empty if the text has none
  std::span<Value*> arguments;
  Operation* first = nullptr;
  Operation* last = nullptr;
  Region* parent = nullptr;
  Block* next = nullptr;
  Span span;

  class Iterator {
   public:
    explicit Iterator(Operation* operation) : operation_(operation) {}
    Operation* operator*() const { return operation_; }
    Iterator& operator++() {
      operation_ = operation_->next;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    Operation* operation_;
  };
  Iterator begin() const { return Iterator(first); }
  Iterator end() const { return Iterator(nullptr); }
  bool is_empty() const { return first == nullptr; }

  void Append(Operation* operation);
};

struct Region {
  Block* first = nullptr;
  Block* last = nullptr;
  Operation* parent = nullptr;
  uint32_t block_count = 0;
  Span span;

  bool is_empty() const { return first == nullptr; }
  // Returns the only block; null if there are none or several.
  Block* only_block() const { return block_count == 1 ? first : nullptr; }
  void Append(Block* block);
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_OPERATION_H_
