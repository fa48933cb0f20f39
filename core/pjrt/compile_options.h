// Options of a compilation, from a serialized CompileOptionsProto.
#ifndef PADDOCK_CORE_PJRT_COMPILE_OPTIONS_H_
#define PADDOCK_CORE_PJRT_COMPILE_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/process_grid.h"

namespace paddock::pjrt {

struct CompileOptions {
  GridSize grid{1, 1};
  // Device ids by flattened process. Empty: the first devices.
  std::vector<int64_t> devices;
  // Names of options that a caller sets for the compiler.
  std::vector<std::string> overrides;
};

// Returns nothing if the bytes are no such message.
std::optional<CompileOptions> ReadCompileOptions(std::string_view bytes);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_COMPILE_OPTIONS_H_
