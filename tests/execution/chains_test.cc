// Chains in registers (core/plan/fusion/tile_chain.h) give the bits of separate kernels.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

using namespace testing;

bool IsHalf(ElementType type) { return type == ElementType::kF16 || type == ElementType::kBF16; }

// Elements with arbitrary bits, mostly numbers of a moderate size.
Tensor AnyElements(ElementType type, int64_t count, std::mt19937& random) {
  Tensor tensor = Tensor::Allocate(type, std::vector<int64_t>{count});
  const size_t bytes = ByteSize(type);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = (uint64_t{random()} << 32) | random();
    if (type == ElementType::kI1) bits &= 1;
    const auto small = static_cast<double>(static_cast<int32_t>(random()) % 1000) / 8;
    const auto single = static_cast<float>(small);
    if (i % 4 != 0 && type == ElementType::kF32) std::memcpy(&bits, &single, sizeof(single));
    if (i % 4 != 0 && type == ElementType::kF64) std::memcpy(&bits, &small, sizeof(small));
    if (i % 4 != 0 && IsHalf(type)) bits = EncodeSmallFloat(type, small);
    std::memcpy(tensor.mutable_data() + static_cast<size_t>(i) * bytes, &bits, bytes);
  }
  return tensor;
}

// A program of element-wise operations on previous values, some of which are results.
class RandomProgram {
 public:
  RandomProgram(std::string_view type, int64_t count, uint32_t seed)
      : type_(type), size_(std::to_string(count)), random_(seed) {}

  std::string Write() {
    for (const char* argument : {"%x", "%y"}) values_.push_back(argument);
    booleans_.push_back("%p");
    text_ += "  %k = stablehlo.constant dense<" + Constant() + "> : " + Type() + "\n";
    values_.push_back("%k");
    for (int i = 0; i < 14; ++i) AddOperation(i);
    std::string header = "func.func @main(%x: " + Type() + ", %y: " + Type() + ", %p: " + Truth() +
                         ") -> (" + Type() + ", " + Type() + ", " + Truth() + ") {\n";
    const std::string& inner = values_[values_.size() / 2];
    return header + text_ + "  return " + values_.back() + ", " + inner + ", " + booleans_.back() +
           " : " + Type() + ", " + Type() + ", " + Truth() + "\n}\n";
  }

 private:
  bool is_float() const { return type_.find('f') != std::string::npos; }
  std::string Constant() const { return is_float() ? "-0.75" : "3"; }
  std::string Type() const { return "tensor<" + size_ + "x" + type_ + ">"; }
  std::string Truth() const { return "tensor<" + size_ + "xi1>"; }
  size_t Below(size_t limit) { return random_() % limit; }
  // Prefers the newest value, so that values stay in registers.
  const std::string& Any(const std::vector<std::string>& of) {
    return Below(3) != 0 ? of.back() : of[Below(of.size())];
  }

  void Add(int i, const std::string& operation, bool is_boolean) {
    const std::string name = "%v" + std::to_string(i);
    text_ += "  " + name + " = " + operation + "\n";
    (is_boolean ? booleans_ : values_).push_back(name);
  }

  // Converts to a narrower integer, which is read twice, and back.
  void AddNarrow(int i, const std::string& a) {
    static constexpr const char* kNarrow[] = {"i8", "ui8", "i16", "ui16"};
    const bool is_wide = (is_float() && type_ != "f64") || type_ == "i32" || type_ == "ui32";
    const bool is_half = type_ == "i16" || type_ == "ui16";
    if (!is_wide && !is_half) return Add(i, "stablehlo.negate " + a + " : " + Type(), false);
    const std::string narrow = "tensor<" + size_ + "x" + kNarrow[Below(is_wide ? 4 : 2)] + ">";
    const std::string name = "%n" + std::to_string(i);
    text_ += "  " + name + " = stablehlo.convert " + a + " : (" + Type() + ") -> " + narrow + "\n";
    const std::string back = "stablehlo.convert " + name + " : (" + narrow + ") -> " + Type();
    text_ += "  " + name + "b = " + back + "\n";
    text_ += "  " + name + "c = stablehlo.add " + name + "b, " + a + " : " + Type() + "\n";
    Add(i, "stablehlo.maximum " + name + "b, " + name + "c : " + Type(), false);
  }

