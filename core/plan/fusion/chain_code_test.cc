// Machine code of a chain gives the bits of the kernels over arrays.
#include "core/plan/fusion/chain_code.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/samples.h"

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using enum ElementType;
using Kind = TileChainOperand::Kind;

struct Coded {
  std::string name;
  simd::ElementwiseKernel kernel;
  std::vector<ElementType> operands;
};

std::vector<Coded> CodedOperations(ElementType type) {
  std::vector<Coded> found;
  const auto add = [&](const std::string& op, size_t arity) {
    const auto kernel = simd::FindElementwise(op, type, simd::Numerics::kPortable);
    found.push_back({op, kernel, std::vector<ElementType>(arity, type)});
  };
  for (const char* op : {"add", "subtract"}) add(op, 2);
  add("negate", 1);
  if (IsFloat(type)) {
    for (const char* op : {"multiply", "divide", "maximum", "minimum"}) add(op, 2);
    for (const char* op : {"abs", "sqrt", "floor", "ceil", "round_nearest_even"}) add(op, 1);
    add("clamp", 3);
  } else {
    for (const char* op : {"and", "or", "xor", "shift_left", "shift_right_logical"}) add(op, 2);
    add("not", 1);
  }
  if (type == kI32 || type == kUI32) {
    for (const char* op : {"multiply", "maximum", "minimum", "shift_right_arithmetic"}) add(op, 2);
  }
  if (type == kI32) add("abs", 1);
  const auto select = simd::FindElementwise("select", type, simd::Numerics::kPortable);
  found.push_back({"select", select, {kI1, type, type}});
  using enum simd::ComparisonDirection;
  for (const auto direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
    found.push_back({"compare " + std::to_string(static_cast<int>(direction)),
                     simd::FindCompare(direction, false, type),
                     {type, type}});
  }
  return found;
}

std::vector<uint8_t> SamplesOf(ElementType type, size_t count, size_t phase) {
  const auto samples = simd::testing::Samples(type);
  const size_t bytes = ByteSize(type);
  std::vector<uint8_t> elements(count * bytes);
  for (size_t i = 0; i < count; ++i) {
    // All combinations occur, as the operands go through the samples in different steps.
    const auto& sample = samples[(i * (2 * phase + 1) + phase) % samples.size()];
    std::memcpy(&elements[i * bytes], sample.data(), bytes);
  }
  return elements;
}

bool IsNaNAt(ElementType type, const uint8_t* element) {
  return IsFloat(type) && std::isnan(simd::testing::ReadFloat(type, element));
}

TileChainOperand MovingOperand(ElementType type) {
  TileChainOperand operand;
  operand.element_bytes = static_cast<uint32_t>(ByteSize(type));
  return operand;
}

// An operation alone, with operand `accumulated` in the accumulator, or both.
class CodedChain {
 public:
  CodedChain(const Coded& coded, size_t lane_bytes, size_t accumulated, bool is_doubled)
      : coded_(coded), lane_bytes_(lane_bytes) {
    for (const ElementType type : coded.operands) operands_.push_back(MovingOperand(type));
    operands_.push_back(MovingOperand(coded.kernel.result));
    const simd::ChainForms& forms = coded.kernel.chain;
    ChainStep step{is_doubled ? forms.doubled : forms.with[accumulated], {}};
    size_t at = 0;
    for (size_t k = 0; k < coded.operands.size() && !is_doubled; ++k) {
      if (k != accumulated) step.operands[at++] = LanesOf(k);
    }
    Add(simd::ChainLoadOf(coded.operands[accumulated], lane_bytes), accumulated);
    steps_.push_back(step);
    Add(simd::ChainStoreOf(coded.kernel.result, lane_bytes), coded.operands.size());
    code_ = WriteChainCode(steps_, operands_, lane_bytes);
  }

  bool has_code() const { return code_.memory != nullptr; }

