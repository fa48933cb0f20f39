// Random valid programs, by number.
#ifndef PADDOCK_TESTS_GENERATE_PROGRAM_H_
#define PADDOCK_TESTS_GENERATE_PROGRAM_H_

#include <cstdint>
#include <string>

namespace paddock::generate {

// The text of program number `seed`: helper functions and @main, whose arguments have their values
// in comments (`// paddock: example`). `operations` is about how many @main has of its own.
std::string WriteProgram(uint64_t seed, int64_t operations = 20);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROGRAM_H_
