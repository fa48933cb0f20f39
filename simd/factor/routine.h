// Factorisations by LAPACK's definitions, one matrix at a time, computed in f64. Each element is
// rounded once, when it is stored. The order of sums depends only on the shapes, and nothing is
// fused, so the bits are the same on every machine.
//
//   std::vector<std::byte> memory(FactorWorkspaceBytes(call));
//   BeginFactor(call, buffers, memory.data());
//   while (!AdvanceFactor(memory.data(), 1 << 20).is_done) {}
#ifndef PADDOCK_SIMD_FACTOR_ROUTINE_H_
#define PADDOCK_SIMD_FACTOR_ROUTINE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// Named after LAPACK's; operands, options and results are those of the row in
// core/dialect/custom_calls.def, in its order.
enum class Routine : uint8_t {
  kNone,
#define PADDOCK_ROUTINE(name) k##name,
#include "simd/factor/routines.def"
#undef PADDOCK_ROUTINE
};

// A matrix by rows. A vector has one column; a number has one row too.
struct FactorValue {
  ElementType type = ElementType::kF32;
  int64_t rows = 1;
  int64_t columns = 1;
};

struct FactorCall {
  static constexpr size_t kMostValues = 6;
  static constexpr size_t kMostOptions = 4;

  Routine routine = Routine::kNone;
  std::array<FactorValue, kMostValues> operands;
  std::array<FactorValue, kMostValues> results;
  // Codes of letters, booleans, integers.
  std::array<int64_t, kMostOptions> options{};
  // Fast numerics: potrf and getrf fuse real multiply-adds.
  bool is_fast = false;

  ElementType type() const { return operands[0].type; }
  bool is_complex() const { return IsComplex(type()); }
};

// Addresses of one matrix's values. Results do not alias operands.
struct FactorBuffers {
  std::array<const std::byte*, FactorCall::kMostValues> operands{};
  std::array<std::byte*, FactorCall::kMostValues> results{};
};

// Returns the bytes for one matrix, from BeginFactor to its end; aligned to 64.
size_t FactorWorkspaceBytes(const FactorCall& call);
// Returns the approximate multiply-adds for a matrix.
int64_t EstimatedWork(const FactorCall& call);

// `call` must outlive the computation.
void BeginFactor(const FactorCall& call, const FactorBuffers& buffers, std::byte* workspace);

struct FactorProgress {
  bool is_done = false;
  // Multiply-adds done.
  int64_t work = 0;
};
// Continues until about `work` multiply-adds are done. A piece takes a few milliseconds at most.
FactorProgress AdvanceFactor(std::byte* workspace, int64_t work);
// The same with a team, for this call. Its size changes no bit of the results.
FactorProgress AdvanceFactor(std::byte* workspace, int64_t work, const Team& team);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_ROUTINE_H_
