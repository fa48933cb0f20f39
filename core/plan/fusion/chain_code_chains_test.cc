// Machine code of chains of many steps.
#ifndef __wasm__  // Chains are modules there, and lack some steps.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"
#include "simd/movement/stream_bytes.h"

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using testing::IsCoded;
using testing::MovingOperand;
using testing::SamplesOf;
using Kind = TileChainOperand::Kind;

// Steps of random operations on three arrays and on kept values, of which the last is stored.
class RandomChain {
 public:
  static constexpr uint16_t kArrays = 3, kSlots = 6, kDivisor = kArrays + kSlots,
                            kResult = kDivisor + 1;

  // `is_doubled`: only operations of which code computes two vectors at once.
  RandomChain(uint32_t seed, bool is_doubled)
      : random_(seed),
        is_doubled_(is_doubled),
        operands_(kResult + 1, MovingOperand(ElementType::kI32)) {
    for (uint16_t k = kArrays; k < kDivisor; ++k) operands_[k].kind = Kind::kSlot;
    operands_[kDivisor].kind = Kind::kSame;
    Add(ChainOp::kLoad, Below(kArrays));
    for (int i = 0; i < 40; ++i) AddAny();
    Add(ChainOp::kStore, kResult);
  }

  const std::vector<TileChainOperand>& operands() const { return operands_; }
  const std::vector<ChainStep>& steps() const { return steps_; }

 private:
  uint16_t Below(size_t count) { return static_cast<uint16_t>(random_() % count); }
  // An array or a slot that has a value.
  uint16_t Any() { return Below(kArrays + filled_); }
  void Add(ChainOp op, uint16_t first, uint16_t second = 0) {
    steps_.push_back({op, {first, second}});
  }

  void AddAny() {
    using enum ChainOp;
    if (!is_doubled_ && Below(8) == 0) return AddDivisions();
    constexpr ChainOp kOps[] = {kAddInteger,
                                kSubtractInteger,
                                kSubtractIntegerReversed,
                                kMultiplyIntegerDoubled,
                                kNotInteger,
                                kMaximumSigned,
                                kMinimumUnsigned,
                                kAbsInteger,
                                kSignInteger,
                                kXor,
                                kMaximumFloat,
                                kMinimumFloatReversed,
                                kNegateFloat,
                                kSignFloat,
                                kFloatToI16,
                                kClampSigned,
                                kClampFloat,
                                kFloorFloat,
                                kRoundFloatAway,
                                kToF16,
                                kToBF16,
                                kAddFloat,
                                kWrapI8};
    constexpr ChainOp kDoubled[] = {
        kAddInteger,   kSubtractIntegerReversed, kMaximumSigned, kXor,
        kMaximumFloat, kMinimumFloatReversed,    kNegateFloat,   kSignFloat,
        kClampFloat,   kRoundFloatAway,          kAddFloat,      kMultiplyFloatDoubled};
    switch (Below(4)) {
      case 0:
        if (filled_ < kSlots) return Add(kStore, static_cast<uint16_t>(kArrays + filled_++));
        return Add(kStore, static_cast<uint16_t>(kArrays + Below(kSlots)));
      case 1:
        return Add(kLoad, Any());
      default:
        if (is_doubled_) return Add(kDoubled[Below(std::size(kDoubled))], Any(), Any());
        return Add(kOps[Below(std::size(kOps))], Any(), Any());
    }
  }

  // Often a quotient and a remainder of the same operands.
  void AddDivisions() {
    const uint16_t dividend = Any();
    for (const bool is_quotient : {true, false}) {
      if (Below(4) != 0) Add(ChainOp::kLoad, dividend);
      Add(is_quotient ? ChainOp::kDivideSigned : ChainOp::kRemainderSigned, kDivisor);
      if (filled_ == kSlots) Add(ChainOp::kStore, static_cast<uint16_t>(kArrays + Below(kSlots)));
    }
  }

  std::minstd_rand random_;
  bool is_doubled_;
  size_t filled_ = 0;
  std::vector<TileChainOperand> operands_;
  std::vector<ChainStep> steps_;
};

