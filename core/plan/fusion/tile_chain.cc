#include "core/plan/fusion/tile_chain.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/check.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_module.h"
#include "core/plan/fusion/chain_steps.h"
#include "core/plan/fusion/chain_writer.h"
#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

using Operand = TileChainOperand;

// Advances operands to element `first`.
void Advance(const TileChain& chain, simd::ChainOperand* operands, size_t first) {
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    const bool is_moving = operand.kind == Operand::Kind::kMoving && operands[i].block_bytes != 0;
    if (is_moving) operands[i].address += first * operand.element_bytes;
  }
}

// Runs the remainder of a tile after `done` elements, completed in scratch memory: to a vector of
// `code`, or to a block of the machine if that is null.
void RunRest(const TileChain& chain, ChainCode code, simd::ChainOperand* operands,
             std::byte* scratch, size_t done, size_t rest) {
  uint8_t* moved[kMostChainOperands];
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    if (operand.kind != Operand::Kind::kMoving) continue;
    const bool is_same = operands[i].block_bytes == 0;
    if (is_same && code != nullptr) continue;
    moved[i] = operands[i].address + (is_same ? 0 : done * operand.element_bytes);
    operands[i].address = reinterpret_cast<uint8_t*>(scratch + operand.scratch_offset);
    if (operand.is_written) continue;
    // Zeros are indices of elements, and computed ones stay inside.
    if (!kHasChainModules && chain.has_takes) {
      std::memset(operands[i].address, 0, chain.machine.block_elements * operand.element_bytes);
    }
    std::memcpy(operands[i].address, moved[i], rest * operand.element_bytes);
  }
  if (code != nullptr) code(operands, chain.code_lanes);
  if (code == nullptr) chain.machine.run(chain.steps.data(), chain.steps.size(), operands, 1);
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    if (operand.is_written) {
      std::memcpy(moved[i], operands[i].address, rest * operand.element_bytes);
    }
  }
}

// Sets the addresses that code reads. Returns whether it can run: it needs operands of the kind
// that it was written for.
[[maybe_unused]] bool AimCode(const TileChain& chain, const TileRegisters& registers,
                              simd::ChainOperand* operands) {
  bool fits = true;
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    std::byte* const address = registers.at[operand.tile_register];
    operands[i].address = reinterpret_cast<uint8_t*>(address);
    const bool is_same = registers.is_same[operand.tile_register];
    fits &= operand.kind != Operand::Kind::kMoving || is_same == operand.is_row_element;
    const bool may_be_excluded =
        operand.excluded != ExcludedValues::kNone && operand.constant == nullptr;
    if (may_be_excluded) fits &= !IsExcluded(operand, address);
  }
  return fits;
}

// Fills registers that only code does without, or of which it needs fewer elements.
[[maybe_unused]] void FillSame(const TileChain& chain, const TileRegisters& registers) {
  for (const Operand& operand : chain.operands) {
    using Kind = Operand::Kind;
    const bool is_same = operand.kind == Kind::kSame || (operand.kind == Kind::kMoving &&
                                                         registers.is_same[operand.tile_register]);
    if (operand.constant == nullptr && !(is_same && chain.codes_rest)) continue;
    std::byte element[16];
    std::byte* const at = registers.at[operand.tile_register];
    std::memcpy(element, operand.constant == nullptr ? at : operand.constant,
                operand.element_bytes);
    simd::Fill(at, element, operand.element_bytes,
               static_cast<int64_t>(chain.machine.block_elements));
  }
}

[[maybe_unused]] void AddCode(std::span<const simd::ChainStep> steps, std::span<Operand> operands,
                              size_t lane_bytes, TileChain& chain, Arena& arena) {
  const bool is_streamed = std::ranges::any_of(operands, &Operand::is_streamed);
  ExcludeValues(steps, operands);
  if (HasExcludedConstant(operands)) return;
  WrittenCode code = WriteChainCode(steps, operands, lane_bytes, {.is_streamed = is_streamed});
  if (code.memory == nullptr) return;
  const uintptr_t address = code.memory->address();
  chain.code = reinterpret_cast<ChainCode>(address);
  if (is_streamed) {
    chain.streaming_code = reinterpret_cast<ChainCode>(address + code.streaming_offset);
  }
  chain.code_lanes = code.vector_bytes / lane_bytes;
  chain.lane_bytes = lane_bytes;
  chain.codes_rest = code.has_rest;
  arena.Keep(std::move(code.memory));
}

}  // namespace

