// Machine code of chains loads, rounds and stores every float of 16 bits as the kernels do.
#ifndef __wasm__  // Chains are modules there, and lack these steps.

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using enum ElementType;
using testing::IsCoded;
using testing::MovingOperand;

constexpr ChainStep kKeep{ChainOp::kStore, {2, 0}};

// With AVX-512 and without it.
const ChainCodeOptions kOptions[] = {{}, {.may_use_avx512 = false, .may_use_long_vectors = false}};

// Runs the steps between a load of `from` elements and a store of `to` elements.
std::vector<uint8_t> RunHalves(const std::vector<ChainStep>& between, ElementType from,
                               ElementType to, std::vector<uint8_t> elements) {
  const size_t count = elements.size() / ByteSize(from);
  std::vector<TileChainOperand> operands = {MovingOperand(from), MovingOperand(to), {}, {}};
  operands[1].is_written = true;
  for (const size_t slot : {2, 3}) operands[slot].kind = TileChainOperand::Kind::kSlot;
  std::vector<ChainStep> steps = {{simd::ChainLoadOf(from, 4), {0, 0}}};
  steps.insert(steps.end(), between.begin(), between.end());
  steps.push_back({simd::ChainStoreOf(to, 4), {1, 0}});
  std::vector<std::vector<uint8_t>> results;
  for (const ChainCodeOptions& options : kOptions) {
    const WrittenCode code = WriteChainCode(steps, operands, 4, options);
    REQUIRE(code.memory != nullptr);
    results.emplace_back(count * ByteSize(to));
    const simd::ChainOperand at[] = {{elements.data(), 0}, {results.back().data(), 0}, {}, {}};
    reinterpret_cast<ChainCode>(code.memory->address())(at, count);
  }
  CHECK((results[0] == results[1]));
  return results[0];
}

std::vector<uint8_t> RunKernel(const simd::ElementwiseKernel& kernel,
                               const std::vector<uint8_t>& elements) {
  const size_t count = elements.size() / ByteSize(kernel.operand);
  std::vector<uint8_t> results(count * ByteSize(kernel.result));
  const void* const operands[] = {elements.data(), elements.data()};
  kernel.function(operands, results.data(), count, nullptr);
  return results;
}

