// Serialization of a trace, to merge the traces of all places: the lists of members, steps and
// communications, as numbers (core/grid/leb128.h).
#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include "core/api/observe/trace.h"
#include "core/dialect/op_info.h"
#include "core/grid/leb128.h"

namespace paddock {
namespace {

// Collects operations by id.
void CollectOperations(const Operation& operation, std::vector<const Operation*>& found) {
  found[operation.id] = &operation;
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Operation* inner : *block) CollectOperations(*inner, found);
    }
  }
}

}  // namespace

std::string Trace::Bytes() const {
  Leb128Writer words;
  words.Number(event_count_);
  words.Number(groups_.size());
  for (const std::vector<int64_t>* members : groups_) {
    words.Number(members->size());
    for (int64_t member : *members) words.Signed(member);
  }
  words.Number(steps_.size());
  for (const Step& step : steps_) {
    words.Number(step.operation->id);
    words.Number(static_cast<uint64_t>(step.process));
    words.Signed(step.begin);
    words.Signed(step.end - step.begin);
    words.Number(step.bytes);
    words.Number(step.operations);
    words.Number(step.live_bytes);
  }
  words.Number(talks_.size());
  for (const auto& [event, group] : talks_) {
    words.Number(static_cast<uint64_t>(event.kind));
    words.Number(static_cast<uint64_t>(event.process));
    words.Text(event.operation);
    words.Number(event.span.begin);
    words.Number(event.span.end);
    words.Signed(event.channel);
    words.Number(static_cast<uint64_t>(event.exchange));
    words.Number(group);
    words.Number(event.occurrence);
    words.Number(event.bytes);
    words.Number(event.roots.size());
    for (const Communication::Root& root : event.roots) {
      words.Number(root.position);
      words.Number(root.bytes);
    }
    for (int64_t time : {event.begin, event.met, event.end}) words.Signed(time);
  }
  const std::vector<std::byte> bytes = words.Take();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class TraceParser {
 public:
  TraceParser(const Program& program, GridSize size, std::string_view bytes, int64_t offset)
      : operations_(program.module().operation_count()),
        size_(size),
        text_size_(program.source().text().size()),
        offset_(offset),
        words_(std::as_bytes(std::span(bytes))) {
    CollectOperations(*program.module().operation(), operations_);
  }

  bool Read() {
    event_count_ = words_.Number();
    Repeat([&] { ReadGroup(); });
    Repeat([&] { ReadStep(); });
    Repeat([&] { ReadTalk(); });
    // Leaves room for sums of a few counts.
    Require(event_count_ <= uint64_t{1} << 60);
    return is_good() && words_.is_at_end() && event_count_ >= steps_.size() + talks_.size();
  }

  void AddTo(Trace& trace) const {
    trace.event_count_ += event_count_;
    trace.steps_.insert(trace.steps_.end(), steps_.begin(), steps_.end());
    for (const Communication& event : talks_) trace.Keep(event);
  }

 private:
  template <class ReadOne>
  void Repeat(ReadOne read_one) {
    const size_t count = words_.Count();
    for (size_t i = 0; i < count && is_good(); ++i) read_one();
  }

  void Require(bool is_so) { is_good_ = is_good_ && is_so; }
  bool is_good() const { return is_good_ && words_.is_good(); }

  int64_t Process() {
    const uint64_t process = words_.Number();
    Require(process < static_cast<uint64_t>(size_.process_count()));
    return static_cast<int64_t>(process);
  }

  // Reads a time, converts it to this place's clock, and checks its range.
  int64_t Time() {
    const int64_t time = words_.Signed();
    Require(time >= Communication::kNever && time <= Trace::kLatest);
    if (time == Communication::kNever || !is_good()) return Communication::kNever;
    return std::clamp<int64_t>(time - offset_, 0, Trace::kLatest);
  }

  void ReadGroup() {
    std::vector<int64_t>& members = groups_.emplace_back();
    Repeat([&] {
      members.push_back(words_.Signed());
      Require(members.back() >= -1 && members.back() < size_.process_count());
    });
  }

  void ReadStep() {
    Trace::Step step{};
    const uint64_t id = words_.Number();
    Require(id < operations_.size() && operations_[static_cast<size_t>(id)] != nullptr);
    if (!is_good()) return;
    step.operation = operations_[static_cast<size_t>(id)];
    step.process = Process();
    step.begin = Time();
    const int64_t duration = words_.Signed();
    Require(step.begin >= 0 && duration >= 0 && duration <= Trace::kLatest);
    if (!is_good()) return;
    step.end = step.begin + duration;
    step.bytes = words_.Number();
    step.operations = words_.Number();
    step.live_bytes = words_.Number();
    steps_.push_back(step);
  }

  template <class Enum>
  Enum ReadEnum(Enum last) {
    const uint64_t number = words_.Number();
    Require(number <= static_cast<uint64_t>(last));
    return is_good() ? static_cast<Enum>(number) : last;
  }

  void ReadTalk() {
    Communication event;
    event.kind = ReadEnum(CommunicationKind::kOutfeed);
    event.process = Process();
    const OpInfo* info = FindOp(words_.Text());
    const uint64_t begin = words_.Number();
    const uint64_t end = words_.Number();
    Require(info != nullptr && begin <= end && end <= text_size_);
    event.channel = words_.Signed();
    event.exchange = ReadEnum(Exchange::kToRoot);
    const uint64_t group = words_.Number();
    Require(group < groups_.size());
    event.occurrence = words_.Number();
    event.bytes = words_.Number();
    if (!is_good()) return;
    event.operation = info->name;
    event.span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    event.members = groups_[static_cast<size_t>(group)];
    Repeat([&] {
      const uint64_t position = words_.Number();
      Require(position < event.members.size());
      event.roots.push_back({static_cast<size_t>(position), words_.Number()});
    });
    event.begin = Time();
    event.met = Time();
    event.end = Time();
    // A message has two ends, a meeting any number, a feed none.
    const bool is_message =
        event.kind == CommunicationKind::kSend || event.kind == CommunicationKind::kReceive;
    const bool is_feed = !is_message && event.kind != CommunicationKind::kMeeting;
    Require(event.begin >= 0 && (!is_message || event.members.size() == 2));
    Require(!is_feed || event.members.empty());
    talks_.push_back(std::move(event));
  }

  std::vector<const Operation*> operations_;
  const GridSize size_;
  const uint64_t text_size_;
  const int64_t offset_;
  Leb128Reader words_;
  bool is_good_ = true;
  uint64_t event_count_ = 0;
  // A deque keeps the addresses of its elements stable.
  std::deque<std::vector<int64_t>> groups_;
  std::vector<Trace::Step> steps_;
  std::vector<Communication> talks_;
};

bool Trace::Add(const Program& program, GridSize size, std::string_view bytes, int64_t offset) {
  TraceParser parser(program, size, bytes, offset);
  if (!parser.Read()) return false;
  const std::lock_guard lock(mutex_);
  parser.AddTo(*this);
  return true;
}

}  // namespace paddock
