#include "core/api/why/cell_feeds.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/why/cell_value.h"
#include "core/api/why/execution_cells.h"
#include "core/api/why/tile_cells.h"
#include "core/explain/chosen_cells.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

bool HasKnownSizes(const Value* value) {
  return !value->type.is_tensor() || value->type.has_static_shape();
}

CellBox WholeOf(const Value& value, uint32_t operand) {
  CellBox box{operand, {}};
  if (!value.type.is_tensor()) return box;
  for (const int64_t size : value.type.shape()) box.ranges.push_back({0, size});
  return box;
}

CellBox CellOf(std::span<const int64_t> cell, uint32_t operand) {
  CellBox box{operand, {}};
  for (const int64_t index : cell) box.ranges.push_back({index});
  return box;
}

std::string ProcessText(const RunReader& reader, int64_t process) {
  return ToString(reader.session().grid().ProcessOf(process));
}

class FeedFinder {
 public:
  FeedFinder(RunReader& reader, ValueMoment moment, std::span<const int64_t> cell)
      : reader_(reader), moment_(moment), operation_(ComputedBy(*moment.value)), cell_(cell) {}

  Feeds Run() {
    const OpInfo& info = *operation_.info;
    if (operation_.is(OpKind::kSdyManualComputation)) {
      CutOrJoin();
      return std::move(feeds_);
    }
    if (!HasRelation(info.kind)) {
      feeds_.reason = WhyUnexplained(info.kind);
      // Its function, or the processes of its grid, may use any cell.
      if (operation_.is(OpKind::kStablehloCustomCall) ||
          operation_.is(OpKind::kInterpreterRunParallel)) {
        AddWhole();
      }
      return std::move(feeds_);
    }
    if (moment_.value->operation != &operation_) {
      feeds_.notes.push_back("completes " + std::string(operation_.name) + " in " +
                             reader_.sources().LineOf(operation_));
    }
    if (info.has(kCollective)) {
      Exchange();
    } else if (const auto boxes = Explain()) {
      const ExecutionCells cells(reader_, operation_, moment_, cell_);
      ChosenCells chosen = ChooseCells(operation_, moment_.value->index, cell_, *boxes,
                                       cells.integers(), cells.numbers());
      feeds_.notes = std::move(chosen.notes);
      feeds_.asked = std::move(chosen.asked);
      for (CellBox& box : chosen.boxes) Add(std::move(box), moment_.process, moment_.clock);
    }
    return std::move(feeds_);
  }

 private:
  void Add(CellBox box, int64_t process, uint64_t clock) {
    const Value* operand = operation_.operands[box.operand];
    feeds_.feeds.push_back({{operand, process, clock}, std::move(box)});
  }

  void AddWhole() {
    for (uint32_t i = 0; i < operation_.operands.size(); ++i) {
      const Value& operand = *operation_.operands[i];
      const bool is_known = operand.type.is_tensor() && operand.type.has_static_shape();
      if (is_known) Add(WholeOf(operand, i), moment_.process, moment_.clock);
    }
  }

  // Without known sizes only element-wise operations have a relation.
  std::optional<std::vector<CellBox>> Explain() {
    const bool is_known = std::ranges::all_of(operation_.operands, HasKnownSizes) &&
                          std::ranges::all_of(operation_.results, HasKnownSizes);
    if (!is_known) return ExplainOpenSizes();
    DiagnosticSink sink;
    auto boxes = ExplainCell(operation_, moment_.value->index, cell_, sink);
    if (boxes) return *std::move(boxes);
    feeds_.reason = sink.diagnostics()[0].message;
    return std::nullopt;
  }

  std::optional<std::vector<CellBox>> ExplainOpenSizes() {
    if (!operation_.info->has(kElementwise)) {
      feeds_.reason = "Its sizes are known only at run time.";
      return std::nullopt;
    }
    std::vector<CellBox> boxes;
    for (uint32_t i = 0; i < operation_.operands.size(); ++i) {
      const Type type = operation_.operands[i]->type;
      const bool is_scalar = !type.is_tensor() || type.rank() == 0;
      boxes.push_back(CellOf(is_scalar ? std::span<const int64_t>() : cell_, i));
    }
    return boxes;
  }

  // --- Tiles.

