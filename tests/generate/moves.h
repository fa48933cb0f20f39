// Values of one shape whose elements programs move, and the idioms that move them.
#ifndef PADDOCK_TESTS_GENERATE_MOVES_H_
#define PADDOCK_TESTS_GENERATE_MOVES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/generate/writer.h"

namespace paddock::generate {

// Values of a function or region that has one main shape. `size_t d` is always a dimension of it.
struct Moves {
  Writer& writer;
  Shape shape;
  // The program's element types.
  std::vector<ElementType> elements;
  // Values of the main shape, for later operations.
  std::vector<Named> values = {};
  // Arguments of type i32, for start indices.
  std::vector<Named> starts = {};
  // Values that the function returns, of any shape.
  std::vector<Named> results = {};

  Random& random() const { return writer.random; }
  size_t AnyDimension() const { return static_cast<size_t>(random().Below(std::ssize(shape))); }
  // Returns a value; recent ones are likelier.
  Named Any() const;
  // Returns a value of this element type and the main shape.
  Named Any(ElementType element) const;
  // Returns a value of this type: of the main shape, or a broadcast constant.
  Named Like(const TensorSpec& type) const;
};

// Returns the dimensions first .. rank.
std::vector<int64_t> DimensionsFrom(int64_t first, size_t rank);

// --- Operations.
Named SliceAlong(Writer& writer, const Named& value, size_t d, int64_t begin, int64_t end,
                 int64_t stride = 1);
Named Slice(Writer& writer, const Named& value, const Shape& starts, const Shape& limits);
Named Concatenate(Writer& writer, const std::vector<Named>& values, size_t d);
Named Reshape(Writer& writer, const Named& value, const Shape& shape);
Named Broadcast(Writer& writer, const Named& value, const std::vector<int64_t>& dimensions,
                const Shape& shape);
Named Transpose(Writer& writer, const Named& value, const std::vector<int64_t>& permutation);
// Adds `low` and `high` elements, which may be negative, along one dimension.
Named PadAlong(Writer& writer, const Named& value, const Named& fill, size_t d, int64_t low,
               int64_t high, int64_t interior = 0);
Named Pad(Writer& writer, const Named& value, const Named& fill, const Shape& low,
          const Shape& high, const Shape& interior);
Named Compare(Writer& writer, const Named& lhs, const Named& rhs);
Named Select(Writer& writer, const Named& predicate, const Named& lhs, const Named& rhs);
// Returns a constant with all elements 0.
Named Zero(Writer& writer, const TensorSpec& type);
// Returns a constant with all elements alike.
Named Splat(Writer& writer, const TensorSpec& type);
Named Iota(Writer& writer, const TensorSpec& type, size_t d);
// Reduces with an operation by name; `dimensions` must increase.
Named Reduce(Writer& writer, const Named& value, std::string_view op,
             const std::vector<int64_t>& dimensions);
// Returns the region that applies an operation to two scalars.
std::string BodyOf(Writer& writer, std::string_view op, ElementType element);

// --- Element-wise operations that the element type has.
std::string_view AnyBinary(Random& random, ElementType element);
// An operation that reductions apply: its order does not matter to integers.
std::string_view AnyMonoid(Random& random, ElementType element);
Named Binary(Writer& writer, std::string_view op, const Named& lhs, const Named& rhs);
// Applies one to four operations in a row.
Named Chain(const Moves& moves, const Named& value);
// Joins two values of one type by any operation.
Named Join(const Moves& moves, const Named& lhs, const Named& rhs);

// --- Idioms: each returns a value of the main shape.
Named RollAlong(const Moves& moves, const Named& value, size_t d);
Named ShiftAlong(const Moves& moves, const Named& value, size_t d);

struct MoveIdiom {
  int weight;
  Named (*write)(Moves& moves);
};
// Idioms by family: elements change places; several values become one or the other way round;
// elements are combined or chosen.
std::vector<MoveIdiom> ShiftIdioms();
std::vector<MoveIdiom> StackIdioms();
std::vector<MoveIdiom> FoldIdioms();
// Updates that are done or not.
std::vector<MoveIdiom> ChoiceIdioms();

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_MOVES_H_
