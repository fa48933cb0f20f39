#include "core/cost/timeline.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/fnv.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/traffic.h"

namespace paddock {
namespace {

constexpr int64_t kNoNode = -1;

// A communication, with its critical predecessor.
struct Node {
  int64_t before = kNoNode;
  // Seconds of computation between the predecessor and this one.
  double compute_seconds = 0;
  double seconds = 0;
  uint32_t traffic = 0;
};

// A time of a process, and the node that determined it.
struct Moment {
  double at = 0;
  int64_t node = kNoNode;
  // Seconds of computation since that node ended.
  double compute_seconds = 0;

  void Compute(double seconds) {
    at += seconds;
    compute_seconds += seconds;
  }
  void Later(const Moment& other) {
    if (other.at > at) *this = other;
  }
};

struct Meeting {
  int64_t missing = 0;
  int64_t to_leave = 0;
  // The latest start so far.
  Moment start;
  bool is_over = false;
  Moment end;
  std::vector<int64_t> waiting;
};

struct Mailbox {
  struct Message {
    Moment start;
    int64_t source;
    double seconds;  // negative: unknown without its target
    uint32_t traffic;
  };
  std::deque<Message> messages;
  std::optional<int64_t> waiting;
};

// The k-th meeting of a group on a channel.
using MeetingKey = std::tuple<int64_t, uint64_t, uint64_t>;

struct ProcessState {
  size_t next = 0;
  bool has_computed = false;  // the computation before the next event is in `now`
  Moment now;
  // Time at which its links are free.
  Moment links;
  double communication_seconds = 0;
  std::map<std::pair<int64_t, uint64_t>, uint64_t> joined;
  // Meetings whose results the process has not taken yet, by their groups.
  std::map<const ProcessGroups*, std::deque<MeetingKey>> given;
};

class Player {
 public:
  Player(const Schedule& schedule, const MachineModel& machine, const Topology& topology)
      : schedule_(schedule),
        machine_(machine),
        topology_(topology),
        states_(static_cast<size_t>(schedule.grid().process_count())),
        costs_(schedule.traffic().size()),
        hashes_(schedule.traffic().size()) {}

  std::optional<CostReport> Play(std::string& problem) {
    for (size_t i = 0; i < states_.size(); ++i) ready_.push_back(static_cast<int64_t>(i));
    while (!ready_.empty()) {
      const int64_t process = ready_.front();
      ready_.pop_front();
      Advance(process);
    }
    for (size_t i = 0; i < states_.size(); ++i) {
      const auto& events = schedule_.OfProcess(static_cast<int64_t>(i)).events;
      if (states_[i].next == events.size()) continue;
      const Traffic& traffic = *schedule_.traffic()[events[states_[i].next].traffic];
      problem = "process " + ToString(schedule_.grid().ProcessOf(static_cast<int64_t>(i))) +
                " waits in " + std::string(traffic.site->operation) +
                " for a message that is never sent: the program ends in a deadlock";
      return std::nullopt;
    }
    return Report();
  }

 private:
  ProcessState& StateOf(int64_t process) { return states_[static_cast<size_t>(process)]; }

  // Runs until the process ends or waits.
  void Advance(int64_t process) {
    ProcessState& state = StateOf(process);
    const ProcessSchedule& schedule = schedule_.OfProcess(process);
    while (state.next < schedule.events.size()) {
      const ProcessSchedule::Event& event = schedule.events[state.next];
      if (!std::exchange(state.has_computed, true)) state.now.Compute(event.seconds);
      if (!Do(process, event.traffic)) return;
      state.has_computed = false;
      ++state.next;
    }
    state.now.Compute(schedule.seconds_after);
  }

  // Returns false if it must wait.
  bool Do(int64_t process, uint32_t number) {
    switch (schedule_.traffic()[number]->role) {
      case TrafficRole::kGive:
        Give(process, number);
        return true;
      case TrafficRole::kTake:
        return Take(process, number);
      case TrafficRole::kSend:
        Send(process, number);
        return true;
      case TrafficRole::kReceive:
        return Receive(process, number);
      case TrafficRole::kOutside:
        break;
    }
    return true;
  }

  // --- Meetings.

  uint64_t HashOf(uint32_t number, uint32_t group) {
    std::vector<uint64_t>& hashes = hashes_[number];
    if (hashes.empty()) {
      for (const auto& members : schedule_.traffic()[number]->groups->groups()) {
        hashes.push_back(FnvHash<int64_t>(members));
      }
    }
    return hashes[group];
  }

