#include "core/grid/hub_server.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace paddock {
namespace {

// A diagnostic about a peer with a large share names the first few processes.
constexpr size_t kNamedOfShare = 4;

bool IsSound(const MailboxKey& key, GridSize size) {
  if (key.source == -1 && key.target == -1) return true;
  const int64_t count = size.process_count();
  return key.source >= 0 && key.source < count && key.target >= 0 && key.target < count;
}

}  // namespace

HubServer::HubServer(HubServerOptions options)
    : options_(std::move(options)),
      hub_(options_.size),
      peers_(options_.shares.size()),
      peer_of_(static_cast<size_t>(size().process_count())),
      is_finished_(peer_of_.size()),
      running_count_(size().process_count()) {
  size_t shared_out = 0;
  for (size_t peer = 0; peer < peers_.size(); ++peer) {
    peers_[peer].share = options_.shares[peer];
    for (int64_t process : peers_[peer].share) peer_of_[static_cast<size_t>(process)] = peer;
    shared_out += peers_[peer].share.size();
  }
  PADDOCK_CHECK(shared_out == peer_of_.size());
}

std::string HubServer::Describe(size_t peer) const {
  const std::vector<int64_t>& share = peers_[peer].share;
  std::string text = options_.peer_noun + " " + std::to_string(peer) + ", which runs ";
  for (size_t i = 0; i < share.size() && i < kNamedOfShare; ++i) {
    text += (i == 0 ? "" : ", ") + ToString(size().ProcessOf(share[i]));
  }
  if (share.size() > kNamedOfShare) {
    text += " and " + std::to_string(share.size() - kNamedOfShare) + " more";
  }
  return text + ",";
}

// --- Received messages.

void HubServer::TakeBytes(size_t peer, const BufferRef& bytes) {
  if (const auto message = ReadMessage(bytes)) return Take(peer, *message);
  Misunderstand(peer);
}

void HubServer::Take(size_t peer, const Message& message) {
  PeerState& from = peers_[peer];
  if (from.has_closed || from.is_gone) return;
  from.idle.reset();
  auto words = wire::ReadFromPeer(message);
  const bool is_first = words && std::holds_alternative<wire::Hello>(*words);
  // A share that cannot start sends only the reason.
  const bool is_last = words && (std::holds_alternative<wire::Fail>(*words) ||
                                 std::holds_alternative<wire::Closed>(*words));
  const bool is_understood =
      words && (is_last || is_first != from.is_known) &&
      std::visit([&](auto& kind) { return Hear(peer, std::move(kind)); }, *words);
  if (!is_understood) Misunderstand(peer);
}

bool HubServer::Hear(size_t peer, wire::Hello hello) {
  PeerState& from = peers_[peer];
  from.is_known = true;
  if (hello.version != wire::kVersion) return false;
  const bool is_same_program = hello.program_hash == program_hash_.value_or(hello.program_hash);
  if (!is_same_program || hello.size != size() || hello.share != from.share) {
    Fail("grid-peer", Describe(peer) + " runs another program or grid than those before it");
  }
  program_hash_ = hello.program_hash;
  return true;
}

bool HubServer::IsRunning(size_t peer, int64_t process) const {
  const auto at = static_cast<size_t>(process);
  return process >= 0 && at < peer_of_.size() && peer_of_[at] == peer && !is_finished_[at];
}

// Returns whether the members are distinct processes of the grid, including the arriving one.
bool HubServer::IsGroup(const wire::Join& join) const {
  std::vector<int64_t> sorted = join.members;
  std::ranges::sort(sorted);
  return !sorted.empty() && sorted.front() >= 0 && sorted.back() < size().process_count() &&
         std::ranges::adjacent_find(sorted) == sorted.end() &&
         std::ranges::binary_search(sorted, join.process);
}

bool HubServer::Hear(size_t peer, wire::Join join) {
  PeerState& from = peers_[peer];
  if (!IsRunning(peer, join.process) || !IsGroup(join) || from.questions.contains(join.ticket)) {
    return false;
  }
  if (outcome_) return true;
  DiagnosticSink sink;
  hub_.SetTime(join.process, join.time);
  const auto ticket =
      hub_.Join(join.process, join.site, join.members, std::move(join.parcel), sink);
  if (!ticket) {
    FailIn(join.process, sink);
    return true;
  }
  Question& question = from.questions[join.ticket];
  question.process = join.process;
  question.ticket = *ticket;
  meeting_[*ticket] = {peer, join.ticket};
  Conclude(*ticket);
  return true;
}

