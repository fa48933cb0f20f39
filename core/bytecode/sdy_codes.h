// Codes of Shardy's attributes in bytecode.
#ifndef PADDOCK_CORE_BYTECODE_SDY_CODES_H_
#define PADDOCK_CORE_BYTECODE_SDY_CODES_H_

#include <cstdint>

namespace paddock {

enum class SdyKind : uint64_t {
  kManualAxes = 0,
  kMeshAxis = 1,
  kMesh = 2,
  kSubAxis = 3,
  kAxis = 4,
  kDimension = 5,
  kSharding = 6,
  kShardings = 7,
  kDimensionFactors = 8,
  kTensorFactors = 9,
  kRule = 10,
  kShardingWithUnreduced = 15,
  kShardingsWithUnreduced = 16,
};

// Factors of rules are called i to z, then z_1, z_2 and so on.
inline constexpr int64_t kLetterFactors = 'z' - 'i' + 1;

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_SDY_CODES_H_
