// Steps of chains that are a single instruction of WebAssembly.
#ifndef PADDOCK_CORE_PLAN_WEBASSEMBLY_CHAIN_INSTRUCTIONS_H_
#define PADDOCK_CORE_PLAN_WEBASSEMBLY_CHAIN_INSTRUCTIONS_H_

#include "core/plan/webassembly/simd_instructions.h"
#include "simd/elementwise/chain.h"

namespace paddock {

// Operations that are one instruction on their operands, by the bytes of a lane.
struct ChainInstruction {
  simd::ChainOp op;
  wasm::Simd of_4_bytes;
  wasm::Simd of_8_bytes;
};
inline constexpr ChainInstruction kChainInstructions[] = {
    {simd::ChainOp::kAbsFloat, wasm::Simd::kF32x4Abs, wasm::Simd::kF64x2Abs},
    {simd::ChainOp::kNegateFloat, wasm::Simd::kF32x4Neg, wasm::Simd::kF64x2Neg},
    {simd::ChainOp::kSqrtFloat, wasm::Simd::kF32x4Sqrt, wasm::Simd::kF64x2Sqrt},
    {simd::ChainOp::kAbsInteger, wasm::Simd::kI32x4Abs, wasm::Simd::kI64x2Abs},
    {simd::ChainOp::kNegateInteger, wasm::Simd::kI32x4Neg, wasm::Simd::kI64x2Neg},
    {simd::ChainOp::kNotInteger, wasm::Simd::kV128Not, wasm::Simd::kV128Not},
    {simd::ChainOp::kNotBoolean, wasm::Simd::kV128Not, wasm::Simd::kV128Not},
    {simd::ChainOp::kAddFloat, wasm::Simd::kF32x4Add, wasm::Simd::kF64x2Add},
    {simd::ChainOp::kSubtractFloat, wasm::Simd::kF32x4Sub, wasm::Simd::kF64x2Sub},
    {simd::ChainOp::kMultiplyFloat, wasm::Simd::kF32x4Mul, wasm::Simd::kF64x2Mul},
    {simd::ChainOp::kDivideFloat, wasm::Simd::kF32x4Div, wasm::Simd::kF64x2Div},
    {simd::ChainOp::kAddInteger, wasm::Simd::kI32x4Add, wasm::Simd::kI64x2Add},
    {simd::ChainOp::kSubtractInteger, wasm::Simd::kI32x4Sub, wasm::Simd::kI64x2Sub},
    {simd::ChainOp::kMultiplyInteger, wasm::Simd::kI32x4Mul, wasm::Simd::kI64x2Mul},
    {simd::ChainOp::kAnd, wasm::Simd::kV128And, wasm::Simd::kV128And},
    {simd::ChainOp::kOr, wasm::Simd::kV128Or, wasm::Simd::kV128Or},
    {simd::ChainOp::kXor, wasm::Simd::kV128Xor, wasm::Simd::kV128Xor},
    {simd::ChainOp::kEqualFloat, wasm::Simd::kF32x4Eq, wasm::Simd::kF64x2Eq},
    {simd::ChainOp::kNotEqualFloat, wasm::Simd::kF32x4Ne, wasm::Simd::kF64x2Ne},
    {simd::ChainOp::kLessFloat, wasm::Simd::kF32x4Lt, wasm::Simd::kF64x2Lt},
    {simd::ChainOp::kLessFloatReversed, wasm::Simd::kF32x4Gt, wasm::Simd::kF64x2Gt},
    {simd::ChainOp::kLessOrEqualFloat, wasm::Simd::kF32x4Le, wasm::Simd::kF64x2Le},
    {simd::ChainOp::kLessOrEqualFloatReversed, wasm::Simd::kF32x4Ge, wasm::Simd::kF64x2Ge},
    {simd::ChainOp::kEqualInteger, wasm::Simd::kI32x4Eq, wasm::Simd::kI64x2Eq},
    {simd::ChainOp::kNotEqualInteger, wasm::Simd::kI32x4Ne, wasm::Simd::kI64x2Ne},
    {simd::ChainOp::kLessSigned, wasm::Simd::kI32x4LtS, wasm::Simd::kI64x2LtS},
    {simd::ChainOp::kLessSignedReversed, wasm::Simd::kI32x4GtS, wasm::Simd::kI64x2GtS},
    {simd::ChainOp::kLessOrEqualSigned, wasm::Simd::kI32x4LeS, wasm::Simd::kI64x2LeS},
    {simd::ChainOp::kLessOrEqualSignedReversed, wasm::Simd::kI32x4GeS, wasm::Simd::kI64x2GeS},
    // In 8-byte lanes, signed comparison after flipping the highest bits gives the unsigned order.
    {simd::ChainOp::kLessUnsigned, wasm::Simd::kI32x4LtU, wasm::Simd::kI64x2LtS},
    {simd::ChainOp::kLessUnsignedReversed, wasm::Simd::kI32x4GtU, wasm::Simd::kI64x2GtS},
    {simd::ChainOp::kLessOrEqualUnsigned, wasm::Simd::kI32x4LeU, wasm::Simd::kI64x2LeS},
    {simd::ChainOp::kLessOrEqualUnsignedReversed, wasm::Simd::kI32x4GeU, wasm::Simd::kI64x2GeS},
    {simd::ChainOp::kFloatToInteger, wasm::Simd::kI32x4TruncSatF32x4S, wasm::Simd::kNone},
    {simd::ChainOp::kIntegerToFloat, wasm::Simd::kF32x4ConvertI32x4S, wasm::Simd::kNone},
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WEBASSEMBLY_CHAIN_INSTRUCTIONS_H_
