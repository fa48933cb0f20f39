#include "core/grid/hub.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace paddock {
namespace {

// A diagnostic about a large grid names the first few.
constexpr size_t kNamedProcesses = 8;

// "all_reduce" of "stablehlo.all_reduce".
std::string_view ShortName(std::string_view operation) {
  const size_t dot = operation.find('.');
  return dot == std::string_view::npos ? operation : operation.substr(dot + 1);
}

std::string Describe(const Site& site) {
  std::string text(ShortName(site.operation));
  if (site.channel != 0) text += " on channel " + std::to_string(site.channel);
  return text;
}

void AddNote(Diagnostic& diagnostic, const Site& site, std::string message) {
  diagnostic.notes.push_back({std::move(message), site.span});
}

}  // namespace

void AddProcessNote(Diagnostic& diagnostic, GridSize size, int64_t process) {
  if (size.process_count() == 1) return;
  diagnostic.notes.push_back({"in process " + ToString(size.ProcessOf(process)), Span()});
}

Hub::Hub(GridSize size) : size_(size), states_(static_cast<size_t>(size.process_count())) {}

std::string Hub::Name(int64_t process) const { return ToString(size_.ProcessOf(process)); }

std::string Hub::Names(std::span<const int64_t> processes) const {
  std::string text;
  for (size_t i = 0; i < processes.size() && i < kNamedProcesses; ++i) {
    text += (i == 0 ? "" : ", ") + Name(processes[i]);
  }
  if (processes.size() > kNamedProcesses) {
    text += " and " + std::to_string(processes.size() - kNamedProcesses) + " more";
  }
  return text;
}

void Hub::Wait(int64_t process, const SiteRef& site, std::vector<int64_t> waits_for) {
  State& state = states_[static_cast<size_t>(process)];
  state.site = site;
  state.waits_for = std::move(waits_for);
}

void Hub::GoOn(int64_t process) {
  states_[static_cast<size_t>(process)].site = nullptr;
  ++event_count_;
}

void Hub::Finish(int64_t process) {
  states_[static_cast<size_t>(process)].is_finished = true;
  GoOn(process);
}

// --- Meetings.

bool Hub::Fits(const Round& round, const Site& site, std::span<const int64_t> members,
               int64_t process, DiagnosticSink& sink) const {
  const bool is_same = &site == round.site.get() || (site.operation == round.site->operation &&
                                                     site.signature == round.site->signature);
  const bool is_ordered = std::ranges::equal(members, round.members);
  if (is_same && is_ordered) return true;
  std::string message = "processes do not meet in the same operation: ";
  if (site.operation != round.site->operation) {
    message += Name(process) + " came to " + Describe(site) + " and " + Name(round.first) + " to " +
               Describe(*round.site);
  } else if (!is_same) {
    message += Name(process) + " came to " + Describe(site) + " with " + site.signature + " and " +
               Name(round.first) + " with " + round.site->signature;
  } else {
    message += "the group of " + Name(process) + " in " + Describe(site) + " is " + Names(members) +
               " and that of " + Name(round.first) + " is " + Names(round.members);
  }
  Diagnostic& diagnostic = sink.Error("grid-mismatch", site.span, std::move(message));
  AddNote(diagnostic, *round.site, Name(round.first) + " came here");
  return false;
}

Result<uint64_t> Hub::Join(int64_t process, const SiteRef& site, std::span<const int64_t> members,
                           Parcel parcel, DiagnosticSink& sink) {
  MeetingKey key{site->channel, {members.begin(), members.end()}};
  std::ranges::sort(key.members);
  const auto place =
      static_cast<size_t>(std::ranges::lower_bound(key.members, process) - key.members.begin());
  Meeting& meeting = meetings_[std::move(key)];
  if (meeting.joined.empty()) meeting.joined.resize(members.size());
  const uint64_t number = meeting.joined[place]++;
  if (number == meeting.past + meeting.rounds.size()) {
    Round round;
    round.site = site;
    round.first = process;
    round.members.assign(members.begin(), members.end());
    round.parcels.resize(members.size());
    round.has_come.resize(members.size());
    round.tickets.resize(members.size());
    round.missing = round.to_leave = members.size();
    meeting.rounds.push_back(std::move(round));
  }
  const uint64_t ticket = ++last_ticket_;
  tickets_[ticket] = {&meeting, number, process};
  Round& round = meeting.rounds[number - meeting.past];
  if (!Fits(round, *site, members, process, sink)) return Failed();
  const auto position =
      static_cast<size_t>(std::ranges::find(round.members, process) - round.members.begin());
  PADDOCK_CHECK(position < round.members.size());
  round.parcels[position] = std::move(parcel);
  round.has_come[position] = true;
  round.tickets[position] = ticket;
  --round.missing;
  ++event_count_;
  return ticket;
}

Hub::Round& Hub::RoundOf(const Ticket& ticket) {
  return ticket.meeting->rounds[ticket.round - ticket.meeting->past];
}

