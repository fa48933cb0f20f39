#include "core/plan/windows/window_body.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/plan/bodies/body_runner.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/references.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

struct WindowBodyParameters {
  BodyRunner body;
  WindowOffsets offsets;
  size_t operand_count = 1;
  size_t captured_count = 0;
  int64_t windows = 0;
  int64_t cells = 0;
  // Bytes of an array, and number of arrays for each operand.
  size_t array_bytes = 0;
  int64_t depth = 1;
  int64_t cell_work = 1;

  int64_t batches() const { return (windows + kWindowBatch - 1) / kWindowBatch; }
  size_t scratch_bytes() const {
    return static_cast<size_t>(depth + 2) * operand_count * array_bytes +
           kWindowBatch * sizeof(int64_t) + body.scratch_bytes();
  }
};

template <class Phase>
struct WindowBodyReferences {
  ReadSpan<Phase, &WindowBodyParameters::operand_count> operands;
  ReadSpan<Phase, &WindowBodyParameters::operand_count> inits;
  ReadSpan<Phase, &WindowBodyParameters::captured_count> captured;
  WriteSpan<Phase, &WindowBodyParameters::operand_count> results;
};

// A batch of windows. Cells are combined in order, as a tree of adjacent pairs. For each binary
// digit k that is set in the number of cells so far, an array holds the totals of 2^k cells, one
// for each window. All state between two cells is in scratch memory.
class WindowBatch {
 public:
  WindowBatch(const WindowBodyParameters& parameters, const WindowBodyReferences<Running>& at,
              std::byte* scratch, int64_t batch)
      : parameters_(parameters),
        at_(at),
        count_(parameters.operand_count),
        begin_(batch * kWindowBatch),
        elements_(std::min(kWindowBatch, parameters.windows - begin_)),
        starts_(reinterpret_cast<int64_t*>(scratch)),
        arrays_(scratch + kWindowBatch * sizeof(int64_t)),
        arguments_(2 * count_),
        targets_(count_) {
    body_scratch_ =
        arrays_ + static_cast<size_t>(parameters.depth + 2) * count_ * parameters.array_bytes;
    parameters.offsets.FillStarts(begin_, elements_, starts_);
  }

  void Run(int64_t position) { position < parameters_.cells ? Add(position) : Finish(); }

 private:
  void Add(int64_t cell) {
    const int64_t offset = parameters_.offsets.CellOffset(cell);
    int64_t top = std::popcount(static_cast<uint64_t>(cell));
    for (size_t i = 0; i < count_; ++i) {
      const size_t bytes = Bytes(i);
      CollectOf(bytes)(at_.operands[i] + offset * static_cast<int64_t>(bytes), starts_, elements_,
                       Array(top, i));
    }
    for (int64_t joined = std::countr_one(static_cast<uint64_t>(cell)); joined > 0; --joined) {
      Join(--top);
    }
  }

  // body(init, total).
  void Finish() {
    int64_t top = std::popcount(static_cast<uint64_t>(parameters_.cells)) - 1;
    while (top > 0) Join(--top);
    for (size_t i = 0; i < count_; ++i) {
      std::byte* init = Array(parameters_.depth, i);
      simd::Fill(init, at_.inits[i], Bytes(i), elements_);
      arguments_[i] = init;
      arguments_[count_ + i] = Array(0, i);
      targets_[i] = at_.results[i] + static_cast<size_t>(begin_) * Bytes(i);
    }
    RunBody();
  }

  size_t Bytes(size_t operand) const {
    return ByteSize(parameters_.body.argument_types()[operand]);
  }
  std::byte* Array(int64_t level, size_t operand) const {
    return arrays_ + (static_cast<size_t>(level) * count_ + operand) * parameters_.array_bytes;
  }
  void RunBody() {
    parameters_.body.Run(arguments_.data(), at_.captured.data(), targets_.data(), elements_,
                         body_scratch_);
  }

  // Combines the totals at `level` with those of the next level.
  void Join(int64_t level) {
    const int64_t aside = parameters_.depth + 1;
    for (size_t i = 0; i < count_; ++i) {
      arguments_[i] = Array(level, i);
      arguments_[count_ + i] = Array(level + 1, i);
      targets_[i] = Array(aside, i);
    }
    RunBody();
    for (size_t i = 0; i < count_; ++i) {
      std::memcpy(Array(level, i), Array(aside, i), static_cast<size_t>(elements_) * Bytes(i));
    }
  }

  const WindowBodyParameters& parameters_;
  const WindowBodyReferences<Running> at_;
  const size_t count_;
  const int64_t begin_;
  const int64_t elements_;
  int64_t* starts_;
  std::byte* arrays_;
  std::byte* body_scratch_ = nullptr;
  std::vector<std::byte*> arguments_;
  std::vector<std::byte*> targets_;
};

StepStatus WindowBodyStep(StepContext& context) {
  const auto& parameters = context.As<WindowBodyParameters>();
  // The last position finishes the totals.
  LongChunks batches{.count = parameters.batches(), .positions = parameters.cells + 1};
  batches.position_work = parameters.cell_work;
  batches.chunk_work = batches.positions * batches.position_work;
  return RunLongChunks(context, batches, [&](int64_t batch, std::byte* scratch) {
    return WindowBatch(parameters, Bind<WindowBodyReferences>(context, parameters), scratch, batch);
  });
}

