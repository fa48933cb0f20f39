// MachineModel: chips and their links, from a small text file (docs/machine-model.md).
#ifndef PADDOCK_CORE_COST_MACHINE_MODEL_H_
#define PADDOCK_CORE_COST_MACHINE_MODEL_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/diagnostics/source.h"

namespace paddock {

enum class TopologyKind : uint8_t { kRing, kTorus, kTree, kFull };

// Algorithm of a collective.
enum class Algorithm : uint8_t {
  kRing,        // around a ring of the members, in one direction
  kTwoWayRing,  // in both directions, half of the bytes each
  kTorus,       // rings along every dimension of a box of chips, all dimensions at once
  kRecursive,   // pairs at distance n/2, n/4 ...: halving and doubling
  kTree,        // a binomial tree from or to the root
  kDirect,      // each to each at once
  kPairwise,    // one distance after the other
};
std::string_view ToString(TopologyKind kind);
std::string_view ToString(Algorithm algorithm);

struct MachineModel {
  std::string name;
  TopologyKind topology = TopologyKind::kRing;
  // A torus's dimensions, or the number of chips. Empty: one chip for each process of the grid; for
  // a torus, in `rank` dimensions that are as equal as possible.
  std::vector<int64_t> sizes;
  int64_t rank = 1;
  // Trees only: chips below a switch, and switches below the next.
  int64_t fanout = 8;
  // Trees only: bandwidth of the link above a switch, as a multiple of one below.
  double uplink = 1;

  double link_bandwidth = 0;  // bytes a second, in each direction
  double link_latency = 0;    // seconds a hop
  double flops = 0;           // operations on elements a second
  std::map<std::string, double, std::less<>> flops_of_type;
  double memory_bandwidth = 0;  // bytes a second
  double step_seconds = 0;      // minimum duration of a step
  // By operation without dialect; defaults follow from the topology.
  std::map<std::string, Algorithm, std::less<>> algorithms;

  // Returns the seconds of a step with these operations on elements of `type` and these bytes.
  double ComputeSeconds(uint64_t operations, uint64_t bytes, std::string_view type) const;
};

// Returns nothing, with diagnostics in `sink`, if the text is not a valid machine.
std::optional<MachineModel> ReadMachine(const Source& source, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_MACHINE_MODEL_H_
