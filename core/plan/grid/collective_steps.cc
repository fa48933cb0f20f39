#include "core/plan/grid/collective_steps.h"

#include <algorithm>
#include <cstring>

#include "core/plan/grid/collective_taking.h"
#include "core/plan/report.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

using simd::LoadUnaligned;

// Returns the roots that a give step reads; null unless they are dynamic.
const std::byte* RootsIn(const MeetingParameters& meeting, const GiveReferences<Running>& at) {
  return meeting.has_dynamic_root ? at.entries.back() : nullptr;
}

bool Travels(const MeetingParameters& meeting, const GiveReferences<Running>& at,
             const ProcessGroups::Place& place, size_t index) {
  if (!meeting.is_from_root || index >= meeting.data_count()) return true;
  return RootOf(meeting, RootsIn(meeting, at), index) == place.position;
}

bool CheckRoots(StepContext& context, const MeetingParameters& meeting,
                const GiveReferences<Running>& at, size_t group_size) {
  if (!meeting.has_dynamic_root) return true;
  for (size_t i = 0; i < meeting.data_count(); ++i) {
    const int64_t root = RootOf(meeting, RootsIn(meeting, at), i);
    if (root >= 0 && static_cast<size_t>(root) < group_size) continue;
    ReportAt(context, "collective-root",
             std::string(context.operation->name) + ": root[" + std::to_string(i) +
                 "] = " + std::to_string(root) + ", but the group has " +
                 std::to_string(group_size) + " processes");
    return false;
  }
  return true;
}

// Fails unless all members have the same root: each reads its own operand.
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

// Returns whether an entry exists and has the right size. Parcels from another machine may be
// malformed.
bool EntryFits(const MeetingParameters& meeting, const std::vector<Parcel>& parcels, size_t k) {
  const ParcelEntry& entry = meeting.entries[k];
  const auto fits = [&](const Parcel& parcel) { return Fits(entry, parcel[k]); };
  if (!meeting.is_from_root || k >= meeting.data_count()) {
    return std::ranges::all_of(parcels, fits);
  }
  const std::byte* roots = meeting.has_dynamic_root ? parcels[0].back().data() : nullptr;
  return fits(parcels[static_cast<size_t>(RootOf(meeting, roots, k))]);
}

// Copies in chunks; `before` is the position's part that counts the bytes of other copies.
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

}  // namespace

uint64_t TicketAt(const std::byte* address) { return LoadUnaligned<uint64_t>(address); }

int64_t RootOf(const MeetingParameters& meeting, const std::byte* roots, size_t index) {
  return meeting.has_dynamic_root ? LoadUnaligned<int32_t>(roots + index * sizeof(int32_t)) : 0;
}

bool Fits(const ParcelEntry& entry, const Tensor& tensor) {
  return tensor.has_value() && tensor.element_type() == entry.type &&
         static_cast<int64_t>(tensor.byte_size()) == entry.bytes;
}

StepStatus TakeParcels(StepContext& context, const MeetingParameters& meeting, uint64_t ticket,
                       const std::vector<Parcel>*& parcels) {
  parcels = context.host->link().Look(ticket);
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
           std::string(context.operation->name) + ": the data of another process are malformed");
  return StepStatus::kFailed;
}

void WriteNothing(const ParcelEntry& entry, std::byte* result) {
  if (entry.bytes == 0) return;
  const size_t width = ByteSize(entry.type);
  simd::Fill(result, entry.nothing, width, entry.bytes / static_cast<int64_t>(width));
}

StepStatus LeaveMeeting(StepContext& context, uint64_t ticket) {
  if (context.position != kHasLeft) context.host->link().Leave(ticket);
  context.position = kHasLeft;
  return context.host->is_lent() ? StepStatus::kBlocked : StepStatus::kDone;
}

std::optional<ProcessGroups::Place> OwnPlace(const StepContext& context,
                                             const MeetingParameters& meeting) {
  return meeting.groups.Find(context.host->link().process());
}

size_t GroupSize(const MeetingParameters& meeting, const ProcessGroups::Place& place) {
  return meeting.groups.groups()[place.group].size();
}

