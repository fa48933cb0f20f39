// Tiny products in one lane each.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "simd/gemm/across_lanes.h"
#include "simd/gemm/ops-inl.h"
#include "simd/gemm/tiny-inl.h"

#if defined(PADDOCK_SIMD_GEMM_ACROSS_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_ACROSS_LANES_INL_H_
#undef PADDOCK_SIMD_GEMM_ACROSS_LANES_INL_H_
#else
#define PADDOCK_SIMD_GEMM_ACROSS_LANES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Elements of one place of a group's matrices.
template <class T>
using LanesOfPlace = T[kProductsAcross];

template <class Op>
class ProductsAcross {
 public:
  using T = typename Op::T;
  using Index = hwy::MakeSigned<T>;
  using D = hn::ScalableTag<T>;

  ProductsAcross(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan),
        k_(static_cast<size_t>(plan.k)),
        columns_(static_cast<size_t>(plan.n)),
        results_(plan.m * plan.n),
        result_(static_cast<std::byte*>(pointers.result)),
        lhs_(LayoutOf(plan.lhs, pointers.lhs, plan.k, 1)),
        rhs_(LayoutOf(plan.rhs, pointers.rhs, 1, plan.n)) {
    for (int64_t i = 0; i < kProductsAcross * results_; ++i) {
      from_[i] = static_cast<Index>(i % results_ * kProductsAcross + i / results_);
    }
    if (lhs_.stride == 0) Share(lhs_, lhs_lanes_);
    if (rhs_.stride == 0) Share(rhs_, rhs_lanes_);
  }

  // Products begin .. end, at most kProductsAcross.
  template <bool kByHalves, size_t kDepth>
  HWY_NOINLINE void Run(int64_t begin, int64_t end) {
    if (lhs_.stride != 0) Spread(lhs_, begin, end - begin, lhs_lanes_);
    if (rhs_.stride != 0) Spread(rhs_, begin, end - begin, rhs_lanes_);
    const D d;
    const size_t k = kDepth != 0 ? kDepth : k_;
    for (size_t i = 0; i < static_cast<size_t>(results_); ++i) {
      const size_t row = i / columns_, column = i % columns_;
      for (size_t at = 0; at < kProductsAcross; at += hn::Lanes(d)) {
        const auto sum = SumTiny<Op, kByHalves>(k, [&](size_t l) HWY_ATTR {
          return std::pair(hn::Load(d, lhs_lanes_[row * k_ + l] + at),
                           hn::Load(d, rhs_lanes_[l * columns_ + column] + at));
        });
        hn::Store(sum, d, sums_[i] + at);
      }
    }
    Join(begin, end - begin);
  }

 private:
  struct Layout {
    const GemmOperand* operand;
    const std::byte* first;
    int64_t stride;
    // Elements of a matrix, and of memory from its first to its last.
    int64_t count, reach;
    int64_t places[kMostAcrossElements];
  };

  // Element (outer, l) of a matrix is number outer * outer_step + l * k_step.
  static Layout LayoutOf(const GemmOperand& operand, const void* first, int64_t outer_step,
                         int64_t k_step) {
    Layout layout{&operand, static_cast<const std::byte*>(first), *StrideOf(operand.batch), 0, 0,
                  {}};
    layout.count = operand.outer.count * operand.k.count;
    for (int64_t i = 0; i < operand.outer.count; ++i) {
      for (int64_t l = 0; l < operand.k.count; ++l) {
        const int64_t place = OffsetAt(operand.outer, i) + OffsetAt(operand.k, l);
        layout.places[i * outer_step + l * k_step] = place;
        layout.reach = std::max(layout.reach, place + 1);
      }
    }
    return layout;
  }

  void Decode(const Layout& layout, int64_t first, int64_t count) {
    const GemmDecoder& decoder = layout.operand->decoder;
    const auto bytes = static_cast<int64_t>(layout.operand->element_bytes);
    decoder.run(decoder.table, layout.first + first * bytes, count, stage_, 0);
  }

