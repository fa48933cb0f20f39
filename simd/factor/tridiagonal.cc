#include "simd/factor/tridiagonal.h"

#include <algorithm>
#include <numeric>

#include "simd/linalg/row_blocks.h"

namespace paddock::simd {

TridiagonalReduction::TridiagonalReduction(int64_t size, bool is_complex, Workspace& workspace)
    : size_(size),
      a_(workspace.NewMatrix(size, size, is_complex)),
      d_(workspace.Doubles(size)),
      e_(workspace.Doubles(size)),
      tau_(workspace.NewRow(size, is_complex)),
      vector_(workspace.NewRow(size, is_complex)),
      product_(workspace.NewRow(size, is_complex)),
      pair_(workspace.NewMatrix(2, size, is_complex)) {}

int64_t TridiagonalReduction::Advance(const Team& team) {
  const int64_t j = column_;
  if (j >= size_) return 0;
  ++column_;
  d_[j] = a_.At(j, j).re;
  const int64_t count = size_ - j - 1;
  if (count == 0) return 1;
  GatherColumn(a_, j, j + 1, size_, vector_);
  const Reflector reflector = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), count - 1);
  e_[j] = reflector.beta;
  SetNumber(tau_, j, reflector.tau);
  SetNumber(vector_, 0, {1, 0});
  ScatterColumn(vector_, a_, j, j + 1, size_);
  if (!IsZero(reflector.tau)) Update(j, reflector.tau, team);
  return 3 * count * count + 1;
}

// Updates B = H^H B H for the rows and columns after j, with v in vector_: B - v w^H - w v^H, w = p
// - (tau / 2) (p^H v) v, p = tau B v.
void TridiagonalReduction::Update(int64_t j, Number tau, const Team& team) {
  const int64_t count = size_ - j - 1;
  const Matrix b = a_.Block(j + 1, j + 1, count, count);
  // Reading these rows takes the time of some more multiply-adds.
  const int64_t row_work = 4 * count;
  team.ShareRange(count, 1, row_work, [&](int64_t begin, int64_t end) {
    if constexpr (kHasInterleaved) {
      if (!b.is_complex()) {
        DotEachRow(b.RowAt(begin).re, b.stride, end - begin, vector_.re, count,
                   product_.re + begin);
        return ScaleRow(Behind(product_, begin), tau, end - begin);
      }
    }
    for (int64_t i = begin; i < end; ++i) {
      SetNumber(product_, i, tau * DotRows(b.RowAt(i), vector_, count, false));
    }
  });
  const Number factor = 0.5 * (tau * DotRows(product_, vector_, count, true));
  SubtractRow(product_, factor, vector_, count);
  CopyRow(product_, pair_.RowAt(0), count);
  CopyRow(vector_, pair_.RowAt(1), count);
  ConjugateRow(pair_.RowAt(0), count);
  ConjugateRow(pair_.RowAt(1), count);
  team.ShareRange(count, 4, row_work, [&](int64_t begin, int64_t end) {
    if constexpr (kHasInterleaved) {
      if (!b.is_complex()) {
        return SubtractBlock({b.RowAt(begin).re, b.stride, end - begin, pair_.re, pair_.stride, 2,
                              vector_.re + begin, 1, product_.re - vector_.re, count});
      }
    }
    for (int64_t i = begin; i < end; ++i) {
      const Number factors[] = {NumberAt(vector_, i), NumberAt(product_, i)};
      const double re[] = {factors[0].re, factors[1].re};
      const double im[] = {factors[0].im, factors[1].im};
      SubtractRows({b.RowAt(i), pair_.RowAt(0), pair_.stride, 2, re, im, count});
    }
  });
}