TEST_CASE("machine code of many steps gives the bits of the machine", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const simd::ChainMachine machine = simd::FindChainMachine(4);
  const size_t count = machine.block_elements, bytes = count * 4;
  for (uint32_t seed = 1; seed < 800; ++seed) {
    const RandomChain chain(seed, seed % 2 == 0);
    const bool may_be_long = seed % 4 < 2;
    const WrittenCode code =
        WriteChainCode(chain.steps(), chain.operands(), 4, {.may_use_long_vectors = may_be_long});
    REQUIRE(code.memory != nullptr);
    std::vector<std::vector<uint8_t>> blocks;
    for (size_t k = 0; k <= RandomChain::kResult; ++k) {
      // Bits of integers, which are small floats too.
      blocks.push_back(SamplesOf(ElementType::kI32, count, k));
    }
    const int32_t divisor = static_cast<int32_t>(seed);
    for (size_t i = 0; i < bytes; i += 4) {
      std::memcpy(&blocks[RandomChain::kDivisor][i], &divisor, 4);
    }
    std::vector<simd::ChainOperand> at;
    for (auto& block : blocks) at.push_back({block.data(), bytes});
    machine.run(chain.steps().data(), chain.steps().size(), at.data(), 1);
    const std::vector<uint8_t> expected = blocks.back();
    // Pairs of vectors, one more, and the last elements.
    for (const size_t some :
         {count, count - 8, count - 11, count - 13, size_t{17}, size_t{8}, size_t{5}}) {
      blocks.back().assign(bytes, 0);
      reinterpret_cast<ChainCode>(code.memory->address())(at.data(), some);
      INFO("chain " << seed << ", " << some << " elements");
      const auto end = static_cast<std::ptrdiff_t>(some * 4);
      const bool is_same =
          std::equal(expected.begin(), expected.begin() + end, blocks.back().begin());
      REQUIRE(is_same);
      REQUIRE(std::all_of(blocks.back().begin() + end, blocks.back().end(),
                          [](uint8_t byte) { return byte == 0; }));
    }
  }
}

TEST_CASE("machine code of two vectors at once stores low bytes", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  constexpr uint16_t kCount = 200, kAdditions = 30;
  std::vector<TileChainOperand> operands = {MovingOperand(ElementType::kI16),
                                            MovingOperand(ElementType::kUI8)};
  std::vector<ChainStep> steps = {{ChainOp::kLoad, {0, 0}}};
  for (uint16_t k = 0; k < kAdditions; ++k) steps.push_back({ChainOp::kAddInteger, {0, 0}});
  steps.push_back({ChainOp::kWrapU8, {}});
  steps.push_back({ChainOp::kStoreLow8, {1, 0}});
  for (const bool may_be_long : {false, true}) {
    const WrittenCode code =
        WriteChainCode(steps, operands, 2, {.may_use_long_vectors = may_be_long});
    REQUIRE(code.memory != nullptr);
    std::vector<int16_t> from(kCount);
    std::vector<uint8_t> to(kCount);
    for (uint16_t i = 0; i < kCount; ++i) from[i] = static_cast<int16_t>(i * 5);
    simd::ChainOperand at[] = {{reinterpret_cast<uint8_t*>(from.data()), 1}, {to.data(), 1}};
    const size_t lanes = code.vector_bytes / 2;
    const size_t count = code.has_rest ? kCount : kCount / lanes * lanes;
    reinterpret_cast<ChainCode>(code.memory->address())(at, count);
    for (size_t i = 0; i < count; ++i) {
      CHECK(to[i] == static_cast<uint8_t>(from[i] * (kAdditions + 1)));
    }
  }
}

TEST_CASE("machine code keeps more values than there are registers", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  // The values x, x + x, ..., kept and then added.
  constexpr uint16_t kValues = 34, kResult = kValues + 1;
  std::vector<TileChainOperand> operands(kResult + 1, MovingOperand(ElementType::kI32));
  std::vector<ChainStep> steps = {{ChainOp::kLoad, {0, 0}}};
  for (uint16_t k = 1; k <= kValues; ++k) {
    operands[k].kind = Kind::kSlot;
    steps.push_back({ChainOp::kStore, {k, 0}});
    steps.push_back({ChainOp::kAddInteger, {0, 0}});
  }
  for (uint16_t k = 1; k <= kValues; ++k) steps.push_back({ChainOp::kAddInteger, {k, 0}});
  steps.push_back({ChainOp::kStore, {kResult, 0}});
  const WrittenCode code = WriteChainCode(steps, operands, 4);
  REQUIRE(code.memory != nullptr);
  std::vector<int32_t> from(21), to(21);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<int32_t>(i) - 9;
  std::vector<simd::ChainOperand> at(operands.size());
  at[0].address = reinterpret_cast<uint8_t*>(from.data());
  at[kResult].address = reinterpret_cast<uint8_t*>(to.data());
  reinterpret_cast<ChainCode>(code.memory->address())(at.data(), from.size());
  constexpr int32_t kSum = kValues * (kValues + 1) / 2 + kValues + 1;
  for (size_t i = 0; i < from.size(); ++i) CHECK(to[i] == from[i] * kSum);
}

