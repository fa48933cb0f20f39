// Numbers that stand for the bits of results, or for a text, equal on every machine.
#ifndef PADDOCK_CORE_API_HASH_H_
#define PADDOCK_CORE_API_HASH_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock {

// Over element types, shapes and elements, in order; every NaN counts as one value, since
// its payload differs between machines. Tensors without a value count by their place.
uint64_t HashResults(std::span<const Tensor> results);
uint64_t HashText(std::string_view text);

// The same, one part of the results after another, perhaps on several machines.
class ResultHasher {
 public:
  ResultHasher() = default;
  // Goes on where another ended.
  explicit ResultHasher(uint64_t state) : state_(state) {}
  void Add(std::span<const Tensor> results);
  uint64_t state() const { return state_; }
  // HashResults of all that was added.
  uint64_t Finish() const;

 private:
  uint64_t state_ = 0xCBF29CE484222325ull;
};

uint64_t HashText(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_HASH_H_
