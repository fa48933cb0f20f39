// Watched runs: runs that another part of the process performs instead of the plugin, such as one
// that keeps all values.
//
// The Python side installs a handler, which it finds in an extension of the PJRT interface. While
// one is installed, each run is offered to it, on the thread that starts the run.
#ifndef PADDOCK_CORE_PJRT_WATCHED_RUNS_H_
#define PADDOCK_CORE_PJRT_WATCHED_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <vector>

#include "core/pjrt/compiled_program.h"
#include "core/pjrt/error.h"
#include "core/pjrt/pjrt_header.h"
#include "core/tensor/tensor.h"

namespace paddock::pjrt {

extern "C" {

typedef struct paddock_watched_run {
  size_t struct_size;
  // Number of the compiled program in this process, from 1.
  uint64_t program;
  // The program as it was compiled: a text or an artifact.
  const char* code;
  size_t code_size;
  const char* name;
  size_t name_size;
  // Settings of the run.
  int64_t replicas;
  int64_t partitions;
  int64_t threads;
  uint64_t memory_bytes;
  int is_portable;
  // Addresses of the elements of whole arguments, in row-major order; null for a token.
  const void* const* operands;
  size_t operand_count;
  // Addresses for the elements of whole results: those of the first process, those of the second
  // one, and so on. Null for a token.
  void* const* results;
  size_t result_count;
} paddock_watched_run;

// Returns 0 if the plugin shall perform the run itself, 1 if the results are written, and 2 if the
// run failed. Then `message` lives until the thread's next run.
typedef int paddock_run_handler(const paddock_watched_run* run, const char** message);

// Extension of the interface. It begins like PJRT_Extension_Base, but its type is none of the
// enumerators. A null handler means that no run is offered.
typedef struct paddock_watched_runs_extension {
  size_t struct_size;
  int type;
  PJRT_Extension_Base* next;
  void (*set_handler)(paddock_run_handler* handler);
} paddock_watched_runs_extension;

}  // extern "C"

inline constexpr int kWatchedRunsExtensionType = 7033;

PJRT_Extension_Base* WatchedRunsExtension(PJRT_Extension_Base* next);

// Returns whether a handler is installed.
bool HasRunHandler();
// Results of each process.
using WholeResults = std::vector<std::vector<Tensor>>;
// Offers a run to the handler. Returns no results if the plugin shall perform it.
std::expected<std::optional<WholeResults>, Problem> OfferRun(const CompiledProgram& compiled,
                                                             std::span<const Tensor> inputs);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_WATCHED_RUNS_H_