  // The only matrix.
  void Share(const Layout& layout, LanesOfPlace<T>* lanes) {
    const D d;
    Decode(layout, 0, layout.reach);
    for (int64_t e = 0; e < layout.count; ++e) {
      const auto element = hn::Set(d, stage_[layout.places[e]]);
      for (size_t at = 0; at < kProductsAcross; at += hn::Lanes(d)) {
        hn::Store(element, d, lanes[e] + at);
      }
    }
  }

  void Spread(const Layout& layout, int64_t begin, int64_t count, LanesOfPlace<T>* lanes) {
    const D d;
    const hn::RebindToSigned<D> di;
    Decode(layout, begin * layout.stride, (count - 1) * layout.stride + layout.reach);
    const auto stride = hn::Set(di, static_cast<Index>(layout.stride));
    for (size_t at = 0; at < kProductsAcross; at += hn::Lanes(d)) {
      const auto products = hn::Mul(hn::Iota(di, static_cast<Index>(at)), stride);
      for (int64_t e = 0; e < layout.count; ++e) {
        const auto places = hn::Add(products, hn::Set(di, static_cast<Index>(layout.places[e])));
        hn::Store(hn::GatherIndex(d, stage_, places), d, lanes[e] + at);
      }
    }
  }

  // Writes the results of `count` products.
  void Join(int64_t begin, int64_t count) {
    const D d;
    const hn::RebindToSigned<D> di;
    const int64_t results = count * results_;
    for (int64_t i = 0; i < results; i += static_cast<int64_t>(hn::Lanes(d))) {
      hn::Store(hn::GatherIndex(d, sums_[0], hn::Load(di, from_ + i)), d, stage_ + i);
    }
    std::byte* const to = result_ + begin * results_ * static_cast<int64_t>(plan_.result_bytes);
    if (plan_.encode == nullptr) {
      std::memcpy(to, stage_, static_cast<size_t>(results) * sizeof(T));
    } else {
      plan_.encode(stage_, 0, results, to, plan_.encode_parameter);
    }
  }

  const GemmPlan& plan_;
  size_t k_, columns_;
  int64_t results_;
  std::byte* result_;
  Layout lhs_, rhs_;
  // By result element: where its sum is.
  HWY_ALIGN Index from_[kMostAcrossElements * kProductsAcross];
  HWY_ALIGN T stage_[kMostAcrossStride * kProductsAcross] = {};
  HWY_ALIGN LanesOfPlace<T> lhs_lanes_[kMostAcrossElements];
  HWY_ALIGN LanesOfPlace<T> rhs_lanes_[kMostAcrossElements];
  HWY_ALIGN LanesOfPlace<T> sums_[kMostAcrossElements];
};

template <class Op, bool kByHalves>
void RunAcross(ProductsAcross<Op>& products, int64_t k, int64_t begin, int64_t end) {
  switch (k) {
    case 2:
      return products.template Run<kByHalves, 2>(begin, end);
    case 3:
      return products.template Run<kByHalves, 3>(begin, end);
    case 4:
      return products.template Run<kByHalves, 4>(begin, end);
    default:
      return products.template Run<kByHalves, 0>(begin, end);
  }
}

template <class Op>
void RunAcrossStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                   int64_t, bool) {
  ProductsAcross<Op> products(plan, pointers);
  const int64_t first = tile * plan.batch_group;
  const int64_t last = std::min(plan.batch, first + plan.batch_group);
  for (int64_t begin = first; begin < last; begin += kProductsAcross) {
    const int64_t end = std::min(begin + kProductsAcross, last);
    if (plan.tiny.adds_by_halves) {
      RunAcross<Op, true>(products, plan.k, begin, end);
    } else {
      RunAcross<Op, false>(products, plan.k, begin, end);
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_ACROSS_LANES_INL_H_
