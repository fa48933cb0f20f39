// Communication: the data that a process gives to others and gets from them, as listeners receive
// it.
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
  kWhole,     // each gets all that each gives: all_gather, all_reduce
  kParts,     // each gets a part of what each gives: all_to_all, reduce_scatter
  kFromRoot,  // each gets what one gives: collective_broadcast
  kToRoot,    // one gets all that each gives: collective_reduce
};

enum class CommunicationKind : uint8_t { kMeeting, kSend, kReceive, kInfeed, kOutfeed };
std::string_view ToString(CommunicationKind kind);
std::string_view ToString(Exchange exchange);

// One process's part in a meeting or a message. Views are valid during the call only.
struct Communication {
  CommunicationKind kind = CommunicationKind::kMeeting;
  int64_t process = 0;  // flattened, as all of them here
  std::string_view operation;
  // Its place in the program.
  Span span;
  int64_t channel = 0;
  Exchange exchange = Exchange::kWhole;
  // A meeting's in group order, or source and target of a message; -1 is one that the program
  // does not name, of a channel without source_target_pairs. Of infeed and outfeed none.
  std::span<const int64_t> members;
  // The k-th meeting of these members on this channel, or message of this queue, from 0: what
  // this process and the others call the same.
  uint64_t occurrence = 0;
  // Bytes that each member gives, or that a message holds. For kFromRoot: bytes that the roots give
  // together. For kToRoot: bytes that each member gives to all roots together.
  uint64_t bytes = 0;
  // A root of kFromRoot or kToRoot: its position in the group, and the bytes that it gives or that
  // each member gives to it.
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

  // Bytes that the member at one position gives to the one at another; 0 to itself.
  uint64_t BytesBetween(size_t from, size_t to) const;
  // Bytes that this process gives to others, and gets from them.
  uint64_t given() const { return Sum(/*is_given=*/true); }
  uint64_t taken() const { return Sum(/*is_given=*/false); }

 private:
  uint64_t Sum(bool is_given) const;
};

// Called on the thread that runs the process, for a meeting when the process leaves it.
using CommunicationListener = std::function<void(const Communication&)>;

// {"kind": "meeting", "process": 1, "operation": "stablehlo.all_reduce", ...}: members as
// flattened ids, times in microseconds, null for never.
std::string CommunicationJson(const Communication& communication);

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_COMMUNICATION_H_
