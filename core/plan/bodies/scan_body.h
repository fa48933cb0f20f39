// chlo.scan with an element-wise body: one step. Its lanes are the elements of a slice, and each
// visits all positions independently.
#ifndef PADDOCK_CORE_PLAN_BODIES_SCAN_BODY_H_
#define PADDOCK_CORE_PLAN_BODIES_SCAN_BODY_H_

#include <cstdint>
#include <span>

#include "core/plan/bodies/body_program.h"

namespace paddock {

class Emitter;

// Lanes that visit the positions together.
inline constexpr int64_t kScanBatch = 512;

// Inputs and outputs have outer x length x inner elements, carries outer x inner.
struct ScanShape {
  int64_t outer = 1;
  int64_t length = 0;
  int64_t inner = 1;
  bool is_reverse = false;
};

// `body` was compiled for the lanes of a batch, with the inputs and the carries as arguments and
// the outputs and the carries as results.
void EmitScanBody(Emitter& emitter, const Operation& operation, const CompiledBody& body,
                  const ScanShape& shape, std::span<const Leaf> inputs, std::span<const Leaf> inits,
                  std::span<const Leaf> outputs, std::span<const Leaf> carries);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCAN_BODY_H_
