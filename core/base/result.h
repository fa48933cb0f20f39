// Result<T>: a value, or the fact that a diagnostic was reported instead.
#ifndef PADDOCK_CORE_BASE_RESULT_H_
#define PADDOCK_CORE_BASE_RESULT_H_

#include <expected>

namespace paddock {

// A failure without details: the diagnostics are in the DiagnosticSink of the same call.
struct Failure {};

template <class T>
using Result = std::expected<T, Failure>;

// The error branch of a Result<T>: `return Failed();`.
inline std::unexpected<Failure> Failed() { return std::unexpected(Failure{}); }

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_RESULT_H_
