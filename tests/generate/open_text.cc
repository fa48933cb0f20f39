#include "tests/generate/open_text.h"

namespace paddock::generate {
namespace {

// <kBegin open kBetween closed kEnd>
constexpr char kBegin = '\1', kBetween = '\2', kEnd = '\3';

}  // namespace

std::string Either(const std::string& open, const std::string& closed) {
  if (open == closed) return open;
  return kBegin + open + kBetween + closed + kEnd;
}

std::string Resolve(std::string_view text, bool is_open) {
  std::string resolved;
  // Nesting depth, and the depth at which the omitted version begins; 0 for none.
  int depth = 0, left_out = 0;
  for (char c : text) {
    if (c == kBegin) {
      ++depth;
      if (left_out == 0 && !is_open) left_out = depth;
    } else if (c == kBetween) {
      if (left_out == 0) {
        left_out = depth;
      } else if (left_out == depth) {
        left_out = 0;
      }
    } else if (c == kEnd) {
      if (left_out == depth) left_out = 0;
      --depth;
    } else if (left_out == 0) {
      resolved += c;
    }
  }
  return resolved;
}

}  // namespace paddock::generate
