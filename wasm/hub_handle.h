// Hub of a grid whose processes run in Workers, for JavaScript.
#ifndef PADDOCK_WASM_HUB_HANDLE_H_
#define PADDOCK_WASM_HUB_HANDLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/grid/hub_server.h"
#include "wasm/exposed.h"
#include "wasm/message_box.h"
#include "wasm/outfeed_box.h"
#include "wasm/program_handle.h"

namespace paddock {

class HubHandle {
 public:
  // Creates the hub of the grid that ProgramHandle::grid returns, shared among `places` peers.
  HubHandle(const ProgramHandle& program, int replicas, int partitions, int places);

  Exposed allocate_message(size_t byte_size) { return box_.Allocate(byte_size); }
  void receive_message(int peer) {
    hub_->TakeBytes(static_cast<size_t>(peer), box_.TakeIncoming());
  }
  // Returns the peer that the next message is for; -1: none. The message is at message_address()
  // until the next call.
  int take_message() { return box_.Take(); }
  Exposed message_address() const { return box_.address(); }
  size_t message_size() const { return box_.byte_size(); }

  // Returns and clears the text that processes have printed.
  std::string take_printed() { return std::exchange(printed_, {}); }
  // Takes the next outfeed and returns the process it is from; -1: none. Its values are available
  // until the next call.
  int take_outfeed() { return outfeed_.Take(); }
  double outfeed_channel() const { return outfeed_.channel(); }
  size_t outfeed_count() const { return outfeed_.count(); }
  TensorHandle* outfeed_value(size_t index) const { return outfeed_.Value(index); }
  // Whether the run cannot continue; diagnostics() has the reason.
  bool has_failed() const;
  std::string diagnostics() const;

 private:
  std::shared_ptr<const Program> program_;
  MessageBox box_;
  std::string printed_;
  OutfeedBox outfeed_;
  std::unique_ptr<HubServer> hub_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_HUB_HANDLE_H_
