// Compares the kernels for windows with the formulas of docs/numerics.md.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::ApplyBody;
using testing::Element;
using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::IsSame;
using testing::LoadElement;
using testing::Random;
using testing::RandomElement;

template <class Function>
void ForEachWindowKernel(Function function) {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    for (int64_t monoid = 0; monoid < 7; ++monoid) {
      const auto type = static_cast<ElementType>(i);
      const MonoidKernels* kernels = FindMonoidKernels(static_cast<Monoid>(monoid), type);
      if (kernels == nullptr || kernels->fold_cells == nullptr) continue;
      INFO(Spelling(type) << " monoid " << monoid);
      function(*kernels, static_cast<Monoid>(monoid));
    }
  }
}

GuardedBuffer RandomElements(ElementType type, size_t count, Random& random) {
  const size_t bytes = ByteSize(type);
  GuardedBuffer buffer(count * bytes, static_cast<size_t>(random.Between(0, 17)));
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(buffer.data() + i * bytes, RandomElement(type, random).data(), bytes);
  }
  return buffer;
}

std::vector<Element> ElementsOf(ElementType type, GuardedBuffer& buffer) {
  std::vector<Element> elements;
  for (size_t i = 0; i < buffer.size(); i += ByteSize(type)) {
    elements.push_back(LoadElement(type, buffer.data() + i));
  }
  return elements;
}

void CheckElements(ElementType type, const std::vector<Element>& expected, GuardedBuffer& result) {
  REQUIRE(result.guards_are_whole());
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!IsSame(type, expected[i], LoadElement(type, result.data() + i * ByteSize(type)))) {
      FAIL("element " << i);
    }
  }
}

TEST_CASE("scans and totals of blocks follow their formulas", "[simd][windows]") {
  ForEachTarget([] {
    Random random(31);
    ForEachWindowKernel([&](const MonoidKernels& kernels, Monoid monoid) {
      if (kernels.scan_prefix == nullptr) return;
      const ElementType type = kernels.type;
      GuardedBuffer operand = RandomElements(type, kWindowBlock, random);
      GuardedBuffer result = RandomElements(type, kWindowBlock, random);
      const std::vector<Element> x = ElementsOf(type, operand);
      const auto apply = [&](const Element& a, const Element& b) {
        return ApplyBody(type, monoid, a, b);
      };
      std::vector<Element> prefix = x, suffix = x, halves = x;
      for (size_t h = 1; h < x.size(); h *= 2) {
        const std::vector<Element> before = prefix, after = suffix;
        for (size_t i = h; i < x.size(); ++i) prefix[i] = apply(before[i - h], before[i]);
        for (size_t i = 0; i + h < x.size(); ++i) suffix[i] = apply(after[i], after[i + h]);
      }
      for (size_t h = x.size() / 2; h > 0; h /= 2) {
        for (size_t i = 0; i < h; ++i) halves[i] = apply(halves[i], halves[i + h]);
      }
      kernels.scan_prefix(type, operand.data(), result.data());
      CheckElements(type, prefix, result);
      kernels.scan_suffix(type, operand.data(), result.data());
      CheckElements(type, suffix, result);
      kernels.fold_block(type, operand.data(), result.data());
      CheckElements(type, {halves[0]}, result);
      kernels.scan_suffix(type, operand.data(), operand.data());
      CheckElements(type, suffix, operand);
    });
  });
}

