// The fast exponential and exponential_minus_one in modules, with the steps of
// simd/math/single_wasm-inl.h.
#include <bit>

#include "core/plan/fusion/module_lanes.h"
#include "simd/math/chain_exponential.h"

namespace paddock {

namespace {

enum Constant : uint8_t {
  kLog2E,
  kMagic,
  kLn2Hi,
  kMinusLn2Lo,
  kTail,
  kOne = kTail + 5,
  kMagnitude,
  kMost,
  kShift,
  kHalf,
  kMinusOneTail,
  kConstants = kMinusOneTail + 5
};

enum Temporary : uint8_t {
  kLimited,
  kShifted,
  kPower,
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
  temporaries_ = constants_ + kConstants;
  return temporaries_ + kTemporaries;
}

// From memory, because engines would make constants again in each iteration.
void ModuleLanes::LoadConstants() {
#ifdef __wasm__
  static_assert(kConstants == simd::kChainExponentialConstants);
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

void ModuleLanes::ComputeExponentials([[maybe_unused]] simd::ChainOp op,
                                      [[maybe_unused]] std::span<const uint32_t> operands,
                                      [[maybe_unused]] std::span<const uint32_t> results) {
#ifdef __wasm__
  for (size_t i = 0; i < operands.size(); ++i) {
    Binary(Simd::kV128And, operands[i], constants_ + kMagnitude);
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
    ComputeExponential(op, temporaries_ + kLimited, true);
    code_.Set(results[i]);
  }
  code_.Add({0x05});  // else
  for (size_t i = 0; i < operands.size(); ++i) {
    ComputeExponential(op, operands[i], false);
    code_.Set(results[i]);
  }
  code_.Add({0x0B});  // end
#endif
}

#ifdef __wasm__
void ModuleLanes::ComputeExponential(simd::ChainOp op, uint32_t operand, bool is_far) {
  if (op == simd::ChainOp::kExponential) {
    ReduceExponential(operand);
    return FinishExponential(is_far);
  }
  ReduceMinusOne(operand);
  FinishExponentialMinusOne(operand, is_far);
}

// Sets kPower, and kShifted to k. `nearby` determines k.
void ModuleLanes::ComputePower(uint32_t nearby) {
  const uint32_t shifted = temporaries_ + kShifted;
  MultiplyAdd(nearby, constants_ + kLog2E, constants_ + kMagic);
  code_.Set(shifted);
  code_.Get(shifted);
  code_.I32Const(23);
  code_.Op(Simd::kI32x4Shl);
  code_.Set(temporaries_ + kPower);
  Binary(Simd::kF32x4Sub, shifted, constants_ + kMagic);
  code_.Set(shifted);
}

// Sets kPower and kR.
void ModuleLanes::ReduceExponential(uint32_t operand) {
  const uint32_t k = temporaries_ + kShifted, r = temporaries_ + kR;
  ComputePower(operand);
  MultiplyAdd(k, constants_ + kLn2Hi, operand, true);
  code_.Set(r);
  MultiplyAdd(k, constants_ + kMinusLn2Lo, r);
  code_.Set(r);
}

// Sets kPower, kHead, kLow, kR and kR2.
void ModuleLanes::ReduceMinusOne(uint32_t operand) {
  const uint32_t k = temporaries_ + kShifted, nearby = temporaries_ + kSecond;
  const uint32_t head = temporaries_ + kHead, low = temporaries_ + kLow;
  const uint32_t r = temporaries_ + kR, r2 = temporaries_ + kR2;
  Binary(Simd::kF32x4Sub, operand, constants_ + kShift);
  code_.Set(nearby);
  ComputePower(nearby);
  MultiplyAdd(k, constants_ + kLn2Hi, operand, true);
  code_.Set(head);
  Binary(Simd::kF32x4Mul, k, constants_ + kMinusLn2Lo);
  code_.Set(low);
  Binary(Simd::kF32x4Add, head, low);
  code_.Set(r);
  Binary(Simd::kF32x4Mul, r, r);
  code_.Set(r2);
}

void ModuleLanes::FinishExponential(bool is_far) {
  const uint32_t r = temporaries_ + kR, r2 = temporaries_ + kR2, p = temporaries_ + kFirst;
  const uint32_t tail = constants_ + kTail, power = temporaries_ + kPower;
  MultiplyAdd(r, tail + 4, tail + 3);
  for (const uint32_t i : {2, 1, 0}) {
    code_.Set(p);
    MultiplyAdd(r, p, tail + i);
  }
  code_.Set(p);
  Binary(Simd::kF32x4Mul, r, r);
  code_.Set(r2);
  MultiplyAdd(r2, p, r);
  code_.Set(p);
  // Rounded once, this has the bits of the product.
  if (!is_far && simd::FusesInChains()) return MultiplyAdd(p, power, power);
  Binary(Simd::kF32x4Add, p, constants_ + kOne);
  if (is_far) return ScaleFar();
  code_.Get(power);
  code_.Op(Simd::kF32x4Mul);
}

// Multiplies the stack's vector by 2^k, with the steps of WasmScaleFar.
void ModuleLanes::ScaleFar() {
  constexpr uint32_t kLeastNormal = uint32_t{1} << 23, kOfTwo23 = 0x4B000000;
  const uint32_t x = temporaries_ + kSecond, shifted = temporaries_ + kPower;
  const uint32_t normal = temporaries_ + kR;
  const auto constant = [&](uint32_t bits) { code_.Const(InLanes(bits, 0)); };
  code_.Set(x);
  Binary(Simd::kI32x4Sub, shifted, constants_ + kOne);
  code_.Set(shifted);
  Binary(Simd::kI32x4Add, x, shifted);
  code_.Set(normal);
  Gets({x, shifted});
  constant(-126 * kLeastNormal);
  code_.Op(Simd::kI32x4MinS);
  constant(276 * kLeastNormal);
  code_.Op(Simd::kI32x4Add);
  code_.Op(Simd::kF32x4Mul);
  constant(kOfTwo23);
  code_.Op(Simd::kF32x4Add);
  constant(kOfTwo23);
  code_.Op(Simd::kI32x4Sub);
  code_.Get(normal);
  constant(0x7F800000);
  code_.Op(Simd::kI32x4MinS);
  code_.Get(normal);
  constant(kLeastNormal);
  code_.Op(Simd::kI32x4LtS);
  SelectLanes();
  code_.Get(x);
  Binary(Simd::kF32x4Eq, x, x);
  SelectLanes();
}

void ModuleLanes::FinishExponentialMinusOne(uint32_t operand, bool is_far) {
  const uint32_t one = constants_ + kOne, power = temporaries_ + kPower,
                 tail = constants_ + kMinusOneTail;
  const uint32_t r = temporaries_ + kR, r2 = temporaries_ + kR2, less = temporaries_ + kLow;
  const uint32_t p = temporaries_ + kFirst, scratch = temporaries_ + kSecond;
  MultiplyAdd(r, tail + 1, tail);
  code_.Set(p);
  MultiplyAdd(r, tail + 3, tail + 2);
  code_.Set(scratch);
  MultiplyAdd(r2, tail + 4, scratch);
  code_.Set(scratch);
  code_.Get(r);
  MultiplyAdd(scratch, r2, p);
  code_.Op(Simd::kF32x4Mul);
  code_.Set(scratch);  // the terms
  MultiplyAdd(r2, scratch, temporaries_ + kLow);
  code_.Set(scratch);
  MultiplyAdd(r2, constants_ + kHalf, scratch);
  code_.Get(temporaries_ + kHead);
  code_.Op(Simd::kF32x4Add);
  code_.Set(p);
  Binary(Simd::kF32x4Sub, power, one);
  code_.Set(less);
  Binary(Simd::kF32x4Sub, power, less);
  code_.Get(one);
  code_.Op(Simd::kF32x4Sub);
  code_.Set(scratch);  // what 2^k - 1 lost
  MultiplyAdd(power, p, scratch);
  code_.Get(less);
  code_.Op(Simd::kF32x4Add);
  if (is_far) {
    code_.Set(temporaries_ + kHead);
    Binary(Simd::kF32x4Add, p, one);
    ScaleFar();
    code_.Get(one);
    code_.Op(Simd::kF32x4Sub);
    code_.Get(temporaries_ + kHead);
    code_.Get(operand);
    code_.Op(Simd::kF32x4Abs);
    code_.Get(constants_ + kMost);
    code_.Op(Simd::kF32x4Gt);
    SelectLanes();
  }
  code_.Get(operand);
  code_.Const(HighestBits());
  code_.Op(Simd::kV128And);
  code_.Op(Simd::kV128Or);
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
