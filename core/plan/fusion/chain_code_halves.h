// Floats of 16 bits in machine code of chains: f32 in lanes, rounded after each operation.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_

#include <cstddef>
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

// Returns whether the step is one that has code.
bool WriteHalvesStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_
