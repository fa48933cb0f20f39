#include "core/api/build/builder.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <ctime>

#include "core/api/run/session.h"

namespace paddock::build {
namespace {

using enum paddock::ElementType;

std::vector<float> Run(const std::shared_ptr<const Program>& program, std::vector<Tensor> inputs) {
  std::vector<Diagnostic> diagnostics;
  SessionOptions options;
  options.inputs = std::move(inputs);
  const auto session = Session::Start(program, std::move(options), diagnostics);
  REQUIRE(session != nullptr);
  const StopReason reason = session->Run(1'000'000'000);
  for (const Diagnostic& d : session->diagnostics()) UNSCOPED_INFO(d.message);
  REQUIRE(reason == StopReason::kFinished);
  const Tensor& result = session->results()[0];
  std::vector<float> values(static_cast<size_t>(result.element_count()));
  std::memcpy(values.data(), result.data(), result.byte_size());
  return values;
}

Tensor Floats(std::vector<int64_t> shape, std::vector<float> values) {
  return Tensor::FromElements<float>(kF32, shape, values);
}

std::string Built(ProgramBuilder& program) {
  const auto built = program.Finish({.has_locations = false});
  if (!built) return RenderText(built.error().front());
  return (*built)->Print(PrintForm::kPretty);
}

TEST_CASE("a built program prints and runs like one that is read from a text") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32, {2, 3})}});
  const Value zero = f.Named(f.Constant(0.0f), "zero");
  const Value y =
      f.Pad(f.argument(0), zero,
            {.edge_padding_low = {0, 1}, .edge_padding_high = {0, 0}, .interior_padding = {0, 0}});
  const Values sums =
      f.Reduce(y, zero, {.dimensions = {1}}, [&](const Values& a) { return f.Add(a[0], a[1]); });
  f.Return({f.Named(sums, "sums")});
  const auto built = program.Finish({.has_locations = false});
  REQUIRE(built);
  CHECK((*built)->source().text() ==
        "func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {\n"
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "  %0 = stablehlo.pad %x, %zero, low = [0, 1], high = [0, 0], interior = [0, 0] : "
        "(tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>\n"
        "  %sums = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] "
        ": (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>\n"
        "  return %sums : tensor<2xf32>\n"
        "}\n");
  CHECK(Run(*built, {Floats({2, 3}, {1, 2, 3, 4, 5, 6})}) == std::vector<float>{6, 15});
}

TEST_CASE("a mistake has the checker's code, formula and values, and the location of the call") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32, {2})}});
  const uint32_t line = std::source_location::current().line() + 1;
  f.Pad(f.argument(0), f.Constant(0.0f), {{0}, {0}, {-1}});
  f.Return({});
  const auto built = program.Finish();
  REQUIRE(!built);
  REQUIRE(built.error().size() == 1);
  const BuildDiagnostic& mistake = built.error()[0];
  CHECK(mistake.diagnostic.code == "pad-c3");
  CHECK(mistake.diagnostic.message ==
        "pad (C3): 0 <= interior_padding, but interior_padding[0] = -1");
  CHECK(mistake.diagnostic.formula == "0 <= interior_padding");
  CHECK(mistake.where.line() == line);
  CHECK(RenderText(mistake).find("builder_test.cc:" + std::to_string(line) + ":") !=
        std::string::npos);
  CHECK(RenderText(mistake).find("stablehlo.pad (tensor<2xf32>, tensor<f32>)") !=
        std::string::npos);
}

TEST_CASE("calls that use a failed value report nothing more") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32, {2})}});
  const Value wrong = f.Add(f.argument(0), f.Constant(true));
  CHECK(wrong.is_failed());
  const Values many = f.Sort({wrong}, {.dimension = 0}, [&](const Values& a) {
    return f.Compare(a[0], a[1], {.comparison_direction = ComparisonDirection::kLt});
  });
  CHECK(many[3].is_failed());
  const Value right = f.Negate(f.argument(0));
  CHECK(!right.is_failed());
  f.Return({f.Tuple({wrong, many[0], right})});
  CHECK(program.diagnostics().size() == 1);
  CHECK(program.diagnostics()[0].diagnostic.code == "add-c1");
}

