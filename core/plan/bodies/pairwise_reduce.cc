#include "core/plan/bodies/pairwise_reduce.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/copy_kernels.h"
#include "simd/reduce/pairwise.h"

namespace paddock {
namespace {

// The tree of adjacent pairs, followed by body(init, total). Sources: operands. Reads: inits.
// Writes: results, rows (a workspace of each operand). Position counts applications: the elements
// of each pair in order, then the results.
class PairwiseReduce final : public Applications {
 public:
  PairwiseReduce(std::span<const Leaf> operands, std::span<const int64_t> dimensions)
      : shape_(simd::PairwiseShapeOf(operands[0].shape, dimensions)), widths_(WidthsOf(operands)) {
    for (const Leaf& operand : operands) {
      arrange_.push_back(simd::PlanArrange(operand.element_bytes(), operand.shape, dimensions));
    }
  }

  // Arranges the operands as rows; position counts their chunks.
  StepStatus Prepare(StepContext& context, const ApplicationMemory& memory) const override {
    int64_t before = 0;
    for (size_t i = 0; i < arrange_.size(); ++i) {
      const int64_t chunks = simd::ChunkCount(arrange_[i]);
      while (context.position < before + chunks) {
        simd::RunChunk(arrange_[i], memory.sources[i], Rows(memory, i), context.position - before);
        ++context.position;
        if (!context.Spend(1 << 18)) return StepStatus::kBudgetSpent;
      }
      before += chunks;
    }
    return StepStatus::kDone;
  }
  int64_t prepared_position() const override {
    int64_t chunks = 0;
    for (const simd::StridedCopyPlan& plan : arrange_) chunks += simd::ChunkCount(plan);
    return chunks;
  }

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == pairs() + shape_.kept;
  }

  Fetched Fetch(StepContext&, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (position < pairs()) return FetchPairs(memory, position, arguments);
    const int64_t result = position - pairs();
    const int64_t count = std::min(at_once(), shape_.kept - result);
    if (count == 0) return {Fetched::Status::kDone};
    for (size_t i = 0; i < widths_.size(); ++i) {
      const size_t width = widths_[i];
      simd::Fill(arguments[i], memory.reads[i], width, count);
      std::memcpy(arguments[widths_.size() + i], Rows(memory, i) + Bytes(result, width),
                  Bytes(count, width));
    }
    return {.count = count, .work = count * body_work()};
  }

  void Place(const ApplicationMemory& memory, int64_t position, int64_t,
             std::span<std::byte*> results) const override {
    const int64_t target = TargetOf(position);
    for (size_t i = 0; i < results.size(); ++i) results[i] = At(memory, i, position, target);
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t& position, int64_t count,
             std::span<const std::byte* const> results) const override {
    if (position >= pairs()) {
      StoreAt(memory, position, position - pairs(), count, results);
    } else {
      const int64_t kept = shape_.kept, pair = position / kept, element = position % kept;
      const simd::PairBatch batch = BatchAt(pair);
      StoreAt(memory, position, batch.first * kept + element, count, results);
      if (batch.carried_from >= 0 && element + count >= kept) Carry(memory, batch);
    }
    position += count;
    return true;
  }

 private:
  static size_t Bytes(int64_t elements, size_t width) {
    return static_cast<size_t>(elements) * width;
  }
  std::byte* Rows(const ApplicationMemory& memory, size_t operand) const {
    return memory.writes[widths_.size() + operand];
  }

  // Applications on pairs of rows.
  int64_t pairs() const { return simd::PairCount(shape_) * shape_.kept; }

  // Returns the next whole pairs of rows from pair number `pair` on, or one pair.
  simd::PairBatch BatchAt(int64_t pair) const {
    const int64_t most = at_once() <= shape_.kept ? 1 : at_once() / shape_.kept;
    return simd::PairBatchAt(shape_, pair, most);
  }

