#include "core/io/generate_values.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "core/types/small_float.h"

namespace paddock {
namespace {

// splitmix64: a bijection that scatters consecutive numbers.
uint64_t Scatter(uint64_t value) {
  value += 0x9E3779B97F4A7C15ull;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
  return value ^ (value >> 31);
}

// Returns the sum of twelve 16-bit uniforms minus six: exact in f64, so the same everywhere.
double NearlyNormal(uint64_t key) {
  constexpr uint64_t kLowHalves = 0x0000FFFF0000FFFFull;
  uint64_t sums = 0;  // two sums of 32 bits
  for (uint64_t word = 0; word < 3; ++word) {
    const uint64_t bits = Scatter(key + word * 0xD1B54A32D192ED03ull);
    sums += (bits & kLowHalves) + ((bits >> 16) & kLowHalves);
  }
  const uint64_t sum = (sums & 0xFFFFFFFF) + (sums >> 32);
  // Each uniform is (k + 0.5) / 65536.
  return (static_cast<double>(sum) + 6.0) / 65536.0 - 6.0;
}

void StoreFloat(ElementType type, double value, std::byte* result) {
  if (type == ElementType::kF32) {
    const float narrow = static_cast<float>(value);
    std::memcpy(result, &narrow, sizeof(narrow));
  } else if (type == ElementType::kF64) {
    std::memcpy(result, &value, sizeof(value));
  } else {
    const uint32_t code = EncodeSmallFloat(type, value);
    std::memcpy(result, &code, ByteSize(type));
  }
}

// Wraps to the type's width. Narrow signed integers are sign-extended in their byte.
void StoreInteger(ElementType type, int64_t value, std::byte* result) {
  const int bits = BitWidth(type);
  if (bits < 8) {
    const uint64_t mask = (uint64_t{1} << bits) - 1;
    uint64_t wrapped = static_cast<uint64_t>(value) & mask;
    if (IsSigned(type) && (wrapped >> (bits - 1)) != 0) wrapped |= ~mask;
    value = static_cast<int64_t>(wrapped);
  }
  std::memcpy(result, &value, ByteSize(type));
}

void Store(ElementType type, double value, int64_t integer, std::byte* result) {
  if (IsBoolean(type)) {
    *result = static_cast<std::byte>(integer != 0);
  } else if (IsFloat(type)) {
    StoreFloat(type, value, result);
  } else {
    StoreInteger(type, integer, result);
  }
}

// Returns a number that is uniform up to one part in 2^32 / count.
int64_t RandomInteger(IntegerRange range, uint64_t key) {
  const uint64_t span = static_cast<uint64_t>(range.high) - static_cast<uint64_t>(range.low);
  const uint64_t count = std::min(span, uint64_t{0xFFFFFFFF}) + 1;
  const uint64_t offset = ((Scatter(key) >> 32) * count) >> 32;
  return static_cast<int64_t>(static_cast<uint64_t>(range.low) + offset);
}

// Ranges by element: an element has the range of its position along a dimension.
class RangeOfElement {
 public:
  RangeOfElement(const Tensor& tensor, const ElementRanges& ranges) : parts_(ranges.parts) {
    const ElementType type = tensor.element_type();
    if (IsFloat(type) || IsComplex(type)) {
      parts_ = {IntegerRange()};
      return;
    }
    if (parts_.empty()) parts_.push_back(UsualRange(type));
    for (IntegerRange& part : parts_) part = HeldBy(type, part);
    if (parts_.size() == 1) return;
    for (size_t i = ranges.dimension + 1; i < tensor.rank(); ++i) {
      inner_ *= static_cast<uint64_t>(tensor.shape()[i]);
    }
  }

  IntegerRange operator()(uint64_t element) const {
    return parts_.size() == 1 ? parts_[0] : parts_[(element / inner_) % parts_.size()];
  }

