// The sums that a sharding of Shardy leaves to devices, and its text.
#ifndef PADDOCK_CORE_PJRT_LEFT_SUMS_H_
#define PADDOCK_CORE_PJRT_LEFT_SUMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/module.h"
#include "core/plan/grid/mesh_sharding.h"

namespace paddock::pjrt {

struct LeftSum {
  // Parts of the mesh's axes along which devices have the tensors of a sum, in the mesh's order.
  std::vector<MeshSharding::AxisPart> parts;
  // Number of tensors, at least 2.
  int64_t count = 1;
  // Text that equal sums share.
  std::string key;
};

// Returns the sum along those of the sharding's unreduced axes that are in `axes`; `nullptr` means
// all. Returns nothing if there is none.
std::optional<LeftSum> LeftSumOf(const Module& module, const MeshSharding& sharding,
                                 const std::vector<std::string_view>* axes);

// Returns the sharding of the stack, which has one tensor of the sum on each device.
MeshSharding StackSharding(const MeshSharding& sharding, const LeftSum& sum);

// Reads `#sdy.sharding<..>` of one tensor. The module keeps what the result refers to.
std::optional<MeshSharding> ReadSharding(Module& module, std::string_view text);
// Print `#sdy.sharding<..>` and `#sdy.sharding_per_value<[..]>`.
std::string ShardingText(const MeshSharding& sharding);
std::string ShardingsText(const std::vector<MeshSharding>& shardings);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_LEFT_SUMS_H_
