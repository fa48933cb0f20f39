#include "core/api/debug/condition.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/api/query/window.h"
#include "simd/bytes/bytes.h"

namespace paddock {
namespace {

using Kind = Condition::Kind;

// Elements that are read at once.
constexpr int64_t kPart = 4096;

// Reads elements from `first` on, in row-major order.
TensorWindow ReadPart(const Tensor& tensor, int64_t first) {
  WindowRequest request;
  request.left = first;
  request.rows = 1;
  request.columns = kPart;
  request.wrap = tensor.element_count();
  return ReadWindow(tensor, request).value_or(TensorWindow());
}

double NumberOf(const TensorWindow& part, size_t i) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if ((part.marks[i] & simd::kBlockHasInfinity) != 0) return kInfinity;
  return (part.marks[i] & simd::kBlockHasNegativeInfinity) != 0 ? -kInfinity : part.values[i];
}

bool HoldsFor(const Condition& condition, double now, double before) {
  if (condition.kind == Kind::kGreater) return now > condition.limit;
  if (condition.kind == Kind::kLess) return now < condition.limit;
  return std::abs(now - before) > condition.limit || std::isnan(now) != std::isnan(before);
}

}  // namespace

bool Holds(const Condition& condition, const Tensor& now, const Tensor& before) {
  const int64_t count = now.element_count();
  const bool is_compared = condition.kind == Kind::kChange;
  if (is_compared && !before.has_value()) return false;
  if (is_compared && count != before.element_count()) return true;
  for (int64_t first = 0; first < count; first += kPart) {
    const TensorWindow part = ReadPart(now, first);
    const TensorWindow other = is_compared ? ReadPart(before, first) : part;
    for (size_t i = 0; i < part.values.size(); ++i) {
      const bool holds = condition.kind <= Kind::kNonFinite
                             ? (part.marks[i] & static_cast<uint8_t>(condition.kind)) != 0
                             : HoldsFor(condition, NumberOf(part, i), NumberOf(other, i));
      if (holds) return true;
    }
  }
  return false;
}

}  // namespace paddock
