// Reductions of integers that were converted to more bits, and whose totals are converted back,
// compute in fewer bits, with the bits of level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct NarrowedCase {
  int64_t rows = 0, columns = 0;
  std::string from, wide, to, body;
  int dimension = 0;
  // Whether the elements that become wide are computed, and whether another operation reads totals.
  bool is_computed = false, is_read = false;
};

std::string TextOf(const NarrowedCase& c) {
  const int64_t kept = c.dimension == 0 ? c.columns : c.rows;
  const std::string from = TensorText({c.rows, c.columns}, c.from),
                    wide = TensorText({c.rows, c.columns}, c.wide),
                    total = TensorText({kept}, c.wide), result = TensorText({kept}, c.to),
                    scalar = TensorText({}, c.wide);
  std::string text = "func.func @main(%x: " + from + ", %i: " + scalar + ") -> (" + result +
                     (c.is_read ? ", " + total : "") + ") {\n";
  if (c.is_computed) text += "  %y = stablehlo.multiply %x, %x : " + from + "\n";
  text += "  %w = stablehlo.convert " + std::string(c.is_computed ? "%y" : "%x") + " : (" + from +
          ") -> " + wide + "\n  %r = stablehlo.reduce(%w init: %i) applies stablehlo." + c.body +
          " across dimensions = [" + std::to_string(c.dimension) + "] : (" + wide + ", " + scalar +
          ") -> " + total + "\n  %n = stablehlo.convert %r : (" + total + ") -> " + result + "\n";
  return text + "  return %n" + (c.is_read ? ", %r : " : " : ") + result +
         (c.is_read ? ", " + total : "") + "\n}";
}

Tensor RandomIntegers(const std::string& type, const std::vector<int64_t>& shape,
                      std::mt19937& random) {
  return RandomBytes(*ElementTypeFromSpelling(type), shape, random);
}

TEST_CASE("random narrowed reductions have the bits of level faithful", "[exec]") {
  std::mt19937 random(49);
  const auto roll = [&](int64_t below) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(below));
  };
  const std::string types[] = {"i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"};
  const std::string bodies[] = {"add", "multiply", "and", "or", "xor", "maximum", "minimum"};
  for (int round = 0; round < 200; ++round) {
    NarrowedCase c;
    c.rows = roll(40);
    c.columns = roll(3) == 0 ? 8 : roll(70);
    c.from = types[roll(6)];
    c.wide = types[2 + roll(6)];
    c.to = types[roll(8)];
    c.body = bodies[roll(7)];
    c.dimension = static_cast<int>(roll(2));
    c.is_computed = roll(2) == 0;
    c.is_read = roll(6) == 0;
    INFO(TextOf(c));
    const Program program(TextOf(c));
    CheckAtBothLevels(program, {RandomIntegers(c.from, {c.rows, c.columns}, random),
                                RandomIntegers(c.wide, {}, random)});
  }
}

TEST_CASE("conversions to more bits and back have the bits of level faithful", "[exec]") {
  std::mt19937 random(50);
  const std::string types[] = {"i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"};
  for (const std::string& from : types) {
    for (const std::string& wide : types) {
      for (const std::string& to : types) {
        const std::string narrow = TensorText({37}, from), middle = TensorText({37}, wide),
                          result = TensorText({37}, to);
        const std::string text = "func.func @main(%x: " + narrow + ") -> (" + result + ", " +
                                 narrow + ") {\n  %y = stablehlo.multiply %x, %x : " + narrow +
                                 "\n  %w = stablehlo.convert %y : (" + narrow + ") -> " + middle +
                                 "\n  %n = stablehlo.convert %w : (" + middle + ") -> " + result +
                                 "\n  %z = stablehlo.add %y, %x : " + narrow +
                                 "\n  return %n, %z : " + result + ", " + narrow + "\n}";
        INFO(text);
        CheckAtBothLevels(Program(text), {RandomIntegers(from, {37}, random)});
      }
    }
  }
}

// jnp.packbits
TEST_CASE("bits are packed without words", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<400x8xui8>) -> tensor<400xui8> {
  %k = stablehlo.constant dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xui8>
  %b = stablehlo.broadcast_in_dim %k, dims = [1] : (tensor<8xui8>) -> tensor<400x8xui8>
  %s = stablehlo.shift_left %x, %b : tensor<400x8xui8>
  %w = stablehlo.convert %s : (tensor<400x8xui8>) -> tensor<400x8xui32>
  %z = stablehlo.constant dense<0> : tensor<ui32>
  %r = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [1] : (tensor<400x8xui32>, tensor<ui32>) -> tensor<400xui32>
  %n = stablehlo.convert %r : (tensor<400xui32>) -> tensor<400xui8>
  return %n : tensor<400xui8>
})");
  std::mt19937 random(51);
  CheckAtBothLevels(program, {RandomIntegers("ui8", {400, 8}, random)});
  CHECK(StepsOfKind(program, OpKind::kStablehloConvert) == 0);
}

}  // namespace
}  // namespace paddock
