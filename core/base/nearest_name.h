// The name that a misspelt one was meant to be.
#ifndef PADDOCK_CORE_BASE_NEAREST_NAME_H_
#define PADDOCK_CORE_BASE_NEAREST_NAME_H_

#include <optional>
#include <span>
#include <string_view>

namespace paddock {

struct NearestName {
  std::string_view name;
  // `wrong` is a typing error and no word: see IsMisspelling. Meaningless for names that people
  // make up, where any letters may be a name of their own.
  bool is_misspelling = false;
};

// Returns the candidate that differs least from `wrong`: by one letter in three, at most three. Two
// swapped neighbours count as one. Returns nothing if none is near, or two are equally near.
std::optional<NearestName> FindNearestName(std::string_view wrong,
                                           std::span<const std::string_view> candidates);

// Returns whether `wrong` can only be a typing error in `right`, one name of a fixed vocabulary.
// They differ in case or underscores alone, or in one letter within one of the words that
// underscores and dots separate. That word is no word of `vocabulary`, has at least five letters
// and no digit, begins with the right letter, and is no other form of the right word (`dimensions`
// of `dimension`). A replaced letter makes other words too easily (`slide`, `slice`): there the
// word has at least seven.
bool IsMisspelling(std::string_view wrong, std::string_view right,
                   std::span<const std::string_view> vocabulary);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_NEAREST_NAME_H_
