// Memory of an engine that its caller reads and writes directly.
#ifndef PADDOCK_WASM_EXPOSED_H_
#define PADDOCK_WASM_EXPOSED_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace paddock {

#ifdef __EMSCRIPTEN__

// The address: JavaScript shares the memory. 0 if there is none.
using Exposed = uintptr_t;

inline Exposed Expose(const void* data, size_t) { return reinterpret_cast<uintptr_t>(data); }
inline void* DataOf(Exposed exposed) { return reinterpret_cast<void*>(exposed); }
// Returns the first `size` bytes.
inline std::string_view BytesOf(Exposed exposed, size_t size) {
  return {reinterpret_cast<const char*>(exposed), size};
}

#else

// The range: a caller in another process may touch nothing else (wasm/native). The data is
// `nullptr` if there is none.
struct Exposed {
  std::byte* data = nullptr;
  size_t size = 0;
};

inline Exposed Expose(const void* data, size_t size) {
  return {static_cast<std::byte*>(const_cast<void*>(data)), data == nullptr ? 0 : size};
}
inline void* DataOf(Exposed exposed) { return exposed.data; }
// Returns the first `size` bytes; fewer if the range is shorter.
inline std::string_view BytesOf(Exposed exposed, size_t size) {
  return {reinterpret_cast<const char*>(exposed.data), size < exposed.size ? size : exposed.size};
}

#endif

}  // namespace paddock

#endif  // PADDOCK_WASM_EXPOSED_H_
