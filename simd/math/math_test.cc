// The mathematical kernels: coverage of the table, special values, tails,
// misalignments, aliasing, and the bits that portable numerics must give.
#include "simd/math/math.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "simd/math/reference.h"
#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

constexpr Numerics kBothNumerics[] = {Numerics::kPortable, Numerics::kFast};
constexpr unsigned char kGuard = 0xA5;

// Bytes with `offset` bytes before the first element and guards on both sides.
class GuardedBuffer {
 public:
  GuardedBuffer(const void* elements, size_t size, size_t offset)
      : bytes_(offset + size + 64, kGuard), offset_(offset), size_(size) {
    if (elements != nullptr) std::memcpy(data(), elements, size);
  }
  void* data() { return bytes_.data() + offset_; }
  bool HasElements(const void* expected) const {
    return std::memcmp(bytes_.data() + offset_, expected, size_) == 0;
  }
  bool HasGuards() const {
    const auto is_guard = [](unsigned char byte) { return byte == kGuard; };
    const auto begin = bytes_.begin() + static_cast<ptrdiff_t>(offset_);
    return std::all_of(bytes_.begin(), begin, is_guard) &&
           std::all_of(begin + static_cast<ptrdiff_t>(size_), bytes_.end(), is_guard);
  }

 private:
  std::vector<unsigned char> bytes_;
  size_t offset_;
  size_t size_;
};

// Checks one count at one misalignment, into a separate buffer and in place of each operand. The
// expected results are those of calls for single elements.
template <class T, class Result>
void CheckPlacement(const MathKernel& row, ElementwiseFunction kernel, const std::vector<T> (&x)[2],
                    const Result* expected, size_t count, size_t offset) {
  const size_t size = count * sizeof(T);
  GuardedBuffer lhs(x[0].data(), size, offset), rhs(x[1].data(), size, offset);
  GuardedBuffer result(nullptr, count * sizeof(Result), offset);
  const void* operands[] = {lhs.data(), rhs.data()};
  kernel(operands, result.data(), count, nullptr);
  CHECK(result.HasElements(expected));
  CHECK(result.HasGuards());
  if (!row.may_alias) return;
  for (int i = 0; i < row.operand_count; ++i) {
    GuardedBuffer a(x[0].data(), size, offset), b(x[1].data(), size, offset);
    const void* both[] = {a.data(), b.data()};
    GuardedBuffer& in_place = i == 0 ? a : b;
    kernel(both, in_place.data(), count, nullptr);
    CHECK(in_place.HasElements(expected));
    CHECK(in_place.HasGuards());
  }
}

template <class T, class Result>
void CheckPlacements(const MathKernel& row, Numerics numerics, const std::vector<T> (&x)[2]) {
  const ElementwiseFunction kernel = FindMathFunction(row.name, TestType<T>::kType, numerics);
  const size_t most = x[0].size();
  std::vector<Result> expected(most);
  for (size_t i = 0; i < most; ++i) {
    const void* operands[] = {&x[0][i], &x[1][i]};
    kernel(operands, &expected[i], 1, nullptr);
  }
  for (size_t count = 0; count <= most; ++count) {
    for (const size_t offset : {0, 1, 4, 12}) {
      CheckPlacement(row, kernel, x, expected.data(), count, offset);
    }
  }
}

// Twice the lanes of the widest vector of T, and one.
template <class T>
constexpr size_t kMostElements = 2 * 64 / sizeof(T) + 1;

template <class T>
void CheckRealPlacements(const MathKernel& row, Numerics numerics) {
  if (BoundOf<T>(row) == 0) return;
  constexpr size_t kMost = kMostElements<T>;
  const std::vector<T> x[2] = {SampleOperand<T>(row, 0, kMost, 5),
                               SampleOperand<T>(row, 1, kMost, 5)};
  CheckPlacements<T, T>(row, numerics, x);
}

