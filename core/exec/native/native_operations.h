// Operations that a native tape can compute itself, by the code of the tape's instruction.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_OPERATIONS_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_OPERATIONS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

struct NativeOperation {
  enum class Kind : uint8_t {
    kMove,
    // Repeats one element in a vector.
    kSpread,
    // One instruction on the operands in registers.
    kUnary,
    kBinary,
    // operand 0 * operand 1 + operand 2, rounded once or twice.
    kFusedMultiplyAdd,
    kMultiplyAdd,
    kNegateFloat,
    kAbsFloat,
    // -1, 0 or 1.
    kSignInteger,
    kNegateInteger,
    kNotInteger,
    kAbsInteger,
    kMaximumInteger,
    kMinimumInteger,
    kClampInteger,
    kMaximumFloat,
    kMinimumFloat,
    kClampFloat,
    kSignFloat,
    // To a byte.
    kCompareFloats,
    kCompareIntegers,
    kSelect,
    kSelectByte,
    // An instruction on lanes of 4 bytes for elements of 1 or 2.
    kShiftNarrow,
    kSelectNarrow,
    // Bits of integers of 4 or 8 bytes.
    kCountOnes,
    kCountLeadingZeros,
    // Arithmetic, to the right, of 8 bytes.
    kShiftWide,
    kMultiplyWide,
    kDivideIntegers,
    kByte,
    kNotByte,
    // An integer or a boolean of at most 8 bytes, to another one or to a float.
    kConvertInteger,
    kConvertToFloat,
    // To the nearest integer towards 0 that a signed type of 4 or 8 bytes has. NaN becomes 0.
    kFloatToInteger,
    // To a byte.
    kIsFinite,
    // Complex numbers, or their parts, of a call.
    kMultiplyComplex,
    kConjugate,
    kModulus,
    kTakePart,
    kJoinParts,
    // Between elements of 16 bytes.
    kSelectWide,
    // f16 or bf16. kBinaryHalf and kSqrtHalf: the instruction on f32.
    kBinaryHalf,
    kSqrtHalf,
    kMaximumHalf,
    kMinimumHalf,
    kClampHalf,
    kNegateHalf,
    kAbsHalf,
    kCompareHalf,
    kHalfToSingle,
    kSingleToHalf,
    // TapeSlice.
    kSlice,
    // TapeKernel and TapeJoinedKernel of a function of four elements.
    kCall,
    kJoinedCall,
  };
  Kind kind = Kind::kMove;
  // Bytes of an operand (of select, of the branches) and of the result; of parts of complex
  // numbers.
  uint8_t operand_bytes = 0;
  uint8_t result_bytes = 0;
  // kUnary and kBinary.
  VexOp op = {};
  // kCompareFloats, kCompareHalf: the predicate. kCompareIntegers: Assembler::Condition. kByte:
  // Assembler::ByteOp. kConvertInteger, kConvertToFloat: 1 if the operand is signed.
  // kMaximumInteger, kMinimumInteger, kClampInteger: the same. kDivideIntegers: also 2 for a
  // remainder. kUnary of map 0F3A: its constant. kTakePart: the part. kShiftNarrow: 1 if the
  // operand is extended by its sign.
  uint8_t constant = 0;
  // TapeKernel::of_element, on vectors of elements.
  bool is_vector = false;
  // The operands' lanes in an element of a vector: 2 parts of a complex number.
  uint8_t lanes = 1;
  // A call on up to kMostByElement elements, one after the other.
  bool is_by_element = false;
  static constexpr size_t kMostByElement = 4;
  // Operations on halves. kCompareHalf: also whether its operands are exchanged.
  bool is_bf16 = false;
  bool is_mirrored = false;
};

inline bool IsComplex(const NativeOperation& operation) {
  return operation.kind >= NativeOperation::Kind::kMultiplyComplex &&
         operation.kind <= NativeOperation::Kind::kSelectWide;
}

inline bool MakesMask(const NativeOperation& operation) {
  using enum NativeOperation::Kind;
  return operation.kind == kCompareFloats || operation.kind == kCompareIntegers ||
         operation.kind == kIsFinite;
}

inline bool IsHalf(const NativeOperation& operation) {
  return operation.kind >= NativeOperation::Kind::kBinaryHalf &&
         operation.kind <= NativeOperation::Kind::kSingleToHalf;
}

inline bool CallsFunction(const NativeOperation& operation) {
  return operation.kind == NativeOperation::Kind::kCall ||
         operation.kind == NativeOperation::Kind::kJoinedCall;
}

// Kernels without codes of tapes, which ignore their attributes.
using NativeFunctions = std::unordered_map<simd::ElementwiseFunction, NativeOperation>;
NativeFunctions FindNativeFunctions();

// By TapeCodes::in_memory of this machine's SIMD target. Empty for targets without AVX2.
class NativeOperations {
 public:
  NativeOperations();
  bool empty() const { return by_code_.empty(); }
  // Returns null if a native tape cannot compute it.
  const NativeOperation* Find(const simd::TapeInstruction& instruction) const;

 private:
  friend class NativeOperationTable;
  const NativeOperation* FindCalled(const simd::TapeKernel& kernel) const;

  std::unordered_map<uintptr_t, NativeOperation> by_code_;
  // By TapeKernel::of_element.
  std::unordered_map<uintptr_t, NativeOperation> of_vectors_;
  NativeFunctions by_function_;
};

// The instructions of floats of 4 or 8 bytes.
namespace native {
VexOp OfFloats(size_t bytes, uint8_t opcode);
// The instruction on vectors of that on one element.
VexOp OfVector(VexOp op);
NativeOperation OfVector(NativeOperation operation);
VexOp Spread(size_t element_bytes);
VexOp EqualIntegers(size_t bytes);
VexOp GreaterIntegers(size_t bytes);
// Minimum or maximum of integers of up to 4 bytes.
VexOp ExtremeOfIntegers(size_t bytes, bool is_maximum, bool is_signed);
VexOp AddIntegers(size_t bytes);
VexOp SubtractIntegers(size_t bytes);
// Lanes to wider ones of 4 or 8 bytes.
VexOp Extend(size_t from, size_t to, bool is_signed);
VexOp Load(size_t bytes);
VexOp Store(size_t bytes);
// The lanes of the right operand where the mask is set, else of the left.
VexOp Blend(size_t lane_bytes);
inline constexpr VexOp kAnd{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x54},
    kOr{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x56},
    kXor{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x57},
    kCopyVector{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x28},
    kSetOnes{VexOp::Prefix::k66, VexOp::Map::k0F, 0x76};
inline constexpr uint8_t kMove = 0x10, kAdd = 0x58, kMultiply = 0x59, kSubtract = 0x5C,
                         kMinimum = 0x5D, kDivide = 0x5E, kMaximum = 0x5F, kSqrt = 0x51,
                         kCompare = 0xC2, kFromInteger = 0x2A;
}  // namespace native

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_OPERATIONS_H_
