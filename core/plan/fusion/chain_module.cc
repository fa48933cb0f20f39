#include "core/plan/fusion/chain_module.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

#include "core/base/check.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/webassembly/chain_instructions.h"
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

bool IsUnsignedOrder(ChainOp op) {
  return op >= ChainOp::kLessUnsigned && op <= ChainOp::kLessOrEqualUnsignedReversed;
}

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
        value_of_(around.nodes.size(), kNoLocal) {}

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

  // --- Locals: addresses of operands, then vectors.

  void PlaceLocals() {
    std::vector<uint32_t> outside;
    std::vector<bool> is_known(around_.nodes.size(), false);
    for (uint32_t member : members_) is_known[member] = true;
    for (uint32_t member : members_) {
      const TileNode& node = NodeAt(member);
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const uint32_t operand = node.operands[k];
        if (is_known[operand]) continue;
        is_known[operand] = true;
        outside.push_back(operand);
        AddPlace(operand, false);
      }
    }
    for (uint32_t member : members_) {
      if (around_.is_needed_outside(member)) AddPlace(member, true);
    }
    function_.words = static_cast<uint32_t>(places_.size());
    uint32_t next = kFirstLocal + function_.words;
    for (uint32_t node : outside) value_of_[node] = next++;
    for (uint32_t node : members_) value_of_[node] = next++;
    middle_ = next++;
    function_.vectors = next - kFirstLocal - function_.words;
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
    code_.Add({0x03, 0x40});  // loop
    for (uint32_t i = 0; i < unrolled_; ++i) WriteVector(i);
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
    for (const Place& place : places_) {
      if (Moves(place) && !place.operand.is_written) Load(place, i);
    }
    for (uint32_t member : members_) Compute(member);
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
    code_.Set(value_of_[place.node]);
  }

  void Store(const Place& place, uint32_t i) {
    const uint32_t offset = i * lanes_ * place.operand.element_bytes;
    code_.Get(place.address);
    code_.Get(value_of_[place.node]);
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

  void Compute(uint32_t member) {
    const TileNode& node = NodeAt(member);
    const simd::ChainForms& forms = node.kernel.chain;
    const ChainOp op = forms.with[0] != ChainOp::kNone ? forms.with[0] : forms.with[1];
    uint32_t locals[3] = {};
    for (uint32_t k = 0; k < node.operand_count; ++k) locals[k] = value_of_[node.operands[k]];
    if (IsMask(node.operands[0]) && (op == ChainOp::kSame || op == ChainOp::kIntegerToFloat)) {
      code_.Get(locals[0]);
      code_.Const(op == ChainOp::kSame ? InLanes(1, 1) : OneAsFloats());
      code_.Op(Simd::kV128And);
    } else if (op == ChainOp::kMaximumFloat && lane_bytes_ == 4 && IsPlusZero(node.operands[1])) {
      ComputeRelu(locals[0], locals[1]);
    } else if (!ComputeExtreme(op, locals) && !ComputeSpecial(op, locals)) {
      ComputeSimple(op, locals, node.operand_count);
    }
    code_.Set(value_of_[member]);
  }

  bool IsPlusZero(uint32_t node) const {
    const TileNode& splat = NodeAt(node);
    if (splat.kind != TileNode::Kind::kSplat || splat.attributes == nullptr) return false;
    float value = 0;
    std::memcpy(&value, splat.attributes, sizeof(value));
    return std::bit_cast<uint32_t>(value) == 0;
  }

  // Negative numbers and -0 are negative integers, too. NaN stays.
  void ComputeRelu(uint32_t operand, uint32_t zero) {
    Gets({operand, zero});
    code_.Op(Simd::kI32x4MaxS);
    Gets({operand, operand, operand});
    code_.Op(Simd::kF32x4Ne);
    code_.Op(Simd::kV128And);
    code_.Op(Simd::kV128Or);
  }

  void ComputeSimple(ChainOp op, const uint32_t* locals, uint32_t count) {
    const auto* row = std::ranges::find(kChainInstructions, op, &ChainInstruction::op);
    PADDOCK_CHECK(row != std::end(kChainInstructions));
    for (uint32_t k = 0; k < count; ++k) GetOrdered(locals[k], IsUnsignedOrder(op));
    const Simd instruction = ByLane(row->of_4_bytes, row->of_8_bytes);
    PADDOCK_CHECK(instruction != Simd::kNone);
    code_.Op(instruction);
  }

  bool ComputeSpecial(ChainOp op, const uint32_t* locals) {
    switch (op) {
      case ChainOp::kSame:
        code_.Get(locals[0]);
        return true;
      case ChainOp::kSelectByPredicate:
        Gets({locals[1], locals[2], locals[0]});
        code_.Op(Simd::kV128Bitselect);
        return true;
      case ChainOp::kSignFloat:
        ComputeSign(locals[0]);
        return true;
      default:
        return false;
    }
  }

  // Zeros keep their sign, NaN stays.
  void ComputeSign(uint32_t operand) {
    code_.Get(operand);
    code_.Const(HighestBits());
    code_.Op(Simd::kV128And);
    code_.Const(OneAsFloats());
    code_.Op(Simd::kV128Or);
    code_.Get(operand);
    for (const bool is_less : {true, false}) {
      code_.Get(operand);
      code_.Const(0);
      code_.Op(is_less ? ByLane(Simd::kF32x4Lt, Simd::kF64x2Lt)
                       : ByLane(Simd::kF32x4Gt, Simd::kF64x2Gt));
    }
    code_.Op(Simd::kV128Or);
    code_.Op(Simd::kV128Bitselect);
  }

  // --- Maximum, minimum and clamp.

  enum class Order : uint8_t { kFloat, kSigned, kUnsigned };

  bool ComputeExtreme(ChainOp op, const uint32_t* locals) {
    switch (op) {
      case ChainOp::kMaximumFloat:
        return Extreme(Order::kFloat, true, locals[0], locals[1]);
      case ChainOp::kMinimumFloat:
        return Extreme(Order::kFloat, false, locals[0], locals[1]);
      case ChainOp::kMaximumSigned:
        return Extreme(Order::kSigned, true, locals[0], locals[1]);
      case ChainOp::kMinimumSigned:
        return Extreme(Order::kSigned, false, locals[0], locals[1]);
      case ChainOp::kMaximumUnsigned:
        return Extreme(Order::kUnsigned, true, locals[0], locals[1]);
      case ChainOp::kMinimumUnsigned:
        return Extreme(Order::kUnsigned, false, locals[0], locals[1]);
      case ChainOp::kClampFloat:
        return Clamp(Order::kFloat, locals);
      case ChainOp::kClampSigned:
        return Clamp(Order::kSigned, locals);
      case ChainOp::kClampUnsigned:
        return Clamp(Order::kUnsigned, locals);
      default:
        return false;
    }
  }

  // min, operand, max.
  bool Clamp(Order order, const uint32_t* locals) {
    Extreme(order, true, locals[1], locals[0]);
    code_.Set(middle_);
    return Extreme(order, false, middle_, locals[2]);
  }

  bool Extreme(Order order, bool is_greatest, uint32_t lhs, uint32_t rhs) {
    if (order == Order::kFloat) {
      ExtremeFloat(is_greatest, lhs, rhs);
    } else if (lane_bytes_ == 4) {
      const bool is_signed = order == Order::kSigned;
      Gets({lhs, rhs});
      code_.Op(is_greatest ? (is_signed ? Simd::kI32x4MaxS : Simd::kI32x4MaxU)
                           : (is_signed ? Simd::kI32x4MinS : Simd::kI32x4MinU));
    } else {
      Gets({lhs, rhs});
      GetOrdered(lhs, order == Order::kUnsigned);
      GetOrdered(rhs, order == Order::kUnsigned);
      code_.Op(is_greatest ? Simd::kI64x2GtS : Simd::kI64x2LtS);
      code_.Op(Simd::kV128Bitselect);
    }
    return true;
  }

  // Like simd/elementwise/functions-inl.h. Equal operands have equal bits or are zeros, whose signs
  // are combined. A NaN on the left is the result; so is one on the right, since every comparison
  // with it is false. f32x4.pmax(b, a) is b < a ? a : b, and pmin likewise.
  void ExtremeFloat(bool is_greatest, uint32_t lhs, uint32_t rhs) {
    Gets({lhs, rhs, lhs});
    code_.Op(is_greatest ? ByLane(Simd::kF32x4Pmax, Simd::kF64x2Pmax)
                         : ByLane(Simd::kF32x4Pmin, Simd::kF64x2Pmin));
    Gets({lhs, rhs});
    code_.Op(ByLane(Simd::kF32x4Eq, Simd::kF64x2Eq));
    code_.Get(lhs);
    code_.Op(is_greatest ? Simd::kV128Andnot : Simd::kV128And);
    code_.Op(is_greatest ? Simd::kV128Andnot : Simd::kV128Or);
    Gets({lhs, lhs});
    code_.Op(ByLane(Simd::kF32x4Ne, Simd::kF64x2Ne));
    code_.Op(Simd::kV128Bitselect);
  }

  // ---

  void Gets(std::initializer_list<uint32_t> locals) {
    for (uint32_t local : locals) code_.Get(local);
  }
  // Loads a local for a signed comparison: flips the highest bit of unsigned 8-byte lanes, which
  // keeps their order.
  void GetOrdered(uint32_t local, bool is_unsigned) {
    code_.Get(local);
    if (!is_unsigned || lane_bytes_ == 4) return;
    code_.Const(HighestBits());
    code_.Op(Simd::kV128Xor);
  }
  Simd ByLane(Simd of_4_bytes, Simd of_8_bytes) const {
    return lane_bytes_ == 4 ? of_4_bytes : of_8_bytes;
  }
  // Returns half a vector with the constant in every lane, chosen by lane width.
  uint64_t InLanes(uint32_t of_4_bytes, uint64_t of_8_bytes) const {
    return lane_bytes_ == 4 ? (uint64_t{of_4_bytes} << 32 | of_4_bytes) : of_8_bytes;
  }
  uint64_t OneAsFloats() const {
    return InLanes(std::bit_cast<uint32_t>(1.0F), std::bit_cast<uint64_t>(1.0));
  }
  uint64_t HighestBits() const { return InLanes(uint32_t{1} << 31, uint64_t{1} << 63); }

  const std::vector<uint32_t>& members_;
  const ChainSurroundings& around_;
  const uint32_t lane_bytes_;
  const uint32_t lanes_;
  const uint32_t unrolled_;
  std::vector<Place> places_;
  // The local of a node's vector.
  std::vector<uint32_t> value_of_;
  uint32_t middle_ = 0;
  wasm::Function function_;
  wasm::Code& code_ = function_.body;
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
