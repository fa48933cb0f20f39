// Hub: connects the processes of a grid. Pure logic, without threads, waiting or clocks: a process
// asks for a result, and gets it or must ask again. The hub reports the processes that may ask
// again. The same hub therefore serves one thread, several (each call under one lock), or messages
// from other machines.
#ifndef PADDOCK_CORE_GRID_HUB_H_
#define PADDOCK_CORE_GRID_HUB_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/grid/shared_fold.h"
#include "core/run/communication.h"
#include "core/run/process_grid.h"
#include "core/run/site.h"
#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

using Parcel = std::vector<Tensor>;

// A queue of messages. Without source and target (-1), one process sends to the channel and one
// receives from it.
struct MailboxKey {
  enum class Kind : uint8_t { kPermute, kChannel };
  Kind kind = Kind::kChannel;
  int64_t channel = 0;
  int64_t source = -1;
  int64_t target = -1;
  friend auto operator<=>(const MailboxKey&, const MailboxKey&) = default;
};

// Input from outside the grid. The site's channel selects the feed: 0 is the infeed, any other a
// channel of host transfers.
struct Infeed {
  // Returns the process's entry with this number, tensors of `types`, for `site`. Fails with a
  // diagnostic if there is no entry or its types differ. Empty: the run has no infeed.
  std::function<Result<Parcel>(int64_t process, int64_t entry, const Site& site,
                               std::span<const Type> types, DiagnosticSink& sink)>
      read;
  // The channels of host transfers that have entries.
  std::vector<int64_t> channels;

  bool Feeds(int64_t channel) const {
    return std::ranges::find(channels, channel) != channels.end();
  }
};

// Receives the values that a process outputs at `site`: an outfeed, or a send to the host.
using Outfeed = std::function<void(int64_t process, const Site& site, std::span<const Type> types,
                                   Parcel values)>;

// Adds a note that names the process, in grids of more than one.
void AddProcessNote(Diagnostic& diagnostic, GridSize size, int64_t process);

// A mismatch between processes. Its text does not depend on the order of arrival.
struct GridFault {
  // Time at which the mismatch was complete.
  int64_t time = 0;
  // The process that the diagnostic is about.
  int64_t process = 0;
  Diagnostic diagnostic;
};

class Hub {
 public:
  explicit Hub(GridSize size);

  GridSize size() const { return size_; }

  // Sets the time of a process's next calls (core/grid/process_clock.h). Data from others can make
  // it later.
  void SetTime(int64_t process, int64_t time) { StateOf(process).time = time; }
  int64_t TimeOf(int64_t process) const { return StateOf(process).time; }

  // Called during the calls below, with each waiting process that may continue, and each whose
  // parcel has no readers left.
  void set_on_wake(std::function<void(int64_t process)> on_wake) { on_wake_ = std::move(on_wake); }

  // --- Meetings: each member contributes a parcel, and receives those of all. The k-th meeting of
  // the same members on the same channel is the same for all of them.

  // Records the arrival of `process`, one of the `members` (flattened ids in group order). Returns
  // a ticket. Fails with a diagnostic if an earlier member has a different operation, or a
  // different order of members. The parcel is kept until all members have left.
  Result<uint64_t> Join(int64_t process, const SiteRef& site, std::span<const int64_t> members,
                        Parcel parcel, DiagnosticSink& sink);
  // Returns the parcels in group order, valid until Leave; null if a member has not arrived.
  const std::vector<Parcel>* Look(uint64_t ticket);
  void Leave(uint64_t ticket);
  // Returns the members' shared work, once all have arrived and until all have left. Null if their
  // sites differ, because these belong to different plans or steps.
  SharedFold* FindSharedFold(uint64_t ticket);
  // Wakes all members.
  void WakeTeam(uint64_t ticket);
  // Returns the tickets of all members, in group order, once all have arrived; stable until the
  // first Leave.
  const std::vector<uint64_t>& Companions(uint64_t ticket);

  // --- Messages, first in, first out.
  Result<void> Send(int64_t process, const SiteRef& site, const MailboxKey& key, Parcel parcel,
                    DiagnosticSink& sink);
  // Reserves the next message, which is received later by its number, regardless of other messages.
  uint64_t Reserve(const MailboxKey& key) { return mailboxes_[key].reserved++; }
  // Returns the message with that number, or, without a number, the next one; nothing if it has not
  // arrived.
  Result<std::optional<Parcel>> Receive(int64_t process, const SiteRef& site, const MailboxKey& key,
                                        std::optional<uint64_t> number, DiagnosticSink& sink);

