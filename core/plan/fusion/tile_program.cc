#include "core/plan/fusion/tile_program.h"

#include <algorithm>
#include <cstring>

#include "core/plan/fusion/chain_module.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/offset_cursor.h"
#include "simd/movement/short_runs.h"
#include "simd/movement/stream_bytes.h"

namespace paddock {
namespace {

template <class T>
void CopyRun(const std::byte* source, std::byte* result, int64_t stride, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(result + i * static_cast<int64_t>(sizeof(T)),
                source + i * stride * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

struct Pair64 {
  uint64_t low, high;
};

// Gathers `count` elements that are `stride` apart.
void LoadRun(const std::byte* source, std::byte* result, size_t element_bytes, int64_t stride,
             int64_t count) {
  if (stride == 0) return simd::Fill(result, source, element_bytes, count);
  if (stride == 1) {
    std::memcpy(result, source, element_bytes * static_cast<size_t>(count));
    return;
  }
  switch (element_bytes) {
    case 1:
      return CopyRun<uint8_t>(source, result, stride, count);
    case 2:
      return CopyRun<uint16_t>(source, result, stride, count);
    case 4:
      return CopyRun<uint32_t>(source, result, stride, count);
    case 8:
      return CopyRun<uint64_t>(source, result, stride, count);
    default:
      return CopyRun<Pair64>(source, result, stride, count);
  }
}

// Copies short runs up to the end of a loop around them. Returns the number of elements.
int64_t CopyWholeRuns(const TileLoad& load, simd::OffsetCursor& cursor, const std::byte* source,
                      std::byte* result, int64_t count) {
  const int64_t stride = load.run.source_stride;
  const bool is_short = load.run.size <= simd::ShortRuns::kMostElements && stride >= 0 &&
                        stride <= 1 && !load.outer.empty() && load.outer.back().source_stride >= 0;
  if (!is_short) return 0;
  const int64_t left = load.outer.back().size - cursor.index(0);
  const int64_t runs = std::min(left, count / load.run.size);
  if (runs == 0) return 0;
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  simd::CopyShortRuns({load.run.size, runs, load.outer.back().source_stride, stride == 0},
                      load.element_bytes, source + cursor.source_offset() * bytes, result);
  if (runs * load.run.size < count) cursor.AdvanceInner(runs);
  return runs * load.run.size;
}

void CopyRuns(const TileLoad& load, const std::byte* source, std::byte* result, int64_t begin,
              int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  simd::OffsetCursor cursor(load.outer, begin / load.run.size);
  int64_t index = begin % load.run.size;
  while (count > 0) {
    if (index == 0) {
      const int64_t elements = CopyWholeRuns(load, cursor, source, result, count);
      result += elements * bytes;
      count -= elements;
      if (count == 0) return;
    }
    const int64_t run = std::min(load.run.size - index, count);
    const int64_t offset = cursor.source_offset() + index * load.run.source_stride;
    LoadRun(source + offset * bytes, result, load.element_bytes, load.run.source_stride, run);
    result += run * bytes;
    count -= run;
    index = 0;
    if (count > 0) cursor.Advance();
  }
}

void LoadIota(const TileLoad& load, std::byte* result, int64_t begin, int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  while (count > 0) {
    const int64_t value = begin / load.inner % load.size;
    // Elements up to the end of the equal values, or of the ramp if each value occurs once.
    const int64_t left = load.inner == 1 ? load.size - value : load.inner - begin % load.inner;
    const int64_t run = std::min(left, count);
    if (load.inner == 1) {
      load.ramp(result, value, run);
    } else {
      alignas(16) std::byte element[16];
      load.ramp(element, value, 1);
      simd::Fill(result, element, load.element_bytes, run);
    }
    result += run * bytes;
    begin += run;
    count -= run;
  }
}

// Returns whether the register already holds these elements.
bool IsLoaded(const TileLoad& load, TileRegisters& registers, int64_t index, int64_t count) {
  if (kHasChainModules || !load.is_periodic) return false;
  TileRegisters::Loaded& loaded = registers.loaded[load.result];
  if (loaded.index == index && loaded.count >= count) return true;
  loaded = {index, count};
  return false;
}

// A tile within one run needs no copy.
void LoadStrided(const TileProgram& program, const TileLoad& load, const std::byte* source,
                 std::byte* scratch, TileRegisters& registers, int64_t begin, int64_t count) {
  const int64_t stride = load.run.source_stride, index = begin % load.run.size;
  const bool is_result = load.result < program.moving_registers;
  std::byte*& at = registers.at[load.result];
  if (!is_result) at = scratch + program.registers[load.result].scratch_offset;
  const bool is_same = stride == 0 && load.enough != 0;
  const bool is_in_run = index + count <= load.run.size && !is_result;
  registers.is_same[load.result] = is_in_run && is_same;
  if (!is_in_run || (!is_same && stride != 1)) {
    if (!is_result && IsLoaded(load, registers, index, count)) return;
    return CopyRuns(load, source, at, begin, count);
  }
  const int64_t run = simd::OffsetCursor(load.outer, begin / load.run.size).source_offset();
  const std::byte* from = source + (run + index * stride) * int64_t{load.element_bytes};
  if (is_same) {
    simd::Fill(at, from, load.element_bytes, std::min(int64_t{load.enough}, count));
  } else {
    // No instruction writes into the register of a load.
    at = const_cast<std::byte*>(from);
  }
}

void LoadTile(const TileProgram& program, const TileLoad& load, std::byte* const* pointers,
              std::byte* scratch, TileRegisters& registers, int64_t begin, int64_t count) {
  switch (load.kind) {
    case TileLoad::Kind::kSplat:
      return;
    case TileLoad::Kind::kStrided:
      return LoadStrided(program, load, pointers[load.reference], scratch, registers, begin, count);
    case TileLoad::Kind::kIota:
      return LoadIota(load, registers.at[load.result], begin, count);
  }
}

int64_t TileCount(const TileProgram& program, int64_t begin, int64_t end) {
  const int64_t count = std::min(program.tile_size, end - begin);
  if (program.row_size == 0) return count;
  return std::min(count, program.row_size - begin % program.row_size);
}

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
  if (threads <= 1 || end - begin <= 2 * program.tile_size) {
    return RunTiles(program, context.pointers, context.scratch, begin, end, true);
  }
  // A few tasks a thread, so that a late one does not hold up the others.
  const int64_t tiles = (end - begin + program.tile_size - 1) / program.tile_size;
  const int64_t even = (tiles + threads * 4 - 1) / (threads * 4);
  const int64_t per_task =
      WholeUnits(program, std::min(even, TilesOf(program, kChunkWork / 4)) * program.tile_size);
  TileTasks tasks{program, context, begin, end, per_task};
  // Vectors process many elements at once: one operation on an element takes about a hundredth of a
  // nanosecond.
  const int64_t work = (end - begin) * program.work_per_element / 16;
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

// Operations on elements before a module is compiled: compiling takes 0.2 to 0.4 ms, and saves 0.1
// ns for each operation.
constexpr int64_t kLeastModuleWork = 2 << 20;

bool LoadModules(const TileSecondGear& gear) {
  for (TileChain* chain : gear.chains) {
    chain->machine.run = LoadChainModule(chain->module);
    if (chain->machine.run == nullptr) return false;
  }
  return true;
}

// Returns the program that replaces `program` from element `begin` on.
const TileProgram* InGear(const TileProgram* program, int64_t begin) {
  using State = TileSecondGear::State;
  TileSecondGear* gear = program->second_gear;
  if (gear == nullptr || gear->state == State::kNever) return program;
  if (gear->state == State::kWaits) {
    if (begin == 0) gear->work += program->count * int64_t{program->operation_count};
    if (gear->work < kLeastModuleWork) return program;
    gear->state = LoadModules(*gear) ? State::kRuns : State::kNever;
  }
  return gear->state == State::kRuns ? gear->program : program;
}

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
    if (load.kind != TileLoad::Kind::kSplat) continue;
    // A splat that is a result is filled completely, any other for the longest tile.
    const bool moves = load.result < program.moving_registers;
    const int64_t tile = load.enough != 0 ? int64_t{load.enough} : program.tile_size;
    const int64_t count = moves ? end - begin : std::min(tile, end - begin);
    simd::Fill(registers.at[load.result], pointers[load.reference], load.element_bytes, count);
  }
  TileStreams streams(program, may_stream, registers, scratch, begin);
  for (int64_t at = begin; at < end;) {
    const int64_t count = TileCount(program, at, end);
    for (const TileLoad& load : program.loads) {
      LoadTile(program, load, pointers, scratch, registers, at, count);
    }
    for (const TileInstruction& instruction : program.instructions) {
      if (instruction.chain != nullptr) {
        RunTileChain(*instruction.chain, registers, scratch, count);
      } else {
        RunInstruction(instruction, registers.at, count);
      }
    }
    if constexpr (kHasTileSinks) RunTileSinks(program, pointers, registers.at, scratch, at, count);
    for (uint32_t i = 0; i < program.moving_registers; ++i) {
      registers.at[i] += count * program.registers[i].element_bytes;
    }
    if (!kHasChainModules) streams.Write(count);
    at += count;
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