// Many operands together and alone, in fast numerics, where few need a longer function.
template <class T>
void CheckNeighbours(const MathKernel& row) {
  if (BoundOf<T>(row) == 0) return;
  constexpr size_t kCount = 8000;
  const ElementwiseFunction kernel =
      FindMathFunction(row.name, TestType<T>::kType, Numerics::kFast);
  const std::vector<T> x = SampleOperand<T>(row, 0, kCount, 9);
  const std::vector<T> y = SampleOperand<T>(row, 1, kCount, 9);
  std::vector<T> together(kCount), alone(kCount);
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, together.data(), kCount, nullptr);
  for (size_t i = 0; i < kCount; ++i) {
    const void* single[] = {&x[i], &y[i]};
    kernel(single, &alone[i], 1, nullptr);
  }
  CHECK(std::memcmp(together.data(), alone.data(), kCount * sizeof(T)) == 0);
}

template <class C>
void CheckComplexPlacements(const MathKernel& row, Numerics numerics) {
  if (BoundOf<C>(row) == 0) return;
  constexpr size_t kMost = kMostElements<typename C::value_type>;
  const std::vector<C> x[2] = {SampleComplexOperands<C>(row, kMost, 5),
                               SampleComplexOperands<C>(row, kMost, 6)};
  if (row.name == "abs") {
    CheckPlacements<C, typename C::value_type>(row, numerics, x);
  } else {
    CheckPlacements<C, C>(row, numerics, x);
  }
}

template <class T>
T Evaluate(std::string_view name, Numerics numerics, T x, T y = 0) {
  const ElementwiseFunction kernel = FindMathFunction(name, TestType<T>::kType, numerics);
  const void* operands[] = {&x, &y};
  T result;
  kernel(operands, &result, 1, nullptr);
  return result;
}

struct SpecialUnary {
  const char* name;
  double operand;
  double result;
};

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// IEEE 754-2019, section 9.2.1, and the identities for cases it does not specify.
constexpr SpecialUnary kSpecialUnary[] = {
    {"cbrt", 0.0, 0.0},
    {"cbrt", -0.0, -0.0},
    {"cbrt", kInf, kInf},
    {"cbrt", -kInf, -kInf},
    {"cbrt", 27, 3},
    {"cbrt", -8, -2},
    {"cbrt", kNaN, kNaN},
    {"cosine", 0.0, 1},
    {"cosine", -0.0, 1},
    {"cosine", kInf, kNaN},
    {"cosine", -kInf, kNaN},
    {"exponential", 0.0, 1},
    {"exponential", -0.0, 1},
    {"exponential", kInf, kInf},
    {"exponential", -kInf, 0.0},
    {"exponential", kNaN, kNaN},
    {"exponential", 1e30, kInf},
    {"exponential", -1e30, 0.0},
    {"exponential_minus_one", 0.0, 0.0},
    {"exponential_minus_one", -0.0, -0.0},
    {"exponential_minus_one", kInf, kInf},
    {"exponential_minus_one", -kInf, -1},
    {"exponential_minus_one", kNaN, kNaN},
    {"exponential_minus_one", -1e30, -1},
    {"log", 0.0, -kInf},
    {"log", -0.0, -kInf},
    {"log", 1, 0.0},
    {"log", kInf, kInf},
    {"log", -1, kNaN},
    {"log", -kInf, kNaN},
    {"log", kNaN, kNaN},
    {"log_plus_one", 0.0, 0.0},
    {"log_plus_one", -0.0, -0.0},
    {"log_plus_one", -1, -kInf},
    {"log_plus_one", kInf, kInf},
    {"log_plus_one", -2, kNaN},
    {"log_plus_one", kNaN, kNaN},
    {"logistic", 0.0, 0.5},
    {"logistic", -0.0, 0.5},
    {"logistic", kInf, 1},
    {"logistic", -kInf, 0.0},
    {"logistic", kNaN, kNaN},
    {"rsqrt", 0.0, kInf},
    {"rsqrt", -0.0, -kInf},
    {"rsqrt", kInf, 0.0},
    {"rsqrt", 4, 0.5},
    {"rsqrt", -1, kNaN},
    {"rsqrt", kNaN, kNaN},
    {"sine", 0.0, 0.0},
    {"sine", -0.0, -0.0},
    {"sine", kInf, kNaN},
    {"sine", -kInf, kNaN},
    {"sqrt", 0.0, 0.0},
    {"sqrt", -0.0, -0.0},
    {"sqrt", kInf, kInf},
    {"sqrt", -1, kNaN},
    {"sqrt", 9, 3},
    {"sqrt", kNaN, kNaN},
    {"tan", 0.0, 0.0},
    {"tan", -0.0, -0.0},
    {"tan", kInf, kNaN},
    {"tan", kNaN, kNaN},
    {"tanh", 0.0, 0.0},
    {"tanh", -0.0, -0.0},
    {"tanh", kInf, 1},
    {"tanh", -kInf, -1},
    {"tanh", kNaN, kNaN},
};

