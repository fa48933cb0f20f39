// Complex numbers as two real values each (core/plan/fusion/tile_parts.h) give the bits of kernels
// of complex numbers.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock::complex_tests {
namespace {

using namespace testing;

// Numbers of a moderate size, among them zeros and equal parts.
template <class T>
Tensor Numbers(ElementType type, std::vector<int64_t> shape, uint32_t seed, bool has_specials) {
  constexpr T kSpecials[] = {T{0}, -T{0}, std::numeric_limits<T>::infinity(),
                             std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()};
  std::minstd_rand random(seed);
  Tensor tensor = Tensor::Allocate(type, std::move(shape));
  const size_t count = tensor.byte_size() / sizeof(T);
  for (size_t i = 0; i < count; ++i) {
    T value = static_cast<T>(static_cast<int>(random() % 65) - 32) / 8;
    if (has_specials && random() % 4 == 0) value = kSpecials[random() % std::size(kSpecials)];
    std::memcpy(tensor.mutable_data() + i * sizeof(T), &value, sizeof(T));
  }
  return tensor;
}

Tensor NumbersOf(ElementType type, std::vector<int64_t> shape, uint32_t seed,
                 bool has_specials = true) {
  const ElementType part = IsComplex(type) ? PartType(type) : type;
  return part == ElementType::kF32 ? Numbers<float>(type, std::move(shape), seed, has_specials)
                                   : Numbers<double>(type, std::move(shape), seed, has_specials);
}

// Which NaN an operation makes is open.
template <class T>
bool AreSame(const Tensor& some, const Tensor& others) {
  for (size_t i = 0; i < some.byte_size(); i += sizeof(T)) {
    T one, other;
    std::memcpy(&one, some.data() + i, sizeof(T));
    std::memcpy(&other, others.data() + i, sizeof(T));
    const bool is_nan = std::isnan(one) && std::isnan(other);
    if (!is_nan && std::memcmp(&one, &other, sizeof(T)) != 0) return false;
  }
  return true;
}

bool AreSame(const Tensor& some, const Tensor& others) {
  const ElementType type = some.element_type();
  if (!IsComplex(type) && !IsFloat(type)) return IsBitwiseEqual(some, others);
  const ElementType part = IsComplex(type) ? PartType(type) : type;
  return part == ElementType::kF32 ? AreSame<float>(some, others) : AreSame<double>(some, others);
}

void CheckLevels(const std::string& text, const std::vector<Tensor>& inputs) {
  INFO(text);
  const Program program(text);
  for (const auto numerics : {simd::Numerics::kPortable, simd::Numerics::kFast}) {
    PlanOptions faithful = At(Level::kFaithful), fast = At(Level::kFast);
    faithful.numerics = fast.numerics = numerics;
    const std::vector<Tensor> expected = Run(program, faithful, inputs);
    const std::vector<Tensor> found = Run(program, fast, inputs);
    REQUIRE(found.size() == expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      INFO("result " << i);
      REQUIRE(AreSame(found[i], expected[i]));
    }
  }
}

struct Types {
  ElementType whole, part;
  std::string_view whole_name, part_name;
};
constexpr Types kTypes[] = {{ElementType::kC64, ElementType::kF32, "complex<f32>", "f32"},
                            {ElementType::kC128, ElementType::kF64, "complex<f64>", "f64"}};

// A program of operations on complex, real and boolean values, of which the last ones and some
// others are results.
class RandomProgram {
 public:
  RandomProgram(const Types& types, int64_t count, uint32_t seed)
      : size_(std::to_string(count)), types_(types), random_(seed) {}

  std::string Write() {
    complex_ = {"%x", "%y", "%k", "%b"};
    real_ = {"%r"};
    booleans_ = {"%p"};
    text_ = "  %k = stablehlo.constant dense<(0.5, -0.75)> : " + Whole() + "\n" +
            "  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<" +
            std::string(types_.whole_name) + ">) -> " + Whole() + "\n";
    for (int i = 0; i < 9; ++i) AddOperation();
    const std::string results[] = {complex_.back(), complex_[complex_.size() / 2], real_.back(),
                                   booleans_.back()};
    const std::string result_types = Whole() + ", " + Whole() + ", " + Part() + ", " + Truth();
    return "func.func @main(%x: " + Whole() + ", %y: " + Whole() + ", %s: tensor<" +
           std::string(types_.whole_name) + ">, %r: " + Part() + ", %p: " + Truth() + ") -> (" +
           result_types + ") {\n" + text_ + "  return " + results[0] + ", " + results[1] + ", " +
           results[2] + ", " + results[3] + " : " + result_types + "\n}\n";
  }

 private:
  std::string TensorOfType(std::string_view type) const {
    return "tensor<" + size_ + "x" + std::string(type) + ">";
  }
  std::string Whole() const { return TensorOfType(types_.whole_name); }
  std::string Part() const { return TensorOfType(types_.part_name); }
  std::string Truth() const { return TensorOfType("i1"); }

