#include "core/plan/windows/select_window.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/body_runner.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/bodies/wide_element.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/windows/padded_operand.h"
#include "core/plan/windows/select_compare.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

// Windows at once.
constexpr int64_t kSelectBatch = 512;

// --- Pure scalar bodies. References: operand, captured values; selected indices.

template <class T>
struct Batch {
  // Elements of cells that are padding are left as they are.
  static void Gather(const std::byte* operand, const int64_t* indices, int64_t count,
                     std::byte* to) {
    for (int64_t i = 0; i < count; ++i) {
      if (indices[i] < 0) continue;
      std::memcpy(to + static_cast<size_t>(i) * sizeof(T),
                  operand + indices[i] * static_cast<int64_t>(sizeof(T)), sizeof(T));
    }
  }
  // Selects the element of the cell if `keeps` is 0 or nothing is selected yet.
  static void Select(const std::byte* keeps, const int64_t* indices, const std::byte* elements,
                     int64_t count, int64_t* selected, std::byte* selected_elements) {
    for (int64_t i = 0; i < count; ++i) {
      if (indices[i] < 0 || (selected[i] >= 0 && keeps[i] != std::byte{0})) continue;
      selected[i] = indices[i];
      std::memcpy(selected_elements + static_cast<size_t>(i) * sizeof(T),
                  elements + static_cast<size_t>(i) * sizeof(T), sizeof(T));
    }
  }
};

struct BatchFunctions {
  decltype(&Batch<uint8_t>::Gather) gather;
  decltype(&Batch<uint8_t>::Select) select;
};

template <class T>
BatchFunctions FunctionsFor() {
  return {&Batch<T>::Gather, &Batch<T>::Select};
}

BatchFunctions FunctionsOf(size_t bytes) {
  if (bytes == 1) return FunctionsFor<uint8_t>();
  if (bytes == 2) return FunctionsFor<uint16_t>();
  if (bytes == 4) return FunctionsFor<uint32_t>();
  return bytes == 8 ? FunctionsFor<uint64_t>() : FunctionsFor<WideElement>();
}

struct SelectParameters {
  BodyRunner body;
  WindowCells cells;
  BatchFunctions functions;
  size_t captured_count = 0;
  int64_t cell_work = 1;

  int64_t batches() const { return (cells.window_count + kSelectBatch - 1) / kSelectBatch; }
};

// Scratch memory of a batch.
struct SelectMemory {
  static constexpr size_t kElementBytes = 16 * static_cast<size_t>(kSelectBatch);
  alignas(64) int64_t indices[kSelectBatch];
  alignas(64) std::byte selected_elements[kElementBytes];
  alignas(64) std::byte elements[kElementBytes];
  alignas(64) std::byte keeps[kSelectBatch];
};

class SelectBatch {
 public:
  SelectBatch(const SelectParameters& parameters, std::byte* const* pointers, std::byte* scratch,
              int64_t batch)
      : parameters_(parameters),
        pointers_(pointers),
        memory_(*reinterpret_cast<SelectMemory*>(scratch)),
        body_scratch_(scratch + sizeof(SelectMemory)),
        begin_(batch * kSelectBatch),
        count_(std::min(kSelectBatch, parameters.cells.window_count - begin_)),
        selected_(reinterpret_cast<int64_t*>(pointers[1 + parameters.captured_count]) + begin_) {}

  void Begin() {
    std::fill_n(selected_, count_, -1);
    const size_t bytes = ByteSize(parameters_.body.argument_types()[0]);
    std::memset(memory_.selected_elements, 0, bytes * static_cast<size_t>(count_));
    std::memset(memory_.elements, 0, bytes * static_cast<size_t>(count_));
  }

  void Meet(int64_t cell) {
    parameters_.cells.FillIndices(begin_, count_, cell, memory_.indices);
    parameters_.functions.gather(pointers_[0], memory_.indices, count_, memory_.elements);
    std::byte* arguments[] = {memory_.selected_elements, memory_.elements};
    std::byte* results[] = {memory_.keeps};
    parameters_.body.Run(arguments, pointers_ + 1, results, count_, body_scratch_);
    parameters_.functions.select(memory_.keeps, memory_.indices, memory_.elements, count_,
                                 selected_, memory_.selected_elements);
  }

