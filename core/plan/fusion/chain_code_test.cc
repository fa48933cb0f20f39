// Machine code of a chain gives the bits of the kernels over arrays.
#include "core/plan/fusion/chain_code.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/fusion/chain_code_testing.h"
#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/samples.h"

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using enum ElementType;
using testing::IsCoded;
using testing::KnownSamples;
using testing::MovingOperand;
using testing::SamplesOf;
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
  for (const char* op : {"add", "subtract", "multiply", "maximum", "minimum"}) add(op, 2);
  add("negate", 1);
  add("clamp", 3);
  if (IsFloat(type)) {
    add("divide", 2);
    for (const char* op : {"abs", "sqrt", "sign", "floor", "ceil"}) add(op, 1);
    if (ByteSize(type) >= 4) add("hypot", 2);
    for (const char* op : {"round_nearest_even", "round_nearest_afz", "is_finite"}) add(op, 1);
  } else {
    for (const char* op : {"and", "or", "xor"}) add(op, 2);
    for (const char* op : {"not", "popcnt", "count_leading_zeros"}) add(op, 1);
  }
  const bool is_integer = !IsFloat(type);
  if (is_integer) {
    for (const char* op : {"shift_left", "shift_right_logical"}) add(op, 2);
    add("shift_right_arithmetic", 2);
  }
  if (is_integer && IsSigned(type)) {
    for (const char* op : {"abs", "sign"}) add(op, 1);
  }
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

// Returns whether the operation makes NaNs, of which any is right.
bool MakesNaN(const simd::ElementwiseKernel& kernel) {
  using enum simd::ElementwiseOp;
  const auto op = kernel.operation;
  return op == kAdd || op == kSubtract || op == kMultiply || op == kDivide;
}

bool IsNaNAt(ElementType type, const uint8_t* element) {
  return IsFloat(type) && std::isnan(simd::testing::ReadFloat(type, element));
}

// One sample for all, in a block that a chain may read.
std::vector<uint8_t> SameOf(ElementType type, size_t count, size_t which) {
  const auto& sample = KnownSamples(type)[which];
  const size_t bytes = ByteSize(type);
  std::vector<uint8_t> elements(std::max(count, simd::kMostChainElements) * bytes);
  for (size_t i = 0; i < elements.size(); i += bytes) {
    std::memcpy(&elements[i], sample.data(), bytes);
  }
  return elements;
}

// How an operation is a step.
struct Form {
  // Operand in the accumulator.
  size_t accumulated = 0;
  // Both operands are.
  bool is_doubled = false;
  // The others are one element for all.
  bool is_same = false;
  ChainCodeOptions code = {};
  // Which sample that element is, if it is known when the code is written.
  std::optional<size_t> constant = std::nullopt;
};

// An operation alone.
class CodedChain {
 public:
  CodedChain(const Coded& coded, size_t lane_bytes, const Form& form)
      : coded_(coded), lane_bytes_(lane_bytes), form_(form) {
    const auto [accumulated, is_doubled, is_same, code, constant] = form;
    for (const ElementType type : coded.operands) operands_.push_back(MovingOperand(type));
    for (size_t k = 0; k < operands_.size(); ++k) {
      if (is_same && k != accumulated) operands_[k].kind = Kind::kSame;
    }
    if (constant) SetConstants(*constant);
    operands_.push_back(MovingOperand(coded.kernel.result));
    const simd::ChainForms& forms = coded.kernel.chain;
    ChainStep step{is_doubled ? forms.doubled : forms.with[accumulated], {}};
    size_t at = 0;
    for (size_t k = 0; k < coded.operands.size() && !is_doubled; ++k) {
      if (k != accumulated) step.operands[at++] = LanesOf(k);
    }
    Add(simd::ChainLoadOf(coded.operands[accumulated], lane_bytes), accumulated);
    steps_.push_back(step);
    const ChainOp rounding = simd::ChainRoundingOf(step.op, coded.kernel.result);
    if (rounding != ChainOp::kNone) steps_.push_back({rounding, {}});
    Add(simd::ChainStoreOf(coded.kernel.result, lane_bytes), coded.operands.size());
    ExcludeValues(steps_, operands_);
    if (HasExcludedConstant(operands_)) return;
    code_ = WriteChainCode(steps_, operands_, lane_bytes, code);
  }