bool IsInPlace(const TileChain& chain, const simd::ChainOperand* operands) {
  const uint8_t* written[kMostChainOperands];
  size_t count = 0;
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    if (chain.operands[i].is_written) written[count++] = operands[i].address;
  }
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    using Kind = Operand::Kind;
    const Operand& operand = chain.operands[i];
    if (operand.is_written || operand.kind == Kind::kSlot || operand.kind == Kind::kSame) continue;
    if (std::find(written, written + count, operands[i].address) != written + count) return true;
  }
  return false;
}

TileChainOperand OutsideOperand(const ChainSurroundings& around, uint32_t index, bool is_written) {
  const TileNode& node = around.nodes[index];
  Operand operand;
  // A splat that is a result has no element past the end.
  const bool is_same = node.kind == TileNode::Kind::kSplat && !node.is_output;
  operand.kind = is_same ? Operand::Kind::kSame : Operand::Kind::kMoving;
  if (!kHasChainModules && IsWhole(node)) operand.kind = Operand::Kind::kWhole;
  operand.is_written = is_written;
  operand.is_streamed = is_written && around.is_streamed(index);
  const int64_t fewest =
      around.row_size == 0 ? kFewestOfRow : std::min(around.row_size, kFewestOfRow);
  operand.is_row_element = !is_written && IsRowElement(node, fewest);
  operand.tile_register = static_cast<uint16_t>(around.register_of(index));
  operand.element_bytes = static_cast<uint32_t>(ByteSize(node.type));
  // Tiles end where rows end, so the element is the same for the whole tile.
  if (kHasChainModules && operand.is_row_element && node.loops.back().size == around.row_size) {
    operand.kind = Operand::Kind::kSame;
    operand.is_row_element = false;
  }
  if (!kHasChainModules && is_same) {
    operand.constant = static_cast<const std::byte*>(node.attributes);
  }
  return operand;
}

bool HaveOnlyCode(std::span<const TileInstruction> instructions) {
  return std::ranges::all_of(instructions, [](const TileInstruction& instruction) {
    return instruction.chain == nullptr || instruction.chain->has_code();
  });
}

bool AreCoded(std::span<const TileInstruction> instructions, std::span<const TileLoad> loads) {
  const int64_t size = RowSizeOf(loads, true);
  // Tiles compute shorter rows faster than code whose last vector overlaps the one before it.
  constexpr int64_t kFewestOverlapping = 96;
  const auto is_coded = [&](const TileInstruction& instruction) {
    const TileChain* const chain = instruction.chain;
    return chain != nullptr && chain->CodesRows(size) &&
           (size >= kFewestOverlapping || chain->codes_rest ||
            size % static_cast<int64_t>(chain->code_lanes) == 0);
  };
  return !instructions.empty() && std::ranges::all_of(instructions, is_coded);
}

void LimitLoads(std::span<const TileInstruction> instructions, std::span<TileLoad> loads) {
  const bool has_only_code = HaveOnlyCode(instructions);
  const bool codes_rests =
      std::ranges::all_of(instructions, [](const TileInstruction& instruction) {
        return instruction.chain == nullptr || instruction.chain->codes_rest;
      });
  for (TileLoad& load : loads) {
    if (!has_only_code) load.is_in_code = false;
    // Code reads two vectors, or a long one.
    const bool is_less = codes_rests && load.enough != 0;
    if (is_less) load.enough = static_cast<uint32_t>(2 * kCodeBytes / load.element_bytes);
  }
}

void RunChainCode(const TileChain& chain, ChainCode code, simd::ChainOperand* operands,
                  bool is_in_place, std::byte* scratch, size_t count) {
  const size_t rest = chain.RestOf(count), done = count - rest;
  if (rest == 0) return code(operands, count);
  simd::ChainOperand last[kMostChainOperands];
  std::copy_n(operands, chain.operands.size(), last);
  // Stores past the caches do not pay for one vector.
  if (done == 0) return RunRest(chain, chain.code, last, scratch, done, rest);
  Advance(chain, last, count - chain.code_lanes);
  // If the other vectors overwrite what it reads, its results wait in scratch memory. Like other
  // arrays of this length, this one is left uninitialized, because most of it is unused.
  uint8_t* results[kMostChainOperands];
  for (size_t i = 0; is_in_place && i < chain.operands.size(); ++i) {
    if (!chain.operands[i].is_written) continue;
    uint8_t* const waiting = reinterpret_cast<uint8_t*>(scratch + chain.operands[i].scratch_offset);
    results[i] = std::exchange(last[i].address, waiting);
  }
  if (!is_in_place) code(operands, done);
  chain.code(last, chain.code_lanes);
  if (!is_in_place) return;
  code(operands, done);
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    if (!chain.operands[i].is_written) continue;
    const size_t bytes = chain.operands[i].element_bytes, first = chain.code_lanes - rest;
    std::memcpy(results[i] + first * bytes, last[i].address + first * bytes, rest * bytes);
  }
}

