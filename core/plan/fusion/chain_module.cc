#include "core/plan/fusion/chain_module.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/plan/fusion/module_lanes.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/webassembly/wasm_code.h"

namespace paddock {
namespace {

using simd::ChainOp;
using wasm::Simd;

// Some browsers compile at most 4 KB synchronously on the main thread.
constexpr size_t kMostModuleBytes = 4096;

// Candidates for the vectors of an iteration, the largest first.
constexpr uint32_t kUnrolled[] = {4, 2, 1};

// Parameters of a simd::ChainKernel: steps, step_count, operands, block_count.
constexpr uint32_t kOperandsLocal = 2;
constexpr uint32_t kBlockCountLocal = 3;
constexpr uint32_t kFirstLocal = 4;

constexpr uint32_t kNoLocal = std::numeric_limits<uint32_t>::max();

// Writes one chain. Booleans are masks in registers, and bytes of 0 or 1 in memory.
class ChainModuleWriter {
 public:
  ChainModuleWriter(const std::vector<uint32_t>& members, const ChainSurroundings& around,
                    uint32_t unrolled)
      : members_(members),
        around_(around),
        lane_bytes_(static_cast<uint32_t>(LaneBytesOf(around.nodes, members))),
        lanes_(16 / lane_bytes_),
        unrolled_(unrolled),
        value_of_(around.nodes.size(), kNoLocal),
        module_lanes_(function_.body, lane_bytes_),
        has_exponential_(
            std::ranges::any_of(members, [&](uint32_t member) { return IsExponential(member); })) {}

  WrittenChain Write() {
    PlaceLocals();
    WriteFunction();
    WrittenChain written;
    written.module = wasm::ModuleOf(function_);
    written.block_elements = size_t{lanes_} * unrolled_;
    for (const Place& place : places_) written.operands.push_back(place.operand);
    return written;
  }

 private:
  struct Place {
    TileChainOperand operand;
    uint32_t node = 0;
    // The locals that hold its address and, where it is read, its vector.
    uint32_t address = 0;
  };

  const TileNode& NodeAt(uint32_t index) const { return around_.nodes[index]; }
  bool IsMask(uint32_t node) const { return IsBoolean(NodeAt(node).type); }
  bool IsExponential(uint32_t member) const {
    const ChainOp op = NodeAt(member).kernel.chain.with[0];
    return op == ChainOp::kExponential || op == ChainOp::kExponentialMinusOne;
  }

  // --- Locals: addresses of operands, then vectors.

  void PlaceLocals() {
    std::vector<bool> is_known(around_.nodes.size(), false);
    for (uint32_t member : members_) is_known[member] = true;
    for (uint32_t member : members_) {
      const TileNode& node = NodeAt(member);
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const uint32_t operand = node.operands[k];
        if (is_known[operand]) continue;
        is_known[operand] = true;
        AddPlace(operand, false);
      }
    }
    for (uint32_t member : members_) {
      if (around_.is_needed_outside(member)) AddPlace(member, true);
    }
    function_.words = static_cast<uint32_t>(places_.size());
    uint32_t next = module_lanes_.PlaceLocals(kFirstLocal + function_.words, has_exponential_);
    for (const bool moves : {false, true}) {
      if (moves) first_moving_ = next;
      for (const Place& place : places_) {
        if (!place.operand.is_written && Moves(place) == moves) value_of_[place.node] = next++;
      }
    }
    for (uint32_t node : members_) value_of_[node] = next++;
    // The vectors of an iteration are computed side by side.
    if (has_exponential_) {
      moving_count_ = next - first_moving_;
      next += moving_count_ * (unrolled_ - 1);
    }
    function_.vectors = next - kFirstLocal - function_.words;
  }

  // The local of vector `i` of an iteration.
  uint32_t LocalOf(uint32_t node, uint32_t i) const {
    const uint32_t first = value_of_[node];
    return first < first_moving_ ? first : first + i * moving_count_;
  }

  void AddPlace(uint32_t node, bool is_written) {
    Place place;
    place.operand = OutsideOperand(around_, node, is_written);
    place.node = node;
    place.address = kFirstLocal + static_cast<uint32_t>(places_.size());
    places_.push_back(place);
  }

  // --- The loop over blocks.

  static bool Moves(const Place& place) {
    return place.operand.kind == TileChainOperand::Kind::kMoving;
  }

  void WriteFunction() {
    for (uint32_t i = 0; i < places_.size(); ++i) {
      code_.Get(kOperandsLocal);
      code_.I32Load(i * static_cast<uint32_t>(sizeof(simd::ChainOperand)));
      code_.Set(places_[i].address);
    }
    for (const Place& place : places_) {
      if (!Moves(place)) Load(place, 0);
    }
    module_lanes_.LoadConstants();
    code_.Add({0x03, 0x40});  // loop
    if (has_exponential_) {
      WriteVectors();
    } else {
      for (uint32_t i = 0; i < unrolled_; ++i) WriteVector(i);
    }
    for (uint32_t i = 0; i < places_.size(); ++i) {
      if (Moves(places_[i])) Advance(i);
    }
    code_.Get(kBlockCountLocal);
    code_.I32Const(1);
    code_.Add({0x6B, 0x22, kBlockCountLocal});  // i32.sub, local.tee
    code_.Add({0x0D, 0, 0x0B});                 // br_if, end
  }

