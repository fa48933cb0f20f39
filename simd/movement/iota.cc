#include "simd/movement/iota.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"

namespace paddock::simd {
namespace {

template <class T>
void Store(void* result, int64_t i, T value) {
  std::memcpy(static_cast<uint8_t*>(result) + i * static_cast<int64_t>(sizeof(T)), &value,
              sizeof(T));
}

template <class T>
void NumberRamp(void* result, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i) Store(result, i, static_cast<T>(first + i));
}

template <class Part>
void ComplexRamp(void* result, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    Store(result, 2 * i, static_cast<Part>(first + i));
    Store(result, 2 * i + 1, Part{0});
  }
}

void BooleanRamp(void* result, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i) Store<uint8_t>(result, i, first + i != 0);
}

// The low bits, sign- or zero-extended to the byte.
template <int kBits, bool kSigned>
void NarrowRamp(void* result, int64_t first, int64_t count) {
  constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
  constexpr uint64_t kSign = kSigned ? uint64_t{1} << (kBits - 1) : 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = static_cast<uint64_t>(first + i) & kMask;
    Store(result, i, static_cast<uint8_t>((bits ^ kSign) - kSign));
  }
}

// Bits has the stored width of the type. Not instantiated for each type, because encoding is long
// code.
template <class Bits>
[[gnu::noinline]] void EncodeRamp(ElementType type, void* result, int64_t first, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    Store(result, i, static_cast<Bits>(EncodeSmallFloat(type, static_cast<double>(first + i))));
  }
}

template <ElementType kType>
void SmallFloatRamp(void* result, int64_t first, int64_t count) {
  using Bits = std::conditional_t<ByteSize(kType) == 1, uint8_t, uint16_t>;
  EncodeRamp<Bits>(kType, result, first, count);
}

template <ElementType kType>
constexpr RampKernel RampFor() {
  constexpr bool kSigned = IsSigned(kType);
  if constexpr (IsComplex(kType)) {
    return PartType(kType) == ElementType::kF32 ? &ComplexRamp<float> : &ComplexRamp<double>;
  } else if constexpr (kType == ElementType::kF32) {
    return &NumberRamp<float>;
  } else if constexpr (kType == ElementType::kF64) {
    return &NumberRamp<double>;
  } else if constexpr (IsFloat(kType)) {
    return &SmallFloatRamp<kType>;
  } else if constexpr (IsBoolean(kType)) {
    return &BooleanRamp;
  } else if constexpr (BitWidth(kType) < 8) {
    return &NarrowRamp<BitWidth(kType), kSigned>;
  } else if constexpr (ByteSize(kType) == 1) {
    return &NumberRamp<uint8_t>;
  } else if constexpr (ByteSize(kType) == 2) {
    return &NumberRamp<uint16_t>;
  } else if constexpr (ByteSize(kType) == 4) {
    return &NumberRamp<uint32_t>;
  } else {
    return &NumberRamp<uint64_t>;
  }
}

constexpr RampKernel kRamps[] = {
#define PADDOCK_ROW(name, spelling, kind, bits, bytes) RampFor<ElementType::k##name>(),
    PADDOCK_ELEMENT_TYPES(PADDOCK_ROW)
#undef PADDOCK_ROW
};

int64_t ElementCount(const IotaPlan& plan) { return plan.outer * plan.size * plan.inner; }

}  // namespace

IotaPlan PlanIota(ElementType type, std::span<const int64_t> shape, int64_t iota_dimension) {
  IotaPlan plan{kRamps[static_cast<size_t>(type)], static_cast<int64_t>(ByteSize(type)), 1, 1, 1};
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    plan.outer = 0;
    return plan;
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto d = static_cast<int64_t>(i);
    (d < iota_dimension ? plan.outer : d == iota_dimension ? plan.size : plan.inner) *= shape[i];
  }
  return plan;
}

int64_t ChunkCount(const IotaPlan& plan) {
  const int64_t bytes = ElementCount(plan) * plan.element_bytes;
  return bytes / kChunkBytes + (bytes % kChunkBytes != 0 ? 1 : 0);
}

void RunChunk(const IotaPlan& plan, void* result, int64_t chunk) {
  const int64_t chunk_elements = kChunkBytes / plan.element_bytes;
  const int64_t end = std::min((chunk + 1) * chunk_elements, ElementCount(plan));
  int64_t i = chunk * chunk_elements;
  while (i < end) {
    uint8_t* to = static_cast<uint8_t*>(result) + i * plan.element_bytes;
    const int64_t value = i / plan.inner % plan.size;
    if (plan.inner == 1) {
      const int64_t count = std::min(plan.size - value, end - i);
      plan.ramp(to, value, count);
      i += count;
    } else {
      const int64_t count = std::min(plan.inner - i % plan.inner, end - i);
      uint8_t element[16];
      plan.ramp(element, value, 1);
      Fill(to, element, static_cast<size_t>(plan.element_bytes), count);
      i += count;
    }
  }
}

}  // namespace paddock::simd
