#include "core/plan/bodies/scan_body.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_runner.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/references.h"

namespace paddock {
namespace {

struct ScanBodyParameters {
  BodyRunner body;
  ScanShape shape;
  // Bytes of an element, by input, output and carry.
  std::vector<int64_t> input_bytes, output_bytes, carry_bytes;
  size_t captured_count = 0;
  int64_t lane_work = 1;

  int64_t lanes() const { return shape.outer * shape.inner; }
  // The second term is the fixed cost of a call of the body.
  int64_t WorkOfPosition(int64_t batch) const { return lane_work * std::min(batch, lanes()) + 128; }
  // Arrays of a batch: inputs, outputs, and two for each carry.
  size_t array_count() const {
    return input_bytes.size() + output_bytes.size() + 2 * carry_bytes.size();
  }
};

template <class Phase>
struct ScanBodyReferences {
  ReadSpan<Phase, &ScanBodyParameters::input_bytes> inputs;
  ReadSpan<Phase, &ScanBodyParameters::carry_bytes> inits;
  ReadSpan<Phase, &ScanBodyParameters::captured_count> captured;
  WriteSpan<Phase, &ScanBodyParameters::output_bytes> outputs;
  WriteSpan<Phase, &ScanBodyParameters::carry_bytes> carries;
};

constexpr size_t kScanArrayBytes = static_cast<size_t>(kScanBatch) * 16;

template <size_t kBytes>
void CopyElements(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step,
                  int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_step, from + i * from_step, kBytes);
  }
}

// Copies `count` pieces of `bytes` with these strides in bytes.
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

// A batch of lanes. The only state between positions is the carries, in scratch memory: in the
// first arrays after an even number of positions, else in the second.
class ScanBatch {
 public:
  ScanBatch(const ScanBodyParameters& parameters, const ScanBodyReferences<Running>& at,
            std::byte* scratch, int64_t begin, int64_t most)
      : parameters_(parameters),
        at_(at),
        arrays_(scratch),
        body_scratch_(scratch + parameters.array_count() * kScanArrayBytes),
        begin_(begin),
        count_(std::min(most, parameters.lanes() - begin_)),
        arguments_(parameters.input_bytes.size() + parameters.carry_bytes.size()),
        results_(parameters.output_bytes.size() + parameters.carry_bytes.size()) {}

  void Run(int64_t step) {
    const int64_t length = parameters_.shape.length;
    if (step == 0) Begin();
    if (step < length) Apply(step);
    if (step + 1 >= length) Finish();
  }

 private:
  void Begin() const {
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      const int64_t bytes = parameters_.carry_bytes[i];
      std::memcpy(Carry(i, 0), at_.inits[i] + begin_ * bytes, static_cast<size_t>(count_ * bytes));
    }
  }

  void Apply(int64_t step) {
    const ScanShape& shape = parameters_.shape;
    const int64_t position = shape.is_reverse ? shape.length - 1 - step : step;
    const size_t inputs = parameters_.input_bytes.size();
    const size_t outputs = parameters_.output_bytes.size();
    for (size_t i = 0; i < inputs; ++i) {
      const int64_t bytes = parameters_.input_bytes[i];
      arguments_[i] = Array(i);
      if (IsOneRun()) {
        arguments_[i] = at_.inputs[i] + OffsetOf(begin_, position) * bytes;
      } else {
        LoadSlice(at_.inputs[i], bytes, position, Array(i));
      }
    }
    for (size_t i = 0; i < outputs; ++i) {
      const int64_t offset = OffsetOf(begin_, position) * parameters_.output_bytes[i];
      results_[i] = IsOneRun() ? at_.outputs[i] + offset : Array(inputs + i);
    }
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      arguments_[inputs + i] = Carry(i, step % 2);
      results_[outputs + i] = Carry(i, (step + 1) % 2);
    }
    parameters_.body.Run(arguments_.data(), at_.captured.data(), results_.data(), count_,
                         body_scratch_);
    for (size_t i = 0; !IsOneRun() && i < outputs; ++i) {
      StoreSlice(Array(inputs + i), parameters_.output_bytes[i], position, at_.outputs[i]);
    }
  }

  void Finish() const {
    for (size_t i = 0; i < parameters_.carry_bytes.size(); ++i) {
      const int64_t bytes = parameters_.carry_bytes[i];
      std::memcpy(at_.carries[i] + begin_ * bytes, Carry(i, parameters_.shape.length % 2),
                  static_cast<size_t>(count_ * bytes));
    }
  }

  std::byte* Array(size_t index) const { return arrays_ + index * kScanArrayBytes; }
  std::byte* Carry(size_t index, int64_t turn) const {
    const size_t first = parameters_.input_bytes.size() + parameters_.output_bytes.size();
    return Array(first + 2 * index + static_cast<size_t>(turn));
  }

  // Offset of a lane's element in a tensor, in elements.
  int64_t OffsetOf(int64_t lane, int64_t position) const {
    const ScanShape& shape = parameters_.shape;
    const int64_t row = lane / shape.inner * shape.length + position;
    return row * shape.inner + lane % shape.inner;
  }

  // Returns whether the batch's elements of a position are contiguous.
  bool IsOneRun() const {
    const int64_t inner = parameters_.shape.inner;
    return begin_ % inner + count_ <= inner;
  }

  // Calls run(offset in the tensor, offset in the array, elements of a run, runs) for the remainder
  // of a first run, for whole runs, and for the last one.
  template <class Run>
  void ForRuns(int64_t position, Run run) const {
    const int64_t inner = parameters_.shape.inner;
    for (int64_t done = 0; done < count_;) {
      const int64_t lane = begin_ + done;
      const int64_t left = std::min(inner - lane % inner, count_ - done);
      const int64_t runs = left == inner ? (count_ - done) / inner : 1;
      run(OffsetOf(lane, position), done, left, runs);
      done += runs * left;
    }
  }

  int64_t tensor_step() const { return parameters_.shape.length * parameters_.shape.inner; }

  void LoadSlice(const std::byte* whole, int64_t bytes, int64_t position, std::byte* array) const {
    ForRuns(position, [&](int64_t offset, int64_t done, int64_t left, int64_t runs) {
      CopyPieces(whole + offset * bytes, tensor_step() * bytes, array + done * bytes, left * bytes,
                 left * bytes, runs);
    });
  }
  void StoreSlice(const std::byte* array, int64_t bytes, int64_t position, std::byte* whole) const {
    ForRuns(position, [&](int64_t offset, int64_t done, int64_t left, int64_t runs) {
      CopyPieces(array + done * bytes, left * bytes, whole + offset * bytes, tensor_step() * bytes,
                 left * bytes, runs);
    });
  }

  const ScanBodyParameters& parameters_;
  const ScanBodyReferences<Running> at_;
  std::byte* arrays_;
  std::byte* body_scratch_;
  const int64_t begin_;
  const int64_t count_;
  std::vector<const std::byte*> arguments_;
  std::vector<std::byte*> results_;
};

