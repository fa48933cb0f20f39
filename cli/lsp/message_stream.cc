#include "cli/lsp/message_stream.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace paddock::lsp {
namespace {

constexpr std::string_view kHeaderEnd = "\r\n\r\n";
constexpr size_t kLongestHeader = 4096;
constexpr size_t kLongestMessage = size_t{1} << 30;

bool IsSameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Reads the length from the fields of a header.
std::optional<size_t> LengthIn(std::string_view header) {
  constexpr std::string_view kField = "Content-Length:";
  while (!header.empty()) {
    std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(line.size() + 2, header.size()));
    const bool is_length = line.size() > kField.size() &&
                           std::ranges::equal(line.substr(0, kField.size()), kField, IsSameLetter);
    if (!is_length) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', kField.size()), line.size()));
    size_t length = 0;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), length);
    if (read.ec != std::errc() || length > kLongestMessage) return std::nullopt;
    return length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> MessageStream::Break() {
  is_broken_ = true;
  return std::nullopt;
}

std::optional<std::string> MessageStream::Next() {
  if (is_broken_) return std::nullopt;
  const std::string_view rest = std::string_view(bytes_).substr(begin_);
  const size_t header = rest.substr(0, kLongestHeader).find(kHeaderEnd);
  if (header == std::string_view::npos) {
    return rest.size() < kLongestHeader ? std::nullopt : Break();
  }
  const std::optional<size_t> length = LengthIn(rest.substr(0, header));
  if (!length) return Break();
  const size_t start = header + kHeaderEnd.size();
  if (rest.size() < start + *length) return std::nullopt;
  std::string message(rest.substr(start, *length));
  begin_ += start + *length;
  // Moving the rest after every message would take quadratic time.
  if (begin_ > bytes_.size() / 2) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  return message;
}

std::string Framed(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + std::string(kHeaderEnd) +
         std::string(message);
}

}  // namespace paddock::lsp
