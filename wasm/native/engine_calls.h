// The engine of a page that runs in another process: answers its calls.
#ifndef PADDOCK_WASM_NATIVE_ENGINE_CALLS_H_
#define PADDOCK_WASM_NATIVE_ENGINE_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "wasm/native/bind.h"
#include "wasm/native/objects.h"

namespace paddock::native {

// Not thread-safe.
class EngineCalls {
 public:
  // Bytes of values in one message, at most.
  static constexpr size_t kMostBytes = size_t{16} << 20;

  // Answers one message. It begins with a letter:
  //   l  lists the bound functions as JSON
  //   c  u32 function, u32 object, arguments (call.h): calls a function
  //   d  u32 object: deletes it
  //   r  f64 address, f64 size: returns bytes of exposed memory
  //   w  f64 address, bytes: writes them to exposed memory
  // The answer begins with `x` and has a text if the message is not valid.
  std::string Answer(std::string_view message);

 private:
  std::string List() const;
  std::string CallFunction(uint32_t number, uint32_t object, std::string_view arguments);
  std::string Read(double address, double size) const;
  std::string Write(double address, std::string_view bytes);

  const Bindings bindings_;
  Objects objects_;
};

}  // namespace paddock::native

#endif  // PADDOCK_WASM_NATIVE_ENGINE_CALLS_H_
