#include "cli/run/rank_run.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>

#include "core/base/clock.h"
#include "core/grid/leb128.h"

namespace paddock::cli {
namespace {

// Work of a slice, about 2.5 ms. The hub and Ctrl-C are checked between slices.
constexpr int64_t kRankSlice = int64_t{10} << 20;

}  // namespace

bool RankRun::Prepare(const std::shared_ptr<const Program>& program, SessionOptions& options,
                      Trace* trace, std::vector<Diagnostic>& diagnostics) {
  const auto grid = ShareGrid(*program, options.grid, transport_.count(), diagnostics);
  if (!grid) return false;
  if (is_first()) {
    HubServerOptions hub = grid->ForHub();
    hub.peer_noun = "rank";
    hub.on_outfeed = options.on_outfeed;
    hub.on_print = options.on_print;
    hub.on_results = [this](int64_t process, Parcel results) {
      if (session_ == nullptr || peer_->Runs(process)) return true;
      if (!session_->FitsResults(results)) return false;
      results_.emplace_back(process, std::move(results));
      return true;
    };
    if (trace != nullptr) {
      hub.on_record = [this, trace, program](size_t rank, std::string_view bytes) {
        return AddRecord(*trace, *program, rank, bytes);
      };
    }
    sent_.resize(transport_.count());
    hub.send = [this](size_t rank, Message message) {
      sent_[rank] = NowNanoseconds();
      if (rank != 0) return transport_.Send(rank, message);
      to_peer_.push_back(std::move(message));
    };
    hub_ = std::make_unique<HubServer>(std::move(hub));
  }
  PeerOptions peer = grid->ForPeer(transport_.rank());
  peer.sends_results = !is_first();
  if (trace != nullptr && !is_first()) peer.record = [this, trace] { return RecordOf(*trace); };
  peer.send = [this](Message message) {
    if (!is_first()) return transport_.Send(0, message);
    to_hub_.push_back(std::move(message));
  };
  peer_ = std::make_shared<Peer>(std::move(peer));
  options.peer = peer_;
  return true;
}

// Delivers the messages that have arrived. Returns false if there are none.
bool RankRun::Carry() {
  bool has_carried = !to_hub_.empty() || !to_peer_.empty();
  while (const auto arrival = transport_.Receive()) {
    has_carried = true;
    if (is_first()) {
      hub_->TakeBytes(arrival->from, arrival->bytes);
    } else {
      peer_->TakeBytes(arrival->bytes);
      if (peer_->stop() && heard_ == 0) heard_ = NowNanoseconds();
    }
    CarryOwn();
  }
  CarryOwn();
  return has_carried;
}

void RankRun::CarryOwn() {
  while (!to_hub_.empty() || !to_peer_.empty()) {
    for (; !to_hub_.empty(); to_hub_.pop_front()) hub_->Take(0, to_hub_.front());
    for (; !to_peer_.empty(); to_peer_.pop_front()) peer_->Take(to_peer_.front());
  }
}

template <class Done>
void RankRun::CarryUntil(Done is_done) {
  while (!is_done()) {
    if (!Carry()) transport_.Rest();
  }
}

RunOutcome RankRun::Run(Session* session, uint64_t budget) {
  session_ = session;
  RunOutcome outcome;
  uint64_t left = budget == 0 ? std::numeric_limits<uint64_t>::max() : budget;
  bool has_given_up = false;
  while (!peer_->stop()) {
    bool is_at_work = Carry();
    if (session != nullptr && left > 0 && !peer_->stop()) {
      const int64_t before = session->progress().work_done;
      const auto slice = static_cast<int64_t>(std::min(left, static_cast<uint64_t>(kRankSlice)));
      is_at_work |= session->Run(slice) != StopReason::kBlocked;
      const int64_t spent = session->progress().work_done - before;
      left -= std::min(left, static_cast<uint64_t>(std::max<int64_t>(spent, 0)));
    } else if (session == nullptr) {
      peer_->ReportIdle();
    }
    outcome.is_interrupted = outcome.is_interrupted || host_.is_interrupted();
    if ((left == 0 || outcome.is_interrupted) && !std::exchange(has_given_up, true)) {
      peer_->GiveUp();
    }
    if (!is_at_work) transport_.Rest();
  }
  // The session sends its last message: its results and the unmet expectations.
  if (session != nullptr) session->Run(1);
  Settle();
  if (!is_first()) return outcome;
  switch (hub_->outcome()->cause) {
    case wire::Stop::Cause::kFinished:
      outcome.reason = StopReason::kFinished;
      break;
    case wire::Stop::Cause::kFailed:
      outcome.reason = StopReason::kFailed;
      break;
    case wire::Stop::Cause::kStopped:
      outcome.reason = StopReason::kBudgetSpent;
      break;
  }
  if (outcome.reason != StopReason::kFinished) return outcome;
  std::ranges::sort(results_, {}, [](const auto& result) { return result.first; });
  for (auto& [process, values] : results_) session->AdoptResults(process, std::move(values));
  return outcome;
}

// --- Traces. Ranks on different machines have different clocks. Two times of each side bound the
// offset.

std::string RankRun::RecordOf(const Trace& trace) const {
  Leb128Writer words;
  words.Text(trace.Bytes());
  words.Signed(heard_);
  words.Signed(NowNanoseconds());
  const std::vector<std::byte> bytes = words.Take();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool RankRun::AddRecord(Trace& trace, const Program& program, size_t rank,
                        std::string_view bytes) const {
  const int64_t got = NowNanoseconds();
  Leb128Reader words(std::as_bytes(std::span(bytes)));
  const std::string events = words.Text();
  const int64_t heard = words.Signed();
  const int64_t said = words.Signed();
  const auto is_time = [](int64_t time) { return time >= 0 && time <= Trace::kLatest; };
  if (!words.is_good() || !words.is_at_end() || !is_time(heard) || !is_time(said)) return false;
  // Bounds of the other clock's offset: no message takes less than no time.
  const int64_t least = said - got;
  const int64_t most = heard - sent_[rank];
  const bool may_be_same = least <= 0 && most >= 0;
  return trace.Add(program, hub_->size(), events, may_be_same ? 0 : std::midpoint(least, most));
}

// Ends the run: waits until all ranks have received that and have no more messages.
void RankRun::Settle() {
  peer_->Close({}, 0);
  if (is_first()) CarryUntil([this] { return hub_->is_closed(); });
  CarryUntil([this] { return transport_.is_flushed(); });
  has_ended_ = true;
}

void RankRun::Close(std::string_view said) {
  if (has_ended_) return;
  if (peer_ == nullptr) {
    is_first() ? RefuseOthers() : RefuseFirst(said);
    return;
  }
  // The session reported why it could not start.
  CarryUntil([this] { return peer_->stop().has_value(); });
  Settle();
}

// Refuses the run before there is a hub. The other ranks receive a stop, and their messages are
// dropped.
void RankRun::RefuseOthers() {
  for (size_t rank = 1; rank < transport_.count(); ++rank) {
    transport_.Send(rank, wire::Encode(wire::Stop{wire::Stop::Cause::kFailed, {}}));
  }
  for (size_t closed = 1; closed < transport_.count() || !transport_.is_flushed();) {
    const auto arrival = transport_.Receive();
    if (!arrival) {
      transport_.Rest();
      continue;
    }
    const auto message = ReadMessage(arrival->bytes);
    const auto words = message ? wire::ReadFromPeer(*message) : std::nullopt;
    if (words && std::holds_alternative<wire::Closed>(*words)) ++closed;
  }
}

void RankRun::RefuseFirst(std::string_view said) {
  while (said.ends_with('\n')) said.remove_suffix(1);
  Diagnostic diagnostic;
  diagnostic.code = "grid-peer";
  diagnostic.message =
      "rank " + std::to_string(transport_.rank()) + " cannot take part: " + std::string(said);
  transport_.Send(0, wire::Encode(wire::Fail{.diagnostics = {std::move(diagnostic)}}));
  // Any message of the hub is the last one.
  while (!transport_.Receive()) transport_.Rest();
  transport_.Send(0, wire::Encode(wire::Closed{}));
  while (!transport_.is_flushed()) transport_.Rest();
}

}  // namespace paddock::cli
