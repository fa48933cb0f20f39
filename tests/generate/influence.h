// Index relations held against what operations do.
#ifndef PADDOCK_TESTS_GENERATE_INFLUENCE_H_
#define PADDOCK_TESTS_GENERATE_INFLUENCE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paddock::generate {

// Of one operation name.
struct InfluenceCount {
  int judged = 0;
  // Of these every named pair of cells was seen to matter.
  int complete = 0;
};

struct InfluenceReport {
  // A cell changed a result that it is not said to feed.
  std::vector<std::string> problems;
  std::map<std::string, InfluenceCount, std::less<>> counts;
};

// Takes the operations of random program number `seed` one by one, changes cells of their
// operands, and looks at which cells of the results change.
void JudgeInfluence(uint64_t seed, InfluenceReport& report);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_INFLUENCE_H_
