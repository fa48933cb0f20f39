#include "core/plan/collective_steps.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/check.h"
#include "core/plan/chunked_step.h"
#include "core/plan/pairwise_reduce.h"
#include "core/plan/run_support.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

using simd::LoadUnaligned;

// A ticket of 0 is that of a process in no group.
uint64_t TicketAt(const std::byte* address) { return LoadUnaligned<uint64_t>(address); }

// The root's position for entry `index`.
int64_t RootOf(const MeetingParameters& meeting, const std::byte* roots, size_t index) {
  return meeting.has_dynamic_root ? LoadUnaligned<int32_t>(roots + index * sizeof(int32_t)) : 0;
}

bool Travels(const StepContext& context, const MeetingParameters& meeting,
             const ProcessGroups::Place& place, size_t index) {
  if (!meeting.is_from_root || index >= meeting.data_count()) return true;
  return RootOf(meeting, context.pointers[meeting.data_count()], index) == place.position;
}

bool CheckRoots(StepContext& context, const MeetingParameters& meeting, size_t group_size) {
  if (!meeting.has_dynamic_root) return true;
  for (size_t i = 0; i < meeting.data_count(); ++i) {
    const int64_t root = RootOf(meeting, context.pointers[meeting.data_count()], i);
    if (root >= 0 && static_cast<size_t>(root) < group_size) continue;
    ReportAt(context, "collective-root",
             std::string(context.operation->name) + ": root[" + std::to_string(i) +
                 "] = " + std::to_string(root) + ", but the group has " +
                 std::to_string(group_size) + " processes");
    return false;
  }
  return true;
}

// The same root in all members: each reads its own operand.
bool RootsAgree(StepContext& context, const MeetingParameters& meeting,
                const std::vector<Parcel>& parcels) {
  const size_t at = meeting.data_count();
  for (const Parcel& parcel : parcels) {
    if (IsBitwiseEqual(parcel[at], parcels[0][at])) continue;
    ReportAt(
        context, "collective-root",
        std::string(context.operation->name) + ": the processes of a group have different roots");
    return false;
  }
  return true;
}

bool Fits(const ParcelEntry& entry, const Tensor& tensor) {
  return tensor.has_value() && tensor.element_type() == entry.type &&
         static_cast<int64_t>(tensor.byte_size()) == entry.bytes;
}

// What comes from another machine may be anything: what is read of it must be there, and of the
// right size.
bool EntryFits(const MeetingParameters& meeting, const std::vector<Parcel>& parcels, size_t k) {
  const ParcelEntry& entry = meeting.entries[k];
  const auto fits = [&](const Parcel& parcel) { return Fits(entry, parcel[k]); };
  if (!meeting.is_from_root || k >= meeting.data_count()) {
    return std::ranges::all_of(parcels, fits);
  }
  const std::byte* roots = meeting.has_dynamic_root ? parcels[0].back().data() : nullptr;
  return fits(parcels[static_cast<size_t>(RootOf(meeting, roots, k))]);
}

// The parcels of all members, once all have come.
StepStatus TakeParcels(StepContext& context, const MeetingParameters& meeting,
                       const std::vector<Parcel>*& parcels) {
  parcels = context.host->link().Look(TicketAt(context.pointers[0]));
  if (parcels == nullptr) return StepStatus::kBlocked;
  if (context.position != 0) return StepStatus::kDone;
  const size_t count = meeting.entries.size();
  bool fits = std::ranges::all_of(*parcels,
                                  [count](const Parcel& parcel) { return parcel.size() == count; });
  if (meeting.has_dynamic_root) {
    fits = fits && EntryFits(meeting, *parcels, meeting.data_count());
    if (fits && !RootsAgree(context, meeting, *parcels)) return StepStatus::kFailed;
  }
  for (size_t k = 0; fits && k < meeting.data_count(); ++k) {
    fits = EntryFits(meeting, *parcels, k);
  }
  if (fits) return StepStatus::kDone;
  ReportAt(context, "grid-message",
           std::string(context.operation->name) + ": what another process gave makes no sense");
  return StepStatus::kFailed;
}

void WriteNothing(const ParcelEntry& entry, std::byte* result) {
  if (entry.bytes == 0) return;
  const size_t width = ByteSize(entry.type);
  simd::Fill(result, entry.nothing, width, entry.bytes / static_cast<int64_t>(width));
}

