// Diagnostics of a hub for processes that do not meet.
#include <algorithm>
#include <utility>

#include "core/grid/hub.h"

namespace paddock {
namespace {

// A diagnostic about a large grid names the first few processes.
constexpr size_t kNamedProcesses = 8;

// "all_reduce" of "stablehlo.all_reduce".
std::string_view ShortName(std::string_view operation) {
  const size_t dot = operation.find('.');
  return dot == std::string_view::npos ? operation : operation.substr(dot + 1);
}

void AddNote(Diagnostic& diagnostic, const Site& site, std::string message) {
  diagnostic.notes.push_back({std::move(message), site.span});
}

}  // namespace

std::string DescribeSite(const Site& site) {
  std::string text(ShortName(site.operation));
  if (site.channel != 0) text += " on channel " + std::to_string(site.channel);
  return text;
}

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

// --- Mismatches.

Diagnostic Hub::DescribeMismatch(const Comer& comer, const Comer& other) const {
  const Site& site = *comer.site;
  std::string message = "processes execute different collectives: ";
  if (site.operation != other.site->operation) {
    message += Name(comer.process) + " came to " + DescribeSite(site) + " and " +
               Name(other.process) + " to " + DescribeSite(*other.site);
  } else if (!IsSame(site, *other.site)) {
    message += Name(comer.process) + " came to " + DescribeSite(site) + " with " + site.signature +
               " and " + Name(other.process) + " with " + other.site->signature;
  } else {
    message += "the group of " + Name(comer.process) + " in " + DescribeSite(site) + " is " +
               Names(comer.members) + " and that of " + Name(other.process) + " is " +
               Names(other.members);
  }
  Diagnostic diagnostic;
  diagnostic.code = "grid-mismatch";
  diagnostic.span = site.span;
  diagnostic.message = std::move(message);
  AddNote(diagnostic, *other.site, Name(other.process) + " came here");
  return diagnostic;
}

// The fault names the lowest two of the processes that had arrived at the time of the second one.
GridFault Hub::FaultOf(const Owners& owners, std::string_view role) const {
  std::vector<int64_t> times;
  for (const auto& [process, first] : owners.processes) times.push_back(first.time);
  std::ranges::nth_element(times, times.begin() + 1);
  std::vector<std::pair<int64_t, SiteRef>> present;
  for (const auto& [process, first] : owners.processes) {
    if (first.time <= times[1]) present.emplace_back(process, first.site);
  }
  const auto& [first, first_site] = present[0];
  const auto& [second, second_site] = present[1];
  Diagnostic diagnostic;
  diagnostic.code = "grid-channel";
  diagnostic.span = second_site->span;
  diagnostic.message = "channel " + std::to_string(second_site->channel) + " has two " +
                       std::string(role) + ", " + Name(first) + " and " + Name(second) +
                       ": source_target_pairs must list the senders and receivers";
  AddNote(diagnostic, *first_site, Name(first) + " came here");
  return {times[1], second, std::move(diagnostic)};
}

// Returns the fault at the time when two processes first disagreed. It names the lowest process
// that had arrived, and the lowest one that disagrees with it.
std::optional<GridFault> Hub::FaultOf(const Round& round) const {
  if (round.strangers.empty()) return std::nullopt;
  std::vector<Comer> comers = round.strangers;
  for (size_t i = 0; i < round.members.size(); ++i) {
    if (round.sites[i] != nullptr) {
      comers.push_back({round.times[i], round.members[i], round.sites[i], round.members});
    }
  }
  const auto differs_from = [](const Comer& one) {
    return [&one](const Comer& other) {
      return !IsSame(*other.site, *one.site) || other.members != one.members;
    };
  };
  std::ranges::sort(comers, {},
                    [](const Comer& comer) { return std::pair(comer.time, comer.process); });
  const int64_t time = std::ranges::find_if(comers, differs_from(comers.front()))->time;
  std::erase_if(comers, [time](const Comer& comer) { return comer.time > time; });
  std::ranges::sort(comers, {}, &Comer::process);
  const Comer& lowest = comers.front();
  const Comer& other = *std::ranges::find_if(comers, differs_from(lowest));
  return GridFault{time, other.process, DescribeMismatch(other, lowest)};
}

std::optional<GridFault> Hub::FindFault() const {
  std::optional<GridFault> first;
  const auto consider = [&first](std::optional<GridFault> fault) {
    if (!fault) return;
    const bool is_first =
        !first || std::pair(fault->time, fault->process) < std::pair(first->time, first->process);
    if (is_first) first = std::move(fault);
  };
  for (const auto& [key, meeting] : meetings_) {
    for (const Round& round : meeting.rounds) consider(FaultOf(round));
  }
  for (const auto& [key, mailbox] : mailboxes_) {
    if (mailbox.senders.processes.size() > 1) consider(FaultOf(mailbox.senders, "senders"));
    if (mailbox.receivers.processes.size() > 1) consider(FaultOf(mailbox.receivers, "receivers"));
  }
  return first;
}

// --- Deadlock.

std::vector<int64_t> Hub::WaitsFor(const State& state) const {
  std::vector<int64_t> processes;
  if (state.ticket != 0) {
    const Round& round = RoundOf(tickets_.at(state.ticket));
    for (size_t i = 0; i < round.members.size(); ++i) {
      if (round.sites[i] == nullptr) processes.push_back(round.members[i]);
    }
    return processes;
  }
  const int64_t source =
      state.key.source >= 0 ? state.key.source : mailboxes_.at(state.key).senders.owner;
  if (source >= 0) processes.push_back(source);
  return processes;
}

std::string Hub::DescribeState(int64_t process) const {
  const State& state = StateOf(process);
  if (state.is_finished) return Name(process) + " has finished";
  if (state.site == nullptr) return Name(process) + " has not come";
  std::string text = Name(process) + " waits in " + DescribeSite(*state.site);
  const std::vector<int64_t> waits_for = WaitsFor(state);
  if (!waits_for.empty()) return text + " for " + Names(waits_for);
  return text + ", to which no process sends";
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
      for (int64_t other : WaitsFor(state)) {
        if (StateOf(other).is_finished) finished.push_back(other);
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
