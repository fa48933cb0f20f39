// The name that a misspelt one was meant to be.
#ifndef PADDOCK_CORE_BASE_NEAREST_NAME_H_
#define PADDOCK_CORE_BASE_NEAREST_NAME_H_

#include <optional>
#include <span>
#include <string_view>

namespace paddock {

struct NearestName {
  std::string_view name;
  // `wrong` is a slip of the keyboard and no word: see IsMisspelling. Says nothing of names that
  // people make up, where any letters may be a name of their own.
  bool is_misspelling = false;
};

// The candidate that differs least from `wrong`: by one letter in three, at most three, where
// two neighbours that changed places count as one. Nothing if none does, or two do alike.
std::optional<NearestName> FindNearestName(std::string_view wrong,
                                           std::span<const std::string_view> candidates);

// Whether `wrong` can only be a slip in writing `right`, one name of a fixed vocabulary: they
// differ in case or underscores alone; or in one letter within one of the words that underscores
// and dots separate. That word is no word of `vocabulary`, has at least five letters and no digit,
// begins with the right letter, and is no other form of the right word (`dimensions` of
// `dimension`). A letter that stands for another makes other words too easily (`slide`, `slice`):
// there the word has at least seven.
bool IsMisspelling(std::string_view wrong, std::string_view right,
                   std::span<const std::string_view> vocabulary);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_NEAREST_NAME_H_
