#include "core/plan/bodies/pairwise_reduce.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/plan/bodies/body_runner.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/copy_kernels.h"
#include "simd/reduce/pairwise.h"

namespace paddock {
namespace {

// References: operands, inits, captured values; results, rows (one workspace an operand).
struct PairwiseParameters {
  BodyRunner body;
  simd::PairwiseShape shape;
  std::vector<simd::StridedCopyPlan> arrange;
  size_t captured_count = 0;
  // Bytes of a block in scratch memory, which has left and right blocks of each operand, then the
  // body's.
  size_t block_bytes = 0;
};

// One call of the step: what RunTo of a machine allows of it.
class PairwiseRun {
 public:
  PairwiseRun(StepContext& context, const PairwiseParameters& parameters)
      : context_(context),
        parameters_(parameters),
        count_(parameters.arrange.size()),
        kept_(parameters.shape.kept) {
    std::byte* const* at = context.pointers;
    operands_ = at;
    inits_ = at + count_;
    captured_ = at + 2 * count_;
    results_ = captured_ + parameters.captured_count;
    rows_ = results_ + count_;
    for (size_t i = 0; i < 2 * count_; ++i) {
      blocks_.push_back(context.scratch + i * parameters.block_bytes);
    }
    body_scratch_ = context.scratch + 2 * count_ * parameters.block_bytes;
  }

  // Position counts the chunks of the arrangement, then batches of pairs (or parts of long
  // rows), then blocks of results.
  StepStatus Run() {
    int64_t before = 0;
    for (size_t i = 0; i < count_; ++i) {
      const int64_t chunks = simd::ChunkCount(parameters_.arrange[i]);
      for (; context_.position < before + chunks; ++context_.position) {
        if (is_spent_) return StepStatus::kBudgetSpent;
        simd::RunChunk(parameters_.arrange[i], operands_[i], rows_[i], context_.position - before);
        Pay(1 << 18);
      }
      before += chunks;
    }
    const int64_t pairs = simd::PairCount(parameters_.shape) * parts();
    while (context_.position < before + pairs) {
      if (is_spent_) return StepStatus::kBudgetSpent;
      context_.position += CombineAt(context_.position - before);
    }
    before += pairs;
    for (; context_.position < before + parts(); ++context_.position) {
      if (is_spent_) return StepStatus::kBudgetSpent;
      Finish(context_.position - before);
    }
    return StepStatus::kDone;
  }

 private:
  // Long rows are combined in parts of a block.
  int64_t parts() const { return (kept_ + kBodyBlock - 1) / kBodyBlock; }
  bool has_long_rows() const { return kept_ > kBodyBlock; }
  size_t Bytes(size_t operand) const {
    return ByteSize(parameters_.body.argument_types()[operand]);
  }
  void Pay(int64_t work) { is_spent_ = !context_.Spend(work); }

  // Combines what lies in the blocks, `elements` of each, into `targets`.
  void RunBody(std::span<std::byte* const> targets, int64_t elements) {
    parameters_.body.Run(blocks_.data(), captured_, targets.data(), elements, body_scratch_);
    Pay(elements * parameters_.body.work_per_element());
  }

  // Gives how far the position moves.
  int64_t CombineAt(int64_t position) {
    if (has_long_rows()) {
      CombinePart(position / parts(), position % parts());
      return 1;
    }
    const int64_t most = std::max<int64_t>(1, kBodyBlock / std::max<int64_t>(1, kept_));
    const simd::PairBatch batch = simd::PairBatchAt(parameters_.shape, position, most);
    std::vector<std::byte*>& targets = targets_;
    targets.clear();
    for (size_t i = 0; i < count_; ++i) {
      const size_t row = Bytes(i) * static_cast<size_t>(kept_);
      const auto first = static_cast<size_t>(batch.first);
      simd::SplitPairs(Bytes(i), kept_, batch.pairs, rows_[i] + 2 * first * row, blocks_[i],
                       blocks_[count_ + i]);
      targets.push_back(rows_[i] + first * row);
    }
    RunBody(targets, batch.pairs * kept_);
    Carry(batch);
    return batch.pairs;
  }

