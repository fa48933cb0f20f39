#include "core/pjrt/watched_runs.h"

#include <atomic>
#include <string>
#include <utility>

namespace paddock::pjrt {
namespace {

enum class Answer : int { kDeclined = 0, kDone = 1, kFailed = 2 };

// The handler belongs to the process, like the Python interpreter that it enters.
std::atomic<paddock_run_handler*> run_handler = nullptr;

void SetRunHandler(paddock_run_handler* handler) { run_handler = handler; }

// Returns nothing if memory does not suffice.
std::optional<WholeResults> AllocateResults(const CompiledProgram& compiled) {
  const auto processes = static_cast<size_t>(compiled.session.grid.process_count());
  WholeResults results(processes);
  for (std::vector<Tensor>& process : results) {
    for (const ArrayInfo& info : compiled.results) {
      process.push_back(info.is_token ? Tensor() : Tensor::Allocate(info.element_type, info.shape));
      if (!info.is_token && !process.back().has_value()) return std::nullopt;
    }
  }
  return results;
}

std::unexpected<Problem> Fail(PJRT_Error_Code code, std::string message) {
  return std::unexpected(Problem{code, std::move(message)});
}

}  // namespace

PJRT_Extension_Base* WatchedRunsExtension(PJRT_Extension_Base* next) {
  static paddock_watched_runs_extension extension = {
      sizeof(paddock_watched_runs_extension), kWatchedRunsExtensionType, next, &SetRunHandler};
  return reinterpret_cast<PJRT_Extension_Base*>(&extension);
}

bool HasRunHandler() { return run_handler.load(std::memory_order_relaxed) != nullptr; }

std::expected<std::optional<WholeResults>, Problem> OfferRun(const CompiledProgram& compiled,
                                                             std::span<const Tensor> inputs) {
  paddock_run_handler* handler = run_handler;
  if (handler == nullptr) return std::nullopt;
  auto results = AllocateResults(compiled);
  if (!results) return std::unexpected(OutOfMemory());
  std::vector<const void*> operands;
  for (const Tensor& input : inputs) operands.push_back(input.has_value() ? input.data() : nullptr);
  std::vector<void*> written;
  for (std::vector<Tensor>& process : *results) {
    for (Tensor& result : process) {
      written.push_back(result.has_value() ? result.mutable_data() : nullptr);
    }
  }
  const GridSize grid = compiled.session.grid;
  const paddock_watched_run run = {
      .struct_size = sizeof(paddock_watched_run),
      .program = compiled.number,
      .code = compiled.code.data(),
      .code_size = compiled.code.size(),
      .name = compiled.name.data(),
      .name_size = compiled.name.size(),
      .replicas = grid.replicas,
      .partitions = grid.partitions,
      .threads = compiled.session.threads,
      .memory_bytes = compiled.session.memory_bytes,
      .is_portable = compiled.session.numerics == simd::Numerics::kPortable ? 1 : 0,
      .operands = operands.data(),
      .operand_count = operands.size(),
      .results = written.data(),
      .result_count = written.size(),
  };
  const char* message = nullptr;
  switch (static_cast<Answer>(handler(&run, &message))) {
    case Answer::kDeclined:
      return std::nullopt;
    case Answer::kDone:
      return results;
    case Answer::kFailed:
      break;
  }
  return Fail(PJRT_Error_Code_INTERNAL, message == nullptr ? "the watched run failed" : message);
}

}  // namespace paddock::pjrt
