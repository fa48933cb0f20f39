#include "core/api/inputs.h"

#include <string>
#include <utility>
#include <vector>

#include "core/io/generate_values.h"
#include "core/io/npy.h"
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

bool HasSizes(const ParameterInfo& parameter, DiagnosticSink& sink) {
  for (int64_t size : parameter.shape) {
    if (size >= 0) continue;
    sink.Error("input", parameter.span,
               NameOf(parameter) +
                   " has sizes of its own only with a value: give it a list or a .npy file");
    return false;
  }
  return true;
}

std::string ShapeText(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape) text += (size < 0 ? "?" : std::to_string(size)) + "x";
  return text;
}

bool Fits(std::span<const int64_t> shape, std::span<const int64_t> wanted) {
  if (shape.size() != wanted.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (wanted[i] >= 0 && shape[i] != wanted[i]) return false;
  }
  return true;
}

}  // namespace

Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink) {
  if (!IsTensor(parameter, sink)) return Failed();
  const std::optional<ValueRule> rule = ParseValueRule(text);
  if (!rule) {
    Result<std::vector<Tensor>> values =
        ParseValueText(text, parameter.handle, sink, parameter.span);
    if (!values) return Failed();
    return std::move(values->front());
  }
  if (!HasSizes(parameter, sink)) return Failed();
  Tensor value = Tensor::Allocate(*parameter.element_type, parameter.shape);
  if (!value.has_value()) {
    sink.Error("memory", parameter.span, NameOf(parameter) + " needs more memory than there is");
    return Failed();
  }
  GenerateValues(*rule, value);
  return value;
}

Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink) {
  if (!IsTensor(parameter, sink)) return Failed();
  Result<Tensor> value = ReadNpy(bytes, name, parameter.element_type, sink);
  if (value && !Fits(value->shape(), parameter.shape)) {
    sink.Error("input", parameter.span,
               NameOf(parameter) + " cannot take tensor<" + ShapeText(value->shape()) +
                   std::string(Spelling(value->element_type())) + "> of " + std::string(name));
    return Failed();
  }
  return value;
}

}  // namespace paddock
