// Random valid programs, by number.
#ifndef PADDOCK_TESTS_GENERATE_PROGRAM_H_
#define PADDOCK_TESTS_GENERATE_PROGRAM_H_

#include <cstdint>
#include <string>

namespace paddock::generate {

// The text of program number `seed`: helper functions and @main, whose arguments have their values
// in comments (`// paddock: example`). `operations` is about how many @main has of its own.
std::string WriteProgram(uint64_t seed, int64_t operations = 20);

// The same for a grid of up to 4 x 4 processes, named in comments, with inputs for each of them:
// half of what @main computes is collective operations. In one of eight they stand in branches
// and loops too, so that processes may miss each other.
std::string WriteGridProgram(uint64_t seed, int64_t operations = 8);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROGRAM_H_
