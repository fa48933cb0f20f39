#include "core/grid/hub.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace paddock {

void AddProcessNote(Diagnostic& diagnostic, GridSize size, int64_t process) {
  if (size.process_count() == 1) return;
  diagnostic.notes.push_back({"in process " + ToString(size.ProcessOf(process)), Span()});
}

Hub::Hub(GridSize size) : size_(size), states_(static_cast<size_t>(size.process_count())) {}

void Hub::Wake(int64_t process) {
  if (on_wake_) on_wake_(process);
}

void Hub::Finish(int64_t process) {
  StateOf(process).is_finished = true;
  GoOn(process);
}

// --- Meetings.

const SiteRef& Hub::Round::first_site() const {
  const auto position = static_cast<size_t>(std::ranges::find(members, first) - members.begin());
  return sites[position];
}

bool IsSame(const Site& a, const Site& b) {
  return &a == &b || (a.operation == b.operation && a.signature == b.signature);
}

Hub::Meeting& Hub::FindMeeting(int64_t channel, std::span<const int64_t> members) {
  std::vector<Meeting*>& seen = seen_[{channel, members.front(), members.size()}];
  for (Meeting* meeting : seen) {
    if (std::ranges::equal(meeting->members, members)) return *meeting;
  }
  MeetingKey key{channel, {members.begin(), members.end()}};
  std::ranges::sort(key.members);
  Meeting& meeting = meetings_[std::move(key)];
  if (!meeting.members.empty()) return meeting;  // the same members in another order
  meeting.members.assign(members.begin(), members.end());
  meeting.joined.resize(members.size());
  seen.push_back(&meeting);
  return meeting;
}

Result<uint64_t> Hub::Join(int64_t process, const SiteRef& site, std::span<const int64_t> members,
                           Parcel parcel, DiagnosticSink& sink) {
  Meeting& meeting = FindMeeting(site->channel, members);
  const auto place =
      static_cast<size_t>(std::ranges::find(meeting.members, process) - meeting.members.begin());
  PADDOCK_CHECK(place < meeting.members.size());
  const uint64_t number = meeting.joined[place]++;
  const bool is_first = number == meeting.past + meeting.rounds.size();
  if (is_first) {
    Round round;
    round.first = process;
    round.members.assign(members.begin(), members.end());
    round.parcels.resize(members.size());
    round.sites.resize(members.size());
    round.times.resize(members.size());
    round.tickets.resize(members.size());
    round.missing = round.to_leave = members.size();
    meeting.rounds.push_back(std::move(round));
  }
  Round& round = meeting.rounds[number - meeting.past];
  const SiteRef first_site = is_first ? site : round.first_site();
  const bool fits =
      is_first || (IsSame(*site, *first_site) && std::ranges::equal(members, round.members));
  if (!fits) {
    Comer comer{TimeOf(process), process, site, {members.begin(), members.end()}};
    sink.Report(DescribeMismatch(comer, {0, round.first, first_site, round.members}));
    StateOf(process).is_refused = true;
    round.strangers.push_back(std::move(comer));
    return Failed();
  }
  const auto position =
      static_cast<size_t>(std::ranges::find(round.members, process) - round.members.begin());
  PADDOCK_CHECK(position < round.members.size());
  round.parcels[position] = std::move(parcel);
  round.sites[position] = site;
  round.times[position] = TimeOf(process);
  round.met = std::max(round.met, TimeOf(process));
  round.is_uniform = round.is_uniform && site == first_site;
  const uint64_t ticket = ++last_ticket_;
  tickets_[ticket] = {&meeting, number, process};
  round.tickets[position] = ticket;
  if (--round.missing == 0) WakeMembers(round);
  return ticket;
}

// Wakes the waiting members of a complete round. The last one to arrive does not wait.
void Hub::WakeMembers(const Round& round) {
  for (int64_t member : round.members) {
    const State& state = StateOf(member);
    if (state.site == nullptr || state.ticket == 0) continue;
    if (&RoundOf(tickets_.at(state.ticket)) == &round) Wake(member);
  }
}

const Hub::Round& Hub::RoundOf(const Ticket& ticket) const {
  return ticket.meeting->rounds[ticket.round - ticket.meeting->past];
}

