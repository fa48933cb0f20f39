// Tests backward chains against the behaviour of whole programs.
#ifndef PADDOCK_TESTS_GENERATE_CHAINS_H_
#define PADDOCK_TESTS_GENERATE_CHAINS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paddock::generate {

struct ChainReport {
  // Input cells that changed a result cell whose chain does not name them.
  std::vector<std::string> problems;
  // Programs and chains that were tested.
  int programs = 0;
  int chains = 0;
  // Chains that end at an operation without an index relation, so that they cannot name all inputs.
  int open_chains = 0;
  // Changes of input cells that the chain names: all, and those that changed the result.
  int named = 0;
  int changed = 0;
  // Named changes without an effect, by the operation that hid them: its cell kept its value
  // although a cell before it changed. Each operation counts once a change.
  std::map<std::string, int, std::less<>> hidden_by;
  // Named changes without an effect that no operation of the chain explains.
  std::vector<std::string> unexplained;
  // Cells of chains, by the operation that computed them.
  std::map<std::string, int, std::less<>> cells;
};

// Follows cells of the results of random program number `seed` back to the inputs, changes cells of
// the inputs, and observes which of the results change.
void TestChains(uint64_t seed, ChainReport& report);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_CHAINS_H_
