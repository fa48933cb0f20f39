// Kernels that machine code replaces though tapes only call them.
#include <string_view>
#include <utility>

#include "core/exec/native/native_operations.h"
#include "core/types/element_type.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using Kind = NativeOperation::Kind;

class FunctionTable {
 public:
  NativeFunctions Take() && {
    AddComplex(ElementType::kF32, ElementType::kC64);
    AddComplex(ElementType::kF64, ElementType::kC128);
    AddNarrow();
    AddOthers();
    AddHalves(ElementType::kF16);
    AddHalves(ElementType::kBF16);
    return std::move(functions_);
  }

 private:
  void Add(std::string_view name, ElementType type, const NativeOperation& operation) {
    const auto kernel = simd::FindElementwise(name, type, simd::Numerics::kPortable);
    if (kernel.function != nullptr) functions_.emplace(kernel.function, operation);
  }

  void AddComplex(ElementType part, ElementType type) {
    const size_t bytes = ByteSize(part);
    NativeOperation of_parts;
    of_parts.operand_bytes = of_parts.result_bytes = static_cast<uint8_t>(bytes);
    of_parts.lanes = 2;
    const auto with = [&](Kind kind, uint8_t constant = 0) {
      NativeOperation operation = of_parts;
      operation.kind = kind;
      operation.constant = constant;
      return operation;
    };
    // A sum of complex numbers is one of twice as many floats.
    const auto on_parts = [&](Kind kind, uint8_t opcode) {
      NativeOperation operation = with(kind);
      operation.op = native::OfFloats(bytes, opcode);
      return native::OfVector(operation);
    };
    Add("add", type, on_parts(Kind::kBinary, native::kAdd));
    Add("subtract", type, on_parts(Kind::kBinary, native::kSubtract));
    Add("negate", type, on_parts(Kind::kNegateFloat, 0));
    Add("multiply", type, with(Kind::kMultiplyComplex));
    Add("conj", type, with(Kind::kConjugate));
    Add("real", type, with(Kind::kTakePart, 0));
    Add("imag", type, with(Kind::kTakePart, 1));
    Add("complex", part, with(Kind::kJoinParts));
    if (bytes == 4) Add("abs", type, with(Kind::kModulus));
    if (bytes == 8) Add("select", type, with(Kind::kSelectWide));
  }

  // Tapes have codes for some conversions, but for no selection of 2 bytes.
  void AddNarrow() {
    using enum ElementType;
    AddElement(simd::FindElementwise("select", kI16, simd::Numerics::kPortable),
               Kind::kSelectNarrow);
    const ElementType integers[] = {kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64, kUI64};
    for (const ElementType to : integers) {
      AddElement(simd::FindConvert(kI1, to), Kind::kConvertInteger);
      for (const ElementType from : integers) {
        AddElement(simd::FindConvert(from, to), Kind::kConvertInteger);
      }
    }
    for (const ElementType to : {kF32, kF64}) {
      for (const ElementType from : {kI1, kI8, kUI8, kI16, kUI16, kUI32, kI64}) {
        AddElement(simd::FindConvert(from, to), Kind::kConvertToFloat);
      }
    }
  }

  void AddOthers() {
    using enum ElementType;
    const auto add = [&](std::string_view name, ElementType type, Kind kind) {
      AddElement(simd::FindElementwise(name, type, simd::Numerics::kPortable), kind);
    };
    for (const ElementType type : {kF32, kF64}) add("is_finite", type, Kind::kIsFinite);
    for (const ElementType type : {kI32, kUI32, kI64, kUI64}) {
      add("popcnt", type, Kind::kCountOnes);
      add("count_leading_zeros", type, Kind::kCountLeadingZeros);
    }
  }

  void AddHalves(ElementType type) {
    NativeOperation operation;
    operation.is_bf16 = type == ElementType::kBF16;
    const auto add = [&](std::string_view name, Kind kind, uint8_t opcode) {
      operation.kind = kind;
      operation.op = native::OfFloats(4, opcode);
      AddElement(simd::FindElementwise(name, type, simd::Numerics::kPortable), operation);
    };
    add("add", Kind::kBinaryHalf, native::kAdd);
    add("subtract", Kind::kBinaryHalf, native::kSubtract);
    add("multiply", Kind::kBinaryHalf, native::kMultiply);
    add("divide", Kind::kBinaryHalf, native::kDivide);
    add("sqrt", Kind::kSqrtHalf, native::kSqrt);
    add("maximum", Kind::kMaximumHalf, 0);
    add("minimum", Kind::kMinimumHalf, 0);
    add("clamp", Kind::kClampHalf, 0);
    add("negate", Kind::kNegateHalf, 0);
    add("abs", Kind::kAbsHalf, 0);
    operation.kind = Kind::kHalfToSingle;
    AddElement(simd::FindConvert(type, ElementType::kF32), operation);
    operation.kind = Kind::kSingleToHalf;
    AddElement(simd::FindConvert(ElementType::kF32, type), operation);
    operation.kind = Kind::kCompareHalf;
    // Predicates of the manual, as for f32.
    using enum simd::ComparisonDirection;
    for (const auto& [direction, predicate] :
         {std::pair(kEq, 0x00), {kNe, 0x04}, {kLt, 0x11}, {kGt, 0x11}, {kLe, 0x12}, {kGe, 0x12}}) {
      operation.constant = static_cast<uint8_t>(predicate);
      operation.is_mirrored = simd::IsMirrored(direction);
      AddElement(simd::FindCompare(direction, false, type), operation);
    }
  }

  void AddElement(const simd::ElementwiseKernel& kernel, Kind kind) {
    NativeOperation operation;
    operation.kind = kind;
    operation.constant = IsSigned(kernel.operand) ? 1 : 0;
    AddElement(kernel, operation);
  }

  void AddElement(const simd::ElementwiseKernel& kernel, NativeOperation operation) {
    if (kernel.function == nullptr || kernel.tape != nullptr) return;
    operation.operand_bytes = static_cast<uint8_t>(ByteSize(kernel.operand));
    operation.result_bytes = static_cast<uint8_t>(ByteSize(kernel.result));
    operation.is_by_element = true;
    functions_.emplace(kernel.function, operation);
  }

  NativeFunctions functions_;
};

}  // namespace

NativeFunctions FindNativeFunctions() { return FunctionTable().Take(); }

}  // namespace paddock
