// Values that processes put out by stablehlo.outfeed and send to the host, on its way to
// JavaScript.
#ifndef PADDOCK_WASM_OUTFEED_BOX_H_
#define PADDOCK_WASM_OUTFEED_BOX_H_

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/grid/hub.h"
#include "wasm/tensor_handle.h"

namespace paddock {

class OutfeedBox {
 public:
  // The values share their memory.
  void Put(int process, const OutfeedEntry& entry) {
    Fed& fed = waiting_.emplace_back();
    fed.process = process;
    fed.channel = entry.channel;
    for (size_t i = 0; i < entry.values.size(); ++i) {
      fed.values.emplace_back(entry.values[i], entry.types[i]);
    }
  }
  // The process of the next one, by its flattened id, whose values are there until the next call;
  // -1: there is none.
  int Take() {
    taken_ = {};
    if (waiting_.empty()) return -1;
    taken_ = std::move(waiting_.front());
    waiting_.pop_front();
    return taken_.process;
  }
  // 0 for stablehlo.outfeed, else that of a send to the host.
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
