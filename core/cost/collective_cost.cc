#include "core/cost/collective_cost.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/cost/network.h"

namespace paddock {
namespace {

using Group = std::vector<int64_t>;

bool IsRooted(std::string_view operation) {
  return operation == "collective_broadcast" || operation == "collective_reduce";
}

Algorithm ChosenAlgorithm(const MachineModel& machine, std::string_view operation) {
  if (operation == "cross-replica-sum") operation = "all_reduce";
  const auto chosen = machine.algorithms.find(operation);
  if (chosen != machine.algorithms.end()) return chosen->second;
  if (operation == "all_to_all") return Algorithm::kDirect;
  if (IsRooted(operation)) return Algorithm::kTree;
  switch (machine.topology) {
    case TopologyKind::kRing:
      return Algorithm::kTwoWayRing;
    case TopologyKind::kTorus:
      return Algorithm::kTorus;
    case TopologyKind::kTree:
      return Algorithm::kRecursive;
    case TopologyKind::kFull:
      break;
  }
  return Algorithm::kDirect;
}

// A group as all combinations of some coordinates in each dimension.
struct CoordinateBox {
  // Sorted, by dimension.
  std::vector<std::vector<int64_t>> sides;

  // Dimensions along which members differ.
  std::vector<size_t> Dimensions() const {
    std::vector<size_t> dimensions;
    for (size_t i = 0; i < sides.size(); ++i) {
      if (sides[i].size() > 1) dimensions.push_back(i);
    }
    return dimensions;
  }
};

std::optional<CoordinateBox> BoxOf(const Topology& topology, const Group& group) {
  CoordinateBox box;
  box.sides.resize(topology.sizes().size());
  for (int64_t chip : group) {
    const std::vector<int64_t> at = topology.CoordinatesOf(chip);
    for (size_t i = 0; i < at.size(); ++i) box.sides[i].push_back(at[i]);
  }
  size_t count = 1;
  for (auto& side : box.sides) {
    std::ranges::sort(side);
    side.erase(std::ranges::unique(side).begin(), side.end());
    count *= side.size();
  }
  // Members are distinct, so a group with as many members as the box fills it.
  return count == group.size() && !box.sides.empty() ? std::optional(box) : std::nullopt;
}

// Cost of groups of one size that communicate at once.
class GroupsCost {
 public:
  GroupsCost(const Topology& topology, Network& network, std::vector<const Group*> groups,
             Algorithm algorithm)
      : topology_(topology),
        network_(network),
        groups_(std::move(groups)),
        algorithm_(algorithm),
        size_(static_cast<int64_t>(groups_.front()->size())) {
    if (algorithm_ == Algorithm::kTorus && !FindBoxes()) algorithm_ = Algorithm::kTwoWayRing;
    const bool is_power = std::has_single_bit(static_cast<uint64_t>(size_));
    if (algorithm_ == Algorithm::kRecursive && !is_power) algorithm_ = Algorithm::kTwoWayRing;
  }

  Algorithm algorithm() const { return algorithm_; }
  int64_t rounds() const { return rounds_; }

  double Seconds(std::string_view operation, double bytes) {
    if (size_ == 1) return 0;
    const auto members = static_cast<double>(size_);
    if (operation == "all_to_all") return Exchange(bytes);
    if (IsRooted(operation)) return Rooted(bytes);
    if (operation == "all_gather") return Half(bytes * members);
    if (operation == "reduce_scatter") return Half(bytes);
    // all_reduce and cross-replica-sum: a reduction to one member or scattered over all, and back.
    if (algorithm_ == Algorithm::kTree) return Rooted(bytes) + Rooted(bytes);
    return Half(bytes) + Half(bytes);
  }

 private:
  double End(int64_t times = 1) {
    rounds_ += times;
    return network_.End(times);
  }

  // A reduce_scatter of `bytes` for each member; reversed, it is the all_gather with this many
  // bytes.
  double Half(double bytes) {
    switch (algorithm_) {
      case Algorithm::kTorus:
        return TorusHalf(bytes);
      case Algorithm::kRecursive:
        return RecursiveHalf(bytes);
      case Algorithm::kDirect:
        return Exchange(bytes);
      default:
        return RingHalf(bytes, algorithm_ == Algorithm::kTwoWayRing);
    }
  }

  void AddNeighbors(int64_t chip, int64_t next, int64_t before, double bytes, bool is_two_way) {
    network_.Add(chip, next, is_two_way ? bytes / 2 : bytes);
    if (is_two_way) network_.Add(chip, before, bytes / 2);
  }

  double RingHalf(double bytes, bool is_two_way) {
    for (const Group* group : groups_) {
      Group ring = *group;
      std::ranges::sort(ring);
      for (size_t i = 0; i < ring.size(); ++i) {
        AddNeighbors(ring[i], ring[(i + 1) % ring.size()],
                     ring[(i + ring.size() - 1) % ring.size()], bytes / static_cast<double>(size_),
                     is_two_way);
      }
    }
    return End(size_ - 1);
  }

  double RecursiveHalf(double bytes) {
    double seconds = 0;
    for (int64_t distance = size_ / 2; distance >= 1; distance /= 2) {
      for (const Group* group : groups_) {
        for (size_t i = 0; i < group->size(); ++i) {
          network_.Add((*group)[i], (*group)[i ^ static_cast<size_t>(distance)],
                       bytes * static_cast<double>(distance) / static_cast<double>(size_));
        }
      }
      seconds += End();
    }
    return seconds;
  }

