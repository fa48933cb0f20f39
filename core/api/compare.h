// How far two tensors lie apart.
#ifndef PADDOCK_CORE_API_COMPARE_H_
#define PADDOCK_CORE_API_COMPARE_H_

#include <cstdint>
#include <optional>

#include "core/tensor/tensor.h"

namespace paddock {

struct TensorDifference {
  // Elements; the parts of complex numbers are two.
  uint64_t count = 0;
  // Elements whose numbers differ. Two NaNs are equal, and so are zeros of either sign.
  uint64_t differing = 0;
  // NaN in one alone, or infinities of other signs, or an infinity in one alone.
  uint64_t non_finite = 0;
  // Of finite elements, where the first tensor is `a` and the second the reference `b`: the largest
  // |a - b|; the largest |a - b| / |b| where b is not 0; and the largest |a - b| over the largest
  // |b|, which is how far the tensors lie apart as a whole. 0 without any; infinity if b is 0
  // everywhere and a is not.
  double absolute = 0;
  double relative = 0;
  double scaled = 0;
  // The most representable numbers between two elements, of tensors of one floating-point type.
  std::optional<uint64_t> ulp;
  // Row-major number of the element that differs most: one that is not finite in one alone, else of
  // the largest |a - b|. -1 if none differs.
  int64_t worst = -1;
};

// Nothing if the shapes differ or a tensor has no value. The element types may differ.
std::optional<TensorDifference> CompareTensors(const Tensor& a, const Tensor& b);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_COMPARE_H_
