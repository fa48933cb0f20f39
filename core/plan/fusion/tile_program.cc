#include "core/plan/fusion/tile_program.h"

#include <algorithm>

#include "core/plan/chunked_step.h"
#include "core/plan/fusion/chain_module.h"
#include "core/plan/fusion/coded_rows.h"
#include "core/plan/fusion/reduced_rows.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_place.h"
#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/stream_bytes.h"

namespace paddock {
namespace {

void RunInstruction(const TileInstruction& instruction, std::byte* const* registers,
                    int64_t count) {
  const void* operands[3] = {registers[instruction.operands[0]], registers[instruction.operands[1]],
                             registers[instruction.operands[2]]};
  instruction.kernel.function(operands, registers[instruction.result], static_cast<size_t>(count),
                              instruction.attributes);
}

// One chunk that threads share. Each gets whole tiles.
struct TileTasks {
  const TileProgram& program;
  const StepContext& context;
  int64_t begin, end, per_task;
};

void RunTileTask(void* argument, int64_t task, size_t thread) {
  const TileTasks& tasks = *static_cast<const TileTasks*>(argument);
  const int64_t begin = tasks.begin + task * tasks.per_task;
  const int64_t end = std::min(begin + tasks.per_task, tasks.end);
  RunTiles(tasks.program, tasks.context.pointers,
           tasks.context.scratch + thread * tasks.context.scratch_stride, begin, end, true);
}

// Returns the number of tiles with about `work`, at least one.
int64_t TilesOf(const TileProgram& program, int64_t work) {
  return std::max<int64_t>(1, work / (program.tile_size * program.work_per_element));
}

int64_t WholeUnits(const TileProgram& program, int64_t elements) {
  return program.unit == 1 ? elements : simd::CeilDivide(elements, program.unit) * program.unit;
}

// Returns the elements of one chunk, a whole number of tiles or of units.
int64_t ChunkElements(const TileProgram& program, int64_t threads) {
  const int64_t work = threads == 1 ? kChunkWork : kSharedWork;
  return WholeUnits(program, TilesOf(program, work) * program.tile_size * threads);
}

void RunChunk(const TileProgram& program, StepContext& context, int64_t begin, int64_t end,
              int64_t threads) {
  if (!kMayShareChunks || threads <= 1 || end - begin <= 2 * program.tile_size) {
    return RunTiles(program, context.pointers, context.scratch, begin, end, true);
  }
  // Vectors process many elements at once: one operation on an element takes about a hundredth of a
  // nanosecond.
  const int64_t work = (end - begin) * program.work_per_element / 16;
  // A few tasks a thread, so that a late one does not hold up the others, but none of little work.
  int64_t shares = std::min(work / kLeastSharedWork, threads * 4);
  if (shares > threads) shares -= shares % threads;
  if (shares < 2) return RunTiles(program, context.pointers, context.scratch, begin, end, true);
  const int64_t tiles = (end - begin + program.tile_size - 1) / program.tile_size;
  const int64_t even = (tiles + shares - 1) / shares;
  const int64_t per_task =
      WholeUnits(program, std::min(even, TilesOf(program, kChunkWork / 4)) * program.tile_size);
  TileTasks tasks{program, context, begin, end, per_task};
  context.host->RunTasks((end - begin + per_task - 1) / per_task, work, &RunTileTask, &tasks);
}

// The streams of a run. None if a result takes an operand's memory, which is cached.
class TileStreams {
 public:
  TileStreams(const TileProgram& program, bool may_stream, TileRegisters& registers,
              std::byte* scratch, int64_t begin)
      : program_(program), registers_(registers.at), scratch_(scratch) {
    if (kHasChainModules || !may_stream || program.streams.empty() || IsInPlace()) return;
    streams_ = program.streams;
    is_direct_ = std::ranges::all_of(streams_, [&](const TileStream& stream) {
      return !stream.is_direct || IsAligned(stream, begin);
    });
    registers.is_streaming = is_direct_;
    for (size_t i = 0; i < streams_.size(); ++i) {
      results_[i] = registers_[streams_[i].tile_register];
    }
    Aim();
  }

