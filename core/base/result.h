// Result<T>: a value, or a failure whose diagnostics were reported.
#ifndef PADDOCK_CORE_BASE_RESULT_H_
#define PADDOCK_CORE_BASE_RESULT_H_

#include <expected>

namespace paddock {

// A failure without details: the diagnostics are in the DiagnosticSink of the same call.
struct Failure {};

template <class T>
using Result = std::expected<T, Failure>;

// Returns the error of a Result<T>: `return Failed();`.
inline std::unexpected<Failure> Failed() { return std::unexpected(Failure{}); }

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_RESULT_H_
