// CompiledProgram: a program that is read, checked and planned for the devices of an executable.
#ifndef PADDOCK_CORE_PJRT_COMPILED_PROGRAM_H_
#define PADDOCK_CORE_PJRT_COMPILED_PROGRAM_H_

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/pjrt/compile_options.h"
#include "core/pjrt/error.h"
#include "core/pjrt/host_calls.h"
#include "core/pjrt/settings.h"
#include "core/pjrt/tiling.h"
#include "core/types/element_type.h"

namespace paddock::pjrt {

struct ArrayInfo {
  // A token has no elements: its buffer holds one boolean.
  bool is_token = false;
  ElementType element_type = ElementType::kF32;
  // Shape of the program's argument or result.
  std::vector<int64_t> shape;
  // Shape on one device, and the tile of each one.
  Tiling tiling;
  // Kind of the memory for a result: an index into kMemoryKinds.
  size_t memory_kind = 0;
};

// Immutable and thread-safe. It keeps its Program, so that all its values can be observed.
struct CompiledProgram {
  // Differs from that of every other one of this process.
  uint64_t number = 0;
  std::shared_ptr<const Program> program;
  std::unique_ptr<const HostCallUse> host_calls;
  const FunctionInfo* entry = nullptr;
  std::shared_ptr<const Plan> plan;
  // Options of a run, without inputs.
  SessionOptions session;
  CompileOptions options;
  std::string name;
  std::vector<ArrayInfo> arguments;
  std::vector<ArrayInfo> results;
  // Whether an argument's buffer is donated.
  std::vector<bool> is_donated;
  // Texts from which the program was compiled: the module, perhaps with stacked sums
  // (stacked_sums.h), and the serialized options.
  std::string code;
  std::string options_bytes;
  std::string fingerprint;
};

using CompileResult = std::expected<std::shared_ptr<const CompiledProgram>, Problem>;

// Compiles a module in text or bytes. `options_bytes` is a serialized CompileOptionsProto.
CompileResult CompileProgram(const Settings& settings, std::string code, std::string options_bytes);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_COMPILED_PROGRAM_H_
