#include "core/explain/sentence.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>

#include "core/check/check.h"
#include "core/ir/module.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

// Returns the sentence for the operation before the return of a function that takes `arguments` and
// holds `body`.
std::string SentenceIn(const std::string& arguments, const std::string& body) {
  const std::string text = "func.func @f(" + arguments + ") {\n" + body + "\nreturn\n}\n" +
                           "func.func @g(%z: tensor<2xf32>) -> tensor<2xf32> {"
                           "return %z : tensor<2xf32> }";
  DiagnosticSink sink;
  const auto module = Parse(std::make_shared<Source>("example", text), sink);
  const auto checked = CheckModule(*module, sink);
  INFO(text);
  for (const Diagnostic& diagnostic : sink.diagnostics()) INFO(diagnostic.message);
  REQUIRE(checked.has_value());
  return SentenceOf(*FunctionBody(*module->body()->first)->last->previous);
}

constexpr const char* kTwo = "%a: tensor<4x8xf32>, %b: tensor<4x8xf32>";
constexpr const char* kAdds =
    "({ ^b(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> "
    "stablehlo.return %s : tensor<f32> })";

}  // namespace

TEST_CASE("sentences of element-wise operations name operands and element counts", "[explain]") {
  CHECK(SentenceIn(kTwo, "%r = stablehlo.add %a, %b : tensor<4x8xf32>") ==
        "Adds %a and %b: 32 elements.");
  CHECK(SentenceIn(kTwo, "%r = stablehlo.abs %a : tensor<4x8xf32>") ==
        "The absolute value of each element: 32 elements of %a.");
  CHECK(SentenceIn(kTwo,
                   "%r = stablehlo.compare LT, %a, %b : "
                   "(tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>") ==
        "Compares %a with %b by LT: 32 booleans.");
  CHECK(SentenceIn(kTwo, "%r = stablehlo.convert %a : (tensor<4x8xf32>) -> tensor<4x8xi32>") ==
        "Converts %a from tensor<4x8xf32> to tensor<4x8xi32>: 32 elements.");
  CHECK(SentenceIn("%a: tensor<f32>", "%r = stablehlo.sqrt %a : tensor<f32>") ==
        "The square root of each element: 1 element of %a.");
  CHECK(SentenceIn("%a: tensor<?x4xf32>", "%r = stablehlo.add %a, %a : tensor<?x4xf32>") ==
        "Adds %a and %a: ?x4 elements.");
  CHECK(SentenceIn("%a: tensor<0x4xf32>", "%r = stablehlo.add %a, %a : tensor<0x4xf32>") ==
        "Adds %a and %a: 0 elements.");
  CHECK(SentenceIn("%a: tensor<4x1xf32>, %b: tensor<8xf32>",
                   "%r = chlo.broadcast_add %a, %b : "
                   "(tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>") ==
        "The sum of operands that broadcast to one shape: 32 elements of %a, %b.");
}

