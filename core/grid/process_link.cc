#include "core/grid/process_link.h"

#include <utility>

namespace paddock {

Result<uint64_t> LocalLink::Join(const SiteRef& site, std::span<const int64_t> members,
                                 Parcel parcel, DiagnosticSink& sink) {
  return hub_.Join(process_, site, members, std::move(parcel), sink);
}

Result<void> LocalLink::Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                             DiagnosticSink& sink) {
  return hub_.Send(process_, site, key, std::move(parcel), sink);
}

Result<std::optional<Parcel>> LocalLink::Receive(const SiteRef& site, const MailboxKey& key,
                                                 std::optional<uint64_t> number,
                                                 DiagnosticSink& sink) {
  return hub_.Receive(process_, site, key, number, sink);
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
