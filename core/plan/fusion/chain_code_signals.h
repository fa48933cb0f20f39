// Signaling NaNs in machine code of chains: conversions of f16 make them quiet.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_SIGNALS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_SIGNALS_H_

#include <cstddef>
#include <optional>
#include <span>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether a signaling NaN in memory may reach a result without arithmetic, which makes it
// quiet. Conversions of f16 do that too, so they need more instructions then.
bool KeepsSignals(std::span<const simd::ChainStep> steps,
                  std::span<const TileChainOperand> operands, size_t lane_bytes);

// Begins code that is skipped (Assembler::EndSkipped) if the accumulator may have a NaN that was a
// signaling one in memory. `steps`: all of the chain.
size_t BeginUnlessSignals(LaneCode& lanes, std::span<const simd::ChainStep> steps);

// Begins code that is skipped if an operand has NaN among the function's elements, before a loop.
// Returns nothing, and writes none, if the steps load other NaNs than those of f16 and bf16, or not
// in order. With long vectors.
std::optional<size_t> BeginUnlessNaN(LaneCode& lanes, std::span<const simd::ChainStep> steps);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_SIGNALS_H_
