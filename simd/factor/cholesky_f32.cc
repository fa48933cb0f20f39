#include "simd/factor/factors_f32.h"

#ifndef __wasm__

#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

// Rows of the upper triangle u = L^H, in panels: the rows above a panel are subtracted from it
// together.
class CholeskyF32 final : public Factorization {
 public:
  CholeskyF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers), size_(operand(0).rows), u_(size_, size_, workspace) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        LoadTriangle();
        phase_ = Phase::kFactor;
        return size_ * size_ + 1;
      case Phase::kFactor:
        if (row_ < size_ && info_ == 0) return FactorPanel();
        CopyThrough(0, 0);
        StoreFactor();
        StoreInteger(1, 0, info_);
        phase_ = Phase::kDone;
        return size_ * size_ + 1;
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  // Subtracts the contributions of rows first .. end from rows i .. i + count, in columns from i
  // on. Elements below the diagonal are not used.
  void Subtract(int64_t i, int64_t count, int64_t first, int64_t end) const {
    SubtractBlock(RowBlockOf<float>{u_.At(i, i), u_.stride, count, u_.At(first, i), u_.stride,
                                    end - first, u_.At(first, i), 1, u_.stride, size_ - i, true});
  }

  int64_t FactorPanel() {
    const int64_t panel = row_, end = std::min(size_, panel + kPanel);
    Subtract(panel, end - panel, 0, panel);
    for (int64_t first = panel; first < end; first += kNarrow) {
      const int64_t last = std::min(end, first + kNarrow);
      Subtract(first, last - first, panel, first);
      for (int64_t i = first; i < last && info_ == 0; ++i) {
        Subtract(i, 1, first, i);
        FinishRow(i);
      }
      if (info_ != 0) break;
    }
    row_ = end;
    return (end - panel) * end * (size_ - panel) + 1;
  }

  void FinishRow(int64_t i) {
    float* const row = u_.At(i, i);
    if (!(*row > 0)) {
      info_ = i + 1;
      return;
    }
    const auto root = static_cast<float>(SquareRoot(static_cast<double>(*row)));
    *row = root;
    for (int64_t c = 1; c < size_ - i; ++c) row[c] /= root;
  }

  void LoadTriangle() const {
    const MatrixView from = ViewOfOperand(0, letter(0) == 'L');
    ForEachPart([&](int64_t i, int64_t first, int64_t count) {
      from.LoadRow(i, first, count, u_.At(i, first), nullptr);
    });
  }
  void StoreFactor() const {
    const MatrixView to = ViewOf(0, letter(0) == 'L');
    ForEachPart([&](int64_t i, int64_t first, int64_t count) {
      to.StoreRow(u_.At(i, first), nullptr, i, first, count);
    });
  }

  // Calls move(i, first column, count) for parts of the triangle's rows, in groups of columns, so
  // that a cache line of a transposed matrix is accessed once.
  template <class Move>
  void ForEachPart(Move move) const {
    for (int64_t j = 0; j < size_; j += kGroup) {
      const int64_t end = std::min(size_, j + kGroup);
      for (int64_t i = 0; i < end; ++i) move(i, std::max(i, j), end - std::max(i, j));
    }
  }

  // Rows of a panel that are subtracted together.
  static constexpr int64_t kNarrow = 8;
  static constexpr int64_t kGroup = 16;

  int64_t size_;
  MatrixF32 u_;
  Phase phase_ = Phase::kLoad;
  int64_t row_ = 0;
  int64_t info_ = 0;
};

}  // namespace

Factorization* MakeCholeskyF32(const FactorCall& call, const FactorBuffers& buffers,
                               Workspace& workspace) {
  return MakeIn<CholeskyF32>(call, buffers, workspace);
}

}  // namespace paddock::simd
#endif  // __wasm__
