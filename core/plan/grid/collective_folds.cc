// Reductions between processes. Elements are folded in blocks, each over all members in group
// order, so the result does not depend on which member computes a block.
#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "core/plan/bodies/pairwise_reduce.h"
#include "core/plan/chunked_step.h"
#include "core/plan/grid/collective_taking.h"
#include "simd/movement/stream_bytes.h"

namespace paddock {
namespace {

// Minimum number of members that share a small fold. With fewer, folding costs less than waiting
// for the others. In a large group, the first member to finish passes its result to the others.
constexpr size_t kFewestSharing = 8;
// Results above this size, which exceed a core's own caches, are written past the caches.
constexpr int64_t kLeastStreamed = int64_t{4} << 20;
// Blocks in a task of a team's member: 128 KB of f32. After each task, it flushes its streams and
// synchronizes with the others once.
constexpr int64_t kTaskBlocks = 32;

int64_t TaskCount(int64_t blocks) { return (blocks + kTaskBlocks - 1) / kTaskBlocks; }
int64_t BlockCount(int64_t count) { return (count + kBodyBlock - 1) / kBodyBlock; }

size_t WidthOf(const BodyRunner& body) { return ByteSize(body.argument_types()[0]); }

// Bytes of one of two alternating buffers; the body's own memory follows them.
size_t BlockBytes(int64_t count, size_t width) {
  const auto bytes = static_cast<size_t>(std::min(kBodyBlock, count)) * width;
  return (bytes + 63) / 64 * 64;
}

// Returns the work of a block of results with `count` elements in total.
int64_t FoldWork(const BodyRunner& body, size_t rows, int64_t count) {
  return static_cast<int64_t>(rows) * std::min(kBodyBlock, count) * body.work_per_element();
}

// Folds `count` elements: combines row 0 with row 1, the result with row 2, and so on. row_of(j) is
// the address of row j. Writes to `to`, or, if it is null, returns the address of the result in
// `scratch`, whose buffers have `buffer_bytes` each.
template <class RowOf>
const std::byte* FoldBlock(const BodyRunner& body, std::span<const std::byte* const> captured,
                           size_t rows, RowOf row_of, int64_t count, std::byte* to,
                           size_t buffer_bytes, std::byte* scratch) {
  const std::byte* left = row_of(0);
  if (rows == 1 && to != nullptr) {
    std::memcpy(to, left, static_cast<size_t>(count) * WidthOf(body));
    return to;
  }
  for (size_t row = 1; row < rows; ++row) {
    const bool is_last = row + 1 == rows;
    std::byte* result = is_last && to != nullptr ? to : scratch + (row % 2) * buffer_bytes;
    const std::byte* const arguments[] = {left, row_of(row)};
    body.Run(arguments, captured.data(), &result, count, scratch + 2 * buffer_bytes);
    left = result;
  }
  return left;
}

// The fold of a group in one call of the step.
class GroupFold {
 public:
  GroupFold(const StepContext& context, const std::vector<Parcel>& parcels, uint32_t position)
      : context_(context),
        parameters_(context.As<TakeFoldParameters>()),
        at_(Bind<TakeFoldReferences>(context, parameters_)),
        parcels_(parcels),
        position_(position),
        most_(*std::ranges::max_element(parameters_.counts)) {}

  const MeetingParameters& meeting() const { return *parameters_.meeting; }
  size_t position() const { return position_; }
  size_t rows() const { return parcels_.size(); }
  uint64_t ticket() const { return TicketAt(at_.ticket); }
  std::span<std::byte* const> results() const { return at_.results; }

  // Returns the number of blocks of all results.
  int64_t block_count() const {
    int64_t blocks = 0;
    for (int64_t count : parameters_.counts) blocks += BlockCount(count);
    return blocks;
  }
  int64_t block_work() const { return FoldWork(parameters_.body, rows(), most_); }

  bool IsOwn(size_t entry) const {
    if (!parameters_.is_for_root) return true;
    const std::byte* roots = meeting().has_dynamic_root ? parcels_[0].back().data() : nullptr;
    return RootOf(meeting(), roots, entry) == int64_t{position_};
  }

  // Folds a block for this process, unless its result belongs to another process.
  void Run(int64_t block, size_t thread) const {
    const Piece piece = PieceOf(block);
    if (IsOwn(piece.entry)) Fold(piece, results()[piece.entry] + piece.offset, thread);
  }

  // Copies the block from a complete result.
  void Copy(int64_t block, const Parcel& folded) const {
    const Piece piece = PieceOf(block);
    std::memcpy(results()[piece.entry] + piece.offset, folded[piece.entry].data() + piece.offset,
                piece.bytes);
  }

