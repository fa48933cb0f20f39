#include "core/plan/fusion/row_loop.h"

#include <algorithm>

#include "core/plan/chunked_step.h"

namespace paddock {
namespace {

// Members count rows from the start of the loop: row `begin` is at the start of the block's memory.
std::byte* BlockOf(const RowLoop::Local& local, std::byte* scratch, int64_t begin) {
  const auto first = reinterpret_cast<uintptr_t>(scratch + local.scratch_offset);
  return reinterpret_cast<std::byte*>(first - static_cast<uintptr_t>(begin * local.row_bytes));
}

int64_t BlocksOfPart(const RowLoop& loop) {
  return (loop.rows_per_part + loop.rows_per_block - 1) / loop.rows_per_block;
}

void RunBlock(const RowLoop& loop, const StepContext& context, int64_t block, size_t thread) {
  const int64_t blocks = BlocksOfPart(loop), part = block / blocks * loop.rows_per_part;
  const int64_t begin = part + block % blocks * loop.rows_per_block;
  const int64_t end = std::min(begin + loop.rows_per_block, part + loop.rows_per_part);
  std::byte* scratch = context.scratch + thread * context.scratch_stride;
  std::byte* all[kMostRowReferences];
  std::copy_n(context.pointers, loop.reference_count, all);
  for (const RowLoop::Local& local : loop.locals) {
    all[local.reference] = BlockOf(local, scratch, begin);
  }
  for (const RowLoop::Member& member : loop.members) {
    std::byte* pointers[kMostRowReferences];
    for (size_t i = 0; i < member.references.size(); ++i) pointers[i] = all[member.references[i]];
    const int64_t units = member.units_per_row;
    member.run(member.parameters, pointers, scratch, begin * units, end * units);
  }
}

}  // namespace

int64_t RowsOfDivided(int64_t part, int64_t most) {
  if (part <= most) return part;
  int64_t chosen = part;
  for (int64_t rows : kRowsOfDivided) {
    if (rows >= part || part % rows == 1) continue;
    if (chosen != part && rows > most) break;
    chosen = rows;
  }
  return chosen;
}

int64_t BlocksOf(const RowLoop& loop) {
  return loop.rows / loop.rows_per_part * BlocksOfPart(loop);
}

StepStatus RowLoopStep(StepContext& context) {
  const auto& loop = context.As<RowLoop>();
  return RunChunks(context, BlocksOf(loop), loop.block_work,
                   [&](int64_t block, size_t thread) { RunBlock(loop, context, block, thread); });
}

}  // namespace paddock
