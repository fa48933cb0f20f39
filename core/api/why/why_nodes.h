// WhyNodes: the nodes of a chain, one for each cell and computation.
#ifndef PADDOCK_CORE_API_WHY_WHY_NODES_H_
#define PADDOCK_CORE_API_WHY_WHY_NODES_H_

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/api/why/cell_value.h"
#include "core/api/why/run_reader.h"
#include "core/api/why/why.h"

namespace paddock {

class WhyNodes {
 public:
  WhyNodes(RunReader& reader, WhyChain& chain) : reader_(reader), chain_(chain) {}

  // Returns the number of the node of this cell at its source. Nothing if the chain would get more
  // than `most` nodes.
  std::optional<size_t> Get(const ValueSource& source, std::span<const int64_t> cell, size_t depth,
                            size_t most);

  struct Place {
    ValueSource::Kind kind = ValueSource::Kind::kUnknown;
    ValueMoment moment;
    CellValue value;
  };
  const Place& PlaceOf(size_t node) const { return places_[node]; }
  RunReader& reader() const { return reader_; }
  WhyChain& chain() const { return chain_; }
  WhyNode& node(size_t number) const { return chain_.nodes[number]; }

 private:
  void Describe(const ValueSource& source, WhyNode& node) const;
  void DescribeTime(const ValueSource& source, WhyNode& node) const;

  RunReader& reader_;
  WhyChain& chain_;
  using Key = std::tuple<const Value*, int64_t, uint64_t, std::vector<int64_t>>;
  std::map<Key, size_t> numbers_;
  std::vector<Place> places_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_NODES_H_
