// Tests index relations against the behaviour of operations.
#ifndef PADDOCK_TESTS_GENERATE_INFLUENCE_H_
#define PADDOCK_TESTS_GENERATE_INFLUENCE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paddock::generate {

// Counts for one operation name.
struct InfluenceCount {
  int tested = 0;
  // Tested operations in which every related pair of cells had an effect.
  int complete = 0;
};

struct InfluenceReport {
  // Cells that changed a result that they do not feed by the relation.
  std::vector<std::string> problems;
  std::map<std::string, InfluenceCount, std::less<>> counts;
};

// Tests the operations of random program number `seed` one by one: changes cells of their operands,
// and observes which cells of the results change.
void TestInfluence(uint64_t seed, InfluenceReport& report);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_INFLUENCE_H_
