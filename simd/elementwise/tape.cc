#include "simd/elementwise/tape.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/tape_tails.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/tape.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/convert-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/tape-inl.h"
#include "simd/elementwise/tape_pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// ------------------------------------------------ which kernel is which code

struct TapeRow {
  uintptr_t kernel;
  TapeForms forms;
};

using TapeTypes = std::initializer_list<ElementType>;

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

class TapeTable {
 public:
  TapeTable() {
    AddCheap();
    AddOp<UnsignedTape, ShiftLeftBits, 2>("shift_left", Integers());
    AddOp<UnsignedTape, ShiftRightLogicalBits<32>, 2>("shift_right_logical", Integers());
    AddOp<UnsignedTape, ShiftRightArithmeticBits<32>, 2>("shift_right_arithmetic", Integers());
    AddOp<SignedTape, OfScalars<DivideIntegers>, 2>("divide", {kI32, kI64});
    AddOp<SignedTape, OfScalars<RemainderIntegers>, 2>("remainder", {kI32, kI64});
    AddOp<UnsignedTape, OfScalars<DivideIntegers>, 2>("divide", {kUI32, kUI64});
    AddOp<UnsignedTape, OfScalars<RemainderIntegers>, 2>("remainder", {kUI32, kUI64});
    // Booleans are bytes.
    Add(FindElementwise("and", kI1, Numerics::kPortable), TapeFormsOf<AndBits, uint8_t, 2>());
    Add(FindElementwise("or", kI1, Numerics::kPortable), TapeFormsOf<OrBits, uint8_t, 2>());
    Add(FindElementwise("xor", kI1, Numerics::kPortable), TapeFormsOf<XorBits, uint8_t, 2>());
    Add(FindElementwise("not", kI1, Numerics::kPortable), TapeFormsOf<NotBoolean, uint8_t, 1>());
    AddSelect();
    AddConversions();
  }

  std::optional<TapeForms> Find(ElementwiseKernel kernel) const {
    const auto key = reinterpret_cast<uintptr_t>(kernel);
    const auto found = std::ranges::find(rows_, key, &TapeRow::kernel);
    if (found == rows_.end()) return std::nullopt;
    return found->forms;
  }

 private:
  using enum ElementType;
  // Loops of scalars rarely use elements of one or two bytes. Without tail calls, where the code is
  // downloaded by browsers, their kernels are called instead.
  static std::vector<ElementType> Integers() {
    if (!kHasTapeTails) return {kI32, kI64, kUI32, kUI64};
    return {kI8, kI16, kI32, kI64, kUI8, kUI16, kUI32, kUI64};
  }

  // The operations of chains.
  void AddCheap() {
    const std::vector<ElementType> kIntegers = Integers();
    const std::vector<ElementType>& kBits = kIntegers;
    std::vector<ElementType> kSigned, kUnsigned;
    for (ElementType type : kBits) (IsSigned(type) ? kSigned : kUnsigned).push_back(type);
    const std::vector<ElementType> kFloats = {kF32, kF64};
    const std::vector<ElementType> kBooleans = {};
#define CHAIN_UNARY(name, lanes, function, types, spelling) \
  AddOp<lanes##Tape, function, 1>(spelling, types);
#define CHAIN_BINARY(name, lanes, function, types, spelling) \
  AddOp<lanes##Tape, function, 2>(spelling, types);
#define CHAIN_COMMUTATIVE CHAIN_BINARY
#define CHAIN_ARITHMETIC CHAIN_BINARY
#define CHAIN_TERNARY(name, lanes, function, types, spelling) \
  AddOp<lanes##Tape, function, 3>(spelling, types);
#define CHAIN_COMPARE(name, lanes, function, types, direction) \
  AddCompare<lanes##Tape, function>(ComparisonDirection::direction, types);
#include "simd/elementwise/chain_ops.def"
#undef CHAIN_UNARY
#undef CHAIN_BINARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
  }

  void AddSelect() {
    Add(FindElementwise("select", kI1, Numerics::kPortable), SelectFormsOf<uint8_t>());
    Add(FindElementwise("select", kF32, Numerics::kPortable), SelectFormsOf<uint32_t>());
    Add(FindElementwise("select", kF64, Numerics::kPortable), SelectFormsOf<uint64_t>());
  }