// Copies in chunks; `before` of the position are other copies' bytes.
bool CopyBytes(StepContext& context, int64_t before, const std::byte* from, std::byte* to,
               int64_t bytes) {
  while (context.position < before + bytes) {
    const int64_t at = context.position - before;
    const int64_t count = std::min(kChunkWork, bytes - at);
    std::memcpy(to + at, from + at, static_cast<size_t>(count));
    context.position += count;
    if (!context.Spend(2 * count) && context.position < before + bytes) return false;
  }
  return true;
}

// The position of a take step that has its results, and waits for what it lent.
constexpr int64_t kHasLeft = std::numeric_limits<int64_t>::max();

// Ends a take: the meeting is over for this process once the others have read what it lent. All
// of them are here, and read before they do anything else, so that this is no deadlock.
StepStatus LeaveMeeting(StepContext& context) {
  if (context.position != kHasLeft) context.host->link().Leave(TicketAt(context.pointers[0]));
  context.position = kHasLeft;
  return context.host->is_lent() ? StepStatus::kBlocked : StepStatus::kDone;
}

// Blocks of one row of elements.
int64_t BlockCount(int64_t count) { return (count + kBodyBlock - 1) / kBodyBlock; }

// Of one of the two buffers that take turns; the body's own memory follows them.
size_t BlockBytes(int64_t count, size_t width) {
  const auto bytes = static_cast<size_t>(std::min(kBodyBlock, count)) * width;
  return (bytes + 63) / 64 * 64;
}

// Of a block of results that are `count` elements together.
int64_t FoldWork(const BodyRunner& body, size_t rows, int64_t count) {
  return static_cast<int64_t>(rows) * std::min(kBodyBlock, count) * body.work_per_element();
}

// Elements of the block that begins at element `begin` of `whole`: row 0 combined with row 1, that
// with row 2, and so on. row_of(j) is where row j begins.
template <class RowOf>
void FoldBlock(const BodyRunner& body, std::byte* const* captured, size_t rows, RowOf row_of,
               std::byte* result, int64_t begin, int64_t whole, size_t width, std::byte* scratch) {
  const int64_t count = std::min(kBodyBlock, whole - begin);
  const size_t buffer_bytes = BlockBytes(whole, width);
  const size_t offset = static_cast<size_t>(begin) * width;
  const size_t bytes = static_cast<size_t>(count) * width;
  // Rows are read only, whatever the type of the list says.
  const auto at = [&](size_t row) { return const_cast<std::byte*>(row_of(row)) + offset; };
  if (rows == 1) {
    std::memcpy(result + offset, at(0), bytes);
    return;
  }
  std::byte* left = at(0);
  for (size_t row = 1; row < rows; ++row) {
    std::byte* to = row + 1 == rows ? result + offset : scratch + (row % 2) * buffer_bytes;
    std::byte* const arguments[] = {left, at(row)};
    body.Run(arguments, captured, &to, count, scratch + 2 * buffer_bytes);
    left = to;
  }
}

void CopyBlock(const Tensor& from, std::byte* to, int64_t begin, int64_t whole, size_t width) {
  const size_t offset = static_cast<size_t>(begin) * width;
  const auto count = static_cast<size_t>(std::min(kBodyBlock, whole - begin));
  std::memcpy(to + offset, from.data() + offset, count * width);
}

// In a large group each would fold the same rows again: who is done first shares the result
// with those of the same address space.
constexpr size_t kFewestSharing = 8;

bool IsShared(const TakeFoldParameters& parameters, size_t members) {
  return members >= kFewestSharing && parameters.captured_count == 0 && !parameters.is_for_root;
}

bool ShareFold(StepContext& context, const MeetingParameters& meeting, std::byte* const* results) {
  ProcessLink& link = context.host->link();
  const uint64_t ticket = TicketAt(context.pointers[0]);
  if (!link.can_share() || link.FindShared(ticket) != nullptr) return true;
  Parcel folded;
  for (size_t k = 0; k < meeting.data_count(); ++k) {
    const ParcelEntry& entry = meeting.entries[k];
    folded.push_back(context.host->NewTensor(entry.type, entry.shape));
    if (!folded.back().has_value()) return false;
    if (entry.bytes != 0) {
      std::memcpy(folded.back().mutable_data(), results[k], static_cast<size_t>(entry.bytes));
    }
  }
  link.Share(ticket, std::move(folded));
  return true;
}

}  // namespace