  void CutOrJoin() {
    if (moment_.value->is_block_argument()) {
      return Cut(*operation_.operands[moment_.value->index]);
    }
    Join(*operation_.regions[0]->only_block()->last->operands[moment_.value->index]);
  }

  std::vector<int64_t> OriginsOf(const Value& inside, bool is_operand) {
    auto origins = TileOrigins(reader_.program().module(), operation_, inside, is_operand,
                               moment_.value->index);
    if (origins.empty()) feeds_.reason = "Its tiles cannot be read.";
    return origins;
  }

  // A cell of a tile is one of the whole operand.
  void Cut(const Value& operand) {
    const std::vector<int64_t> origins = OriginsOf(*moment_.value, /*is_operand=*/true);
    const size_t rank = cell_.size();
    if (origins.empty()) return;
    const GridSize grid = reader_.session().grid();
    const bool is_by_partition = static_cast<int64_t>(origins.size() / rank) == grid.partitions;
    const auto device = static_cast<size_t>(
        is_by_partition ? grid.ProcessOf(moment_.process).partition : moment_.process);
    std::vector<int64_t> whole(cell_.begin(), cell_.end());
    for (size_t i = 0; i < rank; ++i) whole[i] += origins[device * rank + i];
    feeds_.feeds.push_back(
        {{&operand, moment_.process, moment_.clock}, CellOf(whole, moment_.value->index)});
  }

  // A cell of a result is one of the first process whose tile has it.
  void Join(const Value& returned) {
    const std::vector<int64_t> origins = OriginsOf(returned, /*is_operand=*/false);
    const auto* event = reader_.log().ExchangeAt(moment_.process, operation_, moment_.clock);
    if (origins.empty() || event == nullptr) return;
    const std::span<const int64_t> shape = returned.type.shape();
    std::vector<int64_t> within(shape.size());
    for (size_t device = 0; device < event->members.size(); ++device) {
      bool is_it = true;
      for (size_t i = 0; i < within.size(); ++i) {
        within[i] = cell_[i] - origins[device * within.size() + i];
        is_it &= within[i] >= 0 && within[i] < shape[i];
      }
      if (!is_it) continue;
      const int64_t process = event->members[device];
      feeds_.notes.push_back("of the tile of process " + ProcessText(reader_, process));
      const uint64_t clock = process == moment_.process
                                 ? moment_.clock
                                 : ClockOf(reader_.log().CounterpartOf(*event, process));
      feeds_.feeds.push_back({{&returned, process, clock}, CellOf(within, moment_.value->index)});
      return;
    }
  }

  // --- Collective operations.

  void Exchange() {
    const auto* event = reader_.log().ExchangeAt(moment_.process, operation_, moment_.clock);
    if (operation_.is(OpKind::kStablehloPartitionId) ||
        operation_.is(OpKind::kStablehloReplicaId)) {
      feeds_.notes.push_back("of process " + ProcessText(reader_, moment_.process));
    } else if (event == nullptr && HasResultsOfOne()) {
      Exchanged alone;
      alone.clock = moment_.clock;
      alone.members = {moment_.process};
      Meet(alone);
    } else if (event == nullptr) {
      feeds_.notes.push_back("no process sent to this one");
    } else if (event->kind == CommunicationKind::kReceive) {
      Receive(*event);
    } else if (event->kind == CommunicationKind::kMeeting) {
      Meet(*event);
    }
  }

  // A group of one communicates nothing, and its results have the sizes of its operands.
  bool HasResultsOfOne() const {
    if (operation_.is(OpKind::kStablehloCollectivePermute) || operation_.operands.empty()) {
      return false;
    }
    const uint32_t i = moment_.value->index;
    if (i >= operation_.operands.size()) return false;
    const Type operand = operation_.operands[i]->type, result = operation_.results[i]->type;
    return operand.is_tensor() && result.is_tensor() && operand.has_static_shape() &&
           result.has_static_shape() && std::ranges::equal(operand.shape(), result.shape());
  }

  void AddFrom(const Exchanged& event, int64_t process, CellBox box) {
    const uint64_t clock = process == moment_.process
                               ? moment_.clock
                               : ClockOf(reader_.log().CounterpartOf(event, process));
    Add(std::move(box), process, clock);
  }

