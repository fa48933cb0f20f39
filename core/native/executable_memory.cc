#include "core/native/executable_memory.h"

#if defined(__linux__)
#include <sys/mman.h>

#include <cstring>
#include <utility>
#endif

namespace paddock {

#if defined(__linux__)

std::unique_ptr<const ExecutableMemory> ExecutableMemory::Make(std::span<const uint8_t> code) {
  // An instruction that stops the processor.
  constexpr int kBreakpoint = 0xCC;
  if (code.empty()) return nullptr;
  const size_t bytes = kBytesBefore + code.size();
  void* const begin =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return nullptr;
  std::unique_ptr<const ExecutableMemory> memory(new ExecutableMemory(begin, bytes));
  std::memset(begin, kBreakpoint, kBytesBefore);
  std::memcpy(static_cast<uint8_t*>(begin) + kBytesBefore, code.data(), code.size());
  // Hardened systems refuse this.
  return mprotect(begin, bytes, PROT_READ | PROT_EXEC) == 0 ? std::move(memory) : nullptr;
}

ExecutableMemory::~ExecutableMemory() { munmap(begin_, bytes_); }

#else

std::unique_ptr<const ExecutableMemory> ExecutableMemory::Make(std::span<const uint8_t>) {
  return nullptr;
}

ExecutableMemory::~ExecutableMemory() = default;

#endif

}  // namespace paddock
