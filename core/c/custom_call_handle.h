// Registries of custom calls, and their targets.
#ifndef PADDOCK_CORE_C_CUSTOM_CALL_HANDLE_H_
#define PADDOCK_CORE_C_CUSTOM_CALL_HANDLE_H_

#include <string>
#include <vector>

#include "core/c/custom_call.h"
#include "core/c/handle.h"
#include "core/run/custom_call.h"

struct paddock_custom_calls {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-calls");
  uint64_t tag = kTag;
  paddock::CustomCallRegistry registry;
  std::vector<std::string> targets;
};

#endif  // PADDOCK_CORE_C_CUSTOM_CALL_HANDLE_H_
