// Complex numbers: parts, multiplication, division, abs, sign, order.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <cstring>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

template <class T>
using Complex = std::complex<T>;

template <class T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;

template <class T>
Complex<T> Read(const uint8_t* element) {
  Complex<T> value;
  memcpy(static_cast<void*>(&value), element, sizeof(value));
  return value;
}

// `reference` maps complex<T> to complex<T>, exactly.
template <class T, class Reference>
void CheckExactly(const std::string& op, size_t arity, Reference reference) {
  KernelCase kernel_case = CaseOf(op, kTypeOf<T>, arity);
  kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
    Complex<T> values[3] = {};
    for (size_t i = 0; i < arity; ++i) values[i] = Read<T>(operands[i]);
    const Complex<T> value = reference(values[0], values[1], values[2]);
    memcpy(result, &value, sizeof(value));
  };
  ForEachTarget([&] {
    kernel_case.kernel = Find(op, kTypeOf<T>);
    CheckKernel(kernel_case);
  });
}

template <class T>
bool IsLess(Complex<T> a, Complex<T> b) {
  return a.real() == b.real() ? a.imag() < b.imag() : a.real() < b.real();
}
constexpr auto kMaximum = []<class T>(Complex<T> a, Complex<T> b) { return IsLess(b, a) ? a : b; };
constexpr auto kMinimum = []<class T>(Complex<T> a, Complex<T> b) { return IsLess(a, b) ? a : b; };

template <class T>
void CheckOrderAndProduct() {
  CheckExactly<T>("multiply", 2, [](Complex<T> a, Complex<T> b, auto) {
    return Complex<T>(a.real() * b.real() - a.imag() * b.imag(),
                      a.real() * b.imag() + a.imag() * b.real());
  });
  CheckExactly<T>("add", 2, [](Complex<T> a, Complex<T> b, auto) { return a + b; });
  CheckExactly<T>("subtract", 2, [](Complex<T> a, Complex<T> b, auto) { return a - b; });
  CheckExactly<T>("negate", 1, [](Complex<T> a, auto, auto) { return -a; });
  CheckExactly<T>("maximum", 2, [](auto a, auto b, auto) { return kMaximum(a, b); });
  CheckExactly<T>("minimum", 2, [](auto a, auto b, auto) { return kMinimum(a, b); });
  CheckExactly<T>("clamp", 3,
                  [](auto min, auto x, auto max) { return kMinimum(kMaximum(x, min), max); });
}

template <class T>
std::vector<Complex<T>> FiniteSamples(size_t limit) {
  std::vector<Complex<T>> values;
  for (const auto& element : Samples(kTypeOf<T>, limit)) {
    const Complex<T> value = Read<T>(element.data());
    if (std::isfinite(value.real()) && std::isfinite(value.imag())) values.push_back(value);
  }
  return values;
}

template <class T>
Complex<T> Call(const char* op, Complex<T> a, Complex<T> b = {}) {
  const void* operands[] = {&a, &b};
  Complex<T> result;
  Find(op, kTypeOf<T>)(operands, &result, 1, nullptr);
  return result;
}

// In ULP of the greater part of the exact result; subnormal results have the least ULP there is.
template <class T>
long double ErrorInUlp(Complex<T> actual, Complex<long double> exact) {
  const long double greater = std::max(std::abs(exact.real()), std::abs(exact.imag()));
  if (greater > std::numeric_limits<T>::max()) return 0;  // one ULP away from an overflow
  int exponent = greater == 0 ? 0 : std::ilogb(greater);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent - 1);
  const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
  const auto wide = Complex<long double>(actual.real(), actual.imag());
  return std::max(std::abs(wide.real() - exact.real()), std::abs(wide.imag() - exact.imag())) / ulp;
}

template <class T>
long double WorstDivision() {
  long double worst = 0;
  const std::vector<Complex<T>> values = FiniteSamples<T>(300);
  for (const Complex<T> a : values) {
    for (const Complex<T> b : values) {
      if (b == Complex<T>()) continue;
      // long double has exponent enough for f64 squared, and bits enough for the products' sum.
      const long double x = a.real(), y = a.imag(), u = b.real(), v = b.imag();
      const long double norm = u * u + v * v;
      const Complex<long double> exact((x * u + y * v) / norm, (y * u - x * v) / norm);
      worst = std::max(worst, ErrorInUlp(Call("divide", a, b), exact));
    }
  }
  return worst;
}

