// Products whose rows are reduced, and products of such rows: one step, with the bits of several.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct Attention {
  int64_t batch, queries, keys, depth;
  std::string type = "f32";
};

// %s: the scores of %q and %k, batch x queries x keys.
std::string ScoresText(const Attention& a) {
  const std::string q = TensorText({a.batch, a.queries, a.depth}, a.type);
  const std::string k = TensorText({a.batch, a.keys, a.depth}, a.type);
  return "%s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x "
         "[2] "
         ": (" +
         q + ", " + k + ") -> " + TensorText({a.batch, a.queries, a.keys}, a.type) + "\n";
}

// %w: the softmax of the scaled scores, of keys up to the query.
std::string SoftmaxText(const Attention& a) {
  const std::string s = TensorText({a.batch, a.queries, a.keys}, a.type);
  const std::string row = TensorText({a.batch, a.queries}, a.type), one = TensorText({}, a.type);
  const std::string mask = TensorText({a.queries, a.keys}, "i1");
  const std::string index = TensorText({a.queries, a.keys}, "i32");
  const auto reduce = [&](const std::string& name, const std::string& of, const char* body) {
    return "%" + name + " = stablehlo.reduce(%" + of + " init: %" + name + "0) applies stablehlo." +
           body + " across dimensions = [2] : (" + s + ", " + one + ") -> " + row + "\n%" + name +
           "s = stablehlo.broadcast_in_dim %" + name + ", dims = [0, 1] : (" + row + ") -> " + s +
           "\n";
  };
  return "%c = stablehlo.constant dense<0.25> : " + s + "\n%x = stablehlo.multiply %s, %c : " + s +
         "\n%i = stablehlo.iota dim = 0 : " + index + "\n%j = stablehlo.iota dim = 1 : " + index +
         "\n%l = stablehlo.compare GE, %i, %j : (" + index + ", " + index + ") -> " + mask +
         "\n%ls = stablehlo.broadcast_in_dim %l, dims = [1, 2] : (" + mask + ") -> " +
         TensorText({a.batch, a.queries, a.keys}, "i1") +
         "\n%n = stablehlo.constant dense<-1.0e4> : " + s +
         "\n%m = stablehlo.select %ls, %x, %n : " + TensorText({a.batch, a.queries, a.keys}, "i1") +
         ", " + s + "\n%top0 = stablehlo.constant dense<-1.0e30> : " + one +
         "\n%sum0 = stablehlo.constant dense<0.0> : " + one + "\n" + reduce("top", "m", "maximum") +
         "%d = stablehlo.subtract %m, %tops : " + s + "\n%e = stablehlo.exponential %d : " + s +
         "\n" + reduce("sum", "e", "add") + "%w = stablehlo.divide %e, %sums : " + s + "\n";
}

// How the second product reads %w, of keys and %v, batch x keys x depth.
enum class Side : uint8_t { kLhs, kRhs, kTransposed };

std::string ResultText(const Attention& a, Side side) {
  const std::string w = TensorText({a.batch, a.queries, a.keys}, a.type);
  const std::string v = TensorText({a.batch, a.keys, a.depth}, a.type);
  if (side == Side::kLhs) {
    return "%r = stablehlo.dot_general %w, %v, batching_dims = [0] x [0], contracting_dims = [2] x "
           "[1] "
           ": (" +
           w + ", " + v + ") -> " + TensorText({a.batch, a.queries, a.depth}, a.type) + "\n";
  }
  const std::string product = TensorText({a.batch, a.depth, a.queries}, a.type);
  const std::string text =
      "%p = stablehlo.dot_general %v, %w, batching_dims = [0] x [0], contracting_dims = [1] x [2] "
      ": (" +
      v + ", " + w + ") -> " + product + "\n";
  if (side == Side::kRhs) {
    return text + "%r = stablehlo.reshape %p : (" + product + ") -> " +
           TensorText({a.batch, a.depth, a.queries, 1}, a.type) + "\n";
  }
  return text + "%r = stablehlo.transpose %p, dims = [2, 0, 1] : (" + product + ") -> " +
         TensorText({a.queries, a.batch, a.depth}, a.type) + "\n";
}

std::string ResultType(const Attention& a, Side side) {
  if (side == Side::kLhs) return TensorText({a.batch, a.queries, a.depth}, a.type);
  if (side == Side::kRhs) return TensorText({a.batch, a.depth, a.queries, 1}, a.type);
  return TensorText({a.queries, a.batch, a.depth}, a.type);
}

Program AttentionOf(const Attention& a, Side side, bool returns_weights = false) {
  const std::string q = TensorText({a.batch, a.queries, a.depth}, a.type);
  const std::string k = TensorText({a.batch, a.keys, a.depth}, a.type);
  const std::string w = TensorText({a.batch, a.queries, a.keys}, a.type), r = ResultType(a, side);
  return Program("func.func @main(%q: " + q + ", %k: " + k + ", %v: " + k + ") -> (" + r +
                 (returns_weights ? ", " + w : "") + ") {\n" + ScoresText(a) + SoftmaxText(a) +
                 ResultText(a, side) + "return %r" + (returns_weights ? ", %w" : "") + " : " + r +
                 (returns_weights ? ", " + w : "") + "\n}");
}

