#include "core/plan/bodies/scalar_loop.h"

#include <cstring>

#include "core/plan/bodies/wide_element.h"
#include "core/plan/lowering/late_body.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/index_value.h"
#include "simd/reduce/pairwise.h"

namespace paddock {
namespace {

std::vector<Leaf> NewResults(Lowering& lowering, const Operation& operation) {
  std::vector<Leaf> results;
  for (const Value* result : operation.results) {
    const Leaf shape =
        lowering.values().LeavesOf(lowering.TypeOf(*result), operation.name_span)->front();
    results.push_back(lowering.NewLeaf(shape.type, shape.shape));
  }
  return results;
}

void BindEachResult(Lowering& lowering, const Operation& operation, std::span<const Leaf> results) {
  for (size_t i = 0; i < results.size(); ++i) lowering.Bind(*operation.results[i], results[i]);
}

std::vector<size_t> WidthsOf(std::span<const Leaf> leaves) {
  std::vector<size_t> widths;
  for (const Leaf& leaf : leaves) widths.push_back(leaf.element_bytes());
  return widths;
}

// --- map. Fetch: operands, counter; arguments. Store: value; result, counter.

struct MapLoop : ScalarLoopJumps {
  int64_t count = 0;
  std::vector<size_t> widths;
  size_t result_width = 0;
};

StepStatus StartMap(StepContext& context) {
  SetCounter(context.pointers[0], 0);
  return StepStatus::kDone;
}

StepStatus FetchMap(StepContext& context) {
  const auto& loop = context.As<MapLoop>();
  const size_t n = loop.widths.size();
  const int64_t at = CounterAt(context.pointers[n]);
  if (at == loop.count) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  for (size_t i = 0; i < n; ++i) {
    std::memcpy(context.pointers[n + 1 + i],
                context.pointers[i] + static_cast<size_t>(at) * loop.widths[i], loop.widths[i]);
  }
  return StepStatus::kDone;
}

StepStatus StoreMap(StepContext& context) {
  const auto& loop = context.As<MapLoop>();
  const int64_t at = CounterAt(context.pointers[2]);
  std::memcpy(context.pointers[1] + static_cast<size_t>(at) * loop.result_width,
              context.pointers[0], loop.result_width);
  SetCounter(context.pointers[2], at + 1);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

// --- reduce: the tree of adjacent pairs, one pair of elements after the other, and last
// body(init, total). Start: operands; rows, results, counter. Fetch: rows, inits, counter;
// arguments. Store: values; rows, results, counter.

struct ReduceLoop : ScalarLoopJumps {
  simd::PairwiseShape shape;
  std::vector<simd::StridedCopyPlan> arrange;
  std::vector<size_t> widths;

  int64_t pairs() const { return simd::PairCount(shape) * shape.kept; }
};

StepStatus StartReduce(StepContext& context) {
  const auto& loop = context.As<ReduceLoop>();
  const size_t n = loop.widths.size();
  int64_t before = 0;
  for (size_t i = 0; i < n; ++i) {
    const int64_t chunks = simd::ChunkCount(loop.arrange[i]);
    while (context.position < before + chunks) {
      simd::RunChunk(loop.arrange[i], context.pointers[i], context.pointers[n + i],
                     context.position - before);
      ++context.position;
      if (!context.Spend(1 << 18)) return StepStatus::kBudgetSpent;
    }
    before += chunks;
  }
  SetCounter(context.pointers[3 * n], 0);
  return StepStatus::kDone;
}

StepStatus FetchReduce(StepContext& context) {
  const auto& loop = context.As<ReduceLoop>();
  const size_t n = loop.widths.size();
  const int64_t at = CounterAt(context.pointers[2 * n]);
  const int64_t pairs = loop.pairs();
  const int64_t kept = loop.shape.kept;
  if (at == pairs + kept) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  std::byte* const* arguments = context.pointers + 2 * n + 1;
  for (size_t i = 0; i < n; ++i) {
    const size_t width = loop.widths[i];
    const std::byte* rows = context.pointers[i];
    if (at < pairs) {
      const int64_t row = 2 * simd::PairBatchAt(loop.shape, at / kept, 1).first;
      const std::byte* left = rows + static_cast<size_t>(row * kept + at % kept) * width;
      std::memcpy(arguments[i], left, width);
      std::memcpy(arguments[n + i], left + static_cast<size_t>(kept) * width, width);
    } else {
      std::memcpy(arguments[i], context.pointers[n + i], width);
      std::memcpy(arguments[n + i], rows + static_cast<size_t>(at - pairs) * width, width);
    }
  }
  return StepStatus::kDone;
}

StepStatus StoreReduce(StepContext& context) {
  const auto& loop = context.As<ReduceLoop>();
  const size_t n = loop.widths.size();
  std::byte* state = context.pointers[3 * n];
  const int64_t at = CounterAt(state);
  const int64_t pairs = loop.pairs();
  const int64_t kept = loop.shape.kept;
  for (size_t i = 0; i < n; ++i) {
    const size_t width = loop.widths[i];
    std::byte* rows = context.pointers[n + i];
    if (at >= pairs) {
      std::memcpy(context.pointers[2 * n + i] + static_cast<size_t>(at - pairs) * width,
                  context.pointers[i], width);
      continue;
    }
    const simd::PairBatch batch = simd::PairBatchAt(loop.shape, at / kept, 1);
    std::memcpy(rows + static_cast<size_t>(batch.first * kept + at % kept) * width,
                context.pointers[i], width);
    const bool is_last = at % kept == kept - 1;
    if (!is_last || batch.carried_from < 0) continue;
    const size_t row = static_cast<size_t>(kept) * width;
    std::memmove(rows + static_cast<size_t>(batch.carried_to) * row,
                 rows + static_cast<size_t>(batch.carried_from) * row, row);
  }
  SetCounter(state, at + 1);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

// --- scatter: one update after the other. The state holds the position of the next update
// and the target of the present one. Start: inputs; results, conflicts, state. Fetch:
// indices, updates, results, conflicts, state; arguments. Store: values; results, state.

struct ScatterLoop : ScalarLoopJumps {
  simd::ScatterPlan plan;
  std::vector<size_t> widths;
  std::vector<int64_t> input_bytes;
};

StepStatus StartScatter(StepContext& context) {
  const auto& loop = context.As<ScatterLoop>();
  const size_t n = loop.widths.size();
  int64_t before = 0;
  for (size_t i = 0; i < n; ++i) {
    const int64_t end = before + loop.input_bytes[i];
    if (context.pointers[i] == context.pointers[n + i]) {
      context.position = std::max(context.position, end);
    }
    while (context.position < end) {
      const int64_t at = context.position - before;
      const int64_t bytes = std::min(kChunkWork, end - context.position);
      std::memcpy(context.pointers[n + i] + at, context.pointers[i] + at,
                  static_cast<size_t>(bytes));
      context.position += bytes;
      if (!context.Spend(2 * bytes)) return StepStatus::kBudgetSpent;
    }
    before = end;
  }
  const simd::ScatterConflicts fresh;
  std::memcpy(context.pointers[2 * n], &fresh, sizeof(fresh));
  SetCounter(context.pointers[2 * n + 1], 0);
  return StepStatus::kDone;
}

StepStatus FetchScatter(StepContext& context) {
  const auto& loop = context.As<ScatterLoop>();
  const size_t n = loop.widths.size();
  auto* conflicts = reinterpret_cast<simd::ScatterConflicts*>(context.pointers[2 * n + 1]);
  std::byte* state = context.pointers[2 * n + 2];
  std::byte* const* arguments = context.pointers + 2 * n + 3;
  const int64_t end = simd::EndOfScatter(loop.plan);
  int64_t position = CounterAt(state);
  while (position < end) {
    int64_t target = 0, source = 0;
    const simd::ScatterPairs pairs =
        simd::NextScatterPairs(loop.plan, context.pointers[0], position, std::span(&target, 1),
                               std::span(&source, 1), *conflicts);
    position = pairs.position;
    const bool may_go_on = context.Spend(64);
    if (pairs.count == 1) {
      for (size_t i = 0; i < n; ++i) {
        const size_t width = loop.widths[i];
        std::memcpy(arguments[i], context.pointers[n + 1 + i] + static_cast<size_t>(target) * width,
                    width);
        std::memcpy(arguments[n + i], context.pointers[1 + i] + static_cast<size_t>(source) * width,
                    width);
      }
      SetCounter(state, position);
      SetCounter(state + sizeof(int64_t), target);
      return StepStatus::kDone;
    }
    SetCounter(state, position);
    if (!may_go_on && position < end) return StepStatus::kBudgetSpent;
  }
  context.next += static_cast<uint32_t>(loop.exit);
  return StepStatus::kDone;
}

StepStatus StoreScatter(StepContext& context) {
  const auto& loop = context.As<ScatterLoop>();
  const size_t n = loop.widths.size();
  const int64_t target = CounterAt(context.pointers[2 * n] + sizeof(int64_t));
  for (size_t i = 0; i < n; ++i) {
    std::memcpy(context.pointers[n + i] + static_cast<size_t>(target) * loop.widths[i],
                context.pointers[i], loop.widths[i]);
  }
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

void EmitStart(Lowering& lowering, const Operation& operation, StepFunction function,
               const void* parameters, std::vector<Leaf> reads, std::vector<Leaf> writes,
               std::vector<InPlacePair> in_place = {}) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = function;
  spec.parameters = parameters;
  spec.reads = std::move(reads);
  spec.writes = std::move(writes);
  spec.in_place = std::move(in_place);
  spec.pays_by_itself = true;
  lowering.Emit(spec);
}

// A list of leaves from lists and single ones.
void Append(std::vector<Leaf>& list, std::span<const Leaf> more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

Result<void> EmitScalarLoop(Lowering& lowering, const ScalarLoop& loop) {
  lowering.elementwise().FlushAll();
  std::vector<Leaf> arguments = loop.argument_shapes;
  for (size_t i = arguments.size(); i < loop.body->arguments.size(); ++i) {
    const Value& argument = *loop.body->arguments[i];
    const auto leaves = lowering.values().LeavesOf(lowering.TypeOf(argument), argument.type_span);
    if (!leaves || leaves->size() != 1) return Failed();
    arguments.push_back(leaves->front());
  }
  for (Leaf& argument : arguments) argument = lowering.NewLeaf(argument.type, argument.shape);
  const uint32_t head = lowering.emitter().next_step();
  StepSpec fetch;
  fetch.operation = loop.operation;
  fetch.function = loop.fetch;
  fetch.parameters = loop.parameters;
  fetch.reads = loop.fetch_reads;
  fetch.writes = arguments;
  lowering.Emit(fetch);
  const auto returned = EmitAppliedBody(lowering, *loop.body, arguments, loop.returned_shapes);
  if (!returned) return Failed();
  if (returned->size() != loop.expected_count()) {
    return lowering.Fail(*loop.operation, "run", "the body returns another number of values");
  }
  lowering.elementwise().FlushAll();
  if (loop.on_returned && !loop.on_returned(*returned)) return Failed();
  StepSpec store;
  store.operation = loop.operation;
  store.function = loop.store;
  store.parameters = loop.parameters;
  for (const Leaf& leaf : *returned) store.reads.push_back(lowering.Dense(leaf));
  store.writes = loop.store_writes;
  const uint32_t last = lowering.emitter().next_step();
  lowering.Emit(store);
  loop.parameters->exit = static_cast<int32_t>(last - head);
  loop.parameters->back = static_cast<int32_t>(head) - static_cast<int32_t>(last + 1);
  lowering.emitter().AddLoop(head, last);
  return {};
}

Result<void> EmitMapLoop(Lowering& lowering, const Operation& operation, Block& body) {
  std::vector<Leaf> operands;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    operands.push_back(lowering.DenseOperand(operation, i));
  }
  const std::vector<Leaf> results = NewResults(lowering, operation);
  const Leaf state = lowering.emitter().NewVector(ElementType::kI64, 1);
  EmitStart(lowering, operation, &StartMap, nullptr, {}, {state, results[0]});
  auto* parameters = lowering.emitter().OwnMutable<MapLoop>();
  parameters->count = results[0].count;
  parameters->widths = WidthsOf(operands);
  parameters->result_width = results[0].element_bytes();
  ScalarLoop loop{&operation, &body,    &FetchMap,          &StoreMap,
                  parameters, operands, {results[0], state}};
  loop.fetch_reads.push_back(state);
  const uint32_t head = lowering.emitter().next_step();
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  lowering.emitter().SetWriter(results, head);
  BindEachResult(lowering, operation, results);
  return {};
}

Result<void> EmitReduceLoop(Lowering& lowering, const Operation& operation, Block& body,
                            std::span<const Leaf> operands, std::span<const Leaf> inits,
                            std::span<const int64_t> dimensions) {
  auto* parameters = lowering.emitter().OwnMutable<ReduceLoop>();
  parameters->shape = simd::PairwiseShapeOf(operands[0].shape, dimensions);
  parameters->widths = WidthsOf(operands);
  std::vector<Leaf> rows;
  for (const Leaf& operand : operands) {
    parameters->arrange.push_back(
        simd::PlanArrange(operand.element_bytes(), operand.shape, dimensions));
    rows.push_back(lowering.NewLeaf(operand.type, operand.shape));
  }
  const std::vector<Leaf> results = NewResults(lowering, operation);
  if (results[0].count == 0) {
    BindEachResult(lowering, operation, results);
    return {};
  }
  if (parameters->shape.count == 0) {
    std::vector<Leaf> sources(inits.begin(), inits.end());
    for (Leaf& source : sources) source.is_splat = true;
    lowering.emitter().EmitMove(&operation, sources, results, 0, false);
    BindEachResult(lowering, operation, results);
    return {};
  }
  const Leaf state = lowering.emitter().NewVector(ElementType::kI64, 1);
  std::vector<Leaf> written = rows;
  Append(written, results);
  written.push_back(state);
  EmitStart(lowering, operation, &StartReduce, parameters,
            std::vector<Leaf>(operands.begin(), operands.end()), written);
  ScalarLoop loop{&operation, &body, &FetchReduce, &StoreReduce, parameters, rows, written};
  Append(loop.fetch_reads, inits);
  loop.fetch_reads.push_back(state);
  const uint32_t head = lowering.emitter().next_step();
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  lowering.emitter().SetWriter(results, head);
  BindEachResult(lowering, operation, results);
  return {};
}

Result<void> EmitScatterLoop(Lowering& lowering, const Operation& operation, Block& body,
                             simd::ScatterPlan plan, std::span<const Leaf> inputs,
                             const Leaf& indices, std::span<const Leaf> updates) {
  auto* parameters = lowering.emitter().OwnMutable<ScatterLoop>();
  parameters->plan = std::move(plan);
  parameters->widths = WidthsOf(inputs);
  std::vector<InPlacePair> in_place;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    parameters->input_bytes.push_back(static_cast<int64_t>(inputs[i].bytes()));
    in_place.push_back({static_cast<uint32_t>(inputs.size()) + i, i});
  }
  const std::vector<Leaf> results = NewResults(lowering, operation);
  if (results[0].count == 0) {
    BindEachResult(lowering, operation, results);
    return {};
  }
  const Leaf conflicts = lowering.emitter().NewVector(
      ElementType::kI64, sizeof(simd::ScatterConflicts) / sizeof(int64_t) + 1);
  const Leaf state = lowering.emitter().NewVector(ElementType::kI64, 2);
  std::vector<Leaf> written = results;
  written.push_back(conflicts);
  written.push_back(state);
  EmitStart(lowering, operation, &StartScatter, parameters,
            std::vector<Leaf>(inputs.begin(), inputs.end()), written, in_place);
  ScalarLoop loop{&operation, &body, &FetchScatter, &StoreScatter, parameters, {indices}, results};
  Append(loop.fetch_reads, updates);
  Append(loop.fetch_reads, written);
  loop.store_writes.push_back(state);
  const uint32_t head = lowering.emitter().next_step();
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  lowering.emitter().SetWriter(results, head);
  BindEachResult(lowering, operation, results);
  return {};
}

}  // namespace paddock
