// The record of a kernel describes its operation on its types, also where types share a function.
#include <catch2/catch_test_macros.hpp>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

ElementwiseKernel KernelOf(std::string_view op, ElementType type) {
  return FindElementwise(op, type, Numerics::kPortable);
}

TEST_CASE("a kernel has its operation and its types", "[simd]") {
  using enum ElementType;
  const ElementwiseKernel absolute = KernelOf("abs", kC64);
  CHECK(absolute.operation == ElementwiseOp::kAbs);
  CHECK(absolute.operand == kC64);
  CHECK(absolute.result == kF32);
  CHECK(KernelOf("complex", kF64).result == kC128);
  CHECK(KernelOf("is_inf", kBF16).result == kI1);
  CHECK(KernelOf("select", kI8).operand == kI8);
  const ElementwiseKernel convert = FindConvert(kI4, kF16);
  CHECK(convert.operation == ElementwiseOp::kConvert);
  CHECK(convert.operand == kI4);
  CHECK(convert.result == kF16);
  const ElementwiseKernel compare = FindCompare(ComparisonDirection::kGe, false, kUI32);
  CHECK(compare.operation == ElementwiseOp::kCompare);
  CHECK(compare.direction == ComparisonDirection::kGe);
  CHECK(compare.result == kI1);
}

TEST_CASE("a kernel has the work of an element", "[simd]") {
  using enum ElementType;
  CHECK(KernelOf("add", kF32).work == 1);
  CHECK(KernelOf("add", kC64).work == 8);
  CHECK(KernelOf("tanh", kF64).work == 16);
  CHECK(KernelOf("tanh", kBF16).work == 64);
  CHECK(KernelOf("zeta", kF32).work == 1024);
  CHECK(FindConvert(kF32, kBF16).work == 1);
  CHECK(FindConvert(kBF16, kF32).work == 4);
  CHECK(FindCompare(ComparisonDirection::kLt, true, kF16).work == 4);
}

TEST_CASE("kernels of one function have the forms of their own types", "[simd]") {
  using enum ElementType;
  ForEachTarget([] {
    const ElementwiseKernel of_boolean = KernelOf("and", kI1), of_i4 = KernelOf("and", kI4);
    REQUIRE(of_boolean.function == of_i4.function);
    CHECK(!of_boolean.chain.is_empty());
    CHECK(of_i4.chain.is_empty());
    const ElementwiseKernel same = FindConvert(kF32, kF32), other = FindConvert(kI32, kUI32);
    REQUIRE(same.function == other.function);
    CHECK(same.chain.is_empty());
    CHECK(other.chain.with[0] == ChainOp::kSame);
  });
}

TEST_CASE("a mirrored comparison has the other's forms, with its operands exchanged", "[simd]") {
  using enum ComparisonDirection;
  for (const ElementType type : {ElementType::kF32, ElementType::kI64, ElementType::kUI32}) {
    for (const auto& [mirrored, plain] : {std::pair(kGt, kLt), {kGe, kLe}}) {
      const auto one = FindCompare(mirrored, false, type), other = FindCompare(plain, false, type);
      CHECK(one.chain.with[0] == other.chain.with[1]);
      CHECK(one.chain.with[1] == other.chain.with[0]);
      CHECK(one.tape == other.tape);
      CHECK(IsMirrored(one.direction));
      CHECK(!IsMirrored(other.direction));
    }
  }
}

TEST_CASE("a total order has no forms", "[simd]") {
  const auto kernel = FindCompare(ComparisonDirection::kLt, true, ElementType::kF32);
  REQUIRE(kernel.function != nullptr);
  CHECK(kernel.chain.is_empty());
  CHECK(kernel.tape == nullptr);
}

}  // namespace
}  // namespace paddock::simd::testing
