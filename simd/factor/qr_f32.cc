#include <algorithm>
#include <cstddef>

#include "simd/factor/factors_f32.h"

#ifndef __wasm__

#include "simd/factor/reflector.h"
#include "simd/linalg/row_blocks.h"
#include "simd/linalg/row_products.h"

namespace paddock::simd {
namespace {

void ClearRows(const MatrixF32& matrix, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i) std::fill_n(matrix.At(i, 0), columns, 0.0f);
}

// H(0) H(1) .. = I - V T V^T of up to kPanel reflectors.
class BlockReflectorF32 {
 public:
  // For reflectors of at most `most_rows` elements.
  BlockReflectorF32(int64_t most_rows, Workspace& workspace)
      : vectors_(most_rows, kPanel, workspace),
        squares_(kPanel, kPanel, workspace),
        triangle_(kPanel, kPanel, workspace) {}

  // Takes the reflectors from below the diagonal of `a` at (first, first), and tau[0 ..].
  void Set(const MatrixF32& a, int64_t first, int64_t count, const float* tau) {
    rows_ = a.rows - first;
    count_ = count;
    for (int64_t i = 0; i < rows_; ++i) {
      float* const row = vectors_.At(i, 0);
      const int64_t stored = std::min(i, count_);
      std::copy_n(a.At(first + i, first), stored, row);
      if (i < count_) row[i] = 1;
      std::fill(row + std::min(i + 1, count_), row + count_, 0.0f);
    }
    MakeTriangle(tau);
  }

  // Computes c = (I - V T V^T) c, or its transpose, for columns begin .. end of the last rows of c,
  // at most kColumnTile columns and as many rows as V has.
  void Apply(const MatrixF32& c, bool is_transposed, int64_t begin, int64_t end) const {
    const int64_t columns = end - begin;
    float* const rows = c.At(c.rows - rows_, begin);
    // Each thread has its own: others apply the reflectors to other columns.
    alignas(64) std::byte memory[2 * kTileBytes];
    Workspace own(memory);
    const MatrixF32 product(kPanel, kColumnTile, own);  // -(V^T c)
    const MatrixF32 scaled(kPanel, kColumnTile, own);   // T V^T c
    ClearRows(product, count_, columns);
    Subtract(product, count_, rows, c.stride, rows_, vectors_, true, columns);
    ClearRows(scaled, count_, columns);
    Subtract(scaled, count_, product.data, product.stride, count_, triangle_, !is_transposed,
             columns);
    SubtractBlock(RowBlockOf<float>{rows, c.stride, rows_, scaled.data, scaled.stride, count_,
                                    vectors_.data, vectors_.stride, 1, columns, true});
  }
  int64_t work_of(int64_t columns) const { return 2 * rows_ * count_ * columns; }

 private:
  // A matrix of kPanel rows and kColumnTile columns.
  static constexpr size_t kTileBytes = sizeof(float) * kPanel * kColumnTile;

  // targets -= factors * rows, or the product with their transpose.
  static void Subtract(const MatrixF32& targets, int64_t target_count, const float* rows,
                       int64_t row_stride, int64_t count, const MatrixF32& factors,
                       bool is_transposed, int64_t columns) {
    SubtractBlock(RowBlockOf<float>{targets.data, targets.stride, target_count, rows, row_stride,
                                    count, factors.data, is_transposed ? 1 : factors.stride,
                                    is_transposed ? factors.stride : 1, columns, true});
  }

  // larft, forward and by columns: column i of T is -tau[i] T (V^T v[i]) above its diagonal.
  void MakeTriangle(const float* tau) const {
    ClearRows(squares_, count_, count_);
    ClearRows(triangle_, count_, count_);
    Subtract(squares_, count_, vectors_.data, vectors_.stride, rows_, vectors_, true, count_);
    for (int64_t i = 0; i < count_; ++i) {
      float* const column = triangle_.At(i, 0);
      // The squares are negative, so the difference is the product.
      SubtractBlock(RowBlockOf<float>{column, triangle_.stride, 1, triangle_.data, triangle_.stride,
                                      i, squares_.At(0, i), 0, squares_.stride, i, true});
      for (int64_t k = 0; k < i; ++k) column[k] *= -tau[i];
      column[i] = tau[i];
    }
  }

