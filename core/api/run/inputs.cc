#include "core/api/run/inputs.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/parameter.h"
#include "core/check/tensor_type.h"
#include "core/io/array_index.h"
#include "core/io/generate_values.h"
#include "core/tensor/quantized_value.h"
#include "core/text/parse/value_text.h"

namespace paddock {
namespace {

bool IsTensor(const ParameterInfo& parameter, DiagnosticSink& sink) {
  if (parameter.element_type) return true;
  sink.Error("input", parameter.span, ArgumentName(parameter) + " takes no input");
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

// Rule, and the type after it that gives the open sizes: `iota : tensor<4x3xf32>`.
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

// Returns the parameter's shape with open sizes at their bounds.
std::vector<int64_t> AtItsBounds(const ParameterInfo& parameter) {
  std::vector<int64_t> shape = parameter.shape;
  const TensorType type = TensorType::Of(parameter.handle);
  for (size_t i = 0; i < shape.size() && i < type.shape.size(); ++i) {
    if (shape[i] == kDynamic) shape[i] = type.shape[i].bound;
  }
  return shape;
}

// Returns the shape for a rule's value: the parameter's shape, with the sizes of `type` if it is
// given, otherwise with open sizes at their bounds.
std::optional<std::vector<int64_t>> ShapeFor(std::string_view type, const ParameterInfo& parameter,
                                             DiagnosticSink& sink) {
  if (!type.empty()) {
    if (auto shape = ShapeWritten(type, parameter.handle)) return shape;
    sink.Error("input", parameter.span,
               ArgumentName(parameter) + " cannot take " + std::string(type));
    return std::nullopt;
  }
  std::vector<int64_t> example = AtItsBounds(parameter);
  if (std::ranges::find(example, kDynamic) == example.end()) return example;
  std::ranges::replace(example, kDynamic, 4);
  sink.Error("input", parameter.span,
             ArgumentName(parameter) + " needs sizes: append a type, such as `iota : " +
                 TypeText(example, parameter) + "`, or give a list or a .npy file");
  return std::nullopt;
}

// Reads a list. Diagnostics name the argument.
Result<Tensor> ReadList(std::string_view text, const ParameterInfo& parameter, DiagnosticSink& sink,
                        const std::shared_ptr<MemoryBudget>& memory) {
  DiagnosticSink found;
  Result<std::vector<Tensor>> values =
      ParseValueText(text, parameter.handle, found, parameter.span, memory);
  for (Diagnostic& diagnostic : found.Take()) {
    diagnostic.message = "argument %" + parameter.name + ": " + diagnostic.message;
    sink.Report(std::move(diagnostic));
  }
  if (!values) return Failed();
  return std::move(values->front());
}

struct LeafText {
  ParameterInfo parameter;
  std::string_view text;
};

// Returns the text of each leaf. A tuple's text is `(1.0, [2, 3])`, or one rule for all leaves.
std::optional<std::vector<LeafText>> TextsOfLeaves(std::string_view text,
                                                   const ParameterInfo& parameter,
                                                   DiagnosticSink& sink) {
  if (!parameter.handle.is(TypeKind::kTuple)) return std::vector<LeafText>{{parameter, text}};
  const std::vector<ParameterInfo> elements = ElementsOf(parameter);
  std::vector<std::string_view> texts(elements.size(), text);
  if (!ParseValueRule(text)) {
    std::string problem;
    auto parts = SplitTuple(text, parameter.handle, problem);
    if (!parts) {
      sink.Error("input", parameter.span, ArgumentName(parameter) + ": " + problem);
      return std::nullopt;
    }
    texts = *std::move(parts);
  }
  std::vector<LeafText> leaves;
  for (size_t i = 0; i < elements.size(); ++i) {
    const auto inner = TextsOfLeaves(texts[i], elements[i], sink);
    if (!inner) return std::nullopt;
    leaves.insert(leaves.end(), inner->begin(), inner->end());
  }
  return leaves;
}

Result<Tensor> Generate(ValueRule rule, std::span<const int64_t> shape,
                        const ParameterInfo& parameter, ProcessId process, DiagnosticSink& sink,
                        const std::shared_ptr<MemoryBudget>& memory) {
  const std::optional<int64_t> bytes = ByteSizeOf(*parameter.element_type, shape);
  Tensor value;
  if (bytes) value = Tensor::Allocate(*parameter.element_type, shape, memory);
  if (!value.has_value()) {
    sink.Error("memory", parameter.span,
               ArgumentName(parameter) + " " +
                   (bytes ? MemoryProblem(static_cast<uint64_t>(*bytes), memory.get())
                          : "has too many elements"));
    return Failed();
  }
  rule.seed = SeedOf(rule.seed, parameter.first_leaf, process.replica, process.partition);
  GenerateValues(rule, value, parameter.ranges);
  const Type element = parameter.handle.element();
  if (element.is_quantized()) ClampToRange(value, *element->quantized);
  return value;
}

}  // namespace

Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink, const std::shared_ptr<MemoryBudget>& memory,
                         ProcessId process) {
  if (!IsTensor(parameter, sink)) return Failed();
  const RuleText split = SplitType(text);
  const std::optional<ValueRule> rule = ParseValueRule(split.rule);
  if (!rule) {
    return ReadList(text, parameter, sink, memory);
  }
  const auto shape = ShapeFor(split.type, parameter, sink);
  if (!shape) return Failed();
  return Generate(*rule, *shape, parameter, process, sink, memory);
}

Result<Tensor> MakeRandom(const RandomInput& input, const ParameterInfo& leaf, ProcessId process,
                          DiagnosticSink& sink, const std::shared_ptr<MemoryBudget>& memory) {
  return Generate({ValueRule::Kind::kRandom, input.seed}, input.shape, leaf, process, sink, memory);
}

bool GiveInputs(std::string_view text, const ParameterInfo& parameter,
                std::optional<ProcessId> process, SessionOptions& options, DiagnosticSink& sink,
                const std::shared_ptr<MemoryBudget>& memory) {
  const auto texts = TextsOfLeaves(text, parameter, sink);
  if (!texts) return false;
  for (const auto& [leaf, leaf_text] : *texts) {
    if (leaf.handle.is(TypeKind::kToken)) continue;
    const RuleText split = SplitType(leaf_text);
    const std::optional<ValueRule> rule = ParseValueRule(split.rule);
    const bool is_by_process =
        rule && rule->kind == ValueRule::Kind::kRandom && !rule->is_same_on_all && !process;
    if (is_by_process && leaf.element_type) {
      auto shape = ShapeFor(split.type, leaf, sink);
      if (!shape) return false;
      options.inputs[leaf.first_leaf] = Tensor();
      std::erase_if(options.random_inputs,
                    [&](const RandomInput& input) { return input.leaf == leaf.first_leaf; });
      options.random_inputs.push_back({leaf.first_leaf, rule->seed, *std::move(shape)});
      continue;
    }
    auto value = MakeInput(leaf_text, leaf, sink, memory, process.value_or(ProcessId()));
    if (!value) return false;
    if (process) {
      options.process_inputs.push_back({*process, leaf.first_leaf, *std::move(value)});
    } else {
      options.inputs[leaf.first_leaf] = *std::move(value);
    }
  }
  return true;
}

const ArrayEntry* ChooseArray(std::span<const ArrayEntry> entries, std::string_view array,
                              const ParameterInfo& parameter, std::string& problem) {
  if (array.empty() && entries.size() > 1) {
    const std::string numbered = "arr_" + std::to_string(parameter.first_leaf);
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
    sink.Error(
        "input", parameter.span,
        ArgumentName(parameter) + " cannot take a value" + std::string(origin) + ": " + *outside);
    return Failed();
  }
  sink.Error("input", parameter.span,
             ArgumentName(parameter) + " cannot take " +
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

namespace {

// Returns nothing, with a diagnostic, if `bytes` is not a file of arrays.
std::optional<ArrayIndex> IndexOf(std::string_view bytes, std::string_view name,
                                  const std::shared_ptr<MemoryBudget>& memory,
                                  DiagnosticSink& sink) {
  ArrayIndex arrays(bytes.size(), memory);
  RunFileTask(arrays, bytes);
  if (!arrays.has_failed()) return arrays;
  sink.Error("file", Span(), std::string(name) + ": " + arrays.problem());
  return std::nullopt;
}

Result<Tensor> LoadFrom(const ArrayIndex& arrays, std::string_view array, std::string_view bytes,
                        std::string_view name, const ParameterInfo& parameter,
                        const std::shared_ptr<MemoryBudget>& memory, DiagnosticSink& sink) {
  std::string problem;
  const ArrayEntry* entry = ChooseArray(arrays.entries(), array, parameter, problem);
  if (entry == nullptr) {
    sink.Error("file", Span(), std::string(name) + ": " + problem);
    return Failed();
  }
  ArrayLoad load(*entry, parameter.element_type, memory);
  RunFileTask(load, bytes);
  return TakeInput(load, name, parameter, sink);
}

}  // namespace

Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink,
                         const std::shared_ptr<MemoryBudget>& memory) {
  if (!IsTensor(parameter, sink)) return Failed();
  const auto arrays = IndexOf(bytes, name, memory, sink);
  if (!arrays) return Failed();
  return LoadFrom(*arrays, "", bytes, name, parameter, memory, sink);
}

Result<std::vector<Tensor>> ReadInputs(std::string_view bytes, std::string_view name,
                                       const ParameterInfo& parameter, DiagnosticSink& sink,
                                       const std::shared_ptr<MemoryBudget>& memory) {
  const auto arrays = IndexOf(bytes, name, memory, sink);
  if (!arrays) return Failed();
  std::vector<Tensor> values;
  for (const ParameterInfo& leaf : LeavesOf({parameter})) {
    if (leaf.handle.is(TypeKind::kToken)) {
      values.emplace_back();
      continue;
    }
    if (!IsTensor(leaf, sink)) return Failed();
    auto value = LoadFrom(*arrays, ArrayNameOf(arrays->entries(), parameter, leaf), bytes, name,
                          leaf, memory, sink);
    if (!value) return Failed();
    values.push_back(*std::move(value));
  }
  return values;
}

std::string ArrayNameOf(std::span<const ArrayEntry> entries, const ParameterInfo& whole,
                        const ParameterInfo& leaf) {
  if (!whole.handle.is(TypeKind::kTuple)) return {};
  const std::string path = leaf.name.substr(whole.name.size() + 1);
  const std::string numbered = "arr_" + std::to_string(leaf.first_leaf);
  for (const std::string& name : {leaf.name, path, numbered}) {
    if (std::ranges::find(entries, name, &ArrayEntry::name) != entries.end()) return name;
  }
  return leaf.name;
}

}  // namespace paddock
