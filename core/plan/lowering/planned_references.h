// References of a step by name (core/plan/references.h), while it is planned.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/check.h"
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

// Calls visit.operator()<Member>(leaves) for each, in order; Member is its type in phase Running.
template <template <class> class References, class Visit>
void ForEachMember(const References<Planning>& all, Visit visit) {
  References<Running> running{};
  std::apply(
      [&]<class... Members>(const Members&...) {
        std::apply(
            [&](const auto&... planned) {
              (visit.template operator()<Members>(LeavesOf(planned)), ...);
            },
            MembersOf<References>(all));
      },
      MembersOf<References>(running));
}

// Index of the reference that `leaf`, a member of `all` or an element of one, becomes.
template <template <class> class References>
uint32_t IndexOf(const References<Planning>& all, const Leaf& leaf) {
  size_t before = 0, index = 0;
  bool is_found = false;
  ForEachMember(all, [&]<class Member>(std::span<const Leaf> leaves) {
    const Leaf* const first = leaves.data();
    const bool is_here = !leaves.empty() && std::less_equal()(first, &leaf) &&
                         std::less()(&leaf, first + leaves.size());
    if (is_here) {
      is_found = true;
      index = before + static_cast<size_t>(&leaf - first);
    }
    before += leaves.size();
  });
  PADDOCK_CHECK(is_found);
  return static_cast<uint32_t>(index);
}

}  // namespace references

// Sets the reads and writes of `spec`. `parameters` are the step's, if sizes depend on them.
template <template <class> class References, class... Parameters>
void SetReferences(StepSpec& spec, const References<Planning>& all,
                   const Parameters&... parameters) {
  spec.reads.clear();
  spec.writes.clear();
  references::ForEachMember(all, [&]<class Member>(std::span<const Leaf> leaves) {
    PADDOCK_CHECK(leaves.size() == references::MemberTraits<Member>::Size(parameters...));
    std::vector<Leaf>& target = references::kIsWrite<Member> ? spec.writes : spec.reads;
    target.insert(target.end(), leaves.begin(), leaves.end());
  });
}

// For StepSpec::in_place: `write` may take the place of `read`. Both are members of `all`, or
// elements of one.
template <template <class> class References>
InPlacePair InPlace(const References<Planning>& all, const Leaf& write, const Leaf& read) {
  return {references::IndexOf(all, write), references::IndexOf(all, read)};
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLANNED_REFERENCES_H_