  int64_t rows_ = 0;
  int64_t count_ = 0;
  MatrixF32 vectors_;   // V
  MatrixF32 squares_;   // -(V^T V)
  MatrixF32 triangle_;  // T^T: its columns as rows
};

// Operands: a. Results: R above the reflectors; tau.
class GeqrfF32 final : public Factorization {
 public:
  GeqrfF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        a_(operand(0).rows, operand(0).columns, workspace),
        least_(std::min(a_.rows, a_.columns)),
        tau_(1, least_, workspace),
        vector_(workspace.NewRow(a_.rows, false)),
        columns_(kPanel, a_.rows, workspace),
        blocks_{{a_.rows, workspace}, {a_.rows, workspace}} {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        LoadF32(ViewOfOperand(0, false), a_);
        FactorPanel(0, blocks_[0]);
        phase_ = Phase::kFactor;
        return a_.rows * (a_.columns + kPanel * kPanel) + 1;
      case Phase::kFactor:
        return panel_ < least_ ? UpdateTiles() : StoreFactors();
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  int64_t EndOfPanel(int64_t panel) const { return std::min(least_, panel + kPanel); }

  // Factors the panel of columns from `panel` on, and sets `block` for the columns behind it.
  void FactorPanel(int64_t panel, BlockReflectorF32& block) {
    const int64_t width = EndOfPanel(panel) - panel;
    LoadColumns(a_, panel, width, columns_);
    for (int64_t j = 0; j < width; ++j) Eliminate(panel, j, width);
    StoreColumns(columns_, panel, width, a_);
    if (panel + width < a_.columns) block.Set(a_, panel, width, tau_.At(0, panel));
  }

  // Makes the reflector of column j of the panel, in f64, and applies it to the columns behind it.
  void Eliminate(int64_t panel, int64_t j, int64_t width) {
    const int64_t rows = a_.rows - panel - j;
    float* const column = columns_.At(j, j);
    std::copy_n(column, rows, vector_.re);
    const Reflector reflector = MakeReflector({vector_.re[0], 0}, Behind(vector_, 1), rows - 1);
    const auto tau = static_cast<float>(reflector.tau.re);
    *tau_.At(0, panel + j) = tau;
    for (int64_t i = 1; i < rows; ++i) column[i] = static_cast<float>(vector_.re[i]);
    if (const int64_t others = width - j - 1; others > 0 && tau != 0) {
      float products[kPanel];
      column[0] = 1;
      float* const behind = columns_.At(j + 1, j);
      MultiplyRows({behind, columns_.stride, others, column, rows, products});
      for (int64_t c = 0; c < others; ++c) products[c] *= tau;
      SubtractBlock(RowBlockOf<float>{behind, columns_.stride, others, column, 0, 1, products, 1, 0,
                                      rows, true});
    }
    column[0] = static_cast<float>(reflector.beta);
  }

  // The first task is the next panel: it is updated, and factored at once, while other threads have
  // tiles of the columns behind it.
  int64_t UpdateTiles() {
    const int64_t end = EndOfPanel(panel_), next = EndOfPanel(end);
    const int64_t count = (a_.columns + kColumnTile - 1) / kColumnTile;
    const BlockReflectorF32& block = blocks_[turn_];
    const int64_t tile_work = block.work_of(kColumnTile) + 1;
    const int64_t work = team().Share(task_, 1 + count, tile_work, [&](int64_t task) {
      if (task == 0) {
        if (end == next) return;
        block.Apply(a_, true, end, next);
        return FactorPanel(end, blocks_[1 - turn_]);
      }
      const int64_t first = team().TileOf(task - 1, count) * kColumnTile;
      const int64_t last = std::min(a_.columns, first + kColumnTile);
      if (next < last) block.Apply(a_, true, std::max(first, next), last);
    });
    if (task_ == 1 + count) {
      task_ = 0;
      panel_ = end;
      turn_ = 1 - turn_;
    }
    return work;
  }

  int64_t StoreFactors() {
    StoreF32(a_, ViewOf(0, false));
    // The vector is a column.
    StoreF32(tau_, ViewOf(1, true));
    phase_ = Phase::kDone;
    return a_.rows * a_.columns + 1;
  }

  MatrixF32 a_;
  int64_t least_;
  MatrixF32 tau_;
  Row vector_;
  // The columns of a panel as rows.
  MatrixF32 columns_;
  // Alternately the current panel's, and the next one's.
  BlockReflectorF32 blocks_[2];
  int64_t turn_ = 0;
  Phase phase_ = Phase::kLoad;
  int64_t panel_ = 0;
  int64_t task_ = 0;
};

// c = Q c or Q^T c for the product Q of the reflectors in `a`, block after block.
class ProductF32 {
 public:
  ProductF32(int64_t rows, int64_t reflectors, Workspace& workspace)
      : a_(rows, reflectors, workspace),
        tau_(1, reflectors, workspace),
        blocks_{{rows, workspace}, {rows, workspace}} {}