  uint64_t ClockOf(const RunLog::Counterpart& counterpart) const {
    return counterpart.event == nullptr ? moment_.clock : counterpart.event->clock;
  }

  // A permute has one operation on both ends, a message two.
  void Receive(const Exchanged& event) {
    const int64_t source = event.members.empty() ? -1 : event.members[0];
    if (source < 0) {
      feeds_.reason = "The sender is not known.";
      return;
    }
    feeds_.notes.push_back("received from process " + ProcessText(reader_, source));
    if (operation_.is(OpKind::kStablehloCollectivePermute)) {
      return AddFrom(event, source, CellOf(cell_, moment_.value->index));
    }
    const auto sent = reader_.log().CounterpartOf(event, source);
    const Operation* send = sent.event == nullptr ? nullptr
                                                  : reader_.sources().OperationAt(
                                                        sent.span.begin, OpKind::kStablehloSend);
    if (send == nullptr || moment_.value->index >= send->operands.size()) {
      feeds_.reason = "The operation that sent it is not known.";
      return;
    }
    feeds_.feeds.push_back({{send->operands[moment_.value->index], source, sent.event->clock},
                            CellOf(cell_, moment_.value->index)});
  }

  void Meet(const Exchanged& event) {
    const auto position = static_cast<size_t>(std::ranges::find(event.members, moment_.process) -
                                              event.members.begin());
    const auto boxes = Explain();
    if (!boxes || boxes->empty()) return;
    const CellBox& box = (*boxes)[0];
    if (operation_.is(OpKind::kStablehloAllGather)) return Gather(event, box);
    if (operation_.is(OpKind::kStablehloAllToAll)) return ExchangeParts(event, box, position);
    if (operation_.is(OpKind::kStablehloReduceScatter)) return ReduceParts(event, box, position);
    if (operation_.is(OpKind::kStablehloCollectiveBroadcast)) {
      const size_t root = event.roots.empty() ? 0 : event.roots[0];
      feeds_.notes.push_back("sent by process " + ProcessText(reader_, event.members[root]));
      AddFrom(event, event.members[root], box);
      if (boxes->size() > 1) AddFrom(event, moment_.process, (*boxes)[1]);
      return;
    }
    for (const int64_t member : event.members) AddFrom(event, member, box);
  }

  size_t Dimension(std::string_view attribute) const {
    return static_cast<size_t>(paddock::IntegerOf(operation_, attribute, 0));
  }
  int64_t OperandSize(size_t dimension) const {
    return operation_.operands[moment_.value->index]->type.shape()[dimension];
  }

  void Gather(const Exchanged& event, const CellBox& box) {
    const size_t d = Dimension("all_gather_dim");
    AddFrom(event, event.members[static_cast<size_t>(cell_[d] / OperandSize(d))], box);
  }

  // The sender follows from the place along concat_dimension, its part from this process's place.
  void ExchangeParts(const Exchanged& event, CellBox box, size_t position) {
    const size_t split = Dimension("split_dimension");
    const size_t concat = Dimension("concat_dimension");
    const int64_t count = paddock::IntegerOf(operation_, "split_count", 1);
    const int64_t part = OperandSize(split) / count;
    const int64_t size = split == concat ? part : OperandSize(concat);
    const int64_t within = cell_[split] % part;
    box.ranges[split] = {static_cast<int64_t>(position) * part + within};
    AddFrom(event, event.members[static_cast<size_t>(cell_[concat] / size)], std::move(box));
  }

  void ReduceParts(const Exchanged& event, CellBox box, size_t position) {
    const size_t d = Dimension("scatter_dimension");
    const int64_t part = operation_.results[0]->type.shape()[d];
    box.ranges[d] = {static_cast<int64_t>(position) * part + cell_[d]};
    for (const int64_t member : event.members) AddFrom(event, member, box);
  }

  RunReader& reader_;
  const ValueMoment moment_;
  const Operation& operation_;
  const std::span<const int64_t> cell_;
  Feeds feeds_;
};

}  // namespace

Feeds FeedsOf(RunReader& reader, ValueMoment moment, std::span<const int64_t> cell) {
  return FeedFinder(reader, moment, cell).Run();
}

}  // namespace paddock