int64_t TransposedProduct::Advance(const Matrix& reflectors, Row tau, int64_t count, int64_t shift,
                                   const Matrix& result, const Team& team) {
  if (done_ < 0) {
    FillIdentity(result);
    done_ = 0;
    return result.rows * result.columns + 1;
  }
  while (done_ < count && !reflectors_.is_full()) {
    const int64_t j = count - 1 - done_++;
    const int64_t first = j + shift;
    const Row vector = reflectors_.Add(NumberAt(tau, j), first);
    GatherColumn(reflectors, j, first, reflectors.rows, vector);
    SetNumber(vector, 0, {1, 0});
    ConjugateRow(vector, reflectors.rows - first);
  }
  return reflectors_.Apply(result, team);
}

namespace {

// Sweeps for each eigenvalue before the iteration gives up.
constexpr int64_t kSweepsOfEigenvalue = 30;
// Work of the sweeps of a queue for each row.
constexpr int64_t kQueueWork = 128;

}  // namespace

// Splits the rest at negligible elements of e. Returns false if nothing is left.
bool TridiagonalQr::FindBlock(double* d, double* e) {
  while (begin_ < size_) {
    if (begin_ > 0) e[begin_ - 1] = 0;
    int64_t end = begin_;
    for (; end < size_ - 1; ++end) {
      const double size = Magnitude(e[end]);
      if (size <= SquareRoot(Magnitude(d[end])) * SquareRoot(Magnitude(d[end + 1])) * epsilon_) {
        e[end] = 0;
        break;
      }
    }
    at_ = begin_;
    last_ = end;
    begin_ = end + 1;
    if (at_ == last_) continue;
    // Goes from the end with the smaller element to the other one: QL forwards, QR backwards.
    if (Magnitude(d[last_]) < Magnitude(d[at_])) std::swap(at_, last_);
    has_block_ = true;
    return true;
  }
  return false;
}

int64_t TridiagonalQr::Advance(double* d, double* e, const Matrix& vectors, const Team& team) {
  if (size_ == 0) return 0;
  if (!has_begun_) {
    has_begun_ = true;
    FillQueue(d, e, queues_[0]);
    return kQueueWork * size_;
  }
  RotationQueue &queue = queues_[turn_], &next = queues_[1 - turn_];
  if (queue.is_empty()) return 0;
  // The first tile is the next sweeps, which need none of the vectors.
  const int64_t tiles = 1 + RotationQueue::TilesOf(vectors);
  const int64_t work = team.Share(tile_, tiles, queue.tile_work() + 1, [&](int64_t tile) {
    tile == 0 ? FillQueue(d, e, next) : queue.ApplyToTile(vectors, tile - 1);
  });
  if (tile_ == tiles) {
    tile_ = 0;
    queue.Clear();
    turn_ = 1 - turn_;
  }
  return work + kQueueWork * size_;
}

// Does sweeps until all eigenvalues are found, or there is no room for rotations.
void TridiagonalQr::FillQueue(double* d, double* e, RotationQueue& queue) {
  while (!queue.is_full() && failures_ == 0 && (has_block_ || FindBlock(d, e))) Step(d, e, queue);
}

void TridiagonalQr::Step(double* d, double* e, RotationQueue& queue) {
  last_ > at_ ? StepQl(d, e, queue) : StepQr(d, e, queue);
  if (sweeps_ > kSweepsOfEigenvalue * size_) {
    failures_ = std::count_if(e, e + size_ - 1, [](double value) { return value != 0; });
    failures_ = std::max<int64_t>(1, failures_);
  }
}

bool TridiagonalQr::IsNegligible(double e, double d1, double d2) const {
  return e * e <= (epsilon_ * epsilon_ * Magnitude(d1)) * Magnitude(d2) + kSafeMinimum;
}

