// Arena: memory with the lifetime of its owner (a Module, a Plan).
#ifndef PADDOCK_CORE_BASE_ARENA_H_
#define PADDOCK_CORE_BASE_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace paddock {

// Bump allocation. Objects are never destroyed individually, so their types must be trivially
// destructible.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  // Returns uninitialised bytes; `alignment` is a power of two, at most 64.
  void* Allocate(size_t bytes, size_t alignment) {
    const uintptr_t start = (cursor_ + alignment - 1) & ~(static_cast<uintptr_t>(alignment) - 1);
    if (cursor_ != 0 && start <= end_ && bytes <= end_ - start) {
      cursor_ = start + bytes;
      return reinterpret_cast<void*>(start);
    }
    return AllocateBlock(bytes, alignment);
  }

  template <class T, class... Arguments>
  T* Make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }

  // Returns `count` value-initialised elements.
  template <class T>
  std::span<T> MakeArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* data = static_cast<T*>(Allocate(sizeof(T) * count, alignof(T)));
    for (size_t i = 0; i < count; ++i) new (data + i) T();
    return {data, count};
  }

  template <class T>
  std::span<T> CopyArray(std::span<const T> source) {
    std::span<T> copy = MakeArray<T>(source.size());
    for (size_t i = 0; i < source.size(); ++i) copy[i] = source[i];
    return copy;
  }
  template <class T>
  std::span<T> CopyArray(const std::vector<T>& source) {
    return CopyArray(std::span<const T>(source));
  }

  // Keeps an object that does need destruction.
  void Keep(std::shared_ptr<const void> owned) { owned_.push_back(std::move(owned)); }

  std::string_view CopyString(std::string_view source) {
    if (source.empty()) return {};
    char* data = static_cast<char*>(Allocate(source.size(), 1));
    std::memcpy(data, source.data(), source.size());
    return {data, source.size()};
  }

 private:
  static constexpr size_t kFirstBlockBytes = 4096;
  static constexpr size_t kLargestBlockBytes = 1 << 20;

  void* AllocateBlock(size_t bytes, size_t alignment) {
    const size_t wanted = bytes + alignment;
    const size_t block_bytes = wanted > next_block_bytes_ ? wanted : next_block_bytes_;
    if (next_block_bytes_ < kLargestBlockBytes) next_block_bytes_ *= 2;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block_bytes));
    cursor_ = reinterpret_cast<uintptr_t>(blocks_.back().get());
    end_ = cursor_ + block_bytes;
    return Allocate(bytes, alignment);
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::vector<std::shared_ptr<const void>> owned_;
  uintptr_t cursor_ = 0;
  uintptr_t end_ = 0;
  size_t next_block_bytes_ = kFirstBlockBytes;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_ARENA_H_