  // --- End of processes.
  void Finish(int64_t process);
  // Undoes Finish, because the process was restored to an earlier state.
  void Unfinish(int64_t process) { StateOf(process).is_finished = false; }
  // Describes a deadlock: the position of each waiting process, the processes that it waits for,
  // and the state of those.
  Diagnostic DescribeDeadlock() const;
  // Returns whether a call of this process failed because of a mismatch with others. The failing
  // process depends on the schedule; FindFault does not.
  bool is_refused(int64_t process) const {
    return states_[static_cast<size_t>(process)].is_refused;
  }
  // Returns the first fault by time, then by process. The result is the same in all schedules in
  // which every process has reached its time.
  std::optional<GridFault> FindFault() const;

 private:
  struct Comer {
    int64_t time = 0;
    int64_t process = 0;
    SiteRef site;
    std::vector<int64_t> members;
  };
  struct Round {
    // The first process to arrive.
    int64_t first = 0;
    std::vector<int64_t> members;
    std::vector<Parcel> parcels;
    // By position; null if the member has not arrived.
    std::vector<SiteRef> sites;
    std::vector<int64_t> times;
    // Time at which the last member arrived.
    int64_t met = 0;
    std::vector<uint64_t> tickets;
    // Members that arrived with a different operation.
    std::vector<Comer> strangers;
    std::unique_ptr<SharedFold> team;
    // Whether all have the same site.
    bool is_uniform = true;
    size_t missing = 0;
    size_t to_leave = 0;

    const SiteRef& first_site() const;
  };
  // All meetings of a set of members on one channel.
  struct Meeting {
    std::deque<Round> rounds;
    // Number of finished rounds.
    uint64_t past = 0;
    // Members in the order of the first to arrive, and the rounds that each has joined.
    std::vector<int64_t> members;
    std::vector<uint64_t> joined;
  };
  struct MeetingKey {
    int64_t channel = 0;
    // Members in ascending order.
    std::vector<int64_t> members;
    friend auto operator<=>(const MeetingKey&, const MeetingKey&) = default;
  };
  struct Ticket {
    Meeting* meeting = nullptr;
    uint64_t round = 0;
    int64_t process = 0;
  };
  struct Message {
    int64_t time = 0;
    SiteRef site;
    Parcel parcel;
  };
  // One end of a channel: its owner, and any other processes that used it.
  struct Owners {
    int64_t owner = -1;
    struct First {
      int64_t time = 0;
      SiteRef site;
    };
    std::map<int64_t, First> processes;
  };
  struct Mailbox {
    // A message has no value once it is received.
    std::deque<std::optional<Message>> messages;
    // Number of messages removed at the front, and number of messages with a receiver.
    uint64_t past = 0;
    uint64_t reserved = 0;
    // Used if the key has no source and no target.
    Owners senders;
    Owners receivers;
    // The process that waits for a message; -1 if none does.
    int64_t waiting = -1;
  };
  struct State {
    bool is_finished = false;
    bool is_refused = false;
    int64_t time = 0;
    // The site at which the process waits: in a meeting, or, without a ticket, for a message. Null
    // if it does not wait.
    SiteRef site;
    uint64_t ticket = 0;
    MailboxKey key;
  };

  Meeting& FindMeeting(int64_t channel, std::span<const int64_t> members);
  const Round& RoundOf(const Ticket& ticket) const;
  Round& RoundOf(const Ticket& ticket) {
    return const_cast<Round&>(std::as_const(*this).RoundOf(ticket));
  }
  State& StateOf(int64_t process) { return states_[static_cast<size_t>(process)]; }
  const State& StateOf(int64_t process) const { return states_[static_cast<size_t>(process)]; }
  bool Claim(Owners& owners, int64_t process, const SiteRef& site, std::string_view role,
             DiagnosticSink& sink);
  void GoOn(int64_t process) { StateOf(process).site = nullptr; }
  void Wake(int64_t process);
  void WakeMembers(const Round& round);

  // --- Diagnostics (hub_report.cc).
  std::string Name(int64_t process) const;
  std::string Names(std::span<const int64_t> processes) const;
  std::vector<int64_t> WaitsFor(const State& state) const;
  std::string DescribeState(int64_t process) const;
  Diagnostic DescribeMismatch(const Comer& comer, const Comer& other) const;
  std::optional<GridFault> FaultOf(const Round& round) const;
  GridFault FaultOf(const Owners& owners, std::string_view role) const;

  GridSize size_;
  std::function<void(int64_t process)> on_wake_;
  std::vector<State> states_;
  std::map<MeetingKey, Meeting> meetings_;
  // Index of `meetings_` by channel, first member and count, for lookup without sorting the
  // members.
  std::map<std::tuple<int64_t, int64_t, size_t>, std::vector<Meeting*>> seen_;
  std::map<MailboxKey, Mailbox> mailboxes_;
  std::unordered_map<uint64_t, Ticket> tickets_;
  uint64_t last_ticket_ = 0;
};

// Returns whether operation, attributes and types are equal.
bool IsSame(const Site& a, const Site& b);
// "all_reduce on channel 1".
std::string DescribeSite(const Site& site);

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_HUB_H_
