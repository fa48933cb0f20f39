// Tapes of random instructions, for tests of machine code.
#ifndef PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_
#define PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
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
    switch (random_() % 8) {
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
      default:
        return AddSlice(random_() % 2 == 0 ? slice_ : update_);
    }
  }

  std::mt19937 random_;
  alignas(16) std::array<uint8_t, 64> bytes_;
  simd::TapeSlice slice_, update_;
  std::vector<simd::TapeInstruction> tape_;
};

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_NATIVE_RANDOM_TAPE_TESTING_H_
