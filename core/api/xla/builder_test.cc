#include "core/api/xla/builder.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <random>

#include "core/api/run/session.h"
#include "core/api/xla/written_call.h"

namespace paddock::xla {
namespace {

std::string PrintOf(ComputationBuilder& builder) {
  const auto built = builder.Build();
  if (!built) return RenderText(built.error().front());
  const auto program = built->MakeProgram({.has_locations = false});
  if (!program) return RenderText(program.error().front());
  return std::string((*program)->source().text());
}

TEST_CASE("the document's ReduceWindow becomes stablehlo.reduce_window") {
  ComputationBuilder max_builder("max");
  const auto y = max_builder.Parameter(0, ShapeUtil::MakeShape(F32, {}), "y");
  const auto x = max_builder.Parameter(1, ShapeUtil::MakeShape(F32, {}), "x");
  max_builder.Max(y, x);
  const Computation max = *max_builder.Build();
  ComputationBuilder builder("reduce_window_2x3");
  const auto input = builder.Parameter(0, ShapeUtil::MakeShape(F32, {4, 6}), "input");
  builder.ReduceWindow(input, builder.ConstantLiteral(LiteralUtil::MinValue(F32)), max, {2, 3},
                       {2, 3}, Padding::kValid);
  const std::string text = PrintOf(builder);
  INFO(text);
  CHECK(text.find("func.func @main(%input: tensor<4x6xf32>) -> tensor<2x2xf32>") == 0);
  CHECK(text.find("stablehlo.constant dense<0xFF800000> : tensor<f32>") != std::string::npos);
  CHECK(text.find("stablehlo.reduce_window") != std::string::npos);
  CHECK(text.find("stablehlo.maximum") != std::string::npos);
}

// Returns the one element as an integer.
int64_t IntegerIn(const Literal& literal) {
  const Tensor wide = literal.As(ElementType::kI64).tensor();
  int64_t number = 0;
  std::memcpy(&number, wide.data(), sizeof(number));
  return number;
}

TEST_CASE("MinValue is the least value of each type") {
  CHECK(IntegerIn(LiteralUtil::MinValue(S8)) == -128);
  CHECK(IntegerIn(LiteralUtil::MinValue(S32)) == INT32_MIN);
  CHECK(IntegerIn(LiteralUtil::MinValue(U16)) == 0);
  CHECK(LiteralUtil::MinValue(PRED).tensor().element_type() == ElementType::kI1);
}

TEST_CASE("function objects make computations") {
  ComputationBuilder builder("lambda");
  const auto x = builder.Parameter(0, ShapeUtil::MakeShape(S32, {4}), "x");
  const auto zero = builder.ConstantLiteral(0);
  const auto sum = builder.Reduce(
      x, zero, [](ComputationBuilder& b, const Handles& a) { return b.Add(a[0], a[1]); }, {0});
  builder.While(
      [](ComputationBuilder& b, const Handles& a) { return b.Lt(a[0], b.ConstantLiteral(100)); },
      [](ComputationBuilder& b, const Handles& a) { return b.Add(a[0], a[0]); }, sum);
  CHECK(PrintOf(builder).find("stablehlo.while") != std::string::npos);
}

TEST_CASE("a mistake in a function object is reported once, at its call") {
  ComputationBuilder builder("lambda");
  const auto x = builder.Parameter(0, ShapeUtil::MakeShape(S32, {4}), "x");
  uint32_t line = 0;
  const auto failed = builder.Map({x}, [&](ComputationBuilder& b, const Handles& a) {
    line = std::source_location::current().line() + 1;
    return b.LogicalNot(a[0]);
  });
  CHECK(failed.is_failed());
  CHECK(builder.Neg(failed).is_failed());
  REQUIRE(builder.diagnostics().size() == 1);
  CHECK(builder.diagnostics()[0].diagnostic.code == "xla-logical-1");
  CHECK(builder.diagnostics()[0].where.line() == line);
}

TEST_CASE("wrong uses of builders are diagnostics") {
  ComputationBuilder other("other");
  const auto foreign = other.Parameter(0, ShapeUtil::MakeShape(S32, {}), "x");
  ComputationBuilder builder("builder");
  CHECK(builder.Neg(foreign).is_failed());
  CHECK(builder.diagnostics().back().diagnostic.message ==
        "Neg: operand 0 is no value of this builder");
  CHECK(builder.Neg({}).is_failed());
  CHECK(builder.Call(Computation(), {}).is_failed());
  CHECK(builder.diagnostics().back().diagnostic.message == "the computation is null");
  CHECK(builder.ConstantLiteral(Literal(1).As(ElementType::kI4)).is_failed());
  CHECK(builder.diagnostics().size() == 4);
  CHECK(!builder.Build().has_value());
}

TEST_CASE("computations that are called in regions and twice are functions once") {
  ComputationBuilder inner("twice");
  const auto v = inner.Parameter(0, ShapeUtil::MakeShape(S32, {}), "v");
  inner.Add(v, v);
  const Computation twice = *inner.Build();
  ComputationBuilder builder("main");
  const auto x = builder.Parameter(0, ShapeUtil::MakeShape(S32, {2}), "x");
  const auto mapped = builder.Map({x}, [&](ComputationBuilder& b, const Handles& a) {
    return b.Call(twice, {b.Call(twice, {a[0]})});
  });
  builder.Map({mapped}, twice);
  const std::string text = PrintOf(builder);
  INFO(text);
  CHECK(text.find("func.func private @twice") != std::string::npos);
  CHECK(text.find("@twice_1") == std::string::npos);
}

TEST_CASE("a layout is recorded and has no effect on values") {
  ComputationBuilder builder("layouts");
  const auto x = builder.Parameter(0, ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1}), "x");
  builder.CustomCall("f", {x}, ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1}));
  const std::string text = PrintOf(builder);
  INFO(text);
  CHECK(text.find("mhlo.layout_mode = \"{0, 1}\"") != std::string::npos);
  CHECK(text.find("result_layouts = [dense<[0, 1]> : tensor<2xindex>]") != std::string::npos);
}

