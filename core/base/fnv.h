// FNV-1a of 64 bits: a hash of a list of numbers, equal on every machine.
#ifndef PADDOCK_CORE_BASE_FNV_H_
#define PADDOCK_CORE_BASE_FNV_H_

#include <cstdint>
#include <span>
#include <type_traits>

namespace paddock {

// Each number of any width is hashed as one word.
template <class Number>
uint64_t FnvHash(std::span<const Number> numbers) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const Number number : numbers) {
    hash = (hash ^ static_cast<std::make_unsigned_t<Number>>(number)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_FNV_H_
