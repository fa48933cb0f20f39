// Programs for Python.
#ifndef PADDOCK_PYTHON_SRC_PROGRAM_H_
#define PADDOCK_PYTHON_SRC_PROGRAM_H_

#include <memory>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock::python {

struct LoadedProgram {
  std::shared_ptr<const Program> program;
  // Targets of custom calls that Python's functions have.
  std::vector<std::string> custom_call_targets = {};
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_PROGRAM_H_
