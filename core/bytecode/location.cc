#include "core/bytecode/location.h"

namespace paddock {

std::string QuoteLocation(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string quoted = "\"";
  for (char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code < 0x7F && c != '"' && c != '\\') {
      quoted += c;
      continue;
    }
    quoted += '\\';
    quoted += kDigits[code >> 4];
    quoted += kDigits[code & 15];
  }
  return quoted + '"';
}

std::string FileLocationText(std::string_view file, std::span<const uint64_t> numbers) {
  std::string text = QuoteLocation(file);
  const auto number = [&](size_t i) { return std::to_string(numbers[i]); };
  if (!numbers.empty()) text += ":" + number(0);
  if (numbers.size() > 1) text += ":" + number(1);
  if (numbers.size() == 3) text += " to :" + number(2);
  if (numbers.size() > 3) text += " to " + number(2) + ":" + number(3);
  return text;
}

}  // namespace paddock
