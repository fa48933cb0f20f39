// References of a step by name (core/plan/references.h), while it is planned.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/plan/lowering/step_spec.h"
#include "core/plan/references.h"

namespace paddock {

// The phase in which members are leaves.
struct Planning {
  using Read = Leaf;
  using Write = Leaf;
  template <auto>
  using ReadSpan = std::vector<Leaf>;
  template <auto>
  using WriteSpan = std::vector<Leaf>;
};

namespace references {

inline std::span<const Leaf> LeavesOf(const Leaf& leaf) { return {&leaf, 1}; }
inline std::span<const Leaf> LeavesOf(const std::vector<Leaf>& leaves) { return leaves; }

// One member of a step's references.
struct PlannedMember {
  std::span<const Leaf> leaves;
  bool is_write = false;
};

// Returns the members in order.
template <template <class> class References>
auto PlannedMembersOf(const References<Planning>& all) {
  References<Running> running{};
  return std::apply(
      [&]<class... Members>(const Members&...) {
        return std::apply(
            [](const auto&... planned) {
              return std::array{PlannedMember{LeavesOf(planned), kIsWrite<Members>}...};
            },
            MembersOf<References>(all));
      },
      MembersOf<References>(running));
}

// Returns the sizes that the parameters give the members, in order.
template <template <class> class References, class... Parameters>
auto SizesOf(const Parameters&... parameters) {
  References<Running> running{};
  return std::apply(
      [&]<class... Members>(const Members&...) {
        return std::array<size_t, sizeof...(Members)>{
            MemberTraits<Members>::Size(parameters...)...};
      },
      MembersOf<References>(running));
}

// Sets the reads and writes of `spec`; sizes[i] is the size of members[i].
void SetMembers(StepSpec& spec, std::span<const PlannedMember> members,
                std::span<const size_t> sizes);

// Index of the reference that `leaf`, a member or an element of one, becomes.
uint32_t IndexOf(std::span<const PlannedMember> members, const Leaf& leaf);

}  // namespace references

// Sets the reads and writes of `spec`. `parameters` are the step's, if sizes depend on them.
template <template <class> class References, class... Parameters>
void SetReferences(StepSpec& spec, const References<Planning>& all,
                   const Parameters&... parameters) {
  references::SetMembers(spec, references::PlannedMembersOf(all),
                         references::SizesOf<References>(parameters...));
}

// For StepSpec::in_place: `write` may take the place of `read`. Both are members of `all`, or
// elements of one.
template <template <class> class References>
InPlacePair InPlace(const References<Planning>& all, const Leaf& write, const Leaf& read) {
  const auto members = references::PlannedMembersOf(all);
  return {references::IndexOf(members, write), references::IndexOf(members, read)};
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_
