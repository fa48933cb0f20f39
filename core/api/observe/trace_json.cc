// Trace as text in the Trace Event Format: complete events ("X"), flows ("s" to "f"), counters
// ("C") and names ("M"). Times are in microseconds.
#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/observe/trace.h"
#include "core/diagnostics/json.h"
#include "core/ir/operation.h"
#include "core/run/communication.h"

namespace paddock {
namespace {

// Maximum number of members in the name of a group.
constexpr size_t kNamedMembers = 16;
// Tracks of a process, from 1: its steps, then tracks for communications, one more for each
// overlap.
constexpr uint64_t kStepTrack = 1;

std::string_view NameWithoutDialect(std::string_view name) {
  return name.substr(name.find('.') + 1);
}

std::string MicrosecondsText(int64_t nanoseconds) {
  std::string fraction = std::to_string(nanoseconds % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return std::to_string(nanoseconds / 1000) + "." + fraction;
}

bool IsControlFlow(const Operation& operation) {
  return operation.is(OpKind::kStablehloWhile) || operation.is(OpKind::kStablehloIf) ||
         operation.is(OpKind::kStablehloCase);
}

// Returns the operations around `operation` within its function, outermost first. Includes control
// flow itself, whose own steps are only jumps and copies.
std::vector<const Operation*> Surroundings(const Operation& operation) {
  std::vector<const Operation*> around;
  if (IsControlFlow(operation)) around.push_back(&operation);
  for (const Operation* at = &operation; at->parent != nullptr && at->parent->parent != nullptr;) {
    at = at->parent->parent->parent;
    if (at == nullptr || at->is(OpKind::kFuncFunc)) break;
    around.push_back(at);
  }
  std::ranges::reverse(around);
  return around;
}

}  // namespace

class TraceWriter {
 public:
  TraceWriter(const Trace& trace, const Program& program, GridSize size)
      : trace_(trace), program_(program), size_(size) {}

  std::string Write() {
    FindLimits();
    AddSteps();
    AddTalks();
    std::ranges::sort(boxes_, {}, [](const Box& box) {
      return std::tuple(box.begin, -box.end, box.process, box.track);
    });
    std::ranges::sort(arrows_, {}, [](const Arrow& arrow) {
      return std::tuple(arrow.at, arrow.id, !arrow.is_start);
    });
    std::ranges::sort(samples_, {},
                      [](const Sample& sample) { return std::pair(sample.at, sample.process); });
    AddNames();
    MergeByTime();
    return Finish();
  }

 private:
  // Box on a track. Boxes of a track are disjoint or nested.
  struct Box {
    int64_t process;
    uint64_t track;
    int64_t begin;
    int64_t end;
    // JSON members "name", "cat" and "args".
    std::string text;
  };

  struct Arrow {
    bool is_start;
    int64_t process;
    uint64_t track;
    int64_t at;
    uint64_t id;
    std::string_view name;
  };

  struct Sample {
    int64_t process;
    int64_t at;
    uint64_t live_bytes;
  };

  void FindLimits() {
    first_ = INT64_MAX;
    last_ = 0;
    const auto include = [&](int64_t begin, int64_t end) {
      first_ = std::min(first_, begin);
      last_ = std::max({last_, begin + 1, end});
    };
    for (const Trace::Step& step : trace_.steps_) include(step.begin, step.end);
    for (const Trace::Talk& talk : trace_.talks_) include(talk.event.begin, talk.event.end);
    if (first_ == INT64_MAX) first_ = 0;
  }

  std::string LineOf(Span span) const {
    return std::to_string(program_.source().Locate(span.begin).line);
  }

  // --- Steps.

  // Returns the part of an operation's text that its steps share: {"name": ..., "args": {...
  const std::string& TextOf(const Operation& operation) {
    auto [found, is_new] = texts_.try_emplace(&operation);
    if (!is_new) return found->second;
    std::string types;
    std::string names;
    for (const Value* result : operation.results) {
      types += (types.empty() ? "" : ", ") + ToString(result->type);
      if (!result->name.empty()) names += (names.empty() ? "%" : ", %") + std::string(result->name);
    }
    std::string& text = found->second;
    text = "\"name\": " + JsonString(NameWithoutDialect(operation.name)) +
           ", \"cat\": \"step\", \"args\": {\"line\": " + LineOf(operation.span);
    if (!names.empty()) text += ", \"result\": " + JsonString(names);
    if (!types.empty()) text += ", \"type\": " + JsonString(types);
    if (!operation.location.empty()) text += ", \"loc\": " + JsonString(operation.location);
    return text;
  }

