#include "simd/reduce/monoid.h"

#include <algorithm>
#include <iterator>

#include "simd/reduce/families.h"

namespace paddock::simd {

std::optional<Monoid> MonoidFromSpelling(std::string_view op) {
  // In the order of the enumerators.
  static constexpr std::string_view kSpellings[] = {"add", "multiply", "minimum", "maximum",
                                                    "and", "or",       "xor"};
  const auto* const found = std::ranges::find(kSpellings, op);
  if (found == std::end(kSpellings)) return std::nullopt;
  return static_cast<Monoid>(found - std::begin(kSpellings));
}

const MonoidKernels* FindMonoidKernels(Monoid monoid, ElementType type) {
  if (IsComplex(type)) return FindComplexMonoid(monoid, type);
  if (type == ElementType::kF32 || type == ElementType::kF64) return FindFloatMonoid(monoid, type);
  if (IsFloat(type)) return FindSmallFloatMonoid(monoid, type);
  return FindIntegerMonoid(monoid, type);
}

}  // namespace paddock::simd
