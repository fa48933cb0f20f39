#include "core/plan/ops/reduction_terms.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/native/executable_memory.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/reduce/monoid.h"

namespace paddock {
namespace {

// Applications of the body that take as long as the call of a step.
constexpr int64_t kMostTerms = 48;

// By dimension; 0 unless it is reduced, or kept.
struct ReducedShape {
  std::vector<int64_t> shape;
  std::vector<bool> is_reduced;

  explicit ReducedShape(const FewReduced& reduced)
      : shape(reduced.shape.begin(), reduced.shape.end()), is_reduced(shape.size()) {
    for (const int64_t dimension : reduced.dimensions) {
      is_reduced[static_cast<size_t>(dimension)] = true;
    }
  }

  // Returns the offsets of all elements along the reduced, or along the kept dimensions, in
  // row-major order.
  std::vector<int64_t> Offsets(bool of_reduced) const {
    std::vector<int64_t> offsets = {0};
    int64_t stride = 1;
    for (size_t d = shape.size(); d-- > 0; stride *= shape[d]) {
      if (is_reduced[d] != of_reduced) continue;
      std::vector<int64_t> all;
      for (int64_t i = 0; i < shape[d]; ++i) {
        for (const int64_t offset : offsets) all.push_back(i * stride + offset);
      }
      offsets = std::move(all);
    }
    return offsets;
  }
};

class ReductionTerms {
 public:
  explicit ReductionTerms(const simd::ElementwiseKernel& body)
      : forms_(body.tape(ByteSize(body.operand))),
        bytes_(static_cast<uint32_t>(ByteSize(body.operand))) {}

  // result[number] = body(init, total of the elements).
  void Reduce(const std::vector<int64_t>& elements, int64_t number) {
    std::vector<TapePlan::Place> lanes;
    for (size_t i = 0; i < elements.size(); ++i) {
      const TapePlan::Place element{0, At(elements[i])};
      if (i < simd::kReduceLanes) {
        lanes.push_back(element);
      } else {
        AddTo(lanes, i % simd::kReduceLanes, element);
      }
    }
    for (size_t half = simd::kReduceLanes / 2; half >= 1; half /= 2) {
      for (size_t i = 0; i + half < lanes.size(); ++i) AddTo(lanes, i, lanes[i + half]);
      lanes.resize(std::min(lanes.size(), half));
    }
    Add({2, At(number)}, {1, 0}, lanes[0]);
  }

  std::vector<TapePlan::Instruction> Take() { return std::move(instructions_); }

 private:
  uint32_t At(int64_t element) const { return static_cast<uint32_t>(element) * bytes_; }

  void AddTo(std::vector<TapePlan::Place>& lanes, size_t lane, TapePlan::Place element) {
    const TapePlan::Place total{TapePlan::kScratch, At(static_cast<int64_t>(lane))};
    Add(total, lanes[lane], element);
    lanes[lane] = total;
  }

  void Add(TapePlan::Place result, TapePlan::Place lhs, TapePlan::Place rhs) {
    TapePlan::Instruction instruction;
    instruction.forms = forms_;
    instruction.result = result;
    instruction.operands[0] = lhs;
    instruction.operands[1] = instruction.operands[2] = rhs;
    instructions_.push_back(instruction);
  }

  simd::TapeForms forms_;
  uint32_t bytes_;
  std::vector<TapePlan::Instruction> instructions_;
};

}  // namespace

const StepMoves* MovesOfReduction(const FewReduced& reduced, int64_t work, Arena& arena) {
  static_assert(simd::kReduceLanes * 8 <= int64_t{kReductionTermsScratch});
  if (kHasChainModules || reduced.body.function == nullptr || reduced.body.tape == nullptr) {
    return nullptr;
  }
  int64_t count = 1;
  for (const int64_t size : reduced.shape) count = std::min(count * size, kMostTerms + 1);
  const ReducedShape shape(reduced);
  if (count == 0 || count > kMostTerms) return nullptr;
  const std::vector<int64_t> together = shape.Offsets(true), kept = shape.Offsets(false);
  // Machine code combines several lanes at once.
  if (together.size() > simd::kReduceLanes && !kHasNativeTapes) return nullptr;
  ReductionTerms terms(reduced.body);
  for (size_t i = 0; i < kept.size(); ++i) {
    std::vector<int64_t> elements = together;
    for (int64_t& element : elements) element += kept[i];
    terms.Reduce(elements, static_cast<int64_t>(i));
  }
  StepMoves moves;
  moves.terms = arena.CopyArray(std::span<const TapePlan::Instruction>(terms.Take()));
  moves.work = work;
  return arena.Make<StepMoves>(moves);
}

}  // namespace paddock
