// geqrf, orgqr and ormqr: QR by blocks of reflectors.
#include "simd/factor/factorization.h"
#include "simd/factor/factors_f32.h"
#include "simd/factor/reflector.h"

namespace paddock::simd {
namespace {

// Operands: a. Results: R above the reflectors; tau.
class Geqrf final : public Factorization {
 public:
  Geqrf(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        a_(workspace.NewMatrix(operand(0).rows, operand(0).columns, is_complex())),
        least_(std::min(a_.rows, a_.columns)),
        tau_(workspace.NewRow(least_, is_complex())),
        vector_(workspace.NewRow(a_.rows, is_complex())),
        scratch_(std::max(a_.rows, a_.columns), is_complex(), workspace, fuses_reflectors()),
        blocks_{{a_.rows, is_complex(), workspace, fuses_reflectors()},
                {a_.rows, is_complex(), workspace, fuses_reflectors()}} {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        Load(0, a_);
        FactorPanel(0, blocks_[0]);
        phase_ = Phase::kFactor;
        return a_.rows * (a_.columns + kPanel * kPanel) + 1;
      case Phase::kFactor:
        if (panel_ < least_) return UpdateTiles();
        Store(a_, 0);
        StoreVector(tau_, 1);
        phase_ = Phase::kDone;
        return a_.rows * a_.columns + 1;
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  int64_t EndOfPanel(int64_t panel) const { return std::min(least_, panel + kPanel); }

  // Factors the panel of columns from `panel` on, and sets `block` for the columns behind it.
  void FactorPanel(int64_t panel, BlockReflector& block) {
    const int64_t end = EndOfPanel(panel);
    for (int64_t j = panel; j < end; ++j) {
      const int64_t rows = a_.rows - j;
      GatherColumn(a_, j, j, a_.rows, vector_);
      const Reflector reflector = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), rows - 1);
      SetNumber(vector_, 0, {1, 0});
      SetNumber(tau_, j, reflector.tau);
      ScatterColumn(vector_, a_, j, j, a_.rows);
      a_.Set(j, j, {reflector.beta, 0});
      ApplyLeft(vector_, Conjugate(reflector.tau), a_.Block(j, j + 1, rows, end - j - 1), scratch_);
    }
    if (end == a_.columns) return;
    block.Set(a_.Block(panel, panel, a_.rows - panel, end - panel), end - panel,
              Behind(tau_, panel));
  }

  // The first task is the next panel: it is updated, and factored at once, while other threads have
  // tiles of the columns behind it.
  int64_t UpdateTiles() {
    const int64_t end = EndOfPanel(panel_), next = EndOfPanel(end);
    const int64_t count = (a_.columns + kColumnTile - 1) / kColumnTile;
    const BlockReflector& block = blocks_[turn_];
    const int64_t tile_work = block.work_of(kColumnTile) + 1;
    const Matrix rows = a_.Block(panel_, 0, a_.rows - panel_, a_.columns);
    const int64_t work = team().Share(task_, 1 + count, tile_work, [&](int64_t task) {
      if (task == 0) {
        if (end == next) return;
        block.Apply(rows, true, end, next);
        return FactorPanel(end, blocks_[1 - turn_]);
      }
      const int64_t first = team().TileOf(task - 1, count) * kColumnTile;
      const int64_t last = std::min(a_.columns, first + kColumnTile);
      if (next < last) block.Apply(rows, true, std::max(first, next), last);
    });
    if (task_ == 1 + count) {
      task_ = 0;
      panel_ = end;
      turn_ = 1 - turn_;
    }
    return work;
  }

  Matrix a_;
  int64_t least_;
  Row tau_;
  Row vector_;
  ReflectorScratch scratch_;
  // Alternately the current panel's, and the next one's.
  BlockReflector blocks_[2];
  int64_t turn_ = 0;
  Phase phase_ = Phase::kLoad;
  int64_t panel_ = 0;
  int64_t task_ = 0;
};

// c = Q c or Q^H c for the product Q of the reflectors in `a`, block after block.
class Product {
 public:
  Product(int64_t rows, int64_t reflectors, bool is_complex, Workspace& workspace, bool is_fused)
      : a_(workspace.NewMatrix(rows, reflectors, is_complex)),
        tau_(workspace.NewRow(reflectors, is_complex)),
        blocks_{{rows, is_complex, workspace, is_fused}, {rows, is_complex, workspace, is_fused}} {}

