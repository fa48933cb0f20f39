#include "simd/factor/bidiagonal.h"

#include <algorithm>

namespace paddock::simd {

BidiagonalReduction::BidiagonalReduction(int64_t rows, int64_t columns, bool is_complex,
                                         Workspace& workspace)
    : a_(workspace.NewMatrix(rows, columns, is_complex)),
      d_(workspace.Doubles(columns)),
      e_(workspace.Doubles(columns)),
      left_tau_(workspace.NewRow(columns, is_complex)),
      right_tau_(workspace.NewRow(columns, is_complex)),
      vector_(workspace.NewRow(rows, is_complex)),
      scratch_(rows, is_complex, workspace),
      reflectors_(rows, is_complex, workspace) {}

int64_t BidiagonalReduction::Advance(const Team& team) {
  if (column_ >= a_.columns) return 0;
  const int64_t i = column_++;
  const int64_t rows = a_.rows - i;
  const int64_t columns = a_.columns - i - 1;
  GatherColumn(a_, i, i, a_.rows, vector_);
  const Reflector left = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), rows - 1);
  d_[i] = left.beta;
  SetNumber(left_tau_, i, left.tau);
  SetNumber(vector_, 0, {1, 0});
  ScatterColumn(vector_, a_, i, i, a_.rows);
  ApplyLeft(vector_, Conjugate(left.tau), a_.Block(i, i + 1, rows, columns), scratch_, team);
  if (columns > 0) {
    const Row row = a_.RowAt(i, i + 1);
    ConjugateRow(row, columns);
    const Reflector right = MakeReflector(NumberAt(row, 0), Behind(row, 1), columns - 1);
    e_[i] = right.beta;
    SetNumber(right_tau_, i, right.tau);
    SetNumber(row, 0, {1, 0});
    ApplyRight(row, right.tau, a_.Block(i + 1, i + 1, rows - 1, columns), scratch_, team);
  }
  return 4 * rows * (columns + 1) + 1;
}

int64_t BidiagonalReduction::AdvanceLeft(const Matrix& transposed_q, const Team& team) {
  if (transposed_q.rows == 0) return 0;
  while (left_done_ < a_.columns && !reflectors_.is_full()) {
    const int64_t i = a_.columns - 1 - left_done_++;
    const Row vector = reflectors_.Add(NumberAt(left_tau_, i), i);
    GatherColumn(a_, i, i, a_.rows, vector);
    ConjugateRow(vector, a_.rows - i);
  }
  return reflectors_.Apply(transposed_q, team);
}

int64_t BidiagonalReduction::AdvanceRight(const Matrix& adjoint_p, const Team& team) {
  if (adjoint_p.rows == 0) return 0;
  while (right_done_ < a_.columns - 1 && !reflectors_.is_full()) {
    const int64_t i = a_.columns - 2 - right_done_++;
    const Row vector = reflectors_.Add(Conjugate(NumberAt(right_tau_, i)), i + 1);
    CopyRow(a_.RowAt(i, i + 1), vector, a_.columns - i - 1);
  }
  return reflectors_.Apply(adjoint_p, team);
}

namespace {

// epsilon^(-1/8) as in bdsqr, but at least 10, for f64 and for f32.
double EpsilonsOf(double epsilon) { return epsilon == kEpsilon ? 98.70149282610239 : 10; }
// Sweeps for each value before the iteration gives up.
constexpr double kSweepsOfValue = 6;
// Work of the sweeps of the queues for each row.
constexpr int64_t kQueueWork = 256;

}  // namespace

BidiagonalQr::BidiagonalQr(int64_t size, double epsilon, Workspace& workspace)
    : size_(size),
      epsilon_(epsilon),
      tolerance_(EpsilonsOf(epsilon) * epsilon),
      queues_{{{size, workspace}, {size, workspace}}, {{size, workspace}, {size, workspace}}} {}

// The threshold below which elements of e are zero, from a lower bound of the least value.
void BidiagonalQr::Begin(const double* d, const double* e) {
  has_begun_ = true;
  last_ = size_ - 1;
  double least = size_ == 0 ? 0 : Magnitude(d[0]);
  double mu = least;
  for (int64_t i = 1; i < size_ && least != 0; ++i) {
    mu = Magnitude(d[i]) * (mu / (mu + Magnitude(e[i - 1])));
    least = std::min(least, mu);
  }
  const auto n = static_cast<double>(size_);
  least = size_ == 0 ? 0 : least / SquareRoot(n);
  threshold_ = std::max(tolerance_ * least, kSweepsOfValue * (n * (n * kSafeMinimum)));
}

