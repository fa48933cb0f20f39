// Handles of builders and their functions.
#ifndef PADDOCK_CORE_C_BUILDER_HANDLE_H_
#define PADDOCK_CORE_C_BUILDER_HANDLE_H_

#include "core/api/build/builder.h"
#include "core/api/build/function_steps.h"
#include "core/c/builder.h"
#include "core/c/handle.h"

struct paddock_builder {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-build");
  uint64_t tag = kTag;
  // Functions keep the program alive by themselves.
  paddock::build::ProgramBuilder program;
};

struct paddock_function_builder {
  explicit paddock_function_builder(const paddock::build::FunctionBuilder& function)
      : steps(function) {}

  static constexpr uint64_t kTag = paddock::c::TagOf("pd-funct");
  uint64_t tag = kTag;
  paddock::build::FunctionSteps steps;
};

#endif  // PADDOCK_CORE_C_BUILDER_HANDLE_H_
