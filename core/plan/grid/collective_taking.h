// Shared parts of the steps that take results from a group's parcels.
#ifndef PADDOCK_CORE_PLAN_GRID_COLLECTIVE_TAKING_H_
#define PADDOCK_CORE_PLAN_GRID_COLLECTIVE_TAKING_H_

#include <limits>
#include <vector>

#include "core/plan/grid/collective_steps.h"

namespace paddock {

// Reads the ticket that a give step wrote; 0 for a process in no group.
uint64_t TicketAt(const std::byte* address);

// Returns the root's position for entry `index`; `roots` is the last entry if roots are dynamic,
// else null.
int64_t RootOf(const MeetingParameters& meeting, const std::byte* roots, size_t index);

// Returns whether the tensor has the entry's type and size. Tensors from another machine may not.
bool Fits(const ParcelEntry& entry, const Tensor& tensor);

// Takes the parcels of all members once they have arrived. Guarantees that every entry that is read
// exists, and has the right type and size.
StepStatus TakeParcels(StepContext& context, const MeetingParameters& meeting, uint64_t ticket,
                       const std::vector<Parcel>*& parcels);

// Writes the result of a process that receives nothing.
void WriteNothing(const ParcelEntry& entry, std::byte* result);

// The position of a take step that has its results, and waits for the readers of its lent operands.
inline constexpr int64_t kHasLeft = std::numeric_limits<int64_t>::max();

// Ends a take. The meeting is over for this process once the others have read its lent operands.
// All of them have arrived and read before they do anything else, so waiting cannot deadlock.
StepStatus LeaveMeeting(StepContext& context, uint64_t ticket);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_COLLECTIVE_TAKING_H_
