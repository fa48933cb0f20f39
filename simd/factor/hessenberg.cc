#include "simd/factor/hessenberg.h"

#include <algorithm>

#include "simd/factor/factorization.h"

namespace paddock::simd {

void Balance::Exchange(const Matrix& a, int64_t j, int64_t with) {
  factors_[with] = static_cast<double>(j);
  if (j == with) return;
  SwapColumns(a.Block(0, 0, high_ + 1, size_), j, with);
  SwapRows(a.Block(0, low_, size_, size_ - low_), j, with);
}

// Moves an isolated row, whose other elements are zero, to the end of the active range. Returns
// whether there was one.
bool Balance::IsolateRow(const Matrix& a) {
  for (int64_t j = high_; j >= 0; --j) {
    bool is_alone = true;
    for (int64_t i = 0; i <= high_ && is_alone; ++i) is_alone = i == j || IsZero(a.At(j, i));
    if (!is_alone) continue;
    Exchange(a, j, high_);
    return true;
  }
  return false;
}

// Moves an isolated column to the beginning. Returns whether there was one.
bool Balance::IsolateColumn(const Matrix& a) {
  for (int64_t j = low_; j <= high_; ++j) {
    bool is_alone = true;
    for (int64_t i = low_; i <= high_ && is_alone; ++i) is_alone = i == j || IsZero(a.At(i, j));
    if (!is_alone) continue;
    Exchange(a, j, low_);
    return true;
  }
  return false;
}

namespace {

constexpr double kSmallest = kSafeMinimum / (2 * kEpsilon);
constexpr double kLargest = 1 / kSmallest;

double NormOfColumn(const Matrix& a, int64_t j, int64_t begin, int64_t end, double& largest) {
  double sum = 0;
  largest = 0;
  for (int64_t i = 0; i < end; ++i) {
    const double size = Magnitude(a.At(i, j));
    largest = std::max(largest, size);
    if (i >= begin) sum = Hypotenuse(sum, size);
  }
  return sum;
}

double NormOfRow(const Matrix& a, int64_t i, int64_t begin, int64_t end, double& largest) {
  double sum = 0;
  largest = 0;
  for (int64_t j = begin; j < a.columns; ++j) {
    const double size = Magnitude(a.At(i, j));
    largest = std::max(largest, size);
    if (j < end) sum = Hypotenuse(sum, size);
  }
  return sum;
}

}  // namespace

// Does one pass. Returns false if no factor changed.
bool Balance::Scale(const Matrix& a) {
  bool has_changed = false;
  for (int64_t i = low_; i <= high_; ++i) {
    double largest_c, largest_r;
    double c = NormOfColumn(a, i, low_, high_ + 1, largest_c);
    double r = NormOfRow(a, i, low_, high_ + 1, largest_r);
    if (c == 0 || r == 0) continue;
    const double sum = c + r;
    double f = 1;
    double g = r / 2;
    while (c < g && std::max({f, c, largest_c}) < kLargest / 2 &&
           std::min({r, g, largest_r}) > kSmallest * 2) {
      f *= 2, c *= 2, largest_c *= 2;
      r /= 2, g /= 2, largest_r /= 2;
    }
    g = c / 2;
    while (g >= r && std::max(r, largest_r) < kLargest / 2 &&
           std::min({f, c, g, largest_c}) > kSmallest * 2) {
      f /= 2, c /= 2, g /= 2, largest_c /= 2;
      r *= 2, largest_r *= 2;
    }
    if (c + r >= 0.95 * sum) continue;
    if (f < 1 && factors_[i] < 1 && f * factors_[i] <= kSmallest) continue;
    if (f > 1 && factors_[i] > 1 && factors_[i] >= kLargest / f) continue;
    factors_[i] *= f;
    has_changed = true;
    ScaleRow(a.RowAt(i, low_), {1 / f, 0}, a.columns - low_);
    for (int64_t k = 0; k <= high_; ++k) a.Set(k, i, f * a.At(k, i));
  }
  return has_changed;
}

void Balance::Run(const Matrix& a, bool scales) {
  size_ = a.rows;
  low_ = 0;
  high_ = size_ - 1;
  std::fill_n(factors_, size_, 1.0);
  if (size_ == 0) return;
  while (IsolateRow(a)) {
    if (high_ == 0) return;
    --high_;
  }
  while (IsolateColumn(a)) ++low_;
  std::fill(factors_ + low_, factors_ + high_ + 1, 1.0);
  while (scales && Scale(a)) {
  }
}

void Balance::Undo(const Matrix& vectors, bool is_left) const {
  for (int64_t i = low_; i <= high_ && low_ < high_; ++i) {
    const double factor = is_left ? 1 / factors_[i] : factors_[i];
    if (factor == 1) continue;
    for (int64_t k = 0; k < vectors.rows; ++k) vectors.Set(k, i, factor * vectors.At(k, i));
  }
  for (int64_t i = low_ - 1; i >= 0; --i) {
    SwapColumns(vectors, i, static_cast<int64_t>(factors_[i]));
  }
  for (int64_t i = high_ + 1; i < size_; ++i) {
    SwapColumns(vectors, i, static_cast<int64_t>(factors_[i]));
  }
}

int64_t HessenbergReduction::Advance(const Matrix& a, const Team& team) {
  if (column_ >= high_) return 0;
  const int64_t i = column_++;
  const int64_t count = high_ - i;
  GatherColumn(a, i, i + 1, high_ + 1, vector_);
  const Reflector reflector = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), count - 1);
  SetNumber(tau_, i, reflector.tau);
  SetNumber(vector_, 0, {1, 0});
  ApplyRight(vector_, reflector.tau, a.Block(0, i + 1, high_ + 1, count), scratch_, team);
  ApplyLeft(vector_, Conjugate(reflector.tau), a.Block(i + 1, i + 1, count, a.columns - i - 1),
            scratch_, team);
  ScatterColumn(vector_, a, i, i + 1, high_ + 1);
  a.Set(i + 1, i, {reflector.beta, 0});
  return 4 * a.rows * count + 1;
}

namespace {

// Operands: a. Options: low, high, from 1. Results: H with the reflectors below; tau; info.
class Gehrd final : public StagedFactorization {
 public:
  Gehrd(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        a_(workspace.NewMatrix(operand(0).rows, operand(0).rows, is_complex())),
        reduction_(operand(0).rows, is_complex(), workspace) {}

  int64_t LoadOperands() override {
    Load(0, a_);
    FillZero(reduction_.tau(), a_.rows);
    const int64_t low = call().options[0], high = call().options[1];
    const int64_t size = a_.rows;
    // LAPACK's numbers of arguments.
    if (low < 1 || low > std::max<int64_t>(1, size)) {
      info_ = -2;
    } else if (high < std::min(low, size) || high > size) {
      info_ = -3;
    } else {
      reduction_.Begin(low - 1, high - 1);
    }
    return size * size + 1;
  }

  int64_t Compute() override { return reduction_.Advance(a_, team()); }

  int64_t StoreResults() override {
    Store(a_, 0);
    StoreVector(reduction_.tau(), 1);
    StoreInteger(2, 0, info_);
    return a_.rows * a_.rows + 1;
  }

 private:
  Matrix a_;
  HessenbergReduction reduction_;
  int64_t info_ = 0;
};

}  // namespace

PADDOCK_MAKE_ROUTINE(Gehrd)

}  // namespace paddock::simd