  void AddOperation(int i) {
    static constexpr const char* kBinary[] = {"add", "subtract", "multiply", "maximum", "minimum"};
    static constexpr const char* kLogical[] = {"and", "or", "xor"};
    static constexpr const char* kRounding[] = {"stablehlo.floor ", "stablehlo.ceil ",
                                                "stablehlo.round_nearest_even "};
    static constexpr const char* kCounts[] = {"stablehlo.popcnt ",
                                              "stablehlo.count_leading_zeros "};
    static constexpr const char* kByConstant[] = {
        "stablehlo.divide ", "stablehlo.remainder ", "stablehlo.shift_left ",
        "stablehlo.shift_right_logical ", "stablehlo.shift_right_arithmetic "};
    static constexpr const char* kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
    const std::string& a = Any(values_);
    const std::string& b = Any(values_);
    switch (Below(13)) {
      case 0:
        return Add(i, "stablehlo.negate " + a + " : " + Type(), false);
      case 1:
        return Add(i,
                   std::string("stablehlo.compare ") + kDirections[Below(6)] + ", " + a + ", " + b +
                       " : (" + Type() + ", " + Type() + ") -> " + Truth(),
                   true);
      case 2:
        return Add(i,
                   "stablehlo.select " + Any(booleans_) + ", " + a + ", " + b + " : " + Truth() +
                       ", " + Type(),
                   false);
      case 3:
        return Add(i,
                   std::string("stablehlo.") + kLogical[Below(3)] + " " + Any(booleans_) + ", " +
                       Any(booleans_) + " : " + Truth(),
                   true);
      case 4:
        return Add(i, "stablehlo.convert " + Any(booleans_) + " : (" + Truth() + ") -> " + Type(),
                   false);
      case 5:
        // Not a step of a chain.
        if (is_float()) return Add(i, "stablehlo.tanh " + a + " : " + Type(), false);
        return Add(i, "stablehlo.divide " + a + ", " + b + " : " + Type(), false);
      case 7:
        return AddNarrow(i, a);
      case 8:
        if (is_float()) return Add(i, std::string(kRounding[Below(3)]) + a + " : " + Type(), false);
        return Add(i, std::string(kByConstant[Below(5)]) + a + ", %k : " + Type(), false);
      case 9:
        if (is_float()) return Add(i, "stablehlo.negate " + a + " : " + Type(), false);
        return Add(i, std::string(kCounts[Below(2)]) + a + " : " + Type(), false);
      case 6:
        return Add(i, "stablehlo.clamp %k, " + a + ", " + b + " : " + Type(), false);
      default:
        return Add(
            i, std::string("stablehlo.") + kBinary[Below(5)] + " " + a + ", " + b + " : " + Type(),
            false);
    }
  }

  const std::string type_;
  const std::string size_;
  std::mt19937 random_;
  std::vector<std::string> values_;
  std::vector<std::string> booleans_;
  std::string text_;
};

// Gives all NaNs the same bits: which operand a sum takes its NaN from is not specified.
template <typename Float>
void UnifyNaNs(Tensor& tensor) {
  auto* elements = reinterpret_cast<Float*>(tensor.mutable_data());
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    if (std::isnan(elements[i])) elements[i] = std::numeric_limits<Float>::quiet_NaN();
  }
}

void UnifyNaNsOfHalves(Tensor& tensor) {
  const bool is_f16 = tensor.element_type() == ElementType::kF16;
  const uint16_t infinity = is_f16 ? 0x7C00 : 0x7F80, quiet = is_f16 ? 0x7E00 : 0x7FC0;
  auto* codes = reinterpret_cast<uint16_t*>(tensor.mutable_data());
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    if ((codes[i] & 0x7FFF) > infinity) codes[i] = quiet;
  }
}