  struct Open {
    const Operation* operation;
    int64_t begin;
    int64_t end;
  };

  void AddSteps() {
    std::unordered_map<int64_t, std::vector<Open>> open;
    for (const Trace::Step& step : trace_.steps_) {
      AddSample(step);
      std::vector<Open>& own = open[step.process];
      Enter(own, step);
      const int64_t end = std::max(step.end, step.begin + 1);
      for (Open& around : own) around.end = std::max(around.end, end);
      if (IsControlFlow(*step.operation)) continue;
      std::string text = TextOf(*step.operation);
      if (step.bytes != 0) text += ", \"bytes\": " + std::to_string(step.bytes);
      if (step.operations != 0) text += ", \"operations\": " + std::to_string(step.operations);
      boxes_.push_back({step.process, kStepTrack, step.begin, end, text + "}"});
    }
    for (auto& [process, own] : open) {
      while (!own.empty()) Close(process, own);
    }
  }

  // Adds a sample if the live bytes of the process change.
  void AddSample(const Trace::Step& step) {
    const auto [found, is_new] = live_bytes_.try_emplace(step.process, step.live_bytes);
    if (!is_new && std::exchange(found->second, step.live_bytes) == step.live_bytes) return;
    samples_.push_back({step.process, step.begin, step.live_bytes});
  }

  // Closes the loops and branches that do not contain the step, and opens those that do.
  void Enter(std::vector<Open>& open, const Trace::Step& step) {
    const std::vector<const Operation*> around = Surroundings(*step.operation);
    size_t same = 0;
    while (same < open.size() && same < around.size() && open[same].operation == around[same]) {
      ++same;
    }
    while (open.size() > same) Close(step.process, open);
    for (; same < around.size(); ++same) open.push_back({around[same], step.begin, step.begin});
  }

  void Close(int64_t process, std::vector<Open>& open) {
    const Open& inner = open.back();
    boxes_.push_back({process, kStepTrack, inner.begin, inner.end, TextOf(*inner.operation) + "}"});
    open.pop_back();
  }

  // --- Communications.

  // Key that all participants of a meeting or a message share.
  using Key = std::tuple<int64_t, int64_t, int64_t, uint64_t, bool>;
  static Key KeyOf(const Trace::Talk& talk) {
    const Communication& event = talk.event;
    const bool is_meeting = event.kind == CommunicationKind::kMeeting;
    if (is_meeting)
      return {static_cast<int64_t>(talk.group), 0, event.channel, event.occurrence, true};
    const bool is_named = event.members[0] >= 0 && event.members[1] >= 0;
    return {is_named ? event.members[0] : -1, is_named ? event.members[1] : -1, event.channel,
            event.occurrence, false};
  }

  static bool HasOtherEnd(const Communication& event) { return !event.members.empty(); }

  int64_t EndOf(const Communication& event) const {
    if (event.end == Communication::kNever) return last_;
    return std::max(event.end, event.begin + 1);
  }

