// Valid ranges of a program's integer arguments, for generated inputs.
#ifndef PADDOCK_CORE_API_VALUE_RANGES_H_
#define PADDOCK_CORE_API_VALUE_RANGES_H_

#include <string_view>
#include <vector>

#include "core/io/generate_values.h"
#include "core/ir/module.h"

namespace paddock {

// Range that the users of a value require (the op table's `values`).
struct ValueRanges {
  ElementRanges ranges;
  // Operand and operation that require it; empty if no user does.
  std::string_view operand;
  std::string_view operation;
};

// Propagates ranges from the uses of values back to a function's arguments, also through operations
// that pass elements on, loops and calls. The module has passed core/check.
class RangeFinder {
 public:
  explicit RangeFinder(const Module& module)
      : module_(module), found_(module.value_count()), is_visited_(module.operation_count()) {}

  // Returns the range that the uses of a function's argument require.
  const ValueRanges& Of(const Value& argument) const { return found_[argument.id]; }
  void VisitFunction(const Operation& function);

 private:
  void VisitBlock(const Block& block);
  void VisitOperands(const Operation& operation);
  void PassFromBlocks(const Operation& operation);
  void PassToTerminator(const Operation& terminator);
  void Ask(const Value& value, const ValueRanges& ranges);
  void AskAsResult(const Operation& operation, size_t operand);

  // Limit of nested calls; deeper functions are visited separately.
  static constexpr int kMaximumDepth = 300;

  const Module& module_;
  int depth_ = 0;
  std::vector<ValueRanges> found_;  // by Value::id
  std::vector<bool> is_visited_;    // by Operation::id, for functions only
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_VALUE_RANGES_H_
