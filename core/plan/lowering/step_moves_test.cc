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
  REQUIRE(moves->moves.size() == 1);
  CHECK(moves->moves[0].bytes == 12);
  CHECK(moves->moves[0].target == 3);
  CHECK(moves->work == 7);
  REQUIRE(moves->displacements.size() == 1);
  CHECK(moves->displacements[0].index == 1);
  CHECK(moves->displacements[0].limit == 9);
  CHECK(moves->displacements[0].stride == 12);
}

TEST_CASE("one element of a matrix is displaced by two indices") {
  Arena arena;
  const StepMoves* const moves = SliceOf({10, 3}, {1, 1}, arena);
  REQUIRE(moves != nullptr);
  CHECK(moves->displacements.size() == 2);
}

TEST_CASE("scattered, large and unusual slices are no moves") {
  Arena arena;
  CHECK(SliceOf({10, 3}, {2, 1}, arena) == nullptr);
  CHECK(SliceOf({4, 4, 4}, {1, 1, 1}, arena) == nullptr);
  CHECK(SliceOf({2000}, {1025}, arena) == nullptr);
  CHECK(SliceOf({2000}, {1024}, arena) != nullptr);
  CHECK(SliceOf({33}, {33}, arena) == nullptr);
  CHECK(SliceOf({32}, {32}, arena) != nullptr);
  CHECK(SliceOf({10}, {1}, arena, ElementType::kUI8) == nullptr);
}

}  // namespace
}  // namespace paddock