struct SpecialPower {
  double base;
  double exponent;
  double result;
};

// IEEE 754-2019, section 9.2.1, pow.
constexpr SpecialPower kSpecialPowers[] = {
    {kNaN, 0.0, 1},      {kNaN, -0.0, 1},    {0.0, 0.0, 1},      {kInf, 0.0, 1},
    {-3, -0.0, 1},       {1, kNaN, 1},       {1, kInf, 1},       {1, -kInf, 1},
    {-1, kInf, 1},       {-1, -kInf, 1},     {0.0, -3, kInf},    {-0.0, -3, -kInf},
    {0.0, -2, kInf},     {-0.0, -2, kInf},   {-0.0, -2.5, kInf}, {0.0, -kInf, kInf},
    {-0.0, -kInf, kInf}, {0.0, 3, 0.0},      {-0.0, 3, -0.0},    {-0.0, 2, 0.0},
    {-0.0, 0.5, 0.0},    {0.5, -kInf, kInf}, {2, -kInf, 0.0},    {-0.5, kInf, 0.0},
    {-2, kInf, kInf},    {-kInf, -3, -0.0},  {-kInf, -2, 0.0},   {-kInf, 3, -kInf},
    {-kInf, 2, kInf},    {-kInf, 2.5, kInf}, {kInf, 0.5, kInf},  {kInf, -0.5, 0.0},
    {-8, 1.0 / 3, kNaN}, {-2, 0.5, kNaN},    {-2, 3, -8},        {-2, -3, -0.125},
    {2, 10, 1024},       {-1, 1e30, 1},      {kNaN, 1, kNaN},    {2, kNaN, kNaN},
    {-2, kNaN, kNaN},    {10, 1e30, kInf},   {10, -1e30, 0.0},   {-3, 1e30, kInf},
    {1, 1e30, 1},        {9, 0.5, 3},
};

template <class T>
bool HasItsKernel(const MathKernel& row, Numerics numerics) {
  const bool has_kernel = FindMathFunction(row.name, TestType<T>::kType, numerics) != nullptr;
  return has_kernel == (BoundOf<T>(row) != 0);
}

template <class T>
bool IsSame(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

template <class T>
void CheckSpecialValues(Numerics numerics) {
  for (const SpecialUnary& row : kSpecialUnary) {
    const T result = Evaluate<T>(row.name, numerics, static_cast<T>(row.operand));
    INFO(row.name << "(" << row.operand << ") = " << result);
    CHECK(IsSame(result, static_cast<T>(row.result)));
  }
  for (const SpecialPower& row : kSpecialPowers) {
    const T result =
        Evaluate<T>("power", numerics, static_cast<T>(row.base), static_cast<T>(row.exponent));
    INFO("power(" << row.base << ", " << row.exponent << ") = " << result);
    CHECK(IsSame(result, static_cast<T>(row.result)));
  }
}

}  // namespace

TEST_CASE("every row of the math table has its kernels and a reference", "[simd]") {
  for (const MathKernel& row : MathKernels()) {
    INFO(row.name);
    for (const Numerics numerics : kBothNumerics) {
      CHECK(HasItsKernel<float>(row, numerics));
      CHECK(HasItsKernel<double>(row, numerics));
      CHECK(HasItsKernel<std::complex<float>>(row, numerics));
      CHECK(HasItsKernel<std::complex<double>>(row, numerics));
    }
  }
  CHECK(FindMathFunction("add", ElementType::kF32, Numerics::kFast) == nullptr);
  CHECK(FindMathFunction("log", ElementType::kI32, Numerics::kFast) == nullptr);
}

TEST_CASE("math kernels give the same bits for every count, misalignment and result address",
          "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      INFO(target << " " << row.name);
      for (const Numerics numerics : kBothNumerics) {
        CheckRealPlacements<float>(row, numerics);
        CheckRealPlacements<double>(row, numerics);
        CheckComplexPlacements<std::complex<float>>(row, numerics);
        CheckComplexPlacements<std::complex<double>>(row, numerics);
      }
    }
  });
}

