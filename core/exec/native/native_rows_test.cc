// Rows of a segment have the bits of their instructions, one after the other.
#include "core/exec/native/native_rows.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;
using simd::TapeInstruction;

constexpr size_t kCount = 64;

template <class T>
struct Memory {
  T of[kCount];

  Memory() {
    for (size_t i = 0; i < kCount; ++i) of[i] = static_cast<T>((i * 37 % 23) - T{11}) / T{7};
  }
};

// Where the instructions of a row are, in elements. Strides are 0 or 1.
struct RowCase {
  size_t count;
  size_t result;
  size_t operands[3];
  size_t strides[3];
};

template <class T>
std::vector<TapeInstruction> InstructionsOf(const RowCase& row, uintptr_t code, Memory<T>& memory) {
  std::vector<TapeInstruction> instructions;
  for (size_t i = 0; i < row.count; ++i) {
    TapeInstruction one;
    one.code = code;
    one.result = memory.of + row.result + i;
    for (size_t k = 0; k < 3; ++k) {
      one.operands[k] = memory.of + row.operands[k] + i * row.strides[k];
    }
    instructions.push_back(one);
  }
  return instructions;
}

template <class T>
void CheckRow(const RowCase& row, uintptr_t code) {
  INFO(row.count << " at " << row.result << ", operands " << row.operands[0] << ", "
                 << row.operands[1] << ", " << row.operands[2]);
  Memory<T> native, expected;
  NativeTape(InstructionsOf(row, code, native), Operations()).Run();
  for (const TapeInstruction& one : InstructionsOf(row, code, expected)) RunAlone(one);
  CHECK(std::memcmp(native.of, expected.of, sizeof(native.of)) == 0);
}

template <class T>
void CheckRows(ElementType type) {
  std::vector<uintptr_t> codes;
  for (const auto numerics : {simd::Numerics::kPortable, simd::Numerics::kFast}) {
    codes.push_back(simd::FindTapeMultiplyAdd(sizeof(T), numerics).in_memory);
  }
  for (const std::string name : {"add", "subtract", "multiply", "divide"}) {
    codes.push_back(
        simd::FindElementwise(name, type, simd::Numerics::kPortable).tape(sizeof(T)).in_memory);
  }
  for (const uintptr_t code : codes) {
    for (size_t count = 2; count <= 9; ++count) {
      CheckRow<T>({count, 40, {0, 10, 20}, {1, 1, 1}}, code);
      CheckRow<T>({count, 40, {3, 10, 40}, {0, 1, 1}}, code);
      CheckRow<T>({count, 40, {0, 12, 9}, {1, 0, 0}}, code);
      // An element that the row overwrites, and results that are read at once.
      CheckRow<T>({count, 40, {41, 10, 40}, {0, 1, 1}}, code);
      CheckRow<T>({count, 40, {39, 10, 20}, {1, 1, 1}}, code);
      CheckRow<T>({count, 40, {10, 38, 41}, {1, 1, 1}}, code);
    }
  }
}

TEST_CASE("rows of a segment have the bits of single instructions") {
  SkipWithoutNativeTapes();
  CheckRows<float>(ElementType::kF32);
  CheckRows<double>(ElementType::kF64);
}

// A row, and readers of its elements: alone, in pairs, in other rows, and beside older elements.
template <class T>
void CheckReaders(ElementType type) {
  const auto code_of = [&](const std::string& name) {
    return simd::FindElementwise(name, type, simd::Numerics::kPortable).tape(sizeof(T)).in_memory;
  };
  const auto both = [&](Memory<T>& memory) {
    std::vector<TapeInstruction> all;
    const auto add = [&](const RowCase& row, uintptr_t code) {
      for (const TapeInstruction& one : InstructionsOf(row, code, memory)) all.push_back(one);
    };
    const auto move = [&](size_t from, size_t to, size_t bytes) {
      TapeInstruction one;
      one.code = simd::FindTapeCode(bytes == 16  ? simd::TapeControl::kMove16
                                    : bytes == 8 ? simd::TapeControl::kMove8
                                                 : simd::TapeControl::kMove4);
      one.result = memory.of + to;
      one.operands[0] = memory.of + from;
      all.push_back(one);
    };
    add({4, 40, {0, 10, 0}, {1, 1, 0}}, code_of("add"));
    for (size_t i = 0; i < 4; ++i) add({1, 50 + i, {40 + i, 43 - i, 0}, {}}, code_of("multiply"));
    for (size_t i = 0; i < 3; ++i) move(40 + i, 54 + 2 * i, 8);
    add({4, 20, {43, 5, 0}, {0, 1, 0}}, code_of("subtract"));
    add({4, 24, {39, 41, 0}, {1, 1, 0}}, code_of("multiply"));
    add({3, 28, {41, 42, 0}, {1, 1, 0}}, code_of("add"));
    move(38, 0, 16);
    move(42, 4, 16);
    move(23, 8, 16);
    return all;
  };
  Memory<T> native, expected;
  NativeTape(both(native), Operations()).Run();
  for (const TapeInstruction& one : both(expected)) RunAlone(one);
  CHECK(std::memcmp(native.of, expected.of, sizeof(native.of)) == 0);
}

TEST_CASE("elements of a row are those of its register") {
  SkipWithoutNativeTapes();
  CheckReaders<float>(ElementType::kF32);
  CheckReaders<double>(ElementType::kF64);
}

TEST_CASE("a load of recent stores needs several of them, or one and the cache") {
  const float at[16] = {};
  RecentStores stores;
  CHECK(!stores.HaveParts(at, 16));
  stores.Add(at + 1, 16);
  CHECK(stores.HaveParts(at, 16));
  CHECK(!stores.HaveParts(at, 4));
  CHECK(!stores.HaveParts(at + 1, 16));
  CHECK(!stores.HaveParts(at + 2, 8));
  CHECK(stores.HaveParts(at + 4, 8));
  CHECK(!stores.HaveParts(at + 5, 16));
  // Somewhere in elements 8 to 15.
  stores.AddWithin(at + 8, 32, 4);
  CHECK(stores.HaveParts(at + 8, 8));
  CHECK(!stores.HaveParts(at + 8, 4));
  CHECK(stores.HaveParts(at + 5, 16));
}

TEST_CASE("a row ends before an instruction that needs one of its results") {
  SkipWithoutNativeTapes();
  Memory<float> memory;
  const uintptr_t code = simd::FindElementwise("add", ElementType::kF32, simd::Numerics::kPortable)
                             .tape(sizeof(float))
                             .in_memory;
  const auto length_of = [&](const RowCase& row) {
    const std::vector<TapeInstruction> instructions = InstructionsOf(row, code, memory);
    std::vector<const TapeInstruction*> all;
    for (const TapeInstruction& one : instructions) all.push_back(&one);
    return FindRow(all, *Operations().Find(instructions[0])).count;
  };
  CHECK(length_of({8, 40, {0, 10, 0}, {1, 1, 0}}) == 8);
  CHECK(length_of({8, 40, {0, 40, 0}, {0, 1, 0}}) == 8);
  CHECK(length_of({8, 40, {37, 10, 0}, {1, 1, 0}}) == 3);
  CHECK(length_of({8, 40, {43, 10, 0}, {0, 1, 0}}) == 3);
}

}  // namespace
}  // namespace paddock
