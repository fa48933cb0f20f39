// ProcessLink: a process's connection to the others of its grid, for any transport.
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

// No function waits: the caller asks again for an answer that has not arrived.
class ProcessLink {
 public:
  virtual ~ProcessLink() = default;
  virtual GridSize size() const = 0;
  virtual int64_t process() const = 0;  // flattened
  // The caller that runs the process updates the clock's work.
  virtual ProcessClock& clock() = 0;

  // Like Hub's functions. `members` must stay valid until this process leaves.
  virtual Result<uint64_t> Join(const SiteRef& site, std::span<const int64_t> members,
                                Parcel parcel, DiagnosticSink& sink) = 0;
  virtual const std::vector<Parcel>* Look(uint64_t ticket) = 0;
  virtual void Leave(uint64_t ticket) = 0;
  // Returns the shared work of the members in this address space, once all have arrived and until
  // Leave. Null if they are not at the same step of the same plan.
  virtual SharedFold* FindSharedFold(uint64_t ticket) = 0;
  // Wakes the waiting members in this address space, which ask again.
  virtual void WakeTeam(uint64_t ticket) = 0;
  virtual Result<void> Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                            DiagnosticSink& sink) = 0;
  // `site` is the place that will receive the message.
  virtual uint64_t Reserve(const SiteRef& site, const MailboxKey& key) = 0;
  virtual Result<std::optional<Parcel>> Receive(const SiteRef& site, const MailboxKey& key,
                                                std::optional<uint64_t> number,
                                                DiagnosticSink& sink) = 0;

  // Returns the next entry of the feed that `site` reads: the infeed, or a channel from the host.
  virtual Result<Parcel> ReadInfeed(const Site& site, std::span<const Type> types,
                                    DiagnosticSink& sink) = 0;
  // `returns`: whether the program also receives from this channel to the host.
  virtual void WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                            Parcel values) = 0;

  // Called when the run has failed, after which no process asks again.
  virtual void Abandon() {}
};

// A process's end of the feeds. A channel from the host without entries returns the tensors that
// this process sent to the host on it.
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
  // By channel: number of the next entry; 0 is the infeed.
  std::map<int64_t, int64_t> next_entry_;
  std::map<int64_t, std::deque<Returned>> returned_;
};

// A link to a hub in the same address space.
class LocalLink final : public ProcessLink {
 public:
  // `outfeed` may be empty. The hub must outlive the link, and so must the mutex that guards the
  // hub if processes run on several threads.
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
