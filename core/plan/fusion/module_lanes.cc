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
      code_.Op(Simd::kV128Bitselect);
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
    code_.Op(Simd::kV128Bitselect);
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
  code_.Op(Simd::kV128Bitselect);
}

// --- The exponential, with the steps of simd/math/single_wasm-inl.h.

namespace {

enum Constant : uint8_t { kLog2E, kMagic, kLn2Hi, kMinusLn2Lo, kTail, kOne = kTail + 5, kMost };

enum Temporary : uint8_t {
  kLimited,
  kShifted,
  kHead,
  kLow,
  kR,
  kR2,
  kFirst,
  kSecond,
  kTemporaries
};

}  // namespace

uint32_t ModuleLanes::PlaceLocals(uint32_t next, bool has_exponential) {
  middle_ = next++;
  if (!has_exponential) return next;
  constants_ = next;
  temporaries_ = constants_ + kMost + 1;
  return temporaries_ + kTemporaries;
}

// From memory, because engines would make constants again in each iteration.
void ModuleLanes::LoadConstants() {
#ifdef __wasm__
  static_assert(kMost + 1 == simd::kChainExponentialConstants);
  if (constants_ == 0) return;
  const auto address =
      static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&simd::ExponentialOfChains()));
  for (uint32_t i = 0; i < simd::kChainExponentialConstants; ++i) {
    code_.I32Const(address);
    code_.Memory(Simd::kV128Load32Splat, i * static_cast<uint32_t>(sizeof(float)));
    code_.Set(constants_ + i);
  }
#endif
}

void ModuleLanes::ComputeExponentials([[maybe_unused]] std::span<const uint32_t> operands,
                                      [[maybe_unused]] std::span<const uint32_t> results) {
#ifdef __wasm__
  for (size_t i = 0; i < operands.size(); ++i) {
    code_.Get(operands[i]);
    code_.Op(Simd::kF32x4Abs);
    if (i != 0) code_.Op(Simd::kI32x4MaxS);
  }
  code_.Get(constants_ + kMost);
  code_.Op(Simd::kI32x4GtS);
  code_.Op(Simd::kV128AnyTrue);
  code_.Add({0x04, 0x40});  // if
  for (size_t i = 0; i < operands.size(); ++i) {
    code_.Get(operands[i]);
    code_.Const(InLanes(std::bit_cast<uint32_t>(simd::kChainExponentialLow), 0));
    code_.Op(Simd::kF32x4Pmax);
    code_.Const(InLanes(std::bit_cast<uint32_t>(simd::kChainExponentialHigh), 0));
    code_.Op(Simd::kF32x4Pmin);
    code_.Set(temporaries_ + kLimited);
    ScaledExponential(temporaries_ + kLimited, true);
    code_.Set(results[i]);
  }
  code_.Add({0x05});  // else
  for (size_t i = 0; i < operands.size(); ++i) {
    ScaledExponential(operands[i], false);
    code_.Set(results[i]);
  }
  code_.Add({0x0B});  // end
#endif
}

#ifdef __wasm__
void ModuleLanes::ScaledExponential(uint32_t x, bool is_far) {
  const uint32_t constant = constants_, tail = constants_ + kTail;
  const uint32_t shifted = temporaries_ + kShifted, head = temporaries_ + kHead;
  const uint32_t low = temporaries_ + kLow, r = temporaries_ + kR, r2 = temporaries_ + kR2;
  const uint32_t first = temporaries_ + kFirst, second = temporaries_ + kSecond;
  MultiplyAdd(x, constant + kLog2E, constant + kMagic);
  code_.Set(shifted);
  Binary(Simd::kF32x4Sub, shifted, constant + kMagic);
  code_.Set(r);  // k
  MultiplyAdd(r, constant + kLn2Hi, x, true);
  code_.Set(head);
  Binary(Simd::kF32x4Mul, r, constant + kMinusLn2Lo);
  code_.Set(low);
  Binary(Simd::kF32x4Add, head, low);
  code_.Set(r);
  Binary(Simd::kF32x4Mul, r, r);
  code_.Set(r2);
  MultiplyAdd(r, tail + 1, tail);
  code_.Set(first);
  MultiplyAdd(r, tail + 3, tail + 2);
  code_.Set(second);
  MultiplyAdd(r2, tail + 4, second);
  code_.Set(second);
  MultiplyAdd(second, r2, first);
  code_.Set(first);  // the terms
  MultiplyAdd(r2, first, low);
  code_.Get(head);
  code_.Op(Simd::kF32x4Add);
  code_.Get(constant + kOne);
  code_.Op(Simd::kF32x4Add);
  const auto shift = [&](Simd instruction, uint32_t bits) {
    code_.I32Const(bits);
    code_.Op(instruction);
  };
  // The lowest bits of `shifted` are the power of two. It is added to the exponent's bits, where
  // neither overflows.
  if (!is_far) {
    code_.Get(shifted);
    shift(Simd::kI32x4Shl, 23);
    return code_.Op(Simd::kI32x4Add);
  }
  // In two steps of half of the power, with twice the bias.
  code_.Get(shifted);
  code_.Const(InLanes(254, 0));
  code_.Op(Simd::kI32x4Add);
  code_.Set(shifted);
  code_.Get(shifted);
  shift(Simd::kI32x4ShrU, 1);
  code_.Set(second);
  code_.Get(second);
  shift(Simd::kI32x4Shl, 23);
  code_.Op(Simd::kF32x4Mul);
  Binary(Simd::kI32x4Sub, shifted, second);
  shift(Simd::kI32x4Shl, 23);
  code_.Op(Simd::kF32x4Mul);
}

// a * b + c, or c - a * b.
void ModuleLanes::MultiplyAdd(uint32_t a, uint32_t b, uint32_t c, bool is_negative) {
  if (simd::RelaxesChains()) {
    Gets({a, b, c});
    return code_.Op(is_negative ? Simd::kF32x4RelaxedNmadd : Simd::kF32x4RelaxedMadd);
  }
  if (is_negative) code_.Get(c);
  Binary(Simd::kF32x4Mul, a, b);
  if (!is_negative) code_.Get(c);
  code_.Op(is_negative ? Simd::kF32x4Sub : Simd::kF32x4Add);
}
#endif

}  // namespace paddock
