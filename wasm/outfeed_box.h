// Queue of values that processes send to the host, by stablehlo.outfeed or stablehlo.send, on their
// way to JavaScript.
#ifndef PADDOCK_WASM_OUTFEED_BOX_H_
#define PADDOCK_WASM_OUTFEED_BOX_H_

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/run/outfeed.h"
#include "wasm/tensor_handle.h"

namespace paddock {

class OutfeedBox {
 public:
  // Shares the memory of the values.
  void Put(int process, const OutfeedEntry& entry) {
    Fed& fed = waiting_.emplace_back();
    fed.process = process;
    fed.channel = entry.channel;
    for (size_t i = 0; i < entry.values.size(); ++i) {
      fed.values.emplace_back(entry.values[i], entry.types[i]);
    }
  }
  // Takes the next entry and returns its process as a flattened id; -1: none. Its values are
  // available until the next call.
  int Take() {
    taken_ = {};
    if (waiting_.empty()) return -1;
    taken_ = std::move(waiting_.front());
    waiting_.pop_front();
    return taken_.process;
  }
  // 0 for stablehlo.outfeed, otherwise the channel of the send to the host.
  double channel() const { return static_cast<double>(taken_.channel); }
  size_t count() const { return taken_.values.size(); }
  TensorHandle* Value(size_t index) const {
    return index < count() ? new TensorHandle(taken_.values[index]) : nullptr;
  }

 private:
  struct Fed {
    int process = -1;
    int64_t channel = 0;
    std::vector<TensorHandle> values;
  };
  std::deque<Fed> waiting_;
  Fed taken_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_OUTFEED_BOX_H_
