#include "core/api/xla/emitter.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace paddock::xla {
namespace {

std::string LayoutOf(const Shape& shape) {
  if (!shape.is_tuple()) {
    return shape.minor_to_major.empty() ? "default" : ToString(shape.minor_to_major);
  }
  std::string text = "(";
  for (const Shape& part : shape.tuple_shapes) {
    text += (text.size() == 1 ? "" : ", ") + LayoutOf(part);
  }
  return text + ")";
}

bool HasLayout(const Shape& shape) {
  return !shape.minor_to_major.empty() || std::ranges::any_of(shape.tuple_shapes, HasLayout);
}

int64_t LastRead(Operands operands) {
  int64_t last = 0;
  for (const Lowered& operand : operands) last = std::max(last, operand.reads);
  return last;
}

bool IsPermutation(std::vector<int64_t> numbers, int64_t count) {
  if (static_cast<int64_t>(numbers.size()) != count) return false;
  std::ranges::sort(numbers);
  for (int64_t i = 0; i < count; ++i) {
    if (numbers[static_cast<size_t>(i)] != i) return false;
  }
  return true;
}

// Returns a name for a function that the program does not have, as a symbol without quotes.
std::string NewName(std::set<std::string>& names, std::string_view wanted) {
  std::string base;
  for (const char c : wanted) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                          (c >= '0' && c <= '9' && !base.empty());
    base += is_plain ? c : '_';
  }
  if (base.empty()) base = "computation";
  std::string name = base;
  for (int i = 1; !names.insert(name).second; ++i) name = base + "_" + std::to_string(i);
  return name;
}

}  // namespace

