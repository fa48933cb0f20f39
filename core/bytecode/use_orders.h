// UseOrders: order of a value's uses in the memory of StableHLO's own serializer. An artifact
// records it if it is not the reverse of the program's order. The serializer first makes the
// operations of the newest version in sequence. Each adds itself to the front of its operands'
// lists. The serializer then replaces operations that the requested version has in another form.
// The uses of the replacements move to the front, and the lists of their results are reversed.
#ifndef PADDOCK_CORE_BYTECODE_USE_ORDERS_H_
#define PADDOCK_CORE_BYTECODE_USE_ORDERS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/bytecode/wire_module.h"

namespace paddock {

class UseOrders {
 public:
  UseOrders(const WireOperation& module, uint32_t value_count);

  // Returns the numbers in an artifact for the results of an operation or the arguments of a block;
  // empty if all uses are in order.
  std::vector<uint64_t> Encode(std::span<Value* const> values) const;

 private:
  struct Use {
    bool is_downgraded;
    uint64_t place;  // position in the program
  };

  void Collect(const WireOperation& operation);
  // Returns the list position of each use, from the last use in the program to the first. Empty if
  // the positions are in order.
  std::vector<uint32_t> FindOrder(const Value& value) const;

  uint64_t next_place_ = 0;
  std::vector<std::vector<Use>> uses_;
  // By value: whether its operation was replaced.
  std::vector<bool> is_turned_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_USE_ORDERS_H_
