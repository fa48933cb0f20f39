#include "core/plan/bodies/scan_slices.h"

#include <algorithm>
#include <cstring>

namespace paddock {
namespace {

// The copies of a step, in order; context.position counts the bytes of all.
class Copies {
 public:
  Copies(StepContext& context, int64_t total) : context_(context), total_(total) {}

  // Copies slice `place` of `whole` to a dense slice. Returns false if the budget is spent first.
  bool Load(const Slices& slices, const std::byte* whole, int64_t place, std::byte* slice) {
    return Copy(slices, place, [&](int64_t there, int64_t here, size_t bytes) {
      std::memcpy(slice + here, whole + there, bytes);
    });
  }
  // Copies a dense slice to slice `place` of `whole`.
  bool Store(const Slices& slices, const std::byte* slice, std::byte* whole, int64_t place) {
    return Copy(slices, place, [&](int64_t there, int64_t here, size_t bytes) {
      std::memcpy(whole + there, slice + here, bytes);
    });
  }

 private:
  template <class CopyPiece>
  bool Copy(const Slices& slices, int64_t place, CopyPiece copy) {
    const int64_t begin = done_;
    done_ += slices.bytes();
    while (context_.position < done_) {
      const int64_t at = context_.position - begin;
      const int64_t row = at / slices.inner_bytes, column = at % slices.inner_bytes;
      const int64_t bytes = std::min(slices.inner_bytes - column, kChunkWork);
      const int64_t there = (row * slices.length + place) * slices.inner_bytes + column;
      copy(there, at, static_cast<size_t>(bytes));
      context_.position += bytes;
      if (!context_.Spend(2 * bytes + 4)) return context_.position == total_;
    }
    return true;
  }

  StepContext& context_;
  int64_t total_;
  int64_t done_ = 0;
};

int64_t TotalBytes(std::span<const Slices> a, std::span<const Slices> b) {
  int64_t total = 0;
  for (const Slices& slices : a) total += slices.bytes();
  for (const Slices& slices : b) total += slices.bytes();
  return total;
}

}  // namespace

StepStatus ScanApplications::Prepare(StepContext& context, const ApplicationMemory& memory) const {
  Copies copies(context, TotalBytes(carries, {}));
  for (size_t i = 0; i < carries.size(); ++i) {
    std::byte* const carry = memory.writes[outputs.size() + i];
    if (!copies.Load(carries[i], memory.sources[i], 0, carry)) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

Fetched ScanApplications::Fetch(StepContext& context, const ApplicationMemory& memory,
                                int64_t& position, std::byte* const* arguments) const {
  if (position == length) return {Fetched::Status::kDone};
  Copies copies(context, TotalBytes(inputs, carries));
  bool is_whole = true;
  for (size_t i = 0; is_whole && i < inputs.size(); ++i) {
    is_whole = copies.Load(inputs[i], memory.reads[i], PlaceOf(position), arguments[i]);
  }
  for (size_t i = 0; is_whole && i < carries.size(); ++i) {
    is_whole =
        copies.Load(carries[i], memory.writes[outputs.size() + i], 0, arguments[inputs.size() + i]);
  }
  if (!is_whole) return {Fetched::Status::kBudgetSpent};
  return {.count = 1};
}

bool ScanApplications::Store(StepContext& context, const ApplicationMemory& memory,
                             int64_t& position, int64_t,
                             std::span<const std::byte* const> results) const {
  Copies copies(context, TotalBytes(outputs, carries));
  for (size_t i = 0; i < outputs.size() + carries.size(); ++i) {
    const bool is_output = i < outputs.size();
    const Slices& slices = is_output ? outputs[i] : carries[i - outputs.size()];
    const int64_t place = is_output ? PlaceOf(position) : 0;
    if (!copies.Store(slices, results[i], memory.writes[i], place)) return false;
  }
  ++position;
  return true;
}

}  // namespace paddock
