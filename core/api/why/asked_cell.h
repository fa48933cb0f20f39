// AskedCell: a cell as people write it.
#ifndef PADDOCK_CORE_API_WHY_ASKED_CELL_H_
#define PADDOCK_CORE_API_WHY_ASKED_CELL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paddock {

struct AskedCell {
  std::string name;
  std::vector<int64_t> cell;
};

// Reads "%x[3, 5]", "x[3,5]" or "%x". Returns nothing for other texts.
std::optional<AskedCell> ReadAskedCell(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_ASKED_CELL_H_