  const CollectiveCost& CostOf(uint32_t number) {
    std::optional<CollectiveCost>& cost = costs_[number];
    if (cost) return *cost;
    const Traffic& traffic = *schedule_.traffic()[number];
    const auto bytes = static_cast<double>(traffic.bytes);
    if (traffic.groups != nullptr) {
      const std::string_view name = traffic.site->operation;
      cost = CostOfCollective(machine_, topology_, name.substr(name.find('.') + 1),
                              traffic.groups->groups(), bytes);
    } else {
      cost = CostOfMessages(machine_, topology_, PairsOf(traffic), bytes);
    }
    return *cost;
  }

  static std::vector<ChipPair> PairsOf(const Traffic& traffic) {
    std::vector<ChipPair> pairs;
    if (traffic.pairs == nullptr) return pairs;
    for (size_t i = 0; i < traffic.pairs->target_of.size(); ++i) {
      const int64_t target = traffic.pairs->target_of[i];
      if (target >= 0) pairs.push_back({static_cast<int64_t>(i), target});
    }
    return pairs;
  }

  void Give(int64_t process, uint32_t number) {
    const Traffic& traffic = *schedule_.traffic()[number];
    const auto place = traffic.groups->Find(process);
    if (!place) return;
    ProcessState& state = StateOf(process);
    const std::pair group(traffic.site->channel, HashOf(number, place->group));
    const MeetingKey key(group.first, group.second, state.joined[group]++);
    state.given[traffic.groups].push_back(key);
    const std::vector<int64_t>& members = traffic.groups->groups()[place->group];
    const auto [found, is_new] = meetings_.try_emplace(key);
    Meeting& meeting = found->second;
    if (is_new) meeting.missing = meeting.to_leave = static_cast<int64_t>(members.size());
    meeting.start.Later(state.now);
    meeting.start.Later(state.links);
    if (--meeting.missing > 0) return;
    meeting.is_over = true;
    const double seconds = CostOf(number).seconds;
    meeting.end = EndOf(meeting.start, seconds, number);
    for (int64_t member : members) {
      StateOf(member).links = meeting.end;
      StateOf(member).communication_seconds += seconds;
    }
    for (int64_t member : meeting.waiting) ready_.push_back(member);
    meeting.waiting.clear();
  }

  Moment EndOf(const Moment& start, double seconds, uint32_t number) {
    nodes_.push_back({start.node, start.compute_seconds, seconds, number});
    return {start.at + seconds, static_cast<int64_t>(nodes_.size()) - 1, 0};
  }

  bool Take(int64_t process, uint32_t number) {
    ProcessState& state = StateOf(process);
    const Traffic& traffic = *schedule_.traffic()[number];
    std::deque<MeetingKey>& given = state.given[traffic.groups];
    if (given.empty()) return true;  // in no group
    Meeting& meeting = meetings_.at(given.front());
    if (!meeting.is_over) {
      meeting.waiting.push_back(process);
      return false;
    }
    state.now.Later(meeting.end);
    if (--meeting.to_leave == 0) meetings_.erase(given.front());
    given.pop_front();
    return true;
  }

  // --- Messages.

  static std::optional<MailboxKey> KeyOf(const Traffic& traffic, int64_t process) {
    MailboxKey key{traffic.mailbox, traffic.site->channel};
    if (traffic.pairs == nullptr) return key;
    const auto at = static_cast<size_t>(process);
    const bool is_send = traffic.role == TrafficRole::kSend;
    key.source = is_send ? process : traffic.pairs->source_of[at];
    key.target = is_send ? traffic.pairs->target_of[at] : process;
    if (key.source < 0 || key.target < 0) return std::nullopt;
    return key;
  }

  void Send(int64_t process, uint32_t number) {
    const Traffic& traffic = *schedule_.traffic()[number];
    const auto key = KeyOf(traffic, process);
    if (!key) return;
    ProcessState& state = StateOf(process);
    Mailbox& mailbox = mailboxes_[*key];
    Moment start = state.now;
    start.Later(state.links);
    const double seconds = traffic.pairs == nullptr ? -1 : CostOf(number).seconds;
    mailbox.messages.push_back({start, process, seconds, number});
    if (seconds >= 0) {
      state.links = EndOf(start, seconds, number);
      mailbox.messages.back().start = state.links;
      state.communication_seconds += seconds;
    }
    if (mailbox.waiting) ready_.push_back(*std::exchange(mailbox.waiting, std::nullopt));
  }

