// What testing.h declares.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "core/types/small_float.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

using Element = std::vector<uint8_t>;

template <class T>
Element Bytes(T value) {
  Element element(sizeof(T));
  memcpy(element.data(), &value, sizeof(T));
  return element;
}

bool IsSmall(ElementType type) { return FormatOf(type).exponent_bits != 0; }

std::vector<Element> IntegerSamples(ElementType type, Random& random) {
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
  // Just beside halfway between two values of a narrower type: rounding twice goes wrong here.
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

std::vector<Element> CodeSamples(ElementType type) {
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

// Few of many, the specials at both ends of the range of codes among them.
std::vector<Element> Thinned(std::vector<Element> samples, size_t limit, Random& random) {
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

std::vector<Element> ComplexSamples(ElementType type, size_t limit, Random& random) {
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

bool IsSameElement(ElementType type, const uint8_t* a, const uint8_t* b) {
  if (IsComplex(type)) {
    const size_t part = ByteSize(type) / 2;
    return IsSameElement(PartType(type), a, b) && IsSameElement(PartType(type), a + part, b + part);
  }
  if (memcmp(a, b, ByteSize(type)) == 0) return true;
  return IsFloat(type) && std::isnan(ReadFloat(type, a)) && std::isnan(ReadFloat(type, b));
}

std::string Hex(const uint8_t* element, size_t size) {
  std::ostringstream out;
  out << std::hex << "0x";
  for (size_t i = size; i-- > 0;) {
    out << (element[i] >> 4) << (element[i] & 15);
  }
  return out.str();
}

// One call of a kernel.
class Run {
 public:
  Run(const KernelCase& kernel_case, size_t count, size_t misalignment)
      : case_(kernel_case), count_(count) {
    for (const ElementType type : case_.operand_types) {
      operands_.emplace_back(count * ByteSize(type), misalignment);
      misalignment = (misalignment * 5 + 1) % 32;
    }
  }

  void Set(size_t operand, size_t i, const Element& element) {
    memcpy(operands_[operand].data() + i * element.size(), element.data(), element.size());
  }

  // `in_place`: the operand to write over, or none.
  void CheckIntoPlace(int in_place, size_t misalignment) {
    const size_t result_size = ByteSize(case_.result_type);
    std::vector<uint8_t> expected(count_ * result_size);
    std::vector<std::vector<uint8_t>> before;
    for (GuardedBuffer& operand : operands_) {
      before.emplace_back(operand.data(), operand.data() + operand.size());
    }
    for (size_t i = 0; i < count_; ++i) {
      std::vector<const uint8_t*> elements;
      for (size_t k = 0; k < operands_.size(); ++k) elements.push_back(At(before, k, i));
      case_.reference(elements, expected.data() + i * result_size);
    }
    GuardedBuffer separate(count_ * result_size, misalignment);
    GuardedBuffer& result = in_place < 0 ? separate : operands_[static_cast<size_t>(in_place)];
    std::vector<const void*> pointers;
    for (GuardedBuffer& operand : operands_) pointers.push_back(operand.data());
    case_.kernel(pointers.data(), result.data(), count_, case_.attributes);

    for (size_t i = 0; i < count_; ++i) {
      const uint8_t* actual = result.data() + i * result_size;
      if (IsSameElement(case_.result_type, actual, expected.data() + i * result_size)) continue;
      FAIL(Describe(before, i) << Hex(actual, result_size) << ", expected "
                               << Hex(expected.data() + i * result_size, result_size)
                               << (in_place < 0 ? "" : " (in place)"));
    }
    for (size_t k = 0; k < operands_.size(); ++k) {
      REQUIRE(operands_[k].guards_are_whole());
      if (static_cast<int>(k) == in_place) continue;
      REQUIRE(memcmp(operands_[k].data(), before[k].data(), before[k].size()) == 0);
    }
    REQUIRE(separate.guards_are_whole());
  }

 private:
  const uint8_t* At(const std::vector<std::vector<uint8_t>>& data, size_t k, size_t i) const {
    return data[k].data() + i * ByteSize(case_.operand_types[k]);
  }
  std::string Describe(const std::vector<std::vector<uint8_t>>& before, size_t i) const {
    std::ostringstream out;
    out << case_.name << " of " << count_ << ", element " << i << ":";
    for (size_t k = 0; k < before.size(); ++k) {
      out << ' ' << Hex(At(before, k, i), ByteSize(case_.operand_types[k]));
    }
    out << " -> ";
    return out.str();
  }

  const KernelCase& case_;
  size_t count_;
  std::vector<GuardedBuffer> operands_;
};

// Every combination of sample values in one call.
void CheckCombinations(const KernelCase& kernel_case) {
  const size_t arity = kernel_case.operand_types.size();
  const size_t limit = arity == 1 ? 65536 : arity == 2 ? 256 : 28;
  std::vector<std::vector<Element>> samples;
  size_t count = 1;
  for (const ElementType type : kernel_case.operand_types) {
    samples.push_back(Samples(type, limit));
    count *= samples.back().size();
  }
  Run run(kernel_case, count, 0);
  for (size_t i = 0; i < count; ++i) {
    size_t rest = i;
    for (size_t k = 0; k < arity; ++k) {
      run.Set(k, i, samples[k][rest % samples[k].size()]);
      rest /= samples[k].size();
    }
  }
  run.CheckIntoPlace(-1, 0);
}

void CheckCounts(const KernelCase& kernel_case) {
  Random random(7);
  std::vector<std::vector<Element>> samples;
  for (const ElementType type : kernel_case.operand_types) samples.push_back(Samples(type));
  const auto fill = [&](Run& run, size_t count) {
    for (size_t k = 0; k < samples.size(); ++k) {
      for (size_t i = 0; i < count; ++i) {
        const int64_t last = static_cast<int64_t>(samples[k].size()) - 1;
        run.Set(k, i, samples[k][static_cast<size_t>(random.Between(0, last))]);
      }
    }
  };
  // Two vectors of the most lanes there are, and past the tiles of the adapters.
  std::vector<size_t> counts = {511, 512, 513, 1030};
  for (size_t count = 0; count <= 130; ++count) counts.push_back(count);
  for (const size_t count : counts) {
    for (const size_t misalignment : {0, 1, 12}) {
      Run run(kernel_case, count, misalignment);
      fill(run, count);
      run.CheckIntoPlace(-1, (misalignment * 3) % 16);
    }
    for (size_t k = 0; k < samples.size(); ++k) {
      if (ByteSize(kernel_case.operand_types[k]) != ByteSize(kernel_case.result_type)) continue;
      Run run(kernel_case, count, 0);
      fill(run, count);
      run.CheckIntoPlace(static_cast<int>(k), 0);
    }
  }
}

}  // namespace

std::vector<ElementType> AllElementTypes() {
  std::vector<ElementType> types;
  for (size_t i = 0; i < kElementTypeCount; ++i) types.push_back(static_cast<ElementType>(i));
  return types;
}
std::vector<ElementType> IntegerTypes() {
  std::vector<ElementType> types = AllElementTypes();
  std::erase_if(types, [](ElementType type) { return !IsInteger(type); });
  return types;
}
std::vector<ElementType> FloatTypes() {
  std::vector<ElementType> types = AllElementTypes();
  std::erase_if(types, [](ElementType type) { return !IsFloat(type); });
  return types;
}

Wide ReadInteger(ElementType type, const uint8_t* element) {
  uint64_t bits = 0;
  memcpy(&bits, element, ByteSize(type));
  const int width = static_cast<int>(ByteSize(type)) * 8;
  if (IsSigned(type) && width < 64 && (bits >> (width - 1)) != 0) bits |= ~uint64_t{0} << width;
  return IsSigned(type) ? Wide{static_cast<int64_t>(bits)} : Wide{bits};
}
void WriteInteger(ElementType type, Wide value, uint8_t* element) {
  const int bits = BitWidth(type);
  const Wide range = Wide{1} << bits;
  Wide wrapped = ((value % range) + range) % range;
  if (IsSigned(type) && wrapped >= range / 2) wrapped -= range;
  memcpy(element, &wrapped, ByteSize(type));
}

double ReadFloat(ElementType type, const uint8_t* element) {
  if (type == ElementType::kF64) {
    double value;
    memcpy(&value, element, sizeof(value));
    return value;
  }
  float value;
  if (IsSmall(type)) {
    uint16_t code = 0;
    memcpy(&code, element, ByteSize(type));
    value = DecodeSmallFloat(type, code);
  } else {
    memcpy(&value, element, sizeof(value));
  }
  return static_cast<double>(value);
}
void WriteFloat(ElementType type, double value, uint8_t* element) {
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

std::vector<Element> Samples(ElementType type, size_t limit) {
  Random random(static_cast<uint32_t>(type) + 1);
  if (IsComplex(type)) return ComplexSamples(type, limit, random);
  if (BitWidth(type) <= 8 || (BitWidth(type) == 16 && (IsSmall(type) || limit >= 65536))) {
    return Thinned(CodeSamples(type), limit, random);
  }
  std::vector<Element> samples = type == ElementType::kF32   ? FloatSamples<float>(random)
                                 : type == ElementType::kF64 ? FloatSamples<double>(random)
                                                             : IntegerSamples(type, random);
  // Their specials are not at the ends: an even choice, where the caller wants very few.
  if (limit < samples.size() / 2) {
    std::shuffle(samples.begin(), samples.end(), random.engine());
    samples.resize(limit);
  }
  return samples;
}

void CheckKernel(const KernelCase& kernel_case) {
  INFO(kernel_case.name);
  REQUIRE(kernel_case.kernel != nullptr);
  CheckCombinations(kernel_case);
  CheckCounts(kernel_case);
}

}  // namespace paddock::simd::testing
