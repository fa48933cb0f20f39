// Parts of the tests of machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TESTING_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "simd/elementwise/samples.h"

namespace paddock::testing {

// The samples of small floats are selected among all codes, so they are kept.
inline const std::vector<std::vector<uint8_t>>& KnownSamples(ElementType type) {
  static std::map<ElementType, std::vector<std::vector<uint8_t>>> known;
  const auto [found, is_new] = known.try_emplace(type);
  if (is_new) found->second = simd::testing::Samples(type);
  return found->second;
}

// Different phases go through the samples in different steps, and shift with each pass, so that all
// combinations of two occur.
inline std::vector<uint8_t> SamplesOf(ElementType type, size_t count, size_t phase) {
  const auto& samples = KnownSamples(type);
  const size_t bytes = ByteSize(type);
  std::vector<uint8_t> elements(count * bytes);
  for (size_t i = 0; i < count; ++i) {
    const auto& sample =
        samples[(i * (2 * phase + 1) + phase * (1 + i / samples.size())) % samples.size()];
    std::memcpy(&elements[i * bytes], sample.data(), bytes);
  }
  return elements;
}

inline TileChainOperand MovingOperand(ElementType type) {
  TileChainOperand operand;
  operand.element_bytes = static_cast<uint32_t>(ByteSize(type));
  return operand;
}

// Returns whether this machine runs machine code of chains.
inline bool IsCoded() {
  TileChainOperand operand = MovingOperand(ElementType::kF32);
  const simd::ChainStep load{simd::ChainOp::kLoad, {}};
  return WriteChainCode({&load, 1}, {&operand, 1}, 4).memory != nullptr;
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TESTING_H_
