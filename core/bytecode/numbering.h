// Numbering: indices of all items of an artifact. The order is MLIR's, so that artifacts are
// identical to the byte.
//
// A walk lists items in the order of their first use. They are sorted by descending frequency, then
// grouped by dialect within the numbers of equal length in bytes.
#ifndef PADDOCK_CORE_BYTECODE_NUMBERING_H_
#define PADDOCK_CORE_BYTECODE_NUMBERING_H_

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytecode/wire.h"
#include "core/bytecode/wire_module.h"

namespace paddock {

class Numbering {
 public:
  // Sets is_isolated of the operations of `module`. `value_count` is the module's number of values,
  // `isolates_module_only` that of ArtifactOrigin.
  Numbering(const WirePool& pool, WireOperation& module, uint32_t value_count,
            bool isolates_module_only);

  const std::vector<WireDialect>& dialects() const { return dialects_; }
  uint32_t NumberOf(WireDialect dialect) const;
  // Returns the nodes of the pool by number.
  const std::vector<uint32_t>& attributes() const { return attributes_.order; }
  const std::vector<uint32_t>& types() const { return types_.order; }
  uint32_t attribute(uint32_t node) const { return attributes_.numbers[node]; }
  uint32_t type(uint32_t node) const { return types_.numbers[node]; }

  struct Name {
    WireDialect dialect;
    std::string_view name;
  };
  const std::vector<Name>& names() const { return names_; }
  uint32_t name(const WireOperation& operation) const;

  // Returns the number of a value within its isolated region.
  uint32_t value(const Value& value) const { return values_[value.id]; }
  // Returns the number of values that a region itself defines.
  uint32_t ValueCount(const WireRegion& region) const { return region_values_.at(&region); }

 private:
  struct Nodes {
    std::vector<uint32_t> counts;
    std::vector<uint32_t> order;
    std::vector<uint32_t> numbers;
  };

  void See(WireDialect dialect);
  void SeeNode(WireKind kind, uint32_t node);
  void SeeName(const WireOperation& operation);
  void SeeOperation(const WireOperation& operation);
  void SeeBlock(const WireBlock& block);
  void SeeRegion(const WireRegion& region);
  void FindIsolated(WireOperation& operation, std::vector<WireOperation*>& around);
  void NumberRegions(const WireOperation& module);
  void Finish(WireKind kind, Nodes& nodes);

  const WirePool& pool_;
  std::vector<WireDialect> dialects_;
  Nodes attributes_;
  Nodes types_;
  std::vector<Name> names_;
  std::vector<uint32_t> name_counts_;
  std::unordered_map<std::string_view, uint32_t> name_numbers_;
  std::vector<uint32_t> values_;
  std::unordered_map<const WireRegion*, uint32_t> region_values_;
  uint32_t next_value_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_NUMBERING_H_
