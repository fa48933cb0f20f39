// Values with which the machine code of a chain does not run.
#include "core/plan/fusion/chain_code.h"

#ifdef __wasm__

namespace paddock {

// Chains are modules there (core/plan/fusion/chain_module.h).
void ExcludeValues(std::span<const simd::ChainStep>, std::span<TileChainOperand>) {}
bool IsExcluded(const TileChainOperand&, const void*) { return false; }
bool HasExcludedConstant(std::span<const TileChainOperand>) { return false; }

}  // namespace paddock

#else

#include <algorithm>
#include <cstring>

#include "core/plan/fusion/chain_code_division.h"

namespace paddock {

using simd::ChainStep;

bool IsExcluded(const TileChainOperand& operand, const void* address) {
  uint64_t bits = 0;
  std::memcpy(&bits, address, operand.element_bytes);
  if (operand.excluded == ExcludedValues::kZero) return bits == 0;
  const uint64_t sign = uint64_t{1} << (8 * operand.element_bytes - 1);
  if (operand.excluded == ExcludedValues::kNotPositive) return bits == 0 || (bits & sign) != 0;
  const bool is_single = operand.element_bytes == 4;
  const uint64_t infinity = is_single ? 0x7F800000 : 0x7FF0000000000000;
  return bits == sign || (bits & ~sign) > infinity;
}

bool HasExcludedConstant(std::span<const TileChainOperand> operands) {
  return std::ranges::any_of(operands, [](const TileChainOperand& operand) {
    return operand.excluded != ExcludedValues::kNone && operand.constant != nullptr &&
           IsExcluded(operand, operand.constant);
  });
}

void ExcludeValues(std::span<const simd::ChainStep> steps, std::span<TileChainOperand> operands) {
  using simd::ChainOp;
  const auto exclude = [&](uint16_t k, ExcludedValues values) {
    if (operands[k].kind == TileChainOperand::Kind::kSame) operands[k].excluded = values;
  };
  for (const ChainStep& step : steps) {
    if (simd::NeedsSameOperand(step.op)) {
      const bool is_signed = chain_code::IsSignedDivision(step.op);
      exclude(step.operands[0], is_signed ? ExcludedValues::kNotPositive : ExcludedValues::kZero);
    }
    switch (step.op) {
      case ChainOp::kClampFloat:
        exclude(step.operands[1], ExcludedValues::kNaNAndMinusZero);
        [[fallthrough]];
      case ChainOp::kMaximumFloat:
      case ChainOp::kMaximumFloatReversed:
      case ChainOp::kMinimumFloat:
      case ChainOp::kMinimumFloatReversed:
        exclude(step.operands[0], ExcludedValues::kNaNAndMinusZero);
        break;
      default:
        break;
    }
  }
}

}  // namespace paddock

#endif
