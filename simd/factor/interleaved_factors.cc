#include "simd/factor/interleaved_factors.h"

#ifndef __wasm__

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "simd/factor/matrix.h"

namespace paddock::simd {
namespace {

// One group's values: operands and results lie as many bytes apart as a matrix has.
class Group {
 public:
  Group(const FactorCall& call, const FactorBuffers& first, int64_t count, Workspace workspace)
      : call_(call), first_(first), count_(count), workspace_(workspace) {}

  uint32_t Run() {
    switch (call_.routine) {
      case Routine::kPotrf:
        return RunPotrf();
      case Routine::kGetrf:
      case Routine::kLuDecomposition:
        return RunGetrf();
      case Routine::kGeqrf:
        return RunGeqrf();
      default:
        return RunOrgqr();
    }
  }
  size_t bytes() const { return workspace_.bytes(); }

 private:
  // Without memory, the workspace only counts.
  bool is_counting() const { return first_.operands[0] == nullptr; }
  int64_t rows() const { return call_.operands[0].rows; }
  int64_t columns() const { return call_.operands[0].columns; }
  int64_t least() const { return std::min(rows(), columns()); }

  double* Vectors(int64_t count) { return workspace_.Doubles(count * kInterleaved); }
  Interleaved NewMatrix(int64_t rows, int64_t columns) {
    return {Vectors(rows * columns), columns, 1};
  }
  void Load(size_t operand, double* to) const {
    const FactorValue& value = call_.operands[operand];
    Interleave(value.type, first_.operands[operand], count_, value.rows * value.columns, to);
  }
  void Store(const double* from, size_t result) const {
    const FactorValue& value = call_.results[result];
    Deinterleave(value.type, from, count_, value.rows * value.columns, first_.results[result]);
  }
  void StoreInteger(size_t result, int64_t matrix, int64_t i, int64_t value) const {
    if (first_.results[result] == nullptr) return;
    const auto narrow = static_cast<int32_t>(value);
    const int64_t at = (matrix * call_.results[result].rows + i) * 4;
    std::memcpy(first_.results[result] + at, &narrow, sizeof(narrow));
  }
  void StoreNoError(size_t result) const {
    for (int64_t l = 0; l < count_; ++l) StoreInteger(result, l, 0, 0);
  }

  uint32_t RunPotrf() {
    Interleaved u = NewMatrix(rows(), rows());
    if (is_counting()) return 0;
    Load(0, u.data);
    if (static_cast<char>(call_.options[0]) == 'L') std::swap(u.row_stride, u.column_stride);
    const uint32_t failed = FactorCholesky(u, rows(), call_.is_fast);
    Store(u.data, 0);
    StoreNoError(1);
    return failed;
  }

  uint32_t RunGetrf() {
    const Interleaved a = NewMatrix(rows(), columns());
    double* const pivots = Vectors(least());
    if (is_counting()) return 0;
    Load(0, a.data);
    const uint32_t failed = FactorLu(a, rows(), columns(), pivots, call_.is_fast);
    Store(a.data, 0);
    const bool permutes = call_.routine == Routine::kLuDecomposition;
    for (int64_t l = 0; l < count_; ++l) {
      permutes ? StorePermutation(pivots + l, l) : StorePivots(pivots + l, l);
    }
    if (!permutes) StoreNoError(2);
    return failed;
  }
  void StorePivots(const double* pivots, int64_t matrix) const {
    for (int64_t j = 0; j < least(); ++j) {
      StoreInteger(1, matrix, j, static_cast<int64_t>(pivots[j * kInterleaved]) + 1);
    }
  }
  void StorePermutation(const double* pivots, int64_t matrix) const {
    std::array<int64_t, kMostInterleaved> order;
    for (int64_t i = 0; i < rows(); ++i) order[static_cast<size_t>(i)] = i;
    for (int64_t j = 0; j < least(); ++j) {
      const auto pivot = static_cast<int64_t>(pivots[j * kInterleaved]);
      StoreInteger(1, matrix, j, pivot);
      std::swap(order[static_cast<size_t>(j)], order[static_cast<size_t>(pivot)]);
    }
    for (int64_t i = 0; i < rows(); ++i) StoreInteger(2, matrix, i, order[static_cast<size_t>(i)]);
  }

  uint32_t RunGeqrf() {
    const Interleaved a = NewMatrix(rows(), columns());
    double* const tau = Vectors(columns());
    if (is_counting()) return 0;
    Load(0, a.data);
    const uint32_t failed = FactorQr(a, rows(), columns(), tau);
    Store(a.data, 0);
    Store(tau, 1);
    return failed;
  }

  uint32_t RunOrgqr() {
    const int64_t count = call_.operands[1].rows;
    double* const tau = Vectors(count);
    InterleavedReflectors all{
        NewMatrix(rows(), columns()), NewMatrix(rows(), columns()), rows(), columns(), count, tau,
        NewMatrix(count, count),      NewMatrix(count, columns())};
    if (is_counting()) return 0;
    Load(0, all.v.data);
    Load(1, tau);
    const uint32_t failed = MultiplyReflectors(all);
    Store(all.q.data, 0);
    return failed;
  }

  const FactorCall& call_;
  FactorBuffers first_;
  int64_t count_;
  Workspace workspace_;
};

bool IsInterleaved(const FactorCall& call) {
  const FactorValue& a = call.operands[0];
  if (!CanInterleave(a.type) || std::max(a.rows, a.columns) > kMostInterleaved) return false;
  switch (call.routine) {
    case Routine::kPotrf:
    case Routine::kGetrf:
    case Routine::kLuDecomposition:
      return true;
    // In a wide matrix the last columns belong to another block.
    case Routine::kGeqrf:
    case Routine::kOrgqr:
      return a.rows >= a.columns;
    default:
      return false;
  }
}

}  // namespace

size_t InterleavedBytes(const FactorCall& call) {
  if (!IsInterleaved(call)) return 0;
  Group counting(call, {}, 0, Workspace(nullptr));
  counting.Run();
  return counting.bytes();
}

uint32_t RunInterleaved(const FactorCall& call, const FactorBuffers& first, int64_t count,
                        std::byte* workspace) {
  return Group(call, first, count, Workspace(workspace)).Run();
}

}  // namespace paddock::simd
#endif  // __wasm__
