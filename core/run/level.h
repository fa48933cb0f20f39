// Level: the values of a run that can be inspected.
#ifndef PADDOCK_CORE_RUN_LEVEL_H_
#define PADDOCK_CORE_RUN_LEVEL_H_

#include <cstdint>

namespace paddock {

// Both give the same bits. kFaithful: every operation has a step, and every value can be inspected
// (within the retention limit). kFast: operations are fused, and memory is reused.
enum class Level : uint8_t { kFaithful, kFast };

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_LEVEL_H_
