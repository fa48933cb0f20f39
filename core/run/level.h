// Level: the values of a run that can be inspected.
#ifndef PADDOCK_CORE_RUN_LEVEL_H_
#define PADDOCK_CORE_RUN_LEVEL_H_

#include <cstdint>

namespace paddock {

// Both give the same bits. kFaithful: a step for every operation, and every value can be inspected
// (within the retention limit). kFast: fused and reusing memory.
enum class Level : uint8_t { kFaithful, kFast };

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_LEVEL_H_
