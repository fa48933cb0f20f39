// A chain gives the bits of the kernels over arrays, with any operand in the accumulator.
#include "simd/elementwise/chain.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "simd/elementwise/samples.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

constexpr size_t kBlocks = 3;
// Whether chains have the steps of chain_native_ops.def and narrow lanes.
#ifdef __wasm__
constexpr bool kHasNativeOps = false;
#else
constexpr bool kHasNativeOps = true;
#endif

struct Operation {
  std::string name;
  ElementwiseKernel kernel;
  std::vector<ElementType> operands;
};

ElementwiseKernel KernelOf(const std::string& op, ElementType type) {
  return FindElementwise(op, type, Numerics::kPortable);
}

std::vector<Operation> Operations(ElementType type) {
  const bool is_float = IsFloat(type);
  std::vector<Operation> found;
  const auto add = [&](const std::string& op, size_t arity) {
    found.push_back({op, KernelOf(op, type), std::vector<ElementType>(arity, type)});
  };
  for (const char* op : {"add", "subtract", "multiply", "maximum", "minimum"}) add(op, 2);
  add("negate", 1);
  add("clamp", 3);
  if (is_float) {
    add("divide", 2);
    add("sqrt", 1);
  } else {
    for (const char* op : {"and", "or", "xor"}) add(op, 2);
    add("not", 1);
  }
  if (kHasNativeOps && !is_float) {
    for (const char* op : {"popcnt", "count_leading_zeros"}) add(op, 1);
    for (const char* op : {"shift_left", "shift_right_logical", "shift_right_arithmetic"}) {
      add(op, 2);
    }
  }
  if (kHasNativeOps && is_float) {
    for (const char* op : {"floor", "ceil", "round_nearest_even", "round_nearest_afz", "is_finite"})
      add(op, 1);
    if (ByteSize(type) >= 4) add("hypot", 2);
  }
  if (is_float || IsSigned(type)) add("abs", 1);
  if (is_float || (kHasNativeOps && IsSigned(type))) add("sign", 1);
  found.push_back({"select", KernelOf("select", type), {ElementType::kI1, type, type}});
  using enum ComparisonDirection;
  for (const auto direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
    found.push_back({"compare " + std::to_string(static_cast<int>(direction)),
                     FindCompare(direction, false, type),
                     {type, type}});
  }
  return found;
}

// Operations of i1, and conversions.
std::vector<Operation> OtherOperations() {
  using enum ElementType;
  std::vector<Operation> found;
  for (const char* op : {"and", "or", "xor"}) found.push_back({op, KernelOf(op, kI1), {kI1, kI1}});
  found.push_back({"not", KernelOf("not", kI1), {kI1}});
  found.push_back({"select", KernelOf("select", kI1), {kI1, kI1, kI1}});
  const std::pair<ElementType, ElementType> conversions[] = {
      {kI32, kF32}, {kF32, kI32}, {kI1, kF32},   {kI1, kF64},   {kI1, kI32},   {kI1, kUI32},
      {kI1, kI64},  {kI1, kUI64}, {kI32, kUI32}, {kUI32, kI32}, {kI64, kUI64}, {kUI64, kI64}};
  for (const auto& [from, to] : conversions) {
    found.push_back({"convert", FindConvert(from, to), {from}});
  }
  if (!kHasNativeOps) return found;
  found.push_back({"convert", FindConvert(kI1, kUI8), {kI1}});
  found.push_back({"convert", FindConvert(kI8, kUI8), {kI8}});
  for (const ElementType half : {kF16, kBF16}) {
    for (const ElementType other : {kI1, kI8, kUI8, kI16, kUI16, kF32}) {
      found.push_back({"convert", FindConvert(other, half), {other}});
      if (other != kI1) found.push_back({"convert", FindConvert(half, other), {half}});
    }
    found.push_back({"convert", FindConvert(half, kI32), {half}});
  }
  found.push_back({"convert", FindConvert(kI32, kF16), {kI32}});
  found.push_back({"convert", FindConvert(kBF16, kF16), {kBF16}});
  found.push_back({"convert", FindConvert(kF16, kBF16), {kF16}});
  return found;
}

