// Tiny products: a register holds the elements of lhs of some products, one the elements of rhs,
// and a lane of the result takes from each what element l of its sum multiplies.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/tiny.h"

#if defined(PADDOCK_SIMD_GEMM_TINY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_TINY_INL_H_
#undef PADDOCK_SIMD_GEMM_TINY_INL_H_
#else
#define PADDOCK_SIMD_GEMM_TINY_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Places of the elements of one operand, by element of k and lane of the result.
template <class T>
struct TinyPlaces {
  using Index = hwy::MakeSigned<T>;
  HWY_ALIGN Index at[kMostTinyDepth][kRegisterLanes<T>] = {};
};

// The products of a plan: in each operand, where the first element of a product is, and how many
// elements the operand has from there to its last.
struct TinyOperand {
  int64_t stride = 0;
  int64_t reach = 0;
};

inline int64_t LastOffset(const StridedWalk& walk) { return OffsetAt(walk, walk.count - 1); }

// `products`, `within` and `k` are the walks over products, a product's rows or columns, and k.
inline TinyOperand TinyOperandOf(const StridedWalk& products, const StridedWalk& within,
                                 const StridedWalk& k) {
  const int64_t stride = products.count > 1 ? OffsetAt(products, 1) : 0;
  return {stride, LastOffset(products) + LastOffset(within) + LastOffset(k) + 1};
}

// `reach` may be negative.
template <class T>
HWY_INLINE hn::Vec<hn::ScalableTag<T>> LoadUpTo(const T* from, int64_t reach) {
  const hn::ScalableTag<T> d;
  if (HWY_LIKELY(reach >= static_cast<int64_t>(hn::Lanes(d)))) return hn::LoadU(d, from);
  return hn::LoadN(d, from, static_cast<size_t>(HWY_MAX(reach, int64_t{0})));
}

// Elements of an operand, in one register or two.
template <class T, size_t kRegistersOfOperand>
struct TinyElements {
  using D = hn::ScalableTag<T>;
  hn::Vec<D> at[kRegistersOfOperand];

  static HWY_INLINE TinyElements Load(const T* from, int64_t reach) {
    constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
    TinyElements elements;
    elements.at[0] = LoadUpTo(from, reach);
    if constexpr (kRegistersOfOperand == 2) {
      elements.at[1] = LoadUpTo(from + kWidth, reach - kWidth);
    }
    return elements;
  }

  HWY_INLINE hn::Vec<D> Select(const TinyPlaces<T>& places, size_t l) const {
    const D d;
    const auto indices = hn::SetTableIndices(d, places.at[l]);
    if constexpr (kRegistersOfOperand == 2) {
      return hn::TwoTablesLookupLanes(d, at[0], at[1], indices);
    } else {
      return hn::TableLookupLanes(at[0], indices);
    }
  }
};

// Whether elements are selected from two registers in one instruction.
inline constexpr bool kSelectsFromPairs = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3;

// The sums of k <= kMostTinyDepth products as kBlocked adds them, or as kVector: each in a lane of
// its own, then by halves. Lanes without a product are +0: of all sums they change only -0, which a
// fused product that vanishes leaves.
template <class Op, bool kByHalves, class Products>
HWY_INLINE hn::Vec<hn::ScalableTag<typename Op::T>> SumTiny(size_t k, const Products& products) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kByHalves ? kMostTinyDepth : 1];
  sums[0] = hn::Zero(d);
  for (size_t l = 0; l < k; ++l) {
    if constexpr (kByHalves) sums[l] = hn::Zero(d);
    const auto [a, b] = products(l);
    Op::MulAdd(&a, &b, &sums[kByHalves ? l : 0]);
  }
  if constexpr (kByHalves) {
    for (size_t half = kLanes<T> / 2; half > 0; half /= 2) {
      for (size_t i = 0; i < half && i + half < k; ++i) sums[i] = Op::Add(sums[i], sums[i + half]);
    }
    if (k < kLanes<T>) sums[0] = Op::Add(sums[0], hn::Zero(d));
  }
  return sums[0];
}

template <class Op>
class TinyProducts {
 public:
  using T = typename Op::T;
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;

  TinyProducts(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan),
        lhs_(static_cast<const T*>(pointers.lhs)),
        rhs_(static_cast<const T*>(pointers.rhs)),
        result_(static_cast<T*>(pointers.result)),
        k_(static_cast<size_t>(plan.k)) {
    static const StridedWalk kOne;
    const bool are_rows = plan.tiny.rows_are_products;
    lhs_operand_ = are_rows ? TinyOperandOf(plan.lhs.outer, kOne, plan.lhs.k)
                            : TinyOperandOf(plan.lhs.batch, plan.lhs.outer, plan.lhs.k);
    rhs_operand_ = are_rows ? TinyOperandOf(kOne, plan.rhs.outer, plan.rhs.k)
                            : TinyOperandOf(plan.rhs.batch, plan.rhs.outer, plan.rhs.k);
    rows_ = are_rows ? 1 : plan.m;
    FindPlaces();
  }

