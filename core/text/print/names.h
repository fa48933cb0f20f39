// ValueNames: names of values and blocks in a printed text.
#ifndef PADDOCK_CORE_TEXT_PRINT_NAMES_H_
#define PADDOCK_CORE_TEXT_PRINT_NAMES_H_

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Name of a result. Results of one operation that share a name are written `%name:2 = ` and used
// `%name#1`.
struct ValueName {
  std::string name;
  uint32_t number = 0;  // within the group
  uint32_t group_size = 1;
};

class ValueNames {
 public:
  // `keeps_names` keeps source names, made unique where necessary. Otherwise names are %0 and
  // %arg0.
  ValueNames(const Operation& root, bool keeps_names);

  const ValueName& NameOf(const Value* value) const;
  uint32_t NumberOf(const Block* block) const;

 private:
  // Names that are taken while a region is being named.
  struct Scope {
    std::unordered_set<std::string> taken;
    std::vector<std::string> order;
    uint64_t next_result = 0;
    uint64_t next_argument = 0;
  };

  void NameOperation(const Operation& operation, Scope& scope);
  void NameResults(const Operation& operation, Scope& scope);
  void NameRegion(const Region& region, Scope& scope);
  void NameBlock(const Block& block, Scope& scope);
  void NameGroup(std::span<Value* const> values, Scope& scope);
  std::string Choose(const Value& value, Scope& scope);
  void NumberPastNames(const Region& region, Scope& scope) const;

  bool keeps_names_;
  std::unordered_map<const Value*, ValueName> names_;
  std::unordered_map<const Block*, uint32_t> block_numbers_;
  ValueName unknown_{"unknown", 0, 1};
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PRINT_NAMES_H_
