// The name that a misspelt one was meant to be.
#ifndef PADDOCK_CORE_BASE_NEAREST_NAME_H_
#define PADDOCK_CORE_BASE_NEAREST_NAME_H_

#include <optional>
#include <span>
#include <string_view>

namespace paddock {

struct NearestName {
  std::string_view name;
  // One letter is wrong, missing, too much or out of place, or only their cases differ; and
  // `wrong` is long enough for that to be no chance.
  bool is_certain = false;
};

// The candidate that differs least from `wrong`: by one letter in three, at most three, where
// two neighbours that changed places count as one. Nothing if none does, or two do alike.
std::optional<NearestName> FindNearestName(std::string_view wrong,
                                           std::span<const std::string_view> candidates);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_NEAREST_NAME_H_
