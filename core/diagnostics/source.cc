#include "core/diagnostics/source.h"

#include <algorithm>
#include <cstring>

namespace paddock {

const std::vector<uint32_t>& Source::LineStarts() const {
  const std::lock_guard lock(line_starts_mutex_);
  if (!line_starts_.empty()) return line_starts_;
  line_starts_.push_back(0);
  const char* begin = text_.data();
  const char* end = begin + text_.size();
  for (const char* at = begin; at < end;) {
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (newline == nullptr) break;
    at = static_cast<const char*>(newline) + 1;
    line_starts_.push_back(static_cast<uint32_t>(at - begin));
  }
  return line_starts_;
}

size_t Source::LineIndex(uint32_t offset) const {
  const std::vector<uint32_t>& starts = LineStarts();
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  return static_cast<size_t>(after - starts.begin()) - 1;
}

LineColumn Source::Locate(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const size_t line = LineIndex(offset);
  return {first_line_ + static_cast<uint32_t>(line), offset - line_starts_[line] + 1};
}

std::string_view Source::LineAt(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const size_t begin = line_starts_[LineIndex(offset)];
  const size_t newline = text_.find('\n', begin);
  const size_t end = newline == std::string::npos ? text_.size() : newline;
  return std::string_view(text_).substr(begin, end - begin);
}

}  // namespace paddock
