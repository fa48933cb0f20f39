#include "core/tensor/tensor.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

namespace paddock {
namespace {

TEST_CASE("owned buffers are aligned and counted against the budget") {
  auto budget = std::make_shared<MemoryBudget>(100);
  {
    const BufferRef first = Buffer::Allocate(60, budget);
    REQUIRE(first);
    CHECK(reinterpret_cast<uintptr_t>(first->data()) % Buffer::kAlignment == 0);
    CHECK(budget->used() == 60);
    CHECK_FALSE(Buffer::Allocate(41, budget));
    CHECK(Buffer::Allocate(40, budget));
    BufferRef second = first;
    CHECK_FALSE(first->is_unique());
    second = BufferRef();
    CHECK(first->is_unique());
  }
  CHECK(budget->used() == 0);
  CHECK(budget->peak() == 100);
}

TEST_CASE("a borrowed buffer keeps its owner alive") {
  auto owner = std::make_shared<std::string>("0123456789");
  const std::weak_ptr<std::string> watch = owner;
  {
    const BufferRef buffer = Buffer::Borrow(owner->data() + 1, 4, owner);
    owner.reset();
    CHECK_FALSE(watch.expired());
    CHECK_FALSE(buffer->is_owned());
    CHECK(std::memcmp(buffer->data(), "1234", 4) == 0);
    const int64_t shape[] = {2};
    const Tensor tensor = Tensor::FromBuffer(ElementType::kI8, shape, buffer, 2);
    CHECK(std::memcmp(tensor.data(), "34", 2) == 0);
  }
  CHECK(watch.expired());
}

TEST_CASE("a tensor that exceeds the memory has no value") {
  const int64_t huge[] = {std::numeric_limits<int64_t>::max() / 2, 4};
  CHECK_FALSE(Tensor::Allocate(ElementType::kF32, huge).has_value());
  CHECK_FALSE(ByteSizeOf(ElementType::kF32, huge));
  // Like numpy, it must have strides even without elements.
  const int64_t empty[] = {std::numeric_limits<int64_t>::max() / 2, 4, 0};
  CHECK_FALSE(Tensor::Allocate(ElementType::kI8, empty).has_value());
  const int64_t lists[] = {std::numeric_limits<int64_t>::max() / 4, 0};
  CHECK(Tensor::Allocate(ElementType::kF32, lists).has_value());
  CHECK_FALSE(Tensor::Allocate(ElementType::kF64, lists).has_value());
  const int64_t eleven[] = {11};
  CHECK_FALSE(
      Tensor::Allocate(ElementType::kI64, eleven, std::make_shared<MemoryBudget>(80)).has_value());
}

TEST_CASE("tensors are equal by type, shape and bytes") {
  const int64_t two[] = {2};
  const int64_t one_two[] = {1, 2};
  const float elements[] = {1.5f, -0.0f};
  const float others[] = {1.5f, 0.0f};
  const Tensor a = Tensor::FromElements<float>(ElementType::kF32, two, elements);
  CHECK(IsBitwiseEqual(a, Tensor::FromElements<float>(ElementType::kF32, two, elements)));
  CHECK_FALSE(IsBitwiseEqual(a, Tensor::FromElements<float>(ElementType::kF32, two, others)));
  CHECK_FALSE(IsBitwiseEqual(a, a.Reshaped(one_two)));
  CHECK_FALSE(IsBitwiseEqual(a, Tensor::FromElements<float>(ElementType::kI32, two, elements)));
  CHECK_FALSE(Tensor::FromElements<float>(ElementType::kF64, two, elements).has_value());
}

}  // namespace
}  // namespace paddock
