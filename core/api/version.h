// Which Paddock this is.
#ifndef PADDOCK_CORE_API_VERSION_H_
#define PADDOCK_CORE_API_VERSION_H_

#include <string>
#include <string_view>
#include <vector>

namespace paddock {

inline constexpr std::string_view kVersion = "0.1.0";

// The SIMD target that kernels run on here: "AVX3", "SSE4", "NEON", "WASM" ...
std::string_view SimdTargetName();

// Everything the op table says, as JSON: {"ops": [...], "enums": [...], "structs": [...]}.
std::string OpTableJson();

struct OpSummary {
  std::string_view name;
  std::string_view doc;
  bool runs = false;  // else running it is the diagnostic "not yet implemented"
};
std::vector<OpSummary> OpSummaries();
// Targets of custom_call that run by themselves; a name may stand for several, with the letters of
// element types in braces.
std::vector<OpSummary> CustomCallSummaries();

}  // namespace paddock

#endif  // PADDOCK_CORE_API_VERSION_H_
