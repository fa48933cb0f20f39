// Queue of a grid's messages between this module's memory and JavaScript, which transfers them
// between Workers.
#ifndef PADDOCK_WASM_MESSAGE_BOX_H_
#define PADDOCK_WASM_MESSAGE_BOX_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "core/diagnostics/diagnostic.h"
#include "core/grid/message.h"
#include "core/tensor/buffer.h"
#include "wasm/exposed.h"

namespace paddock {

class MessageBox {
 public:
  // --- Outgoing messages, in their flat form.

  void Put(int receiver, const Message& message) {
    const FlatMessage flat(message);
    BufferRef bytes = Buffer::Allocate(flat.byte_size());
    if (!bytes) {
      lost_bytes_ = flat.byte_size();
      return;
    }
    flat.CopyTo(bytes->mutable_data());
    outgoing_.push_back({receiver, std::move(bytes)});
  }
  // Whether a message could not be sent for lack of memory, so that the run is lost.
  bool has_lost() const { return lost_bytes_ > 0; }
  Diagnostic DescribeLoss() const {
    Diagnostic diagnostic;
    diagnostic.code = "memory";
    diagnostic.message =
        "there is no memory for a message of " + std::to_string(lost_bytes_) + " bytes";
    return diagnostic;
  }
  // Takes the next message and returns its receiver; -1: none. Its bytes are at address() until the
  // next call.
  int Take() {
    taken_ = {};
    if (outgoing_.empty()) return -1;
    taken_ = std::move(outgoing_.front());
    outgoing_.pop_front();
    return taken_.receiver;
  }
  Exposed address() const { return Expose(taken_.bytes->data(), taken_.bytes->size()); }
  size_t byte_size() const { return taken_.bytes->size(); }

  // --- Incoming messages.

  // Returns where JavaScript writes the message; none if memory does not suffice.
  Exposed Allocate(size_t size) {
    incoming_ = Buffer::Allocate(size);
    return incoming_ ? Expose(incoming_->mutable_data(), size) : Exposed{};
  }
  BufferRef TakeIncoming() { return std::exchange(incoming_, {}); }

 private:
  struct Outgoing {
    int receiver = 0;
    BufferRef bytes;
  };
  std::deque<Outgoing> outgoing_;
  size_t lost_bytes_ = 0;
  Outgoing taken_;
  BufferRef incoming_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_MESSAGE_BOX_H_
