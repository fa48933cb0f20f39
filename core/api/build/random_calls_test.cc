// Makes random calls of the builder, most of them wrong. Each returns values or a diagnostic.
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "core/api/build/builder.h"

namespace paddock::build {
namespace {

constexpr const char* kTypes[] = {"tensor<f32>",
                                  "tensor<2x3xf32>",
                                  "tensor<2x3xi32>",
                                  "tensor<?x3xf32>",
                                  "tensor<3xi1>",
                                  "tensor<i64>",
                                  "tensor<2xcomplex<f32>>",
                                  "tensor<2x!quant.uniform<i8:f32, 0.5>>",
                                  "tensor<*xf32>",
                                  "tuple<tensor<f32>, !stablehlo.token>",
                                  "!stablehlo.token",
                                  "f32",
                                  "tensor<-2xf32>",
                                  "nonsense<"};
constexpr const char* kAttributes[] = {"0 : i64",
                                       "-1 : i64",
                                       "9223372036854775807 : i64",
                                       "1 : i32",
                                       "0.5 : f32",
                                       "true",
                                       "unit",
                                       "\"text\"",
                                       "@main",
                                       "array<i64>",
                                       "array<i64: 0, 1>",
                                       "array<i64: 2, 3>",
                                       "array<i64: -1, 9>",
                                       "array<i1: true, false>",
                                       "dense<0> : tensor<2x2xi64>",
                                       "dense<[[0, 1]]> : tensor<1x2xi64>",
                                       "dense<1.0> : tensor<2x3xf32>",
                                       "#stablehlo<comparison_direction LT>",
                                       "#stablehlo<fft_type FFT>",
                                       "#stablehlo.dot<lhs_contracting_dimensions = [1]>",
                                       "#stablehlo.gather<offset_dims = [0]>",
                                       "#stablehlo.channel_handle<handle = 0, type = 0>",
                                       "tensor<f32>",
                                       "[]",
                                       "{}",
                                       "}"};

class Calls {
 public:
  explicit Calls(uint64_t seed) : random_(seed), f_(program_.Function("main", Parameters())) {
    for (const Value argument : f_.arguments()) values_.push_back(argument);
    values_.push_back(Value());
    values_.push_back(other_.Function("main", {{"x", "tensor<f32>"}}).argument(0));
  }

  // Makes operations until the function ends. Every failed result must have an error.
  void Make() {
    for (int i = 0; i < 30; ++i) MakeOne(2);
    f_.Return(Pick());
    const auto built = program_.Finish();
    bool has_error = false;
    for (const BuildDiagnostic& diagnostic : program_.diagnostics()) {
      has_error = has_error || diagnostic.diagnostic.severity == Severity::kError;
      CHECK(!diagnostic.diagnostic.message.empty());
      CHECK(!RenderText(diagnostic).empty());
    }
    CHECK(built.has_value() != has_error);
  }

 private:
  static std::vector<Parameter> Parameters() {
    std::vector<Parameter> parameters;
    for (const char* type : std::span(kTypes).first(std::size(kTypes) - 2)) {
      parameters.push_back({"x", type});
    }
    return parameters;
  }

  size_t Below(size_t count) { return random_() % count; }
  Value One() { return values_[Below(values_.size())]; }
  Values Pick() {
    std::vector<Value> picked(Below(4));
    for (Value& value : picked) value = One();
    return picked;
  }

  OperationParts PartsOf(const OpInfo& info, int depth) {
    OperationParts parts;
    for (const AttributeInfo& attribute : info.attributes) {
      if (Below(6) == 0) continue;
      parts.attributes.push_back(
          {std::string(attribute.name), kAttributes[Below(std::size(kAttributes))]});
    }
    const size_t regions = Below(8) == 0 ? Below(3) : info.regions.size();
    for (size_t i = 0; i < regions && depth > 0; ++i) {
      parts.regions.emplace_back([this, depth](const Values& arguments) {
        for (const Value argument : arguments) values_.push_back(argument);
        if (Below(2) == 0) MakeOne(depth - 1);
        return Below(2) == 0 ? Values(arguments[0]) : Pick();
      });
    }
    const size_t results = Below(3) == 0 ? Below(3) : 0;
    for (size_t i = 0; i < results; ++i) {
      parts.result_types.push_back(kTypes[Below(std::size(kTypes))]);
    }
    return parts;
  }

  void MakeOne(int depth) {
    const OpInfo& info = OpTable()[Below(OpTable().size())];
    const size_t errors = program_.diagnostics().size();
    Values operands = Pick();
    if (Below(3) != 0) operands = Values(std::vector(info.operands.size(), One()));
    bool has_failed = false;
    for (const Value operand : operands) has_failed = has_failed || operand.is_failed();
    const Values results = f_.Operation(info.name, operands, PartsOf(info, depth));
    if (results.is_failed() && !has_failed) CHECK(program_.diagnostics().size() > errors);
    for (const Value result : results) values_.push_back(result);
  }

  std::mt19937_64 random_;
  ProgramBuilder program_;
  ProgramBuilder other_;
  FunctionBuilder f_;
  std::vector<Value> values_;
};

TEST_CASE("random calls return values or diagnostics") {
  for (uint64_t seed = 0; seed < 1000; ++seed) Calls(seed).Make();
}

}  // namespace
}  // namespace paddock::build
