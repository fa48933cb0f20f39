#include "simd/reduce/reduce_pieces.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::GuardedBuffer;
using testing::Random;

struct PieceCase {
  ElementType type;
  Monoid monoid;
  std::vector<int64_t> shape;
  std::vector<int64_t> dimensions;
};

std::string Describe(const PieceCase& c) {
  std::string text = std::string(Spelling(c.type)) + " shape";
  for (int64_t size : c.shape) text += " " + std::to_string(size);
  text += " dimensions";
  for (int64_t d : c.dimensions) text += " " + std::to_string(d);
  return text;
}

// Reduces pieces of random lengths. Units are taken from the last to the first one, each to memory
// with other contents.
void ReduceInPieces(const ReducePieces& pieces, const ReduceBuffers& buffers, int64_t count,
                    Random& random) {
  const auto bytes = static_cast<int64_t>(ByteSize(pieces.plan->kernels->type));
  const auto* operand = static_cast<const uint8_t*>(buffers.operand);
  const int64_t units = (count + pieces.unit - 1) / pieces.unit;
  GuardedBuffer scratch(pieces.scratch_bytes, 0);
  for (int64_t unit = units; unit-- > 0;) {
    scratch.FillRandom(random);
    const int64_t end = std::min(count, (unit + 1) * pieces.unit);
    for (int64_t at = unit * pieces.unit; at < end;) {
      const int64_t most = random.Between(0, 1) == 0 ? 40 : 40 * pieces.row;
      const int64_t taken = std::min(end - at, random.Between(1, most));
      GuardedBuffer piece(static_cast<size_t>(taken * bytes), 3);
      std::memcpy(piece.data(), operand + at * bytes, static_cast<size_t>(taken * bytes));
      ReducePiece(pieces, buffers, piece.data(), at, taken, scratch.data());
      at += taken;
    }
    CombineInit(pieces, buffers, unit * pieces.unit, end, scratch.data());
  }
  FinishPieces(pieces, buffers, scratch.data());
  CHECK(scratch.guards_are_whole());
}

void CheckPieces(const PieceCase& c, Random& random) {
  INFO(Describe(c));
  const size_t bytes = ByteSize(c.type);
  int64_t count = 1;
  for (int64_t size : c.shape) count *= size;
  GuardedBuffer operand(static_cast<size_t>(count) * bytes, 0);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const auto element = testing::RandomElement(c.type, random);
    std::memcpy(operand.data() + i * bytes, element.data(), bytes);
  }
  const ReducePlan plan = PlanReduce(*FindMonoidKernels(c.monoid, c.type), c.shape, c.dimensions);
  const auto result_count = static_cast<size_t>(plan.result_count);
  GuardedBuffer init(bytes, 1), shared(plan.shared_bytes, 0), scratch(plan.scratch_bytes, 0);
  GuardedBuffer whole(result_count * bytes, 0), result(result_count * bytes, 5);
  std::memcpy(init.data(), testing::RandomElement(c.type, random).data(), bytes);
  int64_t position = 0;
  const ReduceBuffers at_once{operand.data(), init.data(), whole.data(), shared.data()};
  RunReduce(plan, at_once, scratch.data(), &position, int64_t{1} << 40);
  const ReducePieces pieces = PlanPieces(plan);
  REQUIRE(pieces.row != 0);
  ReduceInPieces(pieces, {operand.data(), init.data(), result.data(), shared.data()}, count,
                 random);
  for (size_t i = 0; i < result_count; ++i) {
    const auto expected = testing::LoadElement(c.type, whole.data() + i * bytes);
    REQUIRE(
        testing::IsSame(c.type, expected, testing::LoadElement(c.type, result.data() + i * bytes)));
  }
  CHECK(result.guards_are_whole());
}

TEST_CASE("reduce of pieces has the bits of reduce of the whole operand", "[simd][reduce]") {
  Random random(31);
  for (ElementType type :
       {ElementType::kF32, ElementType::kF64, ElementType::kBF16, ElementType::kI32}) {
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMaximum}) {
      for (const PieceCase& c :
           {PieceCase{type, monoid, {70, 33}, {1}}, PieceCase{type, monoid, {3, 4096}, {1}},
            PieceCase{type, monoid, {9000}, {0}}, PieceCase{type, monoid, {2, 8192}, {1}},
            PieceCase{type, monoid, {2, 5000}, {1}}, PieceCase{type, monoid, {100, 5}, {0}},
            PieceCase{type, monoid, {3, 200, 64}, {1}}, PieceCase{type, monoid, {9, 700}, {0}},
            PieceCase{type, monoid, {9000, 3}, {0}}, PieceCase{type, monoid, {2, 8192, 2}, {1}},
            PieceCase{type, monoid, {2, 4099, 2}, {1}}, PieceCase{type, monoid, {7, 4, 4}, {0, 2}},
            PieceCase{type, monoid, {2, 99, 5, 2}, {1, 3}},
            PieceCase{type, monoid, {1100, 3, 8}, {0, 2}},
            PieceCase{type, monoid, {5, 3, 48}, {0, 2}},
            PieceCase{type, monoid, {3, 2, 5000}, {0, 2}},
            PieceCase{type, monoid, {2, 3, 4, 300}, {1, 3}},
            PieceCase{type, monoid, {70, 3, 128}, {0, 2}}}) {
        CheckPieces(c, random);
      }
    }
  }
}