  bool Receive(int64_t process, uint32_t number) {
    const Traffic& traffic = *schedule_.traffic()[number];
    const auto key = KeyOf(traffic, process);
    if (!key) return true;
    Mailbox& mailbox = mailboxes_[*key];
    if (mailbox.messages.empty()) {
      mailbox.waiting = process;
      return false;
    }
    Mailbox::Message message = mailbox.messages.front();
    mailbox.messages.pop_front();
    Moment end = message.start;
    if (message.seconds < 0) {
      const ChipPair pair{message.source, process};
      const CollectiveCost cost = CostOfMessages(machine_, topology_, std::span(&pair, 1),
                                                 static_cast<double>(traffic.bytes));
      if (!costs_[message.traffic]) costs_[message.traffic] = cost;
      end = EndOf(message.start, cost.seconds, message.traffic);
      StateOf(message.source).links.Later(end);
      StateOf(message.source).communication_seconds += cost.seconds;
    }
    StateOf(process).now.Later(end);
    return true;
  }

  // --- Results.

  CostReport Report() {
    CostReport report;
    const ProcessState* last = &states_[0];
    for (size_t i = 0; i < states_.size(); ++i) {
      const ProcessSchedule& schedule = schedule_.OfProcess(static_cast<int64_t>(i));
      report.compute_seconds = std::max(report.compute_seconds, schedule.compute_seconds);
      report.operations = std::max(report.operations, schedule.operations);
      report.bytes = std::max(report.bytes, schedule.bytes);
      if (states_[i].now.at > last->now.at) last = &states_[i];
    }
    report.seconds = last->now.at;
    report.communication_seconds = last->communication_seconds;
    report.path_compute_seconds = last->now.compute_seconds;
    std::vector<double> path_seconds(costs_.size());
    for (int64_t at = last->now.node; at != kNoNode; at = nodes_[static_cast<size_t>(at)].before) {
      const Node& node = nodes_[static_cast<size_t>(at)];
      report.path_compute_seconds += node.compute_seconds;
      report.path_communication_seconds += node.seconds;
      path_seconds[node.traffic] += node.seconds;
    }
    AddRows(report, path_seconds);
    return report;
  }

  // Plans of several sizes have separate traffic for one place of the program.
  void AddRows(CostReport& report, const std::vector<double>& path_seconds) {
    const std::vector<uint64_t> times = CountTimes();
    for (uint32_t i = 0; i < schedule_.traffic().size(); ++i) {
      const Traffic& traffic = *schedule_.traffic()[i];
      if (traffic.role != TrafficRole::kGive && traffic.role != TrafficRole::kSend) continue;
      CommunicationCost row;
      row.site = traffic.site;
      row.is_message = traffic.role == TrafficRole::kSend;
      row.bytes = traffic.bytes;
      row.times = times[i];
      row.cost = CostOf(i);
      row.path_seconds = path_seconds[i];
      if (row.is_message) {
        row.group_count = std::max<int64_t>(1, static_cast<int64_t>(PairsOf(traffic).size()));
        row.group_size = 2;
      } else {
        row.group_count = static_cast<int64_t>(traffic.groups->groups().size());
        row.group_size = static_cast<int64_t>(traffic.groups->largest());
      }
      const auto same = std::ranges::find_if(report.communications, [&](const auto& other) {
        return other.site->span == row.site->span && other.bytes == row.bytes;
      });
      if (same == report.communications.end()) {
        report.communications.push_back(std::move(row));
      } else {
        same->times += row.times;
        same->path_seconds += row.path_seconds;
      }
    }
    std::ranges::sort(report.communications, {}, [](const CommunicationCost& row) {
      return std::pair(row.site->span.begin, row.bytes);
    });
  }

  std::vector<uint64_t> CountTimes() const {
    std::vector<uint64_t> most(costs_.size());
    std::vector<uint64_t> own(costs_.size());
    const ProcessSchedule* before = nullptr;
    for (size_t i = 0; i < states_.size(); ++i) {
      const ProcessSchedule& schedule = schedule_.OfProcess(static_cast<int64_t>(i));
      if (&schedule == std::exchange(before, &schedule)) continue;
      own.assign(own.size(), 0);
      for (const ProcessSchedule::Event& event : schedule.events) ++own[event.traffic];
      for (size_t k = 0; k < own.size(); ++k) most[k] = std::max(most[k], own[k]);
    }
    return most;
  }

  const Schedule& schedule_;
  const MachineModel& machine_;
  const Topology& topology_;
  std::vector<ProcessState> states_;
  std::deque<int64_t> ready_;
  std::vector<std::optional<CollectiveCost>> costs_;
  std::vector<std::vector<uint64_t>> hashes_;
  std::map<MeetingKey, Meeting> meetings_;
  std::map<MailboxKey, Mailbox> mailboxes_;
  std::vector<Node> nodes_;
};

}  // namespace

std::optional<CostReport> PlayTimeline(const Schedule& schedule, const MachineModel& machine,
                                       const Topology& topology, std::string& problem) {
  return Player(schedule, machine, topology).Play(problem);
}

}  // namespace paddock