// `count` elements, special values among them, at an odd address.
class Elements {
 public:
  Elements(ElementType type, size_t count, size_t phase)
      : bytes_(count * ByteSize(type) + 1), size_(ByteSize(type)) {
    const auto samples = Samples(type);
    for (size_t i = 0; i < count; ++i) {
      // The sample advances by a different step for each operand, so that all combinations occur.
      const auto& sample = samples[(i * (2 * phase + 1) + phase) % samples.size()];
      memcpy(data() + i * size_, sample.data(), size_);
    }
  }
  uint8_t* data() { return bytes_.data() + 1; }
  const uint8_t* at(size_t i) const { return bytes_.data() + 1 + i * size_; }

 private:
  std::vector<uint8_t> bytes_;
  size_t size_;
};

bool IsNaNOf(ElementType type, const uint8_t* element) {
  if (!IsFloat(type)) return false;
  const double value = ReadFloat(type, element);
  return value != value;
}

// Converts operands in memory to lanes: i1, or floats of 16 bits.
std::vector<uint8_t> InLanes(ElementType type, const uint8_t* elements, size_t count,
                             size_t lane_bytes) {
  std::vector<uint8_t> lanes(count * lane_bytes);
  if (!IsBoolean(type)) {
    const void* operand = elements;
    FindConvert(type, ElementType::kF32).function(&operand, lanes.data(), count, nullptr);
    return lanes;
  }
  for (size_t i = 0; i < count; ++i) lanes[i * lane_bytes] = elements[i];
  return lanes;
}

// Checks the operation alone, with operand `accumulated` in the accumulator.
void CheckForm(const Operation& operation, size_t accumulated, bool is_doubled, size_t lane_bytes) {
  const ChainForms& forms = operation.kernel.chain;
  const ChainMachine machine = FindChainMachine(lane_bytes);
  const size_t count = machine.block_elements * kBlocks;
  std::vector<Elements> inputs;
  std::vector<const void*> pointers;
  std::vector<std::vector<uint8_t>> lanes;
  std::vector<ChainOperand> operands;
  for (size_t k = 0; k < operation.operands.size(); ++k) {
    inputs.emplace_back(operation.operands[k], count, is_doubled ? 0 : k);
  }
  for (size_t k = 0; k < inputs.size(); ++k) {
    pointers.push_back(inputs[k].data());
    const ElementType type = operation.operands[k];
    const bool is_lane = ChainLaneBytesOf(type) == ByteSize(type);
    size_t bytes = ByteSize(type);
    uint8_t* address = inputs[k].data();
    if (!is_lane && k != accumulated) {
      lanes.push_back(InLanes(type, address, count, lane_bytes));
      address = lanes.back().data();
      bytes = lane_bytes;
    }
    operands.push_back({address, machine.block_elements * bytes});
  }
  const size_t result_bytes = ByteSize(operation.kernel.result);
  std::vector<uint8_t> expected(count * result_bytes), found(count * result_bytes + 1);
  operation.kernel.function(pointers.data(), expected.data(), count, nullptr);
  operands.push_back({found.data() + 1, machine.block_elements * result_bytes});
  const auto operand = static_cast<uint16_t>(accumulated);
  const ChainStep load{ChainLoadOf(operation.operands[accumulated], lane_bytes), {operand, 0}};
  ChainStep step{is_doubled ? forms.doubled : forms.with[accumulated], {}};
  size_t at = 0;
  for (size_t k = 0; k < inputs.size() && !is_doubled; ++k) {
    if (k != accumulated) step.operands[at++] = static_cast<uint16_t>(k);
  }
  const ChainStep store{ChainStoreOf(operation.kernel.result, lane_bytes),
                        {static_cast<uint16_t>(inputs.size()), 0}};
  const ChainStep rounding{ChainRoundingOf(step.op, operation.kernel.result), {}};
  const ChainStep steps[] = {load, step, rounding, store};
  machine.run(steps, std::size(steps), operands.data(), kBlocks);
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* one = found.data() + 1 + i * result_bytes;
    const uint8_t* other = expected.data() + i * result_bytes;
    if (IsNaNOf(operation.kernel.result, one) && IsNaNOf(operation.kernel.result, other)) continue;
    INFO(operation.name << " " << Spelling(operation.operands.back()) << ", element " << i
                        << ", operand " << accumulated << " in the accumulator");
    REQUIRE(memcmp(one, other, result_bytes) == 0);
  }
}