  // Fetches the next whole pairs of rows, or a part of one pair.
  [[gnu::always_inline]] Fetched FetchPairs(const ApplicationMemory& memory, int64_t position,
                                            std::byte* const* arguments) const {
    const int64_t kept = shape_.kept, pair = position / kept, element = position % kept;
    const simd::PairBatch batch = BatchAt(pair);
    const int64_t count =
        batch.pairs == 1 ? std::min(at_once(), kept - element) : batch.pairs * kept;
    for (size_t i = 0; i < widths_.size(); ++i) {
      const size_t width = widths_[i];
      std::byte* const left = arguments[i];
      std::byte* const right = arguments[widths_.size() + i];
      const std::byte* const from =
          Rows(memory, i) + Bytes(2 * batch.first * kept + element, width);
      if (batch.pairs == 1) {
        CopyElements(width, from, count, left);
        CopyElements(width, from + Bytes(kept, width), count, right);
      } else {
        simd::SplitPairs(width, kept, batch.pairs, from, left, right);
      }
    }
    return {.count = count, .work = count * body_work()};
  }

  // Returns the index of the element of rows or results that the application at `position`
  // computes.
  int64_t TargetOf(int64_t position) const {
    if (position >= pairs()) return position - pairs();
    const int64_t kept = shape_.kept, pair = position / kept, element = position % kept;
    return BatchAt(pair).first * kept + element;
  }
  std::byte* At(const ApplicationMemory& memory, size_t operand, int64_t position,
                int64_t target) const {
    std::byte* const whole = position < pairs() ? Rows(memory, operand) : memory.writes[operand];
    return whole + Bytes(target, widths_[operand]);
  }
  [[gnu::always_inline]] void StoreAt(const ApplicationMemory& memory, int64_t position,
                                      int64_t target, int64_t count,
                                      std::span<const std::byte* const> results) const {
    for (size_t i = 0; i < results.size(); ++i) {
      std::byte* const to = At(memory, i, position, target);
      if (results[i] != to) CopyElements(widths_[i], results[i], count, to);
    }
  }

  // The odd last row of a level moves down.
  void Carry(const ApplicationMemory& memory, const simd::PairBatch& batch) const {
    if (batch.carried_from == batch.carried_to) return;
    for (size_t i = 0; i < widths_.size(); ++i) {
      const size_t row = Bytes(shape_.kept, widths_[i]);
      std::memmove(Rows(memory, i) + static_cast<size_t>(batch.carried_to) * row,
                   Rows(memory, i) + static_cast<size_t>(batch.carried_from) * row, row);
    }
  }

  simd::PairwiseShape shape_;
  // By operand.
  std::vector<size_t> widths_;
  std::vector<simd::StridedCopyPlan> arrange_;
};

}  // namespace

Result<void> EmitPairwiseReduce(Lowering& lowering, const Operation& operation, Block& body,
                                std::span<const Leaf> operands, std::span<const Leaf> inits,
                                std::span<const int64_t> dimensions) {
  AppliedOperation applied;
  applied.operation = &operation;
  applied.sources.assign(operands.begin(), operands.end());
  applied.reads.assign(inits.begin(), inits.end());
  applied.returned_count = operands.size();
  SetApplications(applied, std::make_shared<PairwiseReduce>(operands, dimensions));
  BatchOptions options{.at_once = kBodyBlock, .has_result_arrays = false};
  std::vector<Leaf> rows;
  for (const Leaf& operand : operands) {
    rows.push_back(lowering.NewLeaf(operand.type, operand.shape));
    options.work += 2 * static_cast<int64_t>(operand.bytes());
    options.applications += operand.count;
  }
  options.operations = static_cast<uint64_t>(operands[0].count);
  const std::vector<Leaf> results = NewResults(lowering, operation);
  applied.writes = results;
  applied.writes.insert(applied.writes.end(), rows.begin(), rows.end());
  const bool is_empty = results[0].count == 0;
  if (!is_empty && operands[0].count == 0) {
    for (Leaf& init : applied.reads) init.is_splat = true;
    lowering.emitter().EmitMove(&operation, applied.reads, results, 0, false);
  } else if (!is_empty && !EmitApplications(lowering, applied, body, options)) {
    return Failed();
  }
  BindResults(lowering, operation, results);
  return {};
}

}  // namespace paddock
