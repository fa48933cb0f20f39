// Loads a chain's module as a function of the engine. Only JavaScript can compile it.
#include "core/plan/fusion/chain_module.h"

#ifdef __EMSCRIPTEN__

#include <emscripten/em_js.h>

// clang-format off
EM_JS_DEPS(paddock_chain_modules, "$wasmTable");
// Returns the index of the function in the engine's table; 0 if there is none. 1: equal modules have
// together done less than `least` work. After a refusal (by a policy, or for lack of memory) there is
// no further attempt. At most 256 modules are loaded, and none is released: a program that creates
// more runs them as tiles.
EM_JS(uintptr_t, paddock_load_chain_module, (const uint8_t* address, size_t size, double work, double least), {
  if (Module["runtimeModules"] === false) return 0;
  const loaded = (Module["chainModules"] = Module["chainModules"] || new Map());
  const waiting = (Module["waitingChains"] = Module["waitingChains"] || new Map());
  const bytes = HEAPU8.slice(address >>> 0, (address >>> 0) + size);
  const key = String.fromCharCode.apply(null, bytes);
  if (loaded.has(key)) return loaded.get(key);
  if (loaded.size >= 256) return 0;
  const done = (waiting.get(key) || 0) + work;
  if (done < least) {
    if (waiting.size >= 1024) waiting.clear();
    waiting.set(key, done);
    return 1;
  }
  waiting.delete(key);
  try {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m: wasmMemory } });
    const index = wasmTable.grow(1);
    wasmTable.set(index, instance.exports.f);
    loaded.set(key, index);
    return index;
  } catch {
    Module["runtimeModules"] = false;
    return 0;
  }
});
// clang-format on

#endif

#ifdef __EMSCRIPTEN_PTHREADS__

#include <emscripten/threading.h>

// clang-format off
EM_JS(void, paddock_adopt_chain_module, (uintptr_t index, const uint8_t* address, size_t size), {
  if (wasmTable.length <= index) wasmTable.grow(index + 1 - wasmTable.length);
  if (wasmTable.get(index) !== null) return;
  const bytes = HEAPU8.slice(address >>> 0, (address >>> 0) + size);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m: wasmMemory } });
  wasmTable.set(index, instance.exports.f);
});
// clang-format on

namespace paddock {
namespace {
// Functions that this thread has, each at the place of its index: a call of JavaScript costs as
// much as a small tile.
constexpr size_t kAdoptedPlaces = 512;
thread_local uintptr_t adopted[kAdoptedPlaces] = {};
}  // namespace

bool MayLoadChainModules() { return emscripten_is_main_runtime_thread() != 0; }

void AdoptChainModule(simd::ChainKernel kernel, std::span<const uint8_t> module) {
  const auto index = reinterpret_cast<uintptr_t>(kernel);
  uintptr_t& place = adopted[index % kAdoptedPlaces];
  if (place == index || MayLoadChainModules()) return;
  paddock_adopt_chain_module(index, module.data(), module.size());
  place = index;
}

}  // namespace paddock

#endif

namespace paddock {

LoadedChain LoadChainModule(std::span<const uint8_t> module, int64_t work) {
#ifdef __EMSCRIPTEN__
  if (module.empty()) return {};
  const uintptr_t index = paddock_load_chain_module(
      module.data(), module.size(), static_cast<double>(work), double{kLeastModuleWork});
  if (index == 1) return {.is_early = true};
  return {.run = reinterpret_cast<simd::ChainKernel>(index)};
#else
  static_cast<void>(module);
  static_cast<void>(work);
  return {};
#endif
}

}  // namespace paddock