TEST_CASE("an Infeed in a called computation is ordered by its token") {
  ComputationBuilder inner("read");
  const auto v = inner.Parameter(0, ShapeUtil::MakeShape(S32, {}), "v");
  inner.Add(v, inner.Infeed(ShapeUtil::MakeShape(S32, {})));
  const Computation read = *inner.Build();
  ComputationBuilder builder("main");
  const auto first = builder.Call(read, {builder.ConstantLiteral(1)});
  builder.Call(read, {first});
  const std::string text = PrintOf(builder);
  INFO(text);
  CHECK(text.find("(%v: tensor<i32>, %token: !stablehlo.token)") != std::string::npos);
  CHECK(builder.Call(read, {builder.ConstantLiteral(1)}).is_failed());
  CHECK(builder.diagnostics().back().diagnostic.code == "xla-infeed-2");
}

// Random calls with arguments of any kind: each gives a value, a diagnostic, or a mistake in the
// notation.
class RandomCalls {
 public:
  explicit RandomCalls(uint32_t seed) : random_(seed), builder_("random") {
    for (const char* literal :
         {"f32[] 1", "f32[2,3] 1", "f32[3] {1, 2, 3}", "s32[] 2", "s32[2] {0, 1}", "pred[] true",
          "pred[2,3] false", "u32[2] {0, 1}", "f32[1,1,3,3] 1", "f32[1,3] 1", "f32[0] {}"}) {
      Name(*MakeWrittenCall(builder_, "ConstantLiteral(" + std::string(literal) + ")", names_));
    }
    Name(builder_.Parameter(0,
                            ShapeUtil::MakeTupleShape({ShapeUtil::MakeShape(F32, {2, 3}),
                                                       ShapeUtil::MakeShape(PRED, {})}),
                            "t"));
    AddComputation("Add(a, b)", "f32[]");
    AddComputation("Ge(a, b)", "f32[]");
    AddComputation("Sub(a, b)", "s32[]");
  }

  void Make() {
    for (int i = 0; i < 60; ++i) MakeOne();
    const auto built = builder_.Build();
    CHECK(built.has_value() == builder_.diagnostics().empty());
    if (!built) return;
    const auto program = built->MakeProgram();
    if (!program) FAIL(RenderText(program.error().front()));
  }

 private:
  size_t Below(size_t count) { return random_() % count; }

  void Name(ComputationDataHandle value) {
    if (value.is_failed()) return;
    names_.values["v" + std::to_string(names_.values.size())] = value;
  }

  void AddComputation(const std::string& call, const std::string& type) {
    ComputationBuilder builder("f");
    CallNames names;
    names.values["a"] = *MakeWrittenCall(builder, "Parameter(0, " + type + ", \"a\")", names);
    names.values["b"] = *MakeWrittenCall(builder, "Parameter(1, " + type + ", \"b\")", names);
    REQUIRE(MakeWrittenCall(builder, call, names).has_value());
    names_.computations["c" + std::to_string(names_.computations.size())] = *builder.Build();
  }

  std::string Value() { return "v" + std::to_string(Below(names_.values.size())); }

  std::string AnyArgument() {
    static constexpr const char* kArguments[] = {
        "{}",
        "{0}",
        "{1}",
        "{0, 1}",
        "{1, 0}",
        "{2, 3}",
        "{1, 1}",
        "{3, 2}",
        "{-1, 2}",
        "{6}",
        "0",
        "1",
        "-1",
        "0.5",
        "kSame",
        "kValid",
        "F32",
        "S32",
        "f32[2]",
        "(f32[2])",
        "u32[2,2]",
        "\"n\"",
        "{{0, 0}}",
        "{{1, 0, 1}}",
        "{{1, 1}, {0, 0}}",
        "9223372036854775807",
        "{9223372036854775807, 9223372036854775807}",
        "{{-9223372036854775807, 9223372036854775807, 9223372036854775807}}"};
    const size_t kind = Below(6);
    if (kind < 3) return Value();
    if (kind == 3) return "c" + std::to_string(Below(names_.computations.size()));
    if (kind == 4) return "{" + Value() + ", " + Value() + "}";
    return kArguments[Below(std::size(kArguments))];
  }

  void MakeOne() {
    const auto methods = WrittenCallNames();
    std::string call(methods[Below(methods.size())]);
    call += '(';
    const size_t count = 1 + Below(5);
    for (size_t i = 0; i < count; ++i) call += (i == 0 ? "" : ", ") + AnyArgument();
    call += ')';
    const size_t errors = builder_.diagnostics().size();
    const auto made = MakeWrittenCall(builder_, call, names_);
    if (!made) return;
    INFO(call);
    CHECK(made->is_failed() == (builder_.diagnostics().size() > errors));
    Name(*made);
  }

  std::mt19937 random_;
  ComputationBuilder builder_;
  CallNames names_;
};

TEST_CASE("random calls end in a value or a diagnostic") {
  for (uint32_t seed = 0; seed < 2000; ++seed) RandomCalls(seed).Make();
}

}  // namespace
}  // namespace paddock::xla
