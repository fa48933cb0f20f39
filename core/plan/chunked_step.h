// The loop of every step with independent chunks: stops between chunks when the budget is spent,
// and distributes the chunks over the machine's threads.
#ifndef PADDOCK_CORE_PLAN_CHUNKED_STEP_H_
#define PADDOCK_CORE_PLAN_CHUNKED_STEP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/plan/step.h"

namespace paddock {

// Without threads, chunks run one after the other: the code below is in many steps, and the default
// module of the browser has a limit of size.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kMayShareChunks = false;
#else
inline constexpr bool kMayShareChunks = true;
#endif

// Returns the work of one of the chunks of a step.
inline int64_t WorkOfChunk(int64_t work, int64_t chunks) {
  return work / std::max<int64_t>(1, chunks) + 1;
}

template <class Run>
StepStatus RunChunksAlone(StepContext& context, int64_t count, int64_t chunk_work, Run& run) {
  while (context.position < count) {
    run(context.position, size_t{0});
    ++context.position;
    const bool may_go_on = context.Spend(chunk_work);
    if (!may_go_on && context.position < count) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// Runs tasks 0 .. count as StepHost::RunTasks does: run(task, thread).
template <class Run>
void RunAtOnce(StepContext& context, int64_t count, int64_t work, Run run) {
  context.host->RunTasks(
      count, work,
      [](void* argument, int64_t task, size_t thread) {
        (*static_cast<Run*>(argument))(task, thread);
      },
      &run);
}

// RunChunks below, with run(argument, chunk, thread).
StepStatus ShareChunks(StepContext& context, int64_t count, int64_t chunk_work,
                       void (*run)(void* argument, int64_t chunk, size_t thread), void* argument,
                       int64_t independent, int64_t least_shown);

// Runs chunks context.position .. count; run(chunk, thread) computes one, of about
// `chunk_work` units. Chunks that are `independent` or more apart never run at once. `least_shown`:
// least work that the host receives, kWakingWork for few chunks of 0.1 ms or more, of which the
// first would otherwise be measured before threads are woken.
template <class Run>
StepStatus RunChunks(StepContext& context, int64_t count, int64_t chunk_work, Run run,
                     int64_t independent = std::numeric_limits<int64_t>::max(),
                     int64_t least_shown = 0) {
  if constexpr (!kMayShareChunks) return RunChunksAlone(context, count, chunk_work, run);
  const auto run_one = [](void* argument, int64_t chunk, size_t thread) {
    (*static_cast<Run*>(argument))(chunk, thread);
  };
  return ShareChunks(context, count, chunk_work, run_one, &run, independent, least_shown);
}

// Calls run(task) for tasks 0 .. count at once, with sleeping threads: `work`, of all tasks, is a
// piece of more. Does not spend it.
template <class Run>
void RunPiece(StepContext& context, int64_t count, int64_t work, Run run) {
  if (!kMayShareChunks || count == 1) {
    for (int64_t task = 0; task < count; ++task) run(task);
    return;
  }
  RunAtOnce(context, count, std::max(work, kWakingWork), [&](int64_t task, size_t) { run(task); });
}

// Independent items, each a sequence of pieces. Threads compute chunks of short items, or each a
// long item of its own, piece after piece.
struct ItemChunks {
  // Work of a chunk, or of the pieces between two checks of the budget.
  static constexpr int64_t kEnoughWork = 1 << 20;
  // Memory of a long item that each thread may have.
  static constexpr size_t kMostMemory = 16 << 20;

  int64_t items = 0;
  int64_t item_work = 0;
  // Items that are computed together, in one chunk.
  int64_t together = 1;

  bool is_long() const { return item_work > 4 * kEnoughWork; }
  // Whether threads share a long item, in memory of the step: otherwise each has scratch memory.
  bool is_shared(size_t bytes) const { return is_long() && (items == 1 || bytes > kMostMemory); }
  // Short items of a chunk: some chunks for each thread, but none that takes few microseconds.
  int64_t at_once(size_t threads) const {
    const int64_t parts = threads == 1 ? 1 : 4 * static_cast<int64_t>(threads);
    const int64_t fair = std::max((items + parts - 1) / parts, (kEnoughWork >> 6) / item_work);
    const int64_t count = std::max<int64_t>(1, std::min(kEnoughWork / item_work, fair));
    return std::min(items, (count + together - 1) / together * together);
  }
};

// Calls run(first item, end, memory).
template <class Run>
StepStatus RunShortItems(StepContext& context, const ItemChunks& all, Run run,
                         int64_t independent = std::numeric_limits<int64_t>::max()) {
  const int64_t at_once = all.at_once(context.host->thread_count());
  const int64_t chunks = (all.items + at_once - 1) / at_once;
  const auto run_chunk = [&](int64_t chunk, size_t thread) {
    run(chunk * at_once, std::min(all.items, (chunk + 1) * at_once),
        context.scratch + thread * context.scratch_stride);
  };
  return RunChunks(context, chunks, at_once * all.item_work, run_chunk, independent);
}

// The same for chunks that only copy: the processor takes a twentieth of a unit's time for a byte
// in its caches, so only more of them are shared.
template <class Run>
StepStatus RunCopies(StepContext& context, int64_t count, int64_t chunk_work, Run run) {
  if (count * chunk_work < 16 * kLeastSharedWork) {
    return RunChunksAlone(context, count, chunk_work, run);
  }
  return RunChunks(context, count, chunk_work, run);
}

// Copies bytes that do not overlap, at most kChunkWork.
inline void CopyAtOnce(StepContext& context, std::byte* to, const std::byte* from, int64_t bytes) {
  // About 10 us. Threads share a copy of 1 MB.
  constexpr int64_t kPart = 1 << 18;
  if constexpr (kMayShareChunks) {
    if (context.host->thread_count() > 1 && bytes >= 4 * kPart) {
      return RunAtOnce(context, (bytes + kPart - 1) / kPart, 2 * bytes, [&](int64_t part, size_t) {
        const int64_t begin = part * kPart;
        std::memcpy(to + begin, from + begin, static_cast<size_t>(std::min(kPart, bytes - begin)));
      });
    }
  }
  std::memcpy(to, from, static_cast<size_t>(bytes));
}

// Copies an operand of an update to its result, unless the result took its memory. The step's
// position first counts these bytes. Returns false if the budget is spent.
inline bool CopyUpdated(StepContext& context, const std::byte* operand, std::byte* result,
                        int64_t bytes) {
  if (operand == result) context.position = std::max(context.position, bytes);
  while (context.position < bytes) {
    const int64_t count = std::min(kChunkWork, bytes - context.position);
    CopyAtOnce(context, result + context.position, operand + context.position, count);
    context.position += count;
    if (!context.Spend(2 * count)) return false;
  }
  return true;
}

// Chunks that may be long. Each visits its positions in order, and keeps its state between them in
// memory.
struct LongChunks {
  int64_t count = 0;
  int64_t positions = 1;
  int64_t chunk_work = 1;
  // For chunks of more than kChunkWork: the work of a position, the positions between two checks of
  // the budget, and the work of a check.
  int64_t position_work = 1;
  int64_t at_once = 1;
  int64_t look_work = 0;
};

// Runs long chunks in rounds of one chunk for each thread, which all go the same number of
// positions, about kChunkWork, before the threads are joined.
template <class Make>
StepStatus RunLongChunksTogether(StepContext& context, const LongChunks& chunks, Make make) {
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t at_once = std::max<int64_t>(1, kChunkWork / chunks.position_work);
  const int64_t end = chunks.count * chunks.positions;
  while (context.position < end) {
    const int64_t first = context.position / (threads * chunks.positions) * threads;
    const int64_t together = std::min(threads, chunks.count - first);
    const int64_t begin = (context.position - first * chunks.positions) / together;
    const int64_t last = std::min(chunks.positions, begin + at_once);
    const int64_t work = together * ((last - begin) * chunks.position_work + chunks.look_work);
    // The chunk's memory is that of its place in the round, whichever thread runs it.
    RunAtOnce(context, together, std::max(work, kWakingWork), [&](int64_t task, size_t) {
      const auto place = static_cast<size_t>(task);
      auto chunk = make(first + task, context.scratch + place * context.scratch_stride);
      for (int64_t position = begin; position < last; ++position) chunk.Run(position);
    });
    context.position += together * (last - begin);
    const bool may_go_on = context.Spend(work);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// Returns the lanes of a chunk, at most `most`, of lanes that are `work` together: as many that
// threads have about the same number of chunks.
inline int64_t LanesOfChunk(const StepContext& context, int64_t lanes, int64_t most, int64_t work) {
  constexpr int64_t kFewest = 32, kVector = 16;
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  if (threads == 1 || work < kWakingWork / 4) return most;
  const int64_t rounds = (lanes + threads * most - 1) / (threads * most);
  const int64_t even = (lanes + rounds * threads - 1) / (rounds * threads);
  return std::clamp((even + kVector - 1) / kVector * kVector, std::min(kFewest, most), most);
}

// make(chunk, scratch) returns a chunk, whose Run(position) is called for each position in order. A
// chunk that continues after a stop is made again.
template <class Make>
StepStatus RunLongChunks(StepContext& context, const LongChunks& chunks, Make make) {
  if (chunks.chunk_work <= kChunkWork) {
    const auto run = [&](int64_t index, size_t thread) {
      auto chunk = make(index, context.scratch + thread * context.scratch_stride);
      for (int64_t position = 0; position < chunks.positions; ++position) chunk.Run(position);
    };
    return RunChunks(context, chunks.count, chunks.chunk_work, run,
                     std::numeric_limits<int64_t>::max(),
                     chunks.chunk_work >= kWakingWork / 32 ? kWakingWork : 0);
  }
  if constexpr (kMayShareChunks) {
    const bool is_shared = chunks.count > 1 && context.host->thread_count() > 1;
    if (is_shared) return RunLongChunksTogether(context, chunks, make);
  }
  const int64_t end = chunks.count * chunks.positions;
  while (context.position < end) {
    auto chunk = make(context.position / chunks.positions, context.scratch);
    int64_t position = context.position % chunks.positions;
    while (position < chunks.positions) {
      const int64_t last = std::min(chunks.positions, position + chunks.at_once);
      const int64_t work = (last - position) * chunks.position_work + chunks.look_work;
      context.position += last - position;
      for (; position < last; ++position) chunk.Run(position);
      const bool may_go_on = context.Spend(work);
      if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_CHUNKED_STEP_H_