  void AddTalks() {
    std::vector<const Trace::Talk*> sorted;
    for (const Trace::Talk& talk : trace_.talks_) sorted.push_back(&talk);
    std::ranges::sort(sorted, {}, [](const Trace::Talk* talk) {
      return std::pair(talk->event.begin, talk->event.process);
    });
    // Sender of a message, or last member of a meeting.
    struct From {
      const Trace::Talk* talk;
      uint64_t track;
    };
    std::unordered_map<int64_t, std::vector<int64_t>> busy_until;
    std::vector<uint64_t> tracks;
    std::map<Key, From> from;
    for (const Trace::Talk* talk : sorted) {
      tracks.push_back(FreeTrack(busy_until[talk->event.process], talk->event));
      if (!HasOtherEnd(talk->event) || talk->event.kind == CommunicationKind::kReceive) continue;
      from[KeyOf(*talk)] = {talk, tracks.back()};
    }
    for (size_t i = 0; i < sorted.size(); ++i) {
      const Communication& event = sorted[i]->event;
      std::optional<int64_t> last;
      const auto found = HasOtherEnd(event) ? from.find(KeyOf(*sorted[i])) : from.end();
      if (found != from.end() && found->second.talk != sorted[i]) {
        const Communication& other = found->second.talk->event;
        if (event.met != Communication::kNever) {
          AddArrow(other, found->second.track, event, tracks[i]);
        }
        last = other.process;
      }
      AddTalk(event, tracks[i], last);
    }
    for (const auto& [process, tracks_of_it] : busy_until) {
      talk_tracks_[process] = tracks_of_it.size();
    }
  }

  uint64_t FreeTrack(std::vector<int64_t>& busy_until, const Communication& event) const {
    const auto free =
        std::ranges::find_if(busy_until, [&](int64_t until) { return until <= event.begin; });
    const auto track = static_cast<uint64_t>(free - busy_until.begin());
    if (free == busy_until.end()) busy_until.push_back(0);
    busy_until[track] = EndOf(event);
    return kStepTrack + 1 + track;
  }

  void AddTalk(const Communication& event, uint64_t track, std::optional<int64_t> last) {
    const bool is_meeting = event.kind == CommunicationKind::kMeeting;
    std::string name(NameWithoutDialect(event.operation));
    if (!is_meeting && HasOtherEnd(event)) {
      const bool is_send = event.kind == CommunicationKind::kSend;
      const int64_t other = event.members[is_send ? 1 : 0];
      if (other >= 0) name += (is_send ? " to " : " from ") + ToString(size_.ProcessOf(other));
    }
    if (event.end == Communication::kNever) name += " (unfinished)";
    std::string text = "\"name\": " + JsonString(name) + ", \"cat\": \"" +
                       std::string(ToString(event.kind)) + "\", \"args\": {";
    if (event.span.is_known()) text += "\"line\": " + LineOf(event.span) + ", ";
    if (event.channel != 0) text += "\"channel\": " + std::to_string(event.channel) + ", ";
    if (is_meeting) text += "\"members\": " + JsonString(Members(event.members)) + ", ";
    text += "\"occurrence\": " + std::to_string(event.occurrence) +
            ", \"gave\": " + std::to_string(event.given()) +
            ", \"got\": " + std::to_string(event.taken()) + "}";
    boxes_.push_back({event.process, track, event.begin, EndOf(event), std::move(text)});
    const int64_t met = event.met == Communication::kNever ? EndOf(event) : event.met;
    // The last member of a meeting does not wait.
    const bool has_waited = last || event.met == Communication::kNever;
    if (!is_meeting || !has_waited || met <= event.begin) return;
    std::string waits = "\"name\": \"waits\", \"cat\": \"wait\", \"args\": {";
    if (last) waits += "\"for\": " + JsonString(ToString(size_.ProcessOf(*last)));
    boxes_.push_back({event.process, track, event.begin, met, waits + "}"});
  }

  std::string Members(std::span<const int64_t> members) const {
    std::string text;
    for (size_t i = 0; i < members.size() && i < kNamedMembers; ++i) {
      text += (i == 0 ? "" : ", ") + ToString(size_.ProcessOf(members[i]));
    }
    if (members.size() <= kNamedMembers) return text;
    return text + " and " + std::to_string(members.size() - kNamedMembers) + " more";
  }

  void AddArrow(const Communication& from, uint64_t from_track, const Communication& to,
                uint64_t to_track) {
    const uint64_t id = ++arrow_count_;
    const std::string_view name = NameWithoutDialect(from.operation);
    arrows_.push_back({true, from.process, from_track, from.begin, id, name});
    // The arrow ends within its box, and not before its own start.
    const int64_t at = std::max(from.begin, std::min(to.met, EndOf(to) - 1));
    arrows_.push_back({false, to.process, to_track, at, id, name});
  }

  // --- Text.