std::vector<build::Parameter> ParametersOf(const ProgramShape& shape) {
  std::vector<build::Parameter> parameters;
  for (size_t i = 0; i < shape.parameters.size(); ++i) {
    build::Parameter parameter = {shape.parameter_names[i], TypeOf(shape.parameters[i])};
    if (HasLayout(shape.parameters[i])) {
      parameter.attributes.push_back(
          {"mhlo.layout_mode", "\"" + LayoutOf(shape.parameters[i]) + "\""});
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

Lowered Emitter::Repeat(const RecordedCall& call, Operands operands) {
  const auto outer = std::tuple(name_, operands_, where_);
  std::tie(name_, operands_, where_) = std::tuple(call.name, operands, call.where);
  Lowered result = call.lower(*this, operands);
  std::tie(name_, operands_, where_) = outer;
  return result;
}

Lowered Emitter::Inline(const Recording& recording, std::vector<Lowered> arguments) {
  std::vector<Lowered> values(recording.calls.size());
  for (size_t i = 0; i < recording.parameters.size(); ++i) {
    values[recording.parameters[i]] = std::move(arguments[i]);
  }
  for (size_t i = 0; i < recording.calls.size(); ++i) {
    const RecordedCall& call = recording.calls[i];
    if (!call.lower) continue;
    std::vector<Lowered> operands;
    for (const uint32_t operand : call.operands) operands.push_back(values[operand]);
    if (std::ranges::any_of(operands, &Lowered::is_failed)) return Failed();
    values[i] = Repeat(call, operands);
  }
  return values[recording.root];
}

void Emitter::MakeBody(const std::shared_ptr<const Recording>& recording, bool has_token) {
  where_ = recording->calls[recording->root].where;
  std::vector<Lowered> arguments;
  for (size_t i = 0; i < recording->parameters.size(); ++i) {
    const Shape& shape = recording->program_shape.parameters[i];
    arguments.push_back({.shape = shape, .value = function_.argument(i), .has_value = true});
  }
  if (has_token) token_ = function_.argument(arguments.size());
  const Lowered root = Inline(*recording, std::move(arguments));
  std::vector<build::Value> results = {ValueOf(root)};
  if (has_token) results.push_back(*token_);
  function_.Return(results, {}, where_);
}

build::Region Emitter::RegionOf(const Computation& computation, std::vector<Shape> shapes,
                                std::vector<Lowered> more) {
  return [this, computation, shapes = std::move(shapes),
          more = std::move(more)](const build::Values& values) -> build::Values {
    std::vector<Lowered> arguments;
    for (size_t i = 0; i < shapes.size(); ++i) {
      arguments.push_back({.shape = shapes[i],
                           .value = values[i],
                           .has_value = true,
                           .is_failed = values[i].is_failed()});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ValueOf(Inline(*computation.recording_, std::move(arguments)));
  };
}

Lowered Emitter::Fail(CallRule rule, std::string_view but) {
  std::string message = std::string(name_) + ": " + std::string(Info(rule).formula) + ", but ";
  message += but;
  std::vector<Shape> shapes;
  for (const Lowered& operand : operands_) shapes.push_back(operand.shape);
  const std::string operation = std::string(name_) + " " + ToString(shapes);
  return {.value = function_.Fail(build::RuleDiagnostic(Info(rule), std::move(message)), operation,
                                  where_),
          .is_failed = true};
}

bool Emitter::RequireArrays(Operands operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].shape.is_tuple()) continue;
    Fail(CallRule::kXlaArray1,
         "operand " + std::to_string(i) + " is the tuple " + ToString(operands[i].shape));
    return false;
  }
  return true;
}

bool Emitter::RequireShape(const Shape& shape) {
  for (const int64_t size : shape.dimensions) {
    if (size >= 0) continue;
    Fail(CallRule::kXlaShape1, "the shape is " + ToString(shape));
    return false;
  }
  if (!shape.minor_to_major.empty() && !IsPermutation(shape.minor_to_major, shape.rank())) {
    Fail(CallRule::kXlaShape2, "the shape is " + ToString(shape));
    return false;
  }
  return std::ranges::all_of(shape.tuple_shapes,
                             [this](const Shape& part) { return RequireShape(part); });
}

bool Emitter::RequireNoInfeed(const Computation& computation) {
  if (!computation.recording_->reads_infeed) return true;
  Fail(CallRule::kXlaInfeed2, "the computation is applied to elements in any order");
  return false;
}

Lowered Emitter::Made(build::Value value) {
  if (value.is_failed()) return Failed();
  const auto shape = ShapeOf(function_.TypeOf(value));
  if (!shape) {
    Diagnostic diagnostic;
    diagnostic.code = "builder";
    diagnostic.message = std::string(name_) + ": " + ToString(function_.TypeOf(value)) +
                         " is none of the types of XLA's operations";
    return {.value = function_.Fail(std::move(diagnostic), std::string(name_), where_),
            .is_failed = true};
  }
  return {.shape = *shape, .value = value, .has_value = true, .reads = LastRead(operands_)};
}

build::Value Emitter::ValueOf(const Lowered& lowered) {
  if (lowered.has_value || lowered.is_failed) return lowered.value;
  std::vector<build::Value> parts;
  for (const Lowered& part : *lowered.parts) parts.push_back(ValueOf(part));
  return function_.Tuple(parts, {}, where_);
}

Lowered Emitter::MakeTuple(std::vector<Lowered> parts) {
  Lowered tuple;
  for (const Lowered& part : parts) {
    tuple.shape.tuple_shapes.push_back(part.shape);
    tuple.reads = std::max(tuple.reads, part.reads);
    tuple.is_failed = tuple.is_failed || part.is_failed;
  }
  if (tuple.is_failed) return Failed();
  tuple.parts = std::make_shared<const std::vector<Lowered>>(std::move(parts));
  if (is_flat_) return tuple;
  tuple.value = ValueOf(tuple);
  tuple.has_value = true;
  tuple.is_failed = tuple.value.is_failed();
  return tuple;
}

Lowered Emitter::PartOf(const Lowered& tuple, size_t index) {
  if (tuple.parts != nullptr && (is_flat_ || !tuple.has_value)) return (*tuple.parts)[index];
  Lowered part = {
      .shape = tuple.shape.tuple_shapes[index], .has_value = true, .reads = tuple.reads};
  part.value =
      function_.GetTupleElement(tuple.value, {.index = static_cast<int32_t>(index)}, {}, where_);
  part.is_failed = part.value.is_failed();
  return part;
}

void Emitter::AddLeaves(const Lowered& lowered, std::vector<build::Value>& leaves) {
  if (!lowered.shape.is_tuple() || lowered.is_failed) {
    leaves.push_back(lowered.value);
    return;
  }
  for (size_t i = 0; i < lowered.shape.tuple_shapes.size(); ++i) {
    AddLeaves(lowered.parts != nullptr ? (*lowered.parts)[i] : PartOf(lowered, i), leaves);
  }
}

Lowered Emitter::FromLeaves(const Shape& shape, const build::Values& leaves, size_t& next,
                            int64_t reads) {
  Lowered made = {.shape = shape, .reads = reads};
  if (!shape.is_tuple()) {
    made.value = leaves[next++];
    made.has_value = true;
    made.is_failed = made.value.is_failed();
    return made;
  }
  std::vector<Lowered> parts;
  for (const Shape& part : shape.tuple_shapes) {
    parts.push_back(FromLeaves(part, leaves, next, reads));
  }
  made.parts = std::make_shared<const std::vector<Lowered>>(std::move(parts));
  return made;
}

Lowered Emitter::ResultOf(const Shape& shape, const build::Values& leaves,
                          std::optional<build::Value> token) {
  if (leaves.is_failed()) return Failed();
  if (token) {
    token_ = token;
    ++reads_;
  }
  size_t next = 0;
  return FromLeaves(shape, leaves, next, token ? reads_ : LastRead(operands_));
}

build::FunctionBuilder* Emitter::FunctionOf(const std::shared_ptr<const Recording>& recording) {
  const auto found = program_.functions.find(recording);
  if (found != program_.functions.end()) return &found->second;
  std::vector<build::Parameter> parameters = ParametersOf(recording->program_shape);
  if (recording->reads_infeed) parameters.push_back({"token", "!stablehlo.token"});
  build::FunctionBuilder function = program_.builder.Function(
      NewName(program_.names, recording->name), parameters, {.is_private = true}, where_);
  Emitter(program_, function).MakeBody(recording, recording->reads_infeed);
  return &program_.functions.emplace(recording, std::move(function)).first->second;
}

Lowered Emitter::Call(const Computation& computation) {
  const std::shared_ptr<const Recording>& recording = computation.recording_;
  const bool reads = recording->reads_infeed;
  if (reads && !RequireOrder()) return Failed();
  std::vector<build::Value> arguments;
  for (const Lowered& operand : operands_) arguments.push_back(ValueOf(operand));
  if (reads) arguments.push_back(Token());
  const build::Values results = function_.Call(*FunctionOf(recording), arguments, {}, where_);
  if (results.is_failed()) return Failed();
  Lowered result = Made(results[0]);
  if (!reads) return result;
  token_ = results[1];
  result.reads = ++reads_;
  return result;
}

}  // namespace paddock::xla
