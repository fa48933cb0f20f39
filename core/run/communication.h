// Communication: the data that a process sends to others and receives from them, for listeners.
#ifndef PADDOCK_CORE_RUN_COMMUNICATION_H_
#define PADDOCK_CORE_RUN_COMMUNICATION_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/span.h"

namespace paddock {

// Distribution of the data in a meeting.
enum class Exchange : uint8_t {
  kWhole,     // each receives everything from each: all_gather, all_reduce
  kParts,     // each receives a part from each: all_to_all, reduce_scatter
  kFromRoot,  // each receives everything from one: collective_broadcast
  kToRoot,    // one receives everything from each: collective_reduce
};

enum class CommunicationKind : uint8_t { kMeeting, kSend, kReceive, kInfeed, kOutfeed };
std::string_view ToString(CommunicationKind kind);
std::string_view ToString(Exchange exchange);

// One process's part in a meeting or a message. Views are valid during the call only.
struct Communication {
  CommunicationKind kind = CommunicationKind::kMeeting;
  int64_t process = 0;  // flattened id, like all processes here
  std::string_view operation;
  // The operation's span in the program.
  Span span;
  int64_t channel = 0;
  Exchange exchange = Exchange::kWhole;
  // Members of a meeting in group order, or source and target of a message; -1 if a channel has no
  // source_target_pairs that name it. Empty for infeed and outfeed.
  std::span<const int64_t> members;
  // Number, from 0, of this meeting among those of its members on its channel, or of this message
  // in its queue. Equal for all participants.
  uint64_t occurrence = 0;
  // Bytes that each member sends, or that a message holds. For kFromRoot: total bytes that the
  // roots send. For kToRoot: bytes that each member sends to all roots together.
  uint64_t bytes = 0;
  // A root of kFromRoot or kToRoot: its position in the group, and the bytes that it sends, or that
  // each member sends to it.
  struct Root {
    size_t position = 0;
    uint64_t bytes = 0;
  };
  std::vector<Root> roots;
  // Nanoseconds: arrival, arrival of the last member, and departure with the result. If the run
  // fails first, `met` or `end` is kNever.
  int64_t begin = 0;
  int64_t met = kNever;
  int64_t end = kNever;

  static constexpr int64_t kNever = -1;

  // Returns the bytes that the member at one position sends to the one at another; 0 for itself.
  uint64_t BytesBetween(size_t from, size_t to) const;
  // Returns the bytes that this process sends to others, and receives from them.
  uint64_t given() const { return Sum(/*is_given=*/true); }
  uint64_t taken() const { return Sum(/*is_given=*/false); }

 private:
  uint64_t Sum(bool is_given) const;
};

// Called on the thread that runs the process; for a meeting, when the process leaves it.
using CommunicationListener = std::function<void(const Communication&)>;

// {"kind": "meeting", "process": 1, "operation": "stablehlo.all_reduce", ...}: members as
// flattened ids, times in microseconds, null for never.
std::string CommunicationJson(const Communication& communication);

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_COMMUNICATION_H_
