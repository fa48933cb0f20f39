#include "core/grid/process_link.h"

#include <utility>

namespace paddock {

std::unique_lock<std::mutex> LocalLink::Lock() const {
  return mutex_ == nullptr ? std::unique_lock<std::mutex>() : std::unique_lock(*mutex_);
}

Result<uint64_t> LocalLink::Join(const SiteRef& site, std::span<const int64_t> members,
                                 Parcel parcel, DiagnosticSink& sink) {
  const auto lock = Lock();
  TellTime();
  return hub_.Join(process_, site, members, std::move(parcel), sink);
}

const std::vector<Parcel>* LocalLink::Look(uint64_t ticket) {
  const auto lock = Lock();
  TellTime();
  const std::vector<Parcel>* parcels = hub_.Look(ticket);
  HearTime();
  return parcels;
}

void LocalLink::Leave(uint64_t ticket) {
  const auto lock = Lock();
  hub_.Leave(ticket);
}

SharedFold* LocalLink::FindSharedFold(uint64_t ticket) {
  const auto lock = Lock();
  return hub_.FindSharedFold(ticket);
}

void LocalLink::WakeTeam(uint64_t ticket) {
  const auto lock = Lock();
  hub_.WakeTeam(ticket);
}

Result<void> LocalLink::Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                             DiagnosticSink& sink) {
  const auto lock = Lock();
  TellTime();
  return hub_.Send(process_, site, key, std::move(parcel), sink);
}

uint64_t LocalLink::Reserve(const SiteRef&, const MailboxKey& key) {
  const auto lock = Lock();
  return hub_.Reserve(key);
}

Result<std::optional<Parcel>> LocalLink::Receive(const SiteRef& site, const MailboxKey& key,
                                                 std::optional<uint64_t> number,
                                                 DiagnosticSink& sink) {
  const auto lock = Lock();
  TellTime();
  auto received = hub_.Receive(process_, site, key, number, sink);
  HearTime();
  return received;
}

Result<Parcel> LocalLink::ReadInfeed(const Site& site, std::span<const Type> types,
                                     DiagnosticSink& sink) {
  return host_.Read(infeed_, process_, site, types, sink);
}

void LocalLink::WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                             Parcel values) {
  if (outfeed_) outfeed_(process_, site, types, values);
  if (returns) host_.Return(infeed_, site, std::move(values));
}

Result<Parcel> HostEnd::Read(const Infeed& infeed, int64_t process, const Site& site,
                             std::span<const Type> types, DiagnosticSink& sink) {
  std::deque<Returned>& returned = returned_[site.channel];
  if (!returned.empty()) {
    Returned next = std::move(returned.front());
    returned.pop_front();
    if (next.signature == site.signature) return std::move(next.values);
    sink.Error("infeed", site.span,
               DescribeSite(site) + " expects " + site.signature +
                   ", but the value sent to the host there is " + next.signature);
    return Failed();
  }
  if (infeed.read && (site.channel == 0 || infeed.Feeds(site.channel))) {
    return infeed.read(process, next_entry_[site.channel]++, site, types, sink);
  }
  sink.Error("infeed", site.span,
             site.channel == 0 ? "the program reads from its infeed, which has no entries"
                               : "the program receives from the host on channel " +
                                     std::to_string(site.channel) + ", but has no values there");
  return Failed();
}

void HostEnd::Return(const Infeed& infeed, const Site& site, Parcel values) {
  if (!infeed.Feeds(site.channel)) {
    returned_[site.channel].push_back({std::move(values), site.signature});
  }
}

}  // namespace paddock
