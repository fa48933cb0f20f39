#include "core/diagnostics/codes.h"

#include <algorithm>

namespace paddock {
namespace {

constexpr CodeInfo kCodes[] = {
#define PADDOCK_CODE(code, meaning, remedy) {code, meaning, remedy},
#include "core/diagnostics/codes.def"
#undef PADDOCK_CODE
};
static_assert(std::ranges::is_sorted(kCodes, {}, &CodeInfo::code));

}  // namespace

std::span<const CodeInfo> CodeTable() { return kCodes; }

const CodeInfo* FindCode(std::string_view code) {
  const auto at = std::ranges::lower_bound(kCodes, code, {}, &CodeInfo::code);
  return at != std::end(kCodes) && at->code == code ? at : nullptr;
}

}  // namespace paddock
