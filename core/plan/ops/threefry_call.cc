#include "core/plan/ops/threefry_call.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/plan/chunked_step.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/movement/offset_cursor.h"
#include "simd/random/blocks.h"

namespace paddock {
namespace {

constexpr size_t kOperands = 4;
// About 3 us.
constexpr int64_t kWordsAtOnce = 1 << 12;
constexpr int64_t kWordWork = 8;
constexpr int64_t kWordBytes = sizeof(uint32_t);

// Elements of the result in rows. An operand has an element for each element of a row, or one.
struct ThreeFryParameters {
  struct Operand {
    // Strides of the loops around rows, slowest first, in elements.
    std::span<const simd::CopyDimension> outer;
    bool is_same_in_row = false;
  };
  std::array<Operand, kOperands> operands;
  int64_t count = 0;
  int64_t row = 0;
};

template <class Phase>
struct ThreeFryReferences {
  ReadSpan<Phase, kOperands> operands;
  Write<Phase> first;
  Write<Phase> second;
};

simd::WordOperand OperandAt(const ThreeFryParameters::Operand& operand, const std::byte* address,
                            int64_t row, int64_t index) {
  const int64_t offset =
      simd::OffsetCursor(operand.outer, row).source_offset() + (operand.is_same_in_row ? 0 : index);
  return {address + offset * kWordBytes, operand.is_same_in_row};
}

// Elements of short rows are put together first, so many at once.
constexpr int64_t kShortRow = 64;
constexpr int64_t kBuffered = 256;

// Whether all rows read the same words.
bool IsSameInRows(const ThreeFryParameters::Operand& operand) {
  return std::ranges::all_of(
      operand.outer, [](const simd::CopyDimension& loop) { return loop.source_stride == 0; });
}

// Writes the words of so many rows from `row` on. `Size` is the size of a row, if it is constant.
template <class Size>
void FillRows(const ThreeFryParameters::Operand& operand, const std::byte* address, int64_t row,
              int64_t rows, Size size, uint32_t* buffer) {
  const int64_t step = operand.is_same_in_row ? 0 : kWordBytes;
  simd::OffsetCursor cursor(operand.outer, row);
  const auto fill = [&](const std::byte* from) {
    for (int64_t i = 0; i < size; ++i) {
      std::memcpy(buffer + i, from + i * step, sizeof(uint32_t));
    }
    buffer += size;
  };
  if (operand.outer.size() == 1) {
    const int64_t stride = operand.outer[0].source_stride * kWordBytes;
    for (int64_t i = row; i < row + rows; ++i) fill(address + i * stride);
    return;
  }
  for (int64_t i = 0; i < rows; ++i, cursor.Advance()) {
    fill(address + cursor.source_offset() * kWordBytes);
  }
}

// JAX splits a key into two or three.
void FillBuffer(const ThreeFryParameters& parameters, size_t i, const std::byte* address,
                int64_t begin, int64_t count, uint32_t* buffer) {
  const ThreeFryParameters::Operand& operand = parameters.operands[i];
  const int64_t row = begin / parameters.row, rows = count / parameters.row;
  const auto fill = [&](auto size) { FillRows(operand, address, row, rows, size, buffer); };
  if (parameters.row == 2) return fill(std::integral_constant<int64_t, 2>());
  if (parameters.row == 3) return fill(std::integral_constant<int64_t, 3>());
  fill(parameters.row);
}

// Computes whole short rows.
void ComputeBuffered(const ThreeFryParameters& parameters, const ThreeFryReferences<Running>& at,
                     int64_t begin, int64_t end) {
  alignas(64) uint32_t buffers[kOperands][kBuffered];
  const int64_t at_once = kBuffered / parameters.row * parameters.row;
  const auto operand = [&](size_t i) {
    return simd::WordOperand{reinterpret_cast<const std::byte*>(buffers[i])};
  };
  const simd::ThreeFryOperands operands{{operand(0), operand(1)}, {operand(2), operand(3)}};
  for (int64_t done = begin; done < end; done += at_once) {
    const int64_t count = std::min(at_once, end - done);
    for (size_t i = 0; i < kOperands; ++i) {
      if (done > begin && IsSameInRows(parameters.operands[i])) continue;
      FillBuffer(parameters, i, at.operands[i], done, count, buffers[i]);
    }
    simd::ComputeThreeFry(operands, static_cast<size_t>(count), at.first + done * kWordBytes,
                          at.second + done * kWordBytes);
  }
}

int64_t ComputeInRow(const ThreeFryParameters& parameters, const ThreeFryReferences<Running>& at,
                     int64_t begin, int64_t end) {
  const int64_t row = begin / parameters.row, index = begin % parameters.row;
  const int64_t count = std::min(parameters.row - index, end - begin);
  const auto operand = [&](size_t i) {
    return OperandAt(parameters.operands[i], at.operands[i], row, index);
  };
  const simd::ThreeFryOperands operands{{operand(0), operand(1)}, {operand(2), operand(3)}};
  simd::ComputeThreeFry(operands, static_cast<size_t>(count), at.first + begin * kWordBytes,
                        at.second + begin * kWordBytes);
  return count;
}

StepStatus ThreeFryStep(StepContext& context) {
  const auto& parameters = context.As<ThreeFryParameters>();
  const auto at = Bind<ThreeFryReferences>(context);
  const bool is_short = parameters.row < kShortRow && parameters.row != parameters.count;
  const int64_t at_once = is_short ? kWordsAtOnce / parameters.row * parameters.row : kWordsAtOnce;
  const int64_t chunks = (parameters.count + at_once - 1) / at_once;
  const int64_t work = std::min(parameters.count, at_once) * kWordWork;
  return RunChunks(context, chunks, work, [&](int64_t chunk, size_t) {
    int64_t begin = chunk * at_once;
    const int64_t end = std::min(parameters.count, begin + at_once);
    if (is_short) return ComputeBuffered(parameters, at, begin, end);
    while (begin < end) begin += ComputeInRow(parameters, at, begin, end);
  });
}

bool IsOneWord(const Leaf& operand) { return operand.is_splat || operand.count == 1; }

// The sizes of the result that rows and the loops around them have. If no operand expands, the
// whole result is one row.
std::vector<int64_t> LoopSizes(std::span<const Leaf> operands, const Leaf& result) {
  const bool is_plain = std::ranges::all_of(operands, [&](const Leaf& operand) {
    return IsOneWord(operand) || operand.count == result.count;
  });
  if (is_plain) return {result.count};
  return {result.shape.begin(), result.shape.end()};
}

ThreeFryParameters::Operand Expanded(Arena& arena, const Leaf& operand,
                                     std::span<const int64_t> sizes) {
  std::vector<simd::CopyDimension> loops;
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    const bool is_same = IsOneWord(operand) || (sizes.size() > 1 && operand.shape[i] != sizes[i]);
    loops.insert(loops.begin(), {sizes[i], is_same ? 0 : stride, 0});
    if (!is_same) stride *= sizes[i];
  }
  ThreeFryParameters::Operand expanded;
  expanded.is_same_in_row = loops.back().source_stride == 0;
  loops.pop_back();
  expanded.outer = arena.CopyArray(loops);
  return expanded;
}

}  // namespace

