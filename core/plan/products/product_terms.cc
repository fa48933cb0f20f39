#include "core/plan/products/product_terms.h"

#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/elementwise.h"
#include "simd/gemm/terms.h"

namespace paddock {
namespace {

using Kind = simd::GemmTerm::Kind;

// A call takes as long as about 40 multiply-adds of a tape, or 100 of a native one.
constexpr int64_t kMostTerms = 48;

class ProductTerms {
 public:
  ProductTerms(const simd::GemmPlan& plan, simd::Numerics numerics, const ProductOffsets& offsets)
      : offsets_(offsets),
        results_(plan.batch * plan.m * plan.n),
        bytes_(static_cast<int64_t>(plan.kernels.lane_bytes)) {
    const ElementType type = bytes_ == 4 ? ElementType::kF32 : ElementType::kF64;
    multiply_add_ = simd::FindTapeMultiplyAdd(plan.kernels.lane_bytes, numerics);
    add_ = simd::FindElementwise("add", type, numerics).tape(plan.kernels.lane_bytes);
  }

  TapePlan::Instruction InstructionOf(const simd::GemmTerm& term) const {
    const TapePlan::Place sum = Sum(term.sum);
    const TapePlan::Place zero{TapePlan::kZero, 0};
    TapePlan::Instruction instruction;
    instruction.result = sum;
    if (term.kind == Kind::kAdd || term.kind == Kind::kAddZero) {
      const TapePlan::Place other = term.kind == Kind::kAdd ? Sum(term.lhs) : zero;
      instruction.forms = add_;
      for (TapePlan::Place& operand : instruction.operands) operand = other;
      instruction.operands[0] = sum;
      return instruction;
    }
    instruction.forms = multiply_add_;
    instruction.operands[0] = {0, At(offsets_.lhs + term.lhs * bytes_)};
    instruction.operands[1] = {1, At(offsets_.rhs + term.rhs * bytes_)};
    instruction.operands[2] = term.kind == Kind::kStart ? zero : sum;
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
  simd::TapeForms add_;
};

}  // namespace

const StepMoves* MovesOfProduct(const simd::GemmPlan& plan, simd::Numerics numerics,
                                const ProductOffsets& offsets, int64_t work, Arena& arena) {
  static_assert(kMostTerms * 8 <= int64_t{kProductTermsScratch});
  if (kHasChainModules) return nullptr;
  const std::vector<simd::GemmTerm> terms = simd::TermsOf(plan, kMostTerms);
  if (terms.empty()) return nullptr;
  const ProductTerms product(plan, numerics, offsets);
  std::vector<TapePlan::Instruction> instructions;
  for (const simd::GemmTerm& term : terms) instructions.push_back(product.InstructionOf(term));
  StepMoves moves;
  moves.terms = arena.CopyArray(std::span<const TapePlan::Instruction>(instructions));
  moves.work = work;
  return arena.Make<StepMoves>(moves);
}

}  // namespace paddock
