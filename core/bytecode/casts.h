// Casts: an artifact's casts between types of VHLO and of the builtin dialect, which operations of
// Shardy keep. A module has none, since its types are the same in both.
#ifndef PADDOCK_CORE_BYTECODE_CASTS_H_
#define PADDOCK_CORE_BYTECODE_CASTS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/module.h"

namespace paddock {

inline constexpr std::string_view kCastName = "unrealized_conversion_cast";

// Returns whether an operation keeps the types of the builtin dialect.
bool KeepsBuiltinTypes(const Operation& operation);
// Returns whether `value` has a type of the builtin dialect in an artifact.
bool HasBuiltinType(const Value& value);

class Casts {
 public:
  // `scratch` owns the casts.
  Casts(const Module& module, Module& scratch);

  // Returns the value that `user` takes for `operand`: a cast of it, or `operand` itself.
  const Value* For(const Operation& user, const Value& operand) const;
  // Return the casts of results, which follow their operation, and those of arguments, which begin
  // their block.
  std::vector<const Operation*> After(const Operation& operation) const {
    return Of(operation.results);
  }
  std::vector<const Operation*> Begin(const Block& block) const { return Of(block.arguments); }
  // Returns the number of values of the module and of casts.
  uint32_t value_count() const { return value_count_; }

 private:
  void Collect(const Operation& operation);
  void Add(const Operation& user, Value& operand);
  std::vector<const Operation*> Of(std::span<Value* const> values) const;

  Module& scratch_;
  uint32_t value_count_;
  // By operand.
  std::unordered_map<const Value*, Operation*> casts_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_CASTS_H_
