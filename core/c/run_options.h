// Converts inputs and options of the C interface to those of a session.
#ifndef PADDOCK_CORE_C_RUN_OPTIONS_H_
#define PADDOCK_CORE_C_RUN_OPTIONS_H_

#include <memory>

#include "core/api/run/session.h"
#include "core/c/handle.h"
#include "core/c/inputs.h"
#include "core/c/session.h"

struct paddock_inputs {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-input");
  uint64_t tag = kTag;
  std::shared_ptr<const paddock::Program> program;
  const paddock::FunctionInfo* function = nullptr;
  // Has the entry, inputs and feeds; all other members have their defaults.
  paddock::SessionOptions options;
};

namespace paddock::c {

// Stores the options of a session of `program`. Fails for handles, struct sizes and enumerators
// that are wrong.
paddock_status MakeSessionOptions(const paddock_program* program, const paddock_inputs* inputs,
                                  const paddock_run_options* given, SessionOptions& options);

// Leaf of a value that is defined at a place of the text.
struct NamedValue {
  uint32_t offset;
  ProcessId process;
  size_t index;
  size_t part;
};
// Stores a value that a session holds; see paddock_session_value.
paddock_status StoreValue(const Session& session, const Program& program, const NamedValue& named,
                          paddock_tensor** tensor);
// Passes a value that a session holds to a callback; see paddock_session_look.
paddock_status LookAtValue(const Session& session, const Program& program, const NamedValue& named,
                           paddock_look look, void* user_data);
// Stores a result of a finished session.
paddock_status StoreResult(const Session& session, ProcessId process, size_t index,
                           paddock_tensor** tensor);

}  // namespace paddock::c

#endif  // PADDOCK_CORE_C_RUN_OPTIONS_H_
