// Loops of some hundred elements: a tape calls tile programs and other steps within its blocks, and
// has the effect of the steps.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

std::string Times(int64_t count, const std::string& type) {
  return std::to_string(count) + "x" + type;
}

// Enough iterations that the calls are bound.
constexpr int kTurns = 21;

TEST_CASE("a tape calls tile programs of any number of elements", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8"}) {
    for (const int64_t count : {5, 37, 600}) {
      const std::string tensor = "tensor<" + Times(count, type) + ">";
      const std::string part = "tensor<" + Times(count - 2, type) + ">";
      const std::string two = "tensor<2x" + type + ">", one = "tensor<" + type + ">";
      const std::string last = std::to_string(count);
      CheckBothWays(
          LoopOver(Times(count, type), kTurns,
                   "%k = stablehlo.convert %j : (tensor<i32>) -> " + one +
                       "\n%ks = stablehlo.broadcast_in_dim %k, dims = [] : (" + one + ") -> " +
                       tensor + "\n%c = stablehlo.constant dense<3> : " +
                       (type[0] == 'i' ? tensor : "tensor<" + Times(count, "i32") + ">") +
                       "\n%t = stablehlo.convert %c : (" +
                       (type[0] == 'i' ? tensor : "tensor<" + Times(count, "i32") + ">") + ") -> " +
                       tensor + "\n%n = stablehlo.iota dim = 0 : " + tensor +
                       "\n%a = stablehlo.slice %x [2:" + last + "] : (" + tensor + ") -> " + part +
                       "\n%b = stablehlo.slice %x [0:2] : (" + tensor + ") -> " + two +
                       "\n%turned = stablehlo.concatenate %a, %b, dim = 0 : (" + part + ", " + two +
                       ") -> " + tensor + "\n%back = stablehlo.reverse %x, dims = [0] : " + tensor +
                       "\n%s = stablehlo.subtract %turned, %ks : " + tensor +
                       "\n%m = stablehlo.maximum %s, %back : " + tensor +
                       "\n%l = stablehlo.minimum %m, %n : " + tensor +
                       "\n%next = stablehlo.subtract %l, %t : " + tensor + "\n"),
          {SmallNumbersOf(type, {count})});
    }
  }
}

TEST_CASE("a tape calls movements of few elements", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8", "i1"}) {
    const auto tensor = [&](const std::string& shape) {
      return "tensor<" + shape + "x" + type + ">";
    };
    const std::string all = tensor("6x9"), zero = type[0] == 'f' ? "2.0" : "1";
    const std::string padding = type == "i1" ? "true" : zero;
    CheckBothWays(
        LoopOver("6x9x" + type, kTurns,
                 "%left = stablehlo.slice %x [0:6, 0:2] : (" + all + ") -> " + tensor("6x2") +
                     "\n%right = stablehlo.slice %x [0:6, 2:9] : (" + all + ") -> " +
                     tensor("6x7") +
                     "\n%rolled = stablehlo.concatenate %right, %left, dim = 1 : (" +
                     tensor("6x7") + ", " + tensor("6x2") + ") -> " + all +
                     "\n%upper = stablehlo.slice %rolled [0:1, 0:9] : (" + all + ") -> " +
                     tensor("1x9") + "\n%lower = stablehlo.slice %rolled [1:6, 0:9] : (" + all +
                     ") -> " + tensor("5x9") +
                     "\n%turned = stablehlo.concatenate %lower, %upper, dim = 0 : (" +
                     tensor("5x9") + ", " + tensor("1x9") + ") -> " + all +
                     "\n%columns = stablehlo.transpose %turned, dims = [1, 0] : (" + all + ") -> " +
                     tensor("9x6") + "\n%back = stablehlo.reverse %columns, dims = [0, 1] : " +
                     tensor("9x6") + "\n%rows = stablehlo.transpose %back, dims = [1, 0] : (" +
                     tensor("9x6") + ") -> " + all +
                     "\n%half = stablehlo.slice %rows [0:6:3, 0:9:2]"
                     " : (" +
                     all + ") -> " + tensor("2x5") + "\n%p = stablehlo.constant dense<" + padding +
                     "> : tensor<" + type + ">" +
                     "\n%padded = stablehlo.pad %half, %p, low = [2, 0], high = [1, 0], "
                     "interior = [1, 1] : (" +
                     tensor("2x5") + ", tensor<" + type + ">) -> " + all +
                     "\n%m = stablehlo.maximum %padded, %rows : " + all +
                     "\n%next = stablehlo.minimum %m, %turned : " + all + "\n"),
        {SmallNumbersOf(type, {6, 9})});
  }
}

