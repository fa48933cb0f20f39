// Topology: the links between chips, and the route of a message.
#ifndef PADDOCK_CORE_COST_TOPOLOGY_H_
#define PADDOCK_CORE_COST_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cost/machine_model.h"

namespace paddock {

// Links are directed. Chip k of a torus has the row-major coordinates of k. The leaves of a tree
// are chips in order, and its inner nodes are switches.
class Topology {
 public:
  // Returns the topology of a machine for `processes`, process k on chip k. Returns nothing, with a
  // sentence in `problem`, if it has too few chips or too many links.
  static std::optional<Topology> Make(const MachineModel& machine, int64_t processes,
                                      std::string& problem);

  int64_t chip_count() const { return chip_count_; }
  // "torus 8 x 8".
  std::string Name() const;
  TopologyKind kind() const { return kind_; }
  // One dimension for a ring; empty for a tree or a full machine.
  const std::vector<int64_t>& sizes() const { return sizes_; }
  std::vector<int64_t> CoordinatesOf(int64_t chip) const;

  size_t link_count() const { return link_count_; }
  // Returns the bandwidth of a link in bytes a second.
  double BandwidthOf(size_t link) const;
  // Writes the links from one chip to another, in order; none to itself.
  void FindRoute(int64_t from, int64_t to, std::vector<size_t>& links) const;

 private:
  void MakeTorus(std::vector<int64_t> sizes);
  bool MakeTree(int64_t chips);

  TopologyKind kind_ = TopologyKind::kRing;
  int64_t chip_count_ = 0;
  size_t link_count_ = 0;
  double bandwidth_ = 0;
  double uplink_ = 1;
  int64_t fanout_ = 0;
  std::vector<int64_t> sizes_;
  // Trees only: the first link of each level. A node has two, up and then down.
  std::vector<size_t> level_links_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_TOPOLOGY_H_