  const std::string& Any(const std::vector<std::string>& values) {
    return values[random_() % values.size()];
  }
  void Add(std::vector<std::string>& values, const std::string& computation) {
    values.push_back("%v" + std::to_string(next_++));
    text_ += "  " + values.back() + " = " + computation + "\n";
  }
  // op %a : (from) -> to
  std::string Unary(const std::string& op, const std::string& operand, const std::string& from,
                    const std::string& to) {
    return op + " " + operand + " : (" + from + ") -> " + to;
  }

  void AddOperation() {
    switch (random_() % 12) {
      case 0:
      case 1:
        return AddBinary("multiply");
      case 2:
        return AddBinary("add");
      case 3:
        return AddBinary("subtract");
      case 4:
        return Add(complex_, "stablehlo.negate " + Any(complex_) + " : " + Whole());
      case 5:
        return AddBinary(random_() % 2 == 0 ? "divide" : "multiply");
      case 6:
        return Add(complex_, "stablehlo.select " + Any(booleans_) + ", " + Any(complex_) + ", " +
                                 Any(complex_) + " : " + Truth() + ", " + Whole());
      case 7:
        return AddComparison();
      case 8:
        return Add(complex_, Unary("stablehlo.convert", Any(real_), Part(), Whole()));
      case 9:
        return Add(complex_,
                   "stablehlo.complex " + Any(real_) + ", " + Any(real_) + " : " + Whole());
      case 10:
        return AddPart();
      default:
        return Add(complex_,
                   random_() % 4 == 0
                       ? "chlo.square " + Any(complex_) + " : " + Whole() + " -> " + Whole()
                       : "chlo.conj " + Any(complex_) + " : " + Whole() + " -> " + Whole());
    }
  }

  void AddBinary(const std::string& op) {
    Add(complex_, "stablehlo." + op + " " + Any(complex_) + ", " + Any(complex_) + " : " + Whole());
  }
  void AddComparison() {
    constexpr const char* kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    Add(booleans_, std::string("stablehlo.compare ") + kDirections[random_() % 6] + ", " +
                       Any(complex_) + ", " + Any(complex_) + ", FLOAT : (" + Whole() + ", " +
                       Whole() + ") -> " + Truth());
  }
  void AddPart() {
    if (random_() % 4 == 0) return AddComparedAbs();
    constexpr const char* kOps[] = {"stablehlo.real", "stablehlo.imag", "stablehlo.abs",
                                    "stablehlo.convert"};
    Add(real_, Unary(kOps[random_() % 4], Any(complex_), Whole(), Part()));
  }

  void AddComparedAbs() {
    constexpr const char* kDirections[] = {"GE", "GT", "LE", "LT"};
    Add(real_, Unary("stablehlo.abs", Any(complex_), Whole(), Part()));
    const std::string modulus = real_.back();
    Add(real_, "stablehlo.constant dense<2.5> : " + Part());
    Add(booleans_, std::string("stablehlo.compare ") + kDirections[random_() % 4] + ", " + modulus +
                       ", " + real_.back() + ", FLOAT : (" + Part() + ", " + Part() + ") -> " +
                       Truth());
  }

  std::string size_;
  const Types& types_;
  std::minstd_rand random_;
  std::string text_;
  int next_ = 0;
  std::vector<std::string> complex_, real_, booleans_;
};

Tensor Truths(int64_t count, uint32_t seed) {
  std::minstd_rand random(seed);
  std::vector<uint8_t> elements(static_cast<size_t>(count));
  for (uint8_t& element : elements) element = random() % 3 == 0;
  return TensorOf<uint8_t>(ElementType::kI1, {count}, elements);
}

TEST_CASE("complex numbers in chains have the bits of kernels") {
  for (const Types& types : kTypes) {
    for (uint32_t seed = 1; seed <= 120; ++seed) {
      constexpr int64_t kCounts[] = {1, 16, 37, 401, 5003};
      const int64_t count = kCounts[seed % std::size(kCounts)];
      const std::string text = RandomProgram(types, count, seed).Write();
      CheckLevels(text,
                  {NumbersOf(types.whole, {count}, seed), NumbersOf(types.whole, {count}, seed + 1),
                   NumbersOf(types.whole, {}, seed + 2), NumbersOf(types.part, {count}, seed + 3),
                   Truths(count, seed)});
    }
  }
}

TEST_CASE("complex numbers converted, broadcast and beside other functions have the same bits") {
  // Rows and columns, another width, integers, a function that chains do not have.
  constexpr std::string_view kText = R"(
func.func @main(%x: tensor<70x90xWHOLE>, %row: tensor<90xWHOLE>, %column: tensor<70xWHOLE>, %n: tensor<70x90xi32>)
    -> (tensor<70x90xWHOLE>, tensor<70x90xOTHER>, tensor<70xWHOLE>) {
  %0 = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<90xWHOLE>) -> tensor<70x90xWHOLE>
  %1 = stablehlo.broadcast_in_dim %column, dims = [0] : (tensor<70xWHOLE>) -> tensor<70x90xWHOLE>
  %2 = stablehlo.multiply %x, %0 : tensor<70x90xWHOLE>
  %3 = stablehlo.add %2, %1 : tensor<70x90xWHOLE>
  %4 = stablehlo.convert %n : (tensor<70x90xi32>) -> tensor<70x90xWHOLE>
  %5 = stablehlo.multiply %3, %4 : tensor<70x90xWHOLE>
  %6 = stablehlo.exponential %5 : tensor<70x90xWHOLE>
  %7 = stablehlo.multiply %6, %6 : tensor<70x90xWHOLE>
  %8 = stablehlo.subtract %7, %5 : tensor<70x90xWHOLE>
  %9 = stablehlo.convert %8 : (tensor<70x90xWHOLE>) -> tensor<70x90xOTHER>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<WHOLE>
  %10 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<70x90xWHOLE>, tensor<WHOLE>) -> tensor<70xWHOLE>
  return %8, %9, %10 : tensor<70x90xWHOLE>, tensor<70x90xOTHER>, tensor<70xWHOLE>
}
)";
  std::vector<int32_t> numbers(70 * 90);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i % 7) - 3;
  const Tensor n = TensorOf<int32_t>(ElementType::kI32, {70, 90}, numbers);
  for (const Types& types : kTypes) {
    const Types& other = kTypes[&types == kTypes ? 1 : 0];
    const std::string text = Replaced(Replaced(std::string(kText), "WHOLE", types.whole_name),
                                      "OTHER", other.whole_name);
    CheckLevels(text,
                {NumbersOf(types.whole, {70, 90}, 1, false), NumbersOf(types.whole, {90}, 2, false),
                 NumbersOf(types.whole, {70}, 3, false), n});
  }
}