TEST_CASE("a tape calls a pad that moves every element out", "[exec]") {
  CheckBothWays(LoopOver("9x64x2xf32", kTurns,
                         "%p = stablehlo.constant dense<0.5> : tensor<f32>\n"
                         "%out = stablehlo.pad %x, %p, low = [0, 0, 2], high = [0, 0, -2], "
                         "interior = [0, 0, 0] : (tensor<9x64x2xf32>, tensor<f32>)"
                         " -> tensor<9x64x2xf32>\n"
                         "%next = stablehlo.add %out, %out : tensor<9x64x2xf32>\n"),
                {SmallNumbersOf("f32", {9, 64, 2})});
}

// %rows are added to a column of %x, and reduced along each dimension.
TEST_CASE("a tape calls reductions of computed rows and columns", "[exec]") {
  for (const std::string type : {"f32", "i32", "i1"}) {
    for (const int64_t count : {9, 40, 70}) {
      const std::string vector = "tensor<" + Times(count, type) + ">",
                        scalar = "tensor<" + type + ">";
      const std::string matrix = "tensor<" + Times(count, Times(count, type)) + ">";
      const bool is_boolean = type == "i1";
      const std::string join = is_boolean ? "and" : "add", sum = is_boolean ? "or" : "maximum";
      const std::string init = type == "f32" ? "-1.0e9" : is_boolean ? "false" : "-1000";
      for (const std::string dimension : {"0", "1"}) {
        const std::string body = "%r0 = stablehlo.broadcast_in_dim %x, dims = [" + dimension +
                                 "] : (" + vector + ") -> " + matrix + "\n%r1 = stablehlo." + join +
                                 " %r0, %rows : " + matrix + "\n%init = stablehlo.constant dense<" +
                                 init + "> : " + scalar +
                                 "\n%r2 = stablehlo.reduce(%r1 init: %init) applies stablehlo." +
                                 sum + " across dimensions = [" + dimension + "] : (" + matrix +
                                 ", " + scalar + ") -> " + vector + "\n%next = stablehlo." +
                                 (is_boolean ? "xor" : "subtract") + " %r2, %x : " + vector + "\n";
        std::string text = LoopOver(Times(count, type), kTurns, body);
        const std::string head = "%start: " + vector;
        text.replace(text.find(head), head.size(), head + ", %rows: " + matrix);
        CheckBothWays(text, {SmallNumbersOf(type, {count}), SmallNumbersOf(type, {count, count})});
      }
    }
  }
}

