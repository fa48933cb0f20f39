// Summaries of a run's values, for display beside the lines of a text.
#ifndef PADDOCK_CORE_API_OBSERVE_VALUES_H_
#define PADDOCK_CORE_API_OBSERVE_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"

namespace paddock {

struct ValueSummary {
  std::string name;  // "%x", "%r#1"; for leaf `part` of a tuple "%x.1.0"
  // Index among the results under one name ("%r:2").
  size_t index = 0;
  size_t part = 0;
  Span definition;                 // place of the name, in bytes of the source
  std::string_view location = {};  // text of its loc(...), or empty
  std::string type;
  ElementType element_type = ElementType::kF32;
  std::vector<int64_t> shape;
  uint64_t count = 0;
  // Number of times that the value was computed; 0 for arguments and constants.
  uint64_t executions = 0;
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
  // Statistics of the finite elements (of absolute values for complex ones); NaN if there are none.
  double min = 0;
  double max = 0;
  double mean = 0;
  // Counts in kHistogramBins equal parts of min .. max; empty if no element is finite.
  std::vector<uint64_t> histogram;
  // Elements as JSON (PrintJson), for tensors of at most kMostShownElements.
  std::string elements;
};

inline constexpr size_t kHistogramBins = 12;
inline constexpr uint64_t kMostShownElements = 16;

// Value of the text, or a leaf of one that is a tuple.
struct ValueLeaf {
  const Value* value = nullptr;
  // Name, "%x" or "%x.1.0", and type. `first_leaf` is its index among the tuple's leaves.
  ParameterInfo leaf;
};
// Returns the leaves of the values that are defined within `range`, in the order of the text.
std::vector<ValueLeaf> ValueLeavesIn(const Program& program, Span range);
// Returns nothing if the session does not hold the value. Reads every element.
std::optional<ValueSummary> SummarizeValue(const Session& session, const ValueLeaf& leaf,
                                           ProcessId process = {});

// Returns the values that are defined within `range` and that the session holds. At level kFaithful
// it holds every computed value, within its memory limit, also after a failure or during a run.
// Reads every element. Each process of a grid has its own values.
std::vector<ValueSummary> ValuesIn(const Program& program, const Session& session, Span range,
                                   ProcessId process = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_VALUES_H_
