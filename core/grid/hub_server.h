// HubServer: the hub of a grid whose processes are divided among peers elsewhere
// (core/grid/peer.h). Like Hub, it is pure logic: it takes messages and sends others. It always
// determines whether any process can continue: a peer cannot if it reported so after it received
// all messages sent to it. It therefore detects a deadlock immediately, for any latency of
// messages.
#ifndef PADDOCK_CORE_GRID_HUB_SERVER_H_
#define PADDOCK_CORE_GRID_HUB_SERVER_H_

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/grid/hub.h"
#include "core/grid/message.h"
#include "core/grid/wire.h"
#include "core/run/outfeed.h"

namespace paddock {

struct HubServerOptions {
  GridSize size;
  // The processes of each peer. Every process belongs to one peer.
  std::vector<std::vector<int64_t>> shares;
  // Name of a peer in messages, before its number: "rank", "worker".
  std::string peer_noun = "peer";
  // Sends a message to a peer; must not call the hub.
  std::function<void(size_t peer, Message message)> send;
  // Receive the output of processes, in order for each process. Receive the results of those that
  // finish, if their peer sends them (false: they are malformed). Receive a peer's record of its
  // share. May be empty.
  OutfeedListener on_outfeed;
  std::function<void(std::string_view)> on_print;
  std::function<bool(int64_t process, Parcel results)> on_results;
  std::function<bool(size_t peer, std::string_view bytes)> on_record;
};

class HubServer {
 public:
  explicit HubServer(HubServerOptions options);

  // Takes a message of a peer. A malformed one fails the run and names the peer.
  void Take(size_t peer, const Message& message);
  // Takes a message in flat form.
  void TakeBytes(size_t peer, const BufferRef& bytes);
  // Marks a peer as gone, before or after its last message. `how` describes the reason: "exited
  // with code 1".
  void Vanish(size_t peer, std::string_view how);
  // Stops the run.
  void Stop();

  GridSize size() const { return hub_.size(); }
  size_t peer_count() const { return peers_.size(); }
  // Set once the run is over, when the peers are notified.
  const std::optional<wire::Stop>& outcome() const { return outcome_; }
  // Returns whether every peer has sent its last message or is gone, so that no more messages are
  // sent or expected.
  bool is_closed() const;
  // Returns the peers' remarks about their results, in the order of peers. A warning counts only if
  // all peers report it, because a process of one peer may have read the entry that another left.
  std::vector<Diagnostic> Remarks() const;
  // Returns the sum over all peers.
  uint64_t peak_bytes() const;

 private:
  // Failure of a single process.
  struct Failure {
    int64_t time = 0;
    int64_t process = 0;
    std::vector<Diagnostic> diagnostics;
  };
  // A request whose answer a peer waits for.
  struct Question {
    int64_t process = 0;
    // Ticket of a meeting; 0: the request is for a message.
    uint64_t ticket = 0;
    // Site of a message.
    SiteRef site;
    MailboxKey key;
    uint64_t number = 0;
    // Time of the request.
    int64_t time = 0;
  };
  struct PeerState {
    std::vector<int64_t> share;
    bool is_known = false;
    bool has_closed = false;
    bool is_gone = false;
    uint64_t sent = 0;
    // The peer's last message, if it was Idle.
    std::optional<wire::Idle> idle;
    std::unordered_map<uint64_t, Question> questions;
    std::vector<Diagnostic> remarks;
    uint64_t peak_bytes = 0;
  };
  struct Asker {
    size_t peer = 0;
    uint64_t ticket = 0;
  };

  // Return false if the message is malformed.
  bool Hear(size_t peer, wire::Hello hello);
  bool Hear(size_t peer, wire::Join join);
  bool Hear(size_t peer, wire::Send send);
  bool Hear(size_t peer, wire::Ask ask);
  bool Hear(size_t peer, wire::Idle idle);
  bool Hear(size_t peer, const wire::Outfeed& outfeed);
  bool Hear(size_t peer, const wire::Print& print);
  bool Hear(size_t peer, wire::Finish finish);
  bool Hear(size_t peer, wire::Fail fail);
  bool Hear(size_t peer, wire::GiveUp);
  bool Hear(size_t peer, wire::Closed closed);
  bool Hear(size_t peer, const wire::Record& record);

  bool IsRunning(size_t peer, int64_t process) const;
  bool IsGroup(const wire::Join& join) const;
  void Say(size_t peer, const wire::FromHub& words);
  void Conclude(uint64_t ticket);
  void Serve(const MailboxKey& key);
  void Misunderstand(size_t peer);
  void FailIn(int64_t process, DiagnosticSink& sink);
  void Bound(int64_t time);
  void Decide();
  void Fail(std::string_view code, std::string message);
  void End(wire::Stop outcome);
  void LookForEnd();
  std::string Describe(size_t peer) const;

  HubServerOptions options_;
  Hub hub_;
  std::vector<PeerState> peers_;
  // By process.
  std::vector<size_t> peer_of_;
  std::vector<bool> is_finished_;
  int64_t running_count_ = 0;
  // Peers by the hub's ticket.
  std::unordered_map<uint64_t, Asker> meeting_;
  // Processes that wait for messages, in the order of the messages.
  std::map<MailboxKey, std::deque<Asker>> waiting_;
  std::vector<Failure> failures_;
  // The time of the earliest failure so far.
  std::optional<int64_t> limit_;
  std::optional<uint64_t> program_hash_;
  std::optional<wire::Stop> outcome_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_HUB_SERVER_H_
