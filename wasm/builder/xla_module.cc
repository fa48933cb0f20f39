// The functions of paddock-builder.wasm for XLA's operations. Builders, values, computations and
// functions of JavaScript are numbers; a call names them "v7", "c0" and "f1", and the constant that
// was set last "literal".
//
//   xlaBuilder(name)                       a new ComputationBuilder
//   xlaFunction(function)                  lets calls name a function of JavaScript
//   xlaSetLiteral(tensor, shape, rank)     sets the constant; with a shape, a splat
//   xlaCall(builder, call)                 makes a call, which core/api/xla/written_call.h reads
//   xlaBuild(builder, value)               a computation; its result is the last value if value < 0
//   xlaText(computation)                   whether there is a text
//   xlaProgramShape(computation)           the result is JSON
//   xlaShape(builder, value)               the result is the shape
//
// Numbers below 0 are failures: the result is the errors (-1), or a sentence about the notation
// (-2).
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/api/xla/written_call.h"
#include "core/c/tensor_handle.h"
#include "core/diagnostics/json.h"
#include "wasm/builder/module_result.h"

extern "C" {

// Calls a function of JavaScript with a builder and `count` values from `first` on. Returns its
// value, or a number below 0 if it has thrown.
[[clang::import_module("paddock"), clang::import_name("makeComputation")]]
int32_t paddock_make_computation(uint32_t function, uint32_t builder, uint32_t first,
                                 uint32_t count);

}  // extern "C"

namespace paddock::xla {
namespace {

constexpr int32_t kErrors = -1;
constexpr int32_t kSentence = -2;

struct XlaState {
  // Null: the function of JavaScript that used the builder has returned.
  std::vector<ComputationBuilder*> builders;
  std::deque<ComputationBuilder> own_builders;
  std::vector<ComputationDataHandle> values;
  std::vector<Computation> computations;
  CallNames names;
};

XlaState& State() {
  static XlaState state;
  return state;
}

int32_t AddBuilder(ComputationBuilder* builder) {
  State().builders.push_back(builder);
  return static_cast<int32_t>(State().builders.size() - 1);
}

int32_t AddValue(ComputationDataHandle value) {
  XlaState& state = State();
  const size_t number = state.values.size();
  state.values.push_back(value);
  state.names.values["v" + std::to_string(number)] = value;
  return static_cast<int32_t>(number);
}

ComputationDataHandle ValueOf(int32_t number) {
  const auto index = static_cast<size_t>(number);
  return number >= 0 && index < State().values.size() ? State().values[index]
                                                      : ComputationDataHandle();
}

int32_t Sentence(std::string sentence) {
  SetModuleResult(std::move(sentence));
  return kSentence;
}

int32_t Errors(const std::vector<build::BuildDiagnostic>& diagnostics) {
  const Source source("builder", std::string());
  Json errors;
  for (const build::BuildDiagnostic& one : diagnostics) {
    if (one.diagnostic.severity != Severity::kError) continue;
    Diagnostic error = one.diagnostic;
    error.notes.push_back({one.operation, {}});
    errors.Element(RenderJson(error, source));
  }
  SetModuleResult(errors.Array());
  return kErrors;
}

// Returns null if the builder makes no more calls.
ComputationBuilder* BuilderOf(uint32_t number) {
  return number < State().builders.size() ? State().builders[number] : nullptr;
}

int32_t EndedBuilder() { return Sentence("the function of this builder has returned"); }

}  // namespace

PADDOCK_EXPORT("xlaBuilder")
int32_t NewBuilder(const char* name) {
  return AddBuilder(&State().own_builders.emplace_back(name));
}

PADDOCK_EXPORT("xlaFunction")
void AddFunction(uint32_t function) {
  const auto make = [function](ComputationBuilder& builder, const Handles& parameters) {
    const auto number = static_cast<uint32_t>(AddBuilder(&builder));
    const auto first = static_cast<uint32_t>(State().values.size());
    for (const ComputationDataHandle one : parameters) AddValue(one);
    const auto count = static_cast<uint32_t>(parameters.size());
    const int32_t result = paddock_make_computation(function, number, first, count);
    State().builders[number] = nullptr;
    return ValueOf(result);
  };
  State().names.computations["f" + std::to_string(function)] = Function(make);
}

PADDOCK_EXPORT("xlaSetLiteral")
void SetLiteral(const paddock_tensor* tensor, const int64_t* shape, size_t rank) {
  const Literal literal(tensor->value.tensor());
  State().names.literals["literal"] =
      shape == nullptr ? literal : literal.Splat({shape, shape + rank});
}

PADDOCK_EXPORT("xlaCall")
int32_t MakeCall(uint32_t number, const char* call) {
  ComputationBuilder* builder = BuilderOf(number);
  if (builder == nullptr) return EndedBuilder();
  const auto made = MakeWrittenCall(*builder, call, State().names, Where());
  if (!made) return Sentence(made.error());
  return made->is_failed() ? Errors(builder->TakeDiagnostics()) : AddValue(*made);
}

PADDOCK_EXPORT("xlaBuild")
int32_t Build(uint32_t number, int32_t value) {
  ComputationBuilder* builder = BuilderOf(number);
  if (builder == nullptr) return EndedBuilder();
  const auto built = value < 0 ? builder->Build(Where()) : builder->Build(ValueOf(value), Where());
  if (!built) return Errors(builder->TakeDiagnostics());
  XlaState& state = State();
  const size_t index = state.computations.size();
  state.computations.push_back(*built);
  state.names.computations["c" + std::to_string(index)] = Function(*built);
  return static_cast<int32_t>(index);
}

PADDOCK_EXPORT("xlaText")
int32_t MakeText(uint32_t computation) {
  auto text = State().computations[computation].MakeText();
  if (!text) return Errors(text.error());
  SetModuleResult(*std::move(text));
  return 0;
}

PADDOCK_EXPORT("xlaProgramShape")
void DescribeProgramShape(uint32_t computation) {
  const ProgramShape& shape = State().computations[computation].program_shape();
  const auto spelled = [](const Shape& one) { return JsonString(ToString(one)); };
  Json json;
  json.Raw("parameters", JsonArray(shape.parameters, spelled));
  json.Raw("parameterNames", JsonArray(shape.parameter_names, JsonString));
  json.Member("result", ToString(shape.result));
  SetModuleResult(json.Object());
}

PADDOCK_EXPORT("xlaShape")
void DescribeShape(uint32_t builder, int32_t value) {
  ComputationBuilder* owner = BuilderOf(builder);
  SetModuleResult(owner == nullptr ? "" : ToString(owner->GetShape(ValueOf(value))));
}

}  // namespace paddock::xla
