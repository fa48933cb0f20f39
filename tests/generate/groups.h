// Groups of collective operations in random programs.
#ifndef PADDOCK_TESTS_GENERATE_GROUPS_H_
#define PADDOCK_TESTS_GENERATE_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generate/writer.h"

namespace paddock::generate {

enum class GroupKind : uint8_t {
  kReplica,  // all_reduce and its like: replicas, both, or flattened ids
  kEither,   // all_to_all and its like: replicas, or partitions
};

enum class GroupShape : uint8_t {
  kEqual,   // every id, in groups of one size
  kRagged,  // every id, in groups of any size
  kPart,    // perhaps not all ids, in groups of one size
};

struct GroupChoice {
  // replica_groups, and channel_handle and use_global_device_ids if needed.
  std::string attributes;
  // Number of processes in the smallest and in the largest group.
  int64_t least = 1;
  int64_t most = 1;
};

// Chooses groups, with the ids in random order.
GroupChoice ChooseGroups(Writer& writer, GroupKind kind, GroupShape shape);

// Returns the channel_handle of a channel; empty for 0.
std::string ChannelText(int64_t channel);
// Returns a channel that no other operation of the program has.
int64_t NewChannel(Writer& writer);

// Returns pairs of some of the ids 0 .. count, each at most once a source and once a target.
std::string PairsText(Writer& writer, int64_t count);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_GROUPS_H_
