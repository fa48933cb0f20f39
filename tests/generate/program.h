// Random valid programs, by number.
#ifndef PADDOCK_TESTS_GENERATE_PROGRAM_H_
#define PADDOCK_TESTS_GENERATE_PROGRAM_H_

#include <cstdint>
#include <string>

namespace paddock::generate {

// The text of program number `seed`: helper functions and @main, whose arguments have their values
// in comments (`// paddock: example`). `operations` is about how many @main has of its own. It is
// the same with every compiler, so no two random numbers are drawn in arguments of one call or
// operands of one operator, whose order is the compiler's; in braces they are in order.
std::string WriteProgram(uint64_t seed, int64_t operations = 20);

// The same for a grid of up to 4 x 4 processes, named in comments, with inputs for each of them:
// half of what @main computes is collective operations. In one of eight they stand in branches
// and loops too, so that processes may miss each other.
std::string WriteGridProgram(uint64_t seed, int64_t operations = 8);

// A program whose types leave sizes open (`?`, also with bounds), as far as they may: of arguments,
// results of any operation, what loops carry and branches give. Shapes are computed from constants,
// sizes of values, scalar arguments and what only a run knows. About one in six is for a grid.
// `closed` is the same program with every size written, so what it gives is the same.
struct OpenProgram {
  std::string open;
  std::string closed;
};
OpenProgram WriteOpenProgram(uint64_t seed, int64_t operations = 12);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROGRAM_H_