TEST_CASE("regions take the arguments that their operation has") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32, {4})}, {"i", TensorOf(kI32, {4})}});
  const Values sorted =
      f.Sort({f.argument(0), f.argument(1)}, {.is_stable = true}, [&](const Values& a) {
        CHECK(ToString(f.TypeOf(a[1])) == "tensor<f32>");
        CHECK(ToString(f.TypeOf(a[2])) == "tensor<i32>");
        return f.Compare(a[0], a[1], {.comparison_direction = ComparisonDirection::kGt});
      });
  const Values last = f.While(
      {sorted[0], f.Constant(0)},
      [&](const Values& a) {
        return f.Compare(a[1], f.Constant(3), {.comparison_direction = ComparisonDirection::kLt});
      },
      [&](const Values& a) -> Values { return {f.Add(a[0], a[0]), f.Add(a[1], f.Constant(1))}; });
  const Values chosen =
      f.If(f.Constant(true), [&] { return last[0]; }, [&] { return f.Negate(last[0]); });
  f.Return(chosen);
  const auto built = program.Finish();
  REQUIRE(built);
  CHECK(Run(*built, {Floats({4}, {1, 3, 2, 4}),
                     Tensor::FromElements<int32_t>(kI32, std::vector<int64_t>{4},
                                                   std::vector<int32_t>{0, 1, 2, 3})}) ==
        std::vector<float>{32, 24, 16, 8});
}

TEST_CASE("constants are tensors, numbers, lists and splats of any element type") {
  ProgramBuilder program;
  auto f = program.Function("main");
  const auto type = [&](const Elements& elements) {
    return ToString(f.TypeOf(f.Constant(elements)));
  };
  CHECK(type(1) == "tensor<i32>");
  CHECK(type(1.5) == "tensor<f64>");
  CHECK(type({{1.0f, 2.0f}, {3.0f, 4.0f}}) == "tensor<2x2xf32>");
  CHECK(type(Elements({1, 2}).As(kBF16)) == "tensor<2xbf16>");
  CHECK(type(Elements(7).As(kUI8).Splat({1000, 1000})) == "tensor<1000x1000xui8>");
  CHECK(type(Floats({2}, {1, 2})) == "tensor<2xf32>");
  CHECK(f.Constant({{1, 2}, {3}}).is_failed());
  CHECK(type(Elements::FromHex(kF16, {2}, "003C0040")) == "tensor<2xf16>");
  CHECK(type({std::complex<float>(1, 2)}) == "tensor<1xcomplex<f32>>");
  CHECK(f.Constant(Elements(1.5).As(kI32)).is_failed());
  CHECK(f.Constant(Elements::FromHex(kF16, {3}, "003C0040")).is_failed());
  CHECK(f.Constant(Elements::FromHex(kF16, {-1}, "")).is_failed());
  CHECK(program.diagnostics().size() == 4);
  CHECK(program.diagnostics()[1].diagnostic.message == "value: 1.5 is no i32");
}

TEST_CASE("functions call each other, are private and have attributes") {
  ProgramBuilder program;
  program.SetAttribute("mhlo.num_replicas", "2 : i32");
  auto twice = program.Function("twice", {{"x", TensorOf(kF32)}}, {.is_private = true});
  twice.Return({twice.Add(twice.argument(0), twice.argument(0))});
  auto f =
      program.Function("main", {{"x", TensorOf(kF32), {{"mhlo.sharding", "\"{replicated}\""}}}});
  f.Return(f.Call(twice, f.argument(0)), {{{"jax.result_info", "\"total\""}}});
  const std::string text = Built(program);
  CHECK(text.find("func.func private @twice") != std::string::npos);
  CHECK(text.find("mhlo.num_replicas = 2 : i32") != std::string::npos);
  CHECK(text.find("jax.result_info = \"total\"") != std::string::npos);
  CHECK(text.find("%x: tensor<f32> {mhlo.sharding = \"{replicated}\"}") != std::string::npos);
}