template <typename T>
std::vector<uint8_t> BytesOf(const std::vector<T>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// The codes of 16 bits, in order.
std::vector<uint8_t> EveryCode() {
  std::vector<uint16_t> codes(65536);
  for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<uint16_t>(i);
  return BytesOf(codes);
}

TEST_CASE("machine code keeps every code of 16-bit floats", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint8_t> elements = EveryCode();
  for (const ElementType type : {kF16, kBF16}) {
    INFO(Spelling(type));
    CHECK((RunHalves({}, type, type, elements) == elements));
    const auto negate = simd::FindElementwise("negate", type, simd::Numerics::kPortable);
    const ChainStep negated{ChainOp::kNegateFloat, {}};
    CHECK((RunHalves({negated}, type, type, elements) == RunKernel(negate, elements)));
    const auto to_single = simd::FindConvert(type, kF32);
    CHECK((RunHalves({}, type, kF32, elements) == RunKernel(to_single, elements)));
  }
}

TEST_CASE("machine code selects 16-bit floats that it loads after the comparison", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  std::vector<uint8_t> x = EveryCode();
  const size_t count = x.size() / 2;
  std::vector<uint8_t> y(x.size());
  for (size_t i = 0; i < count; ++i) std::memcpy(&y[2 * i], &x[2 * (i * 40503 % count)], 2);
  for (const ElementType type : {kF16, kBF16}) {
    INFO(Spelling(type));
    std::vector<TileChainOperand> operands = {
        MovingOperand(type), MovingOperand(type), MovingOperand(type), {}, {}};
    operands[2].is_written = true;
    for (const size_t slot : {3, 4}) operands[slot].kind = TileChainOperand::Kind::kSlot;
    const ChainOp load = simd::ChainLoadOf(type, 4);
    const ChainStep steps[] = {{load, {0, 0}},
                               {ChainOp::kStore, {3, 0}},
                               {load, {1, 0}},
                               {ChainOp::kLessFloat, {3, 0}},
                               {ChainOp::kStore, {4, 0}},
                               {load, {1, 0}},
                               {ChainOp::kSelectOnTrue, {4, 3}},
                               {simd::ChainStoreOf(type, 4), {2, 0}}};
    std::vector<uint8_t> is_less(count), expected = x;
    const void* const both[] = {y.data(), x.data()};
    simd::FindCompare(simd::ComparisonDirection::kLt, false, type)
        .function(both, is_less.data(), count, nullptr);
    for (size_t i = 0; i < count; ++i) {
      if (is_less[i] != 0) std::memcpy(&expected[2 * i], &y[2 * i], 2);
    }
    for (const ChainCodeOptions& options : kOptions) {
      const WrittenCode code = WriteChainCode(steps, operands, 4, options);
      REQUIRE(code.memory != nullptr);
      std::vector<uint8_t> results(x.size());
      const simd::ChainOperand at[] = {{x.data(), 0}, {y.data(), 0}, {results.data(), 0}, {}, {}};
      reinterpret_cast<ChainCode>(code.memory->address())(at, count);
      CHECK((results == expected));
    }
  }
}

TEST_CASE("machine code rounds sums of every code of 16-bit floats", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint8_t> elements = EveryCode();
  for (const ElementType type : {kF16, kBF16}) {
    INFO(Spelling(type));
    const auto add = simd::FindElementwise("add", type, simd::Numerics::kPortable);
    const auto expected = RunKernel(add, elements);
    const ChainStep doubled{ChainOp::kAddFloatDoubled, {}};
    const ChainStep rounding{simd::ChainRoundingOf(doubled.op, type), {}};
    CHECK((RunHalves({doubled, rounding}, type, type, elements) == expected));
    CHECK((RunHalves({doubled, rounding, kKeep}, type, type, elements) == expected));
  }
}

TEST_CASE("machine code rounds once what it only chooses before it stores it", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint8_t> elements = EveryCode();
  for (const ElementType type : {kF16, kBF16}) {
    INFO(Spelling(type));
    const auto kernel = [&](const char* name) {
      return simd::FindElementwise(name, type, simd::Numerics::kPortable);
    };
    const std::vector<uint8_t> sums = RunKernel(kernel("add"), elements);
    const ChainStep load{simd::ChainLoadOf(type, 4), {0, 0}};
    const ChainStep doubled{ChainOp::kAddFloatDoubled, {}};
    const ChainStep rounding{simd::ChainRoundingOf(doubled.op, type), {}};
    const ChainStep negated{ChainOp::kNegateFloat, {}}, magnitude{ChainOp::kAbsFloat, {}};
    CHECK((RunHalves({doubled, rounding, negated, magnitude}, type, type, elements) ==
           RunKernel(kernel("abs"), sums)));
    // The sum where it is less than the element, else the element.
    std::vector<uint8_t> is_less(elements.size() / 2), expected = elements;
    const void* const both[] = {sums.data(), elements.data()};
    simd::FindCompare(simd::ComparisonDirection::kLt, false, type)
        .function(both, is_less.data(), is_less.size(), nullptr);
    for (size_t i = 0; i < is_less.size(); ++i) {
      if (is_less[i] != 0) std::memcpy(&expected[2 * i], &sums[2 * i], 2);
    }
    const std::vector<ChainStep> steps = {
        kKeep, doubled, rounding, {ChainOp::kLessFloat, {2, 0}},   {ChainOp::kStore, {3, 0}},
        load,  doubled, rounding, {ChainOp::kSelectOnTrue, {3, 2}}};
    CHECK((RunHalves(steps, type, type, elements) == expected));
  }
}

// Numbers, and `code` at one place.
std::vector<uint8_t> NumbersAround(size_t count, size_t place, uint16_t code) {
  std::vector<uint16_t> codes(count);
  for (size_t i = 0; i < count; ++i) codes[i] = static_cast<uint16_t>((i * 40503) & 0xBBFF);
  if (place < count) codes[place] = code;
  return BytesOf(codes);
}

TEST_CASE("machine code keeps a signaling NaN beside numbers of f16", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const auto multiply = simd::FindElementwise("multiply", kF16, simd::Numerics::kPortable);
  const ChainStep doubled{ChainOp::kMultiplyFloatDoubled, {}}, rounding{ChainOp::kRoundF16, {}};
  const ChainStep load{ChainOp::kLoadF16, {0, 0}};
  // The square where it is less than the element, else the element.
  const std::vector<ChainStep> steps = {
      kKeep, doubled, rounding, {ChainOp::kLessFloat, {2, 0}},   {ChainOp::kStore, {3, 0}},
      load,  doubled, rounding, {ChainOp::kSelectOnTrue, {3, 2}}};
  // Whole vectors, and half of one more.
  constexpr size_t kCounts[] = {8, 32, 304, 312};
  for (const size_t count : kCounts) {
    for (const uint16_t code : {0x7C01, 0xFD55, 0x7E00, 0xFE03, 0x7C00}) {
      for (size_t place = 0; place <= count; place += place % 32 == 31 ? 1 : 31) {
        INFO(count << " elements, " << code << " at " << place);
        const std::vector<uint8_t> elements = NumbersAround(count, place, code);
        const std::vector<uint8_t> squares = RunKernel(multiply, elements);
        std::vector<uint8_t> is_less(count), expected = elements;
        const void* const both[] = {squares.data(), elements.data()};
        simd::FindCompare(simd::ComparisonDirection::kLt, false, kF16)
            .function(both, is_less.data(), count, nullptr);
        for (size_t i = 0; i < count; ++i) {
          if (is_less[i] != 0) std::memcpy(&expected[2 * i], &squares[2 * i], 2);
        }
        CHECK((RunHalves(steps, kF16, kF16, elements) == expected));
      }
    }
  }
}

// Runs a selection of products, and of an element that all lanes have, and both chosen ways.
std::vector<uint8_t> RunTwoResults(std::vector<uint8_t> elements, uint16_t element,
                                   const ChainCodeOptions& options) {
  std::vector<TileChainOperand> operands(7, MovingOperand(kF16));
  operands[1].is_written = operands[2].is_written = true;
  operands[3].kind = TileChainOperand::Kind::kSame;
  for (const size_t slot : {4, 5, 6}) operands[slot].kind = TileChainOperand::Kind::kSlot;
  const ChainStep steps[] = {{ChainOp::kLoadF16, {3, 0}},
                             {ChainOp::kStore, {4, 0}},
                             {ChainOp::kLoadF16, {0, 0}},
                             {ChainOp::kStore, {5, 0}},
                             {ChainOp::kLessFloat, {4, 0}},
                             {ChainOp::kStore, {6, 0}},
                             {ChainOp::kLoad, {5, 0}},
                             {ChainOp::kSelectOnFalse, {6, 4}},
                             {ChainOp::kStoreF16, {1, 0}},
                             {ChainOp::kLoad, {5, 0}},
                             {ChainOp::kMultiplyFloatDoubled, {}},
                             {ChainOp::kRoundF16, {}},
                             {ChainOp::kSelectOnTrue, {6, 4}},
                             {ChainOp::kStoreF16, {2, 0}}};
  const WrittenCode code = WriteChainCode(steps, operands, 4, options);
  REQUIRE(code.memory != nullptr);
  std::vector<uint8_t> results(2 * elements.size());
  const simd::ChainOperand at[] = {{elements.data(), 0},
                                   {results.data(), 0},
                                   {results.data() + elements.size(), 0},
                                   {reinterpret_cast<uint8_t*>(&element), 0},
                                   {},
                                   {},
                                   {}};
  reinterpret_cast<ChainCode>(code.memory->address())(at, elements.size() / 2);
  return results;
}

TEST_CASE("machine code keeps the signaling NaN that is one element for all", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const uint16_t element : {0x3C00, 0x7C00, 0x7C01, 0xFDFF, 0x7E00, 0x7E01}) {
    for (const size_t place : {0, 7, 33, 40, 64}) {
      for (const uint16_t code : {0x7C02, 0xFE00}) {
        INFO(element << ", " << code << " at " << place);
        const std::vector<uint8_t> elements = NumbersAround(40, place, code);
        CHECK((RunTwoResults(elements, element, kOptions[0]) ==
               RunTwoResults(elements, element, kOptions[1])));
      }
    }
  }
}

