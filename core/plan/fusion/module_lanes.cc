#include "core/plan/fusion/module_lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/check.h"
#include "core/plan/webassembly/chain_instructions.h"
#include "simd/math/chain_exponential.h"

namespace paddock {
namespace {

using simd::ChainOp;

bool IsUnsignedOrder(ChainOp op) {
  return op >= ChainOp::kLessUnsigned && op <= ChainOp::kLessOrEqualUnsignedReversed;
}

double NumberAt(const std::byte* at, uint32_t bytes) {
  float single = 0;
  double number = 0;
  if (bytes == sizeof(number)) {
    std::memcpy(&number, at, sizeof(number));
  } else {
    std::memcpy(&single, at, sizeof(single));
    number = single;
  }
  return number;
}

}  // namespace

uint64_t ModuleLanes::OneAsFloats() const {
  return InLanes(std::bit_cast<uint32_t>(1.0F), std::bit_cast<uint64_t>(1.0));
}

void ModuleLanes::Compute(ChainOp op, std::span<const LaneOperand> operands) {
  const bool is_mask = operands[0].is_mask;
  if (is_mask && (op == ChainOp::kSame || op == ChainOp::kIntegerToFloat)) {
    code_.Get(operands[0].local);
    code_.Const(op == ChainOp::kSame ? InLanes(1, 1) : OneAsFloats());
    code_.Op(Simd::kV128And);
  } else if (!ComputeExtreme(op, operands) && !ComputeSpecial(op, operands)) {
    ComputeSimple(op, operands);
  }
}

void ModuleLanes::ComputeSimple(ChainOp op, std::span<const LaneOperand> operands) {
  const auto* row = std::ranges::find(kChainInstructions, op, &ChainInstruction::op);
  PADDOCK_CHECK(row != std::end(kChainInstructions));
  for (const LaneOperand& operand : operands) GetOrdered(operand.local, IsUnsignedOrder(op));
  const Simd instruction = ByLane(row->of_4_bytes, row->of_8_bytes);
  PADDOCK_CHECK(instruction != Simd::kNone);
  code_.Op(instruction);
}

bool ModuleLanes::ComputeSpecial(ChainOp op, std::span<const LaneOperand> operands) {
  switch (op) {
    case ChainOp::kSame:
      code_.Get(operands[0].local);
      return true;
    case ChainOp::kSelectByPredicate:
      Gets({operands[1].local, operands[2].local, operands[0].local});
      SelectLanes();
      return true;
    case ChainOp::kSignFloat:
      ComputeSign(operands[0].local);
      return true;
    default:
      return false;
  }
}

// Zeros keep their sign, NaN stays.
void ModuleLanes::ComputeSign(uint32_t operand) {
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
  SelectLanes();
}

// On AMD64, engines select relaxed lanes by one instruction, and bits by three.
void ModuleLanes::SelectLanes() {
#ifdef __wasm__
  if (simd::RelaxesChains()) {
    return code_.Op(ByLane(Simd::kI32x4RelaxedLaneselect, Simd::kI64x2RelaxedLaneselect));
  }
#endif
  code_.Op(Simd::kV128Bitselect);
}

// Loads a local for a signed comparison: flips the highest bit of unsigned 8-byte lanes, which
// keeps their order.
void ModuleLanes::GetOrdered(uint32_t local, bool is_unsigned) {
  code_.Get(local);
  if (!is_unsigned || lane_bytes_ == 4) return;
  code_.Const(HighestBits());
  code_.Op(Simd::kV128Xor);
}

// --- Maximum, minimum and clamp.

bool ModuleLanes::ComputeExtreme(ChainOp op, std::span<const LaneOperand> operands) {
  switch (op) {
    case ChainOp::kMaximumFloat:
      return Extreme(Order::kFloat, true, operands[0], operands[1]);
    case ChainOp::kMinimumFloat:
      return Extreme(Order::kFloat, false, operands[0], operands[1]);
    case ChainOp::kMaximumSigned:
      return Extreme(Order::kSigned, true, operands[0], operands[1]);
    case ChainOp::kMinimumSigned:
      return Extreme(Order::kSigned, false, operands[0], operands[1]);
    case ChainOp::kMaximumUnsigned:
      return Extreme(Order::kUnsigned, true, operands[0], operands[1]);
    case ChainOp::kMinimumUnsigned:
      return Extreme(Order::kUnsigned, false, operands[0], operands[1]);
    case ChainOp::kClampFloat:
      return Clamp(Order::kFloat, operands);
    case ChainOp::kClampSigned:
      return Clamp(Order::kSigned, operands);
    case ChainOp::kClampUnsigned:
      return Clamp(Order::kUnsigned, operands);
    default:
      return false;
  }
}

// min, operand, max.
bool ModuleLanes::Clamp(Order order, std::span<const LaneOperand> operands) {
  Extreme(order, true, operands[1], operands[0]);
  code_.Set(middle_);
  return Extreme(order, false, {.local = middle_}, operands[2]);
}

bool ModuleLanes::Extreme(Order order, bool is_greatest, LaneOperand lhs, LaneOperand rhs) {
  if (order == Order::kFloat) {
    const bool is_short = ExtremeOfConstant(is_greatest, lhs.local, rhs) ||
                          ExtremeOfConstant(is_greatest, rhs.local, lhs);
    if (!is_short) ExtremeFloat(is_greatest, lhs.local, rhs.local);
  } else if (lane_bytes_ == 4) {
    const bool is_signed = order == Order::kSigned;
    Binary(is_greatest ? (is_signed ? Simd::kI32x4MaxS : Simd::kI32x4MaxU)
                       : (is_signed ? Simd::kI32x4MinS : Simd::kI32x4MinU),
           lhs.local, rhs.local);
  } else {
    Gets({lhs.local, rhs.local});
    GetOrdered(lhs.local, order == Order::kUnsigned);
    GetOrdered(rhs.local, order == Order::kUnsigned);
    code_.Op(is_greatest ? Simd::kI64x2GtS : Simd::kI64x2LtS);
    SelectLanes();
  }
  return true;
}

// f32x4.pmax(a, b) is a < b ? b : a, and pmin likewise: a NaN of the operand stays, and equal
// numbers have equal bits unless they are zeros. Returns false, without instructions, if a zero or
// NaN needs more.
bool ModuleLanes::ExtremeOfConstant(bool is_greatest, uint32_t operand,
                                    const LaneOperand& constant) {
  if (constant.constant == nullptr) return false;
  const double number = NumberAt(constant.constant, lane_bytes_);
  if (std::isnan(number)) return false;
  if (number != 0 || std::signbit(number) == is_greatest) {
    Binary(is_greatest ? ByLane(Simd::kF32x4Pmax, Simd::kF64x2Pmax)
                       : ByLane(Simd::kF32x4Pmin, Simd::kF64x2Pmin),
           operand, constant.local);
    return true;
  }
  if (!is_greatest) return false;
  // At least +0: clears what is at most 0, which NaN is not.
  Gets({operand, operand, constant.local});
  code_.Op(ByLane(Simd::kF32x4Le, Simd::kF64x2Le));
  code_.Op(Simd::kV128Andnot);
  return true;
}

// Like simd/elementwise/functions-inl.h. Equal operands have equal bits or are zeros, whose signs
// are combined. A NaN on the left is the result; so is one on the right, since every comparison
// with it is false. f32x4.pmax(b, a) is b < a ? a : b, and pmin likewise.
void ModuleLanes::ExtremeFloat(bool is_greatest, uint32_t lhs, uint32_t rhs) {
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
  SelectLanes();
}

}  // namespace paddock
