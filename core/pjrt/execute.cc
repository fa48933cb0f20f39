// Execution: runs begin on the caller's thread, and long ones continue in the background.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/pjrt/buffer.h"
#include "core/pjrt/client.h"
#include "core/pjrt/error.h"
#include "core/pjrt/event.h"
#include "core/pjrt/executable.h"
#include "core/pjrt/profiler.h"
#include "core/pjrt/watched_runs.h"

namespace paddock::pjrt {
namespace {

// About 1 ms, in the units of Session::Run. A thread costs about 20 us.
constexpr int64_t kWorkOfCaller = 4'000'000;
// About 0.1 ms. Runs of less work use one thread.
constexpr int64_t kWorkOfOneThread = 400'000;

using Values = std::vector<std::shared_ptr<BufferValue>>;

// A run, and the buffers that wait for it.
struct Launch {
  std::shared_ptr<const CompiledProgram> compiled;
  Background* background = nullptr;
  // By device.
  std::vector<Values> arguments;
  std::vector<Values> results;
  // `nullptr` until the run is known to outlast the call.
  CompletionRef completion;
  std::unique_ptr<Session> session;
  // When the run started, of NowNanoseconds; 0 if it is not profiled.
  int64_t begin = 0;
};

// Returns the element of a token's buffer.
Tensor TokenValue() {
  const uint8_t element = 0;
  return Tensor::FromElements<uint8_t>(ElementType::kI1, {}, std::span(&element, 1));
}

// Inputs of a program, which are whole arrays.
struct Inputs {
  std::vector<Tensor> shared;
  // Other inputs of some processes.
  std::vector<ProcessInput> own;
};

// A whole array has a buffer on each device. A program of many processes may have written other
// elements into each one, such as those that a callback returned.
void AddOwnInputs(const Launch& launch, size_t index, Inputs& inputs) {
  const GridSize grid = launch.compiled->session.grid;
  if (grid.process_count() == 1) return;
  for (size_t i = 1; i < launch.arguments.size(); ++i) {
    const Tensor& tensor = launch.arguments[i][index]->tensor;
    if (tensor.data() == inputs.shared[index].data()) continue;
    inputs.own.push_back({grid.ProcessOf(static_cast<int64_t>(i)), index, tensor});
  }
}

// Returns nothing if memory does not suffice.
std::optional<Inputs> JoinArguments(const Launch& launch) {
  const CompiledProgram& compiled = *launch.compiled;
  Inputs inputs;
  for (size_t i = 0; i < compiled.arguments.size(); ++i) {
    const ArrayInfo& argument = compiled.arguments[i];
    if (argument.is_token) {
      inputs.shared.emplace_back();
      continue;
    }
    std::vector<Tensor> tiles;
    for (const Values& device : launch.arguments) {
      tiles.push_back(device[i]->tensor);
      if (argument.tiling.is_whole()) break;
    }
    inputs.shared.push_back(JoinTiles(tiles, argument.tiling, argument.shape));
    if (!inputs.shared.back().has_value()) return std::nullopt;
    if (argument.tiling.is_whole()) AddOwnInputs(launch, i, inputs);
  }
  return inputs;
}

std::optional<Problem> StartRun(Launch& launch, std::optional<Inputs> inputs) {
  const CompiledProgram& compiled = *launch.compiled;
  launch.arguments.clear();
  if (!inputs) return OutOfMemory();
  SessionOptions options = compiled.session;
  options.inputs = std::move(inputs->shared);
  options.process_inputs = std::move(inputs->own);
  options.plan = compiled.plan;
  if (options.threads == 0 && EstimatedWork(*compiled.plan) < kWorkOfOneThread) options.threads = 1;
  if (IsProfiling()) {
    launch.begin = NowNanoseconds();
    options.on_span = &ProfileStep;
  }
  std::vector<Diagnostic> diagnostics;
  launch.session = Session::Start(compiled.program, std::move(options), diagnostics);
  if (launch.session != nullptr) return std::nullopt;
  return ProblemOf(diagnostics, compiled.program->source(), PJRT_Error_Code_INTERNAL);
}

// Stores the results of an ended run. `results_of(process)` returns those of a process.
template <class ResultsOf>
std::optional<Problem> StoreResults(Launch& launch, const ResultsOf& results_of) {
  const CompiledProgram& compiled = *launch.compiled;
  const bool is_single = compiled.session.grid.process_count() == 1;
  for (size_t device = 0; device < launch.results.size(); ++device) {
    // One process computes for all devices if processes do not differ.
    const std::vector<Tensor>& whole = results_of(is_single ? 0 : device);
    for (size_t i = 0; i < compiled.results.size(); ++i) {
      Tensor& result = launch.results[device][i]->tensor;
      const ArrayInfo& info = compiled.results[i];
      result = info.is_token ? TokenValue() : TakeTile(whole[i], info.tiling, device);
      if (!result.has_value()) return OutOfMemory();
    }
  }
  return std::nullopt;
}

// Runs for about `work`. Returns false if the run goes on.
bool Continue(Launch& launch, int64_t work, std::optional<Problem>& problem) {
  const StopReason reason = launch.session->Run(work);
  if (reason == StopReason::kBudgetSpent) return false;
  if (reason == StopReason::kFinished) {
    const Session& session = *launch.session;
    problem = StoreResults(launch, [&](size_t process) -> const std::vector<Tensor>& {
      return session.results(session.grid().ProcessOf(static_cast<int64_t>(process)));
    });
  } else {
    problem = ProblemOf(launch.session->diagnostics(), launch.compiled->program->source(),
                        PJRT_Error_Code_INTERNAL);
  }
  launch.session = nullptr;
  if (launch.begin != 0) ProfileRun(launch.compiled->name, launch.begin, NowNanoseconds());
  return true;
}

// Runs to the end, and completes the buffers.
void Finish(Launch& launch, std::optional<Problem> problem) {
  if (!problem && launch.session == nullptr) problem = StartRun(launch, JoinArguments(launch));
  while (!problem && !Continue(launch, kWorkOfCaller, problem)) {
    if (problem) break;
  }
  launch.session = nullptr;
  launch.completion->Finish(std::move(problem));
}

void WaitForRun(Launch& launch) {
  launch.completion = std::make_shared<Completion>();
  for (Values& device : launch.results) {
    for (auto& value : device) value->completion = launch.completion;
  }
}

// Returns the values of the arguments, or an error if one was deleted.
PJRT_Error* TakeArguments(const PJRT_LoadedExecutable_Execute_Args& args, Launch& launch) {
  const size_t expected = launch.compiled->arguments.size();
  if (args.num_args != expected) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                     "the program takes " + std::to_string(expected) +
                         " arguments, but there are " + std::to_string(args.num_args));
  }
  launch.arguments.resize(args.num_devices);
  for (size_t device = 0; device < args.num_devices; ++device) {
    for (size_t i = 0; i < args.num_args; ++i) {
      auto value = args.argument_lists[device][i]->value();
      if (value == nullptr) {
        return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                         "argument " + std::to_string(i) + " was deleted or donated");
      }
      launch.arguments[device].push_back(std::move(value));
    }
  }
  return nullptr;
}

