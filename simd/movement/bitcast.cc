#include "simd/movement/bitcast.h"

#include <algorithm>
#include <cstring>

#include "simd/chunks.h"

namespace paddock::simd {
namespace {

// Returns the byte that stores the low bits.
class ByteExtension {
 public:
  explicit ByteExtension(ElementType type) {
    if (BitWidth(type) >= 8) return;
    mask_ = static_cast<uint8_t>((1 << BitWidth(type)) - 1);
    if (IsSigned(type)) sign_ = static_cast<uint8_t>(1 << (BitWidth(type) - 1));
  }
  uint8_t operator()(uint8_t bits) const {
    return static_cast<uint8_t>(((bits & mask_) ^ sign_) - sign_);
  }

 private:
  uint8_t mask_ = 0xFF;
  uint8_t sign_ = 0;
};

void CopyBytes(const uint8_t* operand, uint8_t* result, int64_t count, ElementType) {
  std::memcpy(result, operand, static_cast<size_t>(count));
}

void ExtendBytes(const uint8_t* operand, uint8_t* result, int64_t count, ElementType result_type) {
  const ByteExtension extend(result_type);
  for (int64_t i = 0; i < count; ++i) result[i] = extend(operand[i]);
}

// A byte holds kFields elements of kBits each. Larger elements are rows of such bytes, the lowest
// first.
template <int kBits, int kFields>
void Unpack(const uint8_t* operand, uint8_t* result, int64_t count, ElementType result_type) {
  const ByteExtension extend(result_type);
  for (int64_t i = 0; i < count; ++i) {
    for (int field = 0; field < kFields; ++field) {
      result[i * kFields + field] = extend(static_cast<uint8_t>(operand[i] >> (field * kBits)));
    }
  }
}

template <int kBits, int kFields>
void Pack(const uint8_t* operand, uint8_t* result, int64_t count, ElementType result_type) {
  constexpr int kMask = (1 << kBits) - 1;
  const ByteExtension extend(result_type);
  for (int64_t i = 0; i < count; ++i) {
    int bits = 0;
    for (int field = 0; field < kFields; ++field) {
      bits |= (operand[i * kFields + field] & kMask) << (field * kBits);
    }
    result[i] = extend(static_cast<uint8_t>(bits));
  }
}

struct PackKernels {
  int bits;
  int fields;
  BitcastKernel unpack;
  BitcastKernel pack;
};

template <int kBits, int kFields>
constexpr PackKernels KernelsOf() {
  return {kBits, kFields, &Unpack<kBits, kFields>, &Pack<kBits, kFields>};
}

// Narrow elements in bytes, and in elements narrower than a byte.
constexpr PackKernels kPackKernels[] = {KernelsOf<1, 8>(), KernelsOf<2, 4>(), KernelsOf<4, 2>(),
                                        KernelsOf<1, 2>(), KernelsOf<1, 4>(), KernelsOf<2, 2>(),
                                        KernelsOf<1, 6>(), KernelsOf<2, 3>()};

const PackKernels* FindPackKernels(int bits, int fields) {
  for (const PackKernels& kernels : kPackKernels) {
    if (kernels.bits == bits && kernels.fields == fields) return &kernels;
  }
  return nullptr;
}

}  // namespace

BitcastPlan PlanBitcastConvert(ElementType operand_type, ElementType result_type,
                               int64_t operand_count) {
  const int operand_bits = BitWidth(operand_type);
  const int result_bits = BitWidth(result_type);
  BitcastPlan plan;
  plan.result_type = result_type;
  plan.unit_count = operand_count * static_cast<int64_t>(ByteSize(operand_type));
  if (operand_bits == result_bits && operand_bits < 8) {
    plan.kernel = &ExtendBytes;
  } else if (operand_bits >= 8 && result_bits >= 8) {
    plan.kernel = &CopyBytes;
  } else {
    const int narrow = std::min(operand_bits, result_bits);
    const int fields = std::min(std::max(operand_bits, result_bits), 8) / narrow;
    const PackKernels* kernels = FindPackKernels(narrow, fields);
    if (kernels == nullptr) return {};
    if (operand_bits > result_bits) {
      plan.kernel = kernels->unpack;
      plan.result_unit_bytes = fields;
    } else {
      plan.kernel = kernels->pack;
      plan.operand_unit_bytes = fields;
      plan.unit_count /= fields;
    }
  }
  plan.units_per_chunk = kChunkBytes / std::max(plan.operand_unit_bytes, plan.result_unit_bytes);
  return plan;
}

int64_t ChunkCount(const BitcastPlan& plan) {
  return (plan.unit_count + plan.units_per_chunk - 1) / plan.units_per_chunk;
}

void RunChunk(const BitcastPlan& plan, const void* operand, void* result, int64_t chunk) {
  const int64_t begin = chunk * plan.units_per_chunk;
  const int64_t count = std::min(plan.units_per_chunk, plan.unit_count - begin);
  plan.kernel(static_cast<const uint8_t*>(operand) + begin * plan.operand_unit_bytes,
              static_cast<uint8_t*>(result) + begin * plan.result_unit_bytes, count,
              plan.result_type);
}

}  // namespace paddock::simd
