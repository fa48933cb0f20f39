// Include before fast_float.h: computes its table of powers of five when a number is first read. In
// WebAssembly, the table's 10 KB, which do not compress, would be a hundredth of a browser's
// download.
#ifndef PADDOCK_CORE_BASE_COMPACT_FAST_FLOAT_H_
#define PADDOCK_CORE_BASE_COMPACT_FAST_FLOAT_H_

#include <cstdint>

#include "core/base/powers_of_five.h"
#include "fast_float/float_common.h"
//
#include "fast_float/fast_table.h"

namespace fast_float {

template <>
struct powers_template<void> {
  static constexpr int smallest_power_of_five = paddock::kLeastPowerOfFive;
  static constexpr int largest_power_of_five = paddock::kGreatestPowerOfFive;
  static constexpr int number_of_entries = static_cast<int>(paddock::kPowerOfFiveWords);

  struct Words {
    uint64_t operator[](int index) const {
      static const auto words = paddock::MakePowersOfFive();
      return words[static_cast<size_t>(index)];
    }
  };
  static constexpr Words power_of_five_128{};
};

}  // namespace fast_float

#endif  // PADDOCK_CORE_BASE_COMPACT_FAST_FLOAT_H_
