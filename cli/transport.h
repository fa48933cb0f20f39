// Transport: the same command, run several times at once by a launcher (mpirun), and how its
// ranks send each other messages. None of it waits for another rank.
#ifndef PADDOCK_CLI_TRANSPORT_H_
#define PADDOCK_CLI_TRANSPORT_H_

#include <cstddef>
#include <optional>

#include "core/grid/message.h"

namespace paddock::cli {

class Transport {
 public:
  virtual ~Transport() = default;

  virtual size_t rank() const = 0;
  // How many ranks there are.
  virtual size_t count() const = 0;

  // Copies the message before it returns. Messages from one rank to another arrive in the order
  // in which they were sent.
  virtual void Send(size_t to, const Message& message) = 0;
  struct Arrival {
    size_t from = 0;
    // The message in its flat form; null if there is no memory for it.
    BufferRef bytes;
  };
  // The next message that has arrived.
  virtual std::optional<Arrival> Receive() = 0;
  // All that was sent has left.
  virtual bool is_flushed() = 0;
  // There is nothing to do: gives the processor away for a moment, a longer one the longer
  // nothing arrives.
  virtual void Rest() = 0;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_TRANSPORT_H_
