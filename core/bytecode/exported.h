// Files of jax.export: a FlatBuffers table with a portable artifact and metadata of its arguments.
// The fields are those of JAX's serialization.fbs.
#ifndef PADDOCK_CORE_BYTECODE_EXPORTED_H_
#define PADDOCK_CORE_BYTECODE_EXPORTED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"

namespace paddock {

struct ExportedInfo {
  std::string function;
  uint32_t calling_convention = 0;
  // Version of JAX that wrote the file; empty in files of JAX before 0.12.
  std::string jax_version;
  std::vector<std::string> platforms;
  uint32_t device_count = 0;
  // Comment lines for the program's text: the data above, and for each argument and result its path
  // in the trees, symbolic sizes and sharding.
  std::string comment;
};

// Returns whether these are the bytes of an Exported.serialize() of JAX, even if truncated.
bool IsExported(std::string_view bytes);

// Reads the program and gives its arguments the names in JAX; see ReadArtifact.
std::unique_ptr<Module> ReadExported(std::span<const std::byte> bytes,
                                     const std::shared_ptr<const void>& owner, ExportedInfo& info,
                                     DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_EXPORTED_H_
