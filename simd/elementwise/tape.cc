#include "simd/elementwise/tape.h"

#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "simd/elementwise/kernel_forms.h"
#include "simd/tape_tails.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/tape.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/convert-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/rounding-inl.h"
#include "simd/elementwise/tape-inl.h"
#include "simd/elementwise/tape_pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// ------------------------------------------------ which kernel is which code

struct TapeRow {
  KernelPattern kernels;
  TapeFormsFunction forms;
};

// The scalar type of equal width, as an operation sees it, and the supported widths.
struct FloatTape {
  template <size_t kBytes>
  using Lane = hwy::FloatFromSize<kBytes>;
  static constexpr bool kHasNarrow = false;
};
struct SignedTape {
  template <size_t kBytes>
  using Lane = hwy::SignedFromSize<kBytes>;
  static constexpr bool kHasNarrow = kHasTapeTails;
};
struct UnsignedTape {
  template <size_t kBytes>
  using Lane = hwy::UnsignedFromSize<kBytes>;
  static constexpr bool kHasNarrow = kHasTapeTails;
};

template <class Lanes, class Function, size_t kArity, bool kIsComparison = false>
TapeForms TapeFormsOfWidth(size_t bytes) {
  if constexpr (Lanes::kHasNarrow) {
    if (bytes == 1) {
      return TapeFormsOf<Function, typename Lanes::template Lane<1>, kArity, kIsComparison>();
    }
    if (bytes == 2) {
      return TapeFormsOf<Function, typename Lanes::template Lane<2>, kArity, kIsComparison>();
    }
  }
  if (bytes == 4) {
    return TapeFormsOf<Function, typename Lanes::template Lane<4>, kArity, kIsComparison>();
  }
  return TapeFormsOf<Function, typename Lanes::template Lane<8>, kArity, kIsComparison>();
}

template <class Function, size_t kArity>
TapeForms TapeFormsOfByte(size_t) {
  return TapeFormsOf<Function, uint8_t, kArity>();
}

inline TapeForms SelectFormsOfWidth(size_t bytes) {
  if (bytes == 1) return SelectFormsOf<uint8_t>();
  return bytes == 4 ? SelectFormsOf<uint32_t>() : SelectFormsOf<uint64_t>();
}

template <TapeControl kMove>
TapeForms MoveFormsOf(size_t) {
  TapeForms forms;
  forms.in_memory = TapeControlCode(kMove);
  return forms;
}

// Loops of scalars rarely use elements of one or two bytes. Without tail calls, where the code is
// downloaded by browsers, their kernels are called instead.
constexpr ElementTypes WithTapeTails(ElementTypes types, ElementTypes narrow) {
  return kHasTapeTails ? types | narrow : types;
}

struct TapeTable {
  using enum ElementType;
  using enum ElementwiseOp;
  // The element types of chain_ops.def. A boolean is a byte, and ordered like one.
  static constexpr ElementTypes kFloats = {kF32, kF64};
  static constexpr ElementTypes kSigned = WithTapeTails({kI32, kI64}, {kI8, kI16});
  static constexpr ElementTypes kUnsigned = WithTapeTails({kUI32, kUI64}, {kI1, kUI8, kUI16});
  static constexpr ElementTypes kIntegers = kSigned | WithTapeTails({kUI32, kUI64}, {kUI8, kUI16});
  static constexpr ElementTypes kBits = kIntegers;
  static constexpr ElementTypes kBooleans = {};
  // Bytes without a sign, and all bytes.
  static constexpr ElementTypes kSmall = {kI1, kUI2, kUI4, kUI8};
  static constexpr ElementTypes kBytes = kSmall | ElementTypes{kI2, kI4, kI8};

  // Narrow integers are stored in bytes that compare as they do.
  static constexpr ElementTypes Compared(ElementTypes types) {
    if (types.Contains(kI8)) types = types | ElementTypes{kI2, kI4};
    return types.Contains(kUI8) ? types | kSmall : types;
  }

  static constexpr ElementTypes TypesOfBytes(size_t bytes) {
    ElementTypes types = {};
    for (size_t i = 0; i < kElementTypeCount; ++i) {
      const auto type = static_cast<ElementType>(i);
      if (ByteSize(type) == bytes) types = types | ElementTypes{type};
    }
    return types;
  }

