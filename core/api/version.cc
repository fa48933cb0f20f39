#include "core/api/version.h"

#include "core/dialect/op_info.h"
#include "simd/target.h"

namespace paddock {

std::string_view SimdTargetName() { return simd::TargetName(); }

std::vector<OpSummary> OpSummaries() {
  std::vector<OpSummary> summaries;
  for (const OpInfo& info : OpTable()) summaries.push_back({info.name, info.doc, info.has_lower});
  return summaries;
}

}  // namespace paddock