// Takes, for each of `count` indices, an element and adds it to the index. Index and sum each have
// a register that the step may write.
template <class T>
void CheckTake(size_t count) {
  constexpr uint16_t kTable = 0, kIndices = 1, kSlot = 2, kResult = 3;
  const ElementType type = sizeof(T) == 4 ? ElementType::kI32 : ElementType::kI64;
  std::vector<TileChainOperand> operands(4, MovingOperand(type));
  operands[kTable].kind = Kind::kWhole;
  operands[kSlot].kind = Kind::kSlot;
  const std::vector<ChainStep> steps = {
      {ChainOp::kLoad, {kIndices, 0}}, {ChainOp::kStore, {kSlot, 0}},
      {ChainOp::kTake, {kTable, 0}},   {ChainOp::kAddInteger, {kSlot, 0}},
      {ChainOp::kStore, {kSlot, 0}},   {ChainOp::kLoad, {kIndices, 0}},
      {ChainOp::kTake, {kTable, 0}},   {ChainOp::kAddInteger, {kSlot, 0}},
      {ChainOp::kStore, {kResult, 0}}};
  const std::vector<T> table = {100, -7, 30, 1 << 20, 5};
  std::vector<T> indices(count), expected(count);
  for (size_t i = 0; i < count; ++i) {
    indices[i] = static_cast<T>(i * i % table.size());
    expected[i] = 2 * table[static_cast<size_t>(indices[i])] + indices[i];
  }
  const simd::ChainMachine machine = simd::FindChainMachine(sizeof(T));
  std::vector<T> slot(machine.block_elements), result(count);
  std::vector<simd::ChainOperand> at(4);
  at[kTable].address = reinterpret_cast<uint8_t*>(const_cast<T*>(table.data()));
  at[kIndices] = {reinterpret_cast<uint8_t*>(indices.data()), sizeof(T) * machine.block_elements};
  at[kSlot].address = reinterpret_cast<uint8_t*>(slot.data());
  at[kResult] = {reinterpret_cast<uint8_t*>(result.data()), sizeof(T) * machine.block_elements};
  const size_t blocks = count / machine.block_elements;
  machine.run(steps.data(), steps.size(), at.data(), blocks);
  const auto done = static_cast<std::ptrdiff_t>(blocks * machine.block_elements);
  CHECK(std::equal(result.begin(), result.begin() + done, expected.begin()));
  if (!IsCoded()) return;
  for (const bool takes_singly : {false, true}) {
    for (const bool may_be_long : {false, true}) {
      const WrittenCode code =
          WriteChainCode(steps, operands, sizeof(T),
                         {.may_use_long_vectors = may_be_long, .takes_singly = takes_singly});
      REQUIRE(code.has_rest);
      result.assign(count, 0);
      reinterpret_cast<ChainCode>(code.memory->address())(at.data(), count);
      CHECK(result == expected);
    }
  }
}

TEST_CASE("chains take elements at computed indices", "[plan]") {
  for (const size_t count : {1, 3, 8, 29, 600}) {
    CheckTake<int32_t>(count);
    CheckTake<int64_t>(count);
  }
}

// Divides all samples by a constant, and compares the bits with those of the chain's machine.
template <class T>
void CheckDivision(ElementType type, T divisor) {
  const simd::ChainMachine machine = simd::FindChainMachine(sizeof(T));
  const size_t count = machine.block_elements, bytes = count * sizeof(T);
  std::vector<TileChainOperand> operands(3, MovingOperand(type));
  operands[1].kind = Kind::kSame;
  operands[1].constant = reinterpret_cast<const std::byte*>(&divisor);
  const std::vector<ChainStep> steps = {
      {ChainOp::kLoad, {0, 0}}, {ChainOp::kDivideFloat, {1, 0}}, {ChainOp::kStore, {2, 0}}};
  const WrittenCode code = WriteChainCode(steps, operands, sizeof(T));
  REQUIRE(code.memory != nullptr);
  for (size_t phase = 0; phase < 20; ++phase) {
    std::vector<uint8_t> from = SamplesOf(type, count, phase);
    std::vector<T> divisors(count, divisor), expected(count), found(count);
    simd::ChainOperand at[] = {{from.data(), bytes},
                               {reinterpret_cast<uint8_t*>(divisors.data()), 0},
                               {reinterpret_cast<uint8_t*>(expected.data()), bytes}};
    machine.run(steps.data(), steps.size(), at, 1);
    at[2].address = reinterpret_cast<uint8_t*>(found.data());
    reinterpret_cast<ChainCode>(code.memory->address())(at, count);
    INFO("divisor " << divisor << ", phase " << phase);
    CHECK(std::memcmp(found.data(), expected.data(), bytes) == 0);
  }
}

