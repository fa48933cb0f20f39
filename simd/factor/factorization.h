// The base of every routine.
#ifndef PADDOCK_SIMD_FACTOR_FACTORIZATION_H_
#define PADDOCK_SIMD_FACTOR_FACTORIZATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/factor/matrix.h"
#include "simd/factor/routine.h"
#include "simd/factor/team.h"
#include "simd/linalg/interleaved.h"
#include "simd/linalg/number.h"

namespace paddock::simd {

// A computation in pieces, allocated in its own workspace: no destructor runs. The constructor
// reserves memory but must not access it, because it also runs to compute the size.
class Factorization {
 public:
  Factorization(const FactorCall& call, const FactorBuffers& buffers)
      : call_(&call), buffers_(buffers) {}

  // Computes the next piece. Returns its multiply-adds, at least 1; 0 if there was none.
  virtual int64_t Advance() = 0;

  void SetTeam(const Team& team) { team_ = team; }

 protected:
  ~Factorization() = default;

  const FactorCall& call() const { return *call_; }
  const FactorValue& operand(size_t i) const { return call_->operands[i]; }
  const FactorValue& result(size_t i) const { return call_->results[i]; }
  char letter(size_t i) const { return static_cast<char>(call_->options[i]); }
  bool is_complex() const { return call_->is_complex(); }
  bool is_fast() const { return call_->is_fast; }
  // The threads that share the current piece.
  const Team& team() const { return team_; }
  // Whether reflectors fuse real differences: not those of matrices that may be in a group.
  bool fuses_reflectors() const {
    return is_fast() && std::max(operand(0).rows, operand(0).columns) > kMostInterleaved;
  }
  // Half the distance from 1 to the next number of the type. Iterations end when the remainder is
  // smaller, as LAPACK's for that type do, so that order and signs agree.
  double epsilon() const {
    return PartType(call_->type()) == ElementType::kF32 ? 0x1p-24 : kEpsilon;
  }

  // Load whole operands and store whole results. In a complex matrix, the imaginary parts of a real
  // one are zero.
  void Load(size_t operand, const Matrix& to) const;
  void LoadAdjoint(size_t operand, const Matrix& to) const;
  void Store(const Matrix& from, size_t result) const;
  void StoreAdjoint(const Matrix& from, size_t result) const;
  // Store an upper triangle, or its adjoint, and leave the other elements as they are.
  void StoreUpper(const Matrix& from, size_t result) const;
  void StoreLowerAdjoint(const Matrix& from, size_t result) const;
  // Vectors of numbers.
  void LoadVector(size_t operand, Row to) const;
  void StoreVector(Row from, size_t result) const;
  // Ignores a result that the call does not have.
  void StoreInteger(size_t result, int64_t index, int64_t value) const;
  int64_t LoadInteger(size_t operand, int64_t index) const;
  // Copies the operand's bytes. Both have the same type and shape.
  void CopyThrough(size_t operand, size_t result) const;
  // Returns the operand's elements, or the result's, or those of its transpose.
  MatrixView ViewOfOperand(size_t operand, bool is_transposed) const;
  MatrixView ViewOf(size_t result, bool is_transposed) const;
  void StoreZeros(size_t result) const;
  void StoreNaN(size_t result) const;
  void StoreElement(size_t result, int64_t i, int64_t j, Number value) const;
  Number LoadElement(size_t operand, int64_t i, int64_t j) const;

 private:
  const FactorCall* call_;
  FactorBuffers buffers_;
  Team team_;
};

// A factorization in three stages: it loads its operands, computes in pieces, and stores its
// results. Each function returns the multiply-adds that it took.
class StagedFactorization : public Factorization {
 public:
  using Factorization::Factorization;

  int64_t Advance() final {
    if (stage_ == Stage::kLoad) {
      stage_ = Stage::kCompute;
      return LoadOperands();
    }
    if (stage_ == Stage::kDone) return 0;
    if (const int64_t work = Compute()) return work;
    stage_ = Stage::kDone;
    return StoreResults();
  }

 protected:
  ~StagedFactorization() = default;

  virtual int64_t LoadOperands() = 0;
  // Computes the next piece; returns 0 if there was none.
  virtual int64_t Compute() = 0;
  virtual int64_t StoreResults() = 0;

 private:
  enum class Stage : uint8_t { kLoad, kCompute, kDone };
  Stage stage_ = Stage::kLoad;
};

// Columns that a kernel processes in one piece of work: 16 KB of 32 rows.
inline constexpr int64_t kColumnTile = 64;
// Columns of a panel of blocked algorithms.
inline constexpr int64_t kPanel = 32;

// Declares the class that routine.cc makes for Routine::k<name>.
#define PADDOCK_ROUTINE(name)                                                     \
  Factorization* Make##name(const FactorCall& call, const FactorBuffers& buffers, \
                            Workspace& workspace);
#include "simd/factor/routines.def"
#undef PADDOCK_ROUTINE

// Defines Make<name>: the object at the beginning of the workspace, or none while counting.
template <class Class>
Factorization* MakeIn(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace) {
  std::byte* const at = workspace.Take(sizeof(Class));
  if (at != nullptr) return new (at) Class(call, buffers, workspace);
  alignas(Class) std::byte counted[sizeof(Class)];
  new (counted) Class(call, buffers, workspace);
  return nullptr;
}
#define PADDOCK_MAKE_ROUTINE(name)                                                \
  Factorization* Make##name(const FactorCall& call, const FactorBuffers& buffers, \
                            Workspace& workspace) {                               \
    return MakeIn<name>(call, buffers, workspace);                                \
  }

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_FACTORIZATION_H_
