// RecordingLink: reports the data that passes through another link to a listener. It exists only if
// there is a listener, so that other runs have no cost.
#ifndef PADDOCK_CORE_GRID_RECORDING_LINK_H_
#define PADDOCK_CORE_GRID_RECORDING_LINK_H_

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/grid/process_link.h"
#include "core/run/communication.h"

namespace paddock {

class RecordingLink final : public ProcessLink {
 public:
  RecordingLink(std::unique_ptr<ProcessLink> link, CommunicationListener listener,
                Clock clock = &NowNanoseconds)
      : link_(std::move(link)), listener_(std::move(listener)), clock_(clock) {}

  GridSize size() const override { return link_->size(); }
  int64_t process() const override { return link_->process(); }
  ProcessClock& clock() override { return link_->clock(); }
  Result<uint64_t> Join(const SiteRef& site, std::span<const int64_t> members, Parcel parcel,
                        DiagnosticSink& sink) override;
  const std::vector<Parcel>* Look(uint64_t ticket) override;
  void Leave(uint64_t ticket) override;
  SharedFold* FindSharedFold(uint64_t ticket) override { return link_->FindSharedFold(ticket); }
  void WakeTeam(uint64_t ticket) override { link_->WakeTeam(ticket); }
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
  void Abandon() override;

 private:
  // A meeting that this process has joined and not left.
  struct Visit {
    SiteRef site;
    Communication event;
  };
  // A message that this process waits for.
  struct Awaited {
    SiteRef site;
    MailboxKey key;
    Communication event;
  };
  struct Traffic {
    uint64_t sent = 0;
    uint64_t received = 0;
  };

  Communication NewEvent(CommunicationKind kind, const Site& site) const;
  void TellMessage(Communication& event, const MailboxKey& key) const;
  // Returns the occurrence of a received message, given the number it was reserved under.
  uint64_t OccurrenceOf(const MailboxKey& key, std::optional<uint64_t> number);

  std::unique_ptr<ProcessLink> link_;
  CommunicationListener listener_;
  Clock clock_;
  // By channel and a hash of the members: the number of meetings that this process has joined.
  std::map<std::pair<int64_t, uint64_t>, uint64_t> meetings_;
  std::unordered_map<uint64_t, Visit> visits_;
  std::map<MailboxKey, Traffic> traffic_;
  // Index within its queue of each reserved message.
  std::map<std::pair<MailboxKey, uint64_t>, uint64_t> reserved_;
  std::optional<Awaited> awaited_;
};

// Returns the link itself, or a recording one around it if there is a listener.
std::unique_ptr<ProcessLink> Recorded(std::unique_ptr<ProcessLink> link,
                                      const CommunicationListener& listener);

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_RECORDING_LINK_H_
