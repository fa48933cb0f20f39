#include "core/cost/topology.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace paddock {
namespace {

// Limit of links: 128 MiB of loads.
constexpr int64_t kMaximumLinks = int64_t{1} << 24;

// Returns `count` as `rank` factors that are as equal as possible, the largest first.
std::vector<int64_t> EqualFactors(int64_t count, int64_t rank) {
  std::vector<int64_t> sizes;
  for (int64_t left = rank; left > 0; --left) {
    auto size = static_cast<int64_t>(
        std::llround(std::pow(static_cast<double>(count), 1.0 / static_cast<double>(left))));
    while (count % size != 0) --size;
    sizes.push_back(left == 1 ? count : size);
    count /= sizes.back();
  }
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

}  // namespace

std::optional<Topology> Topology::Make(const MachineModel& machine, int64_t processes,
                                       std::string& problem) {
  Topology topology;
  topology.kind_ = machine.topology;
  topology.bandwidth_ = machine.link_bandwidth;
  topology.uplink_ = machine.uplink;
  topology.fanout_ = machine.fanout;
  int64_t chips = machine.sizes.empty() ? processes : 1;
  for (int64_t size : machine.sizes) chips *= size;
  topology.chip_count_ = chips;
  if (chips < processes) {
    problem = "the machine has " + std::to_string(chips) + " chips, but the grid has " +
              std::to_string(processes) + " processes";
    return std::nullopt;
  }
  switch (machine.topology) {
    case TopologyKind::kRing:
      topology.MakeTorus({chips});
      break;
    case TopologyKind::kTorus:
      topology.MakeTorus(machine.sizes.empty() ? EqualFactors(chips, machine.rank) : machine.sizes);
      break;
    case TopologyKind::kTree:
      topology.MakeTree(chips);
      break;
    case TopologyKind::kFull:
      if (chips * chips > kMaximumLinks) {
        problem = "a machine of " + std::to_string(chips) +
                  " chips with a link between every two has more links than can be followed; "
                  "4096 chips are possible";
        return std::nullopt;
      }
      topology.link_count_ = static_cast<size_t>(chips * chips);
      break;
  }
  return topology;
}

// Link (chip * rank + dimension) * 2 leads to the next chip, that plus 1 to the preceding one.
void Topology::MakeTorus(std::vector<int64_t> sizes) {
  sizes_ = std::move(sizes);
  link_count_ = static_cast<size_t>(chip_count_) * sizes_.size() * 2;
}

// Nodes of level 0 are chips; link level_links_[l] + 2 * node leads up from a node of level l,
// that plus 1 down to it.
bool Topology::MakeTree(int64_t chips) {
  for (int64_t nodes = chips; nodes > 1; nodes = (nodes + fanout_ - 1) / fanout_) {
    level_links_.push_back(link_count_);
    link_count_ += static_cast<size_t>(nodes) * 2;
  }
  return true;
}

std::string Topology::Name() const {
  std::string name(ToString(kind_));
  if (sizes_.empty()) name += " " + std::to_string(chip_count_);
  for (size_t i = 0; i < sizes_.size(); ++i) {
    name += (i == 0 ? " " : " x ") + std::to_string(sizes_[i]);
  }
  return name;
}

std::vector<int64_t> Topology::CoordinatesOf(int64_t chip) const {
  std::vector<int64_t> coordinates(sizes_.size());
  for (size_t i = sizes_.size(); i-- > 0;) {
    coordinates[i] = chip % sizes_[i];
    chip /= sizes_[i];
  }
  return coordinates;
}

double Topology::BandwidthOf(size_t link) const {
  if (kind_ != TopologyKind::kTree) return bandwidth_;
  const auto level = std::ranges::upper_bound(level_links_, link) - level_links_.begin() - 1;
  return bandwidth_ * std::pow(uplink_, static_cast<double>(level));
}

void Topology::FindRoute(int64_t from, int64_t to, std::vector<size_t>& links) const {
  links.clear();
  if (from == to) return;
  if (kind_ == TopologyKind::kFull) {
    links.push_back(static_cast<size_t>(from * chip_count_ + to));
    return;
  }
  if (kind_ == TopologyKind::kTree) {
    // Goes up on one side and down on the other until both meet.
    size_t level = 0;
    for (; from != to; ++level, from /= fanout_, to /= fanout_) {
      links.push_back(level_links_[level] + 2 * static_cast<size_t>(from));
      links.push_back(level_links_[level] + 2 * static_cast<size_t>(to) + 1);
    }
    return;
  }
  // Goes dimension by dimension, the last one first, in the shorter direction.
  int64_t stride = 1;
  int64_t at = from;
  for (size_t i = sizes_.size(); i-- > 0; stride *= sizes_[i]) {
    const int64_t size = sizes_[i];
    int64_t here = from / stride % size;
    const int64_t there = to / stride % size;
    const int64_t ahead = (there - here + size) % size;
    const bool is_ahead = 2 * ahead <= size;
    for (int64_t hops = is_ahead ? ahead : size - ahead; hops > 0; --hops) {
      const size_t dimension = static_cast<size_t>(at) * sizes_.size() + i;
      links.push_back(2 * dimension + (is_ahead ? 0 : 1));
      const int64_t next = (here + (is_ahead ? 1 : size - 1)) % size;
      at += (next - here) * stride;
      here = next;
    }
  }
}

}  // namespace paddock
