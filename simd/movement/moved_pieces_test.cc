#include "simd/movement/moved_pieces.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

namespace paddock::simd {
namespace {

using Pieces = std::vector<MovedPiece>;

TEST_CASE("a slice of a vector is one piece, and a strided one a piece for each element") {
  const int64_t shape[] = {6}, begin[] = {1}, end[] = {5}, one[] = {1}, two[] = {2};
  const size_t bytes[] = {24};
  CHECK(PiecesOf(PlanElements(4, SlicedElements(RowMajorElements(shape), begin, end, one)), bytes,
                 16) == Pieces{{0, 4, 0, 16}});
  CHECK(PiecesOf(PlanElements(4, SlicedElements(RowMajorElements(shape), begin, end, two)), bytes,
                 8) == Pieces{{0, 4, 0, 4}, {0, 12, 4, 4}});
}

TEST_CASE("a reversed vector, a transposed matrix and a concatenation name their elements") {
  const int64_t shape[] = {3}, dimension[] = {0};
  const size_t bytes[] = {6};
  CHECK(PiecesOf(PlanElements(2, ReversedElements(RowMajorElements(shape), dimension)), bytes, 6) ==
        Pieces{{0, 4, 0, 2}, {0, 2, 2, 2}, {0, 0, 4, 2}});
  const int64_t matrix[] = {2, 2}, permutation[] = {1, 0};
  const size_t matrix_bytes[] = {32};
  CHECK(PiecesOf(PlanElements(8, TransposedElements(RowMajorElements(matrix), permutation)),
                 matrix_bytes,
                 32) == Pieces{{0, 0, 0, 8}, {0, 16, 8, 8}, {0, 8, 16, 8}, {0, 24, 24, 8}});
  const int64_t one[] = {1}, two[] = {2};
  const Sizes shapes[] = {one, two};
  const size_t both[] = {4, 8};
  CHECK(PiecesOf(PlanConcatenate(4, shapes, 0), both, 12) == Pieces{{0, 0, 0, 4}, {1, 0, 4, 8}});
}

TEST_CASE("positions above 255 are named") {
  const int64_t shape[] = {500}, begin[] = {499}, end[] = {500}, one[] = {1};
  const size_t bytes[] = {2000};
  CHECK(PiecesOf(PlanElements(4, SlicedElements(RowMajorElements(shape), begin, end, one)), bytes,
                 4) == Pieces{{0, 1996, 0, 4}});
}

TEST_CASE("large movements are not listed") {
  const int64_t shape[] = {2000}, begin[] = {0}, end[] = {1}, one[] = {1};
  const size_t bytes[] = {8000};
  CHECK(
      PiecesOf(PlanElements(4, SlicedElements(RowMajorElements(shape), begin, end, one)), bytes, 4)
          .empty());
}

}  // namespace
}  // namespace paddock::simd
