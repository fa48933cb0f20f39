#include "core/api/why/why_forward.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "core/api/why/cell_feeds.h"
#include "core/api/why/execution_cells.h"
#include "core/api/why/value_uses.h"
#include "core/explain/explain.h"
#include "core/explain/landing_updates.h"

namespace paddock {
namespace {

// Executions of one operation that are searched for a reader of one cell.
constexpr int kMostReadings = 64;
// Cells of one result that are searched.
constexpr int64_t kMostSearchedCells = int64_t{1} << 14;

class ForwardWalk : public ChainFollower {
 public:
  ForwardWalk(WhyNodes& nodes, const WhyTarget& target, const WhyOptions& options)
      : nodes_(nodes),
        options_(options),
        reader_(nodes.reader()),
        uses_(reader_.program(), reader_.sources()) {
    Add(reader_.sources().Find({target.value, target.process, target.clock}), target.cell, 0);
  }

  bool Step() override {
    if (open_.empty() || reader_.is_stopped()) return false;
    const size_t next = open_.top().second;
    open_.pop();
    Follow(next);
    return true;
  }

  void Finish() override {
    nodes_.chain().is_cut |= std::ranges::any_of(
        nodes_.chain().nodes, [](const WhyNode& node) { return !node.is_followed; });
  }

 private:
  std::optional<size_t> Add(const ValueSource& source, std::span<const int64_t> cell,
                            size_t depth) {
    const size_t before = nodes_.chain().nodes.size();
    const auto number = nodes_.Get(source, cell, depth, options_.most_cells);
    if (!number) nodes_.chain().is_cut = true;
    if (nodes_.chain().nodes.size() != before) open_.emplace(source.moment.clock, *number);
    return number;
  }

  void Follow(size_t number) {
    if (nodes_.node(number).depth >= options_.most_depth) return;
    nodes_.node(number).is_followed = true;
    const WhyNodes::Place place = nodes_.PlaceOf(number);
    const ValueUses::Readers readers = uses_.ReadersOf(*place.moment.value);
    for (const size_t result : readers.results) {
      nodes_.node(number).notes.push_back("result " + std::to_string(result) + " of the program");
    }
    for (const ValueUses::Reader& reader : readers.readers) FollowReader(number, place, reader);
  }

  void FollowReader(size_t number, const WhyNodes::Place& place, const ValueUses::Reader& reader) {
    const RunLog& log = reader_.log();
    const int64_t process = place.moment.process;
    const Operation* done =
        reader_.sources().CompletedBy(*reader.operation, process, log.last_clock());
    const Operation& operation = done == nullptr ? *reader.operation : *done;
    if (!log.LastAt(process, operation, log.last_clock())) {
      return AddResults(number, operation, process, place.moment.clock);
    }
    const bool is_computed = place.kind == ValueSource::Kind::kOperation;
    uint64_t clock = is_computed ? place.moment.clock : 0;
    for (int i = 0; i < kMostReadings; ++i) {
      const auto next = log.NextAfter(process, operation, clock);
      if (!next) return;
      const uint64_t before = std::exchange(clock, *next);
      const ValueSource source = reader_.sources().Find({reader.operand, process, clock});
      const bool is_it = source.moment.value == place.moment.value &&
                         (source.kind != ValueSource::Kind::kOperation ||
                          source.moment.clock == place.moment.clock);
      if (!is_it) continue;
      if (reader.made == nullptr) {
        AddResults(number, operation, process, clock);
        const Exchanged* sent = log.SentBetween(process, *reader.operation, before, clock);
        if (sent != nullptr) AddReceived(number, operation, *sent);
      } else if (reader.made->is_block_argument()) {
        const bool is_taken = reader_.sources().TakenAt(operation, process, clock) == clock;
        if (is_taken) AddSet(number, {reader.made, process, clock});
      } else if (log.ExchangeAt(process, operation, clock) != nullptr) {
        AddResult(number, *reader.made, process, clock);
      }
    }
  }

  void AddResults(size_t number, const Operation& operation, int64_t process, uint64_t clock) {
    for (const Value* result : operation.results) AddResult(number, *result, process, clock);
  }

  // Adds the result of the process, and those of the others that took part.
  void AddResult(size_t number, const Value& result, int64_t process, uint64_t clock) {
    AddSet(number, {&result, process, clock});
    const Operation& operation = ComputedBy(result);
    const bool has_exchange =
        operation.info->has(kCollective) || operation.is(OpKind::kSdyManualComputation);
    const Exchanged* event =
        has_exchange ? reader_.log().ExchangeAt(process, operation, clock) : nullptr;
    if (event == nullptr || event->kind != CommunicationKind::kMeeting) return;
    for (const int64_t member : event->members) {
      if (member == process || member < 0) continue;
      const auto other = reader_.log().CounterpartOf(*event, member);
      if (other.event != nullptr) AddSet(number, {&result, member, other.event->clock});
    }
  }

  // Adds what the target of a message received: by the same operation, or for send by recv.
  void AddReceived(size_t number, const Operation& operation, const Exchanged& sent) {
    const int64_t target = sent.members.size() < 2 ? -1 : sent.members[1];
    if (target < 0) return;
    const auto received = reader_.log().CounterpartOf(sent, target);
    if (received.event == nullptr) return;
    const Operation* receiving =
        operation.is(OpKind::kStablehloSend)
            ? reader_.sources().OperationAt(received.span.begin, OpKind::kStablehloRecv)
            : &operation;
    if (receiving == nullptr) return;
    for (const Value* result : receiving->results) {
      AddSet(number, {result, target, received.event->clock});
    }
  }

