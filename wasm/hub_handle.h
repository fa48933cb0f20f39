// The hub of a grid whose processes run in Workers, as JavaScript drives it.
#ifndef PADDOCK_WASM_HUB_HANDLE_H_
#define PADDOCK_WASM_HUB_HANDLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/grid/hub_server.h"
#include "wasm/message_box.h"
#include "wasm/outfeed_box.h"
#include "wasm/program_handle.h"

namespace paddock {

class HubHandle {
 public:
  // Of the grid that ProgramHandle::grid gives, shared out among `places` peers.
  HubHandle(const ProgramHandle& program, int replicas, int partitions, int places);

  uintptr_t allocate_message(size_t byte_size) { return box_.Allocate(byte_size); }
  void receive_message(int peer) {
    hub_->TakeBytes(static_cast<size_t>(peer), box_.TakeIncoming());
  }
  // For which peer the next message is, at message_address() until the next call; -1: none.
  int take_message() { return box_.Take(); }
  uintptr_t message_address() const { return box_.address(); }
  size_t message_size() const { return box_.byte_size(); }

  // What processes wrote since it was last asked for.
  std::string take_printed() { return std::exchange(printed_, {}); }
  // What processes put out: the process of the next outfeed, whose values are there until the next
  // call; -1: there is none.
  int take_outfeed() { return outfeed_.Take(); }
  double outfeed_channel() const { return outfeed_.channel(); }
  size_t outfeed_count() const { return outfeed_.count(); }
  TensorHandle* outfeed_value(size_t index) const { return outfeed_.Value(index); }
  // The run cannot go on, and why.
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