  // One element for each row stays where it is, as long as the tile is in one row.
  void Advance(uint32_t i) {
    const Place& place = places_[i];
    code_.Get(place.address);
    if (place.operand.is_row_element) {
      code_.Get(kOperandsLocal);
      code_.I32Load(i * static_cast<uint32_t>(sizeof(simd::ChainOperand)) +
                    static_cast<uint32_t>(offsetof(simd::ChainOperand, block_bytes)));
    } else {
      code_.I32Const(lanes_ * unrolled_ * place.operand.element_bytes);
    }
    code_.Add({0x6A});  // i32.add
    code_.Set(place.address);
  }

  // Loads precede all stores, because a result may share memory with an operand.
  void WriteVector(uint32_t i) {
    LoadVector(i);
    for (uint32_t member : members_) Compute(member, i);
    StoreVector(i);
  }

  // Exponentials of all vectors of an iteration share a branch.
  void WriteVectors() {
    for (uint32_t i = 0; i < unrolled_; ++i) LoadVector(i);
    for (size_t begin = 0; begin < members_.size();) {
      size_t end = begin;
      while (end < members_.size() && !IsExponential(members_[end])) ++end;
      for (uint32_t i = 0; i < unrolled_; ++i) {
        for (size_t k = begin; k < end; ++k) Compute(members_[k], i);
      }
      if (end < members_.size()) ComputeExponentials(members_[end]);
      begin = end + 1;
    }
    for (uint32_t i = 0; i < unrolled_; ++i) StoreVector(i);
  }

  void ComputeExponentials(uint32_t member) {
    uint32_t operands[kUnrolled[0]], results[kUnrolled[0]];
    for (uint32_t i = 0; i < unrolled_; ++i) {
      operands[i] = LocalOf(NodeAt(member).operands[0], i);
      results[i] = LocalOf(member, i);
    }
    module_lanes_.ComputeExponentials(NodeAt(member).kernel.chain.with[0], {operands, unrolled_},
                                      {results, unrolled_});
  }

  void LoadVector(uint32_t i) {
    for (const Place& place : places_) {
      if (Moves(place) && !place.operand.is_written) Load(place, i);
    }
  }
  void StoreVector(uint32_t i) {
    for (const Place& place : places_) {
      if (place.operand.is_written) Store(place, i);
    }
  }

  void Load(const Place& place, uint32_t i) {
    const uint32_t offset = i * lanes_ * place.operand.element_bytes;
    code_.Get(place.address);
    if (!IsMask(place.node)) {
      code_.Memory(Simd::kV128Load, offset);
    } else {
      code_.Memory(lanes_ == 4 ? Simd::kV128Load32Splat : Simd::kV128Load16Splat, offset);
      uint8_t byte_of[16];
      for (uint32_t b = 0; b < 16; ++b) byte_of[b] = static_cast<uint8_t>(b / lane_bytes_);
      code_.ConstBytes(byte_of);
      code_.Op(Simd::kI8x16Swizzle);
      code_.Op(Simd::kI8x16Neg);
    }
    code_.Set(LocalOf(place.node, i));
  }

  void Store(const Place& place, uint32_t i) {
    const uint32_t offset = i * lanes_ * place.operand.element_bytes;
    code_.Get(place.address);
    code_.Get(LocalOf(place.node, i));
    if (!IsMask(place.node)) return code_.Memory(Simd::kV128Store, offset);
    code_.Op(Simd::kI8x16Neg);
    uint8_t byte_of[16] = {};
    for (uint32_t lane = 0; lane < lanes_; ++lane) {
      byte_of[lane] = static_cast<uint8_t>(lane * lane_bytes_);
    }
    code_.ConstBytes(byte_of);
    code_.Op(Simd::kI8x16Swizzle);
    code_.Memory(lanes_ == 4 ? Simd::kV128Store32Lane : Simd::kV128Store16Lane, offset);
    code_.Add({0});  // the lane
  }

  // --- One operation on one vector.

  void Compute(uint32_t member, uint32_t i) {
    const TileNode& node = NodeAt(member);
    const simd::ChainForms& forms = node.kernel.chain;
    const ChainOp op = forms.with[0] != ChainOp::kNone ? forms.with[0] : forms.with[1];
    LaneOperand operands[3];
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      const uint32_t operand = node.operands[k];
      const TileNode& given = NodeAt(operand);
      operands[k].local = LocalOf(operand, i);
      operands[k].is_mask = IsMask(operand);
      if (given.kind == TileNode::Kind::kSplat) {
        operands[k].constant = static_cast<const std::byte*>(given.attributes);
      }
    }
    module_lanes_.Compute(op, {operands, node.operand_count});
    code_.Set(LocalOf(member, i));
  }

  const std::vector<uint32_t>& members_;
  const ChainSurroundings& around_;
  const uint32_t lane_bytes_;
  const uint32_t lanes_;
  const uint32_t unrolled_;
  std::vector<Place> places_;
  // The local of a node's vector, the first one of an iteration.
  std::vector<uint32_t> value_of_;
  // Locals from the first on are of each vector of an iteration; the count is 0 if all share them.
  uint32_t first_moving_ = 0;
  uint32_t moving_count_ = 0;
  wasm::Function function_;
  wasm::Code& code_ = function_.body;
  ModuleLanes module_lanes_;
  const bool has_exponential_;
};

}  // namespace

WrittenChain WriteChainModule(const std::vector<uint32_t>& members,
                              const ChainSurroundings& surroundings) {
  WrittenChain written;
  for (const uint32_t unrolled : kUnrolled) {
    written = ChainModuleWriter(members, surroundings, unrolled).Write();
    if (written.module.size() <= kMostModuleBytes) return written;
  }
  written.module.clear();
  return written;
}

}  // namespace paddock
