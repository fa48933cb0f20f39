#include "core/plan/ops/reduction_terms.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/native/executable_memory.h"
#include "core/plan/lowering/monoid_terms.h"
#include "simd/reduce/monoid.h"

namespace paddock {
namespace {

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

// lanes[lane] = body(lanes[lane], element), in scratch memory.
void AddTo(std::vector<TapePlan::Place>& lanes, size_t lane, TapePlan::Place element,
           MonoidTerms& terms) {
  const TapePlan::Place total = terms.Scratch(static_cast<int64_t>(lane));
  terms.Apply(total, lanes[lane], element);
  lanes[lane] = total;
}

// result[number] = body(init, total of the elements).
void Reduce(const std::vector<int64_t>& elements, int64_t number, MonoidTerms& terms) {
  std::vector<TapePlan::Place> lanes;
  for (size_t i = 0; i < elements.size(); ++i) {
    const TapePlan::Place element = terms.Operand(elements[i]);
    if (i < simd::kReduceLanes) {
      lanes.push_back(element);
    } else {
      AddTo(lanes, i % simd::kReduceLanes, element, terms);
    }
  }
  for (size_t half = simd::kReduceLanes / 2; half >= 1; half /= 2) {
    for (size_t i = 0; i + half < lanes.size(); ++i) AddTo(lanes, i, lanes[i + half], terms);
    lanes.resize(std::min(lanes.size(), half));
  }
  terms.Apply(terms.Result(number), MonoidTerms::Init(), lanes[0]);
}

}  // namespace

const StepMoves* MovesOfReduction(const FewReduced& reduced, int64_t work, Arena& arena) {
  static_assert(simd::kReduceLanes * 8 <= int64_t{kReductionTermsScratch});
  if (!MonoidTerms::MayBeOf(reduced.body)) return nullptr;
  int64_t count = 1;
  for (const int64_t size : reduced.shape) count = std::min(count * size, MonoidTerms::kMost + 1);
  const ReducedShape shape(reduced);
  if (count == 0 || count > MonoidTerms::kMost) return nullptr;
  const std::vector<int64_t> together = shape.Offsets(true), kept = shape.Offsets(false);
  // Machine code combines several lanes at once.
  if (together.size() > simd::kReduceLanes && !kHasNativeTapes) return nullptr;
  MonoidTerms terms(reduced.body);
  for (size_t i = 0; i < kept.size(); ++i) {
    std::vector<int64_t> elements = together;
    for (int64_t& element : elements) element += kept[i];
    Reduce(elements, static_cast<int64_t>(i), terms);
  }
  return terms.Finish(work, arena);
}

}  // namespace paddock
