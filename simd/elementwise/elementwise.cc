// The lookups of element-wise kernels.
#include "simd/elementwise/elementwise.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "simd/elementwise/kernel_forms.h"
#include "simd/elementwise/ops.h"
#include "simd/math/chain_exponential.h"
#include "simd/math/math.h"

namespace paddock::simd {
namespace {

enum class ResultRule : uint8_t { kSame, kPart, kComplex, kBoolean };

struct OpRow {
  std::string_view spelling;
  uint8_t operands;
  ResultRule result;
  uint16_t cost;
};
constexpr OpRow kOps[] = {
#define ELEMENTWISE_OP(name, spelling, arity, result, cost) \
  {spelling, arity, ResultRule::k##result, cost},
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
};
static_assert(std::ranges::is_sorted(kOps, {}, &OpRow::spelling));

std::optional<ElementwiseOp> OpFromSpelling(std::string_view spelling) {
  const auto* found = std::ranges::lower_bound(kOps, spelling, {}, &OpRow::spelling);
  if (found == std::end(kOps) || found->spelling != spelling) return std::nullopt;
  return static_cast<ElementwiseOp>(found - std::begin(kOps));
}

const OpRow& RowOf(ElementwiseOp op) { return kOps[static_cast<size_t>(op)]; }

ElementType ResultOf(ElementwiseOp op, ElementType operand) {
  switch (RowOf(op).result) {
    case ResultRule::kSame:
      return operand;
    case ResultRule::kPart:
      return PartType(operand);
    case ResultRule::kComplex:
      return operand == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
    case ResultRule::kBoolean:
      return ElementType::kI1;
  }
  return operand;
}

// Complex numbers cost eight times as much, and floats narrower than f32 four times.
int64_t WorkOf(ElementwiseOp op, ElementType operand) {
  const int64_t cost = RowOf(op).cost;
  return cost * (IsComplex(operand) ? 8 : 1) * (IsFloat(operand) && BitWidth(operand) < 32 ? 4 : 1);
}

ElementwiseKernel KernelOf(ElementwiseFunction function, ElementwiseOp op, ElementType operand,
                           ElementType result) {
  ElementwiseKernel kernel;
  kernel.function = function;
  kernel.work = WorkOf(op, operand);
  kernel.operation = op;
  kernel.operand = operand;
  kernel.result = result;
  return kernel;
}

ElementwiseKernel WithForms(ElementwiseKernel kernel) {
  if (kernel.function == nullptr) return kernel;
  kernel.chain = FindChainForms(kernel);
  kernel.tape = FindTapeForms(kernel);
  return kernel;
}

ElementwiseFunction FindFunction(ElementwiseOp op, ElementType type, Numerics numerics) {
  if (op == ElementwiseOp::kSelect) return FindSelect(type);
  constexpr ElementwiseFunction (*kLookups[])(ElementwiseOp, ElementType) = {
      &FindFloatArithmetic, &FindIntegerArithmetic, &FindIntegerDivision,
      &FindBitwise,         &FindRounding,          &FindFloatRemainder,
      &FindReducePrecision, &FindComplex,           &FindChlo,
      &FindFusedMultiplyAdd};
  for (const auto lookup : kLookups) {
    if (const ElementwiseFunction function = lookup(op, type)) return function;
  }
  if (FormatOf(type).exponent_bits != 0) return FindSmallFloatMath(op, type, numerics);
  return FindMathFunction(RowOf(op).spelling, type, numerics);
}

}  // namespace

size_t OperandCount(ElementwiseOp op) { return RowOf(op).operands; }

ElementwiseKernel FindElementwise(std::string_view op, ElementType type, Numerics numerics) {
  const std::optional<ElementwiseOp> found = OpFromSpelling(op);
  if (!found) return {};
  ElementwiseKernel kernel = WithForms(
      KernelOf(FindFunction(*found, type, numerics), *found, type, ResultOf(*found, type)));
  if (type == ElementType::kF32 && numerics == Numerics::kFast && HasExponentialOfChains()) {
    if (*found == ElementwiseOp::kExponential) kernel.chain.with[0] = ChainOp::kExponential;
#ifdef __wasm__
    if (*found == ElementwiseOp::kExponentialMinusOne) {
      kernel.chain.with[0] = ChainOp::kExponentialMinusOne;
    }
#endif
  }
  return kernel;
}

ElementwiseKernel FindConvert(ElementType from, ElementType to) {
  return WithForms(KernelOf(FindConvertFunction(from, to), ElementwiseOp::kConvert, from, to));
}

ElementwiseKernel FindCompare(ComparisonDirection direction, bool total_order, ElementType type) {
  ElementwiseKernel kernel = KernelOf(FindCompareFunction(direction, total_order, type),
                                      ElementwiseOp::kCompare, type, ElementType::kI1);
  kernel.direction = direction;
  // Chains and tapes have no total order.
  return total_order ? kernel : WithForms(kernel);
}

}  // namespace paddock::simd
