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

Teamwork* LocalLink::FindTeam(uint64_t ticket) {
  const auto lock = Lock();
  return hub_.FindTeam(ticket);
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
  return ReadNextEntry(infeed_, process_, infeed_entry_, site, types, sink);
}

Result<Parcel> ReadNextEntry(const Infeed& infeed, int64_t process, int64_t& next, const Site& site,
                             std::span<const Type> types, DiagnosticSink& sink) {
  if (infeed) return infeed(process, next++, site, types, sink);
  sink.Error("infeed", site.span, "the program reads from its infeed, but was given none");
  return Failed();
}

void LocalLink::WriteOutfeed(std::span<const Type> types, Parcel values) {
  if (outfeed_) outfeed_(process_, types, std::move(values));
}

}  // namespace paddock
