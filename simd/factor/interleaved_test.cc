// Interleaved factorizations have the bits of one matrix after another: all sizes and counts, and
// singular matrices, others that are not positive definite, and those with zero columns, very large
// numbers, infinities and NaNs.
#ifndef __wasm__
#include <algorithm>
#include <bit>
#include <limits>

#include "simd/factor/interleaved_factors.h"
#include "simd/factor/testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::Run;
using testing::Values;

constexpr ElementType kI32 = ElementType::kI32;

// Matrices that differ from each other in what they exercise.
Values MatrixOfKind(ElementType type, int64_t rows, int64_t columns, int64_t kind) {
  std::mt19937_64 random(static_cast<uint64_t>(kind));
  std::uniform_real_distribution<double> numbers(-2, 2);
  Values a({type, rows, columns});
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) a.Set(i, j, numbers(random));
  }
  const auto number = static_cast<int64_t>(random() % 1000);
  const int64_t row = number % rows, column = number / 7 % columns;
  const double most = type == ElementType::kF32 ? 0x1p+120 : 0x1p+1000;
  switch (kind % 12) {
    case 3:
      for (int64_t i = 0; i < rows; ++i) a.Set(i, column, 0);
      break;
    case 4:
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < std::min(i, columns); ++j) a.Set(i, j, i % 2 == 0 ? 0.0 : -0.0);
      }
      break;
    case 5:
      a.Set(row, column, std::numeric_limits<double>::quiet_NaN());
      break;
    case 6:
      a.Set(row, column, -std::numeric_limits<double>::infinity());
      break;
    case 7:
      for (int64_t i = 0; i < rows; ++i) a.Set(i, column, most * numbers(random));
      break;
    case 8:
      for (int64_t i = 0; i < rows; ++i) a.Set(i, column, numbers(random) / most);
      break;
    case 9:
      // Pivots of equal magnitude.
      for (int64_t i = 0; i < rows; ++i) a.Set(i, column, i % 3 == 0 ? 2.5 : -2.5);
      break;
    default:
      break;
  }
  return a;
}

// Returns the codes of numbers; NaNs have one code.
std::vector<uint64_t> Codes(const Values& values) {
  std::vector<uint64_t> codes;
  const FactorValue& shape = values.shape;
  for (int64_t i = 0; i < shape.rows; ++i) {
    for (int64_t j = 0; j < shape.columns; ++j) {
      if (shape.type == kI32) {
        codes.push_back(static_cast<uint64_t>(values.Integer(i)));
        continue;
      }
      const double value = values.At(i, j).real();
      codes.push_back(value != value ? ~uint64_t{0} : std::bit_cast<uint64_t>(value));
    }
  }
  return codes;
}

struct Batch {
  Routine routine;
  // For each matrix its operands.
  std::vector<std::vector<Values>> items;
  std::vector<FactorValue> results;
  std::vector<int64_t> options;
  bool is_fast = false;
};

std::vector<std::byte> Joined(const std::vector<std::vector<Values>>& items, size_t place) {
  std::vector<std::byte> all;
  for (const std::vector<Values>& item : items) {
    all.insert(all.end(), item[place].bytes.begin(), item[place].bytes.end());
  }
  return all;
}

std::vector<Values> Split(const std::vector<std::byte>& all, const FactorValue& shape) {
  std::vector<Values> items;
  for (size_t at = 0; at < all.size();) {
    items.emplace_back(shape);
    Values& item = items.back();
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(at), item.bytes.size(),
                item.bytes.begin());
    at += item.bytes.size();
  }
  return items;
}

// Computes a group, compares it, and returns the number of matrices that were left to the others.
int64_t CheckGroup(const Batch& batch) {
  FactorCall call;
  call.routine = batch.routine;
  call.is_fast = batch.is_fast;
  FactorBuffers buffers;
  std::vector<std::vector<std::byte>> operands, results;
  for (size_t i = 0; i < batch.items[0].size(); ++i) {
    call.operands[i] = batch.items[0][i].shape;
    operands.push_back(Joined(batch.items, i));
  }
  for (size_t i = 0; i < batch.results.size(); ++i) {
    const FactorValue& shape = call.results[i] = batch.results[i];
    const auto bytes = static_cast<size_t>(shape.rows * shape.columns) * ByteSize(shape.type);
    results.emplace_back(bytes * batch.items.size());
  }
  for (size_t i = 0; i < operands.size(); ++i) buffers.operands[i] = operands[i].data();
  for (size_t i = 0; i < results.size(); ++i) buffers.results[i] = results[i].data();
  std::ranges::copy(batch.options, call.options.begin());
  const size_t bytes = InterleavedBytes(call);
  REQUIRE(bytes > 0);
  constexpr size_t kGuard = 64;
  std::vector<std::byte> memory(bytes + 2 * kGuard, std::byte{0xA5});
  void* at = memory.data();
  size_t space = memory.size();
  auto* const workspace = static_cast<std::byte*>(std::align(64, bytes, at, space));
  const auto count = static_cast<int64_t>(batch.items.size());
  const uint32_t again = RunInterleaved(call, buffers, count, workspace);
  REQUIRE(std::all_of(workspace + bytes, memory.data() + memory.size(),
                      [](std::byte byte) { return byte == std::byte{0xA5}; }));
  int64_t left = 0;
  for (size_t l = 0; l < batch.items.size(); ++l) {
    if ((again >> l & 1) != 0) {
      ++left;
      continue;
    }
    const std::vector<Values> expected =
        Run(batch.routine, batch.items[l], batch.results, batch.options, 1, batch.is_fast).results;
    for (size_t i = 0; i < results.size(); ++i) {
      INFO("matrix " << l << ", result " << i);
      REQUIRE(Codes(Split(results[i], batch.results[i])[l]) == Codes(expected[i]));
    }
  }
  return left;
}