// Statements of a loop's body over single elements.
class Statements {
 public:
  explicit Statements(std::string type) : type_(std::move(type)) {}
  void Add(const std::string& result, const std::string& op, const std::string& operands) {
    text_ += "%" + result + " = stablehlo." + op + " " + operands + " : tensor<" + type_ + ">\n";
  }
  void AddConstant(const std::string& result, double value) {
    text_ += "%" + result + " = stablehlo.constant dense<" + std::to_string(value) + "> : tensor<" +
             type_ + ">\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::string type_, text_;
};

// More calls than are joined at once; `op` has one or two operands.
void AddCalls(const std::string& op, bool is_binary, int count, Statements& body) {
  std::string sum = "x";
  for (int i = 0; i < count; ++i) {
    const std::string number = op + std::to_string(i);
    body.AddConstant("factor" + number, 0.25 + i);
    body.Add("product" + number, "multiply", "%x, %factor" + number);
    const std::string other = is_binary ? ", %factor" + number : "";
    body.Add("value" + number, op, "%product" + number + other);
    // Operands of later calls are computed between them.
    body.Add("sum" + number, "add", "%" + sum + ", %value" + number);
    sum = "sum" + number;
  }
  body.Add("of" + op, "tanh", "%" + sum);
}

TEST_CASE("a tape joins calls of one function on single elements", "[exec]") {
  for (const std::string type : {"f32", "f64"}) {
    for (const int count : {2, 3, 4, 5, 9}) {
      Statements body(type);
      AddCalls("sine", false, count, body);
      AddCalls("exponential", false, count, body);
      AddCalls("atan2", true, count, body);
      body.Add("a", "add", "%ofsine, %ofexponential");
      body.Add("next", "subtract", "%a, %ofatan2");
      CheckBothWays(LoopOver(type, kTurns, body.text()), {SmallNumbersOf(type, {})});
    }
  }
}

TEST_CASE("a tape does not join calls whose operands are results of others", "[exec]") {
  for (const std::string type : {"f32", "f64"}) {
    Statements body(type);
    body.Add("a", "cosine", "%x");
    body.Add("b", "cosine", "%a");
    body.Add("c", "negate", "%x");
    body.Add("d", "cosine", "%c");
    body.Add("e", "multiply", "%b, %d");
    body.Add("f", "cosine", "%e");
    body.Add("g", "cosine", "%b");
    body.Add("h", "add", "%f, %g");
    body.Add("k", "add", "%h, %a");
    body.Add("next", "cosine", "%k");
    CheckBothWays(LoopOver(type, kTurns, body.text()), {SmallNumbersOf(type, {})});
  }
}

// Indices beyond the ends are clamped, and one dimension cannot move.
TEST_CASE("a tape calls slices and updates of blocks at computed indices", "[exec]") {
  for (const std::string type : {"f32", "f64", "i8"}) {
    for (const std::string index : {"i32", "ui8", "i64"}) {
      const auto tensor = [&](const std::string& shape) {
        return "tensor<" + shape + "x" + type + ">";
      };
      const std::string all = tensor("9x7"), scalar = "tensor<" + index + ">";
      const std::string indices = ", " + scalar + ", " + scalar + ") -> ";
      CheckBothWays(
          LoopOver("9x7x" + type, kTurns,
                   "%low = stablehlo.subtract %one, %i : " + scalar +
                       "\n%column = stablehlo.dynamic_slice %x, %low, %i, sizes = [9, 1] : (" +
                       all + indices + tensor("9x1") +
                       "\n%block = stablehlo.dynamic_slice %x, %i, %low, sizes = [3, 5] : (" + all +
                       indices + tensor("3x5") + "\n%row = stablehlo.reshape %column : (" +
                       tensor("9x1") + ") -> " + tensor("1x9") +
                       "\n%cut = stablehlo.slice %row [0:1, 1:8] : (" + tensor("1x9") + ") -> " +
                       tensor("1x7") +
                       "\n%y = stablehlo.dynamic_update_slice %x, %cut, %i, %low : (" + all + ", " +
                       tensor("1x7") + indices + all +
                       "\n%next = stablehlo.dynamic_update_slice %y, %block, %j, %i : (" + all +
                       ", " + tensor("3x5") + indices + all + "\n",
                   index),
          {SmallNumbersOf(type, {9, 7})});
    }
  }
}

TEST_CASE("a tape calls products, movements, gathers, scatters and searches", "[exec]") {
  CheckBothWays(R"(
func.func @main(%start: tensor<40xf32>, %w: tensor<40x40xf32>, %at: tensor<40x1xi32>) -> (tensor<40xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %start, %y = %zero) : tensor<i32>, tensor<40xf32>, tensor<i32>
  cond {
    %end = stablehlo.constant dense<21> : tensor<i32>
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %h = stablehlo.dot_general %x, %w, contracting_dims = [0] x [1] : (tensor<40xf32>, tensor<40x40xf32>) -> tensor<40xf32>
    %across = stablehlo.dot_general %h, %w, contracting_dims = [0] x [0] : (tensor<40xf32>, tensor<40x40xf32>) -> tensor<40xf32>
    %t = stablehlo.tanh %across : tensor<40xf32>
    %g = "stablehlo.gather"(%t, %at) {
      dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1>} : (tensor<40xf32>, tensor<40x1xi32>) -> tensor<40xf32>
    %s = "stablehlo.scatter"(%t, %at, %g) ({
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        %sum = stablehlo.add %old, %new : tensor<f32>
        stablehlo.return %sum : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
      : (tensor<40xf32>, tensor<40x1xi32>, tensor<40xf32>) -> tensor<40xf32>
    %table = stablehlo.reshape %s : (tensor<40xf32>) -> tensor<8x5xf32>
    %turned = stablehlo.transpose %table, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    %next = stablehlo.reshape %turned : (tensor<5x8xf32>) -> tensor<40xf32>
    %places = stablehlo.iota dim = 0 : tensor<40xi32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %found:2 = "stablehlo.reduce"(%next, %places, %least, %zero) ({
      ^bb0(%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>):
        %is_greater = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %is_nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %takes = stablehlo.or %is_greater, %is_nan : tensor<i1>
        %is_equal = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %is_before = stablehlo.compare LT, %ai, %bi : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %first = stablehlo.and %is_equal, %is_before : tensor<i1>
        %takes_place = stablehlo.or %takes, %first : tensor<i1>
        %value = stablehlo.select %takes, %a, %b : tensor<i1>, tensor<f32>
        %place = stablehlo.select %takes_place, %ai, %bi : tensor<i1>, tensor<i32>
        stablehlo.return %value, %place : tensor<f32>, tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<40xf32>, tensor<40xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    %z = stablehlo.add %y, %found#1 : tensor<i32>
    stablehlo.return %j, %next, %z : tensor<i32>, tensor<40xf32>, tensor<i32>
  }
  return %r#1, %r#2 : tensor<40xf32>, tensor<i32>
}
)",
                {SmallNumbersOf("f32", {40}), SmallNumbersOf("f32", {40, 40}),
                 SmallNumbersOf("i32", {40, 1})});
}

// Points whose coordinates are taken apart and put beside each other again.
TEST_CASE("a tape calls programs on columns of tuples", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8"}) {
    for (const int64_t count : {32, 33, 50, 64, 100, 1024, 2100}) {
      const std::string points = TensorText({count, 3}, type), one = TensorText({count, 1}, type);
      const std::string column = TensorText({count}, type), rows = std::to_string(count);
      std::string body;
      for (const std::string k : {"0", "1", "2"}) {
        const std::string end = std::to_string(k[0] - '0' + 1);
        body += "%s" + k + " = stablehlo.slice %x [0:" + rows + ", " + k + ":" + end + "] : (" +
                points + ") -> " + one + "\n%c" + k + " = stablehlo.reshape %s" + k + " : (" + one +
                ") -> " + column + "\n";
      }
      body += "%a = stablehlo.subtract %c1, %c0 : " + column +
              "\n%b = stablehlo.minimum %c2, %a : " + column +
              "\n%d = stablehlo.multiply %b, %c1 : " + column + "\n";
      const std::string names[] = {"%a", "%b", "%d"};
      for (int k = 0; k < 3; ++k) {
        body += "%p" + std::to_string(k) + " = stablehlo.reshape " + names[k] + " : (" + column +
                ") -> " + one + "\n";
      }
      CheckBothWays(LoopOver(Spelled({count, 3}, type), 4,
                             body + "%next = stablehlo.concatenate %p0, %p1, %p2, dim = 1 : (" +
                                 one + ", " + one + ", " + one + ") -> " + points + "\n"),
                    {SmallNumbersOf(type, {count, 3})});
    }
  }
}

// Neither the conversion nor the update is a part of the other's step.
TEST_CASE("a conversion of few elements to their own type keeps them apart", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8"}) {
    for (const int64_t count : {5, 8, 10, 16, 17}) {
      const std::string tensor = "tensor<" + Times(count, type) + ">", one = "tensor<" + type + ">";
      CheckBothWays(
          LoopOver(Times(count, type), 2,
                   "%same = stablehlo.convert %x : " + tensor +
                       "\n%at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>\n"
                       "%f = stablehlo.convert %j : (tensor<i32>) -> " +
                       one +
                       "\n%y = \"stablehlo.scatter\"(%same, %at, %f) "
                       "<{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
                       "[0], scatter_dims_to_operand_dims = [0]>}> ({\n^bb0(%a: " +
                       one + ", %u: " + one + "):\nstablehlo.return %u : " + one + "\n}) : (" +
                       tensor + ", tensor<1xi32>, " + one + ") -> " + tensor +
                       "\n%next = stablehlo.convert %y : " + tensor + "\n"),
          {SmallNumbersOf(type, {count})});
    }
  }
}

}  // namespace
}  // namespace paddock