void CheckOperation(const Operation& operation, size_t lane_bytes) {
  INFO(operation.name << " " << Spelling(operation.operands.back()));
  const ChainForms& forms = operation.kernel.chain;
  REQUIRE(!forms.is_empty());
  size_t checked = 0;
  for (size_t k = 0; k < operation.operands.size(); ++k) {
    if (forms.with[k] == ChainOp::kNone) continue;
    CheckForm(operation, k, false, lane_bytes);
    ++checked;
  }
  CHECK(checked > 0);
  if (forms.doubled != ChainOp::kNone) CheckForm(operation, 0, true, lane_bytes);
}

TEST_CASE("a step of a chain gives the bits of its kernel", "[simd]") {
  using enum ElementType;
  ForEachTarget([&] {
    for (const ElementType type :
         {kF16, kBF16, kF32, kF64, kI8, kUI8, kI16, kUI16, kI32, kI64, kUI32, kUI64}) {
      if (!kHasNativeOps && ByteSize(type) <= 2) continue;
      for (const Operation& operation : Operations(type)) {
        CheckOperation(operation, ChainLaneBytesOf(type));
      }
    }
    for (const Operation& operation : OtherOperations()) {
      const size_t bytes = std::max(ChainLaneBytesOf(operation.operands[0]),
                                    ChainLaneBytesOf(operation.kernel.result));
      if (bytes == 0) CheckOperation(operation, 8);
      if (bytes == 0 && kHasNativeOps) CheckOperation(operation, 1);
      CheckOperation(operation, bytes == 0 ? 4 : bytes);
    }
  });
}

TEST_CASE("integers narrower than a lane are converted in chains", "[simd]") {
  if (!kHasNativeOps) SKIP("these chains have no narrow elements");
  using enum ElementType;
  ForEachTarget([&] {
    for (const ElementType narrow : {kI8, kUI8, kI16, kUI16}) {
      for (const ElementType wide : {kI32, kUI32, kF32}) {
        CheckOperation({"convert", FindConvert(narrow, wide), {narrow}}, 4);
        CheckOperation({"convert", FindConvert(wide, narrow), {wide}}, 4);
      }
      for (const ElementType wide : {kI16, kUI16}) {
        if (narrow == wide) continue;
        CheckOperation({"convert", FindConvert(narrow, wide), {narrow}}, 2);
        CheckOperation({"convert", FindConvert(wide, narrow), {wide}}, 2);
      }
    }
  });
}

// Checks a division of samples by one of them.
void CheckDivision(const Operation& operation, ElementType type, const uint8_t* divisor) {
  const size_t bytes = ByteSize(type);
  const ChainMachine machine = FindChainMachine(bytes);
  const size_t count = machine.block_elements * kBlocks;
  Elements dividends(type, count, 0);
  std::vector<uint8_t> divisors(count * bytes), expected(count * bytes), found(count * bytes);
  for (size_t i = 0; i < count; ++i) memcpy(&divisors[i * bytes], divisor, bytes);
  const void* const pointers[] = {dividends.data(), divisors.data()};
  operation.kernel.function(pointers, expected.data(), count, nullptr);
  const size_t block_bytes = machine.block_elements * bytes;
  const ChainOperand operands[] = {
      {dividends.data(), block_bytes}, {divisors.data(), 0}, {found.data(), block_bytes}};
  const ChainStep steps[] = {{ChainOp::kLoad, {0, 0}},
                             {operation.kernel.chain.with[0], {1, 0}},
                             {ChainOp::kStore, {2, 0}}};
  machine.run(steps, std::size(steps), operands, kBlocks);
  INFO(operation.name << " " << Spelling(type));
  CHECK(expected == found);
}

TEST_CASE("a chain divides by one divisor", "[simd]") {
  if (!kHasNativeOps) SKIP("these chains do not divide integers");
  using enum ElementType;
  ForEachTarget([&] {
    for (const ElementType type : {kI8, kUI8, kI16, kUI16, kI32, kUI32}) {
      for (const char* op : {"divide", "remainder"}) {
        const Operation operation{op, KernelOf(op, type), {type, type}};
        REQUIRE(NeedsSameOperand(operation.kernel.chain.with[0]));
        for (const auto& sample : Samples(type)) CheckDivision(operation, type, sample.data());
      }
    }
  });
}