// Sends all parcels to all members, if the last one has arrived.
void HubServer::Conclude(uint64_t ticket) {
  const std::vector<Parcel>* parcels = hub_.Look(ticket);
  if (parcels == nullptr) return;
  const std::vector<uint64_t> tickets = hub_.Companions(ticket);
  const Asker& last = meeting_.at(ticket);
  const int64_t time = hub_.TimeOf(peers_[last.peer].questions.at(last.ticket).process);
  std::map<size_t, wire::Met> told;
  for (uint64_t companion : tickets) {
    const Asker asker = meeting_.at(companion);
    told[asker.peer].tickets.push_back(asker.ticket);
    peers_[asker.peer].questions.erase(asker.ticket);
  }
  for (auto& [peer, met] : told) {
    met.time = time;
    for (size_t i = 0; i < tickets.size(); ++i) {
      const bool is_its_own = meeting_.at(tickets[i]).peer == peer;
      met.parcels.push_back(is_its_own ? std::nullopt : std::optional((*parcels)[i]));
    }
    Say(peer, std::move(met));
  }
  for (uint64_t companion : tickets) {
    hub_.Leave(companion);
    meeting_.erase(companion);
  }
}

bool HubServer::Hear(size_t peer, wire::Send send) {
  const bool is_its_own = send.key.source == -1 || send.key.source == send.process;
  if (!IsRunning(peer, send.process) || !IsSound(send.key, size()) || !is_its_own) return false;
  if (outcome_) return true;
  DiagnosticSink sink;
  hub_.SetTime(send.process, send.time);
  if (hub_.Send(send.process, send.site, send.key, std::move(send.parcel), sink)) {
    Serve(send.key);
  } else {
    FailIn(send.process, sink);
  }
  return true;
}

bool HubServer::Hear(size_t peer, wire::Ask ask) {
  PeerState& from = peers_[peer];
  const bool is_its_own = ask.key.target == -1 || ask.key.target == ask.process;
  if (!IsRunning(peer, ask.process) || !IsSound(ask.key, size()) || !is_its_own ||
      from.questions.contains(ask.ticket)) {
    return false;
  }
  if (outcome_) return true;
  Question& question = from.questions[ask.ticket];
  question = {ask.process, 0, ask.site, ask.key, hub_.Reserve(ask.key), ask.time};
  waiting_[ask.key].push_back({peer, ask.ticket});
  Serve(ask.key);
  return true;
}

// Delivers the messages of a mailbox to the waiting processes, first come, first served.
void HubServer::Serve(const MailboxKey& key) {
  const auto found = waiting_.find(key);
  if (found == waiting_.end()) return;
  std::deque<Asker>& askers = found->second;
  while (!askers.empty()) {
    const auto [peer, ticket] = askers.front();
    const Question question = peers_[peer].questions.at(ticket);
    DiagnosticSink sink;
    hub_.SetTime(question.process, question.time);
    auto message = hub_.Receive(question.process, question.site, key, question.number, sink);
    if (message && !*message) return;
    askers.pop_front();
    peers_[peer].questions.erase(ticket);
    if (!message) {
      FailIn(question.process, sink);
      continue;
    }
    Say(peer, wire::Deliver{ticket, hub_.TimeOf(question.process), **std::move(message)});
  }
  waiting_.erase(found);
}

bool HubServer::Hear(size_t peer, wire::Idle idle) {
  if (idle.received > peers_[peer].sent) return false;
  peers_[peer].idle = std::move(idle);
  LookForEnd();
  return true;
}

bool HubServer::Hear(size_t peer, const wire::Outfeed& outfeed) {
  if (!IsRunning(peer, outfeed.process) || outfeed.types.size() != outfeed.values.size()) {
    return false;
  }
  const bool is_complete = std::ranges::all_of(outfeed.values, &Tensor::has_value);
  if (is_complete && options_.on_outfeed) {
    options_.on_outfeed(
        {size().ProcessOf(outfeed.process), outfeed.channel, outfeed.types, outfeed.values});
  }
  return is_complete;
}

bool HubServer::Hear(size_t, const wire::Print& print) {
  if (options_.on_print) options_.on_print(print.text);
  return true;
}

bool HubServer::Hear(size_t peer, wire::Finish finish) {
  if (!IsRunning(peer, finish.process)) return false;
  hub_.Finish(finish.process);
  is_finished_[static_cast<size_t>(finish.process)] = true;
  if (options_.on_results && !options_.on_results(finish.process, std::move(finish.results))) {
    return false;
  }
  if (--running_count_ > 0) return true;
  // A call of a process that has since finished may have failed here.
  if (limit_) {
    Decide();
  } else {
    End({});
  }
  return true;
}

bool HubServer::Hear(size_t peer, wire::Fail fail) {
  if (fail.process == wire::Fail::kShare) {
    End({wire::Stop::Cause::kFailed, std::move(fail.diagnostics)});
    return true;
  }
  if (!IsRunning(peer, fail.process)) return false;
  // The process sends nothing more.
  is_finished_[static_cast<size_t>(fail.process)] = true;
  failures_.push_back({fail.time, fail.process, std::move(fail.diagnostics)});
  Bound(fail.time);
  return true;
}

bool HubServer::Hear(size_t, wire::GiveUp) {
  Stop();
  return true;
}

bool HubServer::Hear(size_t peer, wire::Closed closed) {
  PeerState& from = peers_[peer];
  from.has_closed = true;
  from.remarks = std::move(closed.diagnostics);
  from.peak_bytes = closed.peak_bytes;
  // A peer must not close before the end.
  return outcome_.has_value();
}