TEST_CASE("machine code that divides by powers of 2 gives the bits of divisions", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  constexpr float kSingles[] = {
      1,         -2,        0.5F,      3,     0x1p126F, -0x1p127F,
      0x1p-126F, 0x1p-127F, 0x1p-149F, -0.0F, 10,       std::numeric_limits<float>::infinity()};
  for (const float divisor : kSingles) {
    CheckDivision<float>(ElementType::kF32, divisor);
    CheckDivision<double>(ElementType::kF64, divisor);
  }
  for (const double divisor : {0x1p1022, 0x1p1023, 0x1p-1022, -0x1p-1023}) {
    CheckDivision<double>(ElementType::kF64, divisor);
  }
}

// Takes complex numbers apart, and joins them with their parts exchanged.
template <class T>
void CheckParts(bool may_be_long) {
  constexpr uint16_t kFrom = 0, kTo = 1, kReal = 2;
  const ElementType complex = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;
  std::vector<TileChainOperand> operands(3, MovingOperand(complex));
  operands[kTo].is_written = true;
  operands[kReal].kind = Kind::kSlot;
  const std::vector<ChainStep> steps = {{ChainOp::kLoadReal, {kFrom, 0}},
                                        {ChainOp::kStore, {kReal, 0}},
                                        {ChainOp::kLoadImag, {kFrom, 0}},
                                        {ChainOp::kStoreComplex, {kTo, kReal}}};
  const WrittenCode code =
      WriteChainCode(steps, operands, sizeof(T), {.may_use_long_vectors = may_be_long});
  REQUIRE(code.memory != nullptr);
  CHECK(!code.has_rest);
  constexpr size_t kCount = 48;
  std::vector<T> from(2 * kCount), to(2 * kCount);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<T>(i);
  simd::ChainOperand at[3] = {
      {reinterpret_cast<uint8_t*>(from.data()), 0}, {reinterpret_cast<uint8_t*>(to.data()), 0}, {}};
  reinterpret_cast<ChainCode>(code.memory->address())(at, kCount);
  for (size_t i = 0; i < kCount; ++i) {
    CHECK(to[2 * i] == from[2 * i + 1]);
    CHECK(to[2 * i + 1] == from[2 * i]);
  }
}

TEST_CASE("machine code takes complex numbers apart and joins them", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const bool may_be_long : {false, true}) {
    CheckParts<float>(may_be_long);
    CheckParts<double>(may_be_long);
  }
}

TEST_CASE("machine code writes past the caches", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  std::vector<TileChainOperand> operands(2, MovingOperand(ElementType::kF32));
  operands[1].is_written = operands[1].is_streamed = true;
  const std::vector<ChainStep> steps = {
      {ChainOp::kLoad, {0, 0}}, {ChainOp::kAddFloat, {0, 0}}, {ChainOp::kStore, {1, 0}}};
  const WrittenCode code = WriteChainCode(steps, operands, 4, {.is_streamed = true});
  REQUIRE(code.memory != nullptr);
  alignas(simd::kStreamAlignment) float from[100], to[100];
  for (size_t i = 0; i < std::size(from); ++i) from[i] = static_cast<float>(i);
  simd::ChainOperand at[] = {{reinterpret_cast<uint8_t*>(from), 1},
                             {reinterpret_cast<uint8_t*>(to), 1}};
  reinterpret_cast<ChainCode>(code.memory->address() + code.streaming_offset)(at, std::size(to));
  simd::FlushStreams();
  for (size_t i = 0; i < std::size(to); ++i) CHECK(to[i] == 2 * from[i]);
}

}  // namespace
}  // namespace paddock

#endif