  void Append(std::string_view phase, int64_t process, uint64_t track, std::string_view rest) {
    text_ += text_.empty() ? "\n" : ",\n";
    text_ += "{\"ph\": \"";
    text_.append(phase).append("\", \"pid\": ").append(std::to_string(process + 1));
    text_.append(", \"tid\": ").append(std::to_string(track)).append(", ").append(rest);
    text_ += "}";
  }

  void AddNames() {
    for (int64_t i = 0; i < size_.process_count(); ++i) {
      const std::string number = std::to_string(i);
      Append("M", i, 0,
             "\"name\": \"process_name\", \"args\": {\"name\": \"process " +
                 ToString(size_.ProcessOf(i)) + "\"}");
      Append("M", i, 0,
             "\"name\": \"process_sort_index\", \"args\": {\"sort_index\": " + number + "}");
      Append("M", i, kStepTrack, "\"name\": \"thread_name\", \"args\": {\"name\": \"steps\"}");
      for (size_t k = 0; k < talk_tracks_[i]; ++k) {
        Append("M", i, kStepTrack + 1 + k,
               "\"name\": \"thread_name\", \"args\": {\"name\": \"communication" +
                   (k == 0 ? std::string() : " " + std::to_string(k + 1)) + "\"}");
      }
    }
  }

  void MergeByTime() {
    for (const Box& box : boxes_) {
      AddMarks(box.begin);
      Append("X", box.process, box.track,
             "\"ts\": " + MicrosecondsText(box.begin - first_) +
                 ", \"dur\": " + MicrosecondsText(box.end - box.begin) + ", " + box.text);
    }
    AddMarks(INT64_MAX);
  }

  // Writes arrows before `time`, and samples up to it.
  void AddMarks(int64_t time) {
    while (true) {
      const bool has_arrow = next_arrow_ < arrows_.size() && arrows_[next_arrow_].at < time;
      const bool has_sample = next_sample_ < samples_.size() && samples_[next_sample_].at <= time;
      if (!has_arrow && !has_sample) return;
      if (has_arrow && (!has_sample || arrows_[next_arrow_].at <= samples_[next_sample_].at)) {
        Add(arrows_[next_arrow_++]);
      } else {
        Add(samples_[next_sample_++]);
      }
    }
  }

  void Add(const Arrow& arrow) {
    Append(arrow.is_start ? "s" : "f", arrow.process, arrow.track,
           std::string(arrow.is_start ? "" : "\"bp\": \"e\", ") + "\"ts\": " +
               MicrosecondsText(arrow.at - first_) + ", \"id\": " + std::to_string(arrow.id) +
               ", \"cat\": \"communication\", \"name\": " + JsonString(arrow.name));
  }

  void Add(const Sample& sample) {
    Append("C", sample.process, 0,
           "\"ts\": " + MicrosecondsText(sample.at - first_) +
               ", \"name\": \"live bytes\", \"args\": {\"bytes\": " +
               std::to_string(sample.live_bytes) + "}");
  }

  std::string Finish() {
    Json other;
    other.Member("program", program_.source().name())
        .Member("grid", ToString(size_))
        .Member("events", trace_.event_count_)
        .Member("kept", trace_.kept_count());
    return "{\"displayTimeUnit\": \"ns\", \"otherData\": " + other.Object() +
           ", \"traceEvents\": [" + text_ + "\n]}\n";
  }

  const Trace& trace_;
  const Program& program_;
  GridSize size_;
  int64_t first_ = 0;
  int64_t last_ = 0;
  std::unordered_map<const Operation*, std::string> texts_;
  std::vector<Box> boxes_;
  std::vector<Arrow> arrows_;
  std::unordered_map<int64_t, uint64_t> live_bytes_;
  std::vector<Sample> samples_;
  size_t next_arrow_ = 0;
  size_t next_sample_ = 0;
  uint64_t arrow_count_ = 0;
  std::unordered_map<int64_t, size_t> talk_tracks_;
  std::string text_;
};

std::string Trace::Json(const Program& program, GridSize size) const {
  return TraceWriter(*this, program, size).Write();
}

}  // namespace paddock
