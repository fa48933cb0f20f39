#include "simd/reduce/monoid.h"

#include "simd/reduce/families.h"

namespace paddock::simd {

const MonoidKernels* FindMonoidKernels(Monoid monoid, ElementType type) {
  if (IsComplex(type)) return FindComplexMonoid(monoid, type);
  if (type == ElementType::kF32 || type == ElementType::kF64) return FindFloatMonoid(monoid, type);
  if (IsFloat(type)) return FindSmallFloatMonoid(monoid, type);
  return FindIntegerMonoid(monoid, type);
}

}  // namespace paddock::simd
