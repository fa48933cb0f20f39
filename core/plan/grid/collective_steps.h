// The steps of collective operations: a process gives its operands to the members of its group, and
// takes its result from all contributions.
//
//   give    operands -> ticket
//   take    ticket -> results, once all have given
#ifndef PADDOCK_CORE_PLAN_GRID_COLLECTIVE_STEPS_H_
#define PADDOCK_CORE_PLAN_GRID_COLLECTIVE_STEPS_H_

#include <optional>
#include <vector>

#include "core/grid/groups.h"
#include "core/plan/bodies/body_runner.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/references.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

// A tensor in a parcel.
struct ParcelEntry {
  ElementType type = ElementType::kI1;
  std::span<const int64_t> shape;
  int64_t bytes = 0;
  // Result of a process in no group: 0, or the zero point for quantized types.
  uint64_t nothing[2] = {0, 0};
  // The others read the tensor in place, without a copy.
  bool is_lent = false;
};

// Contributions of the processes in a meeting.
struct MeetingParameters {
  SiteRef site;
  ProcessGroups groups;
  std::vector<ParcelEntry> entries;
  // Only the root sends its entries. The root of entry j is the process at that position in the
  // group: 0, unless the last entry holds the positions.
  bool is_from_root = false;
  bool has_dynamic_root = false;

  size_t data_count() const { return entries.size() - (has_dynamic_root ? 1 : 0); }
};

// Steps of a meeting. A take step ends when its lent operands have no readers left.
template <class Phase>
struct GiveReferences {
  // The operation's operands; the last one may be dynamic roots.
  ReadSpan<Phase, &MeetingParameters::entries> entries;
  Write<Phase> ticket;
};
StepStatus GiveStep(StepContext& context);

// Combines parts of each member's entries into one result each: for all_gather, all_to_all, joined
// tiles and the rows of a reduction.
struct TakePartsParameters {
  const MeetingParameters* meeting = nullptr;
  struct Part {
    simd::StridedCopyPlan copy;
    // Bytes between parts, multiplied by the process's own position.
    int64_t source_stride = 0;
    // Offset of each member's part in the result; kNotTaken: another member has the same part.
    std::vector<int64_t> result_offsets;
  };
  static constexpr int64_t kNotTaken = -1;
  // One for each entry.
  std::vector<Part> parts;
};
template <class Phase>
struct TakePartsReferences {
  Read<Phase> ticket;
  WriteSpan<Phase, &TakePartsParameters::parts> results;
};
StepStatus TakePartsStep(StepContext& context);

// Takes the root's entries.
template <class Phase>
struct TakeRootReferences {
  Read<Phase> ticket;
  WriteSpan<Phase, &MeetingParameters::data_count> results;
};
StepStatus TakeRootStep(StepContext& context);

// Folds the entries of all members with a body, in group order: for all members, for the root
// alone, or a part of the entries for each member.
struct TakeFoldParameters {
  const MeetingParameters* meeting = nullptr;
  BodyRunner body;
  size_t captured_count = 0;
  bool is_for_root = false;
  // Elements of each result.
  std::vector<int64_t> counts;
  // Bytes between members' parts; 0: each member gets the whole result.
  int64_t part_stride = 0;
};
template <class Phase>
struct TakeFoldReferences {
  Read<Phase> ticket;
  ReadSpan<Phase, &TakeFoldParameters::captured_count> captured;
  WriteSpan<Phase, &TakeFoldParameters::counts> results;
};
StepStatus TakeFoldStep(StepContext& context);
// Returns the scratch bytes of a fold of `count` elements.
size_t FoldScratchBytes(const BodyRunner& body, int64_t count);

// Folds rows in memory, which TakeParts wrote for a reduction.
struct FoldRowsParameters {
  const MeetingParameters* meeting = nullptr;
  BodyRunner body;
  size_t captured_count = 0;
  int64_t count = 0;
};
template <class Phase>
struct FoldRowsReferences {
  Read<Phase> rows;
  ReadSpan<Phase, &FoldRowsParameters::captured_count> captured;
  Write<Phase> result;
};
StepStatus FoldRowsStep(StepContext& context);

// Returns the size of the process's own group and its position in it.
std::optional<ProcessGroups::Place> OwnPlace(const StepContext& context,
                                             const MeetingParameters& meeting);
size_t GroupSize(const MeetingParameters& meeting, const ProcessGroups::Place& place);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_COLLECTIVE_STEPS_H_