std::optional<ProcessGroups::Place> OwnPlace(const StepContext& context,
                                             const MeetingParameters& meeting) {
  return meeting.groups.Find(context.host->link().process());
}

size_t GroupSize(const MeetingParameters& meeting, const ProcessGroups::Place& place) {
  return meeting.groups.groups()[place.group].size();
}

size_t FoldScratchBytes(const BodyRunner& body, int64_t count) {
  return 2 * BlockBytes(count, ByteSize(body.argument_types()[0])) + body.scratch_bytes();
}

StepStatus GiveStep(StepContext& context) {
  const auto& meeting = context.As<MeetingParameters>();
  std::byte* ticket = context.pointers[meeting.entries.size()];
  const auto place = OwnPlace(context, meeting);
  uint64_t number = 0;
  if (!place) {
    std::memcpy(ticket, &number, sizeof(number));
    return StepStatus::kDone;
  }
  Parcel& parcel = context.host->staged();
  if (context.position == 0) {
    if (!CheckRoots(context, meeting, GroupSize(meeting, *place))) return StepStatus::kFailed;
    parcel.assign(meeting.entries.size(), Tensor());
    for (size_t i = 0; i < parcel.size(); ++i) {
      const ParcelEntry& entry = meeting.entries[i];
      if (!Travels(context, meeting, *place, i)) continue;
      parcel[i] = entry.is_lent ? context.host->Lend(entry.type, entry.shape, context.pointers[i])
                                : context.host->NewTensor(entry.type, entry.shape);
      if (!parcel[i].has_value()) return StepStatus::kFailed;
    }
  }
  int64_t before = 0;
  for (size_t i = 0; i < parcel.size(); ++i) {
    if (!parcel[i].has_value() || meeting.entries[i].is_lent) continue;
    const int64_t bytes = meeting.entries[i].bytes;
    if (!CopyBytes(context, before, context.pointers[i], parcel[i].mutable_data(), bytes)) {
      return StepStatus::kBudgetSpent;
    }
    before += bytes;
  }
  const auto joined = context.host->link().Join(meeting.site, meeting.groups.groups()[place->group],
                                                std::move(parcel), context.host->errors());
  parcel.clear();
  if (!joined) return StepStatus::kFailed;
  std::memcpy(ticket, &*joined, sizeof(*joined));
  return StepStatus::kDone;
}

StepStatus TakePartsStep(StepContext& context) {
  const auto& parameters = context.As<TakePartsParameters>();
  const MeetingParameters& meeting = *parameters.meeting;
  const auto place = OwnPlace(context, meeting);
  if (!place) return StepStatus::kDone;  // a loop that follows writes the results
  if (context.position == kHasLeft) return LeaveMeeting(context);
  const std::vector<Parcel>* parcels = nullptr;
  const StepStatus taken = TakeParcels(context, meeting, parcels);
  if (taken != StepStatus::kDone) return taken;
  int64_t before = 0;
  for (size_t k = 0; k < parameters.parts.size(); ++k) {
    const TakePartsParameters::Part& part = parameters.parts[k];
    const int64_t chunks = simd::ChunkCount(part.copy);
    for (size_t member = 0; member < parcels->size(); ++member, before += chunks) {
      const std::byte* source = (*parcels)[member][k].data() + place->position * part.source_stride;
      std::byte* result =
          context.pointers[1 + k] + static_cast<int64_t>(member) * part.result_stride;
      while (context.position < before + chunks) {
        simd::RunChunk(part.copy, source, result, context.position - before);
        ++context.position;
        const bool may_go_on = context.Spend(2 * part.copy.byte_count / chunks);
        if (!may_go_on) return StepStatus::kBudgetSpent;
      }
    }
  }
  return LeaveMeeting(context);
}