// Checks two steps, and the step that fuses them, if any, between a load and a store.
ChainOp CheckPair(ElementType type, const ChainStep& one, const ChainStep& other) {
  constexpr uint16_t kSame = 2, kResult = 3;
  const size_t bytes = ByteSize(type);
  const ChainMachine machine = FindChainMachine(bytes);
  const size_t count = machine.block_elements * kBlocks;
  const size_t block_bytes = machine.block_elements * bytes;
  const auto joined =
      JoinChainSteps(one, one.operands[0] == kSame, other, other.operands[0] == kSame);
  if (!joined) return ChainOp::kNone;
  Elements x(type, count, 0), y(type, count, 1);
  const auto samples = Samples(type);
  for (const auto& sample : samples) {
    std::vector<uint8_t> same(block_bytes);
    for (size_t i = 0; i < same.size(); i += bytes) memcpy(&same[i], sample.data(), bytes);
    const auto run = [&](const std::vector<ChainStep>& steps) {
      // Aligned to vectors, as streams require.
      std::vector<uint8_t> memory(count * bytes + kStreamAlignment);
      const size_t past = reinterpret_cast<uintptr_t>(memory.data()) % kStreamAlignment;
      uint8_t* const result = memory.data() + (kStreamAlignment - past);
      const ChainOperand operands[] = {{x.data(), block_bytes},
                                       {y.data(), block_bytes},
                                       {same.data(), 0},
                                       {result, block_bytes}};
      machine.run(steps.data(), steps.size(), operands, kBlocks);
      return std::vector<uint8_t>(result, result + count * bytes);
    };
    const ChainStep load{ChainOp::kLoad, {0, 0}}, store{ChainOp::kStore, {kResult, 0}};
    const bool is_stored = other.operands[0] == kResult;
    const auto expected =
        run(is_stored ? std::vector{load, one, other} : std::vector{load, one, other, store});
    const auto found =
        run(is_stored ? std::vector{load, *joined} : std::vector{load, *joined, store});
    for (size_t i = 0; i < expected.size(); i += bytes) {
      if (IsNaNOf(type, &expected[i]) && IsNaNOf(type, &found[i])) continue;
      INFO("pair " << static_cast<int>(joined->op) << ", element " << i / bytes);
      REQUIRE(memcmp(&expected[i], &found[i], bytes) == 0);
    }
  }
  return joined->op;
}

TEST_CASE("a pair of steps gives the bits of both", "[simd]") {
  using enum ChainOp;
  std::vector<ChainStep> steps;
  for (const uint16_t operand : {1, 2}) {
    for (const ChainOp op : {kLoad, kMultiplyFloat, kAddFloat, kMultiplyFloatDoubled}) {
      steps.push_back({op, {operand, 0}});
    }
  }
  for (const ChainOp op : {kStore, kStream}) steps.push_back({op, {3, 0}});
  ForEachTarget([&] {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      std::set<ChainOp> pairs;
      for (const ChainStep& one : steps) {
        for (const ChainStep& other : steps) pairs.insert(CheckPair(type, one, other));
      }
      pairs.erase(kNone);
      CHECK(pairs.size() == 33);
    }
  });
}

TEST_CASE("only cheap operations on whole lanes are steps", "[simd]") {
  using enum ElementType;
  ForEachTarget([&] {
    CHECK(KernelOf("tanh", kF32).chain.is_empty());
    CHECK(KernelOf("add", kF16).chain.is_empty() != kHasNativeOps);
    CHECK(KernelOf("add", kF8E4M3FN).chain.is_empty());
    CHECK(KernelOf("add", kI8).chain.is_empty() != kHasNativeOps);
    CHECK(KernelOf("add", kI4).chain.is_empty());
    CHECK(FindConvert(kF32, kF64).chain.is_empty());
    CHECK(FindCompare(ComparisonDirection::kLt, true, kF32).chain.is_empty());
  });
}

}  // namespace
}  // namespace paddock::simd::testing