TEST_CASE("gathered complex numbers have the same bits") {
  constexpr std::string_view kText = R"(
func.func @main(%x: tensor<2000xWHOLE>, %indices: tensor<1500x1xi32>, %y: tensor<1500xWHOLE>) -> tensor<1500xWHOLE> {
  %0 = "stablehlo.gather"(%x, %indices) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}
    : (tensor<2000xWHOLE>, tensor<1500x1xi32>) -> tensor<1500xWHOLE>
  %1 = stablehlo.multiply %0, %y : tensor<1500xWHOLE>
  %2 = stablehlo.add %1, %0 : tensor<1500xWHOLE>
  %3 = stablehlo.multiply %2, %2 : tensor<1500xWHOLE>
  return %3 : tensor<1500xWHOLE>
}
)";
  std::vector<int32_t> numbers(1500);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i * 37 % 2003);
  const Tensor indices = TensorOf<int32_t>(ElementType::kI32, {1500, 1}, numbers);
  for (const Types& types : kTypes) {
    CheckLevels(Replaced(std::string(kText), "WHOLE", types.whole_name),
                {NumbersOf(types.whole, {2000}, 1), indices, NumbersOf(types.whole, {1500}, 2)});
  }
}

// As jnp.where(jnp.abs(z) < 2, z * z + c, z) and the number of these z, repeated.
constexpr std::string_view kMandelbrot = R"(
func.func @main(%c: tensor<1501xWHOLE>) -> (tensor<1501xWHOLE>, tensor<1501xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<20> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<1501xPART>
  %z0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<1501xWHOLE>
  %n0 = stablehlo.constant dense<0> : tensor<1501xi32>
  %r:3 = stablehlo.while(%i = %zero, %z = %z0, %n = %n0) : tensor<i32>, tensor<1501xWHOLE>, tensor<1501xi32>
  cond {
    %go = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %a = stablehlo.abs %z : (tensor<1501xWHOLE>) -> tensor<1501xPART>
    %in = stablehlo.compare LT, %a, %two, FLOAT : (tensor<1501xPART>, tensor<1501xPART>) -> tensor<1501xi1>
    %s = stablehlo.multiply %z, %z : tensor<1501xWHOLE>
    %t = stablehlo.add %s, %c : tensor<1501xWHOLE>
    %u = stablehlo.select %in, %t, %z : tensor<1501xi1>, tensor<1501xWHOLE>
    %b = stablehlo.abs %u : (tensor<1501xWHOLE>) -> tensor<1501xPART>
    %still = stablehlo.compare LT, %b, %two, FLOAT : (tensor<1501xPART>, tensor<1501xPART>) -> tensor<1501xi1>
    %m = stablehlo.convert %still : (tensor<1501xi1>) -> tensor<1501xi32>
    %k = stablehlo.add %n, %m : tensor<1501xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %k : tensor<i32>, tensor<1501xWHOLE>, tensor<1501xi32>
  }
  return %r#1, %r#2 : tensor<1501xWHOLE>, tensor<1501xi32>
}
)";

TEST_CASE("a loop over complex numbers has the bits of kernels, in one step an iteration") {
  for (const Types& types : kTypes) {
    const std::string text = Replaced(Replaced(std::string(kMandelbrot), "WHOLE", types.whole_name),
                                      "PART", types.part_name);
    const Tensor c = NumbersOf(types.whole, {1501}, 7, false);
    CheckLevels(text, {c});
    CheckAtBothLevels(Program(text), {c});
  }
}

}  // namespace
}  // namespace paddock::complex_tests
