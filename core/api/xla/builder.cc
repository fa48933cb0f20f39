#include "core/api/xla/builder.h"

#include <algorithm>
#include <utility>

#include "core/api/xla/emitter.h"
#include "core/base/clock.h"

namespace paddock::xla {
namespace {

// Returns the program whose function `main` is the computation.
EmittedProgram Emitted(const std::shared_ptr<const Recording>& recording) {
  EmittedProgram program;
  const build::FunctionBuilder main = program.builder.Function(
      "main", ParametersOf(recording->program_shape), {}, recording->calls[recording->root].where);
  Emitter(program, main).MakeBody(recording, false);
  return program;
}

// Returns an id that differs from those of all builders, including earlier ones at the same
// address.
uint64_t NewBuilderId(const void* builder) {
  constexpr uint64_t kOddMultiplier = 0x9E3779B97F4A7C15;
  const uint64_t now = static_cast<uint64_t>(NowNanoseconds());
  return ((reinterpret_cast<uintptr_t>(builder) * kOddMultiplier) ^ now) | 1;
}

bool IsError(const build::BuildDiagnostic& diagnostic) {
  return diagnostic.diagnostic.severity == Severity::kError;
}

}  // namespace

const std::string& Computation::name() const { return recording_->name; }
const ProgramShape& Computation::program_shape() const { return recording_->program_shape; }

std::expected<std::shared_ptr<const Program>, std::vector<build::BuildDiagnostic>>
Computation::MakeProgram(const build::FinishOptions& options) const {
  return Emitted(recording_).builder.Finish(options, recording_->calls[recording_->root].where);
}

std::expected<std::string, std::vector<build::BuildDiagnostic>> Computation::MakeText() const {
  return Emitted(recording_).builder.Text();
}

// The calls, and the program in which they are checked.
struct ComputationBuilder::State {
  explicit State(std::string_view name)
      : id(NewBuilderId(this)), emitter(program, program.builder.Function("main")) {
    recording.name = name;
  }

