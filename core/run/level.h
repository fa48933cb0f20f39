// Level: how much of a run can be looked at.
#ifndef PADDOCK_CORE_RUN_LEVEL_H_
#define PADDOCK_CORE_RUN_LEVEL_H_

#include <cstdint>

namespace paddock {

// Both give the same bits. kFaithful: a step for every operation, and every value stays
// to be looked at (within the retention limit). kFast: fused and reusing memory.
enum class Level : uint8_t { kFaithful, kFast };

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_LEVEL_H_
