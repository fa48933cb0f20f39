#include "core/plan/grid/collective_loop.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/grid/collective_taking.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// Combines the rows after the first, element by element, into the result, which starts as the first
// row. Sources and reads: rows, roots (if dynamic). Writes: result. Position counts applications.
class FoldApplications final : public Applications {
 public:
  FoldApplications(const PendingCollective& pending, const Leaf& folded, size_t index)
      : meeting_(*pending.meeting),
        count_(folded.count),
        width_(folded.element_bytes()),
        index_(index),
        is_for_root_(pending.operation->is(OpKind::kStablehloCollectiveReduce)) {}

  StepStatus Prepare(StepContext& context, const ApplicationMemory& memory) const override {
    if (RowCount(context, memory.sources) != 0) {
      std::memcpy(memory.writes[0], memory.sources[0], static_cast<size_t>(count_) * width_);
    } else {
      simd::Fill(memory.writes[0], meeting_.entries[index_].nothing, width_, count_);
    }
    return StepStatus::kDone;
  }

  bool IsDone(const StepContext& context, const ApplicationMemory& memory,
              int64_t position) const override {
    return position >= (RowCount(context, memory.reads) - 1) * count_;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
    CopyElement(width_, Target(memory, position), arguments[0]);
    const size_t row = static_cast<size_t>(position + count_) * width_;
    CopyElement(width_, memory.reads[0] + row, arguments[1]);
    return {.count = 1};
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t& position, int64_t,
             std::span<const std::byte* const> results) const override {
    CopyElement(width_, results[0], Target(memory, position));
    ++position;
    return true;
  }

 private:
  std::byte* Target(const ApplicationMemory& memory, int64_t position) const {
    return memory.writes[0] + static_cast<size_t>(position % count_) * width_;
  }

  // Returns 0 for a process that gets no result.
  int64_t RowCount(const StepContext& context, std::span<const std::byte* const> reads) const {
    const auto place = OwnPlace(context, meeting_);
    if (!place) return 0;
    const std::byte* const roots = meeting_.has_dynamic_root ? reads[1] : nullptr;
    const bool is_mine =
        !is_for_root_ || RootOf(meeting_, roots, index_) == int64_t{place->position};
    return is_mine ? static_cast<int64_t>(GroupSize(meeting_, *place)) : 0;
  }

  const MeetingParameters& meeting_;
  int64_t count_;
  size_t width_;
  size_t index_;
  bool is_for_root_;
};

}  // namespace

Leaf NewFoldRows(Emitter& emitter, const PendingCollective& pending, ElementType type,
                 int64_t count) {
  const auto members = static_cast<int64_t>(pending.meeting->groups.largest());
  const int64_t shape[] = {std::max<int64_t>(1, members), count};
  return emitter.NewLeaf(type, emitter.arena().CopyArray(std::span<const int64_t>(shape)));
}

Result<void> EmitFoldLoop(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                          const Leaf& rows, const Value& result, size_t index) {
  const Leaf like = lowering.values().LeavesOf(lowering.TypeOf(result), at.name_span)->front();
  const Leaf folded = lowering.NewLeaf(like.type, like.shape);
  if (folded.count == 0) {
    lowering.Bind(result, folded);
    return {};
  }
  AppliedOperation applied;
  applied.operation = &at;
  applied.sources = {rows};
  if (pending.meeting->has_dynamic_root) applied.sources.push_back(pending.operands.back());
  applied.reads = applied.sources;
  applied.writes = {folded};
  SetApplications(applied, std::make_shared<FoldApplications>(pending, folded, index));
  applied.prepare_work = 2 * static_cast<int64_t>(folded.bytes());
  Block& body = *pending.operation->regions[0]->only_block();
  if (!ScalarLoop(lowering, applied).EmitLoop(body)) return Failed();
  lowering.Bind(result, folded);
  return {};
}

Result<void> EmitFoldLoops(Lowering& lowering, const PendingCollective& pending,
                           const Operation& at, std::span<Value* const> results) {
  TakePartsParameters parameters;
  parameters.meeting = pending.meeting;
  StepSpec take;
  take.operation = &at;
  take.function = &TakePartsStep;
  take.keeps = LentOperands(pending);
  std::vector<Leaf> rows;
  for (size_t i = 0; i < results.size(); ++i) {
    const ParcelEntry& entry = pending.meeting->entries[i];
    const auto width = static_cast<int64_t>(ByteSize(entry.type));
    const int64_t count = entry.bytes / width;
    const simd::CopyDimension whole[] = {{count, 1, 1}};
    TakePartsParameters::Part part;
    part.copy = simd::PlanStridedCopy(static_cast<size_t>(width), whole);
    for (size_t member = 0; member < pending.meeting->groups.largest(); ++member) {
      part.result_offsets.push_back(static_cast<int64_t>(member) * entry.bytes);
    }
    parameters.parts.push_back(std::move(part));
    rows.push_back(NewFoldRows(lowering.emitter(), pending, entry.type, count));
    take.work += 2 * static_cast<int64_t>(rows.back().bytes());
  }
  SetReferences(take, TakePartsReferences<Planning>{.ticket = pending.ticket, .results = rows},
                parameters);
  take.parameters = lowering.Own(std::move(parameters));
  take.traffic = pending.taking;
  take.pays_by_itself = true;
  lowering.Emit(take);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!EmitFoldLoop(lowering, pending, at, rows[i], *results[i], i)) return Failed();
  }
  return {};
}

}  // namespace paddock