  // Splits the bytes into one part for each dimension. Each part visits the dimensions in turn,
  // starting with a different one, so the links of all dimensions are always busy.
  double TorusHalf(double bytes) {
    const std::vector<size_t> dimensions = boxes_.front().Dimensions();
    const size_t rank = dimensions.size();
    std::vector<double> left(rank, bytes / static_cast<double>(rank));
    double seconds = 0;
    for (size_t turn = 0; turn < rank; ++turn) {
      double longest = 0;
      int64_t most_rounds = 0;
      for (size_t part = 0; part < rank; ++part) {
        const size_t dimension = dimensions[(part + turn) % rank];
        const auto side = static_cast<int64_t>(boxes_.front().sides[dimension].size());
        left[part] /= static_cast<double>(side);
        AddLines(dimension, left[part]);
        longest = std::max(longest, network_.End(side - 1));
        most_rounds = std::max(most_rounds, side - 1);
      }
      rounds_ += most_rounds;
      seconds += longest;
    }
    return seconds;
  }

  // Adds rings along one dimension of every box.
  void AddLines(size_t dimension, double bytes) {
    int64_t stride = 1;
    for (size_t i = dimension + 1; i < topology_.sizes().size(); ++i) {
      stride *= topology_.sizes()[i];
    }
    for (size_t g = 0; g < groups_.size(); ++g) {
      const std::vector<int64_t>& side = boxes_[g].sides[dimension];
      for (int64_t chip : *groups_[g]) {
        const int64_t at = chip / stride % topology_.sizes()[dimension];
        const auto place = static_cast<size_t>(std::ranges::lower_bound(side, at) - side.begin());
        const int64_t next = side[(place + 1) % side.size()];
        const int64_t before = side[(place + side.size() - 1) % side.size()];
        AddNeighbors(chip, chip + (next - at) * stride, chip + (before - at) * stride, bytes,
                     /*is_two_way=*/true);
      }
    }
  }

  // Each process sends a part to every other.
  double Exchange(double bytes) {
    double seconds = 0;
    const auto size = static_cast<size_t>(size_);
    for (size_t distance = 1; distance < size; ++distance) {
      for (const Group* group : groups_) {
        for (size_t i = 0; i < size; ++i) {
          network_.Add((*group)[i], (*group)[(i + distance) % size],
                       bytes / static_cast<double>(size_));
        }
      }
      if (algorithm_ == Algorithm::kPairwise) seconds += End();
    }
    return algorithm_ == Algorithm::kPairwise ? seconds : End();
  }

  // From the first member to all; reversed, it is a reduction.
  double Rooted(double bytes) {
    double seconds = 0;
    const auto size = static_cast<size_t>(size_);
    if (algorithm_ == Algorithm::kDirect) {
      for (const Group* group : groups_) {
        for (size_t i = 1; i < size; ++i) network_.Add(group->front(), (*group)[i], bytes);
      }
      return End();
    }
    for (size_t have = 1; have < size; have *= 2) {
      for (const Group* group : groups_) {
        for (size_t i = 0; i < have && i + have < size; ++i) {
          network_.Add((*group)[i], (*group)[i + have], bytes);
        }
      }
      seconds += End();
    }
    return seconds;
  }

  // All boxes must have equal sides, so that they advance together.
  bool FindBoxes() {
    for (const Group* group : groups_) {
      const auto box = BoxOf(topology_, *group);
      if (!box) return false;
      boxes_.push_back(*box);
      for (size_t i = 0; i < box->sides.size(); ++i) {
        if (box->sides[i].size() != boxes_.front().sides[i].size()) return false;
      }
    }
    return true;
  }

  const Topology& topology_;
  Network& network_;
  std::vector<const Group*> groups_;
  Algorithm algorithm_;
  int64_t size_;
  int64_t rounds_ = 0;
  std::vector<CoordinateBox> boxes_;
};

}  // namespace

CollectiveCost CostOfCollective(const MachineModel& machine, const Topology& topology,
                                std::string_view operation,
                                std::span<const std::vector<int64_t>> groups, double bytes) {
  CollectiveCost cost;
  Network network(machine, topology);
  std::map<size_t, std::vector<const Group*>> by_size;
  for (const Group& group : groups) by_size[group.size()].push_back(&group);
  for (auto& [size, same] : by_size) {
    if (size == 0) continue;
    GroupsCost some(topology, network, std::move(same), ChosenAlgorithm(machine, operation));
    cost.seconds = std::max(cost.seconds, some.Seconds(operation, bytes));
    cost.rounds = std::max(cost.rounds, some.rounds());
    cost.algorithm = some.algorithm();
  }
  network.CountLinks(cost);
  return cost;
}

CollectiveCost CostOfMessages(const MachineModel& machine, const Topology& topology,
                              std::span<const ChipPair> pairs, double bytes) {
  CollectiveCost cost;
  Network network(machine, topology);
  for (const ChipPair& pair : pairs) network.Add(pair.source, pair.target, bytes);
  cost.seconds = network.End();
  cost.rounds = 1;
  network.CountLinks(cost);
  return cost;
}

}  // namespace paddock