TEST_CASE("scans and totals of rows are those of each column", "[simd][windows]") {
  ForEachTarget([] {
    Random random(34);
    ForEachWindowKernel([&](const MonoidKernels& kernels, Monoid) {
      if (kernels.scan_rows == nullptr) return;
      const ElementType type = kernels.type;
      const size_t bytes = ByteSize(type);
      for (size_t tile = 1; tile <= 37; ++tile) {
        const bool is_prefix = tile % 2 == 0, is_in_place = tile % 3 == 0;
        const size_t stride = tile + (is_in_place ? 0 : tile % 5);
        GuardedBuffer operand = RandomElements(type, kWindowBlock * stride, random);
        GuardedBuffer result = RandomElements(type, kWindowBlock * tile, random);
        GuardedBuffer totals = RandomElements(type, tile, random);
        std::vector<Element> expected(kWindowBlock * tile), expected_totals(tile);
        std::vector<std::byte> line(kWindowBlock * bytes), scan(line);
        for (size_t column = 0; column < tile; ++column) {
          for (size_t i = 0; i < kWindowBlock; ++i) {
            std::memcpy(line.data() + i * bytes, operand.data() + (i * stride + column) * bytes,
                        bytes);
          }
          (is_prefix ? kernels.scan_prefix : kernels.scan_suffix)(type, line.data(), scan.data());
          for (size_t i = 0; i < kWindowBlock; ++i) {
            expected[i * tile + column] = LoadElement(type, scan.data() + i * bytes);
          }
          kernels.fold_block(type, line.data(), scan.data());
          expected_totals[column] = LoadElement(type, scan.data());
        }
        const auto size = static_cast<int64_t>(tile), step = static_cast<int64_t>(stride);
        kernels.fold_rows(type, operand.data(), step, totals.data(), size);
        GuardedBuffer& rows = is_in_place ? operand : result;
        kernels.scan_rows(type, operand.data(), step, rows.data(), size, is_prefix);
        CheckElements(type, expected_totals, totals);
        INFO("tile " << tile);
        CheckElements(type, expected, rows);
      }
    });
  });
}

void CheckCells(const MonoidKernels& kernels, Monoid monoid, Random& random) {
  const ElementType type = kernels.type;
  const auto bytes = static_cast<int64_t>(ByteSize(type));
  const int64_t units = random.Between(1, 3);
  const int64_t unit = kLeastFoldedBytes / bytes + random.Between(0, 80);
  const int64_t between = random.Between(0, 2);
  GuardedBuffer operand = RandomElements(type, 600, random);
  GuardedBuffer init = RandomElements(type, 1, random);
  const std::vector<Element> x = ElementsOf(type, operand);
  std::vector<CellRow> cells;
  std::vector<size_t> at;
  for (int64_t count = random.Between(1, 12); count > 0; --count) {
    const int64_t step = random.Between(0, 1) * random.Between(0, unit);
    at.push_back(static_cast<size_t>(random.Between(0, 599 - 2 * step - unit)));
    cells.push_back({operand.data() + static_cast<int64_t>(at.back()) * bytes, step});
  }
  const bool has_init = random.Between(0, 3) != 0;
  const CellFold fold{cells.data(),   static_cast<int64_t>(cells.size()), units, unit,
                      unit + between, has_init ? init.data() : nullptr};
  GuardedBuffer result =
      RandomElements(type, static_cast<size_t>(units * (unit + between) - between), random);
  std::vector<Element> expected = ElementsOf(type, result);
  for (int64_t u = 0; u < units; ++u) {
    for (int64_t i = 0; i < unit; ++i) {
      const auto cell = [&](size_t c) {
        return x[at[c] + static_cast<size_t>(u * cells[c].step + i)];
      };
      Element total = cell(0);
      for (size_t c = 1; c < cells.size(); ++c) total = ApplyBody(type, monoid, total, cell(c));
      if (has_init) {
        total = ApplyBody(type, monoid, LoadElement(type, init.data()), total);
      }
      expected[static_cast<size_t>(u * fold.result_step + i)] = total;
    }
  }
  if (kernels.fold_cells(type, fold, result.data())) CheckElements(type, expected, result);
  REQUIRE(result.guards_are_whole());
}

TEST_CASE("separate cells are combined in order", "[simd][windows]") {
  ForEachTarget([] {
    Random random(32);
    ForEachWindowKernel([&](const MonoidKernels& kernels, Monoid monoid) {
      for (int round = 0; round < 20; ++round) CheckCells(kernels, monoid, random);
    });
  });
}

TEST_CASE("extremes of cells choose the right zero, and return false for NaN", "[simd][windows]") {
  ForEachTarget([] {
    const MonoidKernels& maximum = *FindMonoidKernels(Monoid::kMaximum, ElementType::kF32);
    std::vector<float> first(40, -0.0f), second(40, -0.0f), result(40, 7.0f);
    second[3] = 0.0f;
    second[4] = -2.0f;
    const CellRow cells[] = {{first.data(), 0}, {second.data(), 0}};
    const float init = -5.0f;
    const CellFold fold{cells, 2, 1, 40, 40, &init};
    // WebAssembly leaves a maximum of -0 to the body's own op.
    const bool is_whole = maximum.fold_cells(ElementType::kF32, fold, result.data());
    REQUIRE(is_whole == !kIsWeb);
    if (kIsWeb) {
      std::fill(first.begin(), first.end(), 0.0f);
      REQUIRE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
      for (const float one : result) CHECK((one == 0.0f && !std::signbit(one)));
    }
    for (size_t i = 0; i < result.size() && is_whole; ++i) {
      CHECK(result[i] == 0.0f);
      CHECK(std::signbit(result[i]) == (i != 3));
    }
    second[39] = std::nanf("");
    CHECK_FALSE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
  });
}