  const Matrix& reflectors() const { return a_; }
  Row tau() const { return tau_; }

  // Q = H(0) H(1) .. changes c from its last factor on. `skips`: c is the identity to begin with,
  // so that a block changes no column before its own.
  int64_t Advance(const Team& team, const Matrix& c, bool is_adjoint, bool skips) {
    return sequence_.Advance(
        team, {a_.rows, a_.columns, c.columns, is_adjoint, skips}, blocks_,
        [&](BlockReflector& block, int64_t first, int64_t count) {
          block.Set(a_.Block(first, first, a_.rows - first, count), count, Behind(tau_, first));
        },
        [&](const BlockReflector& block, int64_t first, int64_t begin, int64_t end) {
          block.Apply(c.Block(first, 0, a_.rows - first, c.columns), is_adjoint, begin, end);
        });
  }

 private:
  Matrix a_;
  Row tau_;
  BlockReflector blocks_[2];
  BlockSequence sequence_;
};

// Operands: reflectors a, tau. Results: the first columns of Q, as many as a has.
class Orgqr final : public StagedFactorization {
 public:
  Orgqr(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        product_(operand(0).rows, operand(1).rows, is_complex(), workspace, fuses_reflectors()),
        a_(workspace.NewMatrix(operand(0).rows, operand(0).columns, is_complex())) {}

  int64_t LoadOperands() override {
    Load(0, a_);
    Copy(a_.Block(0, 0, a_.rows, product_.reflectors().columns), product_.reflectors());
    LoadVector(1, product_.tau());
    FillIdentity(a_);
    return a_.rows * a_.columns + 1;
  }

  int64_t Compute() override { return product_.Advance(team(), a_, false, true); }

  int64_t StoreResults() override {
    Store(a_, 0);
    return a_.rows * a_.columns + 1;
  }

 private:
  Product product_;
  Matrix a_;
};

// Operands: reflectors a, of which tau has the first ones, tau, c. Options: left, transpose.
// Results: op(Q) c, or c op(Q), which is the adjoint of op(Q)^H c^H.
class Ormqr final : public StagedFactorization {
 public:
  Ormqr(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        is_left_(call.options[0] != 0),
        product_(operand(0).rows, operand(1).rows, is_complex(), workspace, fuses_reflectors()),
        whole_(workspace.NewMatrix(has_others() ? operand(0).rows : 0, operand(0).columns,
                                   is_complex())),
        c_(is_left_ ? workspace.NewMatrix(operand(2).rows, operand(2).columns, is_complex())
                    : workspace.NewMatrix(operand(2).columns, operand(2).rows, is_complex())) {}

  int64_t LoadOperands() override {
    if (has_others()) {
      Load(0, whole_);
      Copy(whole_.Block(0, 0, whole_.rows, product_.reflectors().columns), product_.reflectors());
    } else {
      Load(0, product_.reflectors());
    }
    LoadVector(1, product_.tau());
    is_left_ ? Load(2, c_) : LoadAdjoint(2, c_);
    return c_.rows * c_.columns + 1;
  }

  int64_t Compute() override {
    const bool is_adjoint = (call().options[1] != 0) == is_left_;
    return product_.Advance(team(), c_, is_adjoint, false);
  }

  int64_t StoreResults() override {
    is_left_ ? Store(c_, 0) : StoreAdjoint(c_, 0);
    return c_.rows * c_.columns + 1;
  }

 private:
  bool has_others() const { return operand(0).columns > operand(1).rows; }

  bool is_left_;
  Product product_;
  Matrix whole_;
  Matrix c_;
};

}  // namespace

PADDOCK_MAKE_ROUTINE_OR_F32(Geqrf, Geqrf)
PADDOCK_MAKE_ROUTINE_OR_F32(Orgqr, Orgqr)
PADDOCK_MAKE_ROUTINE_OR_F32(Ormqr, Ormqr)

}  // namespace paddock::simd
