// Options: the function, inputs and settings of a run.
#ifndef PADDOCK_PYTHON_SRC_OPTIONS_H_
#define PADDOCK_PYTHON_SRC_OPTIONS_H_

#include <memory>

#include "core/api/run/session.h"
#include "python/src/callbacks.h"

namespace paddock::python {

struct Options {
  std::shared_ptr<const Program> program;
  const FunctionInfo* entry = nullptr;
  SessionOptions session;
  std::shared_ptr<Pending> pending = std::make_shared<Pending>();
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_OPTIONS_H_
