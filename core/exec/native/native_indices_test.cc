// Indices that count from the end, as machine code reads them.
#include "core/exec/native/native_indices.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;
using simd::TapeInstruction;

// Places of 16 bytes, as in an arena.
struct Places {
  alignas(16) std::byte of[12][16] = {};
};
enum Place : size_t {
  kSource,
  kZero,
  kSize,
  kIsNegative,
  kSum,
  kIndex,
  kCopy,
  kOther,
  kRead,
  kAlso
};

template <class T>
class IndexProgram {
 public:
  static constexpr ElementType kType = sizeof(T) == 4 ? ElementType::kI32 : ElementType::kI64;

  IndexProgram() {
    Set(kZero, 0);
    Set(kSize, 5);
    for (int i = 0; i < 5; ++i) table_[i] = 100 + i;
    slice_.indices[0] = {4, sizeof(int32_t)};
    slice_.bytes = sizeof(int32_t);
    slice_.index_bytes = sizeof(T);
  }

  void Set(size_t place, T value) { std::memcpy(places_.of[place], &value, sizeof(value)); }
  std::byte* At(size_t place) { return places_.of[place]; }

  TapeInstruction Compute(const simd::ElementwiseKernel& kernel, size_t result,
                          const std::vector<size_t>& operands) {
    TapeInstruction one;
    one.code = kernel.tape(ByteSize(kernel.operand)).in_memory;
    one.result = At(result);
    for (size_t k = 0; k < operands.size(); ++k) one.operands[k] = At(operands[k]);
    return one;
  }
  TapeInstruction Find(const char* name, size_t result, const std::vector<size_t>& operands) {
    return Compute(simd::FindElementwise(name, kType, simd::Numerics::kPortable), result, operands);
  }
  TapeInstruction Move(size_t result, size_t operand) {
    const auto control = sizeof(T) == 4 ? simd::TapeControl::kMove4 : simd::TapeControl::kMove8;
    return {simd::FindTapeCode(control), At(result), {At(operand)}, nullptr};
  }
  TapeInstruction Read(size_t result, size_t index) {
    const void* at = At(index);
    return {simd::FindTapeCode(simd::TapeControl::kSlice), At(result), {table_, at, at}, &slice_};
  }
  std::vector<TapeInstruction> Index(size_t compared) {
    const auto is_less = simd::FindCompare(simd::ComparisonDirection::kLt, false, kType);
    return {Compute(is_less, kIsNegative, {compared, kZero}), Find("add", kSum, {kSource, kSize}),
            Find("select", kIndex, {kIsNegative, kSum, kSource})};
  }

  // Compares the code with the tape, from these sources.
  void Check(const std::vector<TapeInstruction>& all) {
    NativeTape tape(all, Operations(), {At(kZero), At(kSize)});
    for (const T source : {0, 3, 4, 5, 1000, -1, -5, -6, -1000}) {
      Set(kSource, source);
      Set(kOther, 2 - source);
      const Places before = places_;
      for (const TapeInstruction& one : all) RunAlone(one);
      const Places expected = places_;
      places_ = before;
      tape.Run();
      INFO("from " << source);
      CHECK(std::memcmp(&places_, &expected, sizeof(expected)) == 0);
    }
  }

 private:
  Places places_;
  int32_t table_[5] = {};
  simd::TapeSlice slice_;
};

template <class T>
void CheckIndices() {
  IndexProgram<T> program;
  auto all = program.Index(kSource);
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  // A copy of an index, and an index of a copy.
  all.push_back(program.Move(kCopy, kIndex));
  all.push_back(program.Read(kAlso, kCopy));
  program.Check(all);
  all = {program.Move(kCopy, kSource)};
  for (const TapeInstruction& one : program.Index(kCopy)) all.push_back(one);
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  // The source, or the index, changes before it is read.
  all = program.Index(kSource);
  all.push_back(program.Move(kSource, kOther));
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  all = program.Index(kSource);
  all.push_back(program.Find("add", kIndex, {kIndex, kOther}));
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  // Another number is compared, or the operands are in another order.
  all = program.Index(kOther);
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  all = program.Index(kSource);
  all.back() = program.Find("select", kIndex, {kIsNegative, kSource, kSum});
  all.push_back(program.Read(kRead, kIndex));
  program.Check(all);
  // The index is in the place of its source.
  all = program.Index(kSource);
  all.back() = program.Find("select", kSource, {kIsNegative, kSum, kSource});
  all.push_back(program.Read(kRead, kSource));
  program.Check(all);
}

TEST_CASE("machine code reads indices that count from the end", "[exec]") {
  SkipWithoutNativeTapes();
  CheckIndices<int32_t>();
  CheckIndices<int64_t>();
}

}  // namespace
}  // namespace paddock
