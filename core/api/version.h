// Version and capabilities of this Paddock.
#ifndef PADDOCK_CORE_API_VERSION_H_
#define PADDOCK_CORE_API_VERSION_H_

#include <string>
#include <string_view>
#include <vector>

namespace paddock {

inline constexpr std::string_view kVersion = "0.1.0";

// Returns the SIMD target of the kernels here: "AVX3", "SSE4", "NEON", "WASM" ...
std::string_view SimdTargetName();

// Returns the op table as JSON: {"ops": [...], "enums": [...], "structs": [...]}.
std::string OpTableJson();

struct OpSummary {
  std::string_view name;
  std::string_view doc;
  bool runs = false;  // false: running it fails with "not yet implemented"
};
std::vector<OpSummary> OpSummaries();
// Returns the custom_call targets that run without a registered function. A name with letters of
// element types in braces denotes several targets.
std::vector<OpSummary> CustomCallSummaries();

}  // namespace paddock

#endif  // PADDOCK_CORE_API_VERSION_H_
