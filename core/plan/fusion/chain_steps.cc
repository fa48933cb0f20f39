#include "core/plan/fusion/chain_steps.h"

namespace paddock {

std::vector<simd::ChainStep> StreamingSteps(std::vector<simd::ChainStep> steps,
                                            std::span<const TileChainOperand> operands) {
  for (simd::ChainStep& step : steps) {
    const bool is_streamed = operands[step.operands[0]].is_streamed;
    if (step.op == simd::ChainOp::kStore && is_streamed) step.op = simd::ChainOp::kStream;
  }
  return steps;
}

std::vector<simd::ChainStep> JoinedSteps(const std::vector<simd::ChainStep>& steps,
                                         std::span<const TileChainOperand> operands) {
  const auto is_same = [&](const simd::ChainStep& step) {
    return operands[step.operands[0]].kind == TileChainOperand::Kind::kSame;
  };
  std::vector<simd::ChainStep> joined;
  for (size_t i = 0; i < steps.size(); ++i) {
    joined.push_back(steps[i]);
    if (i + 1 == steps.size()) break;
    const auto pair =
        simd::JoinChainSteps(steps[i], is_same(steps[i]), steps[i + 1], is_same(steps[i + 1]));
    if (!pair) continue;
    joined.back() = *pair;
    ++i;
  }
  return joined;
}

}  // namespace paddock
