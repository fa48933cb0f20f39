#include "core/api/run/expectations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/ir/module.h"
#include "core/plan/ops/element_compare.h"
#include "core/text/parse/parse.h"
#include "core/text/parse/value_text.h"
#include "core/types/leaf_types.h"

namespace paddock {
namespace {

// Tolerances for floats. A value within either bound meets its expectation.
constexpr uint64_t kUlpTolerance = 3;
constexpr double kAbsoluteTolerance = 1e-4;

const Block* BodyOf(const Program& program, const FunctionInfo& entry) {
  const Operation* function = program.module().FindSymbol(entry.name);
  return function == nullptr ? nullptr : FunctionBody(*function);
}

// Positions of the leaves of `value` among those of the results; nothing if it is not returned.
struct Leaves {
  size_t first = 0;
  size_t count = 0;
};
std::optional<Leaves> ResultLeaves(const Value* value, const Block* body) {
  if (value == nullptr || body == nullptr || body->last == nullptr) return std::nullopt;
  Leaves leaves;
  for (const Value* returned : body->last->operands) {
    leaves.count = LeafCount(returned->type);
    if (returned == value) return leaves;
    leaves.first += leaves.count;
  }
  return std::nullopt;
}

bool IsFor(const ExampleValue& value, ProcessCoordinates process) {
  return !value.process || *value.process == process;
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

// Describes the first difference between `actual` and `wanted`; empty if there is none.
std::string DescribeDifference(const Tensor& actual, const Tensor& wanted) {
  const ElementType type = actual.element_type();
  if (!std::ranges::equal(actual.shape(), wanted.shape())) return "its shape differs";
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

// Returns the computed leaves of an expected value, except leaves without a value.
std::optional<std::vector<Tensor>> FindComputed(const ExampleValue& expected, const Block* body,
                                                const ComputedValues& values) {
  std::vector<Tensor> found;
  if (const auto leaves = ResultLeaves(expected.value, body)) {
    if (leaves->first + leaves->count > values.results.size()) return std::nullopt;
    for (const Tensor& leaf : values.results.subspan(leaves->first, leaves->count)) {
      if (leaf.has_value()) found.push_back(leaf);
    }
    return found;
  }
  if (!values.inner) return std::nullopt;
  const Type type = expected.value->type;
  for (size_t part = 0; part < LeafCount(type); ++part) {
    if (LeafTypeOf(type, part).is(TypeKind::kToken)) continue;
    std::optional<Tensor> inner = values.inner(*expected.value, part);
    if (!inner) return std::nullopt;
    found.push_back(*std::move(inner));
  }
  return found;
}

std::string DescribeDifference(std::span<const Tensor> actual, std::span<const Tensor> wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    std::string difference = DescribeDifference(actual[i], wanted[i]);
    if (difference.empty()) continue;
    if (wanted.size() == 1) return difference;
    return "of part " + std::to_string(i) + ", " + difference;
  }
  return {};
}

std::string CoordinatesText(ProcessCoordinates process) {
  return "@(" + std::to_string(process.replica) + ", " + std::to_string(process.partition) + ")";
}

}  // namespace

Result<std::optional<std::vector<Tensor>>> CommentedInput(const Program& program,
                                                          const FunctionInfo& entry, size_t index,
                                                          ProcessCoordinates process,
                                                          DiagnosticSink& sink,
                                                          std::shared_ptr<MemoryBudget> memory) {
  const Block* body = BodyOf(program, entry);
  if (body == nullptr || index >= body->arguments.size()) return std::nullopt;
  const ExampleValue* given = nullptr;
  for (const ExampleValue& input : program.example().inputs) {
    if (input.value != body->arguments[index] || !IsFor(input, process)) continue;
    // A comment for this process alone takes precedence over one for all processes.
    if (given == nullptr || (input.process && !given->process)) given = &input;
  }
  if (given == nullptr) return std::nullopt;
  Result<std::vector<Tensor>> values =
      ParseValueText(given->text, given->value->type, sink, given->span, std::move(memory));
  if (!values) return Failed();
  return *std::move(values);
}

bool ExpectsInnerValues(const Program& program, const FunctionInfo& entry) {
  const Block* body = BodyOf(program, entry);
  return std::ranges::any_of(program.example().expectations, [&](const ExampleValue& expected) {
    return !ResultLeaves(expected.value, body);
  });
}

std::vector<Diagnostic> CheckExpectations(const Program& program, const FunctionInfo& entry,
                                          const ComputedValues& values,
                                          ProcessCoordinates process) {
  DiagnosticSink sink;
  const Block* body = BodyOf(program, entry);
  for (const ExampleValue& expected : program.example().expectations) {
    if (expected.value == nullptr || !IsFor(expected, process)) continue;
    const std::string name = "%" + expected.name +
                             (expected.process ? CoordinatesText(process) : "") + " of @" +
                             entry.name;
    const auto wanted = ParseValueText(expected.text, expected.value->type, sink, expected.span);
    if (!wanted) continue;
    const auto actual = FindComputed(expected, body, values);
    if (!actual || actual->size() != wanted->size()) {
      sink.Error("expectation", expected.span, name + ": its value was not kept");
      continue;
    }
    const std::string difference = DescribeDifference(*actual, *wanted);
    if (!difference.empty()) sink.Error("expectation", expected.span, name + ": " + difference);
  }
  return sink.Take();
}

}  // namespace paddock
