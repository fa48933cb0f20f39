#include "core/plan/bodies/scan_steps.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/wide_element.h"

namespace paddock {
namespace {

// One of several copies that a step makes, one after the other; its place among all bytes.
class Copies {
 public:
  explicit Copies(StepContext& context) : context_(context) {}

  // Slice `position` of `whole` to or from a dense slice; false if the budget is spent first.
  bool Copy(const Slices& slices, std::byte* whole, std::byte* slice, int64_t position,
            bool is_store) {
    const int64_t begin = done_;
    done_ += slices.bytes();
    while (context_.position < done_) {
      const int64_t at = context_.position - begin;
      const int64_t row = at / slices.inner_bytes, column = at % slices.inner_bytes;
      const int64_t bytes = std::min(slices.inner_bytes - column, kChunkWork);
      std::byte* there = whole + (row * slices.length + position) * slices.inner_bytes + column;
      std::byte* here = slice + at;
      std::memcpy(is_store ? there : here, is_store ? here : there, static_cast<size_t>(bytes));
      context_.position += bytes;
      if (!context_.Spend(2 * bytes + 4)) return context_.position == done_ && IsLast();
    }
    return true;
  }
  void SetTotal(int64_t total) { total_ = total; }

 private:
  bool IsLast() const { return done_ == total_; }

  StepContext& context_;
  int64_t done_ = 0;
  int64_t total_ = 0;
};

int64_t TotalBytes(std::span<const Slices> a, std::span<const Slices> b) {
  int64_t total = 0;
  for (const Slices& slices : a) total += slices.bytes();
  for (const Slices& slices : b) total += slices.bytes();
  return total;
}

}  // namespace

StepStatus StartScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t n = loop.carries.size();
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.carries, {}));
  for (size_t i = 0; i < n; ++i) {
    if (!copies.Copy(loop.carries[i], context.pointers[i], context.pointers[n + i], 0, false)) {
      return StepStatus::kBudgetSpent;
    }
  }
  SetCounter(context.pointers[2 * n + loop.outputs.size()], 0);
  return StepStatus::kDone;
}

StepStatus FetchScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t inputs = loop.inputs.size(), carries = loop.carries.size();
  std::byte* const* arguments = context.pointers + inputs + carries + 1;
  const int64_t step = CounterAt(context.pointers[inputs + carries]);
  if (step == loop.length) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.inputs, loop.carries));
  for (size_t i = 0; i < inputs + carries; ++i) {
    const bool is_input = i < inputs;
    const Slices& slices = is_input ? loop.inputs[i] : loop.carries[i - inputs];
    const int64_t position = is_input ? loop.position(step) : 0;
    if (!copies.Copy(slices, context.pointers[i], arguments[i], position, false)) {
      return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
}

StepStatus StoreScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t outputs = loop.outputs.size(), carries = loop.carries.size();
  std::byte* const* targets = context.pointers + outputs + carries;
  std::byte* counter = targets[outputs + carries];
  const int64_t step = CounterAt(counter);
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.outputs, loop.carries));
  for (size_t i = 0; i < outputs + carries; ++i) {
    const bool is_output = i < outputs;
    const Slices& slices = is_output ? loop.outputs[i] : loop.carries[i - outputs];
    const int64_t position = is_output ? loop.position(step) : 0;
    if (!copies.Copy(slices, targets[i], context.pointers[i], position, true)) {
      return StepStatus::kBudgetSpent;
    }
  }
  SetCounter(counter, step + 1);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

}  // namespace paddock