  // Called when `count` elements are computed and the registers have advanced.
  void Write(int64_t count) {
    for (size_t i = 0; i < streams_.size(); ++i) {
      if (!IsCopied(streams_[i])) continue;
      const int64_t element_bytes = program_.registers[streams_[i].tile_register].element_bytes;
      simd::StreamBytes(results_[i], scratch_ + streams_[i].scratch_offset,
                        static_cast<size_t>(count * element_bytes));
      results_[i] += count * element_bytes;
    }
    Aim();
  }

  void Finish() const {
    if (!streams_.empty()) simd::FlushStreams();
  }

 private:
  bool IsInPlace() const {
    return std::ranges::any_of(program_.streams, [&](const TileStream& stream) {
      return std::count(registers_, registers_ + program_.moving_registers,
                        registers_[stream.tile_register]) != 1;
    });
  }
  bool IsCopied(const TileStream& stream) const { return !stream.is_direct || !is_direct_; }
  // All of its tiles from element `begin` on.
  bool IsAligned(const TileStream& stream, int64_t begin) const {
    const int64_t element_bytes = program_.registers[stream.tile_register].element_bytes;
    const auto address = reinterpret_cast<uintptr_t>(registers_[stream.tile_register]);
    const auto before = static_cast<uint64_t>(begin * element_bytes);
    const auto row_bytes = static_cast<uint64_t>(program_.row_size * element_bytes);
    return (address | before | row_bytes) % simd::kStreamAlignment == 0;
  }
  void Aim() const {
    for (const TileStream& stream : streams_) {
      if (!IsCopied(stream)) continue;
      registers_[stream.tile_register] = scratch_ + stream.scratch_offset;
    }
  }

