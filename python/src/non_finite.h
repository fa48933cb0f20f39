// Places where a run made a NaN or an infinity.
#ifndef PADDOCK_PYTHON_SRC_NON_FINITE_H_
#define PADDOCK_PYTHON_SRC_NON_FINITE_H_

#include <memory>

#include "core/api/program.h"
#include "core/api/why/non_finite_run.h"

namespace paddock::python {

struct FoundNonFinite {
  std::shared_ptr<const Program> program;
  NonFinite found;
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_NON_FINITE_H_