Tensor SmallNumbers(const std::string& name, const std::vector<int64_t>& shape, uint32_t seed) {
  std::mt19937 random(seed);
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> numbers;
  for (int64_t i = 0; i < count; ++i) {
    numbers.push_back(static_cast<float>(static_cast<int64_t>(random() % 2001) - 1000) / 512);
  }
  if (name == "f32") return TensorOf<float>(ElementType::kF32, shape, numbers);
  if (name == "f64") {
    return TensorOf<double>(ElementType::kF64, shape,
                            std::vector<double>(numbers.begin(), numbers.end()));
  }
  // The high halves of floats.
  std::vector<uint16_t> halves;
  for (float number : numbers) {
    halves.push_back(static_cast<uint16_t>(std::bit_cast<uint32_t>(number) >> 16));
  }
  return TensorOf<uint16_t>(ElementType::kBF16, shape, halves);
}

std::vector<Tensor> InputsOf(const Attention& a) {
  return {SmallNumbers(a.type, {a.batch, a.queries, a.depth}, 1),
          SmallNumbers(a.type, {a.batch, a.keys, a.depth}, 2),
          SmallNumbers(a.type, {a.batch, a.keys, a.depth}, 3)};
}

constexpr Side kSides[] = {Side::kLhs, Side::kRhs, Side::kTransposed};

TEST_CASE("attention has the bits of its steps", "[exec]") {
  // Rows of a head that are whole blocks, that leave some, one row, or fewer than a block.
  const Attention kCases[] = {{2, 384, 384, 16},       {3, 300, 333, 20},        {1, 529, 530, 8},
                              {1, 145, 1900, 5},       {9, 33, 1000, 32},        {2, 257, 600, 12},
                              {2, 300, 256, 9, "f64"}, {2, 384, 400, 16, "bf16"}};
  for (const Attention& a : kCases) {
    for (Side side : kSides) {
      INFO(a.batch << " x " << a.queries << " x " << a.keys << " x " << a.depth << ", " << a.type
                   << ", " << static_cast<int>(side));
      CheckAtBothLevels(AttentionOf(a, side), InputsOf(a));
    }
  }
}

TEST_CASE("attention whose weights are a result has the bits of its steps", "[exec]") {
  const Attention a{2, 300, 470, 16};
  for (Side side : kSides) CheckAtBothLevels(AttentionOf(a, side, true), InputsOf(a));
}

TEST_CASE("scores and weights of attention are not in memory", "[exec]") {
  const Attention a{2, 512, 512, 16};
  for (Side side : kSides) {
    INFO(static_cast<int>(side));
    const Program program = AttentionOf(a, side);
    CHECK(PlanOf(program, At(Level::kFast))->arena_bytes() < 512 * 512 * sizeof(float));
  }
}

// A product whose rows are only reduced, and one of rows that no product made.
TEST_CASE("a product joins the reduction of its rows", "[exec]") {
  const Attention a{1, 700, 500, 24};
  const std::string s = TensorText({1, 700, 500}, "f32"), row = TensorText({1, 700}, "f32");
  const std::string q = TensorText({1, 700, 24}, "f32"), k = TensorText({1, 500, 24}, "f32");
  const std::string top =
      "%o = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.reduce(%s "
      "init: %o) applies stablehlo.maximum across dimensions = [2] : (" +
      s + ", tensor<f32>) -> " + row + "\nreturn %r : " + row + "\n}";
  const Program reduced("func.func @main(%q: " + q + ", %k: " + k + ") -> " + row + " {\n" +
                        ScoresText(a) + top);
  CheckAtBothLevels(reduced, {InputsOf(a)[0], InputsOf(a)[1]});
  const Program weighted("func.func @main(%s: " + s + ", %v: " + k + ") -> " + q + " {\n" +
                         SoftmaxText(a) + ResultText(a, Side::kLhs) + "return %r : " + q + "\n}");
  CheckAtBothLevels(weighted, {SmallNumbers("f32", {1, 700, 500}, 4), InputsOf(a)[2]});
}

// Two layers of a network, without a reduction. The values between them are a result, too, if
// `returns_inner`.
Program LayersOf(int64_t rows, bool returns_inner) {
  const std::string x = TensorText({rows, 40}, "f32"), h = TensorText({rows, 130}, "f32");
  const std::string y = TensorText({rows, 9}, "f32"), b = TensorText({130}, "f32");
  const std::string first = TensorText({40, 130}, "f32"), second = TensorText({130, 9}, "f32");
  return Program("func.func @main(%x: " + x + ", %w: " + first + ", %b: " + b + ", %v: " + second +
                 ") -> (" + y + (returns_inner ? ", " + h : "") + ") {\n" +
                 "%p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (" + x + ", " +
                 first + ") -> " + h + "\n%bs = stablehlo.broadcast_in_dim %b, dims = [1] : (" + b +
                 ") -> " + h + "\n%s = stablehlo.add %p, %bs : " + h +
                 "\n%t = stablehlo.tanh %s : " + h +
                 "\n%r = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (" + h +
                 ", " + second + ") -> " + y + "\nreturn %r" + (returns_inner ? ", %t" : "") +
                 " : " + y + (returns_inner ? ", " + h : "") + "\n}");
}

TEST_CASE("layers of a network have the bits of their steps", "[exec]") {
  for (int64_t rows : {2100, 2305, 4096}) {
    const std::vector<Tensor> inputs = {
        SmallNumbers("f32", {rows, 40}, 5), SmallNumbers("f32", {40, 130}, 6),
        SmallNumbers("f32", {130}, 7), SmallNumbers("f32", {130, 9}, 8)};
    for (bool returns_inner : {false, true}) {
      INFO(rows << " rows, " << returns_inner);
      CheckAtBothLevels(LayersOf(rows, returns_inner), inputs);
    }
  }
  CHECK(PlanOf(LayersOf(4096, false), At(Level::kFast))->arena_bytes() < 4096 * 130);
}

}  // namespace
}  // namespace paddock
