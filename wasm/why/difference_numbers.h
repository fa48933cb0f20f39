// Differences of two tensors for JavaScript.
#ifndef PADDOCK_WASM_WHY_DIFFERENCE_NUMBERS_H_
#define PADDOCK_WASM_WHY_DIFFERENCE_NUMBERS_H_

#include <cstddef>

#include "core/api/observe/compare.h"
#include "wasm/exposed.h"
#include "wasm/tensor_handle.h"

namespace paddock {

// Numbers of a TensorDifference, in the order of wasm/package/src/protocol/difference.ts.
inline constexpr size_t kDifferenceNumbers = 8;

// Writes the differences of `a` from the reference `b`. Returns false if the shapes differ.
inline bool WriteDifference(const TensorHandle& a, const TensorHandle& b, double* numbers) {
  const auto difference = CompareTensors(a.tensor(), b.tensor());
  if (!difference) return false;
  numbers[0] = static_cast<double>(difference->count);
  numbers[1] = static_cast<double>(difference->differing);
  numbers[2] = static_cast<double>(difference->non_finite);
  numbers[3] = difference->absolute;
  numbers[4] = difference->relative;
  numbers[5] = difference->scaled;
  numbers[6] = difference->ulp ? static_cast<double>(*difference->ulp) : -1;
  numbers[7] = static_cast<double>(difference->worst);
  return true;
}

// The numbers for a caller in another process, which reads them in one message.
class DifferenceHandle {
 public:
  DifferenceHandle(const TensorHandle& a, const TensorHandle& b)
      : is_known_(WriteDifference(a, b, numbers_)) {}

  // Empty if the shapes differ.
  Exposed numbers() const { return Expose(is_known_ ? numbers_ : nullptr, sizeof(numbers_)); }

 private:
  double numbers_[kDifferenceNumbers] = {};
  bool is_known_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_WHY_DIFFERENCE_NUMBERS_H_
