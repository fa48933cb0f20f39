// Machine code leaves out stores, and memory is afterwards as if it had not.
#include "core/exec/native/dead_stores.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;

using simd::TapeInstruction;

TEST_CASE("a store is dead if it is overwritten as a whole before it is read", "[exec]") {
  std::array<uint8_t, 32> memory;
  DeadStores stores;
  const auto run = [&](auto expect) {
    expect(stores.Store(&memory[0], 4), true);  // read in part
    stores.Read(&memory[3], 1);
    expect(stores.Store(&memory[0], 4), false);  // overwritten by a wider one
    expect(stores.Store(&memory[16], 8), true);  // overwritten in part
    expect(stores.Store(&memory[0], 8), true);
    expect(stores.Store(&memory[20], 4), false);  // behind the range that is read
    stores.Read(&memory[4], 16);
    expect(stores.Store(&memory[20], 4), true);  // read in a range
    stores.Read(&memory[0], 32);
    expect(stores.Store(&memory[20], 4), false);
    expect(stores.Store(&memory[20], 4), true);  // the last one
  };
  run([](bool is_written, bool) { CHECK(is_written); });
  stores.Finish();
  int number = 0;
  run([&](bool is_written, bool is_needed) {
    INFO("store " << number++);
    CHECK(is_written == is_needed);
  });
}

// Instructions at random places of a small memory, in which elements of all widths overlap.
class RandomTape {
 public:
  explicit RandomTape(uint32_t seed) : random_(seed) {
    for (uint8_t& byte : bytes_) byte = static_cast<uint8_t>(random_());
    slice_.indices[0] = {.limit = 5, .stride = 4};
    slice_.bytes = 8;
    update_ = slice_;
    update_.is_update = true;
    for (int i = 0; i < 40; ++i) Add();
  }

  void Check() {
    const auto before = bytes_;
    for (const TapeInstruction& one : tape_) RunAlone(one);
    const auto expected = bytes_;
    bytes_ = before;
    NativeTape(tape_, Operations()).Run();
    if (bytes_ != expected) FAIL("memory differs");
  }

 private:
  uint8_t* Place(size_t bytes, size_t alignment) {
    return &bytes_[random_() % ((bytes_.size() - bytes) / alignment + 1) * alignment];
  }

  void Add(uintptr_t code, size_t operand_bytes, size_t result_bytes) {
    TapeInstruction one;
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
    TapeInstruction& one = tape_.back();
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
  std::vector<TapeInstruction> tape_;
};

TEST_CASE("memory behind a segment is that of its instructions", "[exec]") {
  SkipWithoutNativeTapes();
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    INFO("seed " << seed);
    RandomTape(seed).Check();
  }
}

}  // namespace
}  // namespace paddock
