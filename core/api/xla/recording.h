// Recording: the calls of a ComputationBuilder, which an Emitter repeats in any function or region.
// Private to core/api/xla.
#ifndef PADDOCK_CORE_API_XLA_RECORDING_H_
#define PADDOCK_CORE_API_XLA_RECORDING_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/build/value.h"
#include "core/api/xla/computation.h"

namespace paddock::xla {

class Emitter;

// A value of a computation in the StableHLO function where it is made.
struct Lowered {
  Shape shape = {};
  // No value: a tuple that is only its parts.
  build::Value value = {};
  bool has_value = false;
  bool is_failed = false;
  // Number of the last reading of the infeed that the value depends on, counted from 1 in its
  // region or function. 0 means none.
  int64_t reads = 0;
  // Parts of a tuple, if they are known.
  std::shared_ptr<const std::vector<Lowered>> parts = nullptr;
};

using Operands = std::span<const Lowered>;
using LowerFunction = std::function<Lowered(Emitter&, Operands)>;

// One call of a method of ComputationBuilder.
struct RecordedCall {
  // Name of the operation in the document.
  std::string_view name;
  // Numbers of earlier calls.
  std::vector<uint32_t> operands;
  LowerFunction lower;
  build::Where where;
};

struct Recording {
  std::string name;
  ProgramShape program_shape;
  // The call that each parameter is, by its number.
  std::vector<uint32_t> parameters;
  std::vector<RecordedCall> calls;
  uint32_t root = 0;
  bool reads_infeed = false;
};

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_RECORDING_H_