std::vector<CompletionRef> PendingArguments(const Launch& launch) {
  std::vector<CompletionRef> pending;
  for (const Values& device : launch.arguments) {
    for (const auto& value : device) {
      if (value->completion != nullptr) pending.push_back(value->completion);
    }
  }
  return pending;
}

bool IsDonated(const PJRT_LoadedExecutable_Execute_Args& args, const CompiledProgram& compiled,
               size_t argument) {
  const std::span kept(args.options->non_donatable_input_indices,
                       args.options->num_non_donatable_input_indices);
  return compiled.is_donated[argument] &&
         std::ranges::find(kept, static_cast<int64_t>(argument)) == kept.end();
}

// Deletes the buffers of donated arguments. Fails if one is another argument, too.
PJRT_Error* DonateArguments(const PJRT_LoadedExecutable_Execute_Args& args,
                            const CompiledProgram& compiled) {
  for (size_t i = 0; i < args.num_args; ++i) {
    if (!IsDonated(args, compiled, i)) continue;
    for (size_t device = 0; device < args.num_devices; ++device) {
      const std::span arguments(args.argument_lists[device], args.num_args);
      PJRT_Buffer* donated = arguments[i];
      if (std::ranges::count(arguments, donated) > 1) {
        return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                         "argument " + std::to_string(i) +
                             " is donated, but the same buffer is another argument");
      }
      donated->Delete();
    }
  }
  return nullptr;
}

