#include "core/exec/native/native_operations.h"

#include <string_view>
#include <utility>

#include "core/exec/native/native_lanes.h"
#include "core/types/element_type.h"
#include "simd/elementwise/elementwise.h"
#include "simd/target.h"

namespace paddock {

namespace {

bool IsNative(const simd::TapeSlice& slice) {
  constexpr int64_t kMost = (int64_t{1} << 31) - 1;
  // More bytes are moved faster by memmove.
  constexpr uint32_t kMostBytes = 64;
  int64_t extent = 0;
  for (const simd::TapeSlice::Index& index : slice.indices) {
    if (index.limit > kMost || index.stride > kMost) return false;
    extent += index.limit * index.stride;
  }
  const bool is_element = slice.bytes == 1 || slice.bytes == 2;
  return extent <= kMost && (is_element || slice.bytes % 4 == 0) && slice.bytes <= kMostBytes;
}

}  // namespace

// Fills the table.
class NativeOperationTable {
 public:
  explicit NativeOperationTable(NativeOperations& operations)
      : by_code_(operations.by_code_), of_vectors_(operations.of_vectors_) {}

  void Fill() {
    // First, because the linker may give a conversion to the same width the code of a move.
    using enum simd::TapeControl;
    for (const auto& [control, bytes] :
         {std::pair(kMove1, 1), {kMove2, 2}, {kMove4, 4}, {kMove8, 8}, {kMove16, 16}}) {
      const auto width = static_cast<uint8_t>(bytes);
      Add(simd::FindTapeCode(control), {Kind::kMove, width, width});
    }
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) AddFloats(type);
    for (const ElementType type :
         {ElementType::kI32, ElementType::kUI32, ElementType::kI64, ElementType::kUI64}) {
      AddIntegers(type);
    }
    for (const ElementType type :
         {ElementType::kI8, ElementType::kUI8, ElementType::kI16, ElementType::kUI16}) {
      AddNarrowIntegers(type);
    }
    Add(simd::FindTapeCode(kSlice), {.kind = Kind::kSlice});
    Add(simd::FindTapeCode(kKernel), {.kind = Kind::kCall});
    Add(simd::FindTapeCode(kJoined), {.kind = Kind::kJoinedCall});
    AddBytes();
    AddConversions();
    for (const auto& [control, bytes] : {std::pair(kMove1, 1), {kMove4, 4}, {kMove8, 8}}) {
      const auto width = static_cast<uint8_t>(bytes);
      NativeOperation spread{Kind::kSpread, width, width, native::Spread(width)};
      spread.is_vector = true;
      of_vectors_.emplace(simd::FindTapeCode(control), spread);
    }
    for (const auto& [code, operation] : by_code_) {
      if (HasVectors(operation)) of_vectors_.emplace(code, native::OfVector(operation));
    }
  }

 private:
  using Kind = NativeOperation::Kind;
  using Prefix = VexOp::Prefix;
  using Map = VexOp::Map;
  // vpmullw
  static constexpr uint8_t kMultiplyWords = 0xD5;

  void Add(uintptr_t code, NativeOperation operation) {
    if (code != 0) by_code_.emplace(code, operation);
  }

  void Add(const simd::ElementwiseKernel& kernel, NativeOperation operation) {
    if (kernel.function == nullptr || kernel.tape == nullptr) return;
    operation.operand_bytes = static_cast<uint8_t>(ByteSize(kernel.operand));
    operation.result_bytes = static_cast<uint8_t>(ByteSize(kernel.result));
    Add(kernel.tape(operation.operand_bytes).in_memory, operation);
  }

  void Add(std::string_view name, ElementType type, const NativeOperation& operation) {
    Add(simd::FindElementwise(name, type, simd::Numerics::kPortable), operation);
  }

