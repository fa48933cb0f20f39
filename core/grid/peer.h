// Peer: some processes of a grid (its share), which communicate with a hub elsewhere by messages
// (core/grid/wire.h). Nothing here waits: the caller passes the hub's messages to Take, and the
// processes ask again.
#ifndef PADDOCK_CORE_GRID_PEER_H_
#define PADDOCK_CORE_GRID_PEER_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/grid/message.h"
#include "core/grid/process_link.h"
#include "core/grid/wire.h"

namespace paddock {

// Returns part `part` of `count` about equal parts, each with consecutive processes. The first part
// has process 0; with more parts than processes, some are empty.
std::vector<int64_t> ShareOf(GridSize size, size_t part, size_t count);

struct PeerOptions {
  GridSize size;
  // Flattened ids in ascending order.
  std::vector<int64_t> share;
  // The hub refuses peers that run different programs.
  uint64_t program_hash = 0;
  // Sends a message to the hub; must not call the peer. A process continues once its lent bytes
  // have no readers left, so a message that is queued for long should be copied.
  SendMessage send;
  // Whether results go to the hub; otherwise it receives only the ids of finished processes.
  bool sends_results = false;
  // Called before the last message; returns the record of the share, which goes to the hub's owner.
  // May be empty.
  std::function<std::string()> record;
};

class Peer {
 public:
  // Sends Hello.
  explicit Peer(PeerOptions options);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  GridSize size() const { return options_.size; }
  const std::vector<int64_t>& share() const { return options_.share; }
  bool Runs(int64_t process) const { return is_own_[static_cast<size_t>(process)]; }
  // Returns the link of the process at `place` in the share; once per place. The peer outlives it.
  std::unique_ptr<ProcessLink> NewLink(size_t place);
  // Infeed data stays with the peer that runs the process.
  void set_infeed(Infeed infeed) { infeed_ = std::move(infeed); }
  // Like Hub::set_on_wake.
  void set_on_wake(std::function<void(int64_t process)> on_wake) { on_wake_ = std::move(on_wake); }
  // For processes on several threads: their links and Print hold the mutex during a call. One
  // thread at a time calls the other functions, while no process communicates.
  void set_mutex(std::mutex* mutex) { mutex_ = mutex; }

  // Takes a message of the hub. A malformed one fails the run.
  void Take(const Message& message);
  // Takes a message in flat form.
  void TakeBytes(const BufferRef& bytes);

  // Reports that a process has finished.
  void Finish(int64_t process, Parcel results);
  // Reports that no process of the share can run. The hub answers with Stop.
  void Fail(std::vector<Diagnostic> diagnostics);
  // Reports a failed process, which must not continue. The others run up to the hub's limit.
  void Fail(int64_t process, int64_t time, std::vector<Diagnostic> diagnostics);
  // Ends the run, because the user stopped it or the budget is spent. The hub answers with Stop.
  void GiveUp();
  // Reports that no process of the share can continue before the next message.
  void ReportIdle();
  void Print(std::string_view text);

  // Time up to which the processes run, once a process of the grid has failed.
  const std::optional<int64_t>& limit() const { return limit_; }
  // Set once the run is over for all, with its cause.
  const std::optional<wire::Stop>& stop() const { return stop_; }
  // Sends the last message, after Stop.
  void Close(std::vector<Diagnostic> diagnostics, uint64_t peak_bytes);

 private:
  class Link;
  // Contributions of all members of a meeting, and the local members.
  struct Round {
    std::vector<Parcel> parcels;
    std::vector<int64_t> processes;
    // Shared work of the local members; null if their sites differ.
    std::unique_ptr<SharedFold> team;
  };
  // A request to the hub.
  struct Question {
    int64_t process = 0;
    // 0: a request for a message.
    size_t member_count = 0;
    // For meetings only.
    SiteRef site;
    // The parcel that the process contributed, or the message.
    Parcel own;
    std::shared_ptr<Round> round;
    bool is_answered = false;
    // Time at which the answer was available.
    int64_t time = 0;
  };

  void Say(const wire::FromPeer& words);
  void Misunderstand();
  bool Answer(wire::Met met);
  bool Answer(wire::Deliver deliver);
  bool Answer(wire::Stop stop);
  bool Answer(wire::Limit limit);
  uint64_t NewQuestion(int64_t process);
  uint64_t NewQuestion(int64_t process, size_t member_count, const SiteRef& site, Parcel own);
  void Leave(uint64_t ticket);
  std::unique_lock<std::mutex> Lock() const;
  bool IsOwnGroup(std::span<const int64_t> members) const;

  PeerOptions options_;
  Infeed infeed_;
  std::function<void(int64_t process)> on_wake_;
  std::mutex* mutex_ = nullptr;
  // By process: whether it is in the share.
  std::vector<bool> is_own_;
  // By place: the ticket that the process waits for; 0: none.
  std::vector<uint64_t> awaited_;
  // Processes of the share that have not finished.
  size_t running_count_ = 0;
  std::unordered_map<uint64_t, Question> questions_;
  uint64_t last_ticket_ = 0;
  uint64_t received_ = 0;
  bool has_reported_idle_ = false;
  bool has_closed_ = false;
  std::optional<int64_t> limit_;
  std::optional<wire::Stop> stop_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_PEER_H_
