// Whole numbers that a program's integer arguments make sense with, for inputs that are made.
#ifndef PADDOCK_CORE_API_VALUE_RANGES_H_
#define PADDOCK_CORE_API_VALUE_RANGES_H_

#include <string_view>
#include <vector>

#include "core/io/generate_values.h"
#include "core/ir/module.h"

namespace paddock {

// Numbers that the users of a value ask for (the op table's `values`).
struct ValueRanges {
  ElementRanges ranges;
  // The operand and the operation that ask; empty if no user asks for anything.
  std::string_view operand;
  std::string_view operation;
};

// Follows values from the end of a function to its arguments, also through operations that pass
// elements on, loops and calls. The module has passed core/check.
class RangeFinder {
 public:
  explicit RangeFinder(const Module& module)
      : module_(module), found_(module.value_count()), is_visited_(module.operation_count()) {}

  // The ranges that the uses of a function's argument ask for.
  const ValueRanges& Of(const Value& argument) const { return found_[argument.id]; }
  void VisitFunction(const Operation& function);

 private:
  void VisitBlock(const Block& block);
  void VisitOperands(const Operation& operation);
  void PassFromBlocks(const Operation& operation);
  void PassToTerminator(const Operation& terminator);
  void Ask(const Value& value, const ValueRanges& ranges);
  void AskAsResult(const Operation& operation, size_t operand);

  const Module& module_;
  std::vector<ValueRanges> found_;  // by Value::id
  std::vector<bool> is_visited_;    // by Operation::id, functions alone
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_VALUE_RANGES_H_