  static bool HasVectors(const NativeOperation& operation) {
    switch (operation.kind) {
      case Kind::kBinary:
        // There is no product of bytes: the low halves of wider ones serve for one.
        return operation.operand_bytes > 1 || operation.op.opcode != kMultiplyWords;
      case Kind::kNegateFloat:
      case Kind::kAbsFloat:
      case Kind::kMaximumFloat:
      case Kind::kMinimumFloat:
      case Kind::kClampFloat:
      case Kind::kSignFloat:
      case Kind::kSignInteger:
      case Kind::kNegateInteger:
      case Kind::kNotInteger:
      case Kind::kAbsInteger:
      case Kind::kMaximumInteger:
      case Kind::kMinimumInteger:
      case Kind::kClampInteger:
      case Kind::kCompareFloats:
      case Kind::kSelect:
      case Kind::kByte:
      case Kind::kNotByte:
        return true;
      case Kind::kCompareIntegers:
        return operation.operand_bytes >= 4 && ComparesLanes(operation);
      case Kind::kFloatToInteger:
        return operation.operand_bytes == 4 && operation.result_bytes == 4;
      default:
        return operation.kind == Kind::kUnary &&
               (operation.op.opcode == native::kSqrt || operation.op.map == Map::k0F3A);
    }
  }

  void AddFloats(ElementType type) {
    const size_t bytes = ByteSize(type);
    const auto width = static_cast<uint8_t>(bytes);
    const auto binary = [&](uint8_t opcode) {
      return NativeOperation{.kind = Kind::kBinary, .op = native::OfFloats(bytes, opcode)};
    };
    Add("add", type, binary(native::kAdd));
    Add("subtract", type, binary(native::kSubtract));
    Add("multiply", type, binary(native::kMultiply));
    Add("divide", type, binary(native::kDivide));
    Add("sqrt", type, {.kind = Kind::kUnary, .op = native::OfFloats(bytes, native::kSqrt)});
    Add("negate", type, {.kind = Kind::kNegateFloat});
    Add("abs", type, {.kind = Kind::kAbsFloat});
    Add("maximum", type, {.kind = Kind::kMaximumFloat});
    Add("minimum", type, {.kind = Kind::kMinimumFloat});
    Add("clamp", type, {.kind = Kind::kClampFloat});
    Add("sign", type, {.kind = Kind::kSignFloat});
    for (const auto& [name, how] :
         {std::pair("floor", 0x09), {"ceil", 0x0A}, {"round_nearest_even", 0x08}}) {
      const auto opcode = static_cast<uint8_t>(bytes == 4 ? 0x0A : 0x0B);
      Add(name, type,
          {.kind = Kind::kUnary,
           .op = {Prefix::k66, Map::k0F3A, opcode},
           .constant = static_cast<uint8_t>(how)});
    }
    Add("select", type, {.kind = Kind::kSelect});
    Add(simd::FindTapeMultiplyAdd(bytes, simd::Numerics::kFast).in_memory,
        {Kind::kFusedMultiplyAdd, width, width});
    Add(simd::FindTapeMultiplyAdd(bytes, simd::Numerics::kPortable).in_memory,
        {Kind::kMultiplyAdd, width, width});
    // Predicates of the manual: false if an operand is NaN, except kNe.
    using enum simd::ComparisonDirection;
    for (const auto& [direction, predicate] :
         {std::pair(kEq, 0x00), {kLt, 0x11}, {kLe, 0x12}, {kNe, 0x04}}) {
      Add(simd::FindCompare(direction, false, type),
          {.kind = Kind::kCompareFloats, .constant = static_cast<uint8_t>(predicate)});
    }
  }

  static NativeOperation OfIntegers(Map map, uint8_t opcode, bool is_wide = false) {
    return {.kind = Kind::kBinary, .op = {Prefix::k66, map, opcode, is_wide}};
  }

  // Bits above those of the element count for nothing, except to shift right.
  void AddNarrowIntegers(ElementType type) {
    const size_t bytes = ByteSize(type);
    AddOfAnyWidth(type);
    Add("multiply", type, OfIntegers(Map::k0F, kMultiplyWords));
    if (bytes == 2) AddBitwise(type);
    Add("shift_left", type, OfShift(0x47, 0));
    Add("shift_right_logical", type, OfShift(0x45, 0));
    Add("shift_right_arithmetic", type, OfShift(0x46, 1));
    AddExtremes(type);
  }

