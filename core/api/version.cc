#include "core/api/version.h"

#include "core/dialect/custom_call_info.h"
#include "core/dialect/op_info.h"
#include "simd/target.h"

namespace paddock {

std::string_view SimdTargetName() { return simd::TargetName(); }

std::vector<OpSummary> OpSummaries() {
  std::vector<OpSummary> summaries;
  for (const OpInfo& info : OpTable()) summaries.push_back({info.name, info.doc, info.has_lower});
  return summaries;
}

std::vector<OpSummary> CustomCallSummaries() {
  std::vector<OpSummary> summaries;
  for (const CustomCallInfo& info : CustomCallTable())
    summaries.push_back({info.names, info.doc, true});
  return summaries;
}

}  // namespace paddock