std::vector<Tensor> WithoutNaNBits(std::vector<Tensor> tensors) {
  for (Tensor& tensor : tensors) {
    if (tensor.element_type() == ElementType::kF32) UnifyNaNs<float>(tensor);
    if (tensor.element_type() == ElementType::kF64) UnifyNaNs<double>(tensor);
    if (IsHalf(tensor.element_type())) UnifyNaNsOfHalves(tensor);
  }
  return tensors;
}

void CheckBothWays(const Program& program, const std::vector<Tensor>& inputs) {
  PlanOptions options = At(Level::kFast);
  const std::vector<Tensor> with = WithoutNaNBits(Run(program, options, inputs));
  options.chains = false;
  const std::vector<Tensor> without = WithoutNaNBits(Run(program, options, inputs));
  const std::vector<Tensor> faithful = WithoutNaNBits(Run(program, Level::kFaithful, inputs));
  for (size_t i = 0; i < with.size(); ++i) {
    INFO("result " << i);
    CHECK(IsBitwiseEqual(with[i], without[i]));
    CHECK(IsBitwiseEqual(with[i], faithful[i]));
  }
}

TEST_CASE("chains give the bits of kernels, of any type and count", "[exec]") {
  const std::pair<const char*, ElementType> types[] = {
      {"f32", ElementType::kF32},   {"f64", ElementType::kF64},   {"i32", ElementType::kI32},
      {"i64", ElementType::kI64},   {"ui32", ElementType::kUI32}, {"ui64", ElementType::kUI64},
      {"i16", ElementType::kI16},   {"ui16", ElementType::kUI16}, {"f16", ElementType::kF16},
      {"bf16", ElementType::kBF16}, {"i8", ElementType::kI8},     {"ui8", ElementType::kUI8}};
  uint32_t seed = 0;
  for (const auto& [spelling, type] : types) {
    for (const int64_t count : {1024, 1025, 1151, 5003}) {
      for (int i = 0; i < 4; ++i) {
        RandomProgram text(spelling, count, ++seed);
        const std::string written = text.Write();
        INFO(written);
        const Program program(written);
        std::mt19937 random(seed);
        const std::vector<Tensor> inputs = {AnyElements(type, count, random),
                                            AnyElements(type, count, random),
                                            AnyElements(ElementType::kI1, count, random)};
        CheckBothWays(program, inputs);
      }
    }
  }
}

TEST_CASE("booleans alone are chains", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<5003xi1>, %y: tensor<5003xi1>, %z: tensor<5003xi1>) -> (tensor<5003xi1>, tensor<5003xi1>) {
  %not = stablehlo.not %y : tensor<5003xi1>
  %and = stablehlo.and %x, %not : tensor<5003xi1>
  %select = stablehlo.select %z, %and, %y : tensor<5003xi1>, tensor<5003xi1>
  %xor = stablehlo.xor %select, %x : tensor<5003xi1>
  return %and, %xor : tensor<5003xi1>, tensor<5003xi1>
})");
  std::mt19937 random(7);
  std::vector<Tensor> inputs;
  for (int i = 0; i < 3; ++i) inputs.push_back(AnyElements(ElementType::kI1, 5003, random));
  CheckBothWays(program, inputs);
}

