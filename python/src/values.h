// Values of a session by their names.
#ifndef PADDOCK_PYTHON_SRC_VALUES_H_
#define PADDOCK_PYTHON_SRC_VALUES_H_

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "core/api/observe/values.h"
#include "core/api/run/session.h"

namespace paddock::python {

// Named value of a program, or a leaf of one that is a tuple.
struct NamedLeaf {
  std::shared_ptr<const Program> program;
  ValueLeaf leaf;
};

using ProcessPair = std::pair<int64_t, int64_t>;

// Returns the process. Throws IndexError if the grid does not have it.
ProcessId ProcessOf(const Session& session, ProcessPair process);

// Signatures of the methods that call the functions below, for the stub.
inline constexpr const char* kValueSignature =
    "def value(self, leaf: Leaf, process: tuple[int, int], /) -> tuple[Tensor, str] | None";
inline constexpr const char* kSummarySignature =
    "def summary(self, leaf: Leaf, process: tuple[int, int], /) -> dict[str, Any] | None";
inline constexpr const char* kResultsSignature =
    "def results(self, process: tuple[int, int], /) -> list[tuple[Tensor | None, str]]";

// Returns (tensor, type), or None if the session does not hold the value.
nanobind::object ValueOf(const Session& session, const NamedLeaf& leaf, ProcessPair process);
// Returns the value's statistics, or None if the session does not hold it.
nanobind::object SummaryOf(const Session& session, const NamedLeaf& leaf, ProcessPair process);
// Returns (tensor or None, type) for each result of a process. Borrowed bytes are copied.
nanobind::list ResultsOf(const Session& session, ProcessPair process);

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_VALUES_H_
