// What must hold of every program.
#ifndef PADDOCK_TESTS_GENERATE_PROPERTIES_H_
#define PADDOCK_TESTS_GENERATE_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "tests/generate/program.h"

namespace paddock::generate {

struct Judgement {
  // One line; empty if everything holds.
  std::string problem;
  // It holds an operation that cannot run yet with these types.
  bool is_unimplemented = false;
  // Its processes do not meet: every run says so in the same words.
  bool misses = false;
  // Of the bits of all results.
  uint64_t hash = 0;
};

// Of a program whose comments give its inputs: it checks without errors; both printed forms read
// as the same program; and both levels, runs in slices of work (sized at random from `seed`), runs
// of two threads and, of a grid, of some processes at once give the same bits.
Judgement JudgeProgram(const std::string& text, uint64_t seed);

// All that of the open version, and the closed one gives the same bits.
Judgement JudgeOpenProgram(const OpenProgram& program, uint64_t seed);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROPERTIES_H_