void RunTileChain(const TileChain& chain, const TileRegisters& registers, std::byte* scratch,
                  int64_t count) {
  simd::ChainOperand operands[kMostChainOperands];
  if constexpr (kHasChainModules) AdoptChainModule(chain.machine.run, chain.module);
  const size_t block = chain.machine.block_elements;
  const bool is_streaming =
      !kHasChainModules && registers.is_streaming && !chain.streaming_steps.empty();
  const ChainCode code = is_streaming ? chain.streaming_code : chain.code;
  const bool has_code = !kHasChainModules && code != nullptr && AimCode(chain, registers, operands);
  if (!kHasChainModules && chain.code != nullptr && !has_code) FillSame(chain, registers);
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    std::byte* address = operand.kind == Operand::Kind::kSlot ? scratch + operand.scratch_offset
                                                              : registers.at[operand.tile_register];
    operands[i].address = reinterpret_cast<uint8_t*>(address);
    const bool is_moving =
        operand.kind == Operand::Kind::kMoving && !registers.is_same[operand.tile_register];
    operands[i].block_bytes = is_moving ? block * operand.element_bytes : 0;
  }
  if (!kHasChainModules && has_code) {
    const auto elements = static_cast<size_t>(count);
    const bool is_in_place = chain.RestOf(elements) != 0 && IsInPlace(chain, operands);
    return RunChainCode(chain, code, operands, is_in_place, scratch, elements);
  }
  const size_t block_count = static_cast<size_t>(count) / block;
  const size_t rest = static_cast<size_t>(count) % block;
  if (block_count != 0) {
    const auto steps = is_streaming ? chain.streaming_steps : chain.steps;
    chain.machine.run(steps.data(), steps.size(), operands, block_count);
  }
  if (rest == 0) return;
  const bool is_simple = block_count != 0 && !is_streaming;
  if (is_simple && !IsInPlace(chain, operands)) {
    Advance(chain, operands, static_cast<size_t>(count) - block);
    chain.machine.run(chain.steps.data(), chain.steps.size(), operands, 1);
  } else {
    RunRest(chain, nullptr, operands, scratch, block_count * block, rest);
  }
}

TileChain* MakeTileChain(const std::vector<uint32_t>& members,
                         const ChainSurroundings& surroundings, size_t& scratch_bytes,
                         Arena& arena) {
  auto* chain = arena.Make<TileChain>();
  const size_t lane_bytes = LaneBytesOf(surroundings.nodes, members);
  std::vector<Operand> operands;
  if constexpr (kHasChainModules) {
    WrittenChain written = WriteChainModule(members, surroundings);
    chain->module = arena.CopyArray(written.module);
    chain->machine.block_elements = written.block_elements;
    operands = std::move(written.operands);
  } else {
    ChainSteps written = WriteChainSteps(members, surroundings);
    chain->machine = simd::FindChainMachine(lane_bytes);
    operands = std::move(written.operands);
    chain->has_takes = std::ranges::any_of(
        operands, [](const Operand& operand) { return operand.kind == Operand::Kind::kWhole; });
    AddCode(written.steps, operands, lane_bytes, *chain, arena);
    if (chain->has_code()) chain->code_steps = arena.CopyArray(written.steps);
    chain->steps = arena.CopyArray(JoinedSteps(written.steps, operands));
    if (std::ranges::any_of(operands, &Operand::is_streamed)) {
      chain->streaming_steps =
          arena.CopyArray(JoinedSteps(StreamingSteps(written.steps, operands), operands));
    }
  }
  PADDOCK_CHECK(operands.size() <= kMostChainOperands);
  for (Operand& operand : operands) {
    if (operand.kind == Operand::Kind::kSame) continue;
    operand.scratch_offset = static_cast<uint32_t>(scratch_bytes);
    const size_t bytes = chain->machine.block_elements *
                         std::max<size_t>(lane_bytes, kHasChainModules ? 0 : operand.element_bytes);
    scratch_bytes += (bytes + 63) / 64 * 64;
  }
  chain->operands = arena.CopyArray(operands);
  return chain;
}

}  // namespace paddock