StepStatus GiveStep(StepContext& context) {
  const auto& meeting = context.As<MeetingParameters>();
  const auto at = Bind<GiveReferences>(context, meeting);
  const auto place = OwnPlace(context, meeting);
  uint64_t number = 0;
  if (!place) {
    std::memcpy(at.ticket, &number, sizeof(number));
    return StepStatus::kDone;
  }
  Parcel& parcel = context.host->staged();
  if (context.position == 0) {
    if (!CheckRoots(context, meeting, at, GroupSize(meeting, *place))) return StepStatus::kFailed;
    parcel.assign(meeting.entries.size(), Tensor());
    for (size_t i = 0; i < parcel.size(); ++i) {
      const ParcelEntry& entry = meeting.entries[i];
      if (!Travels(meeting, at, *place, i)) continue;
      parcel[i] = entry.is_lent ? context.host->Lend(entry.type, entry.shape, at.entries[i])
                                : context.host->NewTensor(entry.type, entry.shape);
      if (!parcel[i].has_value()) return StepStatus::kFailed;
    }
  }
  int64_t before = 0;
  for (size_t i = 0; i < parcel.size(); ++i) {
    if (!parcel[i].has_value() || meeting.entries[i].is_lent) continue;
    const int64_t bytes = meeting.entries[i].bytes;
    if (!CopyBytes(context, before, at.entries[i], parcel[i].mutable_data(), bytes)) {
      return StepStatus::kBudgetSpent;
    }
    before += bytes;
  }
  const auto joined = context.host->link().Join(meeting.site, meeting.groups.groups()[place->group],
                                                std::move(parcel), context.host->errors());
  parcel.clear();
  if (!joined) return StepStatus::kFailed;
  std::memcpy(at.ticket, &*joined, sizeof(*joined));
  return StepStatus::kDone;
}

StepStatus TakePartsStep(StepContext& context) {
  const auto& parameters = context.As<TakePartsParameters>();
  const MeetingParameters& meeting = *parameters.meeting;
  const auto place = OwnPlace(context, meeting);
  if (!place) return StepStatus::kDone;  // a following loop writes the results
  const auto at = Bind<TakePartsReferences>(context, parameters);
  const uint64_t ticket = TicketAt(at.ticket);
  if (context.position == kHasLeft) return LeaveMeeting(context, ticket);
  const std::vector<Parcel>* parcels = nullptr;
  const StepStatus taken = TakeParcels(context, meeting, ticket, parcels);
  if (taken != StepStatus::kDone) return taken;
  int64_t before = 0;
  for (size_t k = 0; k < parameters.parts.size(); ++k) {
    const TakePartsParameters::Part& part = parameters.parts[k];
    const int64_t chunks = simd::ChunkCount(part.copy);
    for (size_t member = 0; member < parcels->size(); ++member) {
      const int64_t offset = part.result_offsets[member];
      if (offset == TakePartsParameters::kNotTaken) continue;
      const std::byte* source = (*parcels)[member][k].data() + place->position * part.source_stride;
      while (context.position < before + chunks) {
        simd::RunChunk(part.copy, source, at.results[k] + offset, context.position - before);
        ++context.position;
        const bool may_go_on = context.Spend(2 * part.copy.byte_count / chunks);
        if (!may_go_on) return StepStatus::kBudgetSpent;
      }
      before += chunks;
    }
  }
  return LeaveMeeting(context, ticket);
}

StepStatus TakeRootStep(StepContext& context) {
  const auto& meeting = context.As<MeetingParameters>();
  const auto at = Bind<TakeRootReferences>(context, meeting);
  const uint64_t ticket = TicketAt(at.ticket);
  const auto place = OwnPlace(context, meeting);
  if (!place) {
    for (size_t k = 0; k < meeting.data_count(); ++k) {
      WriteNothing(meeting.entries[k], at.results[k]);
    }
    return StepStatus::kDone;
  }
  if (context.position == kHasLeft) return LeaveMeeting(context, ticket);
  const std::vector<Parcel>* parcels = nullptr;
  const StepStatus taken = TakeParcels(context, meeting, ticket, parcels);
  if (taken != StepStatus::kDone) return taken;
  const Parcel& any = (*parcels)[0];
  int64_t before = 0;
  for (size_t k = 0; k < meeting.data_count(); ++k) {
    const std::byte* roots = meeting.has_dynamic_root ? any.back().data() : nullptr;
    const Tensor& source = (*parcels)[static_cast<size_t>(RootOf(meeting, roots, k))][k];
    const int64_t bytes = meeting.entries[k].bytes;
    if (!CopyBytes(context, before, source.data(), at.results[k], bytes)) {
      return StepStatus::kBudgetSpent;
    }
    before += bytes;
  }
  return LeaveMeeting(context, ticket);
}

}  // namespace paddock