template <class T>
long double WorstAbs() {
  long double worst = 0;
  for (const Complex<T> z : FiniteSamples<T>(3000)) {
    T result;
    const void* operands[] = {&z};
    Find("abs", kTypeOf<T>)(operands, &result, 1, nullptr);
    const long double x = z.real(), y = z.imag();
    worst = std::max(worst, ErrorInUlp(Complex<T>(result), {std::sqrt(x * x + y * y), 0.0L}));
  }
  return worst;
}

template <class T>
long double WorstSign() {
  long double worst = 0;
  for (const Complex<T> z : FiniteSamples<T>(3000)) {
    const long double x = z.real(), y = z.imag();
    const long double magnitude = std::sqrt(x * x + y * y);
    if (magnitude == 0) continue;
    worst = std::max(worst, ErrorInUlp(Call("sign", z), {x / magnitude, y / magnitude}));
  }
  return worst;
}

template <class T>
void CheckInfinities() {
  const T inf = std::numeric_limits<T>::infinity();
  const T nan = std::numeric_limits<T>::quiet_NaN();
  using C = Complex<T>;
  CHECK(Call("divide", C(1, 1), C(0, 0)) == C(inf, inf));
  CHECK(Call("divide", C(-1, 0), C(0, 0)).real() == -inf);
  CHECK(std::isnan(Call("divide", C(0, 0), C(0, 0)).real()));
  CHECK(Call("divide", C(1, -1), C(inf, 0)) == C(0, 0));
  CHECK(Call("divide", C(1, 1), C(inf, nan)) == C(0, 0));
  CHECK(Call("divide", C(inf, 1), C(1, 0)).real() == inf);
  CHECK(Call("divide", C(inf, nan), C(2, 0)).real() == inf);
  // The zeros of Smith's method.
  CHECK(std::signbit(Call("divide", C(-3, 0), C(-2, 0)).imag()));
  CHECK(std::signbit(Call("divide", C(0, 2), C(-3, -T{0})).real()));
  CHECK(!std::signbit(Call("divide", C(3, 0), C(2, 0)).imag()));
  CHECK(std::signbit(Call("divide", C(-3, 0), C(0, -inf)).real()));
  const T least = std::numeric_limits<T>::denorm_min();
  CHECK(Call("divide", C(1, -1), C(-least, 0)) == C(-inf, inf));
  CHECK(Call("divide", C(4 * least, 8 * least), C(4 * least, 0)) == C(1, 2));
  CHECK(Call("sign", C(0, -T{0})) == C(0, 0));
  CHECK(std::isnan(Call("sign", C(nan, 1)).imag()));
  CHECK(std::isnan(Call("sign", C(1, nan)).real()));
  const auto abs_of = [](C z) {
    const void* operands[] = {&z};
    T result;
    Find("abs", kTypeOf<T>)(operands, &result, 1, nullptr);
    return result;
  };
  CHECK(abs_of(C(-inf, nan)) == inf);
  CHECK(abs_of(C(nan, inf)) == inf);
  CHECK(std::isnan(abs_of(C(nan, 1))));
  CHECK(abs_of(C(3, -4)) == 5);
}

// Vectors of numbers and of their parts give the bits of single numbers.
template <class T>
void CheckAbsOfVectors() {
  std::vector<Complex<T>> numbers;
  std::vector<T> real, imag, expected;
  for (const auto& element : Samples(kTypeOf<T>, 5000)) {
    const Complex<T> z = Read<T>(element.data());
    numbers.push_back(z);
    real.push_back(z.real());
    imag.push_back(z.imag());
    expected.push_back({});
    const void* operand = &z;
    Find("abs", kTypeOf<T>)(&operand, &expected.back(), 1, nullptr);
  }
  std::vector<T> result(numbers.size());
  const size_t bytes = numbers.size() * sizeof(T);
  const void* operand = numbers.data();
  Find("abs", kTypeOf<T>)(&operand, result.data(), numbers.size(), nullptr);
  CHECK(memcmp(result.data(), expected.data(), bytes) == 0);
#ifndef __wasm__
  const void* parts[] = {real.data(), imag.data()};
  result.assign(numbers.size(), 0);
  Find("hypot", PartType(kTypeOf<T>))(parts, result.data(), numbers.size(), nullptr);
  CHECK(memcmp(result.data(), expected.data(), bytes) == 0);
#endif
}

