// Dependence of a body's returned values on its arguments.
#ifndef PADDOCK_CORE_EXPLAIN_BODY_DEPENDENCE_H_
#define PADDOCK_CORE_EXPLAIN_BODY_DEPENDENCE_H_

#include <cstdint>
#include <vector>

#include "core/explain/relation.h"

namespace paddock {

// Returns, for each value that the region's first block returns, whether it depends on argument k,
// directly or through other values.
std::vector<std::vector<bool>> BodyDependence(const Region& body);

// For the body of a reduction or scatter over `count` values (accumulators, then elements): returns
// the ascending numbers of the values whose cells contribute to value `result`, itself included.
std::vector<uint32_t> CombinedWith(const Region& body, uint32_t result, uint32_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_BODY_DEPENDENCE_H_