  // Folds the blocks of a task for all members of the team.
  void RunTask(const SharedFold& team, int64_t task, size_t thread) const {
    const int64_t end = std::min(block_count(), (task + 1) * kTaskBlocks);
    for (int64_t block = task * kTaskBlocks; block < end; ++block) {
      RunFor(team, block, block + 1 < end ? block + 1 : block, thread);
    }
    simd::FlushStreams();
  }

 private:
  struct Piece {
    size_t entry = 0;
    size_t offset = 0;
    int64_t count = 0;
    size_t bytes = 0;
  };

  // Prefetches the operands of `next` while the results of `block` are written to memory.
  void RunFor(const SharedFold& team, int64_t block, int64_t next, size_t thread) const {
    const Piece piece = PieceOf(block);
    const bool is_streamed = meeting().entries[piece.entry].bytes >= kLeastStreamed;
    std::byte* const own = results()[piece.entry] + piece.offset;
    const std::byte* folded = Fold(piece, is_streamed ? nullptr : own, thread);
    if (is_streamed) {
      const Piece ahead = PieceOf(next);
      for (const Parcel& parcel : parcels_) {
        simd::PrefetchBytes(parcel[ahead.entry].data() + ahead.offset, ahead.bytes);
      }
    }
    for (const std::vector<std::byte*>& results_of_member : team.results()) {
      if (results_of_member.empty()) continue;  // on another machine
      std::byte* to = results_of_member[piece.entry] + piece.offset;
      if (is_streamed) {
        simd::StreamBytes(to, folded, piece.bytes);
      } else if (to != own) {
        std::memcpy(to, folded, piece.bytes);
      }
    }
  }

  Piece PieceOf(int64_t block) const {
    size_t entry = 0;
    while (block >= BlockCount(parameters_.counts[entry])) {
      block -= BlockCount(parameters_.counts[entry++]);
    }
    const size_t width = WidthOf(parameters_.body);
    const int64_t begin = block * kBodyBlock;
    const int64_t count = std::min(kBodyBlock, parameters_.counts[entry] - begin);
    return {entry, static_cast<size_t>(begin) * width, count, static_cast<size_t>(count) * width};
  }

  const std::byte* Fold(const Piece& piece, std::byte* to, size_t thread) const {
    const size_t offset = piece.offset + position_ * static_cast<size_t>(parameters_.part_stride);
    const auto row_of = [&](size_t row) { return parcels_[row][piece.entry].data() + offset; };
    return FoldBlock(parameters_.body, at_.captured, rows(), row_of, piece.count, to,
                     BlockBytes(most_, WidthOf(parameters_.body)),
                     context_.scratch + thread * context_.scratch_stride);
  }

