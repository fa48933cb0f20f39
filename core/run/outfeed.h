// Entries of the outfeed, for listeners.
#ifndef PADDOCK_CORE_RUN_OUTFEED_H_
#define PADDOCK_CORE_RUN_OUTFEED_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/run/process_grid.h"
#include "core/tensor/tensor.h"

namespace paddock {

// An outfeed entry. Views are valid during the call only.
struct OutfeedEntry {
  ProcessId process;
  // 0 for stablehlo.outfeed, otherwise the channel of a stablehlo.send to the host.
  int64_t channel = 0;
  std::span<const std::string> types;
  std::span<const Tensor> values;
};
using OutfeedListener = std::function<void(const OutfeedEntry&)>;

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_OUTFEED_H_
