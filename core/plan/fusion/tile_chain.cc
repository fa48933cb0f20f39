#include "core/plan/fusion/tile_chain.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/check.h"
#include "core/plan/fusion/chain_module.h"
#include "core/plan/fusion/chain_steps.h"
#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

using simd::ChainForms;
using simd::ChainOp;
using Operand = TileChainOperand;

constexpr uint32_t kNoNode = std::numeric_limits<uint32_t>::max();

// Writes the steps of one chain. The accumulator holds the value of the preceding node; a value
// with a later use has a home in memory.
class ChainWriter {
 public:
  ChainWriter(const std::vector<uint32_t>& members, const ChainSurroundings& around)
      : members_(members), around_(around) {
    for (uint32_t i = 0; i < members.size(); ++i) place_of_[members[i]] = i;
    homes_.resize(members.size());
  }

  void Write() {
    for (uint32_t i = 0; i < members_.size(); ++i) Choose(i);
    FindLastUses();
    LoadBooleans();
    for (uint32_t i = 0; i < members_.size(); ++i) WriteNode(i);
  }

  const std::vector<simd::ChainStep>& steps() const { return steps_; }
  std::vector<Operand>& operands() { return operands_; }

 private:
  // Place and lifetime of a member's value.
  struct Home {
    bool is_needed = false;
    uint32_t last_use = 0;
    std::optional<uint16_t> operand;
  };
  // The computation of a member.
  struct Choice {
    ChainOp op = ChainOp::kNone;
    // Operand in the accumulator: the preceding node, or a loaded value.
    uint32_t accumulated = 0;
    bool is_loaded = false;
    bool is_doubled = false;
  };

  const TileNode& NodeAt(uint32_t i) const { return around_.nodes[members_[i]]; }
  bool IsInside(uint32_t node) const { return place_of_.contains(node); }

  void Choose(uint32_t i) {
    const TileNode& node = NodeAt(i);
    const ChainForms& forms = node.kernel.chain;
    const uint32_t before = i == 0 ? kNoNode : members_[i - 1];
    Choice choice;
    const auto takes = [&](uint32_t k) { return forms.with[k] != ChainOp::kNone; };
    while (!takes(choice.accumulated)) ++choice.accumulated;
    choice.is_loaded = true;
    for (uint32_t k = node.operand_count; k-- > 0;) {
      if (node.operands[k] != before || !takes(k)) continue;
      choice.accumulated = k;
      choice.is_loaded = false;
    }
    choice.op = forms.with[choice.accumulated];
    const bool is_twice = node.operand_count == 2 && node.operands[0] == node.operands[1];
    if (is_twice && forms.doubled != ChainOp::kNone) {
      choice.is_doubled = true;
      choice.op = forms.doubled;
    }
    choices_.push_back(choice);
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      if (IsInMemory(choice, k) && IsInside(node.operands[k])) {
        homes_[place_of_.at(node.operands[k])].is_needed = true;
      }
    }
  }

  // Whether operand `k` is read from memory.
  static bool IsInMemory(const Choice& choice, uint32_t k) {
    const bool is_accumulated = k == choice.accumulated || choice.is_doubled;
    return !is_accumulated || (choice.is_loaded && k == choice.accumulated);
  }

  void FindLastUses() {
    for (uint32_t i = 0; i < members_.size(); ++i) {
      const TileNode& node = NodeAt(i);
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const auto found = place_of_.find(node.operands[k]);
        if (found != place_of_.end()) homes_[found->second].last_use = i;
      }
    }
  }

  // Booleans from outside are bytes: they are converted to lanes first.
  void LoadBooleans() {
    for (uint32_t i = 0; i < members_.size(); ++i) {
      const TileNode& node = NodeAt(i);
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const uint32_t operand = node.operands[k];
        const bool is_boolean = IsBoolean(around_.nodes[operand].type);
        if (!is_boolean || IsInside(operand) || outside_.contains(operand)) continue;
        AddStep(ChainOp::kLoadBoolean, {AddOutside(operand, false)});
        const uint16_t slot = TakeSlot();
        AddStep(ChainOp::kStore, {slot});
        outside_[operand] = slot;
      }
    }
  }

  void WriteNode(uint32_t i) {
    const TileNode& node = NodeAt(i);
    const Choice& choice = choices_[i];
    if (choice.is_loaded) AddStep(ChainOp::kLoad, {AddressOf(node.operands[choice.accumulated])});
    std::vector<uint16_t> read;
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      if (k == choice.accumulated || choice.is_doubled) continue;
      read.push_back(AddressOf(node.operands[k]));
    }
    AddStep(choice.op, read);
    ReleaseSlots(i);
    Keep(i);
  }

  // Stores the value for its users outside the chain.
  void Keep(uint32_t i) {
    Home& home = homes_[i];
    const uint32_t node = members_[i];
    if (around_.is_needed_outside(node)) {
      const bool is_boolean = IsBoolean(around_.nodes[node].type);
      const uint16_t written = AddOutside(node, true);
      AddStep(is_boolean ? ChainOp::kStoreBoolean : ChainOp::kStore, {written});
      if (!is_boolean) home.operand = written;
    }
    if (!home.is_needed || home.operand) return;
    home.operand = TakeSlot();
    AddStep(ChainOp::kStore, {*home.operand});
  }

  void ReleaseSlots(uint32_t i) {
    for (uint32_t before = 0; before < i; ++before) {
      Home& home = homes_[before];
      if (!home.operand || home.last_use != i) continue;
      if (operands_[*home.operand].kind == Operand::Kind::kSlot) {
        free_slots_.push_back(*home.operand);
      }
      home.operand.reset();
    }
  }

  uint16_t AddressOf(uint32_t node) {
    if (IsInside(node)) return *homes_[place_of_.at(node)].operand;
    const auto found = outside_.find(node);
    if (found != outside_.end()) return found->second;
    return outside_[node] = AddOutside(node, false);
  }

  uint16_t AddOutside(uint32_t index, bool is_written) {
    return Add(OutsideOperand(around_, index, is_written));
  }

  uint16_t TakeSlot() {
    if (free_slots_.empty()) {
      Operand operand;
      operand.kind = Operand::Kind::kSlot;
      return Add(operand);
    }
    const uint16_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }

  uint16_t Add(const Operand& operand) {
    operands_.push_back(operand);
    return static_cast<uint16_t>(operands_.size() - 1);
  }

  void AddStep(ChainOp op, const std::vector<uint16_t>& operands) {
    simd::ChainStep step;
    step.op = op;
    PADDOCK_CHECK(operands.size() <= std::size(step.operands));
    std::ranges::copy(operands, step.operands);
    steps_.push_back(step);
  }

  const std::vector<uint32_t>& members_;
  const ChainSurroundings& around_;
  std::unordered_map<uint32_t, uint32_t> place_of_;
  std::vector<Choice> choices_;
  std::vector<Home> homes_;
  // Operands of nodes outside.
  std::unordered_map<uint32_t, uint16_t> outside_;
  std::vector<uint16_t> free_slots_;
  std::vector<simd::ChainStep> steps_;
  std::vector<Operand> operands_;
};