StepStatus ScanBodyStep(StepContext& context) {
  const auto& parameters = context.As<ScanBodyParameters>();
  const int64_t positions = std::max<int64_t>(1, parameters.shape.length);
  const int64_t lanes = parameters.lanes();
  const int64_t batch =
      LanesOfChunk(context, lanes, kScanBatch, positions * lanes * parameters.lane_work);
  LongChunks batches{.count = (lanes + batch - 1) / batch, .positions = positions};
  batches.position_work = parameters.WorkOfPosition(batch);
  batches.chunk_work = (parameters.shape.length + 1) * batches.position_work;
  // A check of the budget is expensive compared with a position of few lanes.
  batches.at_once = std::max<int64_t>(1, kChunkWork / 16 / batches.position_work);
  batches.look_work = batches.position_work;
  return RunLongChunks(context, batches, [&](int64_t index, std::byte* scratch) {
    return ScanBatch(parameters, Bind<ScanBodyReferences>(context, parameters), scratch,
                     index * batch, batch);
  });
}

}  // namespace

void EmitScanBody(Emitter& emitter, const Operation& operation, const CompiledBody& body,
                  const ScanShape& shape, std::span<const Leaf> inputs, std::span<const Leaf> inits,
                  std::span<const Leaf> outputs, std::span<const Leaf> carries) {
  int64_t lane_work = 0;
  const auto bytes_of = [&](std::span<const Leaf> leaves) {
    std::vector<int64_t> bytes;
    for (const Leaf& leaf : leaves) {
      bytes.push_back(static_cast<int64_t>(leaf.element_bytes()));
      lane_work += 2 * bytes.back();
    }
    return bytes;
  };
  ScanBodyParameters parameters{BodyRunner(body), shape, bytes_of(inputs), bytes_of(outputs), {}};
  parameters.carry_bytes = bytes_of(carries);
  parameters.captured_count = body.captured.size();
  lane_work += parameters.body.work_per_element();
  parameters.lane_work = lane_work;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &ScanBodyStep;
  const auto list = [](std::span<const Leaf> leaves) {
    return std::vector<Leaf>(leaves.begin(), leaves.end());
  };
  SetReferences(spec,
                ScanBodyReferences<Planning>{.inputs = list(inputs),
                                             .inits = list(inits),
                                             .captured = body.captured,
                                             .outputs = list(outputs),
                                             .carries = list(carries)},
                parameters);
  const int64_t batches = (parameters.lanes() + kScanBatch - 1) / kScanBatch;
  spec.work = parameters.WorkOfPosition(kScanBatch) * batches * (shape.length + 1);
  spec.pays_by_itself = true;
  spec.operations = static_cast<uint64_t>(parameters.lanes() * shape.length);
  spec.scratch_bytes = parameters.array_count() * kScanArrayBytes + parameters.body.scratch_bytes();
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

}  // namespace paddock
