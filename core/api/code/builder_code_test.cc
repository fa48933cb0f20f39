#include "core/api/code/builder_code.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

// Returns the statements between the builder and its end.
std::string Body(const std::string& text, const BuilderCodeOptions& options = {}) {
  const auto program = Program::Load("test", text);
  REQUIRE_FALSE(program->has_errors());
  DiagnosticSink sink;
  const auto code = WriteBuilderCode(*program, options, sink);
  REQUIRE(code.has_value());
  constexpr std::string_view kBegin = "ProgramBuilder program;\n";
  const size_t begin = code->find(kBegin) + kBegin.size();
  return code->substr(begin, code->rfind("  return program.Finish") - begin);
}

TEST_CASE("operations become calls with the names of values") {
  CHECK(Body(R"(
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %sums : tensor<2xf32>
}
)") == R"(  FunctionBuilder f = program.Function("main", {{"x", TensorOf(kF32, {2, 3})}});
  const Value x = f.argument(0);
  const Value sums = f.Reduce(x, f.Constant(0.0f), {.dimensions = {1}}, [&](const Values& a) {
    return f.Add(a[0], a[1]);
  });
  f.Return({sums});
)");
}

TEST_CASE("names are kept only on request") {
  const std::string text = R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.negate %x : tensor<f32>
  func.return %y : tensor<f32>
}
)";
  CHECK(Body(text, {.has_names = true}).find("f.Named(f.Negate(x), \"y\")") != std::string::npos);
  CHECK(Body(text).find("Named") == std::string::npos);
}

TEST_CASE("a function that is called before it returns has its types stated") {
  const std::string body = Body(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @twice(%x) : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.add %x, %x : tensor<f32>
  func.return %y : tensor<f32>
}
)");
  CHECK(body.find(".is_private = true, .result_types = std::vector<TypeSpec>{TensorOf(kF32)}") !=
        std::string::npos);
  CHECK(body.find("const Value y = f.Call(twice, x);") != std::string::npos);
}

TEST_CASE("types that the builder does not infer are stated") {
  CHECK(Body(R"(
func.func @main(%x: tensor<2x2xbf16>) -> tensor<2x2xf32> {
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xf32>
  func.return %y : tensor<2x2xf32>
}
)")
            .find("{.result_types = {TensorOf(kF32, {2, 2})}}") != std::string::npos);
}

TEST_CASE("constants are literals, splats or hexadecimal digits") {
  const auto constant = [](const std::string& literal) {
    const std::string body = Body("func.func @main() {\n  %c = stablehlo.constant dense<" +
                                  literal + ">\n  func.return\n}\n");
    const size_t begin = body.find("f.Constant(");
    return body.substr(begin, body.find(";\n", begin) - begin);
  };
  CHECK(constant("[[1, 2], [3, 4]]> : tensor<2x2xi32") == "f.Constant({{1, 2}, {3, 4}})");
  CHECK(constant("[1, 2]> : tensor<2xi64") == "f.Constant(Elements({1, 2}).As(kI64))");
  CHECK(constant("[1.5]> : tensor<1xbf16") == "f.Constant(Elements({1.5f}).As(kBF16))");
  CHECK(constant("7> : tensor<8x8xi32") == "f.Constant(Elements(7).Splat({8, 8}))");
  CHECK(constant("> : tensor<0x2xf32") == "f.Constant(Elements::FromHex(kF32, {0, 2}, \"\"))");
  CHECK(constant("[0x7F81, 0x3F80]> : tensor<2xbf16") ==
        "f.Constant(Elements::FromHex(kBF16, {2}, \"817F803F\"))");
}

// Returns the JavaScript statements of a program.
std::string Javascript(const std::string& text, bool has_names = false) {
  const auto program = Program::Load("test", text);
  REQUIRE_FALSE(program->has_errors());
  DiagnosticSink sink;
  const auto code = WriteBuilderCode(
      *program,
      {.language = CodeLanguage::kJavascript, .function_name = "", .has_names = has_names}, sink);
  REQUIRE(code.has_value());
  return *code;
}

TEST_CASE("JavaScript calls the methods of values") {
  CHECK(Javascript(R"(
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %sums : tensor<2xf32>
}
)") == R"(const f = builder.function('main', { x: 'tensor<2x3xf32>' })
const [x] = f.arguments
const sums = x.reduce(f.constant(0), { dimensions: [1] }, (a, b) => a.add(b))
f.return(sums)
)");
}

TEST_CASE("lists of results are taken apart in JavaScript") {
  CHECK(Javascript(R"(
func.func @main(%x: tensor<4xf32>, %k: tensor<4xi32>) -> tensor<4xi32> {
  %s:2 = "stablehlo.sort"(%x, %k) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
    %lt = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  func.return %s#1 : tensor<4xi32>
}
)") == R"(const f = builder.function('main', { x: 'tensor<4xf32>', k: 'tensor<4xi32>' })
const [x, k] = f.arguments
const [, s] = f.sort([x, k], { dimension: 0 }, (p, q) => {
  return p.compare(q, { comparisonDirection: 'LT' })
})
f.return(s)
)");
}

TEST_CASE("JavaScript has declarations and names") {
  const std::string code = Javascript(R"(
func.func private @elsewhere(tensor<f32>) -> tensor<f32>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @elsewhere(%x) : (tensor<f32>) -> tensor<f32>
  %z = stablehlo.negate %y : tensor<f32>
  func.return %z : tensor<f32>
}
)",
                                      true);
  CHECK(code.find("'elsewhere', { arg0: 'tensor<f32>' }, ['tensor<f32>'], { isPrivate: true }\n") !=
        std::string::npos);
  CHECK(code.find("const [y] = f.call(elsewhere, [x])\n") != std::string::npos);
  CHECK(code.find("const z = y.negate().named('z')\n") != std::string::npos);
}

TEST_CASE("what the builder cannot make is reported at its place") {
  const auto program = Program::Load(
      "test", R"(func.func private @elsewhere(tensor<f32>) -> (tensor<f32> {jax.result_info = "a"})
func.func @main() {
  func.return
}
)");
  REQUIRE_FALSE(program->has_errors());
  DiagnosticSink sink;
  CHECK_FALSE(WriteBuilderCode(*program, {}, sink).has_value());
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics()[0].message ==
        "the builder cannot make a declaration with attributes of results");
  CHECK(program->source().Locate(sink.diagnostics()[0].span.begin).line == 1);
}

}  // namespace
}  // namespace paddock
