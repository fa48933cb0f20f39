// Parameters of functions, and the elements of tuple parameters.
#ifndef PADDOCK_CORE_API_PARAMETER_H_
#define PADDOCK_CORE_API_PARAMETER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/api/program.h"

namespace paddock {

ParameterInfo DescribeParameter(Type type, std::string_view name, Span span, size_t first_leaf);

// Returns the elements of a tuple; empty for any other type.
std::vector<ParameterInfo> ElementsOf(const ParameterInfo& parameter);
// Returns the leaves of all parameters.
std::vector<ParameterInfo> LeavesOf(const std::vector<ParameterInfo>& parameters);

// Finds a parameter by index or name, with or without `%`. Dots after it select an element of a
// tuple: "0", "x", "0.1", "x.1.0".
std::optional<ParameterInfo> FindParameter(const std::vector<ParameterInfo>& parameters,
                                           std::string_view name);

// Returns the parameter of the first index, or the tuple element that further indices select: {0,
// 1}.
std::optional<ParameterInfo> ParameterAt(const std::vector<ParameterInfo>& parameters,
                                         std::span<const int64_t> path);

// Returns the name for diagnostics: "argument %x: tensor<2xf32>".
std::string ArgumentName(const ParameterInfo& parameter);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_PARAMETER_H_