  void AddConversions() {
    AddConvert<ConvertIntegers<uint64_t>, int32_t, uint64_t>(kI32, kI64);
    AddConvert<ConvertIntegers<uint64_t>, uint32_t, uint64_t>(kUI32, kUI64);
    AddConvert<ConvertIntegers<uint32_t>, int64_t, uint32_t>(kI64, kI32);
    AddConvert<ConvertIntegers<uint32_t>, uint64_t, uint32_t>(kUI64, kUI32);
    AddConvert<ConvertIntegers<uint32_t>, uint8_t, uint32_t>(kI1, kI32);
    AddConvert<ConvertIntegers<uint64_t>, uint8_t, uint64_t>(kI1, kI64);
    AddConvert<IntegersToFloats<float>, uint8_t, float>(kI1, kF32);
    AddConvert<IntegersToFloats<double>, uint8_t, double>(kI1, kF64);
    AddConvert<IntegersToFloats<float>, int32_t, float>(kI32, kF32);
    AddConvert<IntegersToFloats<double>, int32_t, double>(kI32, kF64);
    AddConvert<IntegersToFloats<float>, uint32_t, float>(kUI32, kF32);
    AddConvert<IntegersToFloats<double>, uint32_t, double>(kUI32, kF64);
    AddConvert<IntegersToFloats<double>, int64_t, double>(kI64, kF64);
    AddConvert<IntegersToFloats<double>, uint64_t, double>(kUI64, kF64);
    AddConvert<FloatsToIntegers<uint32_t, 32, true>, float, uint32_t>(kF32, kI32);
    AddConvert<FloatsToIntegers<uint64_t, 64, true>, float, uint64_t>(kF32, kI64);
    AddConvert<FloatsToIntegers<uint32_t, 32, true>, double, uint32_t>(kF64, kI32);
    AddConvert<FloatsToIntegers<uint64_t, 64, true>, double, uint64_t>(kF64, kI64);
    AddConvert<F32ToF64, float, double>(kF32, kF64);
    AddConvert<F64ToF32, double, float>(kF64, kF32);
    Add(FindConvert(kI32, kUI32), MoveForms(TapeControl::kMove4));
    Add(FindConvert(kI64, kUI64), MoveForms(TapeControl::kMove8));
  }

  static TapeForms MoveForms(TapeControl move) {
    TapeForms forms;
    forms.in_memory = TapeControlCode(move);
    return forms;
  }

  template <class Lanes, class Function, size_t kArity>
  void AddOp(std::string_view spelling, const std::vector<ElementType>& types) {
    for (ElementType type : types) {
      const ElementwiseKernel kernel = FindElementwise(spelling, type, Numerics::kPortable);
      Add(kernel, TapeFormsOfWidth<Lanes, Function, kArity>(ByteSize(type)));
    }
  }

  // Greater is less with the operands exchanged.
  template <class Lanes, class Holds>
  void AddCompare(ComparisonDirection direction, const std::vector<ElementType>& types) {
    using enum ComparisonDirection;
    for (ElementType type : types) {
      TapeForms forms = TapeFormsOfWidth<Lanes, InBytes<Holds>, 2, true>(ByteSize(type));
      Add(FindCompare(direction, false, type), forms);
      forms.is_exchanged = true;
      if (direction == kLt) Add(FindCompare(kGt, false, type), forms);
      if (direction == kLe) Add(FindCompare(kGe, false, type), forms);
    }
  }

  template <class Function, typename From, typename To>
  void AddConvert(ElementType from, ElementType to) {
    Add(FindConvert(from, to), ConversionFormsOf<Function, From, To>());
  }

  void Add(ElementwiseKernel kernel, const TapeForms& forms) {
    rows_.push_back({reinterpret_cast<uintptr_t>(kernel), forms});
  }

  // Searched linearly, only when a loop is planned: sorting would take more code than all rows.
  std::vector<TapeRow> rows_;
};

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

std::optional<TapeForms> TapeFormsOfKernel(ElementwiseKernel kernel) {
  static const TapeTable table;
  return table.Find(kernel);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(RunTapeBlocks);
HWY_EXPORT(TapeControlCode);
HWY_EXPORT(TapeFormsOfKernel);
HWY_EXPORT(TapePair);

void RunTape(TapeBlock& entry, TapeRun& run) { HWY_DYNAMIC_DISPATCH(RunTapeBlocks)(entry, run); }

uintptr_t FindTapeCode(TapeControl control) {
  return HWY_DYNAMIC_DISPATCH(TapeControlCode)(control);
}

std::optional<TapeForms> FindTapeForms(ElementwiseKernel kernel) {
  return HWY_DYNAMIC_DISPATCH(TapeFormsOfKernel)(kernel);
}

TapeCodes FindTapePair(uintptr_t first, uintptr_t second, bool is_right) {
  return HWY_DYNAMIC_DISPATCH(TapePair)(first, second, is_right);
}

}  // namespace paddock::simd
#endif
