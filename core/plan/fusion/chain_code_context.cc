#ifndef __wasm__

#include "core/plan/fusion/chain_code_context.h"

#include "core/plan/fusion/chain_steps.h"

namespace paddock::chain_code {
namespace {

using simd::ChainOp;
using simd::ChainStep;

bool IsTruncated(std::span<const ChainStep> steps, size_t i) {
  const ChainOp op = steps[i].op;
  const bool is_byte = op == ChainOp::kFloatToI8 || op == ChainOp::kFloatToU8;
  if (!is_byte && op != ChainOp::kFloatToI16 && op != ChainOp::kFloatToU16) return false;
  const ChainOp store = is_byte ? ChainOp::kStoreLow8 : ChainOp::kStoreLow16;
  return IsOnlyStored(steps, i) && steps[i + 1].op == store;
}

bool IsUnneededWrap(std::span<const ChainStep> steps, size_t i, bool keeps_signals) {
  if (!IsOnlyStored(steps, i)) return false;
  const ChainOp wrap = steps[i].op, store = steps[i + 1].op;
  return store == ChainOp::kStoreLow8    ? wrap == ChainOp::kWrapI8 || wrap == ChainOp::kWrapU8
         : store == ChainOp::kStoreLow16 ? wrap == ChainOp::kWrapI16 || wrap == ChainOp::kWrapU16
         : store == ChainOp::kStoreF16   ? wrap == ChainOp::kToF16 && !keeps_signals
                                         : false;
}

// Returns the step that computes the accumulator of step `i`; 0 if there may be none.
size_t StepBefore(std::span<const ChainStep> steps, size_t i) {
  const auto computes = [](ChainOp op) { return op != ChainOp::kStore && op != ChainOp::kReduce; };
  while (i > 0 && !computes(steps[i - 1].op)) --i;
  return i == 0 ? 0 : i - 1;
}

}  // namespace

StepContext ContextOf(std::span<const ChainStep> steps, size_t i) {
  const size_t conversion = StepBefore(steps, i);
  const bool is_of_integer = steps[conversion].op == ChainOp::kIntegerToFloat;
  const ChainOp load = steps[StepBefore(steps, conversion)].op;
  const bool is_of_byte = load == ChainOp::kLoadU8 || load == ChainOp::kLoadI8;
  return {IsTruncated(steps, i), is_of_integer, is_of_integer && is_of_byte};
}

bool IsUnneeded(std::span<const ChainStep> steps, size_t i, bool keeps_signals) {
  return IsUnneededWrap(steps, i, keeps_signals) || IsRoundedLater(steps, i);
}

}  // namespace paddock::chain_code

#endif
