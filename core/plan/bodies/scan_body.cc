#include "core/plan/bodies/scan_body.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_runner.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/emitter.h"

namespace paddock {
namespace {

// References: inputs, inits, captured values; outputs, carries.
struct ScanBodyParameters {
  BodyRunner body;
  ScanShape shape;
  // By input and output, and by carry.
  std::vector<int64_t> input_bytes, output_bytes, carry_bytes;
  size_t captured_count = 0;
  int64_t position_work = 1;

  int64_t lanes() const { return shape.outer * shape.inner; }
  int64_t batches() const { return (lanes() + kScanBatch - 1) / kScanBatch; }
  // Arrays of a batch: inputs, outputs, and the carries twice.
  size_t array_count() const {
    return input_bytes.size() + output_bytes.size() + 2 * carry_bytes.size();
  }
};

constexpr size_t kScanArrayBytes = static_cast<size_t>(kScanBatch) * 16;

template <size_t kBytes>
void CopyElements(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step,
                  int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_step, from + i * from_step, kBytes);
  }
}

// `count` pieces of `bytes`, so many bytes apart.
void CopyPieces(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step,
                int64_t bytes, int64_t count) {
  switch (bytes) {
    case 1:
      return CopyElements<1>(from, from_step, to, to_step, count);
    case 2:
      return CopyElements<2>(from, from_step, to, to_step, count);
    case 4:
      return CopyElements<4>(from, from_step, to, to_step, count);
    case 8:
      return CopyElements<8>(from, from_step, to, to_step, count);
    case 16:
      return CopyElements<16>(from, from_step, to, to_step, count);
    default:
      break;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_step, from + i * from_step, static_cast<size_t>(bytes));
  }
}

// A batch of lanes. Between two positions all that there is are the carries, in scratch memory: in
// the first arrays after an even number of positions, else in the second.
class ScanBatch {
 public:
  ScanBatch(const ScanBodyParameters& parameters, std::byte* const* pointers, std::byte* scratch,
            int64_t batch)
      : parameters_(parameters),
        inputs_(pointers),
        inits_(inputs_ + parameters.input_bytes.size()),
        captured_(inits_ + parameters.carry_bytes.size()),
        outputs_(captured_ + parameters.captured_count),
        finals_(outputs_ + parameters.output_bytes.size()),
        arrays_(scratch),
        body_scratch_(scratch + parameters.array_count() * kScanArrayBytes),
        begin_(batch * kScanBatch),
        count_(std::min(kScanBatch, parameters.lanes() - begin_)),
        arguments_(parameters.input_bytes.size() + parameters.carry_bytes.size()),
        results_(parameters.output_bytes.size() + parameters.carry_bytes.size()) {}

  void Begin() const {
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      const int64_t bytes = parameters_.carry_bytes[i];
      std::memcpy(Carry(i, 0), inits_[i] + begin_ * bytes, static_cast<size_t>(count_ * bytes));
    }
  }

  void Apply(int64_t step) {
    const ScanShape& shape = parameters_.shape;
    const int64_t position = shape.is_reverse ? shape.length - 1 - step : step;
    const size_t inputs = parameters_.input_bytes.size();
    const size_t outputs = parameters_.output_bytes.size();
    for (size_t i = 0; i < inputs; ++i) {
      arguments_[i] = Place(inputs_[i], parameters_.input_bytes[i], position);
      if (arguments_[i] != nullptr) continue;
      arguments_[i] = Array(i);
      CopySlice(inputs_[i], parameters_.input_bytes[i], position, Array(i), false);
    }
    for (size_t i = 0; i < outputs; ++i) {
      std::byte* place = Place(outputs_[i], parameters_.output_bytes[i], position);
      results_[i] = place != nullptr ? place : Array(inputs + i);
    }
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      arguments_[inputs + i] = Carry(i, step % 2);
      results_[outputs + i] = Carry(i, (step + 1) % 2);
    }
    parameters_.body.Run(arguments_.data(), captured_, results_.data(), count_, body_scratch_);
    for (size_t i = 0; i < outputs; ++i) {
      if (results_[i] != Array(inputs + i)) continue;
      CopySlice(outputs_[i], parameters_.output_bytes[i], position, Array(inputs + i), true);
    }
  }

  void Finish() const {
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      const int64_t bytes = parameters_.carry_bytes[i];
      std::memcpy(finals_[i] + begin_ * bytes, Carry(i, parameters_.shape.length % 2),
                  static_cast<size_t>(count_ * bytes));
    }
  }

 private:
  std::byte* Array(size_t index) const { return arrays_ + index * kScanArrayBytes; }
  std::byte* Carry(size_t index, int64_t turn) const {
    const size_t first = parameters_.input_bytes.size() + parameters_.output_bytes.size();
    return Array(first + 2 * index + static_cast<size_t>(turn));
  }

  std::byte* LaneAt(std::byte* whole, int64_t bytes, int64_t position, int64_t lane) const {
    const ScanShape& shape = parameters_.shape;
    const int64_t row = lane / shape.inner * shape.length + position;
    return whole + (row * shape.inner + lane % shape.inner) * bytes;
  }

  // Returns the batch's elements if they are contiguous, else null.
  std::byte* Place(std::byte* whole, int64_t bytes, int64_t position) const {
    const int64_t inner = parameters_.shape.inner;
    const bool is_one_run = begin_ % inner + count_ <= inner;
    return is_one_run ? LaneAt(whole, bytes, position, begin_) : nullptr;
  }

  // Copies between a tensor and an array: the rest of a first run, whole runs, and the last one.
  void CopySlice(std::byte* whole, int64_t bytes, int64_t position, std::byte* array,
                 bool is_store) const {
    const ScanShape& shape = parameters_.shape;
    int64_t done = 0;
    while (done < count_) {
      const int64_t lane = begin_ + done;
      const int64_t left = std::min(shape.inner - lane % shape.inner, count_ - done);
      const bool is_whole = left == shape.inner;
      const int64_t runs = is_whole ? (count_ - done) / shape.inner : 1;
      std::byte* there = LaneAt(whole, bytes, position, lane);
      std::byte* here = array + done * bytes;
      const int64_t there_step = shape.length * shape.inner * bytes, here_step = left * bytes;
      if (is_store) {
        CopyPieces(here, here_step, there, there_step, left * bytes, runs);
      } else {
        CopyPieces(there, there_step, here, here_step, left * bytes, runs);
      }
      done += runs * left;
    }
  }

  const ScanBodyParameters& parameters_;
  std::byte* const* inputs_;
  std::byte* const* inits_;
  std::byte* const* captured_;
  std::byte* const* outputs_;
  std::byte* const* finals_;
  std::byte* arrays_;
  std::byte* body_scratch_;
  const int64_t begin_;
  const int64_t count_;
  std::vector<std::byte*> arguments_, results_;
};

