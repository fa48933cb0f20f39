// JSON descriptions of programs and runs, for messages to JavaScript.
#ifndef PADDOCK_WASM_DESCRIBE_H_
#define PADDOCK_WASM_DESCRIBE_H_

#include <span>
#include <string>
#include <vector>

#include "core/api/debug/debugger.h"
#include "core/api/observe/program_info.h"
#include "core/api/observe/values.h"
#include "core/api/program.h"
#include "core/api/query/dimension.h"
#include "core/api/query/structure.h"
#include "core/api/query/window.h"
#include "core/diagnostics/diagnostic.h"
#include "core/diagnostics/json.h"
#include "core/io/array_entry.h"

namespace paddock {

std::string DiagnosticsJson(const std::vector<Diagnostic>& diagnostics, const Source& source);
std::string Describe(const ParameterInfo& parameter);
std::string Describe(const FunctionInfo& function);
std::string Describe(const NamePlace& name);
std::string DescribeOperations(std::span<const OperationPlace> places);
std::string Describe(const DimensionPlace& place);
std::string Describe(const ValueSummary& value);
std::string Describe(const TensorSummary& summary);
std::string Describe(const DebuggerPlace& place);
std::string Describe(const ArrayEntry& entry);
std::string Describe(const ProgramInfo& info);
std::string Describe(const RunEstimate& estimate);

// Returns a JSON array of the description of each element.
template <class Range>
std::string DescribeAll(const Range& range) {
  return JsonArray(range, [](const auto& item) { return Describe(item); });
}

}  // namespace paddock

#endif  // PADDOCK_WASM_DESCRIBE_H_
