// The exponential in chains gives the bits of its kernel, in machine code and without.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"
#include "simd/elementwise/elementwise.h"
#include "simd/math/chain_exponential.h"

#ifndef __wasm__  // Chains are modules there, which tests of the package compare.

namespace paddock::chain_code_exponential_tests {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using testing::MovingOperand;

// Operands around those where the steps change, and numbers up to `most` between them, a part of
// which have one step of scaling alone.
std::vector<float> Operands(size_t count, float most, uint32_t seed) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> special = {0, kInfinity, std::numeric_limits<float>::quiet_NaN(), 1e-42F};
  for (const float edge : {87.0F, 87.4F, 88.5F, 88.75F, 89.0F, 103.5F, 104.0F, 3e38F}) {
    for (const float to : {0.0F, kInfinity}) special.push_back(std::nextafter(edge, to));
    special.push_back(edge);
  }
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> numbers(-most, most);
  std::vector<float> operands;
  while (operands.size() < count) {
    // Most vectors have no special operand.
    const bool is_special = most > 80 && random() % 24 == 0;
    const float number = is_special ? special[random() % special.size()] : numbers(random);
    operands.push_back(random() % 2 == 0 ? number : -number);
  }
  return operands;
}

std::vector<float> Exponentials(const std::vector<float>& operands) {
  std::vector<float> results(operands.size());
  const void* const pointer = operands.data();
  simd::FindElementwise("exponential", ElementType::kF32, simd::Numerics::kFast)
      .function(&pointer, results.data(), operands.size(), nullptr);
  return results;
}

void CheckBits(const std::vector<float>& found, const std::vector<float>& expected) {
  size_t i = 0;
  while (i < expected.size() && std::memcmp(&found[i], &expected[i], sizeof(float)) == 0) ++i;
  CAPTURE(i, expected.size());
  REQUIRE(i == expected.size());
}

TEST_CASE("machine code of the exponential gives the bits of its kernel", "[plan]") {
  if (!simd::HasExponentialOfChains() || !testing::IsCoded()) SKIP("chains have none here");
  // The operand plus a slot, in a chain long enough for code of two vectors at once, too.
  for (const size_t repeated : {1, 30}) {
    std::vector<TileChainOperand> places(3, MovingOperand(ElementType::kF32));
    places[2].kind = TileChainOperand::Kind::kSlot;
    std::vector<ChainStep> steps = {{ChainOp::kLoad, {0, 0}}};
    for (size_t i = 1; i < repeated; ++i) steps.push_back({ChainOp::kNegateFloat, {}});
    if (repeated > 1) steps.push_back({ChainOp::kNegateFloat, {}});
    steps.push_back({ChainOp::kStore, {2, 0}});
    steps.push_back({ChainOp::kExponential, {}});
    steps.push_back({ChainOp::kStore, {1, 0}});
    // The exponential has left its operand.
    steps.push_back({ChainOp::kLoad, {2, 0}});
    steps.push_back({ChainOp::kExponential, {}});
    steps.push_back({ChainOp::kStore, {1, 0}});
    const WrittenCode code = WriteChainCode(steps, places, sizeof(float));
    REQUIRE(code.memory != nullptr);
    REQUIRE(code.has_rest);
    for (const size_t count : {0, 1, 7, 8, 13, 16, 33, 500, 4099}) {
      for (const float most : {40.0F, 86.9F, 95.0F, 120.0F}) {
        const std::vector<float> operands = Operands(count, most, static_cast<uint32_t>(count));
        std::vector<float> found(count);
        simd::ChainOperand table[] = {
            {reinterpret_cast<uint8_t*>(const_cast<float*>(operands.data())), 1},
            {reinterpret_cast<uint8_t*>(found.data()), 1},
            {nullptr, 0}};
        reinterpret_cast<ChainCode>(code.memory->address())(table, count);
        CheckBits(found, Exponentials(operands));
      }
    }
  }
}

TEST_CASE("chains without machine code give the bits of the exponential's kernel", "[plan]") {
  if (!simd::HasExponentialOfChains()) SKIP("chains have none here");
  const simd::ChainMachine machine = simd::FindChainMachine(sizeof(float));
  constexpr size_t kBlocks = 9;
  const size_t count = machine.block_elements * kBlocks;
  std::vector<float> operands = Operands(count, 120, 1), found(count);
  const size_t block_bytes = machine.block_elements * sizeof(float);
  const simd::ChainOperand table[] = {{reinterpret_cast<uint8_t*>(operands.data()), block_bytes},
                                      {reinterpret_cast<uint8_t*>(found.data()), block_bytes}};
  const ChainStep steps[] = {
      {ChainOp::kLoad, {0, 0}}, {ChainOp::kExponential, {}}, {ChainOp::kStore, {1, 0}}};
  machine.run(steps, std::size(steps), table, kBlocks);
  CheckBits(found, Exponentials(operands));
}

}  // namespace
}  // namespace paddock::chain_code_exponential_tests

#endif
