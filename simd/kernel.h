// Definitions that all kernel families of simd/ share: the signature of an element-wise kernel, and
// the two numerics. Callers include this header, so it does not include Highway.
#ifndef PADDOCK_SIMD_KERNEL_H_
#define PADDOCK_SIMD_KERNEL_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

// kPortable multiplies and adds separately: the same bits on every machine,
// target and vector width. kFast may use fused multiply-add in kernels that state it, and is as
// accurate.
enum class Numerics : uint8_t { kPortable, kFast };

// Computes `count` elements of `result` from `count` elements of each operand. Pointers
// need no alignment; nothing past `count` is read or written; `result` may be
// one of the operands where the kernel's row says so, and overlaps no operand
// in any other way. `attributes` is null, or the attributes that the kernel's row names.
using ElementwiseFunction = void (*)(const void* const* operands, void* result, size_t count,
                                     const void* attributes);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_KERNEL_H_