// Finds a block first_ .. last_ without negligible elements of e. Returns false if a single value
// was split off.
bool BidiagonalQr::FindBlock(const double* d, double* e) {
  largest_ = Magnitude(d[last_]);
  first_ = last_;
  while (first_ > 0) {
    const double size = Magnitude(e[first_ - 1]);
    if (size <= threshold_) {
      e[first_ - 1] = 0;
      break;
    }
    --first_;
    largest_ = std::max({largest_, Magnitude(d[first_]), size});
  }
  if (first_ < last_) return true;
  --last_;
  return false;
}

void BidiagonalQr::SolvePair(double* d, double* e) {
  const TriangularPair pair = SolveTriangularPair(d[first_], e[first_], d[last_]);
  d[first_] = pair.larger;
  e[first_] = 0;
  d[last_] = pair.smaller;
  next().right.AddOne(pair.right_cosine, pair.right_sine, first_, true);
  next().left.AddOne(pair.left_cosine, pair.left_sine, first_, true);
  last_ -= 2;
}

// Returns whether an element of e is negligible relative to the values around it, and sets it to
// zero. If not, least_ becomes a lower bound of the block's values.
bool BidiagonalQr::Deflates(const double* d, double* e) {
  const int64_t step = goes_down_ ? 1 : -1;
  const int64_t from = goes_down_ ? first_ : last_;
  const int64_t to = goes_down_ ? last_ : first_;
  // Index of the element between i and i + step.
  const auto between = [&](int64_t i) { return goes_down_ ? i : i - 1; };
  const int64_t last_element = between(to - step);
  if (Magnitude(e[last_element]) <= tolerance_ * Magnitude(d[to])) {
    e[last_element] = 0;
    return true;
  }
  double mu = Magnitude(d[from]);
  least_ = mu;
  for (int64_t i = from; i != to; i += step) {
    const int64_t element = between(i);
    if (Magnitude(e[element]) <= tolerance_ * mu) {
      e[element] = 0;
      return true;
    }
    mu = Magnitude(d[i + step]) * (mu / (mu + Magnitude(e[element])));
    least_ = std::min(least_, mu);
  }
  return false;
}

// Returns 0 if a shift would reduce the relative accuracy of small values.
double BidiagonalQr::Shift(const double* d, const double* e) const {
  const auto n = static_cast<double>(size_);
  if (n * tolerance_ * (least_ / largest_) <= std::max(epsilon_, 0.01 * tolerance_)) return 0;
  const int64_t i = goes_down_ ? last_ - 1 : first_;
  const double begin = Magnitude(d[goes_down_ ? first_ : last_]);
  const double shift = SmallerSingularValue(d[i], e[i], d[i + 1]);
  const double ratio = shift / begin;
  return begin > 0 && ratio * ratio < epsilon_ ? 0 : shift;
}

int64_t BidiagonalQr::Advance(double* d, double* e, const Matrix& left, const Matrix& right,
                              const Team& team) {
  if (!has_begun_) {
    Begin(d, e);
    FillQueues(d, e);
    turn_ = 1;
    return kQueueWork * size_ + 1;
  }
  Queues& queues = queues_[1 - turn_];
  if (queues.left.is_empty()) return 0;
  // The first tile is the next sweeps, which need none of the vectors.
  const int64_t left_tiles = RotationQueue::TilesOf(left);
  const int64_t tiles = 1 + left_tiles + RotationQueue::TilesOf(right);
  const int64_t work = team.Share(tile_, tiles, queues.left.tile_work() + 1, [&](int64_t tile) {
    if (tile == 0) {
      FillQueues(d, e);
    } else if (tile <= left_tiles) {
      queues.left.ApplyToTile(left, tile - 1);
    } else {
      queues.right.ApplyToTile(right, tile - 1 - left_tiles);
    }
  });
  if (tile_ == tiles) {
    tile_ = 0;
    queues.left.Clear();
    queues.right.Clear();
    turn_ = 1 - turn_;
  }
  return work + kQueueWork * size_;
}

// Does sweeps until all values are found, or there is no room for rotations.
void BidiagonalQr::FillQueues(double* d, double* e) {
  while (!next().left.is_full() && last_ > 0 && failures_ == 0) {
    if (FindBlock(d, e)) Step(d, e);
  }
}

