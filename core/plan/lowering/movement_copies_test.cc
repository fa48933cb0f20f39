#include "core/plan/lowering/movement_copies.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>

namespace paddock {
namespace {

// Runs the copies on numbered elements of four bytes.
std::vector<uint32_t> Copied(const std::vector<SmallCopy>& copies, const MovementShape& shape) {
  std::vector<uint32_t> elements(static_cast<size_t>(shape.result_elements));
  for (const SmallCopy& copy : copies) {
    std::vector<uint32_t> source(static_cast<size_t>(shape.operand_elements[copy.reference]));
    for (size_t i = 0; i < source.size(); ++i) {
      source[i] = copy.reference * 100 + static_cast<uint32_t>(i);
    }
    std::memcpy(reinterpret_cast<std::byte*>(elements.data()) + copy.result_offset,
                reinterpret_cast<const std::byte*>(source.data()) + copy.source_offset, copy.bytes);
  }
  return elements;
}

TEST_CASE("a small movement is a few copies of neighbouring elements", "[plan]") {
  const int64_t shape[] = {7}, start[] = {1}, limit[] = {7}, stride[] = {1};
  const MovementShape sizes{4, {7}, 6};
  std::vector<SmallCopy> copies;
  AddMovementCopies(simd::PlanSlice(4, shape, start, limit, stride), sizes, copies);
  CHECK(copies.size() == 2);
  CHECK(Copied(copies, sizes) == std::vector<uint32_t>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("copies come from the operands of a concatenation and of a pad", "[plan]") {
  const int64_t one[] = {1}, two[] = {2}, low[] = {1}, high[] = {0}, interior[] = {1};
  const simd::Sizes shapes[] = {one, two, one};
  const MovementShape joined{4, {1, 2, 1}, 4};
  std::vector<SmallCopy> copies;
  AddMovementCopies(simd::PlanConcatenate(4, shapes, 0), joined, copies);
  CHECK(Copied(copies, joined) == std::vector<uint32_t>{0, 100, 101, 200});
  const MovementShape padded{4, {2, 1}, 4};
  copies.clear();
  AddMovementCopies(simd::PlanPad(4, two, low, high, interior), padded, copies);
  CHECK(Copied(copies, padded) == std::vector<uint32_t>{100, 0, 100, 1});
}

TEST_CASE("a movement of many elements, or of bytes, is no copies", "[plan]") {
  const int64_t many[] = {33}, dimensions[] = {0};
  std::vector<SmallCopy> copies;
  AddMovementCopies(simd::PlanReverse(4, many, dimensions), {4, {33}, 33}, copies);
  AddMovementCopies(simd::PlanReverse(1, many, dimensions), {1, {33}, 33}, copies);
  CHECK(copies.empty());
}

}  // namespace
}  // namespace paddock
