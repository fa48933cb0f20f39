#include "simd/windows/select_cells.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/windows/select_cells.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <Selection kSelection, class V>
HWY_INLINE auto Keeps(V selected, V element) {
  if constexpr (kSelection == Selection::kGe) return hn::Ge(selected, element);
  if constexpr (kSelection == Selection::kGt) return hn::Gt(selected, element);
  if constexpr (kSelection == Selection::kLe) return hn::Le(selected, element);
  if constexpr (kSelection == Selection::kLt) return hn::Lt(selected, element);
}

template <class T, Selection kSelection>
void SelectWith(const T* elements, int64_t cell, size_t count, T* selected,
                hwy::MakeSigned<T>* cells) {
  const hn::ScalableTag<T> d;
  const hn::RebindToSigned<decltype(d)> di;
  const size_t lanes = hn::Lanes(d);
  const auto now = hn::Set(di, static_cast<hwy::MakeSigned<T>>(cell));
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto element = hn::LoadU(d, elements + i);
    const auto old = hn::LoadU(d, selected + i);
    const auto old_cell = hn::LoadU(di, cells + i);
    const auto has_old = hn::RebindMask(d, hn::Ge(old_cell, hn::Zero(di)));
    const auto keeps = hn::And(has_old, Keeps<kSelection>(old, element));
    hn::StoreU(hn::IfThenElse(keeps, old, element), d, selected + i);
    hn::StoreU(hn::IfThenElse(hn::RebindMask(di, keeps), old_cell, now), di, cells + i);
  }
  if (i == count) return;
  const size_t left = count - i;
  const auto element = hn::LoadN(d, elements + i, left);
  const auto old = hn::LoadN(d, selected + i, left);
  const auto old_cell = hn::LoadN(di, cells + i, left);
  const auto has_old = hn::RebindMask(d, hn::Ge(old_cell, hn::Zero(di)));
  const auto keeps = hn::And(has_old, Keeps<kSelection>(old, element));
  hn::StoreN(hn::IfThenElse(keeps, old, element), d, selected + i, left);
  hn::StoreN(hn::IfThenElse(hn::RebindMask(di, keeps), old_cell, now), di, cells + i, left);
}

template <class T>
void Select(Selection selection, const void* elements, int64_t cell, int64_t count, void* selected,
            void* cells) {
  const auto* from = static_cast<const T*>(elements);
  auto* to = static_cast<T*>(selected);
  auto* to_cells = static_cast<hwy::MakeSigned<T>*>(cells);
  const auto n = static_cast<size_t>(count);
  if (selection == Selection::kGe) {
    SelectWith<T, Selection::kGe>(from, cell, n, to, to_cells);
  } else if (selection == Selection::kGt) {
    SelectWith<T, Selection::kGt>(from, cell, n, to, to_cells);
  } else if (selection == Selection::kLe) {
    SelectWith<T, Selection::kLe>(from, cell, n, to, to_cells);
  } else {
    SelectWith<T, Selection::kLt>(from, cell, n, to, to_cells);
  }
}

SelectCells FindSelect(ElementType type) {
  switch (type) {
    case ElementType::kF32:
      return &Select<float>;
    case ElementType::kF64:
      return &Select<double>;
    case ElementType::kI32:
      return &Select<int32_t>;
    case ElementType::kI64:
      return &Select<int64_t>;
    case ElementType::kUI32:
      return &Select<uint32_t>;
    case ElementType::kUI64:
      return &Select<uint64_t>;
    default:
      return nullptr;
  }
}

}  // namespace
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindSelect);
}  // namespace

SelectCells FindSelectCells(ElementType type) { return HWY_DYNAMIC_DISPATCH(FindSelect)(type); }

}  // namespace paddock::simd
#endif  // HWY_ONCE