  bool is_excluded() const { return HasExcludedConstant(operands_); }
  bool has_code() const { return code_.memory != nullptr; }

  // `is_in_place`: the result is written over the first operand. `same`: which sample the others
  // are.
  void Check(size_t count, bool is_in_place, size_t same = 0) const {
    if (!code_.has_rest) count -= count % (code_.vector_bytes / lane_bytes_);
    std::vector<std::vector<uint8_t>> arrays;
    std::vector<const void*> pointers;
    for (size_t k = 0; k < coded_.operands.size(); ++k) {
      const ElementType type = coded_.operands[k];
      const bool is_same = operands_[k].kind == Kind::kSame;
      arrays.push_back(is_same ? SameOf(type, count, same)
                               : SamplesOf(type, count, form_.is_doubled ? 0 : k));
      if (is_same && IsExcluded(operands_[k], arrays.back().data())) return;
      pointers.push_back(arrays.back().data());
    }
    const size_t bytes = ByteSize(coded_.kernel.result);
    std::vector<uint8_t> expected(count * bytes);
    coded_.kernel.function(pointers.data(), expected.data(), count, nullptr);
    constexpr uint8_t kUntouched = 0xA5;
    arrays.emplace_back((count + kLongCodeBytes) * bytes, kUntouched);
    if (is_in_place) {
      arrays.back().assign(arrays[0].begin(), arrays[0].end());
      arrays.back().resize((count + kLongCodeBytes) * bytes, kUntouched);
    }
    std::vector<simd::ChainOperand> operands;
    for (std::vector<uint8_t>& array : arrays) operands.push_back({array.data(), 1});
    operands.resize(operands_.size());
    if (is_in_place) operands[0] = operands[coded_.operands.size()];
    reinterpret_cast<ChainCode>(code_.memory->address())(operands.data(), count);
    const std::vector<uint8_t>& found = arrays.back();
    const auto is_same = [&](size_t i) {
      const ElementType result = coded_.kernel.result;
      if (std::memcmp(&found[i], &expected[i], bytes) == 0) return true;
      return MakesNaN(coded_.kernel) && IsNaNAt(result, &found[i]) && IsNaNAt(result, &expected[i]);
    };
    size_t i = 0;
    while (i < count * bytes && is_same(i)) i += bytes;
    INFO("element " << i / bytes << " of " << count << ", same operand " << same);
    REQUIRE(i == count * bytes);
    const auto behind = std::span(found).subspan(count * bytes);
    REQUIRE(std::ranges::all_of(behind, [](uint8_t byte) { return byte == kUntouched; }));
  }

 private:
  void SetConstants(size_t sample) {
    constants_.resize(operands_.size());
    for (size_t k = 0; k < operands_.size(); ++k) {
      if (operands_[k].kind != Kind::kSame) continue;
      constants_[k] = SameOf(coded_.operands[k], 1, sample);
      operands_[k].constant = reinterpret_cast<const std::byte*>(constants_[k].data());
    }
  }

  void Add(ChainOp op, size_t k) { steps_.push_back({op, {static_cast<uint16_t>(k), 0}}); }

  // Returns the operand with the lanes of operand k, a slot if memory has no lanes.
  uint16_t LanesOf(size_t k) {
    const ChainOp load = simd::ChainLoadOf(coded_.operands[k], lane_bytes_);
    if (load == ChainOp::kLoad) return static_cast<uint16_t>(k);
    TileChainOperand slot;
    slot.kind = Kind::kSlot;
    operands_.push_back(slot);
    Add(load, k);
    Add(ChainOp::kStore, operands_.size() - 1);
    return static_cast<uint16_t>(operands_.size() - 1);
  }

