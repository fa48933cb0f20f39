#include "core/api/run/session.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/query/definition.h"
#include "core/api/run/expectations.h"
#include "core/api/run/grid_inputs.h"
#include "core/api/run/host_feeds.h"
#include "core/api/run/session_plans.h"
#include "core/exec/grid/machine_grid.h"
#include "core/exec/threads/processors.h"
#include "core/exec/threads/thread_pool.h"
#include "core/ir/module.h"
#include "core/plan/planner/make_plan.h"
#include "core/plan/recent_plan.h"
#include "core/tensor/print_value.h"
#include "core/types/leaf_types.h"

namespace paddock {

struct Session::State {
  std::shared_ptr<const Program> program;
  const FunctionInfo* entry = nullptr;
  const Operation* function = nullptr;
  std::shared_ptr<MemoryBudget> memory;
  std::unique_ptr<ThreadPool> pool;
  std::shared_ptr<const Plan> plan;
  std::shared_ptr<Peer> peer;
  std::shared_ptr<HostFeeds> feeds;
  size_t grid_threads = 1;
  // Destroyed first: it uses all members above.
  std::unique_ptr<MachineGrid> machines;
  // Results by process, and those of all processes.
  std::vector<std::vector<Tensor>> results;
  std::vector<Tensor> all_results;
  std::vector<std::string> result_types;
};

namespace {

void AppendTo(std::vector<Diagnostic>& diagnostics, DiagnosticSink& sink) {
  for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
}

// Appends the types of results, with tuples replaced by their elements.
void AppendFlattened(std::span<const Type> types, std::vector<Type>& flat) {
  for (Type type : types) {
    if (type.is(TypeKind::kTuple)) {
      AppendFlattened(type->elements, flat);
    } else {
      flat.push_back(type);
    }
  }
}

// Returns the type with open sizes replaced by those of the value.
std::string ResultTypeText(Type type, const Tensor& value) {
  const bool is_open =
      type.is(TypeKind::kUnrankedTensor) || (type.is_tensor() && !type.has_static_shape());
  if (!is_open || !value.has_value()) return ToString(type);
  std::string text = "tensor<";
  for (int64_t size : value.shape()) text += std::to_string(size) + "x";
  return text + ToString(type.element()) + ">";
}

// Open sizes match any size.
bool FitsType(Type type, const Tensor& value) {
  if (type.is(TypeKind::kToken)) return !value.has_value();
  if (!value.has_value() || type.stored_element_type() != value.element_type()) return false;
  if (type.is(TypeKind::kUnrankedTensor)) return true;
  return std::ranges::equal(type.shape(), value.shape(), [](int64_t declared, int64_t size) {
    return declared == kDynamic || declared == size;
  });
}

MachineOptions MachineOptionsFor(const SessionOptions& options,
                                 std::shared_ptr<MemoryBudget> memory, ThreadPool* pool) {
  MachineOptions machine;
  machine.memory = std::move(memory);
  machine.pool = pool;
  std::function<void(std::string_view)> show = options.on_print;
  if (options.peer != nullptr) {
    show = [peer = options.peer](std::string_view text) { peer->Print(text); };
  }
  if (show) {
    machine.on_print = [print = std::move(show)](const Operation&, Type type, const Tensor& value) {
      PrintValueOptions shown;
      if (type.is_quantized()) shown.quantized = type.element()->quantized;
      print(PrintValue(value, ToString(type), shown) + "\n");
    };
  }
  if (options.on_probe) {
    machine.on_probe = [probe = options.on_probe](const Operation&, std::string_view id,
                                                  int64_t iteration, const Tensor& value) {
      probe(id, iteration, value);
    };
  }
  return machine;
}

}  // namespace

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;

size_t ThreadsOf(const SessionOptions& options) {
  if (options.threads > 0) return static_cast<size_t>(options.threads);
  // The other places of a shared grid may be on this machine.
  return options.peer == nullptr ? UsableProcessors() : 1;
}

namespace {

// Returns the maximum number of machines that run at once, here or in nested grids.
size_t GridThreads(const SessionOptions& options) {
  if (options.mode == GridMode::kCooperative) return 1;
  if (options.threads > 1) return static_cast<size_t>(options.threads);
  return std::max<size_t>(2, UsableProcessors());
}

// Returns a pool for large operations, of the threads that run no machine of this grid.
std::unique_ptr<ThreadPool> MakePool(const SessionOptions& options, size_t processes) {
  size_t threads = ThreadsOf(options);
  if (options.mode == GridMode::kThreads) {
    threads = GridThreads(options);
    threads -= std::min(threads, processes) - 1;
  }
  return threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
}

MachineGridOptions GridOptionsFor(const SessionOptions& options, std::shared_ptr<HostFeeds> feeds,
                                  std::shared_ptr<MemoryBudget> memory, ThreadPool* pool,
                                  GridSize size) {
  MachineGridOptions grid;
  grid.threads = GridThreads(options);
  grid.machine = MachineOptionsFor(options, std::move(memory), pool);
  grid.infeed = InfeedFrom(std::move(feeds));
  grid.on_communication = options.on_communication;
  grid.on_span = options.on_span;
  grid.on_step = options.on_step;
  grid.peer = options.peer;
  grid.is_stepped = options.is_stepped;
  if (!options.on_outfeed) return grid;
  grid.outfeed = [write = options.on_outfeed, size](int64_t process, const Site& site,
                                                    std::span<const Type> types,
                                                    const Parcel& values) {
    std::vector<std::string> texts;
    for (Type type : types) texts.push_back(ToString(type));
    write({size.ProcessOf(process), site.channel, texts, values});
  };
  return grid;
}

// Returns the inputs of each process that runs here.
std::optional<std::vector<std::vector<Tensor>>> AllInputs(const Program& program,
                                                          const FunctionInfo& entry,
                                                          const SessionOptions& options,
                                                          GridSize size, DiagnosticSink& sink) {
  for (const ProcessInput& input : options.process_inputs) {
    if (size.Contains(input.process)) continue;
    sink.Error("input", entry.span,
               "an input is given for process " + ToString(input.process) + ", but the grid is " +
                   ToString(size));
    return std::nullopt;
  }
  std::vector<std::vector<Tensor>> inputs;
  const auto memory = std::make_shared<MemoryBudget>(options.memory_bytes);
  const SharedInputs shared(program, entry, size);
  for (int64_t i : options.peer != nullptr ? options.peer->share() : ShareOf(size, 0, 1)) {
    auto own = CompleteInputs(program, entry, options, shared, size.ProcessOf(i), memory, sink);
    if (!own) return std::nullopt;
    inputs.push_back(*std::move(own));
  }
  return inputs;
}

// Returns whether the peer belongs to this grid and has processes to run.
bool IsPeerFor(GridSize size, const Peer* peer, DiagnosticSink& sink) {
  if (peer == nullptr) return true;
  if (peer->size() != size) {
    sink.Error(
        "grid-peer", Span(),
        "the grid is " + ToString(size) + ", but the peer is of one of " + ToString(peer->size()));
  } else if (peer->share().empty()) {
    sink.Error("grid-peer", Span(), "no process of the grid runs here");
  } else {
    return true;
  }
  return false;
}

// Reports that the session cannot start, so that the other peers do not wait for it.
void Refuse(Peer* peer, DiagnosticSink& sink, std::vector<Diagnostic>& diagnostics) {
  if (peer != nullptr) peer->Fail(sink.diagnostics());
  AppendTo(diagnostics, sink);
}

}  // namespace

std::unique_ptr<Session> Session::Start(std::shared_ptr<const Program> program,
                                        SessionOptions options,
                                        std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  auto state = std::make_unique<State>();
  state->program = std::move(program);
  state->entry = FindRunnable(*state->program, options, sink);
  Result<GridSize> size = Failed();
  std::optional<std::vector<std::vector<Tensor>>> inputs;
  if (state->entry != nullptr) size = ChooseGrid(*state->program, options.grid, sink);
  if (size && IsPeerFor(*size, options.peer.get(), sink) &&
      CheckFeedChannels(*state->program, options, sink)) {
    inputs = AllInputs(*state->program, *state->entry, options, *size, sink);
  }
  state->peer = options.peer;
  if (!inputs) {
    Refuse(options.peer.get(), sink, diagnostics);
    return nullptr;
  }
  const Module& module = state->program->module();
  state->function = module.FindSymbol(state->entry->name);
  state->memory =
      std::make_shared<MemoryBudget>(options.memory_bytes, state->program->spare_memory());
  state->grid_threads = GridThreads(options);
  state->pool = MakePool(options, inputs->size());
  state->feeds = std::make_shared<HostFeeds>(*state->program, options, *size);
  const PlanOptions plan_options = PlanOptionsFor(*state->program, *state->entry, options, *size);
  std::shared_ptr<const Plan> known = std::move(options.plan);
  if (known == nullptr) {
    known = state->program->recent_plan().Find(*state->function, plan_options, inputs->front());
  }
  const size_t remarks = sink.diagnostics().size();
  if (auto plans =
          MakePlans(module, *state->function, plan_options, *inputs, std::move(known), sink)) {
    state->plan = plans->front();
    // A plan with remarks is made again, because each session makes them.
    if (sink.diagnostics().size() == remarks) state->program->recent_plan().Keep(state->plan);
    auto machines = MachineGrid::Create(
        *size, *plans, *std::move(inputs),
        GridOptionsFor(options, state->feeds, state->memory, state->pool.get(), *size), sink);
    if (machines) state->machines = *std::move(machines);
  }
  if (state->machines == nullptr) {
    Refuse(options.peer.get(), sink, diagnostics);
    return nullptr;
  }
  AppendTo(diagnostics, sink);
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

StopReason Session::Run(int64_t work_budget) {
  const StopReason reason = state_->machines->Run(work_budget);
  const bool is_finished = reason == StopReason::kFinished;
  if (is_finished && state_->results.empty()) TakeResults();
  if (state_->peer != nullptr && state_->peer->stop()) {
    state_->peer->Close(is_finished ? Remarks() : std::vector<Diagnostic>(), peak_bytes());
  }
  return reason;
}

void Session::TakeResults() {
  state_->results.resize(static_cast<size_t>(grid().process_count()));
  for (int64_t process : processes()) {
    AdoptResults(process, state_->machines->machine(process).Results());
  }
  const std::vector<Tensor>& first = results(grid().ProcessOf(processes().front()));
  std::vector<Type> types;
  AppendFlattened(FunctionType(*state_->function)->results, types);
  for (size_t i = 0; i < types.size(); ++i) {
    state_->result_types.push_back(ResultTypeText(types[i], first[i]));
  }
}

bool Session::FitsResults(std::span<const Tensor> results) const {
  std::vector<Type> types;
  AppendFlattened(FunctionType(*state_->function)->results, types);
  return std::ranges::equal(types, results, &FitsType);
}

void Session::AdoptResults(int64_t process, std::vector<Tensor> results) {
  state_->all_results.insert(state_->all_results.end(), results.begin(), results.end());
  state_->results[static_cast<size_t>(process)] = std::move(results);
}

MachineGrid& Session::machines() const { return *state_->machines; }
const std::vector<int64_t>& Session::processes() const { return state_->machines->processes(); }

const FunctionInfo& Session::entry() const { return *state_->entry; }
GridSize Session::grid() const { return state_->machines->size(); }
size_t Session::processes_at_once() const { return state_->grid_threads; }
const std::vector<Tensor>& Session::results(ProcessId process) const {
  if (state_->results.empty()) return state_->all_results;  // no results yet
  return state_->results[static_cast<size_t>(grid().Flatten(process))];
}
const std::vector<Tensor>& Session::all_results() const { return state_->all_results; }
const std::vector<std::string>& Session::result_types() const { return state_->result_types; }
const std::vector<Diagnostic>& Session::diagnostics() const {
  return state_->machines->diagnostics().diagnostics();
}
Progress Session::progress() const { return state_->machines->progress(); }
Counts Session::counts() const { return state_->machines->counts(); }
uint64_t Session::peak_bytes() const { return state_->plan->peak_bytes() * processes().size(); }

MemoryUse Session::memory_use() const {
  const uint64_t count = processes().size();
  return {.peak_bytes = peak_bytes(),
          .arena_bytes = state_->plan->arena_bytes() * count,
          .least_arena_bytes = state_->plan->least_arena_bytes() * count,
          .allocations = state_->memory->reservations()};
}

Span Session::current_span() const {
  const Operation* operation =
      state_->machines->machine(state_->machines->current()).current_operation();
  return operation == nullptr ? Span() : operation->span;
}

uint32_t Session::current_line() const {
  const Span span = current_span();
  return span.is_known() ? state_->program->source().Locate(span.begin).line : 0;
}

std::optional<Session::KeptValue> Session::ValueAt(uint32_t offset, ProcessId process, size_t index,
                                                   size_t part) const {
  const Operation* module = state_->program->module().operation();
  const Value* value = FindDefinition(*module->regions[0], offset, index);
  return value == nullptr ? std::nullopt : ValueOf(*value, process, part);
}

std::optional<Session::KeptValue> Session::ValueOf(const Value& value, ProcessId process,
                                                   size_t part) const {
  const Machine& machine = state_->machines->machine(grid().Flatten(process));
  std::optional<Tensor> kept = machine.ValueOf(value, part);
  if (!kept) return std::nullopt;
  const Type declared = LeafTypeOf(value.type, part);
  const bool is_held =
      declared.is_tensor() || declared.is(TypeKind::kScalar) || declared.is(TypeKind::kComplex);
  const bool says_all = is_held && declared.has_static_shape();
  std::string type =
      says_all ? ToString(declared) : TensorTypeText(kept->element_type(), kept->shape());
  return KeptValue{*std::move(kept), std::move(type)};
}

bool Session::LookAt(const Value& value, size_t part,
                     const std::function<void(const ValueView&)>& look, ProcessId process) const {
  return state_->machines->machine(grid().Flatten(process)).LookAt(value, part, look);
}

std::vector<Diagnostic> Session::Remarks() const {
  std::vector<Diagnostic> remarks = CheckExpectations();
  for (Diagnostic& unread : state_->feeds->Unread()) remarks.push_back(std::move(unread));
  return remarks;
}

std::vector<Diagnostic> Session::CheckExpectations() const {
  std::vector<Diagnostic> unmet;
  for (int64_t i : processes()) {
    const ComputedValues values = {.results = state_->results[static_cast<size_t>(i)],
                                   .inner = [&](const Value& value, size_t part) {
                                     return state_->machines->machine(i).ValueOf(value, part);
                                   }};
    const ProcessId process = grid().ProcessOf(i);
    for (Diagnostic& diagnostic : paddock::CheckExpectations(
             *state_->program, *state_->entry, values, {process.replica, process.partition})) {
      unmet.push_back(std::move(diagnostic));
    }
  }
  return unmet;
}

}  // namespace paddock