TEST_CASE("maxima of windows within a line, a column apart", "[simd][windows]") {
  ForEachTarget([] {
    const MonoidKernels& maximum = *FindMonoidKernels(Monoid::kMaximum, ElementType::kF32);
    Random random(35);
    for (int round = 0; round < 100; ++round) {
      const int64_t rows = random.Between(1, 3), channels = random.Between(4, 40);
      const int64_t windows = random.Between(4, 6), lines = random.Between(1, 3);
      const int64_t line = (windows + 2) * channels, unit = windows * channels;
      std::vector<float> operand(static_cast<size_t>((rows + lines) * line));
      for (float& one : operand) one = static_cast<float>(random.Between(0, 2000) - 1000) + 0.5f;
      std::vector<CellRow> cells;
      for (int64_t i = 0; i < 3 * rows; ++i) {
        cells.push_back({operand.data() + i / 3 * line + i % 3 * channels, line});
      }
      std::vector<float> result(static_cast<size_t>(lines * unit));
      const float init = -900.0f;
      const CellFold fold{cells.data(), 3 * rows, lines, unit, unit, &init};
      REQUIRE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
      for (int64_t i = 0; i < lines * unit; ++i) {
        float expected = init;
        for (const CellRow& cell : cells) {
          const auto* first = static_cast<const float*>(cell.first);
          expected = std::max(expected, first[i / unit * line + i % unit]);
        }
        REQUIRE(result[static_cast<size_t>(i)] == expected);
      }
      const int64_t i = random.Between(0, lines * unit - 1);
      operand[static_cast<size_t>(i / unit * line + i % unit)] = std::nanf("");
      REQUIRE_FALSE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
    }
  });
}

TEST_CASE("maxima of windows that share cells with the next one", "[simd][windows]") {
  ForEachTarget([] {
    const MonoidKernels& maximum = *FindMonoidKernels(Monoid::kMaximum, ElementType::kF32);
    Random random(33);
    for (int round = 0; round < 200; ++round) {
      const int64_t rows = random.Between(1, 3), columns = random.Between(1, 5);
      const int64_t stride = random.Between(1, columns), units = random.Between(2, 6);
      const int64_t unit = 16 + random.Between(0, 120);
      const int64_t line = ((units - 1) * stride + columns) * unit;
      std::vector<float> operand(static_cast<size_t>(rows * line));
      for (float& one : operand) one = static_cast<float>(random.Between(0, 2000) - 1000) + 0.5f;
      std::vector<CellRow> cells;
      for (int64_t i = 0; i < rows * columns; ++i) {
        const int64_t at = i / columns * line + i % columns * unit;
        cells.push_back({operand.data() + at, stride * unit});
      }
      const float init = round % 3 == 0 ? 100.5f : -3e38f;
      std::vector<float> result(static_cast<size_t>(units * unit));
      const CellFold fold{cells.data(), rows * columns, units,
                          unit,         unit,           round % 4 == 0 ? nullptr : &init};
      REQUIRE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
      const int64_t u = random.Between(0, units - 1), i = random.Between(0, unit - 1);
      float expected = fold.init == nullptr ? -std::numeric_limits<float>::infinity() : init;
      float* last = nullptr;
      for (const CellRow& cell : cells) {
        last = operand.data() + (static_cast<const float*>(cell.first) - operand.data()) +
               u * stride * unit + i;
        expected = std::max(expected, *last);
      }
      REQUIRE(result[static_cast<size_t>(u * unit + i)] == expected);
      *last = std::nanf("");
      REQUIRE_FALSE(maximum.fold_cells(ElementType::kF32, fold, result.data()));
    }
  });
}

}  // namespace
}  // namespace paddock::simd
