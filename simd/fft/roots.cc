#include "simd/fft/roots.h"

#include <algorithm>
#include <bit>

#include "simd/math/math.h"

namespace paddock::simd {
namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p0;
constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;

struct Pair {
  double hi;
  double lo;
};

double HighBits(double x) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & 0xFFFFFFFFF8000000u);
}

// a * b, exactly.
Pair Product(double a, double b) {
  const double product = a * b;
  const double a_hi = HighBits(a), b_hi = HighBits(b);
  const double a_lo = a - a_hi, b_lo = b - b_hi;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

// pi / 2 * numerator / denominator.
Pair QuarterTurns(double numerator, double denominator) {
  const Pair product = Product(kHalfPi, numerator);
  const double angle = product.hi / denominator;
  const Pair back = Product(angle, denominator);
  const double rest = ((product.hi - back.hi) - back.lo) + (product.lo + kHalfPiRest * numerator);
  return {angle, rest / denominator};
}

void Apply(std::string_view function, const std::vector<double>& angles,
           std::vector<double>& values) {
  values.resize(angles.size());
  const void* operands[] = {angles.data()};
  FindMathFunction(function, ElementType::kF64, Numerics::kPortable)(operands, values.data(),
                                                                     angles.size(), nullptr);
}

// The position of 2 pi k / count: quarter turns, and the rest as pi / 2 * numerator / count,
// measured from the nearer end of the quarter.
struct Place {
  int64_t quarter;
  int64_t numerator;
  bool is_from_end;
};

Place PlaceOf(int64_t k, int64_t count) {
  const int64_t quarter = 4 * k / count;
  const int64_t rest = 4 * k - quarter * count;
  const bool is_from_end = 2 * rest > count;
  return {quarter, is_from_end ? count - rest : rest, is_from_end};
}

}  // namespace

void RootsOfUnity::ComputeUpTo(int64_t end) {
  const auto begin = static_cast<int64_t>(half_.re.size());
  std::vector<double> angles, rests, cosines, sines;
  for (int64_t k = begin; k < end; ++k) {
    const Pair angle = QuarterTurns(static_cast<double>(PlaceOf(k, count_).numerator),
                                    static_cast<double>(count_));
    angles.push_back(angle.hi);
    rests.push_back(angle.lo);
  }
  Apply("cosine", angles, cosines);
  Apply("sine", angles, sines);
  if (begin == 0) {
    half_.re.reserve(static_cast<size_t>(half_count()));
    half_.im.reserve(static_cast<size_t>(half_count()));
  }
  for (int64_t k = begin; k < end; ++k) {
    const auto at = static_cast<size_t>(k - begin);
    const Place place = PlaceOf(k, count_);
    double cosine = cosines[at] - rests[at] * sines[at];
    double sine = sines[at] + rests[at] * cosines[at];
    if (place.is_from_end) std::swap(cosine, sine);
    const bool is_second = place.quarter % 2 == 1;
    const double re = is_second ? -sine : cosine;
    const double im = is_second ? cosine : sine;
    const double sign = place.quarter >= 2 ? -1 : 1;
    half_.re.push_back(sign * re);
    // Half a turn is its own conjugate.
    half_.im.push_back(2 * k == count_ ? 0 : -(sign * im));
  }
}

}  // namespace paddock::simd
