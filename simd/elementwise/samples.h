// For tests of kernels: reading and writing elements of every type, and special
// and random values of each.
#ifndef PADDOCK_SIMD_ELEMENTWISE_SAMPLES_H_
#define PADDOCK_SIMD_ELEMENTWISE_SAMPLES_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/types/element_type.h"
#include "core/types/small_float.h"
#include "simd/movement/testing.h"

namespace paddock::simd::testing {

using Wide = __int128;

std::vector<ElementType> AllElementTypes();
std::vector<ElementType> IntegerTypes();  // without i1
std::vector<ElementType> FloatTypes();

// Return one stored element as a number: ReadInteger for all types but floats, ReadFloat for
// floats, as an exact double.
Wide ReadInteger(ElementType type, const uint8_t* element);
void WriteInteger(ElementType type, Wide value, uint8_t* element);  // wraps
double ReadFloat(ElementType type, const uint8_t* element);
// Rounds once if the type does not contain `value`.
void WriteFloat(ElementType type, double value, uint8_t* element);

// Special and random values of a type as stored; all of them if it has at most `limit`.
std::vector<std::vector<uint8_t>> Samples(ElementType type, size_t limit = 70);

namespace samples {

using Element = std::vector<uint8_t>;

template <class T>
Element Bytes(T value) {
  Element element(sizeof(T));
  memcpy(element.data(), &value, sizeof(T));
  return element;
}

inline bool IsSmall(ElementType type) { return FormatOf(type).exponent_bits != 0; }

inline std::vector<Element> IntegerSamples(ElementType type, Random& random) {
  const int bits = BitWidth(type);
  std::vector<Wide> values = {0, 1, 2, 3, 5, 7, 10, -1, -2, -3, -7, 31, 32, 33, 63, 64, 65, 100};
  for (const int bit : {bits - 1, bits - 2, bits / 2, 53}) {
    for (const int offset : {-1, 0, 1}) {
      if (bit >= bits) continue;
      values.push_back((Wide{1} << bit) + offset);
      values.push_back(-(Wide{1} << bit) + offset);
    }
  }
  for (const int bit : {4, 5, 8, 11, 24}) {
    values.push_back((Wide{1} << (bits - 2)) + (Wide{1} << std::max(0, bits - 2 - bit)) + 1);
    values.push_back((Wide{1} << (bits - 2)) + (Wide{1} << std::max(0, bits - 2 - bit)));
  }
  while (values.size() < 76) {
    values.push_back(static_cast<Wide>(random.Bits() >> random.Between(0, bits - 1)));
  }
  std::vector<Element> samples;
  for (const Wide value : values) {
    Element element(ByteSize(type));
    WriteInteger(type, value, element.data());
    samples.push_back(element);
  }
  return samples;
}

template <class T>
std::vector<Element> FloatSamples(Random& random) {
  using Limits = std::numeric_limits<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  std::vector<T> values = {0,      1,     2,    3,       T(0.5),        T(1.5), T(2.5),
                           T(0.1), 10,    127,  128,     255,           256,    65504,
                           65519,  65520, 1e9f, T(17.3), T(0.49999997), T(1e-9)};
  for (const T power : {T(0x1p31), T(0x1p32), T(0x1p62), T(0x1p63), T(0x1p64), T(0x1p-126),
                        T(0x1p-127), T(0x1p-133), T(0x1p-14), T(0x1p-24), T(0x1p23), T(0x1p52)}) {
    values.push_back(power);
    values.push_back(std::nextafter(power, T(0)));
    values.push_back(std::nextafter(power, Limits::infinity()));
  }
  // Values next to the midpoint between two values of a narrower type: rounding twice fails here.
  for (const int bit : {1, 2, 3, 4, 5, 8, 11}) {
    for (const T scale : {T{1}, T(0x1p-126), T(0x1p-12)}) {
      values.push_back(scale * (1 + std::ldexp(T{1}, -bit)));
      values.push_back(scale * (1 + std::ldexp(T{1}, -bit) + 8 * Limits::epsilon()));
      values.push_back(scale * (1 + std::ldexp(T{1}, -bit) - 8 * Limits::epsilon()));
    }
  }
  values.insert(values.end(), {Limits::max(), Limits::min(), Limits::denorm_min(),
                               Limits::infinity(), Limits::quiet_NaN()});
  for (int i = 0; i < 8; ++i) {
    const Bits bits = static_cast<Bits>(random.Bits());
    T value;
    memcpy(&value, &bits, sizeof(T));
    values.push_back(value);
  }
  std::vector<Element> samples;
  for (const T value : values) {
    samples.push_back(Bytes(value));
    samples.push_back(Bytes(-value));
  }
  return samples;
}

inline std::vector<Element> CodeSamples(ElementType type) {
  std::vector<Element> samples;
  const uint32_t end = 1u << BitWidth(type);
  for (uint32_t code = 0; code < end; ++code) {
    Element element(ByteSize(type));
    memcpy(element.data(), &code, element.size());
    if (!IsFloat(type)) WriteInteger(type, static_cast<Wide>(code), element.data());
    samples.push_back(element);
  }
  return samples;
}

// Returns a few of many samples, including special values at both ends of the codes.
inline std::vector<Element> Thinned(std::vector<Element> samples, size_t limit, Random& random) {
  if (samples.size() <= limit) return samples;
  std::vector<Element> result;
  for (size_t i = 0; i < limit; ++i) {
    const size_t eighth = limit / 8;
    const size_t half = samples.size() / 2;
    size_t index = static_cast<size_t>(random.Between(0, static_cast<int64_t>(samples.size()) - 1));
    if (i < eighth) index = i;
    if (i >= eighth && i < 2 * eighth) index = half - 1 - (i - eighth);
    if (i >= 2 * eighth && i < 3 * eighth) index = half + (i - 2 * eighth);
    if (i >= 3 * eighth && i < 4 * eighth) index = samples.size() - 1 - (i - 3 * eighth);
    result.push_back(samples[index]);
  }
  return result;
}

inline std::vector<Element> ComplexSamples(ElementType type, size_t limit, Random& random) {
  const std::vector<Element> parts = Samples(PartType(type), 1000);
  std::vector<Element> samples;
  for (const Element& real : parts) {
    for (const Element& imag : parts) {
      Element element = real;
      element.insert(element.end(), imag.begin(), imag.end());
      samples.push_back(element);
    }
  }
  return Thinned(samples, limit, random);
}

}  // namespace samples

inline std::vector<ElementType> AllElementTypes() {
  std::vector<ElementType> types;
  for (size_t i = 0; i < kElementTypeCount; ++i) types.push_back(static_cast<ElementType>(i));
  return types;
}
inline std::vector<ElementType> IntegerTypes() {
  std::vector<ElementType> types = AllElementTypes();
  std::erase_if(types, [](ElementType type) { return !IsInteger(type); });
  return types;
}
inline std::vector<ElementType> FloatTypes() {
  std::vector<ElementType> types = AllElementTypes();
  std::erase_if(types, [](ElementType type) { return !IsFloat(type); });
  return types;
}

inline Wide ReadInteger(ElementType type, const uint8_t* element) {
  uint64_t bits = 0;
  memcpy(&bits, element, ByteSize(type));
  const int width = static_cast<int>(ByteSize(type)) * 8;
  if (IsSigned(type) && width < 64 && (bits >> (width - 1)) != 0) bits |= ~uint64_t{0} << width;
  return IsSigned(type) ? Wide{static_cast<int64_t>(bits)} : Wide{bits};
}
inline void WriteInteger(ElementType type, Wide value, uint8_t* element) {
  const int bits = BitWidth(type);
  const Wide range = Wide{1} << bits;
  Wide wrapped = ((value % range) + range) % range;
  if (IsSigned(type) && wrapped >= range / 2) wrapped -= range;
  memcpy(element, &wrapped, ByteSize(type));
}

inline double ReadFloat(ElementType type, const uint8_t* element) {
  if (type == ElementType::kF64) {
    double value;
    memcpy(&value, element, sizeof(value));
    return value;
  }
  float value;
  if (samples::IsSmall(type)) {
    uint16_t code = 0;
    memcpy(&code, element, ByteSize(type));
    value = DecodeSmallFloat(type, code);
  } else {
    memcpy(&value, element, sizeof(value));
  }
  return static_cast<double>(value);
}
inline void WriteFloat(ElementType type, double value, uint8_t* element) {
  if (type == ElementType::kF64) {
    memcpy(element, &value, sizeof(value));
  } else if (type == ElementType::kF32) {
    const float narrow = static_cast<float>(value);
    memcpy(element, &narrow, sizeof(narrow));
  } else {
    const uint16_t code = EncodeSmallFloat(type, value);
    memcpy(element, &code, ByteSize(type));
  }
}

inline std::vector<samples::Element> Samples(ElementType type, size_t limit) {
  Random random(static_cast<uint32_t>(type) + 1);
  if (IsComplex(type)) return samples::ComplexSamples(type, limit, random);
  if (BitWidth(type) <= 8 || (BitWidth(type) == 16 && (samples::IsSmall(type) || limit >= 65536))) {
    return samples::Thinned(samples::CodeSamples(type), limit, random);
  }
  std::vector<samples::Element> samples =
      type == ElementType::kF32   ? samples::FloatSamples<float>(random)
      : type == ElementType::kF64 ? samples::FloatSamples<double>(random)
                                  : samples::IntegerSamples(type, random);
  // Special values are not at the ends, so few samples are chosen evenly.
  if (limit < samples.size() / 2) {
    std::shuffle(samples.begin(), samples.end(), random.engine());
    samples.resize(limit);
  }
  return samples;
}

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_ELEMENTWISE_SAMPLES_H_
