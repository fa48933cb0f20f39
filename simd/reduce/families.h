// One lookup for each file of kernels; null if the file has no such kernel.
#ifndef PADDOCK_SIMD_REDUCE_FAMILIES_H_
#define PADDOCK_SIMD_REDUCE_FAMILIES_H_

#include "simd/reduce/monoid.h"

namespace paddock::simd {

const MonoidKernels* FindIntegerMonoid(Monoid monoid, ElementType type);
const MonoidKernels* FindFloatMonoid(Monoid monoid, ElementType type);
const MonoidKernels* FindSmallFloatMonoid(Monoid monoid, ElementType type);
const MonoidKernels* FindComplexMonoid(Monoid monoid, ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_FAMILIES_H_