  void Load(const MatrixView& reflectors, const MatrixView& tau) const {
    LoadF32(reflectors, a_);
    LoadF32(tau, tau_);
  }

  // As Product in qr.cc.
  int64_t Advance(const Team& team, const MatrixF32& c, bool is_transposed, bool skips) {
    return sequence_.Advance(
        team, {a_.rows, a_.columns, c.columns, is_transposed, skips}, blocks_,
        [&](BlockReflectorF32& block, int64_t first, int64_t count) {
          block.Set(a_, first, count, tau_.At(0, first));
        },
        [&](const BlockReflectorF32& block, int64_t, int64_t begin, int64_t end) {
          block.Apply(c, is_transposed, begin, end);
        });
  }

 private:
  MatrixF32 a_;
  MatrixF32 tau_;
  BlockReflectorF32 blocks_[2];
  BlockSequence sequence_;
};

// Operands: reflectors a, tau. Results: the first columns of Q, as many as a has.
class OrgqrF32 final : public StagedFactorization {
 public:
  OrgqrF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        product_(operand(0).rows, operand(1).rows, workspace),
        q_(operand(0).rows, operand(0).columns, workspace) {}

  int64_t LoadOperands() override {
    product_.Load(ViewOfOperand(0, false), ViewOfOperand(1, true));
    ClearRows(q_, q_.rows, q_.columns);
    for (int64_t i = 0; i < std::min(q_.rows, q_.columns); ++i) *q_.At(i, i) = 1;
    return q_.rows * q_.columns + 1;
  }

  int64_t Compute() override { return product_.Advance(team(), q_, false, true); }

  int64_t StoreResults() override {
    StoreF32(q_, ViewOf(0, false));
    return q_.rows * q_.columns + 1;
  }

 private:
  ProductF32 product_;
  MatrixF32 q_;
};

// Operands, options and results as of Ormqr in qr.cc.
class OrmqrF32 final : public StagedFactorization {
 public:
  OrmqrF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        is_left_(call.options[0] != 0),
        product_(operand(0).rows, operand(1).rows, workspace),
        c_(is_left_ ? operand(2).rows : operand(2).columns,
           is_left_ ? operand(2).columns : operand(2).rows, workspace) {}

  int64_t LoadOperands() override {
    product_.Load(ViewOfOperand(0, false), ViewOfOperand(1, true));
    LoadF32(ViewOfOperand(2, !is_left_), c_);
    return c_.rows * c_.columns + 1;
  }

  int64_t Compute() override {
    return product_.Advance(team(), c_, (call().options[1] != 0) == is_left_, false);
  }

  int64_t StoreResults() override {
    StoreF32(c_, ViewOf(0, !is_left_));
    return c_.rows * c_.columns + 1;
  }

 private:
  bool is_left_;
  ProductF32 product_;
  MatrixF32 c_;
};

}  // namespace

Factorization* MakeGeqrfF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace) {
  return MakeIn<GeqrfF32>(call, buffers, workspace);
}
Factorization* MakeOrgqrF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace) {
  return MakeIn<OrgqrF32>(call, buffers, workspace);
}
Factorization* MakeOrmqrF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace) {
  return MakeIn<OrmqrF32>(call, buffers, workspace);
}

}  // namespace paddock::simd
#endif  // __wasm__
