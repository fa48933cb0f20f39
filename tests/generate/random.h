// Random numbers that are equal on every machine.
#ifndef PADDOCK_TESTS_GENERATE_RANDOM_H_
#define PADDOCK_TESTS_GENERATE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace paddock::generate {

// splitmix64. (The distributions of <random> differ between standard libraries.)
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0xD1342543DE82EF95u) {}

  uint64_t Next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Returns a number in [0, limit); `limit` must be positive.
  int64_t Below(int64_t limit) {
    return static_cast<int64_t>((Next() >> 1) % static_cast<uint64_t>(limit));
  }
  // Returns a number in [first, last].
  int64_t Between(int64_t first, int64_t last) { return first + Below(last - first + 1); }
  bool Chance(int percent) { return Below(100) < percent; }
  template <class List>
  auto& Pick(List& list) {
    return list[static_cast<size_t>(Below(static_cast<int64_t>(std::size(list))))];
  }

 private:
  uint64_t state_;
};

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_RANDOM_H_