StepStatus TakeRootStep(StepContext& context) {
  const auto& meeting = context.As<MeetingParameters>();
  const auto place = OwnPlace(context, meeting);
  if (!place) {
    for (size_t k = 0; k < meeting.data_count(); ++k) {
      WriteNothing(meeting.entries[k], context.pointers[1 + k]);
    }
    return StepStatus::kDone;
  }
  if (context.position == kHasLeft) return LeaveMeeting(context);
  const std::vector<Parcel>* parcels = nullptr;
  const StepStatus taken = TakeParcels(context, meeting, parcels);
  if (taken != StepStatus::kDone) return taken;
  const Parcel& any = (*parcels)[0];
  int64_t before = 0;
  for (size_t k = 0; k < meeting.data_count(); ++k) {
    const std::byte* roots = meeting.has_dynamic_root ? any.back().data() : nullptr;
    const Tensor& source = (*parcels)[static_cast<size_t>(RootOf(meeting, roots, k))][k];
    const int64_t bytes = meeting.entries[k].bytes;
    if (!CopyBytes(context, before, source.data(), context.pointers[1 + k], bytes)) {
      return StepStatus::kBudgetSpent;
    }
    before += bytes;
  }
  return LeaveMeeting(context);
}

StepStatus TakeFoldStep(StepContext& context) {
  const auto& parameters = context.As<TakeFoldParameters>();
  const MeetingParameters& meeting = *parameters.meeting;
  std::byte* const* results = context.pointers + 1 + parameters.captured_count;
  if (context.position == kHasLeft) return LeaveMeeting(context);
  const auto place = OwnPlace(context, meeting);
  const std::vector<Parcel>* parcels = nullptr;
  if (place) {
    const StepStatus taken = TakeParcels(context, meeting, parcels);
    if (taken != StepStatus::kDone) return taken;
  }
  const bool is_shared = parcels != nullptr && IsShared(parameters, parcels->size());
  const uint64_t ticket = TicketAt(context.pointers[0]);
  const Parcel* folded = is_shared ? context.host->link().FindShared(ticket) : nullptr;
  int64_t before = 0;
  for (size_t k = 0; k < meeting.data_count(); ++k) {
    const ParcelEntry& entry = meeting.entries[k];
    const size_t width = ByteSize(entry.type);
    const int64_t count = entry.bytes / static_cast<int64_t>(width);
    const int64_t blocks = BlockCount(count);
    const std::byte* roots =
        parcels != nullptr && meeting.has_dynamic_root ? (*parcels)[0].back().data() : nullptr;
    const bool is_mine =
        place && (!parameters.is_for_root || RootOf(meeting, roots, k) == int64_t{place->position});
    if (!is_mine) {
      WriteNothing(entry, results[k]);
    } else if (context.position < before + blocks) {
      const auto row_of = [&](size_t row) -> const std::byte* { return (*parcels)[row][k].data(); };
      const int64_t work = FoldWork(parameters.body, folded ? 1 : parcels->size(), count);
      context.position -= before;
      const StepStatus status = RunChunks(context, blocks, work, [&](int64_t block, size_t thread) {
        const int64_t begin = block * kBodyBlock;
        if (folded != nullptr) return CopyBlock((*folded)[k], results[k], begin, count, width);
        FoldBlock(parameters.body, context.pointers + 1, parcels->size(), row_of, results[k], begin,
                  count, width, context.scratch + thread * context.scratch_stride);
      });
      context.position += before;
      if (status != StepStatus::kDone) return status;
    }
    before += blocks;
  }
  if (is_shared && folded == nullptr && !ShareFold(context, meeting, results)) {
    return StepStatus::kFailed;
  }
  return place ? LeaveMeeting(context) : StepStatus::kDone;
}

StepStatus FoldRowsStep(StepContext& context) {
  const auto& parameters = context.As<FoldRowsParameters>();
  const auto place = OwnPlace(context, *parameters.meeting);
  PADDOCK_CHECK(place);
  const size_t rows = GroupSize(*parameters.meeting, *place);
  std::byte* result = context.pointers[1 + parameters.captured_count];
  const size_t width = ByteSize(parameters.body.argument_types()[0]);
  const auto row_of = [&](size_t row) -> const std::byte* {
    return context.pointers[0] + row * static_cast<size_t>(parameters.count) * width;
  };
  const int64_t work = FoldWork(parameters.body, rows, parameters.count);
  return RunChunks(context, BlockCount(parameters.count), work, [&](int64_t block, size_t thread) {
    const int64_t begin = block * kBodyBlock;
    FoldBlock(parameters.body, context.pointers + 1, rows, row_of, result, begin, parameters.count,
              width, context.scratch + thread * context.scratch_stride);
  });
}

}  // namespace paddock