  // `is_in_place`: the result is written over the first operand.
  void Check(size_t count, bool is_doubled, bool is_in_place) const {
    if (!code_.has_rest) count -= count % (kCodeBytes / lane_bytes_);
    std::vector<std::vector<uint8_t>> arrays;
    std::vector<const void*> pointers;
    for (size_t k = 0; k < coded_.operands.size(); ++k) {
      arrays.push_back(SamplesOf(coded_.operands[k], count, is_doubled ? 0 : k));
      pointers.push_back(arrays.back().data());
    }
    const size_t bytes = ByteSize(coded_.kernel.result);
    std::vector<uint8_t> expected(count * bytes);
    coded_.kernel.function(pointers.data(), expected.data(), count, nullptr);
    constexpr uint8_t kUntouched = 0xA5;
    arrays.emplace_back((count + kCodeBytes) * bytes, kUntouched);
    if (is_in_place) {
      arrays.back().assign(arrays[0].begin(), arrays[0].end());
      arrays.back().resize((count + kCodeBytes) * bytes, kUntouched);
    }
    std::vector<simd::ChainOperand> operands;
    for (std::vector<uint8_t>& array : arrays) operands.push_back({array.data(), 1});
    operands.resize(operands_.size());
    if (is_in_place) operands[0] = operands[coded_.operands.size()];
    reinterpret_cast<ChainCode>(code_.memory->address())(operands.data(), count);
    const std::vector<uint8_t>& found = arrays.back();
    for (size_t i = 0; i < count * bytes; i += bytes) {
      const ElementType result = coded_.kernel.result;
      if (IsNaNAt(result, &found[i]) && IsNaNAt(result, &expected[i])) continue;
      INFO("element " << i / bytes << " of " << count);
      REQUIRE(std::memcmp(&found[i], &expected[i], bytes) == 0);
    }
    for (size_t i = count * bytes; i < found.size(); ++i) REQUIRE(found[i] == kUntouched);
  }

 private:
  void Add(ChainOp op, size_t k) { steps_.push_back({op, {static_cast<uint16_t>(k), 0}}); }

  // Returns the operand with the lanes of operand k, a slot if it is a boolean.
  uint16_t LanesOf(size_t k) {
    if (!IsBoolean(coded_.operands[k])) return static_cast<uint16_t>(k);
    TileChainOperand slot;
    slot.kind = Kind::kSlot;
    operands_.push_back(slot);
    Add(ChainOp::kLoadBoolean, k);
    Add(ChainOp::kStore, operands_.size() - 1);
    return static_cast<uint16_t>(operands_.size() - 1);
  }

  const Coded& coded_;
  size_t lane_bytes_;
  std::vector<TileChainOperand> operands_;
  std::vector<ChainStep> steps_;
  WrittenCode code_;
};

void CheckCoded(const Coded& coded, size_t lane_bytes, size_t accumulated, bool is_doubled) {
  INFO(coded.name << " of " << Spelling(coded.operands.back()) << ", operand " << accumulated
                  << (is_doubled ? ", doubled" : ""));
  const CodedChain chain(coded, lane_bytes, accumulated, is_doubled);
  REQUIRE(chain.has_code());
  const bool may_be_in_place = coded.operands[0] == coded.kernel.result;
  for (const size_t count : {0, 1, 3, 4, 7, 8, 9, 31, 500}) {
    chain.Check(count, is_doubled, false);
    if (may_be_in_place) chain.Check(count, is_doubled, true);
  }
}

bool IsCoded() {
  TileChainOperand operand = MovingOperand(kF32);
  const ChainStep load{ChainOp::kLoad, {}};
  return WriteChainCode({&load, 1}, {&operand, 1}, 4).memory != nullptr;
}

TEST_CASE("machine code of a step gives the bits of its kernel", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const ElementType type : {kF32, kF64, kI32, kUI32, kI64, kUI64}) {
    for (const Coded& coded : CodedOperations(type)) {
      for (size_t k = 0; k < coded.operands.size(); ++k) {
        if (coded.kernel.chain.with[k] == ChainOp::kNone) continue;
        CheckCoded(coded, ByteSize(type), k, false);
      }
      if (coded.kernel.chain.doubled != ChainOp::kNone) CheckCoded(coded, ByteSize(type), 0, true);
    }
  }
}

TEST_CASE("machine code converts narrower elements to lanes", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const ElementType narrow : {kI1, kI8, kUI8, kI16, kUI16}) {
    CheckCoded({"convert", simd::FindConvert(narrow, kI32), {narrow}}, 4, 0, false);
  }
  CheckCoded({"convert", simd::FindConvert(kI1, kI64), {kI1}}, 8, 0, false);
  CheckCoded({"convert", simd::FindConvert(kI32, kF32), {kI32}}, 4, 0, false);
  const auto negation = simd::FindElementwise("not", kI1, simd::Numerics::kPortable);
  for (const size_t lane_bytes : {4, 8}) CheckCoded({"not", negation, {kI1}}, lane_bytes, 0, false);
}

TEST_CASE("chains that need more registers, or other steps, have no machine code", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<TileChainOperand> many(13, MovingOperand(kF32));
  const ChainStep load{ChainOp::kLoad, {}}, sign{ChainOp::kSignFloat, {}};
  CHECK(WriteChainCode({&load, 1}, std::span(many).first(12), 4).memory != nullptr);
  CHECK(WriteChainCode({&load, 1}, many, 4).memory == nullptr);
  CHECK(WriteChainCode({&sign, 1}, std::span(many).first(1), 4).memory == nullptr);
  CHECK(WriteChainCode({&load, 1}, std::span(many).first(1), 2).memory == nullptr);
}

}  // namespace
}  // namespace paddock
