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

// Operations on elements before a module is compiled: compiling takes 0.2 to 0.4 ms, and saves 0.1
// ns for each operation.
inline constexpr int64_t kLeastModuleWork = 2 << 20;

struct LoadedChain {
  // Null if there is no module: loading is switched off or refused, the limit of modules is
  // reached, or it is early.
  simd::ChainKernel run = nullptr;
  bool is_early = false;
};

// Compiles the module and instantiates it on the engine's memory, once for equal modules. `work`:
// operations on elements that the chain has done since the last call. It is early until equal
// modules, of this plan or of others, have done kLeastModuleWork.
LoadedChain LoadChainModule(std::span<const uint8_t> module, int64_t work);

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