// Returns whether a value is written over one that the chain reads.
bool IsInPlace(const TileChain& chain, const simd::ChainOperand* operands) {
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    if (!chain.operands[i].is_written) continue;
    for (size_t k = 0; k < chain.operands.size(); ++k) {
      if (k != i && operands[k].address == operands[i].address) return true;
    }
  }
  return false;
}

// Runs the last block of a tile of `count` elements. It computes elements of the block before it
// again.
void RunLastBlock(const TileChain& chain, simd::ChainOperand* operands, size_t count) {
  const size_t first = count - chain.machine.block_elements;
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    const bool is_moving = operand.kind == Operand::Kind::kMoving && operands[i].block_bytes != 0;
    if (is_moving) operands[i].address += first * operand.element_bytes;
  }
  chain.machine.run(chain.steps.data(), chain.steps.size(), operands, 1);
}

// Runs the remainder of a tile, completed to a block in scratch memory.
void RunRest(const TileChain& chain, simd::ChainOperand* operands, std::byte* scratch,
             size_t block_count, size_t rest) {
  uint8_t* moved[kMostChainOperands] = {};
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    if (operand.kind != Operand::Kind::kMoving) continue;
    moved[i] = operands[i].address + block_count * operands[i].block_bytes;
    operands[i].address = reinterpret_cast<uint8_t*>(scratch + operand.scratch_offset);
    if (!operand.is_written) {
      std::memcpy(operands[i].address, moved[i], rest * operand.element_bytes);
    }
  }
  chain.machine.run(chain.steps.data(), chain.steps.size(), operands, 1);
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    if (operand.is_written) {
      std::memcpy(moved[i], operands[i].address, rest * operand.element_bytes);
    }
  }
}

// Returns whether an operand is one element for each row.
bool HasRowElement(const std::vector<TileNode>& nodes, const TileNode& node) {
  if (kHasChainModules) return false;
  return std::any_of(node.operands, node.operands + node.operand_count, [&](uint32_t operand) {
    const TileNode& load = nodes[operand];
    return load.kind == TileNode::Kind::kStrided && !load.loops.empty() &&
           load.loops.back().source_stride == 0 && load.loops.back().size >= kFewestOfRow;
  });
}

}  // namespace

size_t LaneBytesOf(const std::vector<TileNode>& nodes, uint32_t index) {
  const TileNode& node = nodes[index];
  size_t bytes = IsBoolean(node.type) ? 0 : ByteSize(node.type);
  for (uint32_t k = 0; k < node.operand_count; ++k) {
    const ElementType type = nodes[node.operands[k]].type;
    if (!IsBoolean(type)) bytes = ByteSize(type);
  }
  return bytes;
}