// Bytes are read and written as they are, and the integers between them are lanes.
TEST_CASE("chains compute with narrow operands and results", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<5003xui8>, %y: tensor<5003xui8>, %z: tensor<5003xi16>) -> (tensor<5003xui8>, tensor<5003xi16>, tensor<5003xf32>) {
  %a = stablehlo.convert %x : (tensor<5003xui8>) -> tensor<5003xui16>
  %b = stablehlo.convert %y : (tensor<5003xui8>) -> tensor<5003xui16>
  %one = stablehlo.constant dense<1> : tensor<5003xui16>
  %sum = stablehlo.add %a, %b : tensor<5003xui16>
  %half = stablehlo.shift_right_logical %sum, %one : tensor<5003xui16>
  %mean = stablehlo.convert %half : (tensor<5003xui16>) -> tensor<5003xui8>
  %w = stablehlo.convert %z : (tensor<5003xi16>) -> tensor<5003xi32>
  %factor = stablehlo.constant dense<23170> : tensor<5003xi32>
  %bits = stablehlo.constant dense<15> : tensor<5003xi32>
  %product = stablehlo.multiply %w, %factor : tensor<5003xi32>
  %scaled = stablehlo.shift_right_arithmetic %product, %bits : tensor<5003xi32>
  %v = stablehlo.convert %scaled : (tensor<5003xi32>) -> tensor<5003xi16>
  %f = stablehlo.convert %x : (tensor<5003xui8>) -> tensor<5003xf32>
  %most = stablehlo.constant dense<255.0> : tensor<5003xf32>
  %unit = stablehlo.divide %f, %most : tensor<5003xf32>
  return %mean, %v, %unit : tensor<5003xui8>, tensor<5003xi16>, tensor<5003xf32>
})");
  std::mt19937 random(5);
  CheckBothWays(program, {AnyElements(ElementType::kUI8, 5003, random),
                          AnyElements(ElementType::kUI8, 5003, random),
                          AnyElements(ElementType::kI16, 5003, random)});
}

// Without arithmetic, every code stays what it is, signaling NaNs too.
TEST_CASE("chains keep the codes of 16-bit floats", "[exec]") {
  for (const auto& [spelling, type] :
       {std::pair("f16", ElementType::kF16), std::pair("bf16", ElementType::kBF16)}) {
    std::string text = R"(
func.func @main(%x: tensor<65536xT>, %p: tensor<65536xi1>) -> (tensor<65536xT>, tensor<65536xT>, tensor<65536xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<65536xT>
  %a = stablehlo.negate %x : tensor<65536xT>
  %b = stablehlo.select %p, %a, %x : tensor<65536xi1>, tensor<65536xT>
  %c = stablehlo.maximum %b, %zero : tensor<65536xT>
  %d = stablehlo.convert %b : (tensor<65536xT>) -> tensor<65536xf32>
  %e = stablehlo.abs %d : tensor<65536xf32>
  return %b, %c, %e : tensor<65536xT>, tensor<65536xT>, tensor<65536xf32>
})";
    for (size_t at = text.find('T'); at != std::string::npos; at = text.find('T')) {
      text.replace(at, 1, spelling);
    }
    const Program program(text);
    Tensor x = Tensor::Allocate(type, std::vector<int64_t>{65536});
    auto* codes = reinterpret_cast<uint16_t*>(x.mutable_data());
    for (uint32_t i = 0; i < 65536; ++i) codes[i] = static_cast<uint16_t>(i);
    std::mt19937 random(7);
    const std::vector<Tensor> inputs = {x, AnyElements(ElementType::kI1, 65536, random)};
    const std::vector<Tensor> fast = Run(program, Level::kFast, inputs);
    const std::vector<Tensor> faithful = Run(program, Level::kFaithful, inputs);
    for (size_t i = 0; i < fast.size(); ++i) {
      INFO(spelling << ", result " << i);
      CHECK(IsBitwiseEqual(fast[i], faithful[i]));
    }
  }
}

TEST_CASE("chains treat an index like an i64", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<2050xi64>, %y: tensor<2050xi64>) -> (tensor<2050xi64>, tensor<2050xi1>) {
  %a = arith.index_cast %x : tensor<2050xi64> to tensor<2050xindex>
  %b = arith.index_cast %y : tensor<2050xi64> to tensor<2050xindex>
  %c = arith.muli %a, %b : tensor<2050xindex>
  %d = arith.subi %c, %a : tensor<2050xindex>
  %e = arith.maxsi %d, %b : tensor<2050xindex>
  %f = arith.cmpi slt, %e, %c : tensor<2050xindex>
  %g = arith.index_cast %e : tensor<2050xindex> to tensor<2050xi64>
  return %g, %f : tensor<2050xi64>, tensor<2050xi1>
})");
  std::mt19937 random(1);
  const Tensor x = AnyElements(ElementType::kI64, 2050, random);
  CheckBothWays(program, {x, AnyElements(ElementType::kI64, 2050, random)});
}

