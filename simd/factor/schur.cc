#include "simd/factor/schur.h"

#include <algorithm>
#include <utility>

#include "simd/factor/reflector.h"

namespace paddock::simd {
namespace {

double Smallest(int64_t count, double unit) {
  return kSafeMinimum * (static_cast<double>(count) / unit);
}

}  // namespace

void SchurIteration::Begin(const Matrix& h, int64_t low, int64_t high, bool makes_schur) {
  makes_schur_ = makes_schur;
  is_real_ = !h.is_complex();
  needs_real_subdiagonal_ = h.is_complex();
  low_ = low;
  high_ = last_ = high;
  steps_ = 0;
  for (int64_t i = 0; i < size_; ++i) {
    for (int64_t j = 0; j + 1 < i; ++j) h.Set(i, j, {});
    re_[i] = h.At(i, i).re;
    im_[i] = h.At(i, i).im;
  }
}

// Whether the subdiagonal element (k, k - 1) is negligible relative to its neighbours (Ahues and
// Tisseur).
bool SchurIteration::IsSmall(const Matrix& h, int64_t k) const {
  const double smallest = Smallest(high_ - low_ + 1, unit_);
  const double size = Magnitude1(h.At(k, k - 1));
  if (size <= smallest) return true;
  double around = Magnitude1(h.At(k - 1, k - 1)) + Magnitude1(h.At(k, k));
  if (around == 0) {
    if (k - 2 >= low_) around += Magnitude(h.At(k - 1, k - 2).re);
    if (k + 1 <= high_) around += Magnitude(h.At(k + 1, k).re);
  }
  if (Magnitude(h.At(k, k - 1).re) > unit_ * around) return false;
  const double above = Magnitude1(h.At(k - 1, k));
  const double diagonal = Magnitude1(h.At(k, k));
  const double difference = Magnitude1(h.At(k - 1, k - 1) - h.At(k, k));
  const double ab = std::max(size, above), ba = std::min(size, above);
  const double aa = std::max(diagonal, difference), bb = std::min(diagonal, difference);
  const double s = aa + ab;
  return ba * (ab / s) <= std::max(smallest, unit_ * (bb * (aa / s)));
}

int64_t SchurIteration::FindStart(const Matrix& h) const {
  int64_t k = last_;
  while (k > low_ && !IsSmall(h, k)) --k;
  return k;
}

int64_t SchurIteration::Advance(const Matrix& h, const Matrix& z) {
  if (last_ < low_ || info_ != 0 || size_ == 0) return 0;
  if (needs_real_subdiagonal_) {
    needs_real_subdiagonal_ = false;
    MakeSubdiagonalReal(h, z);
    return size_ * size_;
  }
  start_ = FindStart(h);
  if (start_ > low_) h.Set(start_, start_ - 1, {});
  if (start_ == last_ || (is_real_ && start_ == last_ - 1)) {
    Deflate(h, z);
    return size_ * 8;
  }
  if (++steps_ > 3 * kPatience * std::max<int64_t>(kPatience, high_ - low_ + 1)) {
    info_ = last_ + 1;
    return 0;
  }
  is_real_ ? StepReal(h, z) : StepComplex(h, z);
  const int64_t count = last_ - start_ + 1;
  return 10 * count * (active().end - active().first + z.columns) + 1;
}

void SchurIteration::Deflate(const Matrix& h, const Matrix& z) {
  if (start_ == last_) {
    const Number value = h.At(last_, last_);
    re_[last_] = value.re;
    im_[last_] = value.im;
  } else {
    SplitPair(h, z);
  }
  last_ = start_ - 1;
  steps_ = 0;
}

// --- Real matrices.

namespace {

// lanv2: a rotation that makes [[a, b], [c, d]] upper triangular or gives it equal diagonal
// elements, with the eigenvalues.
struct Standard {
  double a, b, c, d;
  double cosine = 1, sine = 0;
};

bool HasOppositeSigns(double b, double c) { return WithSign(1, b) != WithSign(1, c); }

void MakeDiagonalEqual(Standard& s) {
  const double sigma = s.b + s.c;
  const double difference = s.a - s.d;
  const double tau = Hypotenuse(sigma, difference);
  s.cosine = SquareRoot((1 + Magnitude(sigma) / tau) / 2);
  s.sine = -(difference / 2 / (tau * s.cosine)) * WithSign(1, sigma);
  const double aa = s.a * s.cosine + s.b * s.sine, bb = -s.a * s.sine + s.b * s.cosine;
  const double cc = s.c * s.cosine + s.d * s.sine, dd = -s.c * s.sine + s.d * s.cosine;
  s.a = aa * s.cosine + cc * s.sine;
  s.b = bb * s.cosine + dd * s.sine;
  s.c = -aa * s.sine + cc * s.cosine;
  s.d = -bb * s.sine + dd * s.cosine;
  const double mean = (s.a + s.d) / 2;
  s.a = s.d = mean;
  if (s.c == 0) return;
  if (s.b == 0) {
    s.b = -s.c;
    s.c = 0;
    s.sine = std::exchange(s.cosine, -s.sine);
  } else if (!HasOppositeSigns(s.b, s.c)) {
    // The eigenvalues are real.
    const double root_b = SquareRoot(Magnitude(s.b)), root_c = SquareRoot(Magnitude(s.c));
    const double p = WithSign(root_b * root_c, s.c);
    const double scale = 1 / SquareRoot(Magnitude(s.b + s.c));
    s.a = mean + p;
    s.d = mean - p;
    s.b -= s.c;
    s.c = 0;
    const double cosine = root_b * scale, sine = root_c * scale;
    const double turned = s.cosine * cosine - s.sine * sine;
    s.sine = s.cosine * sine + s.sine * cosine;
    s.cosine = turned;
  }
}

Standard Standardize(double a, double b, double c, double d) {
  Standard s{a, b, c, d};
  if (c == 0) return s;
  if (b == 0) return {d, -c, 0, a, 0, 1};
  if (a == d && HasOppositeSigns(b, c)) return s;
  const double p = (a - d) / 2;
  const double most = std::max(Magnitude(b), Magnitude(c));
  const double least = std::min(Magnitude(b), Magnitude(c)) * WithSign(1, b) * WithSign(1, c);
  const double scale = std::max(Magnitude(p), most);
  const double discriminant = (p / scale) * p + (most / scale) * least;
  if (discriminant < 8 * kEpsilon) {
    MakeDiagonalEqual(s);
    return s;
  }
  const double root = p + WithSign(SquareRoot(scale) * SquareRoot(discriminant), p);
  s.a = d + root;
  s.d = d - (most / root) * least;
  const double tau = Hypotenuse(c, root);
  s.cosine = root / tau;
  s.sine = c / tau;
  s.b = b - c;
  s.c = 0;
  return s;
}

// (x, y) = (c x + s y, c y - s x).
void Rotate(double* x, double* y, int64_t stride, int64_t count, double c, double s) {
  for (int64_t i = 0; i < count; ++i, x += stride, y += stride) {
    const double turned = c * *x + s * *y;
    *y = c * *y - s * *x;
    *x = turned;
  }
}

}  // namespace

// The last two rows and columns: a pair of eigenvalues.
void SchurIteration::SplitPair(const Matrix& h, const Matrix& z) {
  const int64_t i = last_;
  const auto at = [&](int64_t row, int64_t column) { return h.re + row * h.stride + column; };
  const Standard s = Standardize(*at(i - 1, i - 1), *at(i - 1, i), *at(i, i - 1), *at(i, i));
  *at(i - 1, i - 1) = s.a;
  *at(i - 1, i) = s.b;
  *at(i, i - 1) = s.c;
  *at(i, i) = s.d;
  re_[i - 1] = s.a;
  re_[i] = s.d;
  im_[i - 1] = s.c == 0 ? 0 : SquareRoot(Magnitude(s.b)) * SquareRoot(Magnitude(s.c));
  im_[i] = -im_[i - 1];
  if (makes_schur_) {
    Rotate(at(i - 1, i + 1), at(i, i + 1), 1, size_ - i - 1, s.cosine, s.sine);
    Rotate(at(0, i - 1), at(0, i), h.stride, i - 1, s.cosine, s.sine);
  }
  if (z.columns > 0) {
    Rotate(z.RowAt(i - 1).re, z.RowAt(i).re, 1, z.columns, s.cosine, s.sine);
  }
}

namespace {

// Two shifts, both real or a complex pair.
struct Shifts {
  double re1 = 0, im1 = 0, re2 = 0, im2 = 0;
};

Shifts EigenvaluesOf(double h11, double h12, double h21, double h22) {
  const double scale = Magnitude(h11) + Magnitude(h12) + Magnitude(h21) + Magnitude(h22);
  if (scale == 0) return {};
  h11 /= scale, h12 /= scale, h21 /= scale, h22 /= scale;
  const double mean = (h11 + h22) / 2;
  const double determinant = (h11 - mean) * (h22 - mean) - h12 * h21;
  const double root = SquareRoot(Magnitude(determinant));
  if (determinant >= 0) return {mean * scale, root * scale, mean * scale, -root * scale};
  const double first = mean + root, second = mean - root;
  // The closer one to the corner, twice.
  const double shift = Magnitude(first - h22) <= Magnitude(second - h22) ? first : second;
  return {shift * scale, 0, shift * scale, 0};
}

}  // namespace

// Finds the row where a step may begin: the first row of two small neighbours. v is its first
// column.
int64_t SchurIteration::FindRealBulge(const Matrix& h, double* v) const {
  const auto at = [&](int64_t row, int64_t column) { return h.re[row * h.stride + column]; };
  const int64_t i = last_;
  Shifts shifts;
  if (steps_ % (2 * kPatience) == 0) {
    const double s = Magnitude(at(i, i - 1)) + Magnitude(at(i - 1, i - 2));
    const double corner = 0.75 * s + at(i, i);
    shifts = EigenvaluesOf(corner, -0.4375 * s, s, corner);
  } else if (steps_ % kPatience == 0) {
    const double s = Magnitude(at(start_ + 1, start_)) + Magnitude(at(start_ + 2, start_ + 1));
    const double corner = 0.75 * s + at(start_, start_);
    shifts = EigenvaluesOf(corner, -0.4375 * s, s, corner);
  } else {
    shifts = EigenvaluesOf(at(i - 1, i - 1), at(i - 1, i), at(i, i - 1), at(i, i));
  }
  for (int64_t m = i - 2;; --m) {
    const double below = at(m + 1, m);
    double s = Magnitude(at(m, m) - shifts.re2) + Magnitude(shifts.im2) + Magnitude(below);
    const double h21 = below / s;
    v[0] = h21 * at(m, m + 1) + (at(m, m) - shifts.re1) * ((at(m, m) - shifts.re2) / s) -
           shifts.im1 * (shifts.im2 / s);
    v[1] = h21 * (at(m, m) + at(m + 1, m + 1) - shifts.re1 - shifts.re2);
    v[2] = h21 * at(m + 2, m + 1);
    s = Magnitude(v[0]) + Magnitude(v[1]) + Magnitude(v[2]);
    for (int k = 0; k < 3; ++k) v[k] /= s;
    if (m == start_) return m;
    const double around =
        Magnitude(at(m - 1, m - 1)) + Magnitude(at(m, m)) + Magnitude(at(m + 1, m + 1));
    if (Magnitude(at(m, m - 1)) * (Magnitude(v[1]) + Magnitude(v[2])) <=
        unit_ * Magnitude(v[0]) * around) {
      return m;
    }
  }
}

namespace {

// x - tau (v^T x) v for `count` vectors of two or three elements, `element_stride` apart.
void ReflectEach(double* x, int64_t stride, int64_t element_stride, int64_t count, const double* v,
                 double tau, bool has_three) {
  const double t1 = tau, t2 = tau * v[1], t3 = tau * v[2];
  for (int64_t i = 0; i < count; ++i, x += stride) {
    double* const second = x + element_stride;
    double* const third = x + 2 * element_stride;
    double sum = *x + v[1] * *second;
    if (has_three) sum += v[2] * *third;
    *x -= sum * t1;
    *second -= sum * t2;
    if (has_three) *third -= sum * t3;
  }
}

}  // namespace

// Does a step with two shifts: a bulge of 3 x 3 moves down the diagonal.
void SchurIteration::StepReal(const Matrix& h, const Matrix& z) {
  const auto at = [&](int64_t row, int64_t column) { return h.re + row * h.stride + column; };
  double v[3];
  const int64_t begin = FindRealBulge(h, v);
  const int64_t i = last_;
  for (int64_t k = begin; k < i; ++k) {
    const bool has_three = k + 2 <= i;
    const int64_t count = has_three ? 3 : 2;
    for (int64_t l = 0; k > begin && l < count; ++l) v[l] = *at(k + l, k - 1);
    if (!has_three) v[2] = 0;
    const Reflector reflector = MakeReflector({v[0], 0}, {v + 1, nullptr}, count - 1);
    const double tau = reflector.tau.re;
    if (k > begin) {
      *at(k, k - 1) = reflector.beta;
      *at(k + 1, k - 1) = 0;
      if (has_three) *at(k + 2, k - 1) = 0;
    } else if (begin > start_) {
      *at(k, k - 1) *= 1 - tau;
    }
    const Active part = active();
    ReflectEach(at(k, k), 1, h.stride, part.end - k, v, tau, has_three);
    ReflectEach(at(part.first, k), h.stride, 1, std::min(k + 3, i) + 1 - part.first, v, tau,
                has_three);
    if (z.columns > 0) ReflectEach(z.RowAt(k).re, 1, z.stride, z.columns, v, tau, has_three);
  }
}

}  // namespace paddock::simd
