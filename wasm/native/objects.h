// Objects of an engine that a caller in another process names by number, and the memory that it may
// access.
#ifndef PADDOCK_WASM_NATIVE_OBJECTS_H_
#define PADDOCK_WASM_NATIVE_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "wasm/exposed.h"

namespace paddock::native {

template <class T>
inline constexpr char kKindTag = 0;

// Identifies a type.
using Kind = const void*;
template <class T>
constexpr Kind KindOf() {
  return &kKindTag<T>;
}

class Objects {
 public:
  Objects() = default;
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  ~Objects();

  // Takes ownership of an object and returns its number.
  template <class T>
  uint32_t Add(T* object) {
    return Add({object, KindOf<T>(), [](void* one) { delete static_cast<T*>(one); }, {}});
  }
  // Returns `nullptr` if there is no such object of this type.
  template <class T>
  T* Find(uint32_t number) const {
    return static_cast<T*>(Find(number, KindOf<T>()));
  }
  void Delete(uint32_t number);

  // Lets the caller access memory of an object until Forget. Number 0 stands for the engine.
  void Expose(uint32_t number, Exposed memory);
  void Forget(uint32_t number);
  // Ends the access to memory of the engine that begins at this address, and returns it; empty if
  // there is none.
  Exposed TakeBack(uint64_t address);
  // Returns the exposed memory that begins at this address; empty if there is none.
  Exposed At(uint64_t address) const;
  // Returns these bytes, or `nullptr` if some of them are not exposed.
  std::byte* Find(uint64_t address, uint64_t size) const;

 private:
  struct Object {
    void* self = nullptr;
    Kind kind = nullptr;
    void (*destroy)(void*) = nullptr;
    std::vector<Exposed> memory;
  };

  uint32_t Add(Object object);
  void* Find(uint32_t number, Kind kind) const;

  std::map<uint32_t, Object> objects_;
  uint32_t last_ = 0;
  std::vector<Exposed> own_memory_;
};

}  // namespace paddock::native

#endif  // PADDOCK_WASM_NATIVE_OBJECTS_H_