  // Adds the cells of a result that this node feeds.
  void AddSet(size_t number, ValueMoment moment) {
    const Type type = moment.value->type;
    const bool is_known =
        type.is(TypeKind::kScalar) || (type.is_tensor() && type.has_static_shape());
    if (!is_known) return;
    const std::vector<std::vector<int64_t>> cells = FedCells(number, moment);
    if (cells.empty()) return;
    WhySet set{CellName(*moment.value, {}),        {}, moment.process,
               static_cast<int64_t>(cells.size()), {}, false};
    for (const auto& cell : cells) {
      if (set.terms.size() >= options_.most_terms) break;
      AddTerm(number, moment, cell, set);
    }
    nodes_.node(number).sets.push_back(std::move(set));
  }

  void AddTerm(size_t number, ValueMoment moment, const std::vector<int64_t>& cell, WhySet& set) {
    const ValueSource source = reader_.sources().Find(moment);
    const auto next = Add(source, cell, nodes_.node(number).depth + 1);
    WhyTerm term{cell, "?"};
    if (next) {
      term.node = *next;
      term.value = nodes_.node(*next).value;
    }
    set.terms.push_back(std::move(term));
  }

  std::vector<std::vector<int64_t>> FedCells(size_t number, ValueMoment moment) {
    std::vector<std::vector<int64_t>> fed;
    CellBox whole;
    if (moment.value->type.is_tensor()) {
      for (const int64_t size : moment.value->type.shape()) whole.ranges.push_back({0, size});
    }
    int64_t searched = 0;
    const Operation& operation = ComputedBy(*moment.value);
    const bool is_scatter = operation.is(OpKind::kStablehloScatter);
    const std::vector<uint32_t> operands =
        is_scatter ? OperandsOf(number, moment) : std::vector<uint32_t>();
    ForEachCell(whole, [&](std::span<const int64_t> cell) {
      const bool is_fed =
          is_scatter ? IsScattered(number, moment, cell, operands) : IsFedBy(number, moment, cell);
      if (is_fed) fed.emplace_back(cell.begin(), cell.end());
      return ++searched < kMostSearchedCells && !reader_.is_stopped();
    });
    if (CellCount(whole) > kMostSearchedCells) {
      nodes_.node(number).notes.push_back("only the first " + std::to_string(kMostSearchedCells) +
                                          " cells of " + CellName(*moment.value, {}) +
                                          " were searched");
    }
    return fed;
  }

  // Returns the numbers of the operands through which the operation reads the node.
  std::vector<uint32_t> OperandsOf(size_t number, ValueMoment moment) const {
    const WhyNodes::Place& place = nodes_.PlaceOf(number);
    const Operation& operation = ComputedBy(*moment.value);
    std::vector<uint32_t> operands;
    for (uint32_t i = 0; i < operation.operands.size(); ++i) {
      const ValueSource source =
          reader_.sources().Find({operation.operands[i], moment.process, moment.clock});
      if (source.moment.value == place.moment.value) operands.push_back(i);
    }
    return operands;
  }

  // Does what IsFedBy does, without looking for all updates of each cell.
  bool IsScattered(size_t number, ValueMoment moment, std::span<const int64_t> cell,
                   std::span<const uint32_t> operands) {
    const Operation& operation = ComputedBy(*moment.value);
    const std::vector<int64_t>& from = nodes_.node(number).cell;
    const size_t inputs = operation.operands.size() / 2;
    const ExecutionCells cells(reader_, operation, moment, cell);
    const ReadInteger read = cells.integers();
    return std::ranges::any_of(operands, [&](uint32_t operand) {
      if (operand == inputs) {
        return std::ranges::any_of(cells.Related(), [&](const CellBox& box) {
          return box.operand == operand && HasCell(box, from);
        });
      }
      const bool may_be = operand < inputs ? std::ranges::equal(from, cell)
                                           : Lands(operation, from, cell, read).value_or(true);
      return may_be && IsFedBy(number, moment, cell);
    });
  }

  bool IsFedBy(size_t number, ValueMoment moment, std::span<const int64_t> cell) {
    const WhyNodes::Place& place = nodes_.PlaceOf(number);
    const Feeds feeds = FeedsOf(reader_, moment, cell);
    return std::ranges::any_of(feeds.feeds, [&](const Feed& feed) {
      if (feed.moment.process != place.moment.process) return false;
      if (!HasCell(feed.box, nodes_.node(number).cell)) return false;
      return reader_.sources().Find(feed.moment).moment.value == place.moment.value;
    });
  }

  WhyNodes& nodes_;
  const WhyOptions options_;
  RunReader& reader_;
  const ValueUses uses_;
  // Clocks with node numbers, the earliest first.
  std::priority_queue<std::pair<uint64_t, size_t>, std::vector<std::pair<uint64_t, size_t>>,
                      std::greater<>>
      open_;
};

}  // namespace

std::unique_ptr<ChainFollower> FollowForward(WhyNodes& nodes, const WhyTarget& target,
                                             const WhyOptions& options) {
  return std::make_unique<ForwardWalk>(nodes, target, options);
}

}  // namespace paddock
