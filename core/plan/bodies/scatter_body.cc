#include "core/plan/bodies/scatter_body.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"

namespace paddock {
namespace {

constexpr auto kMostPairs = static_cast<int64_t>(simd::kMaxScatterPairs);

// Sources: inputs. Reads: scatter indices, updates. Writes: results. Position counts elements of
// updates.
class ScatterBody final : public Applications {
 public:
  ScatterBody(simd::ScatterPlan plan, std::span<const Leaf> inputs)
      : plan_(std::move(plan)), widths_(WidthsOf(inputs)) {
    for (const Leaf& input : inputs) input_bytes_.push_back(static_cast<int64_t>(input.bytes()));
  }

  StepStatus Prepare(StepContext& context, const ApplicationMemory& memory) const override {
    const StepStatus status = CopyInputs(context, input_bytes_, memory.sources, memory.writes);
    if (status == StepStatus::kDone) new (memory.state) simd::ScatterConflicts;
    return status;
  }
  int64_t prepared_position() const override {
    int64_t bytes = 0;
    for (int64_t input : input_bytes_) bytes += input;
    return bytes;
  }
  // The conflicts, then the targets of the current applications.
  size_t state_bytes() const override {
    return sizeof(simd::ScatterConflicts) + static_cast<size_t>(at_once()) * sizeof(int64_t);
  }

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position >= simd::EndOfScatter(plan_);
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    int64_t sources[kMostPairs];
    int64_t* const targets = Targets(memory);
    const auto most = static_cast<size_t>(at_once());
    const std::span target_span(targets, most), source_span(sources, most);
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
    auto& conflicts = *reinterpret_cast<simd::ScatterConflicts*>(memory.state);
    const simd::ScatterPairs pairs = simd::NextScatterPairs(plan_, memory.reads[0], position,
                                                            target_span, source_span, conflicts);
    const int64_t work = WorkOf(pairs.position - position);
    position = pairs.position;
    const auto count = static_cast<int64_t>(pairs.count);
    if (count == 0) return {.work = work};
    const size_t n = widths_.size();
    for (size_t i = 0; i < n; ++i) {
      CollectElements(widths_[i], memory.writes[i], targets, count, arguments[i]);
      CollectElements(widths_[i], memory.reads[1 + i], sources, count, arguments[n + i]);
    }
    return {.count = count, .work = work};
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t&, int64_t count,
             std::span<const std::byte* const> results) const override {
    for (size_t i = 0; i < widths_.size(); ++i) {
      SpreadElements(widths_[i], results[i], Targets(memory), count, memory.writes[i]);
    }
    return true;
  }

 private:
  static int64_t* Targets(const ApplicationMemory& memory) {
    return reinterpret_cast<int64_t*>(memory.state + sizeof(simd::ScatterConflicts));
  }

  // Returns the work of a block of `elements` elements of updates.
  int64_t WorkOf(int64_t elements) const {
    constexpr int64_t kElementWork = 32, kBlockWork = 64;
    return is_batched() ? elements * (body_work() + kElementWork) + kStepWork : kBlockWork;
  }

  simd::ScatterPlan plan_;
  // By input.
  std::vector<size_t> widths_;
  std::vector<int64_t> input_bytes_;
};

}  // namespace

StepStatus CopyInputs(StepContext& context, std::span<const int64_t> input_bytes,
                      std::span<const std::byte* const> inputs,
                      std::span<std::byte* const> results) {
  int64_t before = 0;
  for (size_t i = 0; i < input_bytes.size(); ++i) {
    const int64_t end = before + input_bytes[i];
    if (inputs[i] == results[i]) context.position = std::max(context.position, end);
    while (context.position < end) {
      const int64_t at = context.position - before;
      const int64_t bytes = std::min(kChunkWork, end - context.position);
      CopyAtOnce(context, results[i] + at, inputs[i] + at, bytes);
      context.position += bytes;
      if (!context.Spend(2 * bytes)) return StepStatus::kBudgetSpent;
    }
    before = end;
  }
  return StepStatus::kDone;
}

Result<void> EmitScatterBody(Lowering& lowering, const Operation& operation, Block& body,
                             simd::ScatterPlan plan, std::span<const Leaf> inputs,
                             const Leaf& indices, std::span<const Leaf> updates) {
  AppliedOperation applied;
  applied.operation = &operation;
  applied.sources.assign(inputs.begin(), inputs.end());
  applied.reads = {indices};
  applied.reads.insert(applied.reads.end(), updates.begin(), updates.end());
  applied.writes = NewResults(lowering, operation);
  applied.returned_count = inputs.size();
  SetApplications(applied, std::make_shared<ScatterBody>(std::move(plan), inputs));
  BatchOptions options{.at_once = kMostPairs};
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    applied.in_place.push_back({i, i});
    options.work += static_cast<int64_t>(2 * inputs[i].bytes() + 8 * updates[i].bytes());
    options.operations += static_cast<uint64_t>(updates[i].count);
  }
  if (applied.writes[0].count != 0 && !EmitApplications(lowering, applied, body, options)) {
    return Failed();
  }
  BindResults(lowering, operation, applied.writes);
  return {};
}

}  // namespace paddock
