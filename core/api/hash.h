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

}  // namespace paddock

#endif  // PADDOCK_CORE_API_HASH_H_
