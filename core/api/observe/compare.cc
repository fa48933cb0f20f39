#include "core/api/observe/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/types/element_type.h"
#include "simd/bytes/bytes.h"

namespace paddock {
namespace {

// Returns complex elements as pairs of their real and imaginary parts.
Tensor PartsOf(const Tensor& tensor) {
  if (!IsComplex(tensor.element_type())) return tensor;
  const ElementType part =
      tensor.element_type() == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64;
  std::vector<int64_t> shape(tensor.shape().begin(), tensor.shape().end());
  shape.push_back(2);
  const auto offset = static_cast<size_t>(tensor.data() - tensor.buffer()->data());
  return Tensor::FromBuffer(part, shape, tensor.buffer(), offset);
}

// Reads elements from `first` on as doubles. 64-bit integers are rounded.
class Reader {
 public:
  static constexpr size_t kCount = 4096;

  explicit Reader(const Tensor& tensor) : tensor_(tensor) {}

  size_t Read(size_t first) {
    const auto all = static_cast<size_t>(tensor_.element_count());
    const size_t count = std::min(kCount, all - first);
    simd::BlockWindow window;
    window.first = first;
    window.row_stride = count;
    window.rows = 1;
    window.columns = count;
    window.end = all;
    simd::ReadBlocks(tensor_.element_type(), tensor_.data(), window, simd::BlockValue::kLargest,
                     values_, marks_);
    for (size_t i = 0; i < count; ++i) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      if ((marks_[i] & simd::kBlockHasInfinity) != 0) values_[i] = kInfinity;
      if ((marks_[i] & simd::kBlockHasNegativeInfinity) != 0) values_[i] = -kInfinity;
    }
    return count;
  }
  double operator[](size_t i) const { return values_[i]; }

 private:
  const Tensor& tensor_;
  double values_[kCount];
  uint8_t marks_[kCount];
};

// Maps the bits of an element to a number in the order of the values. Both zeros map to 0.
int64_t Ordered(ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, element, ByteSize(type));
  // The only type without a sign.
  if (type == ElementType::kF8E8M0FNU) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (BitWidth(type) - 1);
  const auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

class Comparison {
 public:
  Comparison(const Tensor& a, const Tensor& b)
      : a_(a), b_(b), left_(a), right_(b), has_ulp_(HasUlp()) {
    if (has_ulp_) result_.ulp = 0;
  }

  TensorDifference Make() {
    result_.count = static_cast<uint64_t>(a_.element_count());
    for (size_t first = 0; first < result_.count;) {
      const size_t count = left_.Read(first);
      right_.Read(first);
      for (size_t i = 0; i < count; ++i) Add(first + i, left_[i], right_[i]);
      first += count;
    }
    if (result_.absolute != 0) result_.scaled = result_.absolute / largest_;
    return result_;
  }

 private:
  // FNUZ types have no negative zero: its bits are NaN.
  bool HasUlp() const {
    return a_.element_type() == b_.element_type() && IsFloat(a_.element_type());
  }

  void Add(size_t index, double a, double b) {
    if (std::isfinite(b)) largest_ = std::max(largest_, std::abs(b));
    if (a == b ? IsSameInteger(index) : std::isnan(a) && std::isnan(b)) return;
    ++result_.differing;
    if (!std::isfinite(a) || !std::isfinite(b)) {
      if (result_.non_finite++ == 0) result_.worst = static_cast<int64_t>(index);
      return;
    }
    const double difference = std::abs(a - b);
    if (result_.non_finite == 0 && (difference > result_.absolute || result_.worst < 0)) {
      result_.worst = static_cast<int64_t>(index);
    }
    result_.absolute = std::max(result_.absolute, difference);
    if (b != 0) result_.relative = std::max(result_.relative, difference / std::abs(b));
    if (has_ulp_) result_.ulp = std::max(*result_.ulp, UlpAt(index));
  }

  // Different 64-bit integers can have equal doubles.
  bool IsSameInteger(size_t index) const {
    const ElementType type = a_.element_type();
    if (type != b_.element_type() || ByteSize(type) != 8 || IsFloat(type)) return true;
    return std::equal(a_.data() + index * 8, a_.data() + index * 8 + 8, b_.data() + index * 8);
  }

  uint64_t UlpAt(size_t index) const {
    const ElementType type = a_.element_type();
    const size_t at = index * ByteSize(type);
    const int64_t a = Ordered(type, a_.data() + at);
    const int64_t b = Ordered(type, b_.data() + at);
    return a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
                 : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
  }

  const Tensor& a_;
  const Tensor& b_;
  Reader left_;
  Reader right_;
  bool has_ulp_;
  double largest_ = 0;
  TensorDifference result_;
};

}  // namespace

std::optional<TensorDifference> CompareTensors(const Tensor& a, const Tensor& b) {
  if (!a.has_value() || !b.has_value() || !std::ranges::equal(a.shape(), b.shape())) {
    return std::nullopt;
  }
  const Tensor left = PartsOf(a);
  const Tensor right = PartsOf(b);
  if (left.element_count() != right.element_count()) return std::nullopt;
  TensorDifference difference = Comparison(left, right).Make();
  if (difference.worst >= 0 && IsComplex(a.element_type())) difference.worst /= 2;
  return difference;
}

}  // namespace paddock
