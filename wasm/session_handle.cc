#include "wasm/session_handle.h"

#include <bit>
#include <charconv>

#include "core/api/parameter.h"
#include "core/api/query/definition.h"
#include "core/api/query/hash.h"
#include "core/api/run/inputs.h"
#include "core/api/run/shared_grid.h"
#include "core/io/array_load.h"
#include "core/ir/operation.h"

namespace paddock {

SessionHandle::SessionHandle(const ProgramHandle& program, std::string entry)
    : program_(program.program()) {
  std::string problem;
  options_.entry = std::move(entry);
  // If there is no entry, the start or the estimate that follows reports why.
  entry_ = program_->FindEntry(options_.entry, problem);
  if (entry_ != nullptr) options_.inputs.resize(entry_->argument_leaves.size());
}

// --- Inputs.

std::optional<ParameterInfo> SessionHandle::ArgumentAt(const std::string& path) const {
  return entry_ == nullptr ? std::nullopt : ParameterAt(entry_->arguments, ParseSizes(path));
}

Exposed SessionHandle::Refuse(const ParameterInfo& parameter, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.code = "input";
  diagnostic.span = parameter.span;
  diagnostic.message = ArgumentName(parameter) + " " + why;
  diagnostics_.push_back(std::move(diagnostic));
  return {};
}

void SessionHandle::Give(size_t leaf, Tensor value) {
  if (process_.replica < 0) {
    options_.inputs[leaf] = std::move(value);
  } else {
    options_.process_inputs.push_back({process_, leaf, std::move(value)});
  }
}

template <class MakeValues>
bool SessionHandle::Keep(const std::string& path, MakeValues make) {
  const auto argument = ArgumentAt(path);
  if (!argument) return false;
  DiagnosticSink sink;
  Result<std::vector<Tensor>> values = make(*argument, sink);
  for (size_t i = 0; values && i < values->size(); ++i) {
    Give(argument->first_leaf + i, std::move((*values)[i]));
  }
  for (Diagnostic& diagnostic : sink.Take()) diagnostics_.push_back(std::move(diagnostic));
  return values.has_value();
}

Exposed SessionHandle::allocate_input(std::string path, std::string shape_text, size_t byte_size) {
  const std::vector<int64_t> shape = ParseSizes(shape_text);
  const auto argument = ArgumentAt(path);
  if (!argument) return {};
  if (!argument->element_type) return Refuse(*argument, "takes no value from outside");
  Tensor tensor = Tensor::Allocate(*argument->element_type, shape);
  if (!tensor.has_value()) return Refuse(*argument, "needs more memory than there is");
  if (tensor.byte_size() != byte_size) {
    return Refuse(*argument, "needs " + std::to_string(tensor.byte_size()) + " bytes, not " +
                                 std::to_string(byte_size));
  }
  Give(argument->first_leaf, tensor);
  return Expose(tensor.mutable_data(), byte_size);
}

bool SessionHandle::set_input_text(std::string path, std::string text) {
  const auto argument = ArgumentAt(path);
  if (!argument) return false;
  DiagnosticSink sink;
  const auto process = process_.replica < 0 ? std::nullopt : std::optional(process_);
  const bool is_given = GiveInputs(text, *argument, process, options_, sink, Memory());
  for (Diagnostic& diagnostic : sink.Take()) diagnostics_.push_back(std::move(diagnostic));
  return is_given;
}

bool SessionHandle::set_input_file(std::string path, std::string name, Exposed bytes,
                                   size_t byte_size) {
  return Keep(path, [&](const ParameterInfo& argument, DiagnosticSink& sink) {
    return ReadInputs(BytesOf(bytes, byte_size), name, argument, sink, Memory());
  });
}

bool SessionHandle::set_input_tensor(std::string path, const TensorHandle& tensor) {
  return Keep(
      path,
      [&](const ParameterInfo& argument, DiagnosticSink& sink) -> Result<std::vector<Tensor>> {
        Result<Tensor> value = TakeTensor(tensor.tensor(), "", argument, sink);
        if (!value) return Failed();
        return std::vector<Tensor>{*std::move(value)};
      });
}

InfeedEntry& SessionHandle::AddInfeed(double channel) {
  const auto id = static_cast<int64_t>(channel);
  InfeedEntry& entry = (id == 0 ? options_.infeed : options_.received[id]).emplace_back();
  if (process_.replica >= 0) entry.process = process_;
  return entry;
}

void SessionHandle::add_infeed_text(double channel, std::string text) {
  AddInfeed(channel).text = std::move(text);
}

bool SessionHandle::add_infeed_file(double channel, std::string name, Exposed bytes,
                                    size_t byte_size) {
  DiagnosticSink sink;
  Result<Tensor> value = ReadArray(BytesOf(bytes, byte_size), name, "", std::nullopt, sink);
  const bool is_read = value.has_value();
  if (is_read) AddInfeed(channel).values.push_back(*std::move(value));
  for (Diagnostic& diagnostic : sink.Take()) diagnostics_.push_back(std::move(diagnostic));
  return is_read;
}

// --- The run.

bool SessionHandle::set_share(int place, int places) {
  const auto grid = ShareGrid(*program_, options_.grid, static_cast<size_t>(places), diagnostics_);
  if (!grid) return false;
  PeerOptions peer = grid->ForPeer(static_cast<size_t>(place));
  peer.send = [this](const Message& message) { box_.Put(0, message); };
  peer_ = std::make_shared<Peer>(std::move(peer));
  options_.peer = peer_;
  return true;
}

GridSize SessionHandle::grid() const {
  if (has_started()) return session().grid();
  std::vector<Diagnostic> unused;
  const auto asked = ShareGrid(*program_, options_.grid, 1, unused);
  return asked ? asked->size : GridSize{};
}

void SessionHandle::Listen() {
  options_.on_print = [this](std::string_view text) { printed_ += text; };
  options_.on_outfeed = [this](const OutfeedEntry& entry) {
    outfeed_.Put(static_cast<int>(session().grid().Flatten(entry.process)), entry);
  };
  if (trace_ != nullptr) trace_->Listen(options_);
  if (profile_ != nullptr) profile_->Listen(options_);
  if (tells_communications_) {
    options_.on_communication =
        [this, trace = options_.on_communication](const Communication& communication) {
          if (trace) trace(communication);
          communications_.Element(CommunicationJson(communication));
        };
  }
}

bool SessionHandle::start() {
  Listen();
  session_ = Session::Start(program_, std::move(options_), diagnostics_);
  return session_ != nullptr;
}

std::string SessionHandle::estimate() {
  const auto estimate = EstimateRun(program_, options_, diagnostics_);
  return estimate ? Describe(*estimate) : "null";
}

int SessionHandle::run(double work_budget) {
  const StopReason reason = session_->Run(static_cast<int64_t>(work_budget));
  if (box_.has_lost()) {
    diagnostics_.push_back(box_.DescribeLoss());
    return 2;
  }
  switch (reason) {
    case StopReason::kFinished:
      return 0;
    case StopReason::kBudgetSpent:
      return 1;
    case StopReason::kBlocked:
      return 3;
    default:
      return 2;
  }
}

std::string SessionHandle::diagnostics() const {
  std::vector<Diagnostic> all = diagnostics_;
  if (has_started()) {
    const auto& own = debugger_ != nullptr ? debugger_->diagnostics() : session_->diagnostics();
    all.insert(all.end(), own.begin(), own.end());
  }
  return DiagnosticsJson(all, program_->source());
}

// --- Stepping.

bool SessionHandle::start_stepping() {
  Listen();
  debugger_ = Debugger::Start(program_, std::move(options_), diagnostics_);
  return debugger_ != nullptr;
}

std::vector<Breakpoint> SessionHandle::ReadBreakpoints(const std::string& text,
                                                       std::string& places) const {
  std::vector<Breakpoint> breakpoints;
  const std::vector<int64_t> numbers = ParseSizes(text);
  Json all;
  for (size_t i = 0; i + 4 < numbers.size(); i += 5) {
    const auto at = static_cast<uint32_t>(numbers[i + 1]);
    const auto found = numbers[i] == 0 ? debugger_->OperationsOn(at) : debugger_->OperationsAt(at);
    const Condition condition = {static_cast<Condition::Kind>(numbers[i + 3]),
                                 std::bit_cast<double>(numbers[i + 4])};
    Json own;
    for (const Operation* operation : found) {
      breakpoints.push_back({operation, static_cast<uint64_t>(numbers[i + 2]), condition});
      const Span span = operation->span;
      own.Element(Json()
                      .Member("operation", operation->name)
                      .Member("line", program_->source().Locate(span.begin).line)
                      .Member(span)
                      .Object());
    }
    all.Element(own.Array());
  }
  places = all.Array();
  return breakpoints;
}

std::string SessionHandle::set_breakpoints(std::string breakpoints) {
  std::string places;
  debugger_->SetBreakpoints(ReadBreakpoints(breakpoints, places));
  return places;
}

std::string SessionHandle::go_on_to(std::string breakpoints) {
  std::string places;
  debugger_->GoOnTo(ReadBreakpoints(breakpoints, places));
  return places;
}

std::string SessionHandle::place() const {
  return Json()
      .Raw("next", Describe(debugger_->place()))
      .Raw("last", Json().Member(debugger_->last_span()).Object())
      .Member("executions", debugger_->executions())
      .Member("snapshotBytes", debugger_->snapshot_bytes())
      .Member("replayedSteps", debugger_->replayed_steps())
      .Object();
}

// --- Outcome of the run.

std::string SessionHandle::hash_on(std::string state, bool is_last) const {
  ResultHasher hasher;
  if (!state.empty()) {
    uint64_t begun = 0;
    std::from_chars(state.data(), state.data() + state.size(), begun, 16);
    hasher = ResultHasher(begun);
  }
  hasher.Add(session().all_results());
  static constexpr char kDigits[] = "0123456789abcdef";
  const uint64_t hash = is_last ? hasher.Finish() : hasher.state();
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(hash >> shift) & 15];
  return text;
}

bool SessionHandle::go_to_value(uint32_t offset, size_t index, int process, double execution) {
  const Region& region = *program_->module().operation()->regions[0];
  const Value* value = FindDefinition(region, offset, index);
  if (value == nullptr) return false;
  debugger_->GoToValue(*value, process, static_cast<uint64_t>(execution));
  return true;
}

TensorHandle* SessionHandle::value_at(uint32_t offset, int process, size_t index,
                                      size_t part) const {
  std::optional<Session::KeptValue> kept =
      session().ValueAt(offset, ProcessOf(process), index, part);
  if (!kept) return nullptr;
  return new TensorHandle(std::move(kept->value), std::move(kept->type));
}

}  // namespace paddock
