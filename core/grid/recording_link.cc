#include "core/grid/recording_link.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/base/fnv.h"

namespace paddock {
namespace {

uint64_t ByteCount(std::span<const Tensor> tensors) {
  uint64_t bytes = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.has_value()) bytes += tensor.byte_size();
  }
  return bytes;
}

void AddRoot(std::vector<Communication::Root>& roots, size_t position, uint64_t bytes) {
  for (Communication::Root& root : roots) {
    if (root.position != position) continue;
    root.bytes += bytes;
    return;
  }
  roots.push_back({position, bytes});
}

// Returns the k-th number of the tensor with the roots' positions.
size_t PositionIn(const Tensor& roots, size_t k) {
  int32_t position = -1;
  const bool is_there = roots.has_value() && roots.element_type() == ElementType::kI32 &&
                        roots.byte_size() >= (k + 1) * sizeof(position);
  if (is_there) std::memcpy(&position, roots.data() + k * sizeof(position), sizeof(position));
  return position < 0 ? SIZE_MAX : static_cast<size_t>(position);
}

// Sets the roots and their bytes. Dynamic roots are in the last entry of a parcel. Otherwise, the
// root of collective_reduce is the first member, and the root of a broadcast is the only member
// whose parcel has data. Parcels from another machine may be malformed, which the process itself
// reports.
void SetRoots(const Site& site, const std::vector<Parcel>& parcels, Communication& event) {
  const Parcel& any = parcels[0];
  const bool is_alike = std::ranges::all_of(
      parcels, [&](const Parcel& parcel) { return parcel.size() == any.size(); });
  event.bytes = 0;
  if (!is_alike || any.empty()) return;
  const size_t count = any.size() - (site.has_dynamic_root ? 1 : 0);
  for (size_t k = 0; k < count; ++k) {
    size_t root = 0;
    if (site.exchange == Exchange::kFromRoot) {
      while (root + 1 < parcels.size() && !parcels[root][k].has_value()) ++root;
    } else if (site.has_dynamic_root) {
      root = PositionIn(any.back(), k);
    }
    if (root >= parcels.size()) continue;
    const uint64_t bytes = ByteCount(std::span(&parcels[root][k], 1));
    event.bytes += bytes;
    AddRoot(event.roots, root, bytes);
  }
}

}  // namespace

Communication RecordingLink::NewEvent(CommunicationKind kind, const Site& site) const {
  Communication event;
  event.kind = kind;
  event.process = process();
  event.operation = site.operation;
  event.span = site.span;
  event.channel = site.channel;
  event.exchange = site.exchange;
  event.begin = clock_();
  return event;
}

void RecordingLink::TellMessage(Communication& event, const MailboxKey& key) const {
  int64_t ends[] = {key.source, key.target};
  // On a channel without named ends, only this process is known.
  if (key.source < 0) ends[event.kind == CommunicationKind::kSend ? 0 : 1] = process();
  event.members = ends;
  listener_(event);
}

// --- Meetings.

Result<uint64_t> RecordingLink::Join(const SiteRef& site, std::span<const int64_t> members,
                                     Parcel parcel, DiagnosticSink& sink) {
  Visit visit{site, NewEvent(CommunicationKind::kMeeting, *site)};
  visit.event.members = members;
  visit.event.bytes = ByteCount(parcel);
  const auto joined = link_->Join(site, members, std::move(parcel), sink);
  if (!joined) return joined;
  visit.event.occurrence = meetings_[{site->channel, FnvHash(members)}]++;
  visits_.emplace(*joined, std::move(visit));
  return joined;
}

const std::vector<Parcel>* RecordingLink::Look(uint64_t ticket) {
  const std::vector<Parcel>* parcels = link_->Look(ticket);
  if (parcels == nullptr) return nullptr;
  Visit& visit = visits_.at(ticket);
  if (visit.event.met != Communication::kNever) return parcels;
  visit.event.met = clock_();
  const Exchange exchange = visit.site->exchange;
  if (exchange == Exchange::kFromRoot || exchange == Exchange::kToRoot) {
    SetRoots(*visit.site, *parcels, visit.event);
  }
  return parcels;
}

void RecordingLink::Leave(uint64_t ticket) {
  link_->Leave(ticket);
  const auto visit = visits_.find(ticket);
  visit->second.event.end = clock_();
  listener_(visit->second.event);
  visits_.erase(visit);
}

// --- Messages.

Result<void> RecordingLink::Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                                 DiagnosticSink& sink) {
  Communication event = NewEvent(CommunicationKind::kSend, *site);
  event.bytes = ByteCount(parcel);
  event.occurrence = traffic_[key].sent++;
  const auto sent = link_->Send(site, key, std::move(parcel), sink);
  if (!sent) return sent;
  event.met = event.end = clock_();
  TellMessage(event, key);
  return sent;
}

uint64_t RecordingLink::Reserve(const SiteRef& site, const MailboxKey& key) {
  const uint64_t number = link_->Reserve(site, key);
  // The numbers of other links differ.
  reserved_[{key, number}] = traffic_[key].received++;
  return number;
}

uint64_t RecordingLink::OccurrenceOf(const MailboxKey& key, std::optional<uint64_t> number) {
  if (!number) return traffic_[key].received++;
  const auto found = reserved_.find({key, *number});
  const uint64_t occurrence = found->second;
  reserved_.erase(found);
  return occurrence;
}

// A process requests one message at a time, until it arrives.
Result<std::optional<Parcel>> RecordingLink::Receive(const SiteRef& site, const MailboxKey& key,
                                                     std::optional<uint64_t> number,
                                                     DiagnosticSink& sink) {
  if (!awaited_) awaited_ = {site, key, NewEvent(CommunicationKind::kReceive, *site)};
  auto received = link_->Receive(site, key, number, sink);
  if (!received || !*received) return received;
  Communication event = std::move(awaited_->event);
  awaited_.reset();
  event.bytes = ByteCount(**received);
  event.occurrence = OccurrenceOf(key, number);
  event.met = event.end = clock_();
  TellMessage(event, key);
  return received;
}

// --- Infeed and outfeed.

Result<Parcel> RecordingLink::ReadInfeed(const Site& site, std::span<const Type> types,
                                         DiagnosticSink& sink) {
  Communication event = NewEvent(CommunicationKind::kInfeed, site);
  auto entry = link_->ReadInfeed(site, types, sink);
  if (!entry) return entry;
  event.bytes = ByteCount(*entry);
  event.met = event.end = clock_();
  listener_(event);
  return entry;
}

void RecordingLink::WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                                 Parcel values) {
  Communication event = NewEvent(CommunicationKind::kOutfeed, site);
  event.bytes = ByteCount(values);
  link_->WriteOutfeed(site, returns, types, std::move(values));
  event.met = event.end = clock_();
  listener_(event);
}

void RecordingLink::Abandon() {
  link_->Abandon();
  for (auto& [ticket, visit] : visits_) listener_(visit.event);
  visits_.clear();
  if (awaited_) TellMessage(awaited_->event, awaited_->key);
  awaited_.reset();
}

std::unique_ptr<ProcessLink> Recorded(std::unique_ptr<ProcessLink> link,
                                      const CommunicationListener& listener) {
  if (!listener) return link;
  return std::make_unique<RecordingLink>(std::move(link), listener);
}

}  // namespace paddock
