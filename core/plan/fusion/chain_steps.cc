#include "core/plan/fusion/chain_steps.h"

namespace paddock {

#ifndef __wasm__
bool IsNarrowLoad(simd::ChainOp op) {
  using simd::ChainOp;
  return op == ChainOp::kLoadBoolean || op == ChainOp::kLoadI8 || op == ChainOp::kLoadU8 ||
         op == ChainOp::kLoadI16 || op == ChainOp::kLoadU16 || op == ChainOp::kLoadF16 ||
         op == ChainOp::kLoadBF16;
}

namespace {

// Whether the result for a rounded operand is the rounded result, if the other ones are rounded.
bool KeepsOrder(simd::ChainOp op) {
  switch (op) {
    case simd::ChainOp::kSelectOnTrue:
    case simd::ChainOp::kSelectOnFalse:
    case simd::ChainOp::kMaximumFloat:
    case simd::ChainOp::kMaximumFloatReversed:
    case simd::ChainOp::kMinimumFloat:
    case simd::ChainOp::kMinimumFloatReversed:
    case simd::ChainOp::kClampFloat:
    case simd::ChainOp::kNegateFloat:
    case simd::ChainOp::kAbsFloat:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsOnlyStored(std::span<const simd::ChainStep> steps, size_t i) {
  const auto is_load = [](simd::ChainOp op) {
    return op == simd::ChainOp::kLoad || IsNarrowLoad(op);
  };
  return i + 2 == steps.size() || (i + 2 < steps.size() && is_load(steps[i + 2].op));
}

bool IsRoundedLater(std::span<const simd::ChainStep> steps, size_t i) {
  if (steps[i].op != simd::ChainOp::kRoundF16) return false;
  size_t store = i + 1;
  while (store < steps.size() && KeepsOrder(steps[store].op)) ++store;
  return store < steps.size() && steps[store].op == simd::ChainOp::kStoreF16 &&
         IsOnlyStored(steps, store - 1);
}
#endif

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
