#include "core/plan/windows/select_compare.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/windows/select_cells.h"

namespace paddock {
namespace {

// Maximum number of windows in a piece, all of one row of the result.
constexpr int64_t kMostWindows = 512;

struct CompareSelectParameters {
  WindowCells cells;
  simd::SelectCells kernel = nullptr;
  simd::Selection selection = simd::Selection::kGe;
  int64_t element_bytes = 4;
  // Offset of each cell from the first one, in elements.
  std::vector<int64_t> cell_offsets;
  int64_t rows = 1;
  int64_t row_size = 1;
  int64_t pieces = 1;
  int64_t pieces_per_chunk = 1;
  int64_t chunk_work = 1;

  int64_t chunks() const { return (rows * pieces + pieces_per_chunk - 1) / pieces_per_chunk; }
};

template <class Phase>
struct CompareSelectReferences {
  Read<Phase> operand;
  Write<Phase> indices;
};

// Scratch memory of a piece.
struct PieceMemory {
  alignas(64) std::byte elements[8 * kMostWindows];
  alignas(64) std::byte selected[8 * kMostWindows];
  alignas(64) std::byte cells[8 * kMostWindows];
};

template <class T>
void Gather(const std::byte* from, int64_t step, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * static_cast<int64_t>(sizeof(T)),
                from + i * step * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

template <class T>
T Load(const std::byte* from, int64_t index) {
  T value;
  std::memcpy(&value, from + index * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

class Piece {
 public:
  Piece(const CompareSelectParameters& parameters, const std::byte* operand, std::byte* indices,
        std::byte* scratch, int64_t piece)
      : parameters_(parameters),
        cells_(parameters.cells),
        operand_(operand),
        memory_(*reinterpret_cast<PieceMemory*>(scratch)),
        row_(piece / parameters.pieces),
        begin_(piece % parameters.pieces * kMostWindows),
        count_(std::min(kMostWindows, parameters.row_size - begin_)),
        indices_(indices +
                 (row_ * parameters.row_size + begin_) * static_cast<int64_t>(sizeof(int64_t))) {}

  void Run() {
    const auto bytes = static_cast<size_t>(count_ * parameters_.element_bytes);
    std::memset(memory_.cells, 0xFF, bytes);
    std::memset(memory_.selected, 0, bytes);
    for (int64_t cell = 0; cell < cells_.cell_count; ++cell) Meet(cell);
    Finish();
  }

 private:
  // Returns the offset of the row's windows at a cell in all dimensions but the last; -1 if that is
  // padding.
  int64_t OffsetOf(int64_t cell) const {
    int64_t row = row_;
    int64_t rest = cell / LastWindow();
    int64_t offset = 0;
    for (size_t i = cells_.windows.size() - 1; i-- > 0;) {
      const WindowDimension& window = cells_.windows[i];
      const int64_t index = window.IndexAt(row % window.result_size, rest % window.window);
      if (index < 0) return -1;
      row /= window.result_size;
      rest /= window.window;
      offset += index * cells_.operand_strides[i];
    }
    return offset;
  }
  int64_t LastWindow() const { return cells_.windows.back().window; }

  void Meet(int64_t cell) {
    const int64_t offset = OffsetOf(cell);
    if (offset < 0) return;
    const WindowDimension& last = cells_.windows.back();
    // In windows first .. end of the piece, the cell is within the operand.
    const int64_t at = begin_ * last.stride + cell % LastWindow() - last.low;
    const int64_t first = at >= 0 ? 0 : (-at + last.stride - 1) / last.stride;
    const int64_t left = last.operand_size - at;
    const int64_t end = left <= 0 ? 0 : std::min(count_, (left - 1) / last.stride + 1);
    if (first >= end) return;
    const int64_t bytes = parameters_.element_bytes;
    const std::byte* from = operand_ + (offset + at + first * last.stride) * bytes;
    if (last.stride != 1) {
      (bytes == 4 ? &Gather<uint32_t> : &Gather<uint64_t>)(from, last.stride, end - first,
                                                           memory_.elements);
      from = memory_.elements;
    }
    parameters_.kernel(parameters_.selection, from, cell, end - first,
                       memory_.selected + first * bytes, memory_.cells + first * bytes);
  }

  // Converts numbers of cells to indices of elements.
  void Finish() {
    int64_t row = row_;
    int64_t start = 0;
    for (size_t i = cells_.windows.size() - 1; i-- > 0;) {
      const WindowDimension& window = cells_.windows[i];
      start += (row % window.result_size * window.stride - window.low) * cells_.operand_strides[i];
      row /= window.result_size;
    }
    const WindowDimension& last = cells_.windows.back();
    for (int64_t i = 0; i < count_; ++i) {
      const int64_t cell = parameters_.element_bytes == 4 ? Load<int32_t>(memory_.cells, i)
                                                          : Load<int64_t>(memory_.cells, i);
      int64_t index = -1;
      if (cell >= 0) {
        index = start + (begin_ + i) * last.stride - last.low +
                parameters_.cell_offsets[static_cast<size_t>(cell)];
      }
      std::memcpy(indices_ + i * static_cast<int64_t>(sizeof(int64_t)), &index, sizeof(index));
    }
  }

  const CompareSelectParameters& parameters_;
  const WindowCells& cells_;
  const std::byte* operand_;
  PieceMemory& memory_;
  int64_t row_;
  int64_t begin_;
  int64_t count_;
  std::byte* indices_;
};

StepStatus CompareSelectStep(StepContext& context) {
  const auto& parameters = context.As<CompareSelectParameters>();
  const auto at = Bind<CompareSelectReferences>(context);
  const int64_t all = parameters.rows * parameters.pieces;
  return RunChunks(context, parameters.chunks(), parameters.chunk_work,
                   [&](int64_t chunk, size_t thread) {
                     const int64_t begin = chunk * parameters.pieces_per_chunk;
                     const int64_t end = std::min(begin + parameters.pieces_per_chunk, all);
                     for (int64_t piece = begin; piece < end; ++piece) {
                       Piece(parameters, at.operand, at.indices,
                             context.scratch + thread * context.scratch_stride, piece)
                           .Run();
                     }
                   });
}

// Returns the selection of a body that compares its arguments in order and returns the result.
std::optional<simd::Selection> SelectionOf(const Block& select) {
  const Operation* compare = select.first;
  if (select.arguments.size() != 2 || compare == nullptr || compare->next != select.last ||
      !compare->is(OpKind::kStablehloCompare) || select.last->operands.size() != 1) {
    return std::nullopt;
  }
  const bool is_plain = compare->operands[0] == select.arguments[0] &&
                        compare->operands[1] == select.arguments[1] &&
                        select.last->operands[0] == compare->results[0] &&
                        TextOf(*compare, "compare_type") != "TOTALORDER";
  if (!is_plain) return std::nullopt;
  const std::string_view direction = TextOf(*compare, "comparison_direction");
  if (direction == "GE") return simd::Selection::kGe;
  if (direction == "GT") return simd::Selection::kGt;
  if (direction == "LE") return simd::Selection::kLe;
  if (direction == "LT") return simd::Selection::kLt;
  return std::nullopt;
}

void PlanPieces(CompareSelectParameters& parameters) {
  const WindowCells& cells = parameters.cells;
  parameters.row_size = cells.windows.back().result_size;
  parameters.rows = cells.window_count / parameters.row_size;
  parameters.pieces = (parameters.row_size + kMostWindows - 1) / kMostWindows;
  for (int64_t cell = 0; cell < cells.cell_count; ++cell) {
    int64_t offset = 0;
    int64_t rest = cell;
    for (size_t i = cells.windows.size(); i-- > 0;) {
      offset += rest % cells.windows[i].window * cells.operand_strides[i];
      rest /= cells.windows[i].window;
    }
    parameters.cell_offsets.push_back(offset);
  }
  const int64_t windows = std::min(kMostWindows, parameters.row_size);
  const int64_t work = cells.cell_count * (2 * windows + 64) + 8 * windows;
  parameters.pieces_per_chunk = std::max<int64_t>(1, (kChunkWork / 16) / work);
  parameters.chunk_work = work * parameters.pieces_per_chunk;
}

}  // namespace

bool EmitCompareSelect(Emitter& emitter, const Operation& operation, const Block& select,
                       const Leaf& operand, const WindowCells& cells, const Leaf& indices) {
  // A piece visits all cells before it can stop.
  constexpr int64_t kMostCells = 1024;
  const auto selection = SelectionOf(select);
  const simd::SelectCells kernel = simd::FindSelectCells(operand.type);
  if (!selection || kernel == nullptr || cells.windows.empty() || cells.window_count == 0 ||
      cells.cell_count > kMostCells) {
    return false;
  }
  CompareSelectParameters parameters{
      cells, kernel, *selection, static_cast<int64_t>(operand.element_bytes()), {}};
  PlanPieces(parameters);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CompareSelectStep;
  SetReferences<CompareSelectReferences>(spec, {operand, indices});
  spec.work = parameters.chunks() * parameters.chunk_work;
  spec.operations = static_cast<uint64_t>(cells.window_count * cells.cell_count);
  spec.pays_by_itself = true;
  spec.scratch_bytes = sizeof(PieceMemory);
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
  return true;
}

}  // namespace paddock