// Only native plans accumulate runs of neighbours whose length is not a multiple of the lanes.
TEST_CASE("pieces of runs of neighbours have the bits of reduce of the whole operand",
          "[simd][reduce]") {
  if (kIsWeb) return;
  Random random(35);
  for (ElementType type :
       {ElementType::kF32, ElementType::kF64, ElementType::kI8, ElementType::kI32}) {
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMaximum}) {
      for (int64_t run : {17, 49, 64, 255, 300}) {
        for (int64_t kept : {4, 9, 40}) {
          CheckPieces({type, monoid, {9, kept, run}, {0, 2}}, random);
          CheckPieces({type, monoid, {4100 / run + 3, kept, run}, {0, 2}}, random);
        }
      }
    }
  }
}

// Only native plans group such columns.
TEST_CASE("pieces of grouped columns have the bits of reduce of the whole operand",
          "[simd][reduce]") {
  if (kIsWeb) return;
  Random random(34);
  for (ElementType type :
       {ElementType::kF32, ElementType::kF64, ElementType::kBF16, ElementType::kI32}) {
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMaximum}) {
      CheckPieces({type, monoid, {9, 4, 50, 4}, {1, 3}}, random);
      CheckPieces({type, monoid, {3, 1100, 7, 8}, {1, 3}}, random);
    }
  }
}

TEST_CASE("pieces of grouped columns have any number of columns if all orders are equal",
          "[simd][reduce]") {
  if (kIsWeb) return;
  Random random(33);
  for (ElementType type : {ElementType::kI32, ElementType::kUI8, ElementType::kI64}) {
    for (int64_t in_row : {2, 3, 5, 6, 7, 11, 15}) {
      for (int64_t rows : {1, 2, 3, 9, 40}) {
        CheckPieces({type, Monoid::kAdd, {7, rows, 13, in_row}, {1, 3}}, random);
      }
    }
  }
}

TEST_CASE("reduce of pieces of short rows has the bits of each row", "[simd][reduce]") {
  Random random(32);
  for (ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kI32}) {
    if (!FindMonoidKernels(Monoid::kAdd, type)->has_fast_short_rows) continue;
    for (int64_t row : {2, 3, 4, 5, 8, 15}) {
      CheckPieces({type, Monoid::kAdd, {500, row}, {1}}, random);
    }
  }
}

TEST_CASE("pieces of a reduction are rows, rows of columns, or alternating rows",
          "[simd][reduce]") {
  const MonoidKernels& kernels = *FindMonoidKernels(Monoid::kAdd, ElementType::kF32);
  const auto pieces_of = [&](std::vector<int64_t> shape, std::vector<int64_t> dimensions) {
    const ReducePlan plan = PlanReduce(kernels, shape, dimensions);
    return PlanPieces(plan).row;
  };
  CHECK(pieces_of({4, 20}, {1}) == 20);
  CHECK(pieces_of({4, 20}, {0}) == 20);
  CHECK(pieces_of({4, 100, 5}, {1}) == 5);
  // Short ones are copied beside each other, unless there are no columns.
  CHECK(pieces_of({40, 20, 5}, {1}) == (kIsWeb ? 5 : 0));
  // A few runs are not copied beside each other.
  CHECK(pieces_of({4, 20, 5}, {1}) == 5);
  CHECK(pieces_of({4, 20, 3}, {2}) == (kernels.has_fast_short_rows ? 3 : 0));
  // WebAssembly joins no runs.
  CHECK(pieces_of({9, 4, 8}, {0, 2}) == (kIsWeb ? 8 : 32));
  CHECK(pieces_of({9, 4, 48}, {0, 2}) == 48);
  CHECK(pieces_of({9, 4, 300}, {0, 2}) == 300);
  CHECK(pieces_of({9, 4, 49}, {0, 2}) == 49);
  CHECK(pieces_of({4, 20, 5}, {0, 2}) == 0);
  CHECK(pieces_of({4, 5, 6, 7}, {0, 2}) == 0);
  CHECK(pieces_of({4, 1 << 20}, {0}) == 0);
}

}  // namespace
}  // namespace paddock::simd
