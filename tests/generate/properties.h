// Properties that must hold for every program.
#ifndef PADDOCK_TESTS_GENERATE_PROPERTIES_H_
#define PADDOCK_TESTS_GENERATE_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "tests/generate/program.h"

namespace paddock::generate {

struct Finding {
  // The violated property, in one line; empty if all hold.
  std::string problem;
  // Whether it has an operation that cannot run yet with these types.
  bool is_unimplemented = false;
  // Whether its processes miss each other, which every run reports with the same message.
  bool misses = false;
  // Hash of the bits of all results.
  uint64_t hash = 0;
};

// Tests a program whose comments give its inputs. It must check without errors, and both printed
// forms must read as the same program. Both levels must give equal bits, also in slices of work
// (with sizes random by `seed`) and on two threads. For a grid so must runs of some processes at
// once.
Finding TestProgram(const std::string& text, uint64_t seed);

// Tests the open version likewise; the closed one must give the same bits.
Finding TestOpenProgram(const OpenProgram& program, uint64_t seed);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PROPERTIES_H_
