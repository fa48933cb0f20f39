// References of a step by name. A step declares them once, as a struct template over the phase:
//
//   template <class Phase>
//   struct SliceReferences {
//     Read<Phase> operand;
//     ReadSpan<Phase, &SliceParameters::rank> start_indices;
//     Write<Phase> result;
//   };
//
// The Lower function fills SliceReferences<Planning> with leaves, and SetReferences
// (core/plan/lowering/planned_references.h) makes the reads and writes of its StepSpec from them.
// The step function calls Bind, which returns SliceReferences<Running>, with addresses.
//
// Members are references in the order of declaration: first all reads, then all writes. The size of
// a span is a constant, or a member of the parameters: a number, a container of that size, or a
// function that returns either.
#ifndef PADDOCK_CORE_PLAN_REFERENCES_H_
#define PADDOCK_CORE_PLAN_REFERENCES_H_

#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/plan/step.h"

namespace paddock {

// Addresses of kSize references.
template <class Address, auto kSize>
struct AddressSpan : std::span<const Address> {
  AddressSpan() = default;
  AddressSpan(const Address* first, size_t count) : std::span<const Address>(first, count) {}
};

// The phase in which members are addresses. Planning is in planned_references.h.
struct Running {
  using Read = const std::byte*;
  using Write = std::byte*;
  template <auto kSize>
  using ReadSpan = AddressSpan<const std::byte*, kSize>;
  template <auto kSize>
  using WriteSpan = AddressSpan<std::byte*, kSize>;
};

template <class Phase>
using Read = typename Phase::Read;
template <class Phase>
using Write = typename Phase::Write;
template <class Phase, auto kSize>
using ReadSpan = typename Phase::template ReadSpan<kSize>;
template <class Phase, auto kSize>
using WriteSpan = typename Phase::template WriteSpan<kSize>;

namespace references {

// Initializes any member; for counting them.
struct AnyMember {
  template <class T>
  operator T() const;  // NOLINT: converts on purpose
};

template <class Struct, class... Members>
constexpr size_t CountMembers() {
  if constexpr (requires { Struct{Members()..., AnyMember()}; }) {
    return CountMembers<Struct, Members..., AnyMember>();
  } else {
    return sizeof...(Members);
  }
}

template <template <class> class References>
inline constexpr size_t kMemberCount = CountMembers<References<Running>>();

// References to all members, in order.
template <template <class> class References, class Struct>
constexpr auto MembersOf(Struct& all) {
  constexpr size_t kCount = kMemberCount<References>;
  static_assert(kCount >= 1 && kCount <= 8);
  if constexpr (kCount == 1) {
    auto& [a] = all;
    return std::tie(a);
  } else if constexpr (kCount == 2) {
    auto& [a, b] = all;
    return std::tie(a, b);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = all;
    return std::tie(a, b, c);
  } else if constexpr (kCount == 4) {
    auto& [a, b, c, d] = all;
    return std::tie(a, b, c, d);
  } else if constexpr (kCount == 5) {
    auto& [a, b, c, d, e] = all;
    return std::tie(a, b, c, d, e);
  } else if constexpr (kCount == 6) {
    auto& [a, b, c, d, e, f] = all;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (kCount == 7) {
    auto& [a, b, c, d, e, f, g] = all;
    return std::tie(a, b, c, d, e, f, g);
  } else {
    auto& [a, b, c, d, e, f, g, h] = all;
    return std::tie(a, b, c, d, e, f, g, h);
  }
}

// A member of the phase Running: the address type, and the number of references.
template <class Member>
struct MemberTraits {
  using Address = Member;
  template <class... Parameters>
  static constexpr size_t Size(const Parameters&...) {
    return 1;
  }
};

template <class MemberAddress, auto kSize>
struct MemberTraits<AddressSpan<MemberAddress, kSize>> {
  using Address = MemberAddress;
  template <class... Parameters>
  static constexpr size_t Size(const Parameters&... parameters) {
    if constexpr (std::is_integral_v<decltype(kSize)>) {
      return static_cast<size_t>(kSize);
    } else {
      const auto& size = std::invoke(kSize, parameters...);
      if constexpr (requires { size.size(); }) {
        return size.size();
      } else {
        return static_cast<size_t>(size);
      }
    }
  }
};

template <class Member>
inline constexpr bool kIsWrite = std::is_same_v<typename MemberTraits<Member>::Address, std::byte*>;

template <class... Members>
constexpr bool AreReadsFirst() {
  bool has_writes = false, are_first = true;
  ((are_first &= kIsWrite<Members> || !has_writes, has_writes |= kIsWrite<Members>), ...);
  return are_first;
}

// Takes the addresses of a member off the front of `next`.
template <class Member, class... Parameters>
void Take(Member& member, std::byte* const*& next, const Parameters&... parameters) {
  const size_t size = MemberTraits<Member>::Size(parameters...);
  if constexpr (std::is_pointer_v<Member>) {
    member = *next;
  } else {
    member = Member(next, size);
  }
  next += size;
}

}  // namespace references

// Returns the references of a step by name. `parameters` are the step's, if sizes depend on them.
// Compilers fold the struct away, unless a lambda for RunChunks captures it: where nanoseconds
// count, bind in the lambda, or let it capture members by value.
template <template <class> class References, class... Parameters>
References<Running> Bind(std::byte* const* pointers, const Parameters&... parameters) {
  References<Running> bound{};
  std::apply(
      [&]<class... Members>(Members&... members) {
        static_assert(references::AreReadsFirst<Members...>());
        (references::Take(members, pointers, parameters...), ...);
      },
      references::MembersOf<References>(bound));
  return bound;
}

template <template <class> class References, class... Parameters>
References<Running> Bind(const StepContext& context, const Parameters&... parameters) {
  return Bind<References>(context.pointers, parameters...);
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_REFERENCES_H_
