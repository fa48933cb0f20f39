#include "simd/factor/rotation.h"

#include <algorithm>
#include <utility>

namespace paddock::simd {

Rotation MakeRotation(double f, double g) {
  if (g == 0) return {1, 0, f};
  if (f == 0) return {0, WithSign(1, g), Magnitude(g)};
  const double length = Hypotenuse(f, g);
  const double r = WithSign(length, f);
  return {Magnitude(f) / length, g / r, r};
}

SymmetricPair SolveSymmetricPair(double a, double b, double c) {
  const double sum = a + c;
  const double difference = a - c;
  const double twice = b + b;
  const double root = Hypotenuse(difference, twice);
  SymmetricPair pair{};
  const bool is_negative = sum < 0;
  if (sum == 0) {
    pair.larger = root / 2;
    pair.smaller = -root / 2;
  } else {
    pair.larger = (is_negative ? sum - root : sum + root) / 2;
    const double more = Magnitude(a) > Magnitude(c) ? a : c;
    const double less = Magnitude(a) > Magnitude(c) ? c : a;
    pair.smaller = (more / pair.larger) * less - (b / pair.larger) * b;
  }
  const double along = difference >= 0 ? difference + root : difference - root;
  if (Magnitude(along) > Magnitude(twice)) {
    const double cotangent = -twice / along;
    pair.sine = 1 / SquareRoot(1 + cotangent * cotangent);
    pair.cosine = cotangent * pair.sine;
  } else if (twice == 0) {
    pair.cosine = 1;
  } else {
    const double tangent = -along / twice;
    pair.cosine = 1 / SquareRoot(1 + tangent * tangent);
    pair.sine = tangent * pair.cosine;
  }
  if (is_negative != (difference >= 0)) {
    pair.cosine = -std::exchange(pair.sine, pair.cosine);
  }
  return pair;
}

namespace {

// The pair of |f| >= |h|, without signs of the singular values.
TriangularPair SolveFalling(double f, double g, double h) {
  const double fa = Magnitude(f), ga = Magnitude(g), ha = Magnitude(h);
  if (ga == 0) return {fa, ha, 1, 0, 1, 0};
  if (ga > fa && fa / ga < kEpsilon) {
    return {ga, ha > 1 ? fa / (ga / ha) : (fa / ga) * ha, 1, h / g, f / g, 1};
  }
  const double d = fa - ha;
  // For such a small h, their difference rounds to f.
  const double l = d == fa ? 1 : d / fa;
  const double m = g / f;
  const double t = 2 - l;
  const double s = SquareRoot(t * t + m * m);
  const double r = l == 0 ? Magnitude(m) : SquareRoot(l * l + m * m);
  const double a = (s + r) / 2;
  double tangent;
  if (m * m != 0) {
    tangent = (m / (s + t) + m / (r + l)) * (1 + a);
  } else if (l == 0) {
    tangent = WithSign(2, f) * WithSign(1, g);
  } else {
    tangent = g / WithSign(d, f) + m / t;
  }
  const double length = SquareRoot(tangent * tangent + 4);
  const double cosine = 2 / length, sine = tangent / length;
  return {fa * a, ha / a, (cosine + sine * m) / a, (h / f) * sine / a, cosine, sine};
}

}  // namespace

TriangularPair SolveTriangularPair(double f, double g, double h) {
  const bool is_swapped = Magnitude(h) > Magnitude(f);
  TriangularPair pair = is_swapped ? SolveFalling(h, g, f) : SolveFalling(f, g, h);
  if (is_swapped) {
    pair = {pair.larger,       pair.smaller,   pair.right_sine,
            pair.right_cosine, pair.left_sine, pair.left_cosine};
  }
  const double largest = std::max(Magnitude(f), Magnitude(h));
  double sign;
  if (Magnitude(g) > largest) {
    sign = WithSign(1, pair.right_sine) * WithSign(1, pair.left_cosine) * WithSign(1, g);
  } else if (is_swapped) {
    sign = WithSign(1, pair.right_sine) * WithSign(1, pair.left_sine) * WithSign(1, h);
  } else {
    sign = WithSign(1, pair.right_cosine) * WithSign(1, pair.left_cosine) * WithSign(1, f);
  }
  pair.larger = WithSign(pair.larger, sign);
  pair.smaller = WithSign(pair.smaller, sign * WithSign(1, f) * WithSign(1, h));
  return pair;
}

double SmallerSingularValue(double f, double g, double h) {
  const double ga = Magnitude(g);
  const double least = std::min(Magnitude(f), Magnitude(h));
  const double most = std::max(Magnitude(f), Magnitude(h));
  if (least == 0) return 0;
  const double sum = 1 + least / most;
  const double difference = (most - least) / most;
  if (ga < most) {
    const double square = (ga / most) * (ga / most);
    const double c =
        2 / (SquareRoot(sum * sum + square) + SquareRoot(difference * difference + square));
    return least * c;
  }
  const double ratio = most / ga;
  if (ratio == 0) return (least * most) / ga;
  const double x = sum * ratio, y = difference * ratio;
  const double c = 1 / (SquareRoot(1 + x * x) + SquareRoot(1 + y * y));
  return 2 * ((least * c) * ratio);
}

void Apply(const Chain& chain, const Matrix& matrix) {
  if (matrix.columns == 0 || chain.count == 0) return;
  const Row rows = matrix.RowAt(chain.first);
  for (double* part : {rows.re, rows.im}) {
    if (part == nullptr) continue;
    RotateRows({part, matrix.stride, matrix.columns, chain.count, chain.cosines, chain.sines,
                chain.is_rising});
  }
}

void RotationQueue::Add(int64_t first, int64_t count, bool is_rising) {
  chains_[count_] = {cosines(), sines(), first, count, is_rising};
  rotations_ += count;
  ++count_;
}

void RotationQueue::AddOne(double cosine, double sine, int64_t first, bool is_rising) {
  *cosines() = cosine;
  *sines() = sine;
  Add(first, 1, is_rising);
}

void RotationQueue::ApplyToTile(const Matrix& matrix, int64_t tile) const {
  const int64_t first = tile * kTile, columns = std::min(kTile, matrix.columns - first);
  const Matrix part = matrix.Block(0, first, matrix.rows, columns);
  for (int64_t i = 0; i < count_; ++i) Apply(chains_[i], part);
}

}  // namespace paddock::simd
