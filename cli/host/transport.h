// Transport: messages between the ranks of a command that a launcher (mpirun) started several
// times. No call waits for another rank.
#ifndef PADDOCK_CLI_HOST_TRANSPORT_H_
#define PADDOCK_CLI_HOST_TRANSPORT_H_

#include <cstddef>
#include <optional>

#include "core/grid/message.h"

namespace paddock::cli {

class Transport {
 public:
  virtual ~Transport() = default;

  virtual size_t rank() const = 0;
  // Returns the number of ranks.
  virtual size_t count() const = 0;

  // Copies the message before it returns. Messages from one rank to another arrive in order.
  virtual void Send(size_t to, const Message& message) = 0;
  struct Arrival {
    size_t from = 0;
    // Message in its flat form; `nullptr` if memory did not suffice.
    BufferRef bytes;
  };
  // Returns the next message that has arrived.
  virtual std::optional<Arrival> Receive() = 0;
  // Returns whether all messages have left.
  virtual bool is_flushed() = 0;
  // Yields the processor while there is no work. The pause grows until a message arrives.
  virtual void Rest() = 0;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HOST_TRANSPORT_H_