void TridiagonalQr::StepQl(double* d, double* e, RotationQueue& queue) {
  int64_t end = at_;
  while (end < last_ && !IsNegligible(e[end], d[end], d[end + 1])) ++end;
  if (end < last_) e[end] = 0;
  if (end == at_) {
    has_block_ = ++at_ <= last_;
    return;
  }
  if (end == at_ + 1) {
    const SymmetricPair pair = SolveSymmetricPair(d[at_], e[at_], d[at_ + 1]);
    queue.AddOne(pair.cosine, pair.sine, at_, false);
    d[at_] = pair.larger;
    d[at_ + 1] = pair.smaller;
    e[at_] = 0;
    at_ += 2;
    has_block_ = at_ <= last_;
    return;
  }
  ++sweeps_;
  SweepQl(end, d, e, queue);
  queue.Add(at_, end - at_, false);
}

// An implicit QL step with Wilkinson's shift on at_ .. end.
void TridiagonalQr::SweepQl(int64_t end, double* d, double* e, const RotationQueue& queue) {
  double* const cosines = queue.cosines();
  double* const sines = queue.sines();
  const double first = d[at_];
  double g = (d[at_ + 1] - first) / (2 * e[at_]);
  g = d[end] - first + e[at_] / (g + WithSign(Hypotenuse(g, 1), g));
  double sine = 1, cosine = 1, p = 0;
  for (int64_t i = end - 1; i >= at_; --i) {
    const double f = sine * e[i];
    const double b = cosine * e[i];
    const Rotation rotation = MakeRotation(g, f);
    cosine = rotation.cosine;
    sine = rotation.sine;
    if (i != end - 1) e[i + 1] = rotation.r;
    g = d[i + 1] - p;
    const double r = (d[i] - g) * sine + 2 * cosine * b;
    p = sine * r;
    d[i + 1] = g + p;
    g = cosine * r - b;
    cosines[i - at_] = cosine;
    sines[i - at_] = -sine;
  }
  d[at_] -= p;
  e[at_] = g;
}

void TridiagonalQr::StepQr(double* d, double* e, RotationQueue& queue) {
  int64_t end = at_;
  while (end > last_ && !IsNegligible(e[end - 1], d[end], d[end - 1])) --end;
  if (end > last_) e[end - 1] = 0;
  if (end == at_) {
    has_block_ = --at_ >= last_;
    return;
  }
  if (end == at_ - 1) {
    const SymmetricPair pair = SolveSymmetricPair(d[at_ - 1], e[at_ - 1], d[at_]);
    queue.AddOne(pair.cosine, pair.sine, at_ - 1, true);
    d[at_ - 1] = pair.larger;
    d[at_] = pair.smaller;
    e[at_ - 1] = 0;
    at_ -= 2;
    has_block_ = at_ >= last_;
    return;
  }
  ++sweeps_;
  SweepQr(end, d, e, queue);
  queue.Add(end, at_ - end, true);
}

// The mirror image: end .. at_.
void TridiagonalQr::SweepQr(int64_t end, double* d, double* e, const RotationQueue& queue) {
  double* const cosines = queue.cosines();
  double* const sines = queue.sines();
  const double last = d[at_];
  double g = (d[at_ - 1] - last) / (2 * e[at_ - 1]);
  g = d[end] - last + e[at_ - 1] / (g + WithSign(Hypotenuse(g, 1), g));
  double sine = 1, cosine = 1, p = 0;
  for (int64_t i = end; i < at_; ++i) {
    const double f = sine * e[i];
    const double b = cosine * e[i];
    const Rotation rotation = MakeRotation(g, f);
    cosine = rotation.cosine;
    sine = rotation.sine;
    if (i != end) e[i - 1] = rotation.r;
    g = d[i] - p;
    const double r = (d[i + 1] - g) * sine + 2 * cosine * b;
    p = sine * r;
    d[i] = g + p;
    g = cosine * r - b;
    cosines[i - end] = cosine;
    sines[i - end] = sine;
  }
  d[at_] -= p;
  e[at_ - 1] = g;
}

void SortRising(const double* values, int64_t count, int64_t* order) {
  std::iota(order, order + count, int64_t{0});
  std::sort(order, order + count, [&](int64_t a, int64_t b) {
    return values[a] != values[b] ? values[a] < values[b] : a < b;
  });
}

}  // namespace paddock::simd
