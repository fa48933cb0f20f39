#include "core/plan/windows/padded_operand.h"

#include <algorithm>

#include "core/base/overflow.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

struct PaddingParameters {
  simd::PaddedCopyPlan plan;
  int64_t chunk_work = 1;
  bool has_padding = false;
};

template <class Phase>
struct PaddingReferences {
  Read<Phase> operand;
  // None or one.
  ReadSpan<Phase, &PaddingParameters::has_padding> padding;
  Write<Phase> padded;
};

// Default padding of every element type.
constexpr std::byte kDefaultPadding[16] = {};

StepStatus PaddingStep(StepContext& context) {
  const auto& parameters = context.As<PaddingParameters>();
  const auto at = Bind<PaddingReferences>(context, parameters);
  const std::byte* padding = parameters.has_padding ? at.padding[0] : kDefaultPadding;
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.plan, {}, at.operand, padding, at.padded, chunk);
                   });
}

Leaf EmitCopy(Emitter& emitter, const Operation& operation, const Leaf& operand,
              std::span<const WindowDimension> windows, const Leaf* padding) {
  const std::vector<simd::PaddedDimension> dimensions = PaddedDimensionsOf(windows);
  std::vector<int64_t> shape;
  for (const simd::PaddedDimension& dimension : dimensions) shape.push_back(dimension.result_size);
  const std::vector<uint8_t> is_fixed(dimensions.size(), 1);
  PaddingParameters parameters;
  parameters.plan = simd::PlanPaddedCopy(operand.element_bytes(), dimensions, is_fixed);
  parameters.has_padding = padding != nullptr;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &PaddingStep;
  const Leaf padded =
      emitter.NewLeaf(operand.type, emitter.arena().CopyArray(std::span<const int64_t>(shape)));
  PaddingReferences<Planning> references{.operand = operand, .padding = {}, .padded = padded};
  if (padding != nullptr) references.padding = {*padding};
  SetReferences(spec, references, parameters);
  spec.work = static_cast<int64_t>(operand.bytes() + padded.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(spec.work, simd::ChunkCount(parameters.plan));
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
  return padded;
}

}  // namespace

std::vector<simd::PaddedDimension> PaddedDimensionsOf(std::span<const WindowDimension> windows) {
  std::vector<simd::PaddedDimension> dimensions;
  for (const WindowDimension& window : windows) {
    dimensions.push_back({window.operand_size, window.span(), window.base_dilation, window.low});
  }
  return dimensions;
}

bool MeetsPadding(std::span<const WindowDimension> windows) {
  return std::ranges::any_of(windows, [](const WindowDimension& window) {
    return window.base_dilation != 1 || window.low > 0 ||
           window.span() - window.low > window.operand_size;
  });
}

Result<void> CheckReach(Lowering& lowering, const Operation& operation,
                        std::span<const WindowDimension> windows) {
  // Above any memory size, yet sums of a few sizes fit 63 bits.
  constexpr int64_t kMostElements = int64_t{1} << 48;
  // Limit for lists of cells.
  constexpr int64_t kMostCells = int64_t{1} << 24;
  std::vector<int64_t> reach, cells;
  for (const WindowDimension& window : windows) {
    reach.push_back(std::max({window.span(), window.operand_size, window.result_size, int64_t{1}}));
    if (window.window_dilation != 1) cells.push_back(window.window);
  }
  if (CheckedProduct(reach).value_or(kMostElements) < kMostElements &&
      CheckedProduct(cells).value_or(kMostCells + 1) <= kMostCells) {
    return {};
  }
  return lowering.Fail(operation, "memory", "the windows reach over too many elements");
}

PaddedOperand EmitPadded(Lowering& lowering, const Operation& operation, const Leaf& operand,
                         std::span<const WindowDimension> windows, const Leaf* padding) {
  PaddedOperand padded;
  padded.leaf = lowering.Dense(operand);
  const bool is_copied = MeetsPadding(windows);
  if (is_copied)
    padded.leaf = EmitCopy(lowering.emitter(), operation, padded.leaf, windows, padding);
  padded.strides = simd::RowMajorStrides(padded.leaf.shape);
  for (size_t i = 0; !is_copied && i < windows.size(); ++i) {
    padded.first -= windows[i].low * padded.strides[i];
  }
  return padded;
}

}  // namespace paddock
