// UseOrders: the order of a value's uses in the memory of StableHLO's own serializer, which an
// artifact records where it is not the reverse of the program's order.
//
// The serializer makes the operations of the newest version one after the other, and each pushes
// itself to the front of its operands' lists. Then it makes those anew that the wanted version has
// in another form: their uses come to the front, and the lists of their own results are turned
// around.
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

  // Numbers that an artifact holds for the values of a list, the results of an operation or the
  // arguments of a block; none if all uses are in order.
  std::vector<uint64_t> Encode(std::span<Value* const> values) const;

 private:
  struct Use {
    bool is_downgraded;
    uint64_t place;  // in the program
  };

  void Collect(const WireOperation& operation);
  // For each use, from the last of the program to the first, where it stands in the list; empty if
  // in that order.
  std::vector<uint32_t> FindOrder(const Value& value) const;

  uint64_t next_place_ = 0;
  std::vector<std::vector<Use>> uses_;
  // By value: its operation was made anew.
  std::vector<bool> is_turned_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_USE_ORDERS_H_
