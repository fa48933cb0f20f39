// Parameters of functions, and the elements of those that are tuples.
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

// The elements of a tuple; none of any other type.
std::vector<ParameterInfo> ElementsOf(const ParameterInfo& parameter);
// The leaves of all of them.
std::vector<ParameterInfo> LeavesOf(const std::vector<ParameterInfo>& parameters);

// Finds a parameter by index or by name, with or without `%`, or behind that and dots the element
// of a tuple: "0", "x", "0.1", "x.1.0".
std::optional<ParameterInfo> FindParameter(const std::vector<ParameterInfo>& parameters,
                                           std::string_view name);

// The one of this index and, behind it, the elements of these indices: {0, 1}.
std::optional<ParameterInfo> ParameterAt(const std::vector<ParameterInfo>& parameters,
                                         std::span<const int64_t> path);

// "argument %x: tensor<2xf32>", as diagnostics call it.
std::string ArgumentName(const ParameterInfo& parameter);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_PARAMETER_H_
