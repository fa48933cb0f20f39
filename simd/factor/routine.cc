#include "simd/factor/routine.h"

#include "simd/factor/factorization.h"

namespace paddock::simd {
namespace {

using MakeFunction = Factorization* (*)(const FactorCall&, const FactorBuffers&, Workspace&);

constexpr MakeFunction kMakers[] = {
    nullptr,
#define PADDOCK_ROUTINE(name) &Make##name,
#include "simd/factor/routines.def"
#undef PADDOCK_ROUTINE
};

Factorization* Make(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace) {
  return kMakers[static_cast<size_t>(call.routine)](call, buffers, workspace);
}

// Header that BeginFactor writes; locates the object.
struct Head {
  Factorization* factorization;
};

}  // namespace

size_t FactorWorkspaceBytes(const FactorCall& call) {
  Workspace counting(nullptr);
  counting.Take(sizeof(Head));
  Make(call, {}, counting);
  return counting.bytes();
}

int64_t EstimatedWork(const FactorCall& call) {
  const FactorValue& a = call.operands[0];
  const int64_t least = std::min(a.rows, a.columns);
  int64_t work = a.rows * a.columns * (least + 16);
  for (const FactorValue& result : call.results) work += result.rows * result.columns * least;
  return work * (call.is_complex() ? 4 : 1);
}

void BeginFactor(const FactorCall& call, const FactorBuffers& buffers, std::byte* workspace) {
  Workspace memory(workspace);
  std::byte* const head = memory.Take(sizeof(Head));
  new (head) Head{Make(call, buffers, memory)};
}

FactorProgress AdvanceFactor(std::byte* workspace, int64_t work) {
  Factorization& factorization = *reinterpret_cast<Head*>(workspace)->factorization;
  FactorProgress progress;
  while (progress.work < work) {
    const int64_t done = factorization.Advance();
    if (done == 0) {
      progress.is_done = true;
      break;
    }
    progress.work += done;
  }
  return progress;
}

FactorProgress AdvanceFactor(std::byte* workspace, int64_t work, const Team& team) {
  Factorization& factorization = *reinterpret_cast<Head*>(workspace)->factorization;
  factorization.SetTeam(team);
  const FactorProgress progress = AdvanceFactor(workspace, work);
  factorization.SetTeam({});
  return progress;
}

}  // namespace paddock::simd
