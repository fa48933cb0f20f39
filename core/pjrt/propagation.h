// Analysis of what a program leaves to the partitioner of a framework: whether its processes
// communicate, and the shardings of results without one.
#ifndef PADDOCK_CORE_PJRT_PROPAGATION_H_
#define PADDOCK_CORE_PJRT_PROPAGATION_H_

#include <cstdint>

#include "core/ir/module.h"
#include "core/pjrt/tiling.h"

namespace paddock::pjrt {

// Returns whether processes of the program may differ: it has collectives, ids of processes,
// messages, or parts that are written per device. Otherwise one process computes what all would.
bool HasManyProcesses(const Module& module);

// Returns the tiling of a value: of the manual computation or the sharding constraint that gives
// it, of the argument that it is, of an operand of the element-wise operation that computes it, or
// of what the called function returns.
// A value without one of these is whole on each device.
Tiling PropagatedTiling(const Module& module, const Value& value, int64_t devices);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_PROPAGATION_H_
