// Chains as WebAssembly modules that are compiled at run time. Each shape of a chain has a small
// module: one loop whose values stay in the processor's registers. Its results have the kernels'
// bits.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_MODULE_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_MODULE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/chain.h"

namespace paddock {

struct WrittenChain {
  // A WebAssembly module; it exports a simd::ChainKernel that reads `operands` only. Empty if the
  // chain is too long for one.
  std::vector<uint8_t> module;
  std::vector<TileChainOperand> operands;
  size_t block_elements = 0;
};
WrittenChain WriteChainModule(const std::vector<uint32_t>& members,
                              const ChainSurroundings& surroundings);

// Compiles the module and instantiates it on the engine's memory, once for equal modules. Returns
// null if that is switched off or refused, or if the limit of modules is reached.
simd::ChainKernel LoadChainModule(std::span<const uint8_t> module);

#ifdef __EMSCRIPTEN_PTHREADS__
// Whether the caller is the engine's thread.
bool MayLoadChainModules();
// Makes the function of a module, which LoadChainModule returned, callable on this thread: each has
// its own table of functions.
void AdoptChainModule(simd::ChainKernel kernel, std::span<const uint8_t> module);
#else
constexpr bool MayLoadChainModules() { return true; }
inline void AdoptChainModule(simd::ChainKernel, std::span<const uint8_t>) {}
#endif

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_MODULE_H_
