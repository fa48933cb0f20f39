// Machine code in memory that is never writable and executable at once.
#ifndef PADDOCK_CORE_NATIVE_EXECUTABLE_MEMORY_H_
#define PADDOCK_CORE_NATIVE_EXECUTABLE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "simd/tape_tails.h"

namespace paddock {

// Whether machine code is compiled in.
#if defined(__x86_64__) && defined(__linux__)
inline constexpr bool kHasNativeCode = true;
#else
inline constexpr bool kHasNativeCode = false;
#endif
// Native tapes continue like instructions that end in tail calls.
inline constexpr bool kHasNativeTapes = kHasNativeCode && simd::kHasTapeTails;

class ExecutableMemory {
 public:
  // Returns null if the system does not allow it.
  static std::unique_ptr<const ExecutableMemory> Make(std::span<const uint8_t> code);
  ~ExecutableMemory();
  ExecutableMemory(const ExecutableMemory&) = delete;
  ExecutableMemory& operator=(const ExecutableMemory&) = delete;

  // Address of the code.
  uintptr_t address() const { return reinterpret_cast<uintptr_t>(begin_) + kBytesBefore; }

 private:
  // Callers under a sanitizer read the bytes before a function. Constants behind it are aligned.
  static constexpr size_t kBytesBefore = 32;

  ExecutableMemory(void* begin, size_t bytes) : begin_(begin), bytes_(bytes) {}

  void* begin_;
  [[maybe_unused]] size_t bytes_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_NATIVE_EXECUTABLE_MEMORY_H_
