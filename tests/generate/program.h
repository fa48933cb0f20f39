// Random valid programs, by number.
#ifndef PADDOCK_TESTS_GENERATE_PROGRAM_H_
#define PADDOCK_TESTS_GENERATE_PROGRAM_H_

#include <cstdint>
#include <string>

namespace paddock::generate {

// Returns the text of program number `seed`: helper functions and @main, whose arguments have
// values in comments (`// paddock: example`). `operations` is about the number of operations in
// @main. Each compiler gives the same text. So no two random numbers are drawn in arguments of one
// call or operands of one operator, whose order is unspecified; in braces they are in order.
std::string WriteProgram(uint64_t seed, int64_t operations = 20);

// Like WriteProgram, with values of few element types and of related shapes, rows and columns of
// one another, some of thousands of elements: levels compute many of its operations in one loop.
std::string WriteRelatedProgram(uint64_t seed, int64_t operations = 20);

// Writes a program of `operations` idioms over arrays of one shape, up to 20,000 elements each:
// rolls, shifts, stencils, stacks, interleaved and transposed values, and chains between them.
// Programs of several tiles compute many of them at once. Some moved values are only returned.
std::string WriteMovedProgram(uint64_t seed, int64_t operations = 14);

// Like WriteProgram, for a grid of up to 4 x 4 processes, named in comments, with inputs for each
// of them. Half of the operations in @main are collective. In one of eight programs they are in
// branches and loops too, so that processes can miss each other.
std::string WriteGridProgram(uint64_t seed, int64_t operations = 8);

// A program with as many open sizes (`?`, also with bounds) as allowed: of arguments, results of
// any operation, values carried by loops and returned by branches. Shapes are computed from
// constants, sizes of values, scalar arguments and values known only at run time. About one in six
// is for a grid. `closed` is the same program with every size written, so its results are the same.
struct OpenProgram {
  std::string open;
  std::string closed;
};
OpenProgram WriteOpenProgram(uint64_t seed, int64_t operations = 12);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROGRAM_H_