  uint64_t id;
  EmittedProgram program;
  Emitter emitter;
  Recording recording;
  // The results of the calls.
  std::vector<Lowered> results;
  // Parameters by number.
  std::map<int64_t, uint32_t> parameters;
  std::map<uint32_t, std::string> names;
};

ComputationBuilder::ComputationBuilder(std::string_view name)
    : state_(std::make_unique<State>(name)) {}
ComputationBuilder::~ComputationBuilder() = default;
ComputationBuilder::ComputationBuilder(ComputationBuilder&&) noexcept = default;
ComputationBuilder& ComputationBuilder::operator=(ComputationBuilder&&) noexcept = default;

const std::vector<build::BuildDiagnostic>& ComputationBuilder::diagnostics() const {
  return state_->program.builder.diagnostics();
}

std::vector<build::BuildDiagnostic> ComputationBuilder::TakeDiagnostics() {
  return state_->program.builder.TakeDiagnostics();
}

Shape ComputationBuilder::GetShape(ComputationDataHandle operand) const {
  const bool is_known = operand.builder_ == state_->id && !operand.is_failed();
  return is_known ? state_->results[operand.index_].shape : Shape();
}

Shape ComputationBuilder::ScalarOf(ComputationDataHandle operand) const {
  return ShapeUtil::MakeShape(GetShape(operand).element_type, {});
}

void ComputationBuilder::ReportUse(std::string message, Where where) {
  Diagnostic diagnostic;
  diagnostic.code = "builder";
  diagnostic.message = std::move(message);
  state_->emitter.f().Fail(std::move(diagnostic), "XLA operation", where);
}

ComputationDataHandle ComputationBuilder::Record(RecordedCall call, const Handles& operands) {
  State& state = *state_;
  const ComputationDataHandle failed(state.id, ComputationDataHandle::kFailed);
  std::vector<Lowered> values;
  for (const ComputationDataHandle operand : operands) {
    if (operand.builder_ != state.id) {
      ReportUse(std::string(call.name) + ": operand " + std::to_string(values.size()) +
                    " is no value of this builder",
                call.where);
      return failed;
    }
    if (operand.is_failed()) return failed;
    values.push_back(state.results[operand.index_]);
    call.operands.push_back(operand.index_);
  }
  Lowered result = state.emitter.Repeat(call, values);
  if (result.is_failed) return failed;
  // A parameter is not repeated: its call gets the argument.
  const auto index = static_cast<uint32_t>(state.results.size());
  state.results.push_back(std::move(result));
  state.recording.calls.push_back(std::move(call));
  return ComputationDataHandle(state.id, index);
}

ComputationDataHandle ComputationBuilder::Parameter(int64_t number, const Shape& shape,
                                                    std::string_view name, Where where) {
  State& state = *state_;
  const auto make = [&](Emitter& e, Operands) -> Lowered {
    if (number < 0 || state.parameters.contains(number)) {
      return e.Fail(CallRule::kXlaParameter1,
                    number < 0 ? "the number is " + std::to_string(number)
                               : "there is a parameter " + std::to_string(number));
    }
    if (!e.RequireShape(shape)) return e.Failed();
    Lowered made = e.Made(e.f().AddArgument({std::string(name), TypeOf(shape)}, where));
    if (!made.is_failed) made.shape = shape;
    return made;
  };
  const ComputationDataHandle handle = Record({"Parameter", {}, make, where}, {});
  if (handle.is_failed()) return handle;
  state.recording.calls.back().lower = nullptr;
  state.parameters[number] = handle.index_;
  state.names[handle.index_] = name;
  return handle;
}

std::expected<Computation, std::vector<build::BuildDiagnostic>> ComputationBuilder::Build(
    Where where) {
  const size_t count = state_->results.size();
  const auto last = count == 0 ? ComputationDataHandle::kFailed : static_cast<uint32_t>(count - 1);
  return Build(ComputationDataHandle(state_->id, last), where);
}

std::expected<Computation, std::vector<build::BuildDiagnostic>> ComputationBuilder::Build(
    ComputationDataHandle result, Where where) {
  State& state = *state_;
  Recording made = state.recording;
  const auto check = [&](Emitter& e, Operands) -> Lowered {
    int64_t expected = 0;
    for (const auto& [number, index] : state.parameters) {
      if (number != expected++) {
        return e.Fail(CallRule::kXlaParameter1,
                      "there is no parameter " + std::to_string(expected - 1));
      }
      made.parameters.push_back(index);
      made.program_shape.parameters.push_back(state.results[index].shape);
      made.program_shape.parameter_names.push_back(state.names[index]);
    }
    if (made.calls.empty() && !std::ranges::any_of(diagnostics(), IsError)) {
      return e.Fail(CallRule::kXlaBuild1, "there is none");
    }
    return {};
  };
  state.emitter.Repeat({"Build", {}, check, where}, {});
  if (result.builder_ != state.id) {
    ReportUse("Build: the result is no value of this builder", where);
  }
  if (std::ranges::any_of(diagnostics(), IsError)) return std::unexpected(diagnostics());
  made.root = result.index_;
  made.program_shape.result = state.results[made.root].shape;
  made.reads_infeed = state.emitter.reads_infeed();
  return Computation(std::make_shared<const Recording>(std::move(made)));
}

Computation ComputationBuilder::Resolve(const Function& function, const Handles& operands,
                                        const std::vector<Shape>& parameters, Where where) {
  if (function.make_ == nullptr) {
    if (!function.computation_) ReportUse("the computation is null", where);
    return function.computation_;
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].builder_ != state_->id || operands[i].is_failed()) return Computation();
  }
  ComputationBuilder builder(state_->recording.name + "_computation");
  Handles handles;
  for (const Shape& shape : parameters) {
    const auto number = static_cast<int64_t>(handles.size());
    handles.push_back(builder.Parameter(number, shape, "arg" + std::to_string(number), where));
  }
  const auto built = builder.Build(function.make_(builder, handles), where);
  if (built) return *built;
  for (const build::BuildDiagnostic& one : built.error()) {
    state_->emitter.f().Fail(one.diagnostic, one.operation, one.where);
  }
  return Computation();
}

}  // namespace paddock::xla
