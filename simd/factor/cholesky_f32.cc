#include "simd/factor/factors_f32.h"

#ifndef __wasm__

#include <algorithm>

#include "simd/factor/cholesky_tiles.h"
#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

class CholeskyF32 final : public Factorization {
 public:
  CholeskyF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        tiles_(operand(0).rows),
        u_(tiles_.size(), tiles_.size(), workspace) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        LoadTriangle();
        tiles_.Begin(*this);
        phase_ = Phase::kFactor;
        return u_.rows * u_.rows + 1;
      case Phase::kFactor:
        if (const int64_t work = tiles_.Advance(*this, team())) return work;
        CopyThrough(0, 0);
        StoreFactor();
        StoreInteger(1, 0, tiles_.info());
        phase_ = Phase::kDone;
        return u_.rows * u_.rows + 1;
      case Phase::kDone:
        break;
    }
    return 0;
  }

  // --- For CholeskyTiles.
  static constexpr bool kUpdatesBehind = true;
  void Subtract(int64_t i, int64_t count, int64_t first, int64_t last, int64_t begin,
                int64_t end) const {
    SubtractBlock(RowBlockOf<float>{u_.At(i, begin), u_.stride, count, u_.At(first, begin),
                                    u_.stride, last - first, u_.At(first, i), 1, u_.stride,
                                    end - begin, true});
  }
  bool TakeRoot(int64_t i) const {
    float& pivot = *u_.At(i, i);
    if (!(pivot > 0)) return false;
    pivot = static_cast<float>(SquareRoot(static_cast<double>(pivot)));
    return true;
  }
  void DivideRow(int64_t i, int64_t begin, int64_t end) const {
    const float root = *u_.At(i, i);
    float* const row = u_.At(i, 0);
    for (int64_t c = begin; c < end; ++c) row[c] /= root;
  }

 private:
  enum class Phase : uint8_t { kLoad, kFactor, kDone };

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
    for (int64_t j = 0; j < u_.rows; j += kGroup) {
      const int64_t end = std::min(u_.rows, j + kGroup);
      for (int64_t i = 0; i < end; ++i) move(i, std::max(i, j), end - std::max(i, j));
    }
  }

  static constexpr int64_t kGroup = 16;

  CholeskyTiles<CholeskyF32> tiles_;
  MatrixF32 u_;
  Phase phase_ = Phase::kLoad;
};

}  // namespace

Factorization* MakeCholeskyF32(const FactorCall& call, const FactorBuffers& buffers,
                               Workspace& workspace) {
  return MakeIn<CholeskyF32>(call, buffers, workspace);
}

}  // namespace paddock::simd
#endif  // __wasm__