bool LowerThreeFryCall(Lowering& lowering, const Operation& call, const Operation& function) {
  if (lowering.level() != Level::kFast || !IsThreeFry(lowering.module(), function)) return false;
  std::vector<Leaf> operands;
  for (size_t i = 0; i < kOperands; ++i) {
    const Leaf operand = lowering.InMemory(lowering.Operand(call, i));
    if (operand.is_token) return false;
    operands.push_back(operand);
  }
  const Leaf first = lowering.Define(*call.results[0]);
  const Leaf second = lowering.Define(*call.results[1]);
  const std::vector<int64_t> sizes = LoopSizes(operands, first);
  ThreeFryParameters parameters;
  parameters.count = first.count;
  parameters.row = std::max<int64_t>(1, sizes.back());
  for (size_t i = 0; i < kOperands; ++i) {
    parameters.operands[i] = Expanded(lowering.arena(), operands[i], sizes);
  }
  StepSpec spec;
  spec.operation = &call;
  spec.function = &ThreeFryStep;
  spec.parameters = lowering.Own(parameters);
  SetReferences(
      spec, ThreeFryReferences<Planning>{.operands = operands, .first = first, .second = second});
  spec.work = first.count * kWordWork;
  spec.operations = static_cast<uint64_t>(first.count) * 2;
  spec.pays_by_itself = true;
  lowering.Emit(spec);
  return true;
}

}  // namespace paddock