const std::vector<Parcel>* Hub::Look(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  const Round& round = RoundOf(found->second);
  State& state = StateOf(found->second.process);
  if (round.missing == 0) {
    state.site = nullptr;
    state.time = std::max(state.time, round.met);
    return &round.parcels;
  }
  const auto position = static_cast<size_t>(
      std::ranges::find(round.members, found->second.process) - round.members.begin());
  state.site = round.sites[position];
  state.ticket = ticket;
  return nullptr;
}

const std::vector<uint64_t>& Hub::Companions(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  return RoundOf(found->second).tickets;
}

SharedFold* Hub::FindSharedFold(uint64_t ticket) {
  Round& round = RoundOf(tickets_.at(ticket));
  if (round.missing != 0 || !round.is_uniform) return nullptr;
  const size_t count = round.members.size();
  if (round.team == nullptr) round.team = std::make_unique<SharedFold>(count, count);
  return round.team.get();
}

void Hub::WakeTeam(uint64_t ticket) {
  for (int64_t member : RoundOf(tickets_.at(ticket)).members) Wake(member);
}

void Hub::Leave(uint64_t ticket) {
  const auto found = tickets_.find(ticket);
  PADDOCK_CHECK(found != tickets_.end());
  Meeting& meeting = *found->second.meeting;
  const int64_t process = found->second.process;
  --RoundOf(found->second).to_leave;
  GoOn(process);
  tickets_.erase(found);
  while (!meeting.rounds.empty() && meeting.rounds.front().to_leave == 0) {
    const std::vector<int64_t> members = std::move(meeting.rounds.front().members);
    meeting.rounds.pop_front();
    ++meeting.past;
    // Members that have left wait until their parcels are read.
    for (int64_t member : members) {
      if (member != process && StateOf(member).site == nullptr) Wake(member);
    }
  }
}

// --- Messages.

bool Hub::Claim(Owners& owners, int64_t process, const SiteRef& site, std::string_view role,
                DiagnosticSink& sink) {
  if (owners.owner == process) return true;
  owners.processes.emplace(process, Owners::First{TimeOf(process), site});
  if (owners.owner < 0) {
    owners.owner = process;
    return true;
  }
  StateOf(process).is_refused = true;
  sink.Report(FaultOf(owners, role).diagnostic);
  return false;
}

Result<void> Hub::Send(int64_t process, const SiteRef& site, const MailboxKey& key, Parcel parcel,
                       DiagnosticSink& sink) {
  Mailbox& mailbox = mailboxes_[key];
  if (key.source < 0 && !Claim(mailbox.senders, process, site, "senders", sink)) return Failed();
  mailbox.messages.push_back(Message{TimeOf(process), site, std::move(parcel)});
  if (mailbox.waiting >= 0) Wake(mailbox.waiting);
  return {};
}

Result<std::optional<Parcel>> Hub::Receive(int64_t process, const SiteRef& site,
                                           const MailboxKey& key, std::optional<uint64_t> number,
                                           DiagnosticSink& sink) {
  Mailbox& mailbox = mailboxes_[key];
  if (key.target < 0 && !Claim(mailbox.receivers, process, site, "receivers", sink)) {
    return Failed();
  }
  const uint64_t at = number.value_or(mailbox.reserved) - mailbox.past;
  if (at >= mailbox.messages.size()) {
    mailbox.waiting = process;
    StateOf(process).site = site;
    StateOf(process).ticket = 0;
    StateOf(process).key = key;
    return std::optional<Parcel>();
  }
  mailbox.waiting = -1;
  if (!number) ++mailbox.reserved;
  PADDOCK_CHECK(mailbox.messages[at]);
  Message message = *std::exchange(mailbox.messages[at], std::nullopt);
  while (!mailbox.messages.empty() && !mailbox.messages.front()) {
    mailbox.messages.pop_front();
    ++mailbox.past;
  }
  GoOn(process);
  StateOf(process).time = std::max(TimeOf(process), message.time);
  if (message.site->signature == site->signature) return std::optional(std::move(message.parcel));
  Diagnostic& diagnostic =
      sink.Error("grid-mismatch", site->span,
                 DescribeSite(*site) + " of " + Name(process) + " expects " + site->signature +
                     ", but was sent " + message.site->signature);
  diagnostic.notes.push_back({"it was sent here", message.site->span});
  return Failed();
}

}  // namespace paddock
