#include "core/plan/ops/element_compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/number_text.h"
#include "simd/elementwise/elementwise.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

using simd::LoadUnaligned;

constexpr int64_t kBlock = 256;

// Returns the low bits that hold the value.
uint64_t BitsOf(ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, ByteSize(type));
  const int width = BitWidth(type);
  return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

double NumberOf(ElementType type, const std::byte* element) {
  if (type == ElementType::kF64) return LoadUnaligned<double>(element);
  if (type == ElementType::kF32) return static_cast<double>(LoadUnaligned<float>(element));
  double number = 0;
  const void* operand = element;
  simd::FindConvert(type, ElementType::kF64).function(&operand, &number, 1, nullptr);
  return number;
}

bool IsEqual(double a, double b) { return a == b; }

bool IsAlmostEqual(double a, double b, double tolerance) {
  if (a == b) return true;
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= tolerance;
}

uint64_t PartDistance(ElementType type, const std::byte* lhs, const std::byte* rhs) {
  const uint64_t a = BitsOf(type, lhs);
  const uint64_t b = BitsOf(type, rhs);
  if (a == b) return 0;
  const double x = NumberOf(type, lhs);
  const double y = NumberOf(type, rhs);
  if (std::isnan(x) && std::isnan(y)) return 0;
  if (!std::isfinite(x) || !std::isfinite(y)) return std::numeric_limits<uint64_t>::max();
  const bool has_sign = type != ElementType::kF8E8M0FNU;
  const uint64_t sign = has_sign ? uint64_t{1} << (BitWidth(type) - 1) : 0;
  const uint64_t magnitude_a = a & ~sign;
  const uint64_t magnitude_b = b & ~sign;
  if ((a & sign) != (b & sign)) return magnitude_a + magnitude_b;
  return magnitude_a > magnitude_b ? magnitude_a - magnitude_b : magnitude_b - magnitude_a;
}

// Reads up to kBlock floats of any width, or parts of complex numbers, as doubles.
class DoubleBlock {
 public:
  explicit DoubleBlock(ElementType part)
      : part_(part), convert_(simd::FindConvert(part, ElementType::kF64).function) {}

  const double* Read(const std::byte* elements, int64_t count) {
    if (part_ == ElementType::kF64) {
      std::memcpy(values_, elements, static_cast<size_t>(count) * sizeof(double));
    } else if (part_ == ElementType::kF32) {
      for (int64_t i = 0; i < count; ++i) {
        values_[i] = static_cast<double>(LoadUnaligned<float>(elements + i * 4));
      }
    } else {
      const void* operand = elements;
      convert_(&operand, values_, static_cast<size_t>(count), nullptr);
    }
    return values_;
  }

 private:
  ElementType part_;
  simd::ElementwiseFunction convert_;
  double values_[kBlock];
};

void Note(int64_t index, Mismatch& mismatch) {
  if (mismatch.count++ == 0) mismatch.first = index;
}

void CompareFloats(const ElementRule& rule, ElementType type, const std::byte* lhs,
                   const std::byte* rhs, int64_t first_index, int64_t count, Mismatch& mismatch) {
  const int64_t parts = IsComplex(type) ? 2 : 1;
  const auto part_bytes = static_cast<int64_t>(ByteSize(PartType(type)));
  DoubleBlock lhs_block(PartType(type)), rhs_block(PartType(type));
  for (int64_t begin = 0; begin < count; begin += kBlock / parts) {
    const int64_t elements = std::min(kBlock / parts, count - begin);
    const int64_t offset = begin * parts * part_bytes;
    const double* a = lhs_block.Read(lhs + offset, elements * parts);
    const double* b = rhs_block.Read(rhs + offset, elements * parts);
    for (int64_t i = 0; i < elements; ++i) {
      bool holds = true;
      for (int64_t k = i * parts; k < (i + 1) * parts; ++k) {
        holds = holds && (rule.kind == ElementRule::Kind::kEqual
                              ? IsEqual(a[k], b[k])
                              : IsAlmostEqual(a[k], b[k], rule.tolerance));
      }
      if (!holds) Note(first_index + begin + i, mismatch);
    }
  }
}

void CompareUlps(const ElementRule& rule, ElementType type, const std::byte* lhs,
                 const std::byte* rhs, int64_t first_index, int64_t count, Mismatch& mismatch) {
  const auto bytes = static_cast<int64_t>(ByteSize(type));
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t distance = UlpDistance(type, lhs + i * bytes, rhs + i * bytes);
    if (distance < rule.min_ulp || distance > rule.max_ulp) Note(first_index + i, mismatch);
  }
}

// Prints 4 where a literal has 4.0.
std::string NumberText(ElementType type, double number) {
  std::string text =
      type == ElementType::kF64 ? FormatF64(number) : FormatF32(static_cast<float>(number));
  const size_t point = text.find(".0");
  const size_t end = point + 2;
  if (point != std::string::npos && (end == text.size() || text[end] == 'e')) text.erase(point, 2);
  return text;
}

}  // namespace

void CompareElements(const ElementRule& rule, ElementType type, const std::byte* lhs,
                     const std::byte* rhs, int64_t first_index, int64_t count, Mismatch& mismatch) {
  const bool is_float = IsFloat(type) || IsComplex(type);
  if (is_float && rule.kind == ElementRule::Kind::kClose) {
    return CompareUlps(rule, type, lhs, rhs, first_index, count, mismatch);
  }
  if (is_float) return CompareFloats(rule, type, lhs, rhs, first_index, count, mismatch);
  const size_t bytes = ByteSize(type);
  if (std::memcmp(lhs, rhs, bytes * static_cast<size_t>(count)) == 0) return;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    if (std::memcmp(lhs + i * bytes, rhs + i * bytes, bytes) != 0) {
      Note(first_index + static_cast<int64_t>(i), mismatch);
    }
  }
}

uint64_t UlpDistance(ElementType type, const std::byte* lhs, const std::byte* rhs) {
  const ElementType part = PartType(type);
  const uint64_t first = PartDistance(part, lhs, rhs);
  if (!IsComplex(type)) return first;
  const size_t bytes = ByteSize(part);
  return std::max(first, PartDistance(part, lhs + bytes, rhs + bytes));
}

std::string ElementText(ElementType type, const std::byte* element) {
  if (IsComplex(type)) {
    const ElementType part = PartType(type);
    return "(" + ElementText(part, element) + ", " + ElementText(part, element + ByteSize(part)) +
           ")";
  }
  if (IsFloat(type)) return NumberText(type, NumberOf(type, element));
  if (IsBoolean(type)) return std::to_integer<int>(*element) != 0 ? "true" : "false";
  if (type == ElementType::kUI64) return std::to_string(LoadUnaligned<uint64_t>(element));
  return std::to_string(simd::FindReadIndex(type)(element));
}

}  // namespace paddock
