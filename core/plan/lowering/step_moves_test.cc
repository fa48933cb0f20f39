#include "core/plan/lowering/step_moves.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace paddock {
namespace {

const StepMoves* SliceOf(const std::vector<int64_t>& shape, const std::vector<int64_t>& sizes,
                         Arena& arena, ElementType index = ElementType::kI32) {
  return MovesOf({false, ByteSize(ElementType::kF32), shape, sizes, index}, 7, arena);
}

TEST_CASE("a row of a matrix is one move, displaced by the row's index") {
  Arena arena;
  const StepMoves* const moves = SliceOf({10, 3}, {1, 3}, arena);
  REQUIRE(moves != nullptr);
  REQUIRE(moves->terms.size() == 1);
  const TapePlan::Instruction& row = moves->terms[0];
  CHECK(row.slice->bytes == 12);
  CHECK(row.result.reference == 3);
  CHECK(moves->work == 7);
  CHECK(row.operands[1].reference == 1);
  CHECK(row.slice->indices[0].limit == 9);
  CHECK(row.slice->indices[0].stride == 12);
  CHECK(row.slice->indices[1].stride == 0);
}

TEST_CASE("one element of a matrix is displaced by two indices") {
  Arena arena;
  const StepMoves* const moves = SliceOf({10, 3}, {1, 1}, arena);
  REQUIRE(moves != nullptr);
  REQUIRE(moves->terms.size() == 1);
  CHECK(moves->terms[0].slice->indices[1].stride == 12);
}

TEST_CASE("indices of any type displace") {
  Arena arena;
  const StepMoves* const moves = SliceOf({10}, {1}, arena, ElementType::kUI8);
  REQUIRE(moves != nullptr);
  CHECK(moves->terms[0].slice->index_bytes == 1);
  CHECK(!moves->terms[0].slice->is_signed);
}

TEST_CASE("scattered and large slices are no moves") {
  Arena arena;
  CHECK(SliceOf({10, 3}, {2, 1}, arena) == nullptr);
  CHECK(SliceOf({4, 4, 4}, {1, 1, 1}, arena) == nullptr);
  CHECK(SliceOf({2000}, {1025}, arena) == nullptr);
  CHECK(SliceOf({2000}, {1024}, arena) != nullptr);
  CHECK(SliceOf({65}, {65}, arena) == nullptr);
  CHECK(SliceOf({64}, {64}, arena) != nullptr);
}

}  // namespace
}  // namespace paddock