  const Coded& coded_;
  size_t lane_bytes_;
  Form form_;
  std::vector<TileChainOperand> operands_;
  std::vector<ChainStep> steps_;
  std::vector<std::vector<uint8_t>> constants_;
  WrittenCode code_;
};

void CheckWritten(const Coded& coded, size_t lane_bytes, const Form& form) {
  INFO(coded.name << " of " << Spelling(coded.operands.back()) << ", operand " << form.accumulated
                  << (form.is_doubled ? ", doubled" : "") << (form.is_same ? ", one for all" : ""));
  const CodedChain chain(coded, lane_bytes, form);
  REQUIRE(chain.has_code());
  if (form.is_same) {
    const size_t samples = KnownSamples(coded.operands.back()).size();
    for (size_t same = 0; same < samples; ++same) {
      chain.Check(500, false, same);
      Form known = form;
      known.constant = same;
      const CodedChain with_constant(coded, lane_bytes, known);
      if (with_constant.is_excluded()) continue;
      REQUIRE(with_constant.has_code());
      with_constant.Check(53, false, same);
    }
    return;
  }
  const bool may_be_in_place = coded.operands[0] == coded.kernel.result;
  std::vector<size_t> counts = {0, 1, 3, 4, 7, 8, 9, 17, 31, 63, 65, 500};
  constexpr size_t kPairsOfBytes = size_t{1} << 16;
  if (lane_bytes == 1) counts.push_back(kPairsOfBytes);
  for (const size_t count : counts) {
    chain.Check(count, false);
    if (may_be_in_place) chain.Check(count, true);
  }
}

// With all vectors and instructions that this machine has.
void CheckCoded(const Coded& coded, size_t lane_bytes, Form form = {}) {
  const size_t longest = WriteChainCode(std::vector<ChainStep>{{ChainOp::kLoad, {}}},
                                        std::vector<TileChainOperand>{MovingOperand(kI32)}, 4)
                             .vector_bytes;
  CheckWritten(coded, lane_bytes, form);
  if (longest == kCodeBytes) return;
  form.code.may_count_bits = false;
  CheckWritten(coded, lane_bytes, form);
  form.code.may_use_long_vectors = false;
  CheckWritten(coded, lane_bytes, form);
  form.code.may_use_avx512 = false;
  CheckWritten(coded, lane_bytes, form);
}

constexpr ElementType kCodedTypes[] = {kF16, kBF16, kF32, kF64,  kI8,  kUI8,
                                       kI16, kUI16, kI32, kUI32, kI64, kUI64};

TEST_CASE("machine code of a step gives the bits of its kernel", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const ElementType type : kCodedTypes) {
    for (const Coded& coded : CodedOperations(type)) {
      const size_t lane_bytes = simd::ChainLaneBytesOf(type);
      for (size_t k = 0; k < coded.operands.size(); ++k) {
        if (coded.kernel.chain.with[k] == ChainOp::kNone) continue;
        CheckCoded(coded, lane_bytes, {.accumulated = k});
        const bool has_same = coded.operands.size() > 1 && coded.name != "select";
        if (has_same) CheckCoded(coded, lane_bytes, {.accumulated = k, .is_same = true});
      }
      const bool has_doubled = coded.kernel.chain.doubled != ChainOp::kNone;
      if (has_doubled) CheckCoded(coded, lane_bytes, {.is_doubled = true});
    }
  }
}

TEST_CASE("machine code divides by one divisor", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const auto check = [](const char* op, ElementType type) {
    const auto kernel = simd::FindElementwise(op, type, simd::Numerics::kPortable);
    CheckCoded({op, kernel, {type, type}}, ByteSize(type), {.is_same = true});
  };
  for (const ElementType type : {kI32, kUI32, kI16, kUI16, kI8, kUI8}) {
    for (const char* op : {"divide", "remainder"}) check(op, type);
  }
}

