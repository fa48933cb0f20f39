// Addresses by which JavaScript links modules in the engine's memory (write-engine-addresses.mjs).
#ifndef PADDOCK_WASM_WHY_ENGINE_ADDRESSES_H_
#define PADDOCK_WASM_WHY_ENGINE_ADDRESSES_H_

#include <cstdint>

// A fingerprint of the names that paddock-why.wasm imports, the address of paddock_factor_functions
// (loaded_factor.cc), then the address of each import, sorted by name.
extern "C" const uint32_t paddock_engine_addresses[];

#endif  // PADDOCK_WASM_WHY_ENGINE_ADDRESSES_H_
