#include "core/grid/peer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/check.h"

namespace paddock {

// Link of one process. Tickets number its reserved messages.
class Peer::Link final : public ProcessLink {
 public:
  Link(Peer& peer, size_t place)
      : peer_(peer), process_(peer.share()[place]), awaited_(peer.awaited_[place]) {}

  GridSize size() const override { return peer_.size(); }
  int64_t process() const override { return process_; }
  ProcessClock& clock() override { return clock_; }

  Result<uint64_t> Join(const SiteRef& site, std::span<const int64_t> members, Parcel parcel,
                        DiagnosticSink&) override {
    const auto lock = peer_.Lock();
    wire::Join join{0, process_, clock_.now(), site, {members.begin(), members.end()}, parcel};
    join.ticket = peer_.NewQuestion(process_, members.size(), site, std::move(parcel));
    // If all members belong to this peer, the hub receives only the types and shapes.
    if (peer_.IsOwnGroup(members)) {
      for (Tensor& tensor : join.parcel) {
        if (tensor.has_value())
          tensor = Tensor::WithoutBytes(tensor.element_type(), tensor.shape());
      }
    }
    peer_.Say(join);
    return join.ticket;
  }

  const std::vector<Parcel>* Look(uint64_t ticket) override {
    const auto lock = peer_.Lock();
    const Question& question = QuestionOf(ticket);
    awaited_ = question.round == nullptr ? ticket : 0;
    if (question.round != nullptr) clock_.WaitUntil(question.time);
    return question.round == nullptr ? nullptr : &question.round->parcels;
  }

  SharedFold* FindSharedFold(uint64_t ticket) override {
    const auto lock = peer_.Lock();
    const Question& question = QuestionOf(ticket);
    return question.round == nullptr ? nullptr : question.round->team.get();
  }

  void WakeTeam(uint64_t ticket) override {
    const auto lock = peer_.Lock();
    for (int64_t process : QuestionOf(ticket).round->processes) {
      if (peer_.on_wake_) peer_.on_wake_(process);
    }
  }

  void Leave(uint64_t ticket) override {
    const auto lock = peer_.Lock();
    peer_.Leave(ticket);
  }

  Result<void> Send(const SiteRef& site, const MailboxKey& key, Parcel parcel,
                    DiagnosticSink&) override {
    const auto lock = peer_.Lock();
    peer_.Say(wire::Send{process_, clock_.now(), site, key, std::move(parcel)});
    return {};
  }

  uint64_t Reserve(const SiteRef& site, const MailboxKey& key) override {
    const auto lock = peer_.Lock();
    return AskFor(site, key);
  }

  Result<std::optional<Parcel>> Receive(const SiteRef& site, const MailboxKey& key,
                                        std::optional<uint64_t> number, DiagnosticSink&) override {
    const auto lock = peer_.Lock();
    if (!number) {
      uint64_t& next = next_[key];
      if (next == 0) next = AskFor(site, key);
      number = next;
    }
    Question& question = QuestionOf(*number);
    if (!question.is_answered) {
      awaited_ = *number;
      return std::optional<Parcel>();
    }
    awaited_ = 0;
    clock_.WaitUntil(question.time);
    Parcel parcel = std::move(question.own);
    peer_.questions_.erase(*number);
    if (const auto next = next_.find(key); next != next_.end() && next->second == *number) {
      next_.erase(next);
    }
    return std::optional(std::move(parcel));
  }

  Result<Parcel> ReadInfeed(const Site& site, std::span<const Type> types,
                            DiagnosticSink& sink) override {
    return host_.Read(peer_.infeed_, process_, site, types, sink);
  }

  void WriteOutfeed(const Site& site, bool returns, std::span<const Type> types,
                    Parcel values) override {
    if (returns) host_.Return(peer_.infeed_, site, values);
    const auto lock = peer_.Lock();
    wire::Outfeed outfeed{process_, site.channel, {}, std::move(values)};
    for (Type type : types) outfeed.types.push_back(ToString(type));
    peer_.Say(outfeed);
  }

 private:
  uint64_t AskFor(const SiteRef& site, const MailboxKey& key) {
    const uint64_t ticket = peer_.NewQuestion(process_);
    peer_.Say(wire::Ask{ticket, process_, clock_.now(), site, key});
    return ticket;
  }

  Question& QuestionOf(uint64_t ticket) {
    const auto found = peer_.questions_.find(ticket);
    PADDOCK_CHECK(found != peer_.questions_.end());
    return found->second;
  }

