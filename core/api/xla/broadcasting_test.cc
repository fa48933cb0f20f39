// Implicit broadcasting against plain loops, on random shapes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <random>

#include "core/api/run/session.h"
#include "core/api/xla/builder.h"

namespace paddock::xla {
namespace {

int64_t CountOf(const Dimensions& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

// An array of the numbers `first`, `first` + 1 ...
struct Numbers {
  Dimensions sizes;
  std::vector<int32_t> values;
};

Numbers NumbersOf(const Dimensions& sizes, int32_t first) {
  Numbers numbers = {sizes, {}};
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    numbers.values.push_back(first + static_cast<int32_t>(i));
  }
  return numbers;
}

// Returns the operand's element under an index of the result: the dimension `mapping[i]` of the
// result is the operand's dimension i, and a dimension of size 1 has its element everywhere.
int32_t ElementAt(const Numbers& operand, const Dimensions& mapping, const Dimensions& index) {
  int64_t offset = 0;
  for (size_t i = 0; i < operand.sizes.size(); ++i) {
    const int64_t at = operand.sizes[i] == 1 ? 0 : index[static_cast<size_t>(mapping[i])];
    offset = offset * operand.sizes[i] + at;
  }
  return operand.values[static_cast<size_t>(offset)];
}

Dimensions AllDimensions(size_t rank) {
  Dimensions all(rank);
  for (size_t i = 0; i < rank; ++i) all[i] = static_cast<int64_t>(i);
  return all;
}

// Returns lhs - rhs by loops.
std::vector<int32_t> Expected(const Numbers& lhs, const Dimensions& lhs_mapping, const Numbers& rhs,
                              const Dimensions& rhs_mapping, const Dimensions& sizes) {
  std::vector<int32_t> values;
  Dimensions index(sizes.size(), 0);
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    values.push_back(ElementAt(lhs, lhs_mapping, index) - ElementAt(rhs, rhs_mapping, index));
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
  }
  return values;
}

std::vector<int32_t> RunSub(const Numbers& lhs, const Numbers& rhs, const Dimensions& mapping,
                            const Dimensions& sizes) {
  ComputationBuilder builder("sub");
  const auto constant = [&](const Numbers& numbers) {
    return builder.ConstantLiteral(Literal(numbers.values).Reshaped(numbers.sizes));
  };
  builder.Sub(constant(lhs), constant(rhs), mapping);
  const auto built = builder.Build();
  if (!built) FAIL(RenderText(built.error().front()));
  CHECK(built->program_shape().result.dimensions == sizes);
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(*built->MakeProgram(), {}, diagnostics);
  REQUIRE(session != nullptr);
  REQUIRE(session->Run(1'000'000'000) == StopReason::kFinished);
  const Tensor& result = session->results()[0];
  std::vector<int32_t> values(static_cast<size_t>(result.element_count()));
  std::memcpy(values.data(), result.data(), result.byte_size());
  return values;
}

TEST_CASE("implicit broadcasting gives the elements of plain loops") {
  std::mt19937 random(7);
  const auto below = [&](size_t count) { return random() % count; };
  for (int round = 0; round < 300; ++round) {
    Dimensions sizes(below(4));
    for (int64_t& size : sizes) size = 1 + static_cast<int64_t>(below(3));
    // One operand has all dimensions, the other one some of them.
    Dimensions high = sizes;
    for (int64_t& size : high) size = below(4) == 0 ? 1 : size;
    Dimensions mapping;
    Dimensions low;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (below(2) == 0) continue;
      mapping.push_back(static_cast<int64_t>(i));
      low.push_back(below(4) == 0 ? 1 : sizes[i]);
    }
    Dimensions result = high;
    for (size_t i = 0; i < low.size(); ++i) {
      int64_t& size = result[static_cast<size_t>(mapping[i])];
      size = std::max(size, low[i]);
    }
    const Numbers a = NumbersOf(high, 1000);
    const Numbers b = NumbersOf(low, 1);
    const Dimensions all = AllDimensions(high.size());
    const Dimensions given = low.size() == high.size() ? Dimensions() : mapping;
    CHECK(RunSub(a, b, given, result) == Expected(a, all, b, mapping, result));
    CHECK(RunSub(b, a, given, result) == Expected(b, mapping, a, all, result));
  }
}

}  // namespace
}  // namespace paddock::xla
