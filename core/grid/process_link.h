// ProcessLink: how a process speaks with the others of its grid, whatever carries the words.
#ifndef PADDOCK_CORE_GRID_PROCESS_LINK_H_
#define PADDOCK_CORE_GRID_PROCESS_LINK_H_

#include <deque>
#include <map>
#include <mutex>
#include <string>

#include "core/grid/hub.h"
#include "core/grid/process_clock.h"
#include "core/grid/shared_fold.h"

namespace paddock {

// Nothing here waits: the caller asks again for an answer that has not arrived.
class ProcessLink {
 public:
  virtual ~ProcessLink() = default;
  virtual GridSize size() const = 0;
  virtual int64_t process() const = 0;  // flattened
  // The caller that runs the process keeps the clock's work up to date.
  virtual ProcessClock& clock() = 0;

  // As Hub's. The members' numbers stay where they are until this process leaves.
  virtual Result<uint64_t> Join(const SiteRef& site, std::span<const int64_t> members,
                                Parcel parcel, DiagnosticSink& sink) = 0;
  virtual const std::vector<Parcel>* Look(uint64_t ticket) = 0;
  virtual void Leave(uint64_t ticket) = 0;
  // Returns the shared work of the members in this address space, once all have arrived and until
  // Leave. Null if not all of them came from one step of one plan.
  virtual SharedFold* FindSharedFold(uint64_t ticket) = 0;
  // Those of them that wait look again.
  virtual void WakeTeam(uint64_t ticket) = 0;
  virtual Result<void> Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                            DiagnosticSink& sink) = 0;
  // `site` is where it will be received.
  virtual uint64_t Reserve(const SiteRef& site, const MailboxKey& key) = 0;
  virtual Result<std::optional<Parcel>> Receive(const SiteRef& site, const MailboxKey& key,
                                                std::optional<uint64_t> number,
                                                DiagnosticSink& sink) = 0;

  // The next entry of the feed that `site` reads: the infeed, or a channel from the host.
  virtual Result<Parcel> ReadInfeed(const Site& site, std::span<const Type> types,
                                    DiagnosticSink& sink) = 0;
  // `returns`: of a channel to the host that the program also receives from.
  virtual void WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                            Parcel values) = 0;

  // The run has failed: no process asks again.
  virtual void Abandon() {}
};

// A process's end of what comes from outside. A channel from the host that was given no entries
// has what this process sent to the host on it.
class HostEnd {
 public:
  Result<Parcel> Read(const Infeed& infeed, int64_t process, const Site& site,
                      std::span<const Type> types, DiagnosticSink& sink);
  void Return(const Infeed& infeed, const Site& site, Parcel values);

 private:
  struct Returned {
    Parcel values;
    std::string signature;
  };
  // By channel; 0 is the infeed.
  std::map<int64_t, int64_t> next_entry_;
  std::map<int64_t, std::deque<Returned>> returned_;
};

// A link to a hub in the same address space.
class LocalLink final : public ProcessLink {
 public:
  // `outfeed` may be empty. The hub outlives the link, and so does the mutex that
  // guards it where processes run on several threads.
  LocalLink(Hub& hub, int64_t process, Infeed infeed, Outfeed outfeed, std::mutex* mutex = nullptr)
      : hub_(hub),
        process_(process),
        infeed_(std::move(infeed)),
        outfeed_(std::move(outfeed)),
        mutex_(mutex) {}

  GridSize size() const override { return hub_.size(); }
  int64_t process() const override { return process_; }
  ProcessClock& clock() override { return clock_; }
  Result<uint64_t> Join(const SiteRef& site, std::span<const int64_t> members, Parcel parcel,
                        DiagnosticSink& sink) override;
  const std::vector<Parcel>* Look(uint64_t ticket) override;
  void Leave(uint64_t ticket) override;
  SharedFold* FindSharedFold(uint64_t ticket) override;
  void WakeTeam(uint64_t ticket) override;
  Result<void> Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                    DiagnosticSink& sink) override;
  uint64_t Reserve(const SiteRef& site, const MailboxKey& key) override;
  Result<std::optional<Parcel>> Receive(const SiteRef& site, const MailboxKey& key,
                                        std::optional<uint64_t> number,
                                        DiagnosticSink& sink) override;
  Result<Parcel> ReadInfeed(const Site& site, std::span<const Type> types,
                            DiagnosticSink& sink) override;
  void WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                    Parcel values) override;

 private:
  std::unique_lock<std::mutex> Lock() const;
  // Called before and after a call of the hub.
  void TellTime() { hub_.SetTime(process_, clock_.now()); }
  void HearTime() { clock_.WaitUntil(hub_.TimeOf(process_)); }

  Hub& hub_;
  int64_t process_;
  ProcessClock clock_;
  Infeed infeed_;
  Outfeed outfeed_;
  std::mutex* mutex_;
  HostEnd host_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_PROCESS_LINK_H_
