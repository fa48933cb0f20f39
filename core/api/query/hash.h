// Hashes of result bits and of texts, equal on every machine.
#ifndef PADDOCK_CORE_API_QUERY_HASH_H_
#define PADDOCK_CORE_API_QUERY_HASH_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock {

// Hashes element types, shapes and elements, in order. All NaNs have one hash, because their
// payloads differ between machines. Tensors without a value count by their position.
uint64_t HashResults(std::span<const Tensor> results);
uint64_t HashText(std::string_view text);

// Incremental HashResults: adds results in parts, perhaps on several machines.
class ResultHasher {
 public:
  ResultHasher() = default;
  // Continues from the state of another hasher.
  explicit ResultHasher(uint64_t state) : state_(state) {}
  void Add(std::span<const Tensor> results);
  uint64_t state() const { return state_; }
  // Returns HashResults of all added results.
  uint64_t Finish() const;

 private:
  uint64_t state_ = 0xCBF29CE484222325ull;
};

uint64_t HashText(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_HASH_H_
