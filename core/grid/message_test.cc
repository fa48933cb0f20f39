#include "core/grid/message.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "core/grid/courier_testing.h"

namespace paddock {
namespace {

Tensor Bytes(ElementType type, std::vector<uint8_t> bytes) {
  const auto count = static_cast<int64_t>(bytes.size());
  return Tensor::FromElements<uint8_t>(type, std::span(&count, 1), bytes);
}

Message Sample() {
  Message message;
  for (int i = 0; i < 5; ++i) message.words.push_back(static_cast<std::byte>(i));
  const int64_t shape[] = {2, 3};
  const int64_t none[] = {0, 7};
  const float values[] = {1, 2, 3, 4, 5, 6};
  message.tensors.push_back(Tensor::FromElements<float>(ElementType::kF32, shape, values));
  message.tensors.emplace_back();
  message.tensors.push_back(Tensor::WithoutBytes(ElementType::kC128, shape));
  message.tensors.push_back(Tensor::Allocate(ElementType::kI64, none));
  message.tensors.push_back(Bytes(ElementType::kI1, {1, 0, 1}));
  return message;
}

TEST_CASE("a message survives conversion to its flat form and back") {
  const Message message = Sample();
  const auto read = ReadMessage(testing::FlatBytes(message));
  REQUIRE(read);
  CHECK(read->words == message.words);
  REQUIRE(read->tensors.size() == message.tensors.size());
  for (size_t i = 0; i < message.tensors.size(); ++i) {
    const Tensor& before = message.tensors[i];
    const Tensor& after = read->tensors[i];
    CHECK(after.has_value() == before.has_value());
    CHECK(after.element_type() == before.element_type());
    CHECK(std::ranges::equal(after.shape(), before.shape()));
    CHECK(after.byte_size() == before.byte_size());
    if (!before.has_value()) continue;
    CHECK(IsBitwiseEqual(after, before));
    // The tensors share the bytes, and are aligned for vectors.
    CHECK(reinterpret_cast<uintptr_t>(after.data()) % Buffer::kAlignment == 0);
  }
}

TEST_CASE("malformed messages are refused") {
  const BufferRef whole = testing::FlatBytes(Sample());
  for (size_t size = 0; size < whole->size(); ++size) {
    CHECK_FALSE(ReadMessage(Buffer::Borrow(whole->data(), size, std::make_shared<int>())));
  }
  for (const uint8_t wrong : {2, 255}) {
    Message message;
    message.tensors = {Bytes(ElementType::kI1, {0, wrong})};
    CHECK_FALSE(ReadMessage(testing::FlatBytes(message)));
  }
  Message narrow;
  narrow.tensors = {Bytes(ElementType::kI4, {7, 0xf8}), Bytes(ElementType::kF4E2M1FN, {15})};
  CHECK(ReadMessage(testing::FlatBytes(narrow)));
  narrow.tensors = {Bytes(ElementType::kI4, {8})};
  CHECK_FALSE(ReadMessage(testing::FlatBytes(narrow)));
  narrow.tensors = {Bytes(ElementType::kF6E2M3FN, {64})};
  CHECK_FALSE(ReadMessage(testing::FlatBytes(narrow)));
}

}  // namespace
}  // namespace paddock