// Calls check(type, first kind of matrix, count of matrices) for partial and whole groups.
template <class Check>
void ForEachGroup(Check check) {
  testing::ForEachTarget([&] {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      for (int64_t count = 1; count <= kInterleaved; ++count) check(type, 5 * count, count);
      for (int64_t kind = 60; kind < 100; kind += kInterleaved) check(type, kind, kInterleaved);
    }
  });
}

TEST_CASE("interleaved potrf has the bits of single ones") {
  ForEachGroup([](ElementType type, int64_t kind, int64_t count) {
    for (int64_t n = 1; n <= kMostInterleaved; ++n) {
      for (const bool is_fast : {false, true}) {
        Batch batch{Routine::kPotrf, {}, {{type, n, n}, {kI32}}, {n % 2 == 0 ? 'L' : 'U'}, is_fast};
        for (int64_t l = 0; l < count; ++l) {
          Values a = MatrixOfKind(type, n, n, kind + l);
          const double diagonal = (kind + l) % 12 == 10 ? 0.25 : 4.0 * static_cast<double>(n);
          for (int64_t i = 0; i < n; ++i) a.Set(i, i, diagonal);
          batch.items.push_back({a});
        }
        CHECK(CheckGroup(batch) < kInterleaved);
      }
    }
  });
}

TEST_CASE("interleaved getrf has the bits of single ones") {
  ForEachGroup([](ElementType type, int64_t kind, int64_t count) {
    for (int64_t n = 1; n <= kMostInterleaved; ++n) {
      const int64_t m = (n + kind) % 3 == 0 ? 1 + n * 7 % kMostInterleaved : n;
      const int64_t k = std::min(m, n);
      const bool is_fast = (n + kind) % 2 == 0;
      const Batch getrf{Routine::kGetrf, {}, {{type, m, n}, {kI32, k}, {kI32}}, {}, is_fast};
      const Batch lu{
          Routine::kLuDecomposition, {}, {{type, m, n}, {kI32, k}, {kI32, m}}, {}, is_fast};
      for (Batch batch : {getrf, lu}) {
        for (int64_t l = 0; l < count; ++l) {
          batch.items.push_back({MatrixOfKind(type, m, n, kind + l)});
        }
        CHECK(CheckGroup(batch) < kInterleaved);
      }
    }
  });
}

TEST_CASE("interleaved geqrf and orgqr have the bits of single ones") {
  ForEachGroup([](ElementType type, int64_t kind, int64_t count) {
    for (int64_t n = 1; n <= kMostInterleaved; ++n) {
      const int64_t m = std::min(kMostInterleaved, n + kind % 4);
      const bool is_fast = (n + kind) % 2 == 0;
      Batch geqrf{Routine::kGeqrf, {}, {{type, m, n}, {type, n}}, {}, is_fast};
      // Some with more columns than reflectors.
      const int64_t columns = kind % 3 == 0 ? m : n;
      Batch orgqr{Routine::kOrgqr, {}, {{type, m, columns}}, {}, is_fast};
      for (int64_t l = 0; l < count; ++l) {
        const Values a = MatrixOfKind(type, m, n, kind + l);
        geqrf.items.push_back({a});
        const std::vector<Values> factors =
            Run(Routine::kGeqrf, {a}, geqrf.results, {}, 1, is_fast).results;
        Values whole({type, m, columns});
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) whole.Set(i, j, factors[0].At(i, j));
        }
        orgqr.items.push_back({whole, factors[1]});
      }
      CHECK(CheckGroup(geqrf) < kInterleaved);
      CHECK(CheckGroup(orgqr) < kInterleaved);
    }
  });
}

// Values that only one matrix by itself can have are reported.
TEST_CASE("matrices that interleaved factorizations cannot compute are left") {
  for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
    const Values zero({type, 3, 3});
    CHECK(CheckGroup({Routine::kPotrf, {{zero}, {zero}}, {{type, 3, 3}, {kI32}}, {'L'}}) == 2);
    CHECK(CheckGroup({Routine::kGetrf, {{zero}}, {{type, 3, 3}, {kI32, 3}, {kI32}}, {}}) == 1);
    Values nan({type, 3, 3});
    nan.Set(2, 1, std::numeric_limits<double>::quiet_NaN());
    CHECK(CheckGroup({Routine::kGeqrf, {{nan}, {zero}}, {{type, 3, 3}, {type, 3}}, {}}) == 1);
    CHECK(CheckGroup({Routine::kOrgqr, {{nan, Values({type, 3})}}, {{type, 3, 3}}, {}}) == 1);
  }
}

TEST_CASE("other calls are not interleaved") {
  const auto bytes = [](Routine routine, ElementType type, int64_t rows, int64_t columns) {
    FactorCall call;
    call.routine = routine;
    call.operands[0] = {type, rows, columns};
    call.operands[1] = {type, std::min(rows, columns)};
    return InterleavedBytes(call);
  };
  const ElementType f = ElementType::kF32, c = ElementType::kC64;
  CHECK(bytes(Routine::kGetrf, f, 16, 16) > 0);
  CHECK(bytes(Routine::kGetrf, f, 17, 16) == 0);
  CHECK(bytes(Routine::kGetrf, f, 16, 17) == 0);
  CHECK(bytes(Routine::kGetrf, c, 3, 3) == 0);
  CHECK(bytes(Routine::kGeqrf, f, 3, 5) == 0);
  CHECK(bytes(Routine::kGeqp3, f, 3, 3) == 0);
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
