#include "core/api/inputs.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/array_index.h"
#include "core/io/generate_values.h"
#include "core/tensor/quantized_value.h"
#include "core/text/value_text.h"

namespace paddock {
namespace {

std::string NameOf(const ParameterInfo& parameter) {
  return "argument %" + parameter.name + ": " + parameter.type;
}

bool IsTensor(const ParameterInfo& parameter, DiagnosticSink& sink) {
  if (parameter.element_type) return true;
  sink.Error("input", parameter.span, NameOf(parameter) + " takes no value from outside");
  return false;
}

bool Fits(std::span<const int64_t> shape, std::span<const int64_t> wanted) {
  if (shape.size() != wanted.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (wanted[i] >= 0 && shape[i] != wanted[i]) return false;
  }
  return true;
}

std::string TypeText(std::span<const int64_t> shape, const ParameterInfo& parameter) {
  return TensorTypeText(ToString(parameter.handle.element()), shape);
}

// A rule, and the type behind it that says the open sizes: `iota : tensor<4x3xf32>`.
struct RuleText {
  std::string_view rule;
  std::string_view type;
};

RuleText SplitType(std::string_view text) {
  const size_t begin = text.find("tensor<");
  const size_t colon = begin == std::string_view::npos ? begin : text.rfind(':', begin);
  if (colon == std::string_view::npos) return {text, {}};
  const size_t end = text.substr(0, colon).find_last_not_of(' ');
  return {text.substr(0, end == std::string_view::npos ? 0 : end + 1), text.substr(begin)};
}

// The shape of a value made by a rule: the parameter's, with the sizes of `type` if it is given.
std::optional<std::vector<int64_t>> ShapeFor(std::string_view type, const ParameterInfo& parameter,
                                             DiagnosticSink& sink) {
  if (!type.empty()) {
    if (auto shape = ShapeWritten(type, parameter.handle)) return shape;
    sink.Error("input", parameter.span, NameOf(parameter) + " cannot take " + std::string(type));
    return std::nullopt;
  }
  if (std::ranges::find(parameter.shape, kDynamic) == parameter.shape.end()) return parameter.shape;
  std::vector<int64_t> example = parameter.shape;
  std::ranges::replace(example, kDynamic, 4);
  sink.Error("input", parameter.span,
             NameOf(parameter) + " needs sizes: write them behind the rule, such as `iota : " +
                 TypeText(example, parameter) + "`, or give a list or a .npy file");
  return std::nullopt;
}

// What is wrong with it is said of the argument.
Result<Tensor> ReadList(std::string_view text, const ParameterInfo& parameter,
                        DiagnosticSink& sink) {
  DiagnosticSink found;
  Result<std::vector<Tensor>> values =
      ParseValueText(text, parameter.handle, found, parameter.span);
  for (Diagnostic& diagnostic : found.Take()) {
    diagnostic.message = "argument %" + parameter.name + ": " + diagnostic.message;
    sink.Report(std::move(diagnostic));
  }
  if (!values) return Failed();
  return std::move(values->front());
}

}  // namespace

Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink) {
  if (!IsTensor(parameter, sink)) return Failed();
  const RuleText split = SplitType(text);
  const std::optional<ValueRule> rule = ParseValueRule(split.rule);
  if (!rule) {
    return ReadList(text, parameter, sink);
  }
  const auto shape = ShapeFor(split.type, parameter, sink);
  if (!shape) return Failed();
  Tensor value = Tensor::Allocate(*parameter.element_type, *shape);
  if (!value.has_value()) {
    sink.Error("memory", parameter.span, NameOf(parameter) + " needs more memory than there is");
    return Failed();
  }
  GenerateValues(*rule, value);
  const Type element = parameter.handle.element();
  if (element.is_quantized()) ClampToRange(value, *element->quantized);
  return value;
}

const ArrayEntry* ChooseArray(std::span<const ArrayEntry> entries, std::string_view array,
                              const ParameterInfo& parameter, size_t index, std::string& problem) {
  if (array.empty() && entries.size() > 1) {
    const std::string numbered = "arr_" + std::to_string(index);
    for (const std::string_view name :
         {std::string_view(parameter.name), std::string_view(numbered)}) {
      const auto found = std::ranges::find(entries, name, &ArrayEntry::name);
      if (found != entries.end()) return &*found;
    }
  }
  return FindArray(entries, array, problem);
}

Result<Tensor> TakeTensor(const Tensor& value, std::string_view origin,
                          const ParameterInfo& parameter, DiagnosticSink& sink) {
  if (!IsTensor(parameter, sink)) return Failed();
  const bool is_of_type = value.element_type() == *parameter.element_type;
  if (is_of_type && Fits(value.shape(), parameter.shape)) {
    const Type element = parameter.handle.element();
    const auto outside = element.is_quantized() ? DescribeOutside(value, *element->quantized)
                                                : std::optional<std::string>();
    if (!outside) return value;
    sink.Error("input", parameter.span,
               NameOf(parameter) + " cannot take a value" + std::string(origin) + ": " + *outside);
    return Failed();
  }
  sink.Error("input", parameter.span,
             NameOf(parameter) + " cannot take " +
                 TensorTypeText(value.element_type(), value.shape()) + std::string(origin));
  return Failed();
}

Result<Tensor> TakeInput(const ArrayLoad& load, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink) {
  if (load.has_failed()) {
    sink.Error("file", Span(), std::string(name) + ": " + load.problem());
    return Failed();
  }
  return TakeTensor(load.tensor(), " of " + std::string(name), parameter, sink);
}

Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, size_t index, DiagnosticSink& sink) {
  if (!IsTensor(parameter, sink)) return Failed();
  ArrayIndex arrays(bytes.size());
  RunFileTask(arrays, bytes);
  std::string problem = arrays.problem();
  const ArrayEntry* entry =
      arrays.has_failed() ? nullptr : ChooseArray(arrays.entries(), "", parameter, index, problem);
  if (entry == nullptr) {
    sink.Error("file", Span(), std::string(name) + ": " + problem);
    return Failed();
  }
  ArrayLoad load(*entry, parameter.element_type);
  RunFileTask(load, bytes);
  return TakeInput(load, name, parameter, sink);
}

}  // namespace paddock
