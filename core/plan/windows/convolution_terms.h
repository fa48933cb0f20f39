// ConvolutionTerms: the products of one sum of a convolution, by the cells of the window and,
// fastest, the input features.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_TERMS_H_
#define PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_TERMS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "simd/gemm/gemm.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

struct ConvolutionTerms {
  // The spatial dimensions of the window, then the features.
  std::vector<simd::GemmDimension> dimensions;

  int64_t count() const {
    int64_t count = 1;
    for (const simd::GemmDimension& dimension : dimensions) count *= dimension.size;
    return count;
  }

  // Returns the offsets of the terms in an operand.
  std::vector<int64_t> OffsetsBy(int64_t simd::GemmDimension::* stride) const {
    std::vector<int64_t> offsets = {0};
    for (const simd::GemmDimension& dimension : dimensions) {
      std::vector<int64_t> finer;
      for (const int64_t offset : offsets) {
        for (int64_t i = 0; i < dimension.size; ++i) {
          finer.push_back(offset + i * dimension.*stride);
        }
      }
      offsets = std::move(finer);
    }
    return offsets;
  }

  // Returns loops over the terms in rhs, without strides in a result.
  std::vector<simd::CopyDimension> LoopsOverRhs() const {
    std::vector<simd::CopyDimension> loops;
    for (const simd::GemmDimension& dimension : dimensions) {
      loops.push_back({dimension.size, dimension.rhs_stride, 0});
    }
    return loops;
  }
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_TERMS_H_