const std::vector<Parcel>* Hub::Look(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  const Round& round = RoundOf(found->second);
  if (round.missing == 0) {
    states_[static_cast<size_t>(found->second.process)].site = nullptr;
    return &round.parcels;
  }
  const State& state = states_[static_cast<size_t>(found->second.process)];
  std::vector<int64_t> missing;
  for (size_t i = 0; i < round.members.size(); ++i) {
    if (!round.has_come[i]) missing.push_back(round.members[i]);
  }
  if (state.site != round.site || state.waits_for != missing) {
    Wait(found->second.process, round.site, std::move(missing));
  }
  return nullptr;
}

const std::vector<uint64_t>& Hub::Companions(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  return RoundOf(found->second).tickets;
}

void Hub::Leave(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  Meeting& meeting = *found->second.meeting;
  --RoundOf(found->second).to_leave;
  GoOn(found->second.process);
  tickets_.erase(found);
  while (!meeting.rounds.empty() && meeting.rounds.front().to_leave == 0) {
    meeting.rounds.pop_front();
    ++meeting.past;
  }
}

// --- Messages.

bool Hub::Claim(int64_t& owner, int64_t process, const Site& site, std::string_view role,
                DiagnosticSink& sink) const {
  if (owner < 0) owner = process;
  if (owner == process) return true;
  sink.Error("grid-channel", site.span,
             "channel " + std::to_string(site.channel) + " has two " + std::string(role) + ", " +
                 Name(owner) + " and " + Name(process) +
                 ": source_target_pairs must say who sends to whom");
  return false;
}

Result<void> Hub::Send(int64_t process, const SiteRef& site, const MailboxKey& key, Parcel parcel,
                       DiagnosticSink& sink) {
  Mailbox& mailbox = mailboxes_[key];
  if (key.source < 0 && !Claim(mailbox.sender, process, *site, "senders", sink)) return Failed();
  mailbox.messages.push_back(Message{site, std::move(parcel)});
  ++event_count_;
  return {};
}

Result<std::optional<Parcel>> Hub::Receive(int64_t process, const SiteRef& site,
                                           const MailboxKey& key, std::optional<uint64_t> number,
                                           DiagnosticSink& sink) {
  Mailbox& mailbox = mailboxes_[key];
  if (key.target < 0 && !Claim(mailbox.receiver, process, *site, "receivers", sink)) {
    return Failed();
  }
  const uint64_t at = number.value_or(mailbox.reserved) - mailbox.past;
  if (at >= mailbox.messages.size()) {
    std::vector<int64_t> waits_for;
    if (key.source >= 0) {
      waits_for.push_back(key.source);
    } else if (mailbox.sender >= 0) {
      waits_for.push_back(mailbox.sender);
    }
    Wait(process, site, std::move(waits_for));
    return std::optional<Parcel>();
  }
  if (!number) ++mailbox.reserved;
  PADDOCK_CHECK(mailbox.messages[at]);
  const Message message = *std::exchange(mailbox.messages[at], std::nullopt);
  while (!mailbox.messages.empty() && !mailbox.messages.front()) {
    mailbox.messages.pop_front();
    ++mailbox.past;
  }
  GoOn(process);
  if (message.site->signature == site->signature) return std::optional(message.parcel);
  Diagnostic& diagnostic =
      sink.Error("grid-mismatch", site->span,
                 Describe(*site) + " of " + Name(process) + " expects " + site->signature +
                     ", but was sent " + message.site->signature);
  AddNote(diagnostic, *message.site, "it was sent here");
  return Failed();
}

// --- Deadlock.

std::string Hub::DescribeState(int64_t process) const {
  const State& state = states_[static_cast<size_t>(process)];
  if (state.is_finished) return Name(process) + " has finished";
  if (state.site == nullptr) return Name(process) + " has not come";
  std::string text = Name(process) + " waits in " + Describe(*state.site);
  if (!state.waits_for.empty()) return text + " for " + Names(state.waits_for);
  return text + ", to which nobody sends";
}

Diagnostic Hub::DescribeDeadlock() const {
  Diagnostic diagnostic;
  diagnostic.code = "deadlock";
  size_t count = 0;
  for (size_t i = 0; i < states_.size(); ++i) {
    const State& state = states_[i];
    if (state.is_finished || state.site == nullptr) continue;
    const auto process = static_cast<int64_t>(i);
    if (count++ == 0) {
      diagnostic.span = state.site->span;
      diagnostic.message = "deadlock: process " + DescribeState(process);
      std::vector<int64_t> finished;
      for (int64_t other : state.waits_for) {
        if (states_[static_cast<size_t>(other)].is_finished) finished.push_back(other);
      }
      if (!finished.empty()) {
        diagnostic.message +=
            "; " + Names(finished) + (finished.size() == 1 ? " has" : " have") + " finished";
      }
    } else if (count <= kNamedProcesses) {
      AddNote(diagnostic, *state.site, "process " + DescribeState(process));
    }
  }
  if (count > kNamedProcesses) {
    diagnostic.notes.push_back(
        {std::to_string(count - kNamedProcesses) + " more processes wait", Span()});
  }
  return diagnostic;
}

}  // namespace paddock