struct CellsParameters {
  WindowOffsets offsets;
  std::vector<int64_t> cell_offsets;
  size_t element_bytes = 1;
  int64_t windows = 0;
};

// The cells of all windows.
template <class Phase>
struct CellsReferences {
  Read<Phase> operand;
  Write<Phase> cells;
};

StepStatus WindowCellsStep(StepContext& context) {
  const auto& parameters = context.As<CellsParameters>();
  const auto at = Bind<CellsReferences>(context);
  const auto cells = static_cast<int64_t>(parameters.cell_offsets.size());
  const size_t row_bytes = parameters.cell_offsets.size() * parameters.element_bytes;
  const IndexedCopy collect = CollectOf(parameters.element_bytes);
  while (context.position < parameters.windows) {
    int64_t start = 0;
    parameters.offsets.FillStarts(context.position, 1, &start);
    collect(at.operand + start * static_cast<int64_t>(parameters.element_bytes),
            parameters.cell_offsets.data(), cells,
            at.cells + static_cast<size_t>(context.position) * row_bytes);
    ++context.position;
    const bool may_go_on = context.Spend(8 * cells + kStepWork);
    if (!may_go_on && context.position < parameters.windows) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

}  // namespace

int64_t WindowOffsets::window_count() const {
  int64_t count = 1;
  for (const WindowDimension& window : windows) count *= window.result_size;
  return count;
}

int64_t WindowOffsets::cell_count() const {
  int64_t count = 1;
  for (const WindowDimension& window : windows) count *= window.window;
  return count;
}

int64_t WindowOffsets::CellOffset(int64_t cell) const {
  int64_t offset = 0;
  for (size_t i = windows.size(); i-- > 0;) {
    offset += cell % windows[i].window * windows[i].window_dilation * strides[i];
    cell /= windows[i].window;
  }
  return offset;
}

void WindowOffsets::FillStarts(int64_t begin, int64_t count, int64_t* starts) const {
  // Runs along the last dimension.
  const WindowDimension last = windows.empty() ? WindowDimension() : windows.back();
  const int64_t step = windows.empty() ? 0 : last.stride * strides.back();
  for (int64_t done = 0; done < count;) {
    int64_t rest = begin + done;
    const int64_t in_row = rest % last.result_size;
    int64_t offset = first;
    for (size_t i = windows.size(); i-- > 0;) {
      offset += rest % windows[i].result_size * windows[i].stride * strides[i];
      rest /= windows[i].result_size;
    }
    const int64_t end = std::min(count, done + last.result_size - in_row);
    for (; done < end; ++done, offset += step) starts[done] = offset;
  }
}

void EmitWindowBody(Lowering& lowering, const Operation& operation, const CompiledBody& body,
                    std::span<const Leaf> operands, std::span<const Leaf> inits,
                    WindowOffsets offsets) {
  WindowBodyParameters parameters{BodyRunner(body), std::move(offsets)};
  parameters.operand_count = operands.size();
  parameters.captured_count = body.captured.size();
  parameters.windows = parameters.offsets.window_count();
  parameters.cells = parameters.offsets.cell_count();
  parameters.depth = std::bit_width(static_cast<uint64_t>(parameters.cells));
  int64_t element_work = parameters.body.work_per_element();
  for (const Leaf& operand : operands) {
    const size_t bytes = static_cast<size_t>(kWindowBatch) * operand.element_bytes();
    parameters.array_bytes = std::max(parameters.array_bytes, bytes);
    element_work += 8 + 2 * static_cast<int64_t>(operand.element_bytes());
  }
  parameters.cell_work = element_work * std::min(kWindowBatch, parameters.windows) + 256;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &WindowBodyStep;
  WindowBodyReferences<Planning> references{.operands = {operands.begin(), operands.end()},
                                            .inits = {inits.begin(), inits.end()},
                                            .captured = body.captured,
                                            .results = {}};
  for (const Value* result : operation.results) {
    references.results.push_back(lowering.Define(*result));
  }
  SetReferences(spec, references, parameters);
  spec.work = parameters.cell_work * parameters.batches() * (parameters.cells + 1);
  spec.pays_by_itself = true;
  spec.operations = static_cast<uint64_t>(parameters.windows * parameters.cells);
  spec.scratch_bytes = parameters.scratch_bytes();
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
}

Leaf EmitWindowCells(Emitter& emitter, const Operation& operation, const Leaf& operand,
                     const WindowOffsets& offsets) {
  CellsParameters parameters{offsets, {}, operand.element_bytes(), offsets.window_count()};
  const int64_t cells = offsets.cell_count();
  for (int64_t i = 0; i < cells; ++i) parameters.cell_offsets.push_back(offsets.CellOffset(i));
  const int64_t shape[] = {parameters.windows, cells};
  const Leaf result =
      emitter.NewLeaf(operand.type, emitter.arena().CopyArray(std::span<const int64_t>(shape)));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &WindowCellsStep;
  SetReferences(spec, CellsReferences<Planning>{.operand = operand, .cells = result});
  spec.work = 8 * result.count;
  spec.pays_by_itself = true;
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
  return result;
}

}  // namespace paddock