  void CombinePart(int64_t pair, int64_t part) {
    const simd::PairBatch batch = simd::PairBatchAt(parameters_.shape, pair, 1);
    const int64_t begin = part * kBodyBlock;
    const int64_t elements = std::min(kBodyBlock, kept_ - begin);
    targets_.clear();
    for (size_t i = 0; i < count_; ++i) {
      const size_t bytes = Bytes(i) * static_cast<size_t>(elements);
      const auto at = [&](int64_t row) {
        return rows_[i] + static_cast<size_t>(row * kept_ + begin) * Bytes(i);
      };
      std::memcpy(blocks_[i], at(2 * batch.first), bytes);
      std::memcpy(blocks_[count_ + i], at(2 * batch.first + 1), bytes);
      targets_.push_back(at(batch.first));
    }
    RunBody(targets_, elements);
    if (part + 1 == parts()) Carry(batch);
  }

  // The odd last row of a level moves down.
  void Carry(const simd::PairBatch& batch) {
    if (batch.carried_from < 0 || batch.carried_from == batch.carried_to) return;
    for (size_t i = 0; i < count_; ++i) {
      const size_t row = Bytes(i) * static_cast<size_t>(kept_);
      std::memmove(rows_[i] + static_cast<size_t>(batch.carried_to) * row,
                   rows_[i] + static_cast<size_t>(batch.carried_from) * row, row);
    }
  }

  // body(init, total), or init where nothing is reduced.
  void Finish(int64_t part) {
    const int64_t begin = part * kBodyBlock;
    const int64_t elements = std::min(kBodyBlock, kept_ - begin);
    targets_.clear();
    for (size_t i = 0; i < count_; ++i) {
      const size_t offset = static_cast<size_t>(begin) * Bytes(i);
      targets_.push_back(results_[i] + offset);
      simd::Fill(blocks_[i], inits_[i], Bytes(i), elements);
      const size_t bytes = static_cast<size_t>(elements) * Bytes(i);
      if (parameters_.shape.count == 0) {
        std::memcpy(targets_[i], blocks_[i], bytes);
      } else {
        std::memcpy(blocks_[count_ + i], rows_[i] + offset, bytes);
      }
    }
    if (parameters_.shape.count != 0) return RunBody(targets_, elements);
    Pay(elements);
  }

  StepContext& context_;
  const PairwiseParameters& parameters_;
  const size_t count_;
  const int64_t kept_;
  std::byte* const* operands_;
  std::byte* const* inits_;
  std::byte* const* captured_;
  std::byte* const* results_;
  std::byte* const* rows_;
  std::vector<std::byte*> blocks_;
  std::vector<std::byte*> targets_;
  std::byte* body_scratch_;
  bool is_spent_ = false;
};

StepStatus PairwiseReduceStep(StepContext& context) {
  return PairwiseRun(context, context.As<PairwiseParameters>()).Run();
}

}  // namespace

void EmitPairwiseReduce(Lowering& lowering, const Operation& operation, const CompiledBody& body,
                        std::span<const Leaf> operands, std::span<const Leaf> inits,
                        std::span<const int64_t> dimensions) {
  std::vector<ElementType> types;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (const Leaf& operand : operands) types.push_back(operand.type);
  }
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &PairwiseReduceStep;
  PairwiseParameters parameters{BodyRunner(body, std::move(types)),
                                simd::PairwiseShapeOf(operands[0].shape, dimensions),
                                {},
                                body.captured.size(),
                                0};
  std::vector<Leaf> rows;
  for (const Leaf& operand : operands) {
    parameters.arrange.push_back(
        simd::PlanArrange(operand.element_bytes(), operand.shape, dimensions));
    rows.push_back(lowering.NewLeaf(operand.type, operand.shape));
    const size_t block = static_cast<size_t>(kBodyBlock) * operand.element_bytes();
    parameters.block_bytes = std::max(parameters.block_bytes, block);
    spec.work += operand.count * (2 * static_cast<int64_t>(operand.element_bytes()) +
                                  parameters.body.work_per_element());
  }
  spec.operations = static_cast<uint64_t>(operands[0].count);
  spec.reads.assign(operands.begin(), operands.end());
  spec.reads.insert(spec.reads.end(), inits.begin(), inits.end());
  spec.reads.insert(spec.reads.end(), body.captured.begin(), body.captured.end());
  spec.pays_by_itself = true;
  spec.scratch_bytes =
      2 * operands.size() * parameters.block_bytes + parameters.body.scratch_bytes();
  spec.parameters = lowering.Own(std::move(parameters));
  for (const Value* result : operation.results) spec.writes.push_back(lowering.Define(*result));
  const bool is_empty = spec.writes.front().count == 0;
  spec.writes.insert(spec.writes.end(), rows.begin(), rows.end());
  if (!is_empty) lowering.Emit(spec);
}

}  // namespace paddock
