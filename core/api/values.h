// Values: what a run made of the values that a text names, small enough to be shown beside
// every line.
#ifndef PADDOCK_CORE_API_VALUES_H_
#define PADDOCK_CORE_API_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/session.h"

namespace paddock {

struct ValueSummary {
  std::string name;  // "%x", "%r#1"; "%x.1.0" of a leaf of a tuple, whose number is `part`
  // Of results under one name ("%r:2") which one.
  size_t index = 0;
  size_t part = 0;
  Span definition;                 // of the name, in bytes of the source
  std::string_view location = {};  // the text of its loc(...), or empty
  std::string type;
  ElementType element_type = ElementType::kF32;
  std::vector<int64_t> shape;
  uint64_t count = 0;
  // How often it was computed; 0 for arguments and constants.
  uint64_t executions = 0;
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
  // Of the finite elements (of complex ones their absolute values); NaN if there is none.
  double min = 0;
  double max = 0;
  double mean = 0;
  // How many lie in each of kHistogramBins equal parts of min .. max; empty if none is finite.
  std::vector<uint64_t> histogram;
  // JSON of the elements (PrintJson), of tensors of at most kMostShownElements.
  std::string elements;
};

inline constexpr size_t kHistogramBins = 12;
inline constexpr uint64_t kMostShownElements = 16;

// A value of the text, or a leaf of one that is a tuple.
struct ValueLeaf {
  const Value* value = nullptr;
  // Its name, "%x" or "%x.1.0", and type; `first_leaf` is its number among the tuple's leaves.
  ParameterInfo leaf;
};
// Those whose names are defined within `range`, in the order of the text.
std::vector<ValueLeaf> ValueLeavesIn(const Program& program, Span range);
// Nothing if the session does not hold it. Looks at every element.
std::optional<ValueSummary> SummarizeValue(const Session& session, const ValueLeaf& leaf,
                                           ProcessId process = {});

// Of the values whose names are defined within `range`, those that the session holds: at
// level kFaithful every one that was computed, as far as its memory limit allows, also
// after a failure or in the middle of a run. Looks at every element. Each process of a grid
// has its own values.
std::vector<ValueSummary> ValuesIn(const Program& program, const Session& session, Span range,
                                   ProcessId process = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_API_VALUES_H_