TEST_CASE("chains overwrite dead operands, and read broadcasts", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<40x50xf32>, %row: tensor<50xf32>, %s: tensor<f32>) -> tensor<40x50xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<40x50xf32>
  cond {
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<50xf32>) -> tensor<40x50xf32>
    %c = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<40x50xf32>
    %d = stablehlo.multiply %v, %b : tensor<40x50xf32>
    %e = stablehlo.subtract %c, %d : tensor<40x50xf32>
    %f = stablehlo.add %e, %v : tensor<40x50xf32>
    %g = stablehlo.multiply %f, %f : tensor<40x50xf32>
    stablehlo.return %next, %g : tensor<i32>, tensor<40x50xf32>
  }
  return %r#1 : tensor<40x50xf32>
})");
  std::mt19937 random(1);
  const Tensor x = AnyElements(ElementType::kF32, 2000, random);
  const Tensor row = AnyElements(ElementType::kF32, 50, random);
  const Tensor s = AnyElements(ElementType::kF32, 1, random);
  const int64_t shape[] = {40, 50};
  CheckBothWays(program, {x.Reshaped(shape), row, s.Reshaped({})});
}

// Code divides by positive constants only. The transpose is loaded as one row.
TEST_CASE("chains without code are beside chains of rows", "[exec]") {
  std::mt19937 random(3);
  constexpr int64_t kCount = 18 * 129;
  const std::vector<int64_t> shape = {9, 129, 2};
  for (const auto& [name, type] :
       {std::pair("i8", ElementType::kI8), std::pair("i32", ElementType::kI32)}) {
    for (const char* divisor : {"-4", "0", "-1", "4", "7"}) {
      INFO(name << " " << divisor);
      const std::string tensor = std::string("tensor<9x129x2x") + name + ">";
      CheckBothWays(Program("func.func @main(%x: " + tensor + ") -> (" + tensor + ", " + tensor +
                            ") {\n  %t = stablehlo.transpose %x, dims = [0, 1, 2] : (" + tensor +
                            ") -> " + tensor + "\n  %n = stablehlo.negate %t : " + tensor +
                            "\n  %d = stablehlo.constant dense<" + divisor + "> : " + tensor +
                            "\n  %r = stablehlo.remainder %x, %d : " + tensor +
                            "\n  return %r, %n : " + tensor + ", " + tensor + "\n}\n"),
                    {AnyElements(type, kCount, random).Reshaped(shape)});
    }
  }
}

TEST_CASE("budgets and threads divide chains like tiles", "[exec]") {
  constexpr int64_t kCount = 3'000'017;
  const std::string type = "tensor<" + std::to_string(kCount) + "xf32>";
  const Program program("func.func @main(%x: " + type + ") -> " + type +
                        " {\n"
                        "  %a = stablehlo.multiply %x, %x : " +
                        type +
                        "\n"
                        "  %b = stablehlo.add %a, %x : " +
                        type +
                        "\n"
                        "  %c = stablehlo.subtract %x, %b : " +
                        type +
                        "\n"
                        "  return %c : " +
                        type + "\n}\n");
  std::mt19937 random(2);
  const Tensor x = AnyElements(ElementType::kF32, kCount, random);
  const std::vector<Tensor> whole = Run(program, Level::kFast, {x});
  const auto sliced = MachineOf(PlanOf(program, At(Level::kFast)), {x});
  int slices = 0;
  while (sliced->Run(1) == StopReason::kBudgetSpent) ++slices;
  CHECK(slices > 2);
  CHECK(IsBitwiseEqual(whole[0], sliced->Results()[0]));
  ThreadPool pool(3);
  MachineOptions options;
  options.pool = &pool;
  CHECK(IsBitwiseEqual(whole[0], Run(program, Level::kFast, {x}, options)[0]));
}

}  // namespace
}  // namespace paddock
