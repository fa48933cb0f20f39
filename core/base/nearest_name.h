// Finds the intended name for a misspelt one.
#ifndef PADDOCK_CORE_BASE_NEAREST_NAME_H_
#define PADDOCK_CORE_BASE_NEAREST_NAME_H_

#include <optional>
#include <span>
#include <string_view>

namespace paddock {

struct NearestName {
  std::string_view name;
  // Whether `wrong` can only be a typing error; see IsMisspelling. Meaningless for names that
  // people choose freely.
  bool is_misspelling = false;
};

// Returns the candidate that differs least from `wrong`: by one letter in three, at most three. Two
// swapped neighbours count as one. Returns nothing if none is near, or two are equally near.
std::optional<NearestName> FindNearestName(std::string_view wrong,
                                           std::span<const std::string_view> candidates);

// Returns whether `wrong` can only be a typing error in `right`, one name of a fixed vocabulary.
// They differ only in case or underscores, or in one letter of one of the words that underscores
// and dots separate. That word is not in `vocabulary`, has at least five letters and no digit,
// begins with the right letter, and is no other form of the right word (`dimensions` of
// `dimension`). With a replaced letter, it has at least seven letters, because shorter words easily
// become other words (`slide`, `slice`).
bool IsMisspelling(std::string_view wrong, std::string_view right,
                   std::span<const std::string_view> vocabulary);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_NEAREST_NAME_H_