TEST_CASE("types that operands do not determine must be given, others may be") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kBF16, {2, 3})}, {"n", "tensor<?xf32>"}});
  const Value dot = f.DotGeneral(f.argument(0), f.argument(0),
                                 {.dot_dimension_numbers = {.lhs_contracting_dimensions = {1},
                                                            .rhs_contracting_dimensions = {1}}},
                                 {.result_types = {TensorOf(kF32, {2, 2})}});
  CHECK(ToString(f.TypeOf(f.Reshape(dot, TensorOf(kF32, {4})))) == "tensor<4xf32>");
  CHECK(ToString(f.TypeOf(f.Iota(TensorOf(kI64, {5}), {.iota_dimension = 0}))) == "tensor<5xi64>");
  CHECK(ToString(f.TypeOf(f.Negate(f.argument(1)))) == "tensor<?xf32>");
  const Value token = f.CreateToken();
  CHECK(ToString(f.TypeOf(f.Tuple({dot, token}))) == "tuple<tensor<2x2xf32>, !stablehlo.token>");
  CHECK(f.Operation("stablehlo.reshape", {dot}).is_failed());
  CHECK(program.diagnostics()[0].diagnostic.message.find("must be given") != std::string::npos);
  f.Return({f.UniformQuantize(dot, "tensor<2x2x!quant.uniform<i8:f32, 0.5>>")});
  CHECK(program.diagnostics().size() == 1);
}

TEST_CASE("wrong uses of builders are diagnostics") {
  ProgramBuilder other;
  auto g = other.Function("main", {{"x", TensorOf(kF32)}});
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32)}});
  auto h = program.Function("helper", {{"x", TensorOf(kF32)}});
  const auto last = [&] { return program.diagnostics().back().diagnostic; };
  f.Negate(g.argument(0));
  CHECK(last().code == "builder");
  f.Negate(Value());
  CHECK(last().message == "operand 0 is no value of this program");
  f.Negate(h.argument(0));
  CHECK(last().code == "dominance");
  Value inner;
  f.If(
      f.Constant(true), [&] { return inner = f.Negate(f.argument(0)); },
      [&] { return f.argument(0); });
  f.Negate(inner);
  CHECK(last().message == "operand 0 is a value of another function or region");
  f.Operation("stablehlo.return", {f.argument(0)});
  CHECK(last().code == "terminator");
  f.If(
      f.Constant(true),
      [&] {
        f.Return({});
        return f.argument(0);
      },
      [&] { return f.argument(0); });
  CHECK(last().code == "terminator");
  f.Operation("stablehlo.ad", {f.argument(0), f.argument(0)});
  CHECK(last().message.find("stablehlo.ad") != std::string::npos);
  f.Add(f.Sort({f.argument(0), f.argument(0)}, {}, [&](const Values&) { return f.Constant(true); }),
        f.argument(0));
  f.Call(h, f.argument(0));
  CHECK(last().message == "the results of @helper are unknown until it returns");
  f.Return({f.argument(0)});
  f.Negate(f.argument(0));
  CHECK(last().message == "the function has returned");
  program.Function("main");
  CHECK(last().message == "@main is defined twice");
  CHECK(!program.Finish());
  CHECK(last().message.find("must end in Return") != std::string::npos);
  f.Negate(f.argument(0));
  CHECK(last().message == "the program is finished");
  CHECK(!program.Finish());
}

TEST_CASE("operations have the locations of their calls") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32)}});
  f.Return({f.Negate(f.argument(0))});
  const auto built = program.Finish();
  REQUIRE(built);
  CHECK((*built)->source().text().find("builder_test.cc\":") != std::string_view::npos);
  CHECK(!(*built)->has_errors());
}

TEST_CASE("a missing attribute is reported") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32)}});
  f.Compare(f.argument(0), f.argument(0), {});
  CHECK(program.diagnostics()[0].diagnostic.code == "attribute-missing");
}

TEST_CASE("100,000 operations are built in a fifth of a second of processor time", "[.][time]") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(kF32, {8, 8})}});
  Value x = f.argument(0);
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 50'000; ++i) x = f.Multiply(f.Add(x, f.argument(0)), x);
  const std::clock_t end = std::clock();
  f.Return(x);
  const auto built = program.Finish();
  const std::clock_t finished = std::clock();
  REQUIRE(built);
  const auto seconds = [](std::clock_t ticks) {
    return static_cast<double>(ticks) / CLOCKS_PER_SEC;
  };
  WARN("calls " << seconds(end - begin) << " s, Finish " << seconds(finished - end) << " s");
  CHECK(seconds(end - begin) < 0.2);
}

}  // namespace
}  // namespace paddock::build