bool HubServer::Hear(size_t peer, const wire::Record& record) {
  return !options_.on_record || options_.on_record(peer, record.bytes);
}

// --- Sent messages.

void HubServer::Say(size_t peer, const wire::FromHub& words) {
  PeerState& to = peers_[peer];
  if (to.has_closed || to.is_gone) return;
  ++to.sent;
  options_.send(peer, wire::Encode(words));
}

// Ends the run if no process can continue: all have reached the time of the first failure, or there
// is a deadlock.
void HubServer::LookForEnd() {
  if (outcome_) return;
  for (const PeerState& peer : peers_) {
    if (!peer.idle || peer.idle->received != peer.sent) return;
  }
  if (limit_) return Decide();
  // Waiting processes ask the hub again, so that its report is current.
  DiagnosticSink sink;
  for (size_t peer = 0; peer < peers_.size(); ++peer) {
    for (uint64_t ticket : peers_[peer].idle->tickets) {
      const auto found = peers_[peer].questions.find(ticket);
      if (found == peers_[peer].questions.end()) return Misunderstand(peer);
      const Question& question = found->second;
      if (question.ticket != 0) {
        hub_.Look(question.ticket);
      } else if (!hub_.Receive(question.process, question.site, question.key, question.number,
                               sink)) {
        return FailIn(question.process, sink);
      }
    }
  }
  End({wire::Stop::Cause::kFailed, {hub_.DescribeDeadlock()}});
}

// --- The end.

void HubServer::FailIn(int64_t process, DiagnosticSink& sink) {
  // The diagnostic does not depend on which process arrived first.
  if (hub_.is_refused(process)) return Bound(hub_.FindFault()->time);
  failures_.push_back({hub_.TimeOf(process), process, sink.Take()});
  for (Diagnostic& diagnostic : failures_.back().diagnostics) {
    AddProcessNote(diagnostic, size(), process);
  }
  Bound(failures_.back().time);
}

void HubServer::Bound(int64_t time) {
  if (outcome_ || (limit_ && *limit_ <= time)) return;
  limit_ = time;
  for (size_t peer = 0; peer < peers_.size(); ++peer) Say(peer, wire::Limit{time});
}

// Reports the first failure by time, then by process.
void HubServer::Decide() {
  auto fault = hub_.FindFault();
  if (fault) {
    AddProcessNote(fault->diagnostic, size(), fault->process);
    failures_.push_back({fault->time, fault->process, {std::move(fault->diagnostic)}});
  }
  const auto first = std::ranges::min_element(failures_, {}, [](const Failure& failure) {
    return std::pair(failure.time, failure.process);
  });
  End({wire::Stop::Cause::kFailed, std::move(first->diagnostics)});
}

void HubServer::Fail(std::string_view code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  End({wire::Stop::Cause::kFailed, {std::move(diagnostic)}});
}

void HubServer::Misunderstand(size_t peer) {
  Fail("grid-message", Describe(peer) + " sent an invalid message");
}

void HubServer::Vanish(size_t peer, std::string_view how) {
  PeerState& gone = peers_[peer];
  if (std::exchange(gone.is_gone, true) || gone.has_closed) return;
  // The peer's pending remarks about its results are lost.
  if (outcome_ && outcome_->cause == wire::Stop::Cause::kFinished) outcome_.reset();
  Fail("grid-peer", Describe(peer) + " " + std::string(how));
}

void HubServer::Stop() {
  if (limit_ && !outcome_) return Decide();
  End({wire::Stop::Cause::kStopped, {}});
}

void HubServer::End(wire::Stop outcome) {
  if (outcome_) return;
  outcome_ = std::move(outcome);
  for (size_t peer = 0; peer < peers_.size(); ++peer) Say(peer, *outcome_);
}

bool HubServer::is_closed() const {
  return std::ranges::all_of(peers_,
                             [](const PeerState& peer) { return peer.has_closed || peer.is_gone; });
}

std::vector<Diagnostic> HubServer::Remarks() const {
  const auto is_said_by_all = [this](const Diagnostic& warning) {
    return std::ranges::all_of(peers_, [&warning](const PeerState& peer) {
      return std::ranges::any_of(peer.remarks, [&warning](const Diagnostic& other) {
        return other.span == warning.span && other.message == warning.message;
      });
    });
  };
  std::vector<Diagnostic> remarks;
  for (const PeerState& peer : peers_) {
    for (const Diagnostic& remark : peer.remarks) {
      if (remark.severity == Severity::kError) remarks.push_back(remark);
    }
  }
  for (const Diagnostic& remark : peers_.front().remarks) {
    if (remark.severity == Severity::kWarning && is_said_by_all(remark)) remarks.push_back(remark);
  }
  return remarks;
}

uint64_t HubServer::peak_bytes() const {
  uint64_t bytes = 0;
  for (const PeerState& peer : peers_) bytes += peer.peak_bytes;
  return bytes;
}

}  // namespace paddock