  Peer& peer_;
  int64_t process_;
  ProcessClock clock_;
  uint64_t& awaited_;
  // By mailbox: ticket of the request for the next message, if that has not arrived.
  std::map<MailboxKey, uint64_t> next_;
  HostEnd host_;
};

std::vector<int64_t> ShareOf(GridSize size, size_t part, size_t count) {
  const auto parts = static_cast<int64_t>(count);
  const auto begin = [&](size_t at) {
    return (size.process_count() * static_cast<int64_t>(at) + parts - 1) / parts;
  };
  std::vector<int64_t> share;
  for (int64_t i = begin(part); i < begin(part + 1); ++i) share.push_back(i);
  return share;
}

Peer::Peer(PeerOptions options)
    : options_(std::move(options)),
      is_own_(static_cast<size_t>(size().process_count())),
      awaited_(share().size()),
      running_count_(share().size()) {
  for (int64_t process : share()) is_own_[static_cast<size_t>(process)] = true;
  Say(wire::Hello{.size = size(), .share = share(), .program_hash = options_.program_hash});
}

Peer::~Peer() = default;

std::unique_ptr<ProcessLink> Peer::NewLink(size_t place) {
  return std::make_unique<Link>(*this, place);
}

std::unique_lock<std::mutex> Peer::Lock() const {
  return mutex_ == nullptr ? std::unique_lock<std::mutex>() : std::unique_lock(*mutex_);
}

uint64_t Peer::NewQuestion(int64_t process) {
  const uint64_t ticket = ++last_ticket_;
  questions_[ticket].process = process;
  return ticket;
}

uint64_t Peer::NewQuestion(int64_t process, size_t member_count, const SiteRef& site, Parcel own) {
  const uint64_t ticket = NewQuestion(process);
  Question& question = questions_[ticket];
  question.member_count = member_count;
  question.site = site;
  question.own = std::move(own);
  return ticket;
}

void Peer::Leave(uint64_t ticket) {
  const auto found = questions_.find(ticket);
  PADDOCK_CHECK(found != questions_.end());
  const int64_t process = found->second.process;
  std::shared_ptr<Round> round = std::move(found->second.round);
  questions_.erase(found);
  if (round == nullptr || round.use_count() > 1) return;
  const std::vector<int64_t> processes = std::move(round->processes);
  round.reset();
  // Members that have left wait until their parcels are read.
  for (int64_t other : processes) {
    if (other != process && on_wake_) on_wake_(other);
  }
}

bool Peer::IsOwnGroup(std::span<const int64_t> members) const {
  return std::ranges::all_of(members, [&](int64_t member) { return Runs(member); });
}

void Peer::Say(const wire::FromPeer& words) {
  if (has_closed_) return;
  has_reported_idle_ = false;
  options_.send(wire::Encode(words));
}

void Peer::TakeBytes(const BufferRef& bytes) {
  if (const auto message = ReadMessage(bytes)) return Take(*message);
  ++received_;
  Misunderstand();
}

void Peer::Take(const Message& message) {
  ++received_;
  has_reported_idle_ = false;
  auto words = wire::ReadFromHub(message);
  const bool is_understood =
      words && std::visit([&](auto& kind) { return Answer(std::move(kind)); }, *words);
  if (!is_understood) Misunderstand();
}

void Peer::Misunderstand() {
  has_reported_idle_ = false;
  Diagnostic diagnostic;
  diagnostic.code = "grid-message";
  diagnostic.message = "the hub sent an invalid message";
  Fail({std::move(diagnostic)});
}

bool Peer::Answer(wire::Met met) {
  const auto own_count = static_cast<size_t>(
      std::ranges::count_if(met.parcels, [](const auto& parcel) { return !parcel.has_value(); }));
  if (met.tickets.empty() || own_count != met.tickets.size()) return false;
  for (uint64_t ticket : met.tickets) {
    const auto found = questions_.find(ticket);
    if (found == questions_.end() || found->second.is_answered ||
        found->second.member_count != met.parcels.size()) {
      return false;
    }
    // A second answer to the same ticket is refused.
    found->second.is_answered = true;
  }
  const auto round = std::make_shared<Round>();
  size_t own = 0;
  for (std::optional<Parcel>& parcel : met.parcels) {
    round->parcels.push_back(parcel ? *std::move(parcel)
                                    : std::move(questions_[met.tickets[own++]].own));
  }
  bool is_uniform = true;
  for (uint64_t ticket : met.tickets) {
    Question& question = questions_[ticket];
    question.round = round;
    question.time = met.time;
    round->processes.push_back(question.process);
    is_uniform = is_uniform && question.site == questions_[met.tickets.front()].site;
  }
  if (is_uniform) {
    round->team = std::make_unique<SharedFold>(met.parcels.size(), met.tickets.size());
  }
  for (int64_t process : round->processes) {
    if (on_wake_) on_wake_(process);
  }
  return true;
}

bool Peer::Answer(wire::Deliver deliver) {
  const auto found = questions_.find(deliver.ticket);
  if (found == questions_.end() || found->second.is_answered || found->second.member_count != 0) {
    return false;
  }
  found->second.own = std::move(deliver.parcel);
  found->second.is_answered = true;
  found->second.time = deliver.time;
  if (on_wake_) on_wake_(found->second.process);
  return true;
}

bool Peer::Answer(wire::Stop stop) {
  // The grid cannot have finished before the share has.
  if (stop.cause == wire::Stop::Cause::kFinished && running_count_ > 0) return false;
  if (!stop_) stop_ = std::move(stop);
  return true;
}

bool Peer::Answer(wire::Limit limit) {
  limit_ = std::min(limit.time, limit_.value_or(limit.time));
  return true;
}

void Peer::Finish(int64_t process, Parcel results) {
  if (!options_.sends_results) results.clear();
  --running_count_;
  Say(wire::Finish{process, std::move(results)});
}

void Peer::Fail(std::vector<Diagnostic> diagnostics) {
  Fail(wire::Fail::kShare, 0, std::move(diagnostics));
}

void Peer::Fail(int64_t process, int64_t time, std::vector<Diagnostic> diagnostics) {
  Say(wire::Fail{process, time, std::move(diagnostics)});
}

void Peer::GiveUp() { Say(wire::GiveUp{}); }

void Peer::ReportIdle() {
  if (has_reported_idle_ || stop_) return;
  wire::Idle idle{.received = received_, .tickets = {}};
  for (uint64_t ticket : awaited_) {
    if (ticket != 0) idle.tickets.push_back(ticket);
  }
  Say(std::move(idle));
  has_reported_idle_ = true;
}

void Peer::Print(std::string_view text) {
  const auto lock = Lock();
  Say(wire::Print{std::string(text)});
}

void Peer::Close(std::vector<Diagnostic> diagnostics, uint64_t peak_bytes) {
  if (has_closed_) return;
  if (options_.record) Say(wire::Record{options_.record()});
  Say(wire::Closed{std::move(diagnostics), peak_bytes});
  has_closed_ = true;
}

}  // namespace paddock
