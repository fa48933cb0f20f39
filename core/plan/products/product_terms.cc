#include "core/plan/products/product_terms.h"

#include <string_view>
#include <vector>

#include "core/native/executable_memory.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/step_moves.h"
#include "simd/elementwise/elementwise.h"
#include "simd/gemm/terms.h"

namespace paddock {
namespace {

using Kind = simd::GemmTerm::Kind;

// A call takes as long as about 40 multiply-adds of a tape, or 100 of a native one. Rows of a
// native one are computed in pieces of 16 bytes.
constexpr int64_t kMostTemporary = 256;
constexpr simd::TermLimits kLimits = kHasNativeTapes ? simd::TermLimits{160, kMostTemporary, 16}
                                                     : simd::TermLimits{48, kMostTemporary, 0};
// A kernel takes longer for a batch, matrix after matrix.
constexpr int64_t kFewestOfBatch = 4, kMostOfBatch = 2 * kLimits.most;

class ProductTerms {
 public:
  ProductTerms(const simd::GemmPlan& plan, simd::Numerics numerics, const ProductOffsets& offsets)
      : offsets_(offsets),
        results_(plan.batch * plan.m * plan.n),
        bytes_(static_cast<int64_t>(plan.kernels.lane_bytes)) {
    const bool is_single = bytes_ == 4;
    const ElementType type = plan.kernels.has_integers
                                 ? (is_single ? ElementType::kI32 : ElementType::kI64)
                                 : (is_single ? ElementType::kF32 : ElementType::kF64);
    const auto forms_of = [&](std::string_view name) {
      return simd::FindElementwise(name, type, numerics).tape(plan.kernels.lane_bytes);
    };
    multiply_add_ = simd::FindTapeMultiplyAdd(plan.kernels.lane_bytes, numerics);
    multiply_ = forms_of("multiply");
    add_ = forms_of("add");
  }

  TapePlan::Instruction InstructionOf(const simd::GemmTerm& term) const {
    const TapePlan::Place sum = Sum(term.sum);
    const TapePlan::Place zero{TapePlan::kZero, 0};
    TapePlan::Instruction instruction;
    instruction.result = sum;
    if (term.kind == Kind::kAdd || term.kind == Kind::kAddZero) {
      const bool is_zero = term.kind == Kind::kAddZero;
      instruction.forms = add_;
      for (TapePlan::Place& operand : instruction.operands) {
        operand = is_zero ? zero : Sum(term.rhs);
      }
      instruction.operands[0] = is_zero ? sum : Sum(term.lhs);
      return instruction;
    }
    instruction.forms = term.kind == Kind::kMultiply ? multiply_ : multiply_add_;
    instruction.operands[0] = {0, At(offsets_.lhs + term.lhs * bytes_)};
    instruction.operands[1] = {1, At(offsets_.rhs + term.rhs * bytes_)};
    instruction.operands[2] = term.kind == Kind::kMultiplyAdd ? sum : zero;
    return instruction;
  }

 private:
  static uint32_t At(int64_t bytes) { return static_cast<uint32_t>(bytes); }

  TapePlan::Place Sum(int64_t number) const {
    if (number < results_) return {2, At(number * bytes_)};
    return {TapePlan::kScratch, At((number - results_) * bytes_)};
  }

  ProductOffsets offsets_;
  int64_t results_;
  int64_t bytes_;
  simd::TapeForms multiply_add_;
  simd::TapeForms multiply_;
  simd::TapeForms add_;
};

}  // namespace

const StepMoves* MovesOfProduct(const simd::GemmPlan& plan, simd::Numerics numerics,
                                const ProductOffsets& offsets, int64_t work, Arena& arena) {
  static_assert(kMostTemporary * 8 <= int64_t{kProductTermsScratch});
  if (kHasChainModules) return nullptr;
  simd::TermLimits limits = kLimits;
  if (plan.batch >= kFewestOfBatch) limits.most = kMostOfBatch;
  const std::vector<simd::GemmTerm> terms = simd::TermsOf(plan, limits);
  if (terms.empty()) return nullptr;
  const ProductTerms product(plan, numerics, offsets);
  std::vector<TapePlan::Instruction> instructions;
  for (const simd::GemmTerm& term : terms) instructions.push_back(product.InstructionOf(term));
  return MovesOfTerms(instructions, work, arena);
}

}  // namespace paddock
