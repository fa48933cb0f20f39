// Differences between two tensors.
#ifndef PADDOCK_CORE_API_OBSERVE_COMPARE_H_
#define PADDOCK_CORE_API_OBSERVE_COMPARE_H_

#include <cstdint>
#include <optional>

#include "core/tensor/tensor.h"

namespace paddock {

struct TensorDifference {
  // Number of elements. A complex element counts as two.
  uint64_t count = 0;
  // Elements whose numbers differ. Two NaNs are equal, and so are zeros of either sign.
  uint64_t differing = 0;
  // Elements that are NaN or infinite in only one tensor, or infinities of opposite sign.
  uint64_t non_finite = 0;
  // Largest |a - b|, largest |a - b| / |b| where b is not 0, and largest |a - b| over the largest
  // |b|. `a` is the first tensor, `b` the reference. Considers finite elements only; 0 if there are
  // none. Infinity if b is 0 everywhere and a is not.
  double absolute = 0;
  double relative = 0;
  double scaled = 0;
  // Maximum distance in representable numbers; only for tensors of one floating-point or complex
  // type.
  std::optional<uint64_t> ulp;
  // Row-major index of the worst element: one that is finite in only one tensor, otherwise the one
  // with the largest |a - b|. Counts a complex element once. -1 if none differs.
  int64_t worst = -1;
};

// Returns nothing if the shapes differ or a tensor has no value. The element types may differ.
std::optional<TensorDifference> CompareTensors(const Tensor& a, const Tensor& b);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_COMPARE_H_
