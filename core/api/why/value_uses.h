// ValueUses: the operations that read what a value holds, also under other names.
#ifndef PADDOCK_CORE_API_WHY_VALUE_USES_H_
#define PADDOCK_CORE_API_WHY_VALUE_USES_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/why/value_sources.h"

namespace paddock {

class ValueUses {
 public:
  ValueUses(const Program& program, const ValueSources& sources);

  // Operation and operand that reads the value, perhaps as an argument of a region or a function,
  // or a result of a loop, a branch or a call.
  struct Reader {
    const Operation* operation = nullptr;
    const Value* operand = nullptr;
    // The tile, or the result joined of tiles, that sdy.manual_computation makes of the operand;
    // null for other operations, which read it for all their results.
    const Value* made = nullptr;
  };
  struct Readers {
    std::vector<Reader> readers;
    // Indices of the results of a function that is not called.
    std::vector<size_t> results;
  };
  Readers ReadersOf(const Value& value) const;

 private:
  using Use = std::pair<const Operation*, uint32_t>;
  // Adds the names that the value has behind this use of its name number `at`. Returns false if the
  // use reads its cells.
  bool AddNames(const Use& use, size_t at, std::vector<const Value*>& names,
                Readers& readers) const;
  bool AddReturned(const Use& use, size_t at, std::vector<const Value*>& names,
                   Readers& readers) const;
  static void AddTile(const Reader& reader, const Value& inside, const Value& outside,
                      std::vector<const Value*>& names, Readers& readers);

  const ValueSources& sources_;
  std::unordered_map<const Value*, std::vector<Use>> uses_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_VALUE_USES_H_
