#include "core/api/why/bad_cell.h"

#include <cmath>

#include "core/base/contains.h"
#include "core/base/row_major.h"
#include "core/tensor/element_text.h"
#include "core/types/element_type.h"

namespace paddock {
namespace {

bool IsBad(double number, Why::Bad bad) {
  return bad == Why::Bad::kNan ? std::isnan(number) : std::isinf(number);
}

std::optional<int64_t> FirstBadElement(const Tensor& elements, Why::Bad bad) {
  const ElementType part = PartType(elements.element_type());
  if (!IsFloat(part) || !elements.has_value()) return std::nullopt;
  const size_t width = ByteSize(part);
  for (size_t begin = 0; begin < elements.byte_size(); begin += width) {
    if (!IsBad(FloatValue(part, elements.data() + begin), bad)) continue;
    return static_cast<int64_t>(begin / ByteSize(elements.element_type()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<int64_t>> FirstBadCell(const ValueView& view, Why::Bad bad) {
  // A splat without elements has its element all the same.
  if (Contains(view.shape, 0)) return std::nullopt;
  const auto element = FirstBadElement(view.elements, bad);
  if (!element) return std::nullopt;
  return RowMajorIndex(*element, view.shape);
}

}  // namespace paddock