  const StepContext& context_;
  const TakeFoldParameters& parameters_;
  const TakeFoldReferences<Running> at_;
  const std::vector<Parcel>& parcels_;
  const uint32_t position_;
  // Number of elements of the largest result.
  const int64_t most_;
};

// Each member folds a share of the blocks, and writes them to the memory of all members. They begin
// when all have arrived, which is soon, because all have contributed. None continues before the
// end, so no operand or result changes during the fold.
StepStatus FoldTogether(StepContext& context, const GroupFold& fold, SharedFold& team) {
  ProcessLink& link = context.host->link();
  const uint64_t ticket = fold.ticket();
  const int64_t blocks = fold.block_count();
  const int64_t tasks = TaskCount(blocks);
  if (team.Offer(fold.position(), fold.results(), tasks)) link.WakeTeam(ticket);
  if (!team.is_complete()) return StepStatus::kBlocked;
  // Each member visits all tasks from a different start, and claims the remaining ones.
  const int64_t first = tasks * static_cast<int64_t>(fold.position()) /
                        static_cast<int64_t>(fold.rows()) * kTaskBlocks;
  // Work is counted by blocks, as in FoldAlone.
  const auto run = [&](int64_t i, size_t thread) {
    const int64_t block = (first + i) % blocks;
    if (block % kTaskBlocks != 0 || !team.Claim(block / kTaskBlocks)) return;
    fold.RunTask(team, block / kTaskBlocks, thread);
    if (team.Finish()) link.WakeTeam(ticket);
  };
  const StepStatus status = RunChunks(context, blocks, fold.block_work(), run);
  if (status != StepStatus::kDone) return status;
  if (!team.is_done()) return StepStatus::kBlocked;
  if (!team.is_whole()) return LeaveMeeting(context, ticket);
  // All members have read everything.
  link.Leave(ticket);
  return StepStatus::kDone;
}

bool ShareFold(StepContext& context, const GroupFold& fold, SharedFold& team) {
  if (team.FindShared() != nullptr) return true;
  Parcel folded;
  for (size_t k = 0; k < fold.results().size(); ++k) {
    const ParcelEntry& entry = fold.meeting().entries[k];
    folded.push_back(context.host->NewTensor(entry.type, entry.shape));
    if (!folded.back().has_value()) return false;
    if (entry.bytes != 0) {
      std::memcpy(folded.back().mutable_data(), fold.results()[k],
                  static_cast<size_t>(entry.bytes));
    }
  }
  team.Share(std::move(folded));
  return true;
}

// The first member to have the result passes it to the others.
StepStatus FoldOnce(StepContext& context, const GroupFold& fold, SharedFold& team) {
  const Parcel* folded = team.FindShared();
  const auto run = [&](int64_t block, size_t thread) {
    folded != nullptr ? fold.Copy(block, *folded) : fold.Run(block, thread);
  };
  // Copying charges the same work as folding, so a process's progress does not depend on which
  // process folds.
  const StepStatus status = RunChunks(context, fold.block_count(), fold.block_work(), run);
  if (status != StepStatus::kDone) return status;
  if (!ShareFold(context, fold, team)) return StepStatus::kFailed;
  return LeaveMeeting(context, fold.ticket());
}

StepStatus FoldAlone(StepContext& context, const GroupFold& fold) {
  for (size_t k = 0; k < fold.results().size(); ++k) {
    if (!fold.IsOwn(k)) WriteNothing(fold.meeting().entries[k], fold.results()[k]);
  }
  const auto run = [&](int64_t block, size_t thread) { fold.Run(block, thread); };
  const StepStatus status = RunChunks(context, fold.block_count(), fold.block_work(), run);
  return status == StepStatus::kDone ? LeaveMeeting(context, fold.ticket()) : status;
}

// Returns whether all members get the same results.
bool IsForAll(const TakeFoldParameters& parameters) {
  return parameters.captured_count == 0 && !parameters.is_for_root && parameters.part_stride == 0;
}

}  // namespace

size_t FoldScratchBytes(const BodyRunner& body, int64_t count) {
  return 2 * BlockBytes(count, WidthOf(body)) + body.scratch_bytes();
}

StepStatus TakeFoldStep(StepContext& context) {
  const auto& parameters = context.As<TakeFoldParameters>();
  const MeetingParameters& meeting = *parameters.meeting;
  const auto at = Bind<TakeFoldReferences>(context, parameters);
  const uint64_t ticket = TicketAt(at.ticket);
  if (context.position == kHasLeft) return LeaveMeeting(context, ticket);
  const auto place = OwnPlace(context, meeting);
  if (!place) {
    for (size_t k = 0; k < at.results.size(); ++k) {
      WriteNothing(meeting.entries[k], at.results[k]);
    }
    return StepStatus::kDone;
  }
  const std::vector<Parcel>* parcels = nullptr;
  const StepStatus taken = TakeParcels(context, meeting, ticket, parcels);
  if (taken != StepStatus::kDone) return taken;
  const GroupFold fold(context, *parcels, place->position);
  const bool is_lent = std::ranges::any_of(meeting.entries, &ParcelEntry::is_lent);
  if (!IsForAll(parameters) || (!is_lent && fold.rows() < kFewestSharing)) {
    return FoldAlone(context, fold);
  }
  SharedFold* team = context.host->link().FindSharedFold(ticket);
  if (team == nullptr) return FoldAlone(context, fold);
  return is_lent ? FoldTogether(context, fold, *team) : FoldOnce(context, fold, *team);
}

StepStatus FoldRowsStep(StepContext& context) {
  const auto& parameters = context.As<FoldRowsParameters>();
  const auto place = OwnPlace(context, *parameters.meeting);
  PADDOCK_CHECK(place);
  const size_t rows = GroupSize(*parameters.meeting, *place);
  const auto at = Bind<FoldRowsReferences>(context, parameters);
  const size_t width = WidthOf(parameters.body);
  const auto run = [&](int64_t block, size_t thread) {
    const int64_t begin = block * kBodyBlock;
    const int64_t count = std::min(kBodyBlock, parameters.count - begin);
    const auto row_of = [&](size_t row) -> const std::byte* {
      const size_t element =
          row * static_cast<size_t>(parameters.count) + static_cast<size_t>(begin);
      return at.rows + element * width;
    };
    FoldBlock(parameters.body, at.captured, rows, row_of, count,
              at.result + static_cast<size_t>(begin) * width, BlockBytes(parameters.count, width),
              context.scratch + thread * context.scratch_stride);
  };
  return RunChunks(context, BlockCount(parameters.count),
                   FoldWork(parameters.body, rows, parameters.count), run);
}

}  // namespace paddock
