#include "core/plan/lowering/planned_references.h"

#include <functional>

#include "core/base/check.h"

namespace paddock::references {

void SetMembers(StepSpec& spec, std::span<const PlannedMember> members,
                std::span<const size_t> sizes) {
  spec.reads.clear();
  spec.writes.clear();
  for (size_t i = 0; i < members.size(); ++i) {
    const PlannedMember& member = members[i];
    PADDOCK_CHECK(member.leaves.size() == sizes[i]);
    std::vector<Leaf>& target = member.is_write ? spec.writes : spec.reads;
    target.insert(target.end(), member.leaves.begin(), member.leaves.end());
  }
}

uint32_t IndexOf(std::span<const PlannedMember> members, const Leaf& leaf) {
  size_t before = 0;
  for (const PlannedMember& member : members) {
    const Leaf* const first = member.leaves.data();
    const bool is_here = !member.leaves.empty() && std::less_equal()(first, &leaf) &&
                         std::less()(&leaf, first + member.leaves.size());
    if (is_here) return static_cast<uint32_t>(before + static_cast<size_t>(&leaf - first));
    before += member.leaves.size();
  }
  PADDOCK_CHECK(false);
  return 0;
}

}  // namespace paddock::references