 private:
  const SelectParameters& parameters_;
  std::byte* const* pointers_;
  SelectMemory& memory_;
  std::byte* body_scratch_;
  int64_t begin_;
  int64_t count_;
  int64_t* selected_;
};

// Position counts batches, or cells of batches where one batch is much work.
StepStatus SelectStep(StepContext& context) {
  const auto& parameters = context.As<SelectParameters>();
  const int64_t cells = parameters.cells.cell_count;
  if (cells * parameters.cell_work <= kChunkWork) {
    return RunChunks(context, parameters.batches(), cells * parameters.cell_work,
                     [&](int64_t index, size_t thread) {
                       SelectBatch batch(parameters, context.pointers,
                                         context.scratch + thread * context.scratch_stride, index);
                       batch.Begin();
                       for (int64_t cell = 0; cell < cells; ++cell) batch.Meet(cell);
                     });
  }
  const int64_t end = parameters.batches() * cells;
  while (context.position < end) {
    const int64_t cell = context.position % cells;
    SelectBatch batch(parameters, context.pointers, context.scratch, context.position / cells);
    if (cell == 0) batch.Begin();
    batch.Meet(cell);
    ++context.position;
    const bool may_go_on = context.Spend(parameters.cell_work);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// --- Any other body, one pair of elements after the other. Start: indices, state. Fetch:
// operand, indices, state; arguments. Store: value; state.

struct SelectState {
  int64_t window = 0;
  int64_t cell = 0;
  int64_t selected = -1;
  int64_t met = -1;
};

struct SelectLoop : ScalarLoopJumps {
  explicit SelectLoop(WindowCells of) : cells(std::move(of)) {}
  WindowCells cells;
  size_t element_bytes = 1;
};

SelectState LoadState(const std::byte* from) {
  SelectState state;
  std::memcpy(&state, from, sizeof(state));
  return state;
}

StepStatus StartSelect(StepContext& context) {
  const SelectState state;
  std::memcpy(context.pointers[1], &state, sizeof(state));
  return StepStatus::kDone;
}

// Advances to the next two elements to choose from; returns false if there are none.
bool MeetNext(const WindowCells& cells, SelectState& state, std::byte* indices) {
  while (state.window < cells.window_count) {
    if (state.cell == cells.cell_count) {
      std::memcpy(indices + static_cast<size_t>(state.window) * sizeof(int64_t), &state.selected,
                  sizeof(int64_t));
      state = {state.window + 1, 0, -1, -1};
      continue;
    }
    cells.FillIndices(state.window, 1, state.cell++, &state.met);
    if (state.met < 0) continue;
    if (state.selected >= 0) return true;
    state.selected = state.met;
  }
  return false;
}

StepStatus FetchSelect(StepContext& context) {
  const auto& loop = context.As<SelectLoop>();
  SelectState state = LoadState(context.pointers[2]);
  const bool has_more = MeetNext(loop.cells, state, context.pointers[1]);
  std::memcpy(context.pointers[2], &state, sizeof(state));
  if (!has_more) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  const auto bytes = static_cast<int64_t>(loop.element_bytes);
  std::memcpy(context.pointers[3], context.pointers[0] + state.selected * bytes,
              loop.element_bytes);
  std::memcpy(context.pointers[4], context.pointers[0] + state.met * bytes, loop.element_bytes);
  return StepStatus::kDone;
}

StepStatus StoreSelect(StepContext& context) {
  SelectState state = LoadState(context.pointers[1]);
  if (*context.pointers[0] == std::byte{0}) state.selected = state.met;
  std::memcpy(context.pointers[1], &state, sizeof(state));
  context.next += static_cast<uint32_t>(context.As<SelectLoop>().back);
  return StepStatus::kDone;
}

Result<Leaf> EmitSelectLoop(Lowering& lowering, const Operation& operation, Block& select,
                            const Leaf& operand, WindowCells cells, const Leaf& indices) {
  const Leaf state =
      lowering.emitter().NewVector(ElementType::kI64, sizeof(SelectState) / sizeof(int64_t));
  StepSpec start;
  start.operation = &operation;
  start.function = &StartSelect;
  start.writes = {indices, state};
  lowering.Emit(start);
  const auto kept = std::make_shared<SelectLoop>(std::move(cells));
  SelectLoop* parameters = lowering.Own(kept)->get();
  parameters->element_bytes = operand.element_bytes();
  const ScalarLoop loop{&operation,   &select,    &FetchSelect,
                        &StoreSelect, parameters, {operand, indices, state},
                        {state}};
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  return indices;
}

}  // namespace

WindowCells::WindowCells(std::span<const WindowDimension> dimensions,
                         std::span<const int64_t> shape)
    : windows(dimensions.begin(), dimensions.end()), operand_strides(simd::RowMajorStrides(shape)) {
  for (const WindowDimension& window : windows) {
    window_count *= window.result_size;
    cell_count *= window.window;
  }
}

void WindowCells::FillIndices(int64_t begin, int64_t count, int64_t cell, int64_t* indices) const {
  if (windows.empty()) {
    std::fill_n(indices, count, 0);
    return;
  }
  const WindowDimension& last = windows.back();
  const int64_t last_cell = cell % last.window;
  for (int64_t done = 0; done < count;) {
    // Windows of one row; their indices in the other dimensions are the same.
    const int64_t in_row = (begin + done) % last.result_size;
    const int64_t rows = std::min(count - done, last.result_size - in_row);
    int64_t row = (begin + done) / last.result_size;
    int64_t rest = cell / last.window;
    int64_t offset = 0;
    for (size_t i = windows.size() - 1; i-- > 0;) {
      const int64_t index =
          windows[i].IndexAt(row % windows[i].result_size, rest % windows[i].window);
      row /= windows[i].result_size;
      rest /= windows[i].window;
      offset = index < 0 || offset < 0 ? -1 : offset + index * operand_strides[i];
    }
    const int64_t first = in_row * last.stride + last_cell - last.low;
    const auto size = static_cast<uint64_t>(offset < 0 ? 0 : last.operand_size);
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t index = first + i * last.stride;
      indices[done + i] = static_cast<uint64_t>(index) < size ? offset + index : -1;
    }
    done += rows;
  }
}