// Position counts batches or, where one is much work, the positions of batches.
StepStatus ScanBodyStep(StepContext& context) {
  const auto& parameters = context.As<ScanBodyParameters>();
  const int64_t length = parameters.shape.length;
  const int64_t batch_work = (length + 1) * parameters.position_work;
  if (batch_work <= kChunkWork) {
    return RunChunks(context, parameters.batches(), batch_work, [&](int64_t index, size_t thread) {
      ScanBatch batch(parameters, context.pointers,
                      context.scratch + thread * context.scratch_stride, index);
      batch.Begin();
      for (int64_t step = 0; step < length; ++step) batch.Apply(step);
      batch.Finish();
    });
  }
  const int64_t end = parameters.batches() * (length + 1);
  // Checks of the budget are expensive relative to a position of few lanes.
  const int64_t at_once = std::max<int64_t>(1, kChunkWork / 16 / parameters.position_work);
  while (context.position < end) {
    ScanBatch batch(parameters, context.pointers, context.scratch, context.position / (length + 1));
    int64_t step = context.position % (length + 1);
    if (step == 0) batch.Begin();
    const int64_t last = std::min(length, step + at_once);
    context.position += last - step;
    const int64_t work = (last - step + 1) * parameters.position_work;
    for (; step < last; ++step) batch.Apply(step);
    if (last == length) {
      batch.Finish();
      ++context.position;
    }
    const bool may_go_on = context.Spend(work);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

}  // namespace

void EmitScanBody(Emitter& emitter, const Operation& operation, const CompiledBody& body,
                  const ScanShape& shape, std::span<const Leaf> inputs, std::span<const Leaf> inits,
                  std::span<const Leaf> outputs, std::span<const Leaf> carries) {
  std::vector<ElementType> types;
  int64_t lane_work = 0;
  const auto bytes_of = [&](std::span<const Leaf> leaves) {
    std::vector<int64_t> bytes;
    for (const Leaf& leaf : leaves) {
      bytes.push_back(static_cast<int64_t>(leaf.element_bytes()));
      lane_work += 2 * bytes.back();
    }
    return bytes;
  };
  for (const Leaf& input : inputs) types.push_back(input.type);
  for (const Leaf& carry : carries) types.push_back(carry.type);
  ScanBodyParameters parameters{
      BodyRunner(body, std::move(types)), shape, bytes_of(inputs), bytes_of(outputs), {}};
  parameters.carry_bytes = bytes_of(carries);
  parameters.captured_count = body.captured.size();
  lane_work += parameters.body.work_per_element();
  // The rest is what one call of the body costs, however many lanes there are.
  parameters.position_work = lane_work * std::min(kScanBatch, parameters.lanes()) + 128;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &ScanBodyStep;
  for (const std::span<const Leaf> list : {inputs, inits, std::span<const Leaf>(body.captured)}) {
    spec.reads.insert(spec.reads.end(), list.begin(), list.end());
  }
  for (const std::span<const Leaf> list : {outputs, carries}) {
    spec.writes.insert(spec.writes.end(), list.begin(), list.end());
  }
  spec.work = parameters.position_work * parameters.batches() * (shape.length + 1);
  spec.pays_by_itself = true;
  spec.operations = static_cast<uint64_t>(parameters.lanes() * shape.length);
  spec.scratch_bytes = parameters.array_count() * kScanArrayBytes + parameters.body.scratch_bytes();
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

}  // namespace paddock