TEST_CASE("machine code rounds every high half of f32 to 16-bit floats", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  std::vector<uint32_t> values;
  for (const uint32_t low : {0x0000U, 0x0001U, 0x0FFFU, 0x1000U, 0x1001U, 0x2000U, 0x3000U, 0x7FFFU,
                             0x8000U, 0x8001U, 0xFFFFU}) {
    for (uint32_t high = 0; high < 65536; ++high) values.push_back(high << 16 | low);
  }
  const std::vector<uint8_t> elements = BytesOf(values);
  for (const ElementType type : {kF16, kBF16}) {
    INFO(Spelling(type));
    const ChainStep to{type == kF16 ? ChainOp::kToF16 : ChainOp::kToBF16, {}};
    const auto convert = simd::FindConvert(kF32, type);
    CHECK((RunHalves({to}, kF32, type, elements) == RunKernel(convert, elements)));
    CHECK((RunHalves({to, kKeep}, kF32, type, elements) == RunKernel(convert, elements)));
    // Without signaling NaNs.
    const ChainStep floor{ChainOp::kFloorFloat, {}};
    const auto floors = RunHalves({floor}, kF32, kF32, elements);
    const auto expected = RunKernel(convert, floors);
    CHECK((RunHalves({floor, to}, kF32, type, elements) == expected));
    CHECK((RunHalves({floor, to, kKeep}, kF32, type, elements) == expected));
  }
}

}  // namespace
}  // namespace paddock

#endif