// The same of quotients and signs, in vectors of one number each.
template <class T>
void CheckVectorsOfNumbers(const std::string& op) {
  const auto samples = Samples(kTypeOf<T>, 3000);
  constexpr size_t kCopies = 16;
  for (size_t i = 0; i < samples.size(); ++i) {
    const Complex<T> a = Read<T>(samples[i].data());
    const Complex<T> b = Read<T>(samples[i * 7 % samples.size()].data());
    const void* operands[] = {&a, &b};
    const std::vector<Complex<T>> lhs(kCopies, a), rhs(kCopies, b);
    const void* vectors[] = {lhs.data(), rhs.data()};
    Complex<T> expected;
    std::vector<Complex<T>> result(kCopies);
    Find(op, kTypeOf<T>)(operands, &expected, 1, nullptr);
    Find(op, kTypeOf<T>)(vectors, result.data(), kCopies, nullptr);
    INFO(op << " " << a << " " << b);
    const std::vector<Complex<T>> all(kCopies, expected);
    CHECK(memcmp(result.data(), all.data(), kCopies * sizeof(expected)) == 0);
  }
}

void CheckParts(ElementType part, ElementType whole) {
  const size_t size = ByteSize(part);
  KernelCase real = CaseOf("real", whole, 1);
  real.result_type = part;
  real.reference = [=](auto operands, uint8_t* result) { memcpy(result, operands[0], size); };
  CheckKernel(real);
  KernelCase imag = CaseOf("imag", whole, 1);
  imag.result_type = part;
  imag.reference = [=](auto operands, uint8_t* result) {
    memcpy(result, operands[0] + size, size);
  };
  CheckKernel(imag);
  KernelCase complex = CaseOf("complex", part, 2);
  complex.result_type = whole;
  complex.reference = [=](auto operands, uint8_t* result) {
    memcpy(result, operands[0], size);
    memcpy(result + size, operands[1], size);
  };
  CheckKernel(complex);
}

}  // namespace

TEST_CASE("complex numbers are made of parts and taken apart", "[simd]") {
  ForEachTarget([] {
    CheckParts(ElementType::kF32, ElementType::kC64);
    CheckParts(ElementType::kF64, ElementType::kC128);
  });
}

TEST_CASE("a real number is its real part, and its imaginary part is 0", "[simd]") {
  for (const ElementType type : FloatTypes()) {
    KernelCase real = CaseOf("real", type, 1);
    real.reference = [=](auto operands, uint8_t* result) {
      memcpy(result, operands[0], ByteSize(type));
    };
    CheckKernel(real);
    KernelCase imag = CaseOf("imag", type, 1);
    imag.reference = [=](auto, uint8_t* result) { WriteFloat(type, 0, result); };
    CheckKernel(imag);
  }
}

TEST_CASE("conj negates the imaginary part", "[simd]") {
  CheckExactly<float>("conj", 1, [](auto a, auto, auto) { return std::conj(a); });
  CheckExactly<double>("conj", 1, [](auto a, auto, auto) { return std::conj(a); });
  CheckFloats("conj", 1, [](auto a, auto, auto) { return a; });
}

TEST_CASE("complex sums, products and order are computed from the parts", "[simd]") {
  CheckOrderAndProduct<float>();
  CheckOrderAndProduct<double>();
}

TEST_CASE("complex division, abs and sign are accurate and do not overflow early", "[simd]") {
  ForEachTarget([] {
    CHECK(WorstDivision<float>() <= 1);
    CHECK(WorstDivision<double>() <= 4);
    CHECK(WorstAbs<float>() <= 1);
    CHECK(WorstAbs<double>() <= 2);
    CHECK(WorstSign<float>() <= 1);
    CHECK(WorstSign<double>() <= 3);
  });
}

TEST_CASE("abs of vectors has the bits of abs of single numbers", "[simd]") {
  ForEachTarget([] {
    CheckAbsOfVectors<float>();
    CheckAbsOfVectors<double>();
  });
}

TEST_CASE("quotients and signs of vectors have the bits of single numbers", "[simd]") {
  ForEachTarget([] {
    for (const std::string op : {"divide", "sign"}) {
      CheckVectorsOfNumbers<float>(op);
      CheckVectorsOfNumbers<double>(op);
    }
  });
}

TEST_CASE("complex division, sign and abs of infinities and zeros", "[simd]") {
  CheckInfinities<float>();
  CheckInfinities<double>();
}

}  // namespace paddock::simd::testing