TEST_CASE("sentences of contractions name dimensions, and count products", "[explain]") {
  constexpr const char* kMatrices = "%x: tensor<3x64xf32>, %w: tensor<64x5xf32>";
  CHECK(SentenceIn(kMatrices,
                   "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
                   "(tensor<3x64xf32>, tensor<64x5xf32>) -> tensor<3x5xf32>") ==
        "Contracts dimension 1 of %x with 0 of %w: 64 products a cell.");
  CHECK(SentenceIn("%x: tensor<2x3x4xf32>, %w: tensor<2x4x3xf32>",
                   "%r = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], "
                   "contracting_dims = [1, 2] x [2, 1] : "
                   "(tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2xf32>") ==
        "Contracts dimensions 1, 2 of %x with [2, 1] of %w, for each index of dimension 0 and 0: "
        "12 products a cell.");
  CHECK(SentenceIn("%x: tensor<3xf32>, %w: tensor<2xf32>",
                   "%r = stablehlo.dot_general %x, %w, contracting_dims = [] x [] : "
                   "(tensor<3xf32>, tensor<2xf32>) -> tensor<3x2xf32>") ==
        "Multiplies each element of %x by each of %w.");
  CHECK(SentenceIn("%x: tensor<?x64xf32>, %w: tensor<64x5xf32>",
                   "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
                   "(tensor<?x64xf32>, tensor<64x5xf32>) -> tensor<?x5xf32>") ==
        "Contracts dimension 1 of %x with 0 of %w: 64 products a cell.");
  CHECK(SentenceIn("%x: tensor<3x?xf32>, %w: tensor<?x5xf32>",
                   "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
                   "(tensor<3x?xf32>, tensor<?x5xf32>) -> tensor<3x5xf32>") ==
        "Contracts dimension 1 of %x with 0 of %w.");
  CHECK(SentenceIn("%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x2xf32>",
                   "%r = stablehlo.convolution(%x, %k) dim_numbers = "
                   "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} "
                   "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                   "(tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x3x3x2xf32>") ==
        "Moves windows of %k, 3x3x4x2, over %x, 1x8x8x4, 2x2 apart: 36 products a cell.");
}

TEST_CASE("sentences of data movement name source and target", "[explain]") {
  CHECK(SentenceIn("", "%r = stablehlo.constant dense<1.0> : tensor<4x8xf32>") ==
        "32 elements from the text.");
  CHECK(SentenceIn("", "%r = stablehlo.iota dim = 1 : tensor<4x8xf32>") ==
        "Counts from 0 along dimension 1 of 4x8.");
  CHECK(SentenceIn(kTwo,
                   "%r = stablehlo.transpose %a, dims = [1, 0] : "
                   "(tensor<4x8xf32>) -> tensor<8x4xf32>") ==
        "Takes the dimensions of %a in the order [1, 0]: 4x8 becomes 8x4.");
  CHECK(SentenceIn(kTwo,
                   "%r = stablehlo.slice %a [1:3, 0:8:2] : "
                   "(tensor<4x8xf32>) -> tensor<2x4xf32>") ==
        "Cuts %a from [1, 0] to before [3, 8], every 1x2: 4x8 becomes 2x4.");
  CHECK(SentenceIn(kTwo,
                   "%r = stablehlo.slice %a [1:3, 0:8] : "
                   "(tensor<4x8xf32>) -> tensor<2x8xf32>") ==
        "Cuts %a from [1, 0] to before [3, 8]: 4x8 becomes 2x8.");
  CHECK(SentenceIn("%a: tensor<8xf32>",
                   "%r = stablehlo.broadcast_in_dim %a, dims = [1] : "
                   "(tensor<8xf32>) -> tensor<4x8xf32>") ==
        "Repeats %a, 8, to 4x8, where its dimensions become dimension 1.");
  CHECK(SentenceIn("%a: tensor<f32>",
                   "%r = stablehlo.broadcast_in_dim %a, dims = [] : "
                   "(tensor<f32>) -> tensor<4x8xf32>") == "Repeats %a, a scalar, to 4x8.");
  CHECK(SentenceIn("%a: tensor<2xf32>, %z: tensor<f32>",
                   "%r = stablehlo.pad %a, %z, low = [1], high = [2], interior = [0] : "
                   "(tensor<2xf32>, tensor<f32>) -> tensor<5xf32>") ==
        "Puts %z around %a: 1 before, 2 after, so 2 becomes 5.");
  CHECK(SentenceIn(kTwo,
                   "%r = stablehlo.concatenate %a, %b, %a, %b, %a, dim = 0 : "
                   "(tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, "
                   "tensor<4x8xf32>) -> tensor<20x8xf32>") ==
        "Joins %a, %b, %a and 2 more along dimension 0: 20x8.");
}

TEST_CASE("sentences of reductions name the operation, and count elements", "[explain]") {
  const std::string arguments = "%x: tensor<4x8xf32>, %i: tensor<f32>";
  CHECK(SentenceIn(arguments,
                   "%r = stablehlo.reduce(%x init: %i) applies stablehlo.maximum "
                   "across dimensions = [1] : "
                   "(tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>") ==
        "Folds dimension 1 of %x by maximum, from %i on: 8 elements a cell.");
  CHECK(SentenceIn(arguments, std::string("%r = \"stablehlo.reduce_window\"(%x, %i) ") + kAdds +
                                  " {window_dimensions = array<i64: 2, 2>, "
                                  "window_strides = array<i64: 2, 2>} : "
                                  "(tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>") ==
        "Folds windows of 2x2 of %x, 2x2 apart, by add: 4x8 becomes 2x4.");
  CHECK(SentenceIn(arguments,
                   "%r = \"stablehlo.sort\"(%x) <{dimension = 1 : i64}> ({ "
                   "^b(%p: tensor<f32>, %q: tensor<f32>): %n = stablehlo.negate %p : tensor<f32> "
                   "%c = stablehlo.compare LT, %n, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> "
                   "stablehlo.return %c : tensor<i1> }) : (tensor<4x8xf32>) -> tensor<4x8xf32>") ==
        "Sorts %x along dimension 1: 8 elements a line.");
  CHECK(SentenceIn("%x: tensor<4x8xf32>",
                   "%r = \"stablehlo.sort\"(%x) ({ ^b(%p: tensor<f32>, %q: tensor<f32>): "
                   "%c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> "
                   "stablehlo.return %c : tensor<i1> }) : (tensor<4x8xf32>) -> tensor<4x8xf32>") ==
        "Sorts %x along the last dimension.");
}

TEST_CASE("sentences of indexing name slices and positions", "[explain]") {
  const std::string arguments = "%x: tensor<5x4xf32>, %i: tensor<3x1xi32>, %j: tensor<i32>";
  CHECK(SentenceIn(arguments,
                   "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<"
                   "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
                   "index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, "
                   "indices_are_sorted = false}> : "
                   "(tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>") ==
        "Cuts slices of 1x4 out of %x, 5x4, at the positions in %i: 3x4.");
  CHECK(SentenceIn(arguments,
                   "%r = stablehlo.dynamic_slice %x, %j, %j, sizes = [2, 3] : "
                   "(tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>") ==
        "Cuts 2x3 out of %x, 5x4, from %j, %j on.");
}

TEST_CASE("sentences of control flow, collectives and transforms name their parts", "[explain]") {
  CHECK(SentenceIn("%p: tensor<i1>, %x: tensor<2xf32>",
                   "%r = \"stablehlo.if\"(%p) ({ stablehlo.return %x : tensor<2xf32> }, "
                   "{ stablehlo.return %x : tensor<2xf32> }) : (tensor<i1>) -> tensor<2xf32>") ==
        "Runs the first region if %p holds, else the second.");
  CHECK(SentenceIn("%n: tensor<i32>, %x: tensor<2xf32>",
                   "%r:2 = stablehlo.while(%i = %n, %y = %x) : tensor<i32>, tensor<2xf32> "
                   "cond { %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> "
                   "tensor<i1> stablehlo.return %c : tensor<i1> } "
                   "do { stablehlo.return %i, %y : tensor<i32>, tensor<2xf32> }") ==
        "Runs its body on 2 values as long as its condition holds of them.");
  CHECK(SentenceIn("%x: tensor<2xf32>", "%r = call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>") ==
        "Calls @g with %x.");
  CHECK(SentenceIn("%x: tensor<2x4xf32>",
                   "%r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 1 : i64, "
                   "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : "
                   "(tensor<2x4xf32>) -> tensor<2x8xf32>") ==
        "Joins %x of all processes of a group along dimension 1: 2x4 becomes 2x8.");
  CHECK(SentenceIn("%x: tensor<2x4xcomplex<f32>>",
                   "%r = stablehlo.fft %x, type = FFT, length = [4] : "
                   "(tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>") ==
        "Transforms %x, 2x4, by FFT of length 4.");
  CHECK(SentenceIn("%x: tensor<2xui64>",
                   "%s, %r = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : "
                   "(tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)") ==
        "Random bits by THREE_FRY from the state %x, and its next state.");
}

TEST_CASE("without useful numbers, the sentence is the table's summary", "[explain]") {
  CHECK(SentenceIn("", "%r = stablehlo.replica_id : tensor<ui32>") ==
        std::string(FindOp("stablehlo.replica_id")->doc));
}

}  // namespace paddock
