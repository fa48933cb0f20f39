#include "core/api/expectations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/ir/module.h"
#include "core/plan/element_compare.h"
#include "core/text/parse.h"
#include "core/text/value_text.h"

namespace paddock {
namespace {

// Floats meet an expectation within either bound.
constexpr uint64_t kUlpTolerance = 3;
constexpr double kAbsoluteTolerance = 1e-4;

// Which result of its function `value` is returned as; nothing if it is not returned.
std::optional<size_t> ResultIndex(const Value* value, const Module& module) {
  const Operation* main = module.FindSymbol("main");
  const Block* body = main == nullptr ? nullptr : FunctionBody(*main);
  if (value == nullptr || body == nullptr || body->last == nullptr) return std::nullopt;
  const auto returned = std::ranges::find(body->last->operands, value);
  if (returned == body->last->operands.end()) return std::nullopt;
  return static_cast<size_t>(returned - body->last->operands.begin());
}

// A program on one process takes what is said of process (0, 0), or of all.
bool IsForFirstProcess(const ExampleValue& value) {
  return !value.process || *value.process == ProcessCoordinates{};
}

bool Holds(const ElementRule& rule, ElementType type, const std::byte* actual,
           const std::byte* wanted) {
  Mismatch mismatch;
  CompareElements(rule, type, actual, wanted, 0, 1, mismatch);
  return mismatch.count == 0;
}

bool IsMet(ElementType type, const std::byte* actual, const std::byte* wanted) {
  if (!IsFloat(type) && !IsComplex(type)) {
    return Holds({.kind = ElementRule::Kind::kEqual}, type, actual, wanted);
  }
  const ElementRule almost = {.kind = ElementRule::Kind::kAlmostEqual,
                              .tolerance = kAbsoluteTolerance};
  const ElementRule close = {.kind = ElementRule::Kind::kClose, .max_ulp = kUlpTolerance};
  return Holds(almost, type, actual, wanted) || Holds(close, type, actual, wanted);
}

// Where `actual` first differs from `wanted`, or empty.
std::string DescribeDifference(const Tensor& actual, const Tensor& wanted) {
  const ElementType type = actual.element_type();
  if (!std::ranges::equal(actual.shape(), wanted.shape())) return "its shape is another";
  const size_t width = ByteSize(type);
  for (int64_t i = 0; i < actual.element_count(); ++i) {
    const std::byte* const is = actual.data() + static_cast<size_t>(i) * width;
    const std::byte* const should = wanted.data() + static_cast<size_t>(i) * width;
    if (IsMet(type, is, should)) continue;
    return "element " + std::to_string(i) + " is " + ElementText(type, is) + ", but " +
           ElementText(type, should) + " is expected";
  }
  return {};
}

}  // namespace

Result<Tensor> CommentedInput(const Program& program, const ParameterInfo& parameter,
                              DiagnosticSink& sink) {
  for (const ExampleValue& input : program.example().inputs) {
    if (input.value == nullptr || input.value->name != parameter.name) continue;
    if (!IsForFirstProcess(input)) continue;
    Result<std::vector<Tensor>> values =
        ParseValueText(input.text, parameter.handle, sink, input.span);
    if (!values) return Failed();
    // Tuples are no arguments that run yet.
    return values->size() == 1 ? std::move(values->front()) : Tensor();
  }
  return Tensor();
}

std::vector<Diagnostic> CheckExpectations(const Program& program, const FunctionInfo& entry,
                                          std::span<const Tensor> results) {
  DiagnosticSink sink;
  for (const ExampleValue& expected : program.example().expectations) {
    const auto index = ResultIndex(expected.value, program.module());
    if (!IsForFirstProcess(expected) || !index || *index >= results.size()) continue;
    const Tensor& actual = results[*index];
    if (!actual.has_value()) continue;
    const auto wanted = ParseValueText(expected.text, expected.value->type, sink, expected.span);
    if (!wanted || wanted->size() != 1) continue;
    const std::string difference = DescribeDifference(actual, wanted->front());
    if (!difference.empty()) {
      sink.Error("expectation", expected.span,
                 "%" + expected.name + " of @" + entry.name + ": " + difference);
    }
  }
  return sink.Take();
}

}  // namespace paddock