  const TileProgram& program_;
  std::byte** registers_;
  std::byte* scratch_;
  std::span<const TileStream> streams_;
  bool is_direct_ = false;
  std::byte* results_[kMaximumTileRegisters];
};

// Operations on elements before the engine first asks for modules: JavaScript compares their bytes
// with those of loaded ones, which takes some microseconds.
constexpr int64_t kLeastAskedWork = 1 << 16;

using GearState = TileSecondGear::State;

GearState LoadModules(const TileSecondGear& gear, int64_t work) {
  GearState state = GearState::kRuns;
  for (TileChain* chain : gear.chains) {
    const LoadedChain loaded = LoadChainModule(chain->module, work);
    if (loaded.run == nullptr && !loaded.is_early) return GearState::kNever;
    if (loaded.is_early) state = GearState::kWaits;
    chain->machine.run = loaded.run;
  }
  return state;
}

// Returns the program that replaces `program` from element `begin` on.
const TileProgram* InGear(const TileProgram* program, int64_t begin) {
  TileSecondGear* gear = program->second_gear;
  if (gear == nullptr || gear->state == GearState::kNever) return program;
  if (gear->state == GearState::kWaits) {
    if (begin == 0) gear->work += program->count * int64_t{program->operation_count};
    const int64_t work = gear->work;
    if (work < kLeastAskedWork || !MayLoadChainModules()) return program;
    const int64_t asked = gear->asked_work;
    if (work < 2 * asked) return program;
    gear->asked_work = work;
    gear->state = LoadModules(*gear, work - asked);
  }
  return gear->state == GearState::kRuns ? gear->program : program;
}

// Loads at once.
struct TileLoader {
  static void Copy(const TileLoad& load, std::byte* const* pointers, std::byte* to, int64_t begin,
                   int64_t count) {
    CopyElements(load, pointers, to, begin, count);
  }
  static void Fill(std::byte* to, const std::byte* element, uint32_t bytes, int64_t count) {
    simd::Fill(to, element, bytes, count);
  }
};

}  // namespace

void RunTiles(const TileProgram& given, std::byte* const* pointers, std::byte* scratch,
              int64_t begin, int64_t end, bool may_stream) {
  const TileProgram& program = kHasChainModules ? *InGear(&given, begin) : given;
  TileRegisters registers;
  for (size_t i = 0; i < program.registers.size(); ++i) {
    const TileRegister& tile_register = program.registers[i];
    registers.at[i] = tile_register.is_scratch
                          ? scratch + tile_register.scratch_offset
                          : pointers[tile_register.reference] + begin * tile_register.element_bytes;
    registers.is_same[i] = false;
    registers.loaded[i] = {-1, 0};
  }
  for (const TileLoad& load : program.loads) {
    if (load.kind != TileLoad::Kind::kSplat || (!kHasChainModules && load.is_in_code)) continue;
    // A splat that is a result is filled completely, any other for the longest tile.
    const bool moves = load.result < program.moving_registers;
    const int64_t tile = load.enough != 0 ? int64_t{load.enough} : program.tile_size;
    const int64_t count = moves ? end - begin : std::min(tile, end - begin);
    simd::Fill(registers.at[load.result], SplatAddress(load, pointers), load.element_bytes, count);
  }
  if (!kHasChainModules && program.reduced_rows != nullptr) {
    RunReducedRows(program, pointers, scratch, registers.at, begin, end);
    CompleteTileSinks(program, pointers, scratch, begin, end);
    return;
  }
  if (!kHasChainModules && program.has_coded_rows) {
    RunCodedRows(program, pointers, scratch, registers, begin, end);
    if constexpr (kHasTileSinks) CompleteTileSinks(program, pointers, scratch, begin, end);
    return;
  }
  TileStreams streams(program, may_stream, registers, scratch, begin);
  [[maybe_unused]] int64_t waiting = 0;
  TileLoader loader;
  TilePlace place = FirstPlace(program, begin, end);
  for (; place.begin < end; Advance(program, end, place)) {
    const int64_t count = place.count;
    for (const TileLoad& load : program.loads) {
      LoadTile(program, load, pointers, scratch, registers, place, loader);
    }
    if (!kHasChainModules) {
      for (const TileColumns& columns : program.split) {
        SplitTile(columns, pointers, registers.at, place.begin, count);
      }
    }
    for (const TileInstruction& instruction : program.instructions) {
      if (instruction.chain != nullptr) {
        RunTileChain(*instruction.chain, registers, scratch, count);
      } else {
        RunInstruction(instruction, registers.at, count);
      }
    }
    if (!kHasChainModules) {
      for (const TileColumns& columns : program.joined) JoinTile(columns, registers.at, count);
    }
    if constexpr (kHasTileSinks) {
      const bool is_full = IsFull(program, waiting, end, place);
      waiting = RunTileSinks(program, pointers, registers.at, scratch,
                             {place.begin, count, waiting}, is_full);
    }
    for (uint32_t i = 0; i < program.moving_registers; ++i) {
      registers.at[i] += count * program.registers[i].element_bytes;
    }
    if (!kHasChainModules) streams.Write(count);
  }
  if (!kHasChainModules) streams.Finish();
  if constexpr (kHasTileSinks) CompleteTileSinks(program, pointers, scratch, begin, end);
}

StepStatus TileStep(StepContext& context) {
  const TileProgram& program = context.As<TileProgram>();
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t chunk = ChunkElements(program, threads);
  while (context.position < program.count) {
    const int64_t end = std::min(context.position + chunk, program.count);
    RunChunk(program, context, context.position, end, threads);
    const int64_t work = (end - context.position) * program.work_per_element;
    context.position = end;
    if (!context.Spend(work) && end < program.count) return StepStatus::kBudgetSpent;
  }
  if constexpr (kHasTileSinks) FinishTileSinks(program, context.pointers, context.scratch);
  return StepStatus::kDone;
}

StepStatus DirectTileStep(StepContext& context) {
  const TileProgram& program = context.As<TileProgram>();
  for (const TileInstruction& instruction : program.instructions) {
    RunInstruction(instruction, context.pointers, program.count);
  }
  return StepStatus::kDone;
}

}  // namespace paddock
