// Products of few elements as single multiplications and additions, for callers to which the call
// of a kernel costs more than these.
#ifndef PADDOCK_SIMD_GEMM_TERMS_H_
#define PADDOCK_SIMD_GEMM_TERMS_H_

#include <cstdint>
#include <vector>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Sums are numbered: first the results of the product, then temporary ones.
struct GemmTerm {
  enum class Kind : uint8_t {
    kStart,        // sum = lhs * rhs + 0
    kMultiplyAdd,  // sum += lhs * rhs
    kAdd,          // sum = sum number `lhs` + sum number `rhs`
    kAddZero,      // sum += 0, which makes -0 positive
    // Integers have these in place of kStart and kMultiplyAdd.
    kMultiply,  // sum = lhs * rhs
  };
  Kind kind = Kind::kStart;
  int64_t sum = 0;
  // Offsets of elements.
  int64_t lhs = 0;
  int64_t rhs = 0;
};

// Limits of terms. Neighbouring ones whose sums are neighbours, and whose elements of an operand
// are neighbours or the same, count once for each piece.
struct TermLimits {
  int64_t most = 0;
  int64_t most_temporary = 0;
  // 0: each term counts.
  int64_t piece_bytes = 0;
};

// Returns terms that give the bits of the plan's kernel, if multiplications and additions round as
// its do; none if they count more than `most`, or if elements are neither the floats nor the
// integers of the sums. Numbers of temporary sums are less than `most_temporary` behind the
// results'.
std::vector<GemmTerm> TermsOf(const GemmPlan& plan, const TermLimits& limits);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_TERMS_H_