  // `is_signed`: 1 if the operand is extended by its sign.
  static NativeOperation OfShift(uint8_t opcode, uint8_t is_signed) {
    NativeOperation operation = OfIntegers(Map::k0F38, opcode);
    operation.kind = Kind::kShiftNarrow;
    operation.constant = is_signed;
    return operation;
  }

  void AddOfAnyWidth(ElementType type) {
    const size_t bytes = ByteSize(type);
    Add("add", type, {.kind = Kind::kBinary, .op = native::AddIntegers(bytes)});
    Add("subtract", type, {.kind = Kind::kBinary, .op = native::SubtractIntegers(bytes)});
    Add("negate", type, {.kind = Kind::kNegateInteger});
    Add("not", type, {.kind = Kind::kNotInteger});
    if (IsSigned(type)) Add("abs", type, {.kind = Kind::kAbsInteger});
  }

  void AddBitwise(ElementType type) {
    Add("and", type, OfIntegers(Map::k0F, 0xDB));
    Add("or", type, OfIntegers(Map::k0F, 0xEB));
    Add("xor", type, OfIntegers(Map::k0F, 0xEF));
  }

  void AddExtremes(ElementType type) {
    const uint8_t sign = IsSigned(type) ? 1 : 0;
    for (const auto& [name, kind] : {std::pair("minimum", Kind::kMinimumInteger),
                                     {"maximum", Kind::kMaximumInteger},
                                     {"clamp", Kind::kClampInteger}}) {
      Add(name, type, {.kind = kind, .constant = sign});
    }
  }

  void AddIntegers(ElementType type) {
    const bool is_wide = ByteSize(type) == 8;
    AddOfAnyWidth(type);
    AddBitwise(type);
    if (is_wide) {
      Add("multiply", type, {.kind = Kind::kMultiplyWide});
    } else {
      Add("multiply", type, OfIntegers(Map::k0F38, 0x40));
    }
    // Unsigned amounts past the width shift everything out.
    Add("shift_left", type, OfIntegers(Map::k0F38, 0x47, is_wide));
    Add("shift_right_logical", type, OfIntegers(Map::k0F38, 0x45, is_wide));
    const bool is_signed = IsSigned(type);
    if (is_wide) {
      Add("shift_right_arithmetic", type, {.kind = Kind::kShiftWide});
    } else {
      Add("shift_right_arithmetic", type, OfIntegers(Map::k0F38, 0x46));
    }
    Add("select", type, {.kind = Kind::kSelect});
    if (is_signed) Add("sign", type, {.kind = Kind::kSignInteger});
    if (is_signed || !is_wide) AddExtremes(type);
    const uint8_t sign = is_signed ? 1 : 0;
    Add("divide", type, {.kind = Kind::kDivideIntegers, .constant = sign});
    Add("remainder", type,
        {.kind = Kind::kDivideIntegers, .constant = static_cast<uint8_t>(sign | 2)});
    AddComparisons(type);
  }

  void AddComparisons(ElementType type) {
    using enum simd::ComparisonDirection;
    using Condition = Assembler::Condition;
    const bool is_signed = IsSigned(type);
    for (const auto& [direction, condition] :
         {std::pair(kEq, Condition::kEqual),
          {kNe, Condition::kNotEqual},
          {kLt, is_signed ? Condition::kLess : Condition::kBelow},
          {kLe, is_signed ? Condition::kLessOrEqual : Condition::kBelowOrEqual}}) {
      Add(simd::FindCompare(direction, false, type),
          {.kind = Kind::kCompareIntegers, .constant = static_cast<uint8_t>(condition)});
    }
  }

