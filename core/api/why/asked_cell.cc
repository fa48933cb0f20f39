#include "core/api/why/asked_cell.h"

#include <algorithm>
#include <utility>

namespace paddock {

std::optional<AskedCell> ReadAskedCell(std::string_view text) {
  const size_t bracket = std::min(text.find('['), text.size());
  AskedCell asked{std::string(text.substr(0, bracket)), {}};
  if (asked.name.empty()) return std::nullopt;
  if (bracket == text.size()) return asked;
  if (!text.ends_with(']')) return std::nullopt;
  text = text.substr(bracket + 1, text.size() - bracket - 2);
  int64_t index = -1;
  for (const char c : text) {
    if (c == ' ') continue;
    if (c == ',' && index >= 0) {
      asked.cell.push_back(std::exchange(index, -1));
    } else if (c >= '0' && c <= '9' && index < int64_t{1} << 56) {
      index = (index < 0 ? 0 : index * 10) + (c - '0');
    } else {
      return std::nullopt;
    }
  }
  if (index >= 0) asked.cell.push_back(index);
  return asked;
}

}  // namespace paddock
