// Kernels made of other kernels, once per SIMD target: floats narrower than f32
// through the f32 kernel, 2- and 4-bit integers through the 8-bit one, complex
// numbers as twice as many floats. An adapter is a few instructions that name
// its kernel; the loops are in adapters.cc.
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_ADAPTERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_ADAPTERS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_ADAPTERS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_ADAPTERS_INL_H_
#endif

#include "hwy/highway.h"

#ifndef PADDOCK_SMALL_FLOATS
#define PADDOCK_SMALL_FLOATS(Row)                                                                 \
  Row(F4E2M1FN) Row(F6E2M3FN) Row(F6E3M2FN) Row(F8E3M4) Row(F8E4M3) Row(F8E4M3FN) Row(F8E4M3FNUZ) \
      Row(F8E4M3B11FNUZ) Row(F8E5M2) Row(F8E5M2FNUZ) Row(F8E8M0FNU) Row(BF16) Row(F16)
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Exact: every value of a small float is one of f32. Keeps NaN payloads.
void DecodeSmallFloats(ElementType type, const void* operand, float* result, size_t count);
// Rounds to nearest even; the rules past the greatest value are those of core/types/small_float.h.
void EncodeSmallFloats(ElementType type, const float* operand, void* result, size_t count);

// Runs a kernel of f32 over a small float. `has_boolean_result`: the result is i1, else of the
// operands' type. The arguments that an adapter receives come first, so that it only adds
// constants: there are hundreds of adapters.
void RunSmallFloat(const void* const* operands, void* result, size_t count, const void* attributes,
                   ElementType type, ElementwiseFunction kernel, size_t arity,
                   bool has_boolean_result);

template <ElementType kType, ElementwiseFunction kKernel, size_t kArity, bool kBooleanResult>
void SmallFloat(const void* const* operands, void* result, size_t count, const void* attributes) {
  RunSmallFloat(operands, result, count, attributes, kType, kKernel, kArity, kBooleanResult);
}

// Returns `kF32` or its adapter for `type`; null if `type` is neither f32 nor a small float.
template <ElementwiseFunction kF32, size_t kArity, bool kBooleanResult = false>
ElementwiseFunction UpToF32(ElementType type) {
  switch (type) {
#define PADDOCK_CASE(name)   \
  case ElementType::k##name: \
    return &SmallFloat<ElementType::k##name, kF32, kArity, kBooleanResult>;
    PADDOCK_SMALL_FLOATS(PADDOCK_CASE)
#undef PADDOCK_CASE
    case ElementType::kF32:
      return kF32;
    default:
      return nullptr;
  }
}

// Sign-extends the low `bits` of every byte (zero-extends them if not `is_signed`).
void WrapBytes(int bits, bool is_signed, const void* operand, void* result, size_t count);

// Correct if the low bits of the result depend only on the low bits of the operands, or the result
// only on their values.
template <ElementType kType, ElementwiseFunction kByteKernel>
void NarrowInteger(const void* const* operands, void* result, size_t count,
                   const void* attributes) {
  kByteKernel(operands, result, count, attributes);
  WrapBytes(BitWidth(kType), IsSigned(kType), result, result, count);
}

// Returns the kernel for an integer type of at most a byte, given those of i8 and ui8.
template <ElementwiseFunction kSigned, ElementwiseFunction kUnsigned>
ElementwiseFunction UpToByte(ElementType type) {
  switch (type) {
    case ElementType::kI2:
      return &NarrowInteger<ElementType::kI2, kSigned>;
    case ElementType::kI4:
      return &NarrowInteger<ElementType::kI4, kSigned>;
    case ElementType::kI8:
      return kSigned;
    case ElementType::kUI2:
      return &NarrowInteger<ElementType::kUI2, kUnsigned>;
    case ElementType::kUI4:
      return &NarrowInteger<ElementType::kUI4, kUnsigned>;
    case ElementType::kUI8:
      return kUnsigned;
    default:
      return nullptr;
  }
}

// Runs a kernel of a part's type over `kRepeat` times as many elements.
template <ElementwiseFunction kKernel, size_t kRepeat>
void Repeated(const void* const* operands, void* result, size_t count, const void* attributes) {
  kKernel(operands, result, count * kRepeat, attributes);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_ADAPTERS_INL_H_
