#include "core/plan/grid/collective_loop.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/bodies/wide_element.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

using simd::LoadUnaligned;

// Start: rows, roots (if dynamic); result, counter. Fetch: rows, result, counter; arguments.
// Store: value; result, counter. The counter goes through the rows after the first, each
// element after element; -1: there is nothing to fold.
struct FoldLoop : ScalarLoopJumps {
  const MeetingParameters* meeting = nullptr;
  int64_t count = 0;
  size_t width = 1;
  size_t index = 0;
  bool is_for_root = false;
};

constexpr int64_t kNothing = -1;

int64_t RootOf(const FoldLoop& loop, const std::byte* roots) {
  if (!loop.meeting->has_dynamic_root) return 0;
  return LoadUnaligned<int32_t>(roots + loop.index * sizeof(int32_t));
}

StepStatus StartFold(StepContext& context) {
  const auto& loop = context.As<FoldLoop>();
  const size_t reads = loop.meeting->has_dynamic_root ? 2 : 1;
  std::byte* result = context.pointers[reads];
  const auto place = OwnPlace(context, *loop.meeting);
  const bool is_mine =
      place && (!loop.is_for_root || RootOf(loop, context.pointers[1]) == int64_t{place->position});
  if (is_mine) {
    std::memcpy(result, context.pointers[0], static_cast<size_t>(loop.count) * loop.width);
  } else {
    simd::Fill(result, loop.meeting->entries[loop.index].nothing, loop.width, loop.count);
  }
  SetCounter(context.pointers[reads + 1], is_mine ? 0 : kNothing);
  return StepStatus::kDone;
}

StepStatus FetchFold(StepContext& context) {
  const auto& loop = context.As<FoldLoop>();
  const int64_t at = CounterAt(context.pointers[2]);
  int64_t end = 0;
  if (at != kNothing) {
    const auto place = OwnPlace(context, *loop.meeting);
    end = (static_cast<int64_t>(GroupSize(*loop.meeting, *place)) - 1) * loop.count;
  }
  if (at == kNothing || at >= end) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  const size_t element = static_cast<size_t>(at % loop.count) * loop.width;
  const size_t row = static_cast<size_t>(at + loop.count) * loop.width;
  std::memcpy(context.pointers[3], context.pointers[1] + element, loop.width);
  std::memcpy(context.pointers[4], context.pointers[0] + row, loop.width);
  return StepStatus::kDone;
}

StepStatus StoreFold(StepContext& context) {
  const auto& loop = context.As<FoldLoop>();
  const int64_t at = CounterAt(context.pointers[2]);
  const size_t element = static_cast<size_t>(at % loop.count) * loop.width;
  std::memcpy(context.pointers[1] + element, context.pointers[0], loop.width);
  SetCounter(context.pointers[2], at + 1);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

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
  auto* loop = lowering.emitter().OwnMutable<FoldLoop>();
  loop->meeting = pending.meeting;
  loop->count = folded.count;
  loop->width = folded.element_bytes();
  loop->index = index;
  loop->is_for_root = pending.operation->is(OpKind::kStablehloCollectiveReduce);
  const Leaf counter = lowering.NewLeaf(ElementType::kI64, {});
  StepSpec start;
  start.operation = &at;
  start.function = &StartFold;
  start.parameters = loop;
  start.reads = {rows};
  if (pending.meeting->has_dynamic_root) start.reads.push_back(pending.operands.back());
  start.writes = {folded, counter};
  start.work = 2 * static_cast<int64_t>(folded.bytes());
  lowering.Emit(start);
  ScalarLoop scalar{&at,
                    pending.operation->regions[0]->only_block(),
                    &FetchFold,
                    &StoreFold,
                    loop,
                    {rows, folded, counter},
                    {folded, counter},
                    1};
  const uint32_t head = lowering.emitter().next_step();
  if (!EmitScalarLoop(lowering, scalar)) return Failed();
  lowering.emitter().SetWriter(std::span(&folded, 1), head);
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
