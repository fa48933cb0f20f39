// Loads a chain's module as a function of the engine. Only JavaScript can compile it.
#include "core/plan/fusion/chain_module.h"

#ifdef __EMSCRIPTEN__

#include <emscripten/em_js.h>

// clang-format off
EM_JS_DEPS(paddock_chain_modules, "$wasmTable");
// Returns the index of the function in the engine's table; 0 if there is none. After a refusal (by
// a policy, or for lack of memory) there is no further attempt. At most 256 modules are loaded, and
// none is released: a program that creates more runs them as tiles.
EM_JS(uintptr_t, paddock_load_chain_module, (const uint8_t* address, size_t size), {
  if (Module["runtimeModules"] === false) return 0;
  const loaded = (Module["chainModules"] = Module["chainModules"] || new Map());
  const bytes = HEAPU8.subarray(address >>> 0, (address >>> 0) + size);
  const key = String.fromCharCode.apply(null, bytes);
  if (loaded.has(key)) return loaded.get(key);
  if (loaded.size >= 256) return 0;
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

namespace paddock {

simd::ChainKernel LoadChainModule(std::span<const uint8_t> module) {
#ifdef __EMSCRIPTEN__
  if (module.empty()) return nullptr;
  return reinterpret_cast<simd::ChainKernel>(
      paddock_load_chain_module(module.data(), module.size()));
#else
  static_cast<void>(module);
  return nullptr;
#endif
}

}  // namespace paddock