TEST_CASE("math kernels have IEEE's special values", "[simd]") {
  ForEachTarget([](const std::string& target) {
    INFO(target);
    for (const Numerics numerics : kBothNumerics) {
      CheckSpecialValues<float>(numerics);
      CheckSpecialValues<double>(numerics);
    }
  });
}

TEST_CASE("a result does not depend on its neighbours", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      INFO(target << " " << row.name);
      CheckNeighbours<float>(row);
      CheckNeighbours<double>(row);
    }
  });
}

// The f64 and the f32 nearest to a multiple of pi/2, pi itself, and the largest number. Results
// were computed with 2,000 bits.
TEST_CASE("trigonometric kernels reduce the hardest arguments", "[simd]") {
  struct Row {
    double operand, sine, cosine, tan;
  };
  constexpr Row kRows[] = {
      {0x1.6ac5b262ca1ffp+849, 1, -0x1.14ae72e6ba22fp-61, -0x1.d9ba9a7975636p+60},
      {0x1.f37c8ap+95, 1, -0x1.bbdd52a58eafbp-30, -0x1.274c1bb79adb7p+29},
      {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -1, -0x1.1a62633145c07p-53},
      {0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8, -0x1.fffe62ecfab75p-1, -0x1.4530cfe729484p-8},
  };
  ForEachTarget([&](const std::string& target) {
    INFO(target);
    for (const Numerics numerics : kBothNumerics) {
      for (const Row& row : kRows) {
        INFO(row.operand);
        CHECK(UlpError(Evaluate<double>("sine", numerics, row.operand), row.sine) <= 1);
        CHECK(UlpError(Evaluate<double>("cosine", numerics, row.operand), row.cosine) <= 1);
        CHECK(UlpError(Evaluate<double>("tan", numerics, row.operand), row.tan) <= 1.5);
      }
      const float hardest = 0x1.f37c8ap+95f;
      CHECK(Evaluate<float>("cosine", numerics, hardest) == -0x1.bbdd52a58eafbp-30f);
      CHECK(Evaluate<float>("tan", numerics, hardest) == -0x1.274c1bb79adb7p+29f);
    }
  });
}

// Both numerics compute the operands in vectors, with others that need no such care between them.
TEST_CASE("exponentials of f32 vanish, are subnormal and overflow where they should", "[simd]") {
  std::vector<float> operands;
  for (float x = 86; x < 106; x += 0x1.3p-6F) operands.insert(operands.end(), {x, -x, 1 / x});
  for (const float x :
       {88.72284F, 88.72283F, 3e38F, std::numeric_limits<float>::infinity(), 1e4F}) {
    operands.insert(operands.end(), {x, -x, 0.5F});
  }
  operands.push_back(std::numeric_limits<float>::quiet_NaN());
  ForEachTarget([&](const std::string& target) {
    for (const Numerics numerics : kBothNumerics) {
      std::vector<float> results(operands.size());
      const void* pointers[] = {operands.data()};
      FindMathFunction("exponential", ElementType::kF32, numerics)(pointers, results.data(),
                                                                   operands.size(), nullptr);
      for (size_t i = 0; i < operands.size(); ++i) {
        const double exact = std::exp(static_cast<double>(operands[i]));
        INFO(target << " exponential " << operands[i] << " = " << results[i]);
        CHECK(UlpError(results[i], exact) <= 1);
      }
    }
  });
}

TEST_CASE("atan2 places every pair of signs, zeros and infinities", "[simd]") {
  const double values[] = {0.0, -0.0, 1, -1, kInf, -kInf, 1e-300, -1e300, 0x1p-1074, kNaN};
  ForEachTarget([&](const std::string& target) {
    for (const double y : values) {
      for (const double x : values) {
        const double result = Evaluate<double>("atan2", Numerics::kPortable, y, x);
        const double expected = std::atan2(y, x);
        INFO(target << " atan2(" << y << ", " << x << ") = " << result << ", not " << expected);
        CHECK(UlpError(result, expected) <= 1);
        CHECK((std::isnan(result) || std::signbit(result) == std::signbit(expected)));
      }
    }
  });
}

}  // namespace paddock::simd