TileChainOperand OutsideOperand(const ChainSurroundings& around, uint32_t index, bool is_written) {
  const TileNode& node = around.nodes[index];
  Operand operand;
  // A splat that is a result has no element past the end.
  const bool is_same = node.kind == TileNode::Kind::kSplat && !node.is_output;
  operand.kind = is_same ? Operand::Kind::kSame : Operand::Kind::kMoving;
  operand.is_written = is_written;
  operand.is_streamed = is_written && around.is_streamed(index);
  operand.tile_register = static_cast<uint16_t>(around.register_of(index));
  operand.element_bytes = static_cast<uint32_t>(ByteSize(node.type));
  return operand;
}

int64_t RowSizeOf(std::span<const TileLoad> loads) {
  int64_t size = 0;
  for (const TileLoad& load : loads) {
    const bool is_row =
        load.kind == TileLoad::Kind::kStrided && (load.enough != 0 || load.run.source_stride == 1);
    if (!is_row) continue;
    if (load.run.size < kFewestOfRow || (size != 0 && load.run.size != size)) return 0;
    size = load.run.size;
  }
  return size;
}

void RunTileChain(const TileChain& chain, const TileRegisters& registers, std::byte* scratch,
                  int64_t count) {
  // Left uninitialized, because most of it is unused.
  simd::ChainOperand operands[kMostChainOperands];
  const size_t block = chain.machine.block_elements;
  for (size_t i = 0; i < chain.operands.size(); ++i) {
    const Operand& operand = chain.operands[i];
    std::byte* address = operand.kind == Operand::Kind::kSlot ? scratch + operand.scratch_offset
                                                              : registers.at[operand.tile_register];
    operands[i].address = reinterpret_cast<uint8_t*>(address);
    const bool is_moving =
        operand.kind == Operand::Kind::kMoving && !registers.is_same[operand.tile_register];
    operands[i].block_bytes = is_moving ? block * operand.element_bytes : 0;
  }
  const size_t block_count = static_cast<size_t>(count) / block;
  const size_t rest = static_cast<size_t>(count) % block;
  const bool is_streaming =
      !kHasChainModules && registers.is_streaming && !chain.streaming_steps.empty();
  if (block_count != 0) {
    const auto steps = is_streaming ? chain.streaming_steps : chain.steps;
    chain.machine.run(steps.data(), steps.size(), operands, block_count);
  }
  if (rest == 0) return;
  const bool is_simple = !kHasChainModules && block_count != 0 && !is_streaming;
  if (is_simple && !IsInPlace(chain, operands)) {
    RunLastBlock(chain, operands, static_cast<size_t>(count));
  } else {
    RunRest(chain, operands, scratch, block_count, rest);
  }
}

std::vector<std::vector<uint32_t>> FindChains(const std::vector<TileNode>& nodes,
                                              const std::function<bool(uint32_t)>& is_needed) {
  std::vector<std::vector<uint32_t>> chains;
  if (nodes.size() > kMaximumTileRegisters) return chains;
  std::vector<uint32_t> open;
  size_t lane_bytes = 0;
  const auto close = [&] {
    if (open.size() > 1 || (open.size() == 1 && HasRowElement(nodes, nodes[open[0]]))) {
      chains.push_back(open);
    }
    open.clear();
  };
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind != TileNode::Kind::kCompute || !is_needed(i)) continue;
    const bool is_chained = !nodes[i].kernel.chain.is_empty();
    const size_t bytes = LaneBytesOf(nodes, i);
    if (!is_chained || (bytes != 0 && bytes != lane_bytes)) close();
    if (!is_chained || (open.empty() && bytes == 0)) continue;
    if (open.empty()) lane_bytes = bytes;
    open.push_back(i);
  }
  close();
  return chains;
}

TileChain* MakeTileChain(const std::vector<uint32_t>& members,
                         const ChainSurroundings& surroundings, size_t& scratch_bytes,
                         Arena& arena) {
  auto* chain = arena.Make<TileChain>();
  std::vector<Operand> operands;
  if constexpr (kHasChainModules) {
    WrittenChain written = WriteChainModule(members, surroundings);
    chain->module = arena.CopyArray(written.module);
    chain->machine.block_elements = written.block_elements;
    operands = std::move(written.operands);
  } else {
    ChainWriter writer(members, surroundings);
    writer.Write();
    chain->machine = simd::FindChainMachine(LaneBytesOf(surroundings.nodes, members.front()));
    operands = std::move(writer.operands());
    chain->steps = arena.CopyArray(JoinedSteps(writer.steps(), operands));
    if (std::ranges::any_of(operands, &Operand::is_streamed)) {
      chain->streaming_steps =
          arena.CopyArray(JoinedSteps(StreamingSteps(writer.steps(), operands), operands));
    }
  }
  PADDOCK_CHECK(operands.size() <= kMostChainOperands);
  const size_t lane_bytes = LaneBytesOf(surroundings.nodes, members.front());
  const size_t block_bytes = chain->machine.block_elements * lane_bytes;
  for (Operand& operand : operands) {
    if (operand.kind == Operand::Kind::kSame) continue;
    operand.scratch_offset = static_cast<uint32_t>(scratch_bytes);
    scratch_bytes += (block_bytes + 63) / 64 * 64;
  }
  chain->operands = arena.CopyArray(operands);
  return chain;
}

}  // namespace paddock
