#include "core/plan/fusion/chain_writer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/check.h"
#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

using simd::ChainForms;
using simd::ChainOp;
using Operand = TileChainOperand;

// Writes the steps of one chain. The accumulator holds the value of the preceding node; a value
// with a later use has a home in memory.
class ChainWriter {
 public:
  ChainWriter(const std::vector<uint32_t>& members, const ChainSurroundings& around)
      : members_(members), around_(around), lane_bytes_(LaneBytesOf(around.nodes, members)) {
    for (uint32_t i = 0; i < members.size(); ++i) place_of_[members[i]] = i;
    homes_.resize(members.size());
  }

  void Write() {
    for (uint32_t i = 0; i < members_.size(); ++i) Choose(i);
    FindLastUses();
    LoadOthers();
    for (uint32_t i = 0; i < members_.size(); ++i) WriteNode(i);
  }

  ChainSteps Take() { return {std::move(steps_), std::move(operands_)}; }

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

  ChainOp LoadOf(uint32_t node) const {
    return simd::ChainLoadOf(around_.nodes[node].type, lane_bytes_);
  }

  // Converts values from outside that are no lanes, if a step reads them beside the accumulator, or
  // several do.
  void LoadOthers() {
    std::unordered_map<uint32_t, size_t> loads;
    for (uint32_t i = 0; i < members_.size(); ++i) {
      const TileNode& node = NodeAt(i);
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const uint32_t operand = node.operands[k];
        const bool is_loaded = IsInMemory(choices_[i], k) && !IsInside(operand);
        if (!is_loaded || LoadOf(operand) == ChainOp::kLoad || simd::LoadsPart(choices_[i].op)) {
          continue;
        }
        const bool is_beside = k != choices_[i].accumulated;
        loads[operand] += is_beside ? 2 : 1;
        if (loads[operand] < 2 || outside_.contains(operand)) continue;
        AddStep(LoadOf(operand), {AddOutside(operand, false)});
        const uint16_t slot = TakeSlot();
        AddStep(ChainOp::kStore, {slot});
        outside_[operand] = slot;
      }
    }
  }

  // Loads a value into the accumulator.
  void Load(uint32_t node) {
    if (IsInside(node) || outside_.contains(node) || LoadOf(node) == ChainOp::kLoad) {
      AddStep(ChainOp::kLoad, {AddressOf(node)});
    } else {
      AddStep(LoadOf(node), {AddOutside(node, false)});
    }
  }

  void WriteNode(uint32_t i) {
    const TileNode& node = NodeAt(i);
    const Choice& choice = choices_[i];
    if (simd::LoadsPart(choice.op)) {
      AddStep(choice.op, {AddressOf(node.operands[0])});
      return Keep(i);
    }
    if (choice.is_loaded) Load(node.operands[choice.accumulated]);
    std::vector<uint16_t> read;
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      if (k == choice.accumulated || choice.is_doubled) continue;
      read.push_back(AddressOf(node.operands[k]));
    }
    if (simd::StoresComplex(choice.op)) {
      AddStep(choice.op, {AddOutside(members_[i], true), read[0]});
      return ReleaseSlots(i);
    }
    AddStep(choice.op, read);
    const ChainOp rounding = simd::ChainRoundingOf(choice.op, node.type);
    if (rounding != ChainOp::kNone) AddStep(rounding, {});
    ReleaseSlots(i);
    Keep(i);
  }

  // Stores the value for its users outside the chain.
  void Keep(uint32_t i) {
    Home& home = homes_[i];
    const uint32_t node = members_[i];
    if (around_.is_needed_outside(node)) {
      const ChainOp store = simd::ChainStoreOf(around_.nodes[node].type, lane_bytes_);
      const uint16_t written = AddOutside(node, true);
      AddStep(store, {written});
      if (store == ChainOp::kStore) home.operand = written;
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
  const size_t lane_bytes_;
  std::unordered_map<uint32_t, uint32_t> place_of_;
  std::vector<Choice> choices_;
  std::vector<Home> homes_;
  // Operands of nodes outside.
  std::unordered_map<uint32_t, uint16_t> outside_;
  std::vector<uint16_t> free_slots_;
  std::vector<simd::ChainStep> steps_;
  std::vector<Operand> operands_;
};

}  // namespace

ChainSteps WriteChainSteps(const std::vector<uint32_t>& members,
                           const ChainSurroundings& surroundings) {
  ChainWriter writer(members, surroundings);
  writer.Write();
  return writer.Take();
}

}  // namespace paddock