TEST_CASE("machine code converts elements to lanes and back", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const auto check = [](ElementType from, ElementType to, size_t lane_bytes) {
    const Coded coded{"convert", simd::FindConvert(from, to), {from}};
    CheckCoded(coded, lane_bytes);
  };
  for (const ElementType narrow : {kI8, kUI8, kI16, kUI16}) {
    for (const ElementType wide : {kI32, kUI32, kF32}) {
      check(narrow, wide, 4);
      check(wide, narrow, 4);
    }
  }
  for (const ElementType half : {kF16, kBF16}) {
    for (const ElementType other : {kI8, kUI8, kI16, kUI16, kI32, kF32, kF16, kBF16}) {
      if (other == half) continue;
      check(half, other, 4);
      const bool is_rounded_twice = half == kBF16 && other == kI32;
      if (!is_rounded_twice) check(other, half, 4);
    }
    check(kI1, half, 4);
  }
  for (const ElementType byte : {kI8, kUI8}) {
    for (const ElementType word : {kI16, kUI16}) {
      check(byte, word, 2);
      check(word, byte, 2);
    }
  }
  for (const ElementType type : {kI32, kF32}) check(kI1, type, 4);
  for (const ElementType type : {kI64, kF64}) check(kI1, type, 8);
  check(kI1, kUI16, 2);
  check(kI1, kUI8, 1);
  check(kI8, kUI8, 1);
  check(kUI8, kI8, 1);
  check(kI32, kF32, 4);
  check(kF32, kI32, 4);
}

TEST_CASE("machine code computes with booleans", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  for (const size_t lane_bytes : {1, 2, 4, 8}) {
    const auto find = [](const char* op) {
      return simd::FindElementwise(op, kI1, simd::Numerics::kPortable);
    };
    CheckCoded({"not", find("not"), {kI1}}, lane_bytes);
    for (const char* op : {"and", "or", "xor"}) CheckCoded({op, find(op), {kI1, kI1}}, lane_bytes);
    for (size_t k = 0; k < 3; ++k) {
      CheckCoded({"select", find("select"), {kI1, kI1, kI1}}, lane_bytes, {.accumulated = k});
    }
  }
}

TEST_CASE("machine code reads more arrays than there are pointers", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  constexpr uint16_t kArrays = 20, kCount = 53, kBehind = 16;
  std::vector<TileChainOperand> operands(kArrays + 1, MovingOperand(kI32));
  operands[kArrays].is_written = true;
  std::vector<ChainStep> steps = {{ChainOp::kLoad, {0, 0}}};
  for (uint16_t k = 1; k < kArrays; ++k) steps.push_back({ChainOp::kAddInteger, {k, 0}});
  steps.push_back({ChainOp::kStore, {kArrays, 0}});
  const WrittenCode code = WriteChainCode(steps, operands, 4);
  REQUIRE(code.memory != nullptr);
  REQUIRE(code.has_rest);
  std::vector<std::vector<int32_t>> arrays(kArrays + 1, std::vector<int32_t>(kCount + kBehind));
  std::vector<simd::ChainOperand> at(operands.size());
  for (size_t k = 0; k < arrays.size(); ++k) {
    at[k].address = reinterpret_cast<uint8_t*>(arrays[k].data());
    for (size_t i = 0; i < kCount; ++i) arrays[k][i] = static_cast<int32_t>(100 * k + i);
  }
  reinterpret_cast<ChainCode>(code.memory->address())(at.data(), kCount);
  for (int32_t i = 0; i < int32_t{kCount}; ++i) {
    CHECK(arrays[kArrays][static_cast<size_t>(i)] == 100 * 190 + kArrays * i);
  }
  for (size_t i = kCount; i < kCount + kBehind; ++i) CHECK(arrays[kArrays][i] == 0);
}

TEST_CASE("chains of other steps have no machine code", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<TileChainOperand> operands(1, MovingOperand(kF32));
  const ChainStep load{ChainOp::kLoad, {}};
  CHECK(WriteChainCode({&load, 1}, operands, 8).memory != nullptr);
#ifndef __wasm__
  const ChainStep load_word{ChainOp::kLoadI16, {}};
  CHECK(WriteChainCode({&load_word, 1}, operands, 8).memory == nullptr);
#endif
}

}  // namespace
}  // namespace paddock
