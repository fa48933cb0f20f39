// Programs for Python.
#ifndef PADDOCK_PYTHON_SRC_PROGRAM_H_
#define PADDOCK_PYTHON_SRC_PROGRAM_H_

#include <memory>

#include "core/api/program.h"

namespace paddock::python {

struct LoadedProgram {
  std::shared_ptr<const Program> program;
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_PROGRAM_H_
