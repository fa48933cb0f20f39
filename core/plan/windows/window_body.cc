#include "core/plan/windows/window_body.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/base/overflow.h"
#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/windows/prefix_fold.h"
#include "core/plan/windows/window_fold.h"

namespace paddock {
namespace {

// Windows in a batch: the arrays of a few operands fit into the first-level cache.
constexpr int64_t kWindowBatch = 512;

// Limit for windows x cells, far above what can be run, so that work is counted without overflow.
constexpr int64_t kMostCells = int64_t{1} << 44;

// Returns the only dimension with windows if they are prefixes.
std::optional<size_t> PrefixDimension(std::span<const WindowDimension> windows) {
  const auto dimension = simd::OnlyWindowed(windows);
  return dimension && windows[*dimension].is_prefix() ? dimension : std::nullopt;
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

Result<void> EmitWindowBody(Lowering& lowering, const Operation& operation, Block& body,
                            std::span<const Leaf> operands, std::span<const Leaf> inits,
                            WindowOffsets offsets) {
  const auto cells = CheckedMultiply(offsets.window_count(), offsets.cell_count());
  if (!cells || *cells > kMostCells) {
    return lowering.Fail(operation, "memory", "the windows of this body have too many cells");
  }
  const std::vector<Leaf> results = NewResults(lowering, operation);
  AppliedOperation applied;
  applied.operation = &operation;
  applied.reads.assign(operands.begin(), operands.end());
  applied.reads.insert(applied.reads.end(), inits.begin(), inits.end());
  applied.writes = results;
  applied.returned_count = operands.size();
  BatchOptions options{.at_once = kWindowBatch,
                       .has_result_arrays = false,
                       .operations = static_cast<uint64_t>(*cells)};
  const auto dimension = PrefixDimension(offsets.windows);
  if (dimension) {
    auto fold = std::make_shared<PrefixFold>(std::move(offsets), operands, *dimension);
    options.has_result_arrays = true;
    options.at_once = std::min(options.at_once, fold->lane_count());
    options.applications = fold->application_count();
    options.operations = static_cast<uint64_t>(fold->application_count());
    SetApplications(applied, std::move(fold));
  } else {
    SetApplications(applied, std::make_shared<WindowCellFold>(std::move(offsets), operands));
  }
  if (!EmitApplications(lowering, applied, body, options)) return Failed();
  BindResults(lowering, operation, results);
  return {};
}

}  // namespace paddock