void BidiagonalQr::Step(double* d, double* e) {
  const int64_t count = last_ - first_;
  if (count == 1) return SolvePair(d, e);
  // A new block goes from its larger end to the smaller one.
  if (first_ > old_last_ || last_ < old_first_) {
    goes_down_ = Magnitude(d[first_]) >= Magnitude(d[last_]);
  }
  if (Deflates(d, e)) return;
  old_first_ = first_;
  old_last_ = last_;
  const double shift = Shift(d, e);
  if (shift == 0) {
    goes_down_ ? SweepDownUnshifted(d, e) : SweepUpUnshifted(d, e);
  } else {
    goes_down_ ? SweepDown(shift, d, e) : SweepUp(shift, d, e);
  }
  next().right.Add(first_, count, goes_down_);
  next().left.Add(first_, count, goes_down_);
  double& end = e[goes_down_ ? last_ - 1 : first_];
  if (Magnitude(end) <= threshold_) end = 0;
  rotations_ += count;
  if (static_cast<double>(rotations_) >
      kSweepsOfValue * static_cast<double>(size_) * static_cast<double>(size_)) {
    failures_ = std::max<int64_t>(
        1, std::count_if(e, e + size_ - 1, [](double value) { return value != 0; }));
  }
}

void BidiagonalQr::SweepDownUnshifted(double* d, double* e) {
  Rotation right, left;
  for (int64_t i = first_; i < last_; ++i) {
    right = MakeRotation(d[i] * right.cosine, e[i]);
    if (i > first_) e[i - 1] = left.sine * right.r;
    left = MakeRotation(left.cosine * right.r, d[i + 1] * right.sine);
    d[i] = left.r;
    Set(next().right, i - first_, right, true);
    Set(next().left, i - first_, left, true);
  }
  const double h = d[last_] * right.cosine;
  d[last_] = h * left.cosine;
  e[last_ - 1] = h * left.sine;
}

void BidiagonalQr::SweepUpUnshifted(double* d, double* e) {
  Rotation left, right;
  for (int64_t i = last_; i > first_; --i) {
    left = MakeRotation(d[i] * left.cosine, e[i - 1]);
    if (i < last_) e[i] = right.sine * left.r;
    right = MakeRotation(right.cosine * left.r, d[i - 1] * left.sine);
    d[i] = right.r;
    Set(next().left, i - 1 - first_, left, false);
    Set(next().right, i - 1 - first_, right, false);
  }
  const double h = d[first_] * left.cosine;
  d[first_] = h * right.cosine;
  e[first_] = h * right.sine;
}

void BidiagonalQr::SweepDown(double shift, double* d, double* e) {
  double f = (Magnitude(d[first_]) - shift) * (WithSign(1, d[first_]) + shift / d[first_]);
  double g = e[first_];
  for (int64_t i = first_; i < last_; ++i) {
    const Rotation right = MakeRotation(f, g);
    if (i > first_) e[i - 1] = right.r;
    f = right.cosine * d[i] + right.sine * e[i];
    e[i] = right.cosine * e[i] - right.sine * d[i];
    g = right.sine * d[i + 1];
    d[i + 1] = right.cosine * d[i + 1];
    const Rotation left = MakeRotation(f, g);
    d[i] = left.r;
    f = left.cosine * e[i] + left.sine * d[i + 1];
    d[i + 1] = left.cosine * d[i + 1] - left.sine * e[i];
    if (i + 1 < last_) {
      g = left.sine * e[i + 1];
      e[i + 1] = left.cosine * e[i + 1];
    }
    Set(next().right, i - first_, right, true);
    Set(next().left, i - first_, left, true);
  }
  e[last_ - 1] = f;
}

void BidiagonalQr::SweepUp(double shift, double* d, double* e) {
  double f = (Magnitude(d[last_]) - shift) * (WithSign(1, d[last_]) + shift / d[last_]);
  double g = e[last_ - 1];
  for (int64_t i = last_; i > first_; --i) {
    const Rotation left = MakeRotation(f, g);
    if (i < last_) e[i] = left.r;
    f = left.cosine * d[i] + left.sine * e[i - 1];
    e[i - 1] = left.cosine * e[i - 1] - left.sine * d[i];
    g = left.sine * d[i - 1];
    d[i - 1] = left.cosine * d[i - 1];
    const Rotation right = MakeRotation(f, g);
    d[i] = right.r;
    f = right.cosine * e[i - 1] + right.sine * d[i - 1];
    d[i - 1] = right.cosine * d[i - 1] - right.sine * e[i - 1];
    if (i > first_ + 1) {
      g = right.sine * e[i - 2];
      e[i - 2] = right.cosine * e[i - 2];
    }
    Set(next().left, i - 1 - first_, left, false);
    Set(next().right, i - 1 - first_, right, false);
  }
  e[first_] = f;
}

}  // namespace paddock::simd