  template <bool kByHalves, bool kIsShared, size_t kDepth, size_t kRegistersOfOperand>
  HWY_NOINLINE void Run(int64_t begin, int64_t end) const {
    const D d;
    const int64_t results = rows_ * plan_.n;
    const size_t k = kDepth != 0 ? kDepth : k_;
    for (int64_t at = begin; at < end; at += plan_.tiny.together) {
      const int64_t count = std::min(plan_.tiny.together, end - at) * results;
      using Elements = TinyElements<T, kRegistersOfOperand>;
      const Elements a = LoadOperand<Elements>(lhs_, lhs_operand_, at);
      Elements b;
      if constexpr (!kIsShared) b = LoadOperand<Elements>(rhs_, rhs_operand_, at);
      const V sums = SumTiny<Op, kByHalves>(k, [&](size_t l) HWY_ATTR {
        if constexpr (kIsShared) {
          return std::pair(a.Select(lhs_places_, l), hn::Load(d, shared_[l]));
        } else {
          return std::pair(a.Select(lhs_places_, l), b.Select(rhs_places_, l));
        }
      });
      hn::StoreN(sums, d, result_ + at * results, static_cast<size_t>(count));
    }
  }

 private:
  template <class Elements>
  static HWY_INLINE Elements LoadOperand(const T* operand, const TinyOperand& layout, int64_t at) {
    const int64_t offset = at * layout.stride;
    return Elements::Load(operand + offset, layout.reach - offset);
  }

  void FindPlaces() {
    using Index = typename TinyPlaces<T>::Index;
    const int64_t results = rows_ * plan_.n;
    for (int64_t l = 0; l < plan_.k; ++l) {
      for (int64_t lane = 0; lane < plan_.tiny.together * results; ++lane) {
        const int64_t product = lane / results, row = lane % results / plan_.n;
        const int64_t column = lane % plan_.n;
        const int64_t lhs = product * lhs_operand_.stride + OffsetAt(plan_.lhs.k, l) +
                            (rows_ == 1 ? 0 : OffsetAt(plan_.lhs.outer, row));
        const int64_t rhs = product * rhs_operand_.stride + OffsetAt(plan_.rhs.k, l) +
                            OffsetAt(plan_.rhs.outer, column);
        lhs_places_.at[l][lane] = static_cast<Index>(lhs);
        if (plan_.tiny.rows_are_products) {
          shared_[l][lane] = rhs_[rhs];
        } else {
          rhs_places_.at[l][lane] = static_cast<Index>(rhs);
        }
      }
    }
  }

  const GemmPlan& plan_;
  const T* lhs_;
  const T* rhs_;
  T* result_;
  size_t k_;
  int64_t rows_ = 1;
  TinyOperand lhs_operand_, rhs_operand_;
  TinyPlaces<T> lhs_places_, rhs_places_;
  // The rhs of all rows, as the lanes need it.
  HWY_ALIGN T shared_[kMostTinyDepth][kRegisterLanes<T>] = {};
};

template <class Op, bool kByHalves, bool kIsShared, size_t kRegistersOfOperand = 1>
void RunTiny(const TinyProducts<Op>& products, const GemmPlan& plan, int64_t begin, int64_t end) {
  if constexpr (kSelectsFromPairs && kRegistersOfOperand == 1) {
    if (plan.tiny.are_in_pairs) {
      return RunTiny<Op, kByHalves, kIsShared, 2>(products, plan, begin, end);
    }
  }
  switch (plan.k) {
    case 2:
      return products.template Run<kByHalves, kIsShared, 2, kRegistersOfOperand>(begin, end);
    case 3:
      return products.template Run<kByHalves, kIsShared, 3, kRegistersOfOperand>(begin, end);
    case 4:
      return products.template Run<kByHalves, kIsShared, 4, kRegistersOfOperand>(begin, end);
    default:
      return products.template Run<kByHalves, kIsShared, 0, kRegistersOfOperand>(begin, end);
  }
}

template <class Op>
void RunTinyStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                 int64_t, bool) {
  const TinyProducts<Op> products(plan, pointers);
  const bool are_rows = plan.tiny.rows_are_products;
  const int64_t begin = tile * plan.batch_group;
  const int64_t end = std::min(are_rows ? plan.m : plan.batch, begin + plan.batch_group);
  if (plan.tiny.adds_by_halves) {
    return are_rows ? RunTiny<Op, true, true>(products, plan, begin, end)
                    : RunTiny<Op, true, false>(products, plan, begin, end);
  }
  return are_rows ? RunTiny<Op, false, true>(products, plan, begin, end)
                  : RunTiny<Op, false, false>(products, plan, begin, end);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_TINY_INL_H_
