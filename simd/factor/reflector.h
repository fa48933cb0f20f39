// Elementary reflectors H = I - tau v v^H by LAPACK's conventions, and blocks of them.
#ifndef PADDOCK_SIMD_FACTOR_REFLECTOR_H_
#define PADDOCK_SIMD_FACTOR_REFLECTOR_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/factor/matrix.h"
#include "simd/factor/team.h"

namespace paddock::simd {

struct Reflector {
  Number tau;
  // H^H maps alpha to beta and the elements after it to 0.
  double beta = 0;
};

// larfg: `x` has the `count` elements after alpha. It becomes v after its first element, 1.
Reflector MakeReflector(Number alpha, Row x, int64_t count);

// Scratch memory for applying a reflector.
struct ReflectorScratch {
  Row product{};
  Row factors{};
  // For complex numbers.
  Row conjugates{};
  // Real differences may be fused.
  bool is_fused = false;

  ReflectorScratch() = default;
  // For matrices of at most `most` rows and columns.
  ReflectorScratch(int64_t most, bool is_complex, Workspace& workspace, bool fuses = false)
      : product(workspace.NewRow(most, is_complex)),
        factors(workspace.NewRow(most, is_complex)),
        conjugates(workspace.NewRow(is_complex ? most : 0, is_complex)),
        is_fused(fuses) {}
};

// c = (I - tau v v^H) c; v has c.rows elements, its first one stored too. Threads share the
// columns.
void ApplyLeft(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch,
               const Team& team = {});
// c = c (I - tau v v^H); v has c.columns elements. Threads share the rows.
void ApplyRight(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch,
                const Team& team = {});

// Reflectors that are applied to the rows of a matrix from the right, some at a time. Threads share
// the rows.
class RightReflectors {
 public:
  // For rows of at most `most` elements.
  RightReflectors(int64_t most, bool is_complex, Workspace& workspace)
      : vectors_(workspace.NewMatrix(kMost, most, is_complex)),
        conjugates_(workspace.NewMatrix(is_complex ? kMost : 0, most, is_complex)) {}

  bool is_full() const { return count_ == kMost; }
  // Adds I - tau v v^H of rows and columns from `first` on. Returns the memory of v.
  Row Add(Number tau, int64_t first) {
    taus_[count_] = tau;
    firsts_[count_] = first;
    return vectors_.RowAt(count_++);
  }
  // Applies all, in the order in which they were added. Returns the work, 0 if there are none.
  int64_t Apply(const Matrix& c, const Team& team);

 private:
  static constexpr int64_t kMost = 8;

  Matrix vectors_;
  Matrix conjugates_;
  Number taus_[kMost];
  int64_t firsts_[kMost] = {};
  int64_t count_ = 0;
};

// H(0) H(1) .. = I - V T V^H of up to kPanel reflectors.
class BlockReflector {
 public:
  BlockReflector() = default;
  // For reflectors of at most `most_rows` elements. Real differences may be fused.
  BlockReflector(int64_t most_rows, bool is_complex, Workspace& workspace, bool is_fused = false);

  // Takes the reflectors from below the diagonal of `a`, and their factors tau[0 ..].
  void Set(const Matrix& a, int64_t count, Row tau);
  // Computes c = (I - V T V^H) c, or its adjoint, for columns begin .. end of c, at most
  // kColumnTile. c has as many rows as V. Threads may have different columns.
  void Apply(const Matrix& c, bool is_adjoint, int64_t begin, int64_t end) const;
  int64_t work_of(int64_t columns) const { return 2 * rows_ * count_ * columns; }

 private:
  struct Scratch {
    Matrix product;  // -(V^H c)
    Matrix scaled;   // T V^H c
    Row factors;

    Scratch() = default;
    Scratch(bool is_complex, Workspace& workspace)
        : product(workspace.NewMatrix(kPanel, kColumnTile, is_complex)),
          scaled(workspace.NewMatrix(kPanel, kColumnTile, is_complex)),
          factors(workspace.NewRow(kPanel, is_complex)) {}
  };

  void MakeTriangle(Row tau);
  void MultiplyVectors(const Matrix& c, const Scratch& scratch) const;
  void MultiplyTriangle(bool is_adjoint, int64_t columns, const Scratch& scratch) const;
  void Apply(const Matrix& part, bool is_adjoint, const Scratch& scratch) const;

  bool is_fused_ = false;
  int64_t rows_ = 0;
  int64_t count_ = 0;
  Matrix vectors_;   // V
  Matrix adjoint_;   // conj(V), by columns of V
  Matrix triangle_;  // T
  // In WebAssembly, whose stack is small.
  Scratch scratch_;
};

// The blocks of a product H(0) H(1) .., of which each is applied to tiles of columns.
class BlockSequence {
 public:
  struct Shape {
    // Shape of the matrix of the reflectors.
    int64_t rows;
    int64_t reflectors;
    int64_t columns;
    // From the first block on, or from the last one.
    bool is_forward;
    // Whether a block changes no column before its own.
    bool skips;
  };

  // Takes the next step. set(block, first, count) takes a block of reflectors, apply(block, first,
  // begin, end) applies it. A thread sets the next one of two blocks, while others apply the
  // current one. Returns the work, or 0 at the end.
  template <class Block, class Set, class Apply>
  int64_t Advance(const Team& team, const Shape& shape, Block (&two)[2], Set set, Apply apply) {
    const int64_t blocks = (shape.reflectors + kPanel - 1) / kPanel;
    if (number_ == blocks || shape.columns == 0) return 0;
    const auto first_of = [&](int64_t number) {
      return (shape.is_forward ? number : blocks - 1 - number) * kPanel;
    };
    const auto set_block = [&](int64_t number) {
      const int64_t first = first_of(number);
      set(two[number % 2], first, std::min(kPanel, shape.reflectors - first));
    };
    if (!has_begun_) {
      has_begun_ = true;
      set_block(0);
      return shape.rows * kPanel * kPanel + 1;
    }
    const int64_t first = first_of(number_), start = shape.skips ? first : 0;
    const int64_t count = (shape.columns + kColumnTile - 1) / kColumnTile;
    const Block& block = two[number_ % 2];
    const int64_t tile_work = block.work_of(kColumnTile) + 1;
    const int64_t work = team.Share(task_, 1 + count, tile_work, [&](int64_t task) {
      if (task == 0) {
        if (number_ + 1 < blocks) set_block(number_ + 1);
        return;
      }
      const int64_t begin = team.TileOf(task - 1, count) * kColumnTile;
      const int64_t end = std::min(shape.columns, begin + kColumnTile);
      if (start < end) apply(block, first, std::max(begin, start), end);
    });
    if (task_ == 1 + count) {
      task_ = 0;
      ++number_;
    }
    return work;
  }

 private:
  bool has_begun_ = false;
  int64_t number_ = 0;
  int64_t task_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_REFLECTOR_H_