// Runs a launch on its joined arguments, at first on this thread. Returns a problem if the run
// failed here.
std::optional<Problem> RunHere(const std::shared_ptr<Launch>& launch,
                               std::optional<Inputs> inputs) {
  auto problem = StartRun(*launch, std::move(inputs));
  if (problem || Continue(*launch, kWorkOfCaller, problem)) return problem;
  WaitForRun(*launch);
  launch->background->Run([launch] { Finish(*launch, std::nullopt); });
  return std::nullopt;
}

// Offers a launch whose arguments are computed to the handler of watched runs, or runs it here.
std::optional<Problem> RunWatched(const std::shared_ptr<Launch>& launch) {
  auto inputs = JoinArguments(*launch);
  if (!inputs) return OutOfMemory();
  auto results = OfferRun(*launch->compiled, inputs->shared);
  if (!results) return std::move(results.error());
  if (!*results) return RunHere(launch, std::move(inputs));
  const WholeResults& whole = **results;
  return StoreResults(*launch,
                      [&](size_t process) -> const std::vector<Tensor>& { return whole[process]; });
}

void GiveResults(const PJRT_LoadedExecutable_Execute_Args& args, const Launch& launch,
                 const std::vector<PJRT_Device*>& devices) {
  for (size_t device = 0; device < args.num_devices; ++device) {
    for (size_t i = 0; i < launch.compiled->results.size(); ++i) {
      const ArrayInfo& info = launch.compiled->results[i];
      args.output_lists[device][i] =
          MakeBuffer(devices[device]->memories[info.memory_kind], info.element_type,
                     info.tiling.tile_shape, launch.results[device][i]);
      args.output_lists[device][i]->is_token = info.is_token;
    }
    if (args.device_complete_events != nullptr) {
      args.device_complete_events[device] = new PJRT_Event{launch.completion};
    }
  }
}

}  // namespace

PJRT_Error* LoadedExecute(PJRT_LoadedExecutable_Execute_Args* args) {
  PJRT_LoadedExecutable& loaded = *args->executable;
  if (loaded.is_deleted) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "the executable was deleted");
  }
  if (args->num_devices != loaded.devices.size()) {
    return MakeError(PJRT_Error_Code_UNIMPLEMENTED,
                     "a program of several devices runs on all of them at once");
  }
  auto launch = std::make_shared<Launch>();
  launch->compiled = loaded.compiled;
  launch->background = &loaded.client->background;
  if (PJRT_Error* error = TakeArguments(*args, *launch)) return error;
  launch->results.resize(args->num_devices);
  for (Values& device : launch->results) {
    for (size_t i = 0; i < loaded.compiled->results.size(); ++i) {
      device.push_back(std::make_shared<BufferValue>());
    }
  }
  if (PJRT_Error* error = DonateArguments(*args, *loaded.compiled)) return error;
  std::vector<CompletionRef> pending = PendingArguments(*launch);
  const bool is_watched = HasRunHandler();
  if (is_watched || std::ranges::all_of(pending, IsDone)) {
    for (const CompletionRef& completion : pending) {
      if (auto problem = completion->Wait()) return ErrorOf(std::move(problem));
    }
    auto problem = is_watched ? RunWatched(launch) : RunHere(launch, JoinArguments(*launch));
    if (problem) return ErrorOf(std::move(problem));
  } else {
    WaitForRun(*launch);
    WhenAllDone(std::move(pending),
                [launch](const std::optional<Problem>& problem) { Finish(*launch, problem); });
  }
  GiveResults(*args, *launch, loaded.devices);
  return nullptr;
}

}  // namespace paddock::pjrt
