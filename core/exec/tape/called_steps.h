// The steps that tapes call within a block. A call from outside ends the block, and takes as long
// as the arithmetic of some hundred elements.
#ifndef PADDOCK_CORE_EXEC_TAPE_CALLED_STEPS_H_
#define PADDOCK_CORE_EXEC_TAPE_CALLED_STEPS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/prepared_step.h"
#include "core/plan/step.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// WebAssembly leaves them out, for size.
inline constexpr bool kHasCalledSteps = !kHasChainModules;

class SomeCalledSteps {
 public:
  // The same for all steps.
  struct Surroundings {
    std::byte* scratch = nullptr;
    size_t scratch_stride = 0;
    StepHost* host = nullptr;
  };

  void Clear(const Surroundings& surroundings);
  void SetHost(StepHost* host) { surroundings_.host = host; }
  // `pointers` live as long as the tape.
  void Add(uint32_t number, const Step& step, std::byte* const* pointers);
  // Returns the kernel that runs a step.
  const simd::TapeKernel* Find(uint32_t number) const;

 private:
  struct Called {
    simd::TapeKernel kernel;
    const SomeCalledSteps* all = nullptr;
    const Step* step = nullptr;
    std::byte* const* pointers = nullptr;
    // Before it is bound.
    uint32_t runs_left = 0;
    std::unique_ptr<const PreparedStep> bound;
  };

  static void Run(const void* const* operands, void* result, size_t count, const void* called);
  static void RunBound(const void* const* operands, void* result, size_t count, const void* bound);
  void RunStep(const Called& called) const;
  void Bind(Called& called) const;

  Surroundings surroundings_;
  std::unordered_map<uint32_t, std::unique_ptr<Called>> called_;
};

struct NoCalledSteps {
  void Clear(const SomeCalledSteps::Surroundings&) {}
  void SetHost(StepHost*) {}
  void Add(uint32_t, const Step&, std::byte* const*) {}
  const simd::TapeKernel* Find(uint32_t) const { return nullptr; }
};
using CalledSteps = std::conditional_t<kHasCalledSteps, SomeCalledSteps, NoCalledSteps>;

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_CALLED_STEPS_H_
