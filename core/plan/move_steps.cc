#include "core/plan/move_steps.h"

#include <algorithm>
#include <cstring>

#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

using Entry = MoveParameters::Entry;

// Most moves copy scalars, and a copy of constant size is one instruction.
bool CopySmall(const Entry& entry, const std::byte* source, std::byte* target) {
  switch (entry.bytes) {
    case 1:
      std::memcpy(target, source, 1);
      return true;
    case 4:
      std::memcpy(target, source, 4);
      return true;
    case 8:
      std::memcpy(target, source, 8);
      return true;
    default:
      return false;
  }
}

// Moves bytes begin .. end of one entry; both are multiples of splat_bytes.
void MovePart(const Entry& entry, const std::byte* source, std::byte* target, int64_t begin,
              int64_t end) {
  if (entry.splat_bytes != 0) {
    simd::Fill(target + begin, source, entry.splat_bytes, (end - begin) / entry.splat_bytes);
  } else if (source != target) {
    std::memcpy(target + begin, source + begin, static_cast<size_t>(end - begin));
  }
}

StepStatus MoveInChunks(StepContext& context, const MoveParameters& parameters,
                        const MoveReferences<Running>& at) {
  int64_t before = 0;  // bytes of the preceding entries
  for (size_t i = 0; i < parameters.entries.size(); ++i) {
    const Entry& entry = parameters.entries[i];
    const auto bytes = static_cast<int64_t>(entry.bytes);
    const std::byte* source = at.sources[i];
    std::byte* target = at.targets[i];
    const bool is_same = source == target && entry.splat_bytes == 0;
    while (context.position < before + bytes) {
      const int64_t begin = context.position - before;
      const int64_t end = is_same ? bytes : std::min(begin + kChunkWork, bytes);
      MovePart(entry, source, target, begin, end);
      context.position = before + end;
      if (!is_same && !context.Spend(2 * (end - begin))) return StepStatus::kBudgetSpent;
    }
    before += bytes;
  }
  return StepStatus::kDone;
}

}  // namespace

StepStatus MoveStep(StepContext& context) {
  const MoveParameters& parameters = context.As<MoveParameters>();
  const auto at = Bind<MoveReferences>(context, parameters);
  for (size_t i = 0; i < parameters.entries.size(); ++i) {
    const Entry& entry = parameters.entries[i];
    const std::byte* source = at.sources[i];
    std::byte* target = at.targets[i];
    if (source == target && entry.splat_bytes == 0) continue;
    if (entry.splat_bytes == 0 && CopySmall(entry, source, target)) continue;
    if (entry.bytes <= kMostFreelyMoved && context.position == 0) {
      MovePart(entry, source, target, 0, static_cast<int64_t>(entry.bytes));
      continue;
    }
    const StepStatus status = MoveInChunks(context, parameters, at);
    if (status != StepStatus::kDone) return status;
    break;
  }
  context.next += static_cast<uint32_t>(parameters.jump);
  return StepStatus::kDone;
}

}  // namespace paddock
