// Checks of handles, pointers and struct sizes that cross the C interface.
#ifndef PADDOCK_CORE_C_HANDLE_H_
#define PADDOCK_CORE_C_HANDLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/c/base.h"

namespace paddock::c {

// Returns a tag from eight letters. Every handle begins with the tag of its type.
constexpr uint64_t TagOf(const char (&letters)[9]) {
  uint64_t tag = 0;
  for (int i = 0; i < 8; ++i) tag = tag << 8 | static_cast<unsigned char>(letters[i]);
  return tag;
}

template <class T>
bool IsHandle(const T* handle) {
  return handle != nullptr && handle->tag == T::kTag;
}

template <class T>
paddock_status CheckHandle(const T* handle) {
  if (handle == nullptr) return PADDOCK_NULL_ARGUMENT;
  return handle->tag == T::kTag ? PADDOCK_OK : PADDOCK_WRONG_HANDLE;
}

inline paddock_status CheckPointer(const void* pointer) {
  return pointer == nullptr ? PADDOCK_NULL_ARGUMENT : PADDOCK_OK;
}

inline paddock_status CheckRange(bool is_inside) {
  return is_inside ? PADDOCK_OK : PADDOCK_OUT_OF_RANGE;
}

// Returns the first status that is not PADDOCK_OK.
inline paddock_status FirstOf(std::initializer_list<paddock_status> statuses) {
  for (paddock_status status : statuses) {
    if (status != PADDOCK_OK) return status;
  }
  return PADDOCK_OK;
}

// Releases a handle. Its tag is cleared, so a second release is detected unless the memory is in
// use again.
template <class T>
void FreeHandle(T* handle) {
  if (!IsHandle(handle)) return;
  *const_cast<volatile uint64_t*>(&handle->tag) = 0;
  delete handle;
}

// Size of the struct in version 1 of the interface. A struct that gains members needs its original
// size here.
template <class T>
constexpr size_t kFirstSize = sizeof(T);

template <class T>
paddock_status CheckStruct(const T* given) {
  if (given == nullptr) return PADDOCK_NULL_ARGUMENT;
  const bool is_known = given->struct_size >= kFirstSize<T> && given->struct_size <= sizeof(T);
  return is_known ? PADDOCK_OK : PADDOCK_WRONG_HANDLE;
}

// Writes the members of `full` that the caller's struct has. The caller has checked it.
template <class T>
void WriteStruct(T* given, T full) {
  full.struct_size = given->struct_size;
  std::memcpy(given, &full, given->struct_size);
}

// Reads an options struct, which may be null. Members that the caller's struct does not have are 0.
template <class T>
paddock_status ReadStruct(const T* given, T& full) {
  full = T{};
  if (given == nullptr) return PADDOCK_OK;
  if (const paddock_status status = CheckStruct(given); status != PADDOCK_OK) return status;
  std::memcpy(&full, given, given->struct_size);
  return PADDOCK_OK;
}

// Makes bytes that the caller owns.
paddock_bytes* MakeBytes(std::string text);

}  // namespace paddock::c

struct paddock_bytes {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-bytes");
  uint64_t tag = kTag;
  std::string text;
};

#endif  // PADDOCK_CORE_C_HANDLE_H_