 private:
  std::vector<IntegerRange> parts_;
  uint64_t inner_ = 1;
};

void StoreByRule(const ValueRule& rule, ElementType type, uint64_t index, IntegerRange range,
                 std::byte* result) {
  switch (rule.kind) {
    case ValueRule::Kind::kZeros:
      return Store(type, 0, 0, result);
    case ValueRule::Kind::kOnes:
      return Store(type, 1, 1, result);
    case ValueRule::Kind::kIota:
      return Store(type, static_cast<double>(index), static_cast<int64_t>(index), result);
    case ValueRule::Kind::kRandom: {
      const uint64_t key = Scatter(rule.seed) + index;
      const double value = IsFloat(type) ? NearlyNormal(key) : 0;
      return Store(type, value, RandomInteger(range, key), result);
    }
  }
}

// Copies the first bytes repeatedly over the rest.
void RepeatFirst(std::byte* bytes, size_t first, size_t count) {
  for (size_t filled = first; filled < count;) {
    const size_t more = std::min(filled, count - filled);
    std::memcpy(bytes + filled, bytes, more);
    filled += more;
  }
}

}  // namespace

std::optional<ValueRule> ParseValueRule(std::string_view text) {
  using Kind = ValueRule::Kind;
  if (text == "zeros") return ValueRule{Kind::kZeros};
  if (text == "ones") return ValueRule{Kind::kOnes};
  if (text == "iota") return ValueRule{Kind::kIota};
  constexpr std::string_view kRandom = "random", kAll = "@all";
  if (!text.starts_with(kRandom)) return std::nullopt;
  ValueRule rule{Kind::kRandom};
  rule.is_same_on_all = text.ends_with(kAll);
  if (rule.is_same_on_all) text.remove_suffix(kAll.size());
  text.remove_prefix(kRandom.size());
  if (text.empty()) return rule;
  if (!text.starts_with(':')) return std::nullopt;
  text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rule.seed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return rule;
}

IntegerRange UsualRange(ElementType type) {
  const int bits = std::min(BitWidth(type), 4);
  const int64_t low = IsSigned(type) ? -(int64_t{1} << (bits - 1)) : 0;
  return {low, low + (int64_t{1} << bits) - 1};
}

IntegerRange HeldBy(ElementType type, IntegerRange range) {
  const int bits = std::min(BitWidth(type), 62) - (IsSigned(type) ? 1 : 0);
  const int64_t high = (int64_t{1} << bits) - 1;
  const int64_t low = IsSigned(type) ? -high - 1 : 0;
  return {std::clamp(range.low, low, high), std::clamp(range.high, low, high)};
}

uint64_t SeedOf(uint64_t seed, size_t leaf, int64_t replica, int64_t partition) {
  if (leaf == 0 && replica == 0 && partition == 0) return seed;
  const uint64_t process =
      Scatter(static_cast<uint64_t>(replica)) + static_cast<uint64_t>(partition);
  return Scatter(Scatter(Scatter(seed) + leaf) + process);
}

void GenerateValues(const ValueRule& rule, Tensor& tensor, const ElementRanges& ranges) {
  const ElementType type = tensor.element_type();
  const ElementType part = PartType(type);
  const size_t width = ByteSize(type);
  const auto count = static_cast<size_t>(tensor.element_count());
  std::byte* data = tensor.mutable_data();
  const RangeOfElement range(tensor, ranges);
  const auto store = [&](size_t i, std::byte* element) {
    if (!IsComplex(type)) {
      StoreByRule(rule, type, i, range(i), element);
    } else if (rule.kind == ValueRule::Kind::kRandom) {
      StoreByRule(rule, part, 2 * uint64_t{i}, {}, element);
      StoreByRule(rule, part, 2 * uint64_t{i} + 1, {}, element + ByteSize(part));
    } else {
      StoreByRule(rule, part, i, {}, element);
      Store(part, 0, 0, element + ByteSize(part));
    }
  };
  const bool is_random = rule.kind == ValueRule::Kind::kRandom;
  if (!is_random && rule.kind != ValueRule::Kind::kIota) {
    if (count == 0) return;
    store(0, data);
    RepeatFirst(data, width, count * width);
  } else if (is_random && type == ElementType::kF32) {
    // A fast path for arguments without an input, which may be large.
    const uint64_t first = Scatter(rule.seed);
    for (size_t i = 0; i < count; ++i) {
      const auto value = static_cast<float>(NearlyNormal(first + i));
      std::memcpy(data + i * width, &value, sizeof(value));
    }
  } else {
    for (size_t i = 0; i < count; ++i) store(i, data + i * width);
  }
}

}  // namespace paddock