  void AddBytes() {
    using ByteOp = Assembler::ByteOp;
    for (const auto& [name, op] :
         {std::pair("and", ByteOp::kAnd), {"or", ByteOp::kOr}, {"xor", ByteOp::kXor}}) {
      for (const ElementType type : {ElementType::kI1, ElementType::kI8, ElementType::kUI8}) {
        Add(name, type, {.kind = Kind::kByte, .constant = static_cast<uint8_t>(op)});
      }
    }
    Add("not", ElementType::kI1, {.kind = Kind::kNotByte});
    Add("select", ElementType::kI1, {.kind = Kind::kSelectByte});
    using enum ElementType;
    for (const ElementType type : {kI1, kI8, kUI8, kI16, kUI16}) AddComparisons(type);
  }

  void AddConversions() {
    using enum ElementType;
    const auto unary = [](Prefix prefix, uint8_t opcode) {
      return NativeOperation{.kind = Kind::kUnary, .op = {prefix, Map::k0F, opcode}};
    };
    Add(simd::FindConvert(kI32, kF32), unary(Prefix::kNone, 0x5B));
    Add(simd::FindConvert(kI32, kF64), unary(Prefix::kF3, 0xE6));
    Add(simd::FindConvert(kF32, kF64), unary(Prefix::kF3, 0x5A));
    Add(simd::FindConvert(kF64, kF32), unary(Prefix::kF2, 0x5A));
    const ElementType integers[] = {kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64, kUI64};
    for (const ElementType to : integers) {
      AddConversion(kI1, to, Kind::kConvertInteger);
      for (const ElementType from : integers) AddConversion(from, to, Kind::kConvertInteger);
    }
    for (const ElementType to : {kF32, kF64}) {
      for (const ElementType from : {kI1, kI8, kUI8, kI16, kUI16, kUI32, kI64}) {
        AddConversion(from, to, Kind::kConvertToFloat);
      }
      for (const ElementType integer : {kI32, kI64}) {
        AddConversion(to, integer, Kind::kFloatToInteger);
      }
    }
  }

  void AddConversion(ElementType from, ElementType to, Kind kind) {
    Add(simd::FindConvert(from, to),
        {.kind = kind, .constant = static_cast<uint8_t>(IsSigned(from) ? 1 : 0)});
  }

  std::unordered_map<uintptr_t, NativeOperation>& by_code_;
  std::unordered_map<uintptr_t, NativeOperation>& of_vectors_;
};

NativeOperations::NativeOperations() {
  // Highway's targets with AVX2 and more also fuse multiply-adds.
  if (!simd::TargetName().starts_with("AVX")) return;
  NativeOperationTable(*this).Fill();
  by_function_ = FindNativeFunctions();
}

const NativeOperation* NativeOperations::FindCalled(const simd::TapeKernel& kernel) const {
  const auto function = by_function_.find(kernel.function);
  if (function == by_function_.end()) return nullptr;
  const NativeOperation& operation = function->second;
  const size_t most =
      operation.is_by_element ? NativeOperation::kMostByElement : simd::TapeKernel::kMostOfVector;
  return kernel.count <= most ? &operation : nullptr;
}

const NativeOperation* NativeOperations::Find(const simd::TapeInstruction& instruction) const {
  const auto found = by_code_.find(instruction.code);
  if (found == by_code_.end()) return nullptr;
  using Kind = NativeOperation::Kind;
  const NativeOperation* const operation = &found->second;
  bool is_native = true;
  if (operation->kind == Kind::kSlice) {
    is_native = IsNative(*static_cast<const simd::TapeSlice*>(instruction.extra));
  } else if (operation->kind == Kind::kCall) {
    const auto& kernel = *static_cast<const simd::TapeKernel*>(instruction.extra);
    const auto vector = of_vectors_.find(kernel.of_element);
    if (vector != of_vectors_.end()) return &vector->second;
    if (const NativeOperation* called = FindCalled(kernel)) return called;
    is_native = kernel.of_four != 0;
  } else if (operation->kind == Kind::kJoinedCall) {
    is_native = static_cast<const simd::TapeJoinedKernel*>(instruction.extra)->kernel->of_four != 0;
  }
  return is_native ? operation : nullptr;
}

}  // namespace paddock