Result<Leaf> EmitSelect(Lowering& lowering, const Operation& operation, Block& select,
                        const Leaf& operand, WindowCells cells) {
  const Leaf indices = lowering.emitter().NewVector(ElementType::kI64, cells.window_count);
  if (EmitCompareSelect(lowering.emitter(), operation, select, operand, cells, indices))
    return indices;
  const auto compiled = CompileBody(lowering, select, kSelectBatch, /*allow_direct=*/false);
  if (!compiled) {
    return EmitSelectLoop(lowering, operation, select, operand, std::move(cells), indices);
  }
  if (compiled->results.size() != 1) {
    return lowering.Fail(operation, "run", "select returns another number of values");
  }
  SelectParameters parameters{BodyRunner(*compiled, {operand.type, operand.type}), std::move(cells),
                              FunctionsOf(operand.element_bytes())};
  parameters.captured_count = compiled->captured.size();
  parameters.cell_work = (parameters.body.work_per_element() + 24) *
                             std::min(kSelectBatch, parameters.cells.window_count) +
                         256;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &SelectStep;
  spec.reads = {operand};
  spec.reads.insert(spec.reads.end(), compiled->captured.begin(), compiled->captured.end());
  spec.writes = {indices};
  spec.work = parameters.batches() * parameters.cells.cell_count * parameters.cell_work;
  spec.operations =
      static_cast<uint64_t>(parameters.cells.window_count * parameters.cells.cell_count);
  spec.pays_by_itself = true;
  spec.scratch_bytes = sizeof(SelectMemory) + parameters.body.scratch_bytes();
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return indices;
}

}  // namespace paddock
