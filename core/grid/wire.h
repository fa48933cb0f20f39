// Messages between a hub and its peers. A peer runs some of a grid's processes (its share) in
// another place: a Worker, another machine. All communication goes through the hub. Messages
// between two ends arrive in order.
//
//   peer -> hub                                    hub -> peer
//   Hello                    the first message
//   Join   a process arrived at a meeting  ...     Met     all have arrived: their parcels
//   Send   a process sends
//   Ask    a process will receive          ...     Deliver the requested message
//   Idle   no process of the share can run
//   Outfeed, Print, Finish   of a process
//   Fail   a process has failed                    Limit   time up to which the others run
//                                                  Stop    the run is over, with the cause
//   GiveUp the user stopped, or the budget is spent
//   Record the record of the share
//   Closed the answer to Stop, the last message
//
// A ticket is a number that the peer chooses for a request; its tickets are distinct.
#ifndef PADDOCK_CORE_GRID_WIRE_H_
#define PADDOCK_CORE_GRID_WIRE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/grid/hub.h"
#include "core/grid/message.h"

namespace paddock::wire {

inline constexpr uint64_t kVersion = 3;

// --- Peer to hub.

struct Hello {
  uint64_t version = kVersion;
  GridSize size;
  std::vector<int64_t> share;
  // Equal for peers that run the same program.
  uint64_t program_hash = 0;
};

// Times are from the process's clock (core/grid/process_clock.h).
struct Join {
  uint64_t ticket = 0;
  int64_t process = 0;
  int64_t time = 0;
  SiteRef site;
  std::vector<int64_t> members;
  Parcel parcel;
};

struct Send {
  int64_t process = 0;
  int64_t time = 0;
  SiteRef site;
  MailboxKey key;
  Parcel parcel;
};

// A request for the next message of `key` that is not reserved.
struct Ask {
  uint64_t ticket = 0;
  int64_t process = 0;
  int64_t time = 0;
  SiteRef site;
  MailboxKey key;
};

// No process of the share can continue without the hub. The unfinished ones wait for `tickets`.
struct Idle {
  // Number of the hub's messages that the peer had received.
  uint64_t received = 0;
  std::vector<uint64_t> tickets;
};

struct Outfeed {
  int64_t process = 0;
  // See OutfeedEntry.
  int64_t channel = 0;
  std::vector<std::string> types;
  Parcel values;
};

struct Print {
  std::string text;
};

struct Finish {
  int64_t process = 0;
  // Empty if the results stay with the peer.
  Parcel results;
};

struct Fail {
  // kShare: no process of the share can run, or a message was malformed.
  int64_t process = kShare;
  int64_t time = 0;
  std::vector<Diagnostic> diagnostics;

  static constexpr int64_t kShare = -1;
};

// The user stopped the run, or its budget is spent.
struct GiveUp {};

struct Closed {
  // Diagnostics about the results, such as failed expectations.
  std::vector<Diagnostic> diagnostics;
  // Peak memory of the share.
  uint64_t peak_bytes = 0;
};

// Opaque bytes for the owner of the hub.
struct Record {
  std::string bytes;
};

using FromPeer = std::variant<Hello, Join, Send, Ask, Idle, Outfeed, Print, Finish, Fail, GiveUp,
                              Closed, Record>;

// --- Hub to peer.

struct Met {
  // Time at which the last member arrived.
  int64_t time = 0;
  // Tickets of the share's members, in the order of the group.
  std::vector<uint64_t> tickets;
  // Parcels in group order. The receiving peer has kept the parcels of its own processes, which are
  // omitted.
  std::vector<std::optional<Parcel>> parcels;
};

struct Deliver {
  uint64_t ticket = 0;
  // Time at which the message was available.
  int64_t time = 0;
  Parcel parcel;
};

// A process has failed at that time. The others run up to it, because one of them might fail
// earlier.
struct Limit {
  int64_t time = 0;
};

struct Stop {
  enum class Cause : uint8_t {
    kFinished,
    kFailed,   // see `diagnostics`
    kStopped,  // the user or a peer stopped it
  };
  Cause cause = Cause::kFinished;
  std::vector<Diagnostic> diagnostics;
};

using FromHub = std::variant<Met, Deliver, Stop, Limit>;

// --- Encoding as messages. Reading checks only the form of a message; its contents may be invalid.

Message Encode(const FromPeer& words);
Message Encode(const FromHub& words);
std::optional<FromPeer> ReadFromPeer(const Message& message);
std::optional<FromHub> ReadFromHub(const Message& message);

}  // namespace paddock::wire

#endif  // PADDOCK_CORE_GRID_WIRE_H_
