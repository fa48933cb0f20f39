#include "core/types/type.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/types/type_context.h"

namespace paddock {
namespace {

TEST_CASE("equal types of one context are the same") {
  TypeContext types;
  const std::vector<int64_t> shape = {2, kDynamic};
  const Type a = types.GetTensor(shape, ElementType::kF32);
  CHECK(a == types.GetTensor(shape, types.GetScalar("f32")));
  CHECK_FALSE(a == types.GetTensor(shape, ElementType::kF64));
  CHECK_FALSE(a == types.GetTensor(std::vector<int64_t>{2, 3}, ElementType::kF32));
  CHECK(types.GetToken() == types.GetToken());
  const std::vector<Type> elements = {a, types.GetToken()};
  CHECK(types.GetTuple(elements) == types.GetTuple(elements));
  CHECK_FALSE(types.GetTuple(elements) == types.GetTuple({}));
}

TEST_CASE("bounds without any bound are no encoding") {
  TypeContext types;
  const std::vector<int64_t> shape = {kDynamic};
  const std::vector<int64_t> none = {kDynamic};
  const std::vector<int64_t> four = {4};
  const Type element = types.GetScalar("f32");
  CHECK(types.GetTensor(shape, element, none) == types.GetTensor(shape, element));
  CHECK(ToString(types.GetTensor(shape, element, four)) == "tensor<?xf32, #stablehlo.bounds<4>>");
}

TEST_CASE("every element type has the table's spelling") {
  TypeContext types;
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const ElementType type = static_cast<ElementType>(i);
    CHECK(ToString(types.GetScalar(type)) == Spelling(type));
    CHECK(types.GetScalar(type).element_type() == type);
    CHECK(types.GetTensor({}, type).element_type() == type);
    CHECK(ElementTypeFromSpelling(Spelling(type)) == type);
  }
}

TEST_CASE("scalars that no tensor can hold are types") {
  TypeContext types;
  CHECK(types.GetScalar("si8")->signedness == Signedness::kSigned);
  CHECK(types.GetScalar("i10")->width == 10);
  CHECK_FALSE(types.GetScalar("i10").element_type());
  CHECK(types.GetScalar("tf32"));
  for (std::string_view spelling : {"", "i", "i0", "i08", "x8", "f7", "i99999999", "complex"}) {
    INFO(spelling);
    CHECK_FALSE(types.GetScalar(spelling));
  }
}

TEST_CASE("types print in MLIR's notation") {
  TypeContext types;
  const Type f32 = types.GetScalar("f32");
  const std::vector<int64_t> shape = {2, 3};
  const Type tensor = types.GetTensor(shape, f32);
  const std::vector<Type> one = {tensor};
  const std::vector<Type> two = {tensor, types.GetToken()};
  CHECK(ToString(types.GetUnrankedTensor(f32)) == "tensor<*xf32>");
  CHECK(ToString(types.GetMemref(shape, f32, "1 : i64")) == "memref<2x3xf32, 1 : i64>");
  CHECK(ToString(types.GetTuple(two)) == "tuple<tensor<2x3xf32>, !stablehlo.token>");
  CHECK(ToString(types.GetFuture(one)) == "!stablehlo.future<tensor<2x3xf32>>");
  CHECK(ToString(types.GetFunction(two, one)) ==
        "(tensor<2x3xf32>, !stablehlo.token) -> tensor<2x3xf32>");
  CHECK(ToString(types.GetFunction({}, {})) == "() -> ()");
  CHECK(ToString(types.GetComplex(types.GetScalar("i32"))) == "complex<i32>");
  CHECK(ToString(types.GetNone()) == "none");
  CHECK(ToString(types.GetOpaque("!a.b<c>")) == "!a.b<c>");
  CHECK(ToString(Type()) == "<unknown type>");
}

TEST_CASE("quantized types print their range and their axis") {
  TypeContext types;
  QuantizedType type;
  type.storage = types.GetScalar("i8");
  type.expressed = types.GetScalar("f32");
  type.storage_min = -127;
  type.storage_max = 127;
  const std::vector<double> scales = {0.1, 0.5};
  const std::vector<int64_t> zero_points = {-30, 0};
  type.scales = std::span(scales).first(1);
  type.zero_points = std::span(zero_points).first(1);
  CHECK(ToString(types.GetQuantized(type)) == "!quant.uniform<i8<-127:127>:f32, 0.1:-30>");
  type.storage_min = -128;
  type.axis = 1;
  type.scales = scales;
  type.zero_points = zero_points;
  CHECK(ToString(types.GetQuantized(type)) == "!quant.uniform<i8:f32:1, {0.1:-30, 0.5}>");
  CHECK(types.GetTensor({}, types.GetQuantized(type)).is_quantized());
}

TEST_CASE("quantized types that differ only in spelling are the same") {
  TypeContext types;
  QuantizedType type;
  type.storage = types.GetScalar("ui64");
  type.expressed = types.GetScalar("f32");
  type.storage_max = -1;
  const std::vector<double> tenth = {0.1};
  const std::vector<double> nearest_float = {static_cast<double>(0.1f)};
  const std::vector<double> next_float = {static_cast<double>(0.10000001f)};
  const std::vector<int64_t> zero_points = {-2};
  type.scales = tenth;
  type.zero_points = zero_points;
  const Type first = types.GetQuantized(type);
  CHECK(ToString(first) == "!quant.uniform<ui64:f32, 0.1:18446744073709551614>");
  type.scales = nearest_float;
  CHECK(types.GetQuantized(type) == first);
  type.scales = next_float;
  CHECK_FALSE(types.GetQuantized(type) == first);
  type.scales = tenth;
  type.storage_max = -2;
  CHECK_FALSE(types.GetQuantized(type) == first);
  CHECK(first->quantized->IsLess(1, -1));
  CHECK(first->quantized->NumberOf(-1) == 0x1p64);
}

}  // namespace
}  // namespace paddock
