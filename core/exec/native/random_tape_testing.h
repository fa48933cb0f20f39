// Tapes of random instructions, for tests of machine code.
#ifndef PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_
#define PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <random>
#include <vector>

#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/tape.h"

namespace paddock::testing {

// Instructions at random places of a small memory, in which elements of all widths overlap.
class RandomTape {
 public:
  RandomTape(uint32_t seed, int count) : random_(seed) {
    for (uint8_t& byte : bytes_) byte = static_cast<uint8_t>(random_());
    slice_.indices[0] = {.limit = 5, .stride = 4};
    slice_.bytes = 8;
    update_ = slice_;
    update_.is_update = true;
    for (int i = 0; i < count; ++i) Add();
  }

  std::vector<simd::TapeInstruction>& instructions() { return tape_; }
  std::array<uint8_t, 64>& bytes() { return bytes_; }
  // Returns places for a boolean and for an integer of 4 bytes.
  uint8_t* Boolean() { return Place(1, 1); }
  uint8_t* Integer() { return Place(4, 4); }

 private:
  uint8_t* Place(size_t bytes, size_t alignment) {
    return &bytes_[random_() % ((bytes_.size() - bytes) / alignment + 1) * alignment];
  }

  void Add(uintptr_t code, size_t operand_bytes, size_t result_bytes) {
    simd::TapeInstruction one;
    one.code = code;
    one.result = Place(result_bytes, result_bytes);
    for (const void*& operand : one.operands) operand = Place(operand_bytes, operand_bytes);
    tape_.push_back(one);
  }

  void AddKernel(const simd::ElementwiseKernel& kernel) {
    REQUIRE(kernel.tape != nullptr);
    const size_t bytes = ByteSize(kernel.operand);
    Add(kernel.tape(bytes).in_memory, bytes, ByteSize(kernel.result));
  }

  void AddCall(const simd::ElementwiseKernel& kernel, size_t count) {
    Add(simd::FindTapeCode(simd::TapeControl::kKernel), ByteSize(kernel.operand) * count,
        ByteSize(kernel.result) * count);
    calls_.push_back({kernel.function, nullptr, count});
    tape_.back().extra = &calls_.back();
    if (kernel.operation == simd::ElementwiseOp::kSelect)
      tape_.back().operands[0] = Place(count, 1);
  }

  // An operation that keeps the bits of any NaN.
  void AddComplex() {
    using enum ElementType;
    constexpr const char* kNames[] = {"negate", "conj", "real", "imag"};
    const char* const name = kNames[random_() % std::size(kNames)];
    const ElementType type = random_() % 2 == 0 ? kC128 : kC64;
    AddCall(FindElementwise(name, type, simd::Numerics::kPortable), 1 + random_() % 2);
  }

  // An operation on an integer of 1 or 2 bytes, or its conversion.
  void AddNarrow() {
    using enum ElementType;
    constexpr ElementType kTypes[] = {kI8, kUI8, kI16, kUI16};
    constexpr ElementType kOthers[] = {kI8, kUI16, kI32, kUI32, kI64};
    constexpr const char* kNames[] = {
        "add",     "subtract", "multiply",   "negate",
        "not",     "maximum",  "shift_left", "shift_right_logical",
        "minimum", "clamp",    "abs",        "shift_right_arithmetic"};
    const ElementType type = kTypes[random_() % std::size(kTypes)];
    const size_t choice = random_() % (std::size(kNames) + 6);
    if (choice < std::size(kNames)) {
      const simd::ElementwiseKernel kernel =
          FindElementwise(kNames[choice], type, simd::Numerics::kPortable);
      // Integers without a sign have no absolute value.
      const bool is_there = kernel.tape != nullptr;
      AddKernel(is_there ? kernel : FindElementwise("not", type, simd::Numerics::kPortable));
    } else if (choice < std::size(kNames) + 2) {
      AddKernel(FindCompare(simd::ComparisonDirection::kLt, false, kI8));
    } else {
      const ElementType other = kOthers[random_() % std::size(kOthers)];
      const simd::ElementwiseKernel kernel =
          random_() % 2 == 0 ? simd::FindConvert(type, other) : simd::FindConvert(other, type);
      if (kernel.tape == nullptr) {
        AddCall(kernel, 1);
      } else {
        AddKernel(kernel);
      }
    }
  }

  // An operation on a half that keeps the bits of any NaN, or its conversion.
  void AddHalf() {
    using enum ElementType;
    constexpr const char* kNames[] = {"negate", "abs", "maximum", "minimum"};
    const char* const name = kNames[random_() % std::size(kNames)];
    const ElementType type = random_() % 2 == 0 ? kF16 : kBF16;
    switch (random_() % 4) {
      case 0:
        return AddCall(simd::FindConvert(type, kF32), 1);
      case 1:
        return AddCall(simd::FindConvert(kF32, type), 1);
      default:
        return AddCall(FindElementwise(name, type, simd::Numerics::kPortable), 1);
    }
  }

  void AddSlice(const simd::TapeSlice& slice) {
    // Other bytes than indices are clamped.
    Add(simd::FindTapeCode(simd::TapeControl::kSlice), 4, 4);
    simd::TapeInstruction& one = tape_.back();
    one.result = Place(slice.is_update ? 28 : 8, 4);
    one.operands[0] = Place(slice.is_update ? 8 : 28, 4);
    one.extra = &slice;
  }

  void Add() {
    using enum ElementType;
    const ElementType integers[] = {kI32, kUI32, kI64, kUI64};
    const ElementType integer = integers[random_() % 4];
    constexpr simd::TapeControl kMoves[] = {simd::TapeControl::kMove1, simd::TapeControl::kMove2,
                                            simd::TapeControl::kMove4, simd::TapeControl::kMove8,
                                            simd::TapeControl::kMove16};
    switch (random_() % 14) {
      case 0:
      case 1:
      case 2: {
        const size_t width = random_() % 5;
        return Add(simd::FindTapeCode(kMoves[width]), size_t{1} << width, size_t{1} << width);
      }
      case 3:
        return AddKernel(FindElementwise("add", integer, simd::Numerics::kPortable));
      case 4:
        return AddKernel(FindElementwise("multiply", integer, simd::Numerics::kPortable));
      case 5:
        return AddKernel(FindCompare(simd::ComparisonDirection::kLt, false, integer));
      case 6:
        return AddKernel(simd::FindConvert(kI32, kF64));
      case 7:
        return AddComplex();
      case 8:
      case 9:
      case 10:
        return AddNarrow();
      case 11:
      case 12:
        return AddHalf();
      default:
        return AddSlice(random_() % 2 == 0 ? slice_ : update_);
    }
  }

  std::mt19937 random_;
  alignas(16) std::array<uint8_t, 64> bytes_;
  simd::TapeSlice slice_, update_;
  std::vector<simd::TapeInstruction> tape_;
  // Instructions have their addresses.
  std::deque<simd::TapeKernel> calls_;
};

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_