  template <class Function, typename From, typename To>
  static constexpr TapeRow Conversion(ElementTypes from, ElementTypes to) {
    return {{ElementwiseOp::kConvert, from, to}, &ConversionFormsOf<Function, From, To>};
  }
  template <TapeControl kMove>
  static constexpr TapeRow Move(ElementTypes from, ElementTypes to) {
    return {{ElementwiseOp::kConvert, from, to}, &MoveFormsOf<kMove>};
  }

  static const TapeRow kRows[];
};

constexpr TapeRow TapeTable::kRows[] = {
#define CHAIN_UNARY(name, lanes, function, types, operation) \
  {{k##operation, types}, &TapeFormsOfWidth<lanes##Tape, function, 1>},
#define CHAIN_BINARY(name, lanes, function, types, operation) \
  {{k##operation, types}, &TapeFormsOfWidth<lanes##Tape, function, 2>},
#define CHAIN_COMMUTATIVE CHAIN_BINARY
#define CHAIN_ARITHMETIC CHAIN_BINARY
#define CHAIN_TERNARY(name, lanes, function, types, operation) \
  {{k##operation, types}, &TapeFormsOfWidth<lanes##Tape, function, 3>},
#define CHAIN_COMPARE(name, lanes, function, types, direction)                       \
  {{kCompare, Compared(types), ElementTypes::All(), ComparisonDirection::direction}, \
   &TapeFormsOfWidth<lanes##Tape, InBytes<function>, 2, true>},
#include "simd/elementwise/chain_ops.def"
#undef CHAIN_UNARY
#undef CHAIN_BINARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
    {{kShiftLeft, kIntegers}, &TapeFormsOfWidth<UnsignedTape, ShiftLeftBits, 2>},
    {{kShiftRightLogical, kIntegers},
     &TapeFormsOfWidth<UnsignedTape, ShiftRightLogicalBits<32>, 2>},
    {{kShiftRightArithmetic, kIntegers},
     &TapeFormsOfWidth<UnsignedTape, ShiftRightArithmeticBits<32>, 2>},
    {{kDivide, {kI32, kI64}}, &TapeFormsOfWidth<SignedTape, OfScalars<DivideIntegers>, 2>},
    {{kRemainder, {kI32, kI64}}, &TapeFormsOfWidth<SignedTape, OfScalars<RemainderIntegers>, 2>},
    {{kDivide, {kUI32, kUI64}}, &TapeFormsOfWidth<UnsignedTape, OfScalars<DivideIntegers>, 2>},
    {{kRemainder, {kUI32, kUI64}},
     &TapeFormsOfWidth<UnsignedTape, OfScalars<RemainderIntegers>, 2>},
#if PADDOCK_TAPE_TAILS
    {{kSign, {kI32, kI64}}, &TapeFormsOfWidth<SignedTape, SignIntegers, 1>},
    {{kFloor, kFloats}, &TapeFormsOfWidth<FloatTape, FloorFloats, 1>},
    {{kCeil, kFloats}, &TapeFormsOfWidth<FloatTape, CeilFloats, 1>},
    {{kRoundNearestEven, kFloats}, &TapeFormsOfWidth<FloatTape, RoundToEven, 1>},
#endif
    {{kAnd, kBytes}, &TapeFormsOfByte<AndBits, 2>},
    {{kOr, kBytes}, &TapeFormsOfByte<OrBits, 2>},
    {{kXor, kBytes}, &TapeFormsOfByte<XorBits, 2>},
    {{kNot, {kI1}}, &TapeFormsOfByte<NotBoolean, 1>},
    // A sum of booleans is their or, a product their and.
    {{kAdd, {kI1}}, &TapeFormsOfByte<OrBits, 2>},
    {{kMultiply, {kI1}}, &TapeFormsOfByte<AndBits, 2>},
    {{kSelect, TypesOfBytes(1) | TypesOfBytes(4) | TypesOfBytes(8)}, &SelectFormsOfWidth},
    Conversion<ConvertIntegers<uint64_t>, int32_t, uint64_t>({kI32}, {kI64, kUI64}),
    Conversion<ConvertIntegers<uint64_t>, uint32_t, uint64_t>({kUI32}, {kI64, kUI64}),
    Conversion<ConvertIntegers<uint32_t>, int64_t, uint32_t>({kI64}, {kI32, kUI32}),
    Conversion<ConvertIntegers<uint32_t>, uint64_t, uint32_t>({kUI64}, {kI32, kUI32}),
    Conversion<ConvertIntegers<uint32_t>, uint8_t, uint32_t>(kSmall, {kI32, kUI32}),
    Conversion<ConvertIntegers<uint64_t>, uint8_t, uint64_t>(kSmall, {kI64, kUI64}),
    Conversion<IntegersToFloats<float>, uint8_t, float>(kSmall, {kF32}),
    Conversion<IntegersToFloats<double>, uint8_t, double>(kSmall, {kF64}),
    Conversion<IntegersToFloats<float>, int32_t, float>({kI32}, {kF32}),
    Conversion<IntegersToFloats<double>, int32_t, double>({kI32}, {kF64}),
    Conversion<IntegersToFloats<float>, uint32_t, float>({kUI32}, {kF32}),
    Conversion<IntegersToFloats<double>, uint32_t, double>({kUI32}, {kF64}),
    Conversion<IntegersToFloats<double>, int64_t, double>({kI64}, {kF64}),
    Conversion<IntegersToFloats<double>, uint64_t, double>({kUI64}, {kF64}),
    Conversion<FloatsToIntegers<uint32_t, 32, true>, float, uint32_t>({kF32}, {kI32}),
    Conversion<FloatsToIntegers<uint64_t, 64, true>, float, uint64_t>({kF32}, {kI64}),
    Conversion<FloatsToIntegers<uint32_t, 32, true>, double, uint32_t>({kF64}, {kI32}),
    Conversion<FloatsToIntegers<uint64_t, 64, true>, double, uint64_t>({kF64}, {kI64}),
    Conversion<F32ToF64, float, double>({kF32}, {kF64}),
    Conversion<F64ToF32, double, float>({kF64}, {kF32}),
    Move<TapeControl::kMove4>({kI32, kUI32}, {kI32, kUI32}),
    Move<TapeControl::kMove4>({kF32}, {kF32}),
    Move<TapeControl::kMove8>({kI64, kUI64}, {kI64, kUI64}),
    Move<TapeControl::kMove8>({kF64}, {kF64}),
    Move<TapeControl::kMove8>({kC64}, {kC64}),
};

template <bool kFused>
struct MultiplyAddFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs, V sum) const {
    return kFused ? hn::MulAdd(lhs, rhs, sum) : hn::Add(sum, hn::Mul(lhs, rhs));
  }
};

TapeForms TapeMultiplyAdd(size_t operand_bytes, Numerics numerics) {
  return numerics == Numerics::kFast
             ? TapeFormsOfWidth<FloatTape, MultiplyAddFloats<true>, 3>(operand_bytes)
             : TapeFormsOfWidth<FloatTape, MultiplyAddFloats<false>, 3>(operand_bytes);
}

TapeFormsFunction TapeFormsOfKernel(const ElementwiseKernel& kernel) {
  for (const TapeRow& row : TapeTable::kRows) {
    if (row.kernels.Matches(kernel)) return row.forms;
  }
  return nullptr;
}

// ------------------------------------------------ pairs

struct TapePairRow {
  uintptr_t first;
  uintptr_t second;
  bool is_right;
  TapeCodes codes;
};

#if PADDOCK_TAPE_TAILS
template <class... Function>
struct TapeFunctions {};

// Pairs that are frequent in loops: a product and a sum, a sum of quotients, and the loop counter
// with its limit.
class TapePairs {
 public:
  TapePairs() {
    using Floats = TapeFunctions<AddFloats, SubtractFloats, MultiplyFloats, DivideFloats>;
    using Integers = TapeFunctions<AddIntegers, SubtractIntegers, MultiplyIntegers>;
    AddAll<float>(Floats(), Floats());
    AddAll<double>(Floats(), Floats());
    AddAll<uint32_t>(Integers(), Integers());
    AddAll<uint64_t>(Integers(), Integers());
    AddBranches<uint32_t, int32_t>();
    AddBranches<uint64_t, int64_t>();
  }

  TapeCodes Find(uintptr_t first, uintptr_t second, bool is_right) const {
    for (const TapePairRow& row : rows_) {
      if (row.first == first && row.second == second && row.is_right == is_right) return row.codes;
    }
    return {};
  }

 private:
  using enum TapeSource;

  template <typename T, class... First, class Seconds>
  void AddAll(TapeFunctions<First...>, Seconds seconds) {
    (AddSeconds<T, First>(seconds), ...);
  }
  template <typename T, class First, class... Second>
  void AddSeconds(TapeFunctions<Second...>) {
    (Add<T, First, Second, kLeft>(), ...);
    (Add<T, First, Second, kRight>(), ...);
  }
  template <typename T, class First, class Second, TapeSource kLink>
  void Add() {
    using Then = TapeCompute<Second, T, 2, kLink>;
    TapeCodes codes;
    codes.in_memory = TapeCodeToRunBoth<TapeCompute<First, T, 2, kMemory>, Then>();
    codes.after_left = TapeCodeToRunBoth<TapeCompute<First, T, 2, kLeft>, Then>();
    codes.after_right = TapeCodeToRunBoth<TapeCompute<First, T, 2, kRight>, Then>();
    rows_.push_back({TapeCodeToRun<TapeCompute<First, T, 2, kMemory>>(),
                     TapeCodeToRun<TapeCompute<Second, T, 2, kMemory>>(), kLink == kRight, codes});
  }

  template <typename Unsigned, typename Signed>
  void AddBranches() {
    AddBranchesAfter<AddIntegers, Unsigned, Signed>();
    AddBranchesAfter<SubtractIntegers, Unsigned, Signed>();
  }
  template <class First, typename Unsigned, typename Signed>
  void AddBranchesAfter() {
    AddBranch<First, Unsigned, HoldsLess, Signed>();
    AddBranch<First, Unsigned, HoldsLessOrEqual, Signed>();
    AddBranch<First, Unsigned, HoldsEqual, Unsigned>();
    AddBranch<First, Unsigned, HoldsNotEqual, Unsigned>();
  }
  template <class First, typename Unsigned, class Holds, typename T>
  void AddBranch() {
    AddBranchOn<First, Unsigned, Holds, T, kLeft>();
    AddBranchOn<First, Unsigned, Holds, T, kRight>();
  }
  template <class First, typename Unsigned, class Holds, typename T, TapeSource kLink>
  void AddBranchOn() {
    using Before = TapeCompute<First, Unsigned, 2, kMemory>;
    TapeCodes codes;
    codes.in_memory = TapeCodeToCount<TapeCount<First, Unsigned, kMemory, Holds, T, kLink>>();
    codes.after_left = TapeCodeToRepeat<TapeCount<First, Unsigned, kLeft, Holds, T, kLink>>();
    codes.after_right = TapeCodeToRepeat<TapeCount<First, Unsigned, kRight, Holds, T, kLink>>();
    rows_.push_back({TapeCodeToRun<Before>(),
                     TapeCodeToGo<TapeCompareBranch<InBytes<Holds>, T, kMemory>>(), kLink == kRight,
                     codes});
  }

  std::vector<TapePairRow> rows_;
};

TapeCodes TapePair(uintptr_t first, uintptr_t second, bool is_right) {
  static const TapePairs pairs;
  return pairs.Find(first, second, is_right);
}
#else
TapeCodes TapePair(uintptr_t, uintptr_t, bool) { return {}; }
#endif

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(RunTapeBlocks);
HWY_EXPORT(TapeControlCode);
HWY_EXPORT(TapeFormsOfKernel);
HWY_EXPORT(TapePair);
HWY_EXPORT(TapeMultiplyAdd);

void RunTape(TapeBlock& entry, TapeRun& run) { HWY_DYNAMIC_DISPATCH(RunTapeBlocks)(entry, run); }

uintptr_t FindTapeCode(TapeControl control) {
  return HWY_DYNAMIC_DISPATCH(TapeControlCode)(control);
}

TapeFormsFunction FindTapeForms(const ElementwiseKernel& kernel) {
  return HWY_DYNAMIC_DISPATCH(TapeFormsOfKernel)(kernel);
}

TapeForms FindTapeMultiplyAdd(size_t operand_bytes, Numerics numerics) {
  return HWY_DYNAMIC_DISPATCH(TapeMultiplyAdd)(operand_bytes, numerics);
}

TapeCodes FindTapePair(uintptr_t first, uintptr_t second, bool is_right) {
  return HWY_DYNAMIC_DISPATCH(TapePair)(first, second, is_right);
}

}  // namespace paddock::simd
#endif
