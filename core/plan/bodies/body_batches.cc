#include "core/plan/bodies/body_batches.h"

#include <utility>

#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/body_runner.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/references.h"

namespace paddock {
namespace {

// Layout of scratch memory: the applications' state, an array for each argument, optionally one for
// each result, then the body's.
struct BatchParameters {
  BodyRunner body;
  const Applications* applications = nullptr;
  size_t source_count = 0;
  size_t read_count = 0;
  size_t captured_count = 0;
  size_t write_count = 0;
  // Offsets in scratch memory.
  std::vector<size_t> arguments = {};
  std::vector<size_t> results = {};
  size_t body_scratch = 0;
  LongChunks chunks = {};
};

template <class Phase>
struct BatchReferences {
  ReadSpan<Phase, &BatchParameters::source_count> sources;
  ReadSpan<Phase, &BatchParameters::read_count> reads;
  ReadSpan<Phase, &BatchParameters::captured_count> captured;
  WriteSpan<Phase, &BatchParameters::write_count> writes;
};

// One call of the step, or a chunk of it.
class BatchRun {
 public:
  BatchRun(StepContext& context, const BatchParameters& parameters, std::byte* scratch)
      : context_(context),
        parameters_(parameters),
        applications_(*parameters.applications),
        at_(Bind<BatchReferences>(context, parameters)),
        memory_{at_.sources, at_.reads, at_.writes, scratch},
        scratch_(scratch),
        results_(parameters.body.result_count()) {
    for (size_t offset : parameters.arguments) arguments_.push_back(scratch + offset);
    pointed_.resize(arguments_.size());
  }
  // A later chunk, given the state after position 0.
  BatchRun(StepContext& context, const BatchParameters& parameters, std::byte* scratch,
           const std::byte* state)
      : BatchRun(context, parameters, scratch) {
    applications_.BeginChunk(memory_, state);
  }

  // Positions 0 .. first() belong to Prepare, the following ones to the applications.
  StepStatus Run() {
    const int64_t first = applications_.prepared_position() + 1;
    if (context_.position < first) {
      const StepStatus status = applications_.Prepare(context_, memory_);
      if (status != StepStatus::kDone) return status;
      context_.position = first;
    }
    int64_t position = context_.position - first;
    bool may_have_chunks = true;
    while (true) {
      if (position > 0 && std::exchange(may_have_chunks, false)) {
        const LongChunks chunks = applications_.LaterChunks(context_, memory_);
        if (chunks.count != 0) return RunChunksFrom(first + 1, chunks);
      }
      const Fetched fetched = RunBatch(position);
      if (fetched.status == Fetched::Status::kDone) return StepStatus::kDone;
      context_.position = first + position;
      const bool may_go_on = context_.Spend(fetched.work);
      if (!may_go_on && !applications_.IsDone(context_, memory_, position)) {
        return StepStatus::kBudgetSpent;
      }
    }
  }

  // A position of a later chunk.
  void RunPosition(int64_t position) {
    const int64_t count = applications_.Point(memory_, position, pointed_, results_);
    if (count == 0) {
      RunBatch(position);
      return;
    }
    parameters_.body.Run(pointed_.data(), at_.captured.data(), results_.data(), count,
                         scratch_ + parameters_.body_scratch);
  }

  Fetched RunBatch(int64_t& position) {
    const Fetched fetched = applications_.Fetch(context_, memory_, position, arguments_.data());
    if (fetched.count == 0) return fetched;
    for (size_t i = 0; i < parameters_.results.size(); ++i) {
      results_[i] = scratch_ + parameters_.results[i];
    }
    applications_.Place(memory_, position, fetched.count, results_);
    parameters_.body.Run(arguments_.data(), at_.captured.data(), results_.data(), fetched.count,
                         scratch_ + parameters_.body_scratch);
    applications_.Store(context_, memory_, position, fetched.count, results_);
    return fetched;
  }

 private:
  StepStatus RunChunksFrom(int64_t first, const LongChunks& chunks);

  StepContext& context_;
  const BatchParameters& parameters_;
  const Applications& applications_;
  const BatchReferences<Running> at_;
  const ApplicationMemory memory_;
  std::byte* const scratch_;
  std::vector<std::byte*> arguments_, results_;
  std::vector<const std::byte*> pointed_;
};

struct BatchChunk {
  BatchRun run;
  int64_t begin = 0;

  void Run(int64_t position) {
    position += begin;
    run.RunBatch(position);
  }
};

struct LaterChunk {
  BatchRun run;
  int64_t begin = 0;

  void Run(int64_t position) { run.RunPosition(begin + position); }
};

StepStatus BatchRun::RunChunksFrom(int64_t first, const LongChunks& chunks) {
  context_.position -= first;
  const StepStatus status = RunLongChunks(context_, chunks, [&](int64_t chunk, std::byte* scratch) {
    return LaterChunk{BatchRun(context_, parameters_, scratch, memory_.state),
                      1 + chunk * chunks.positions};
  });
  context_.position += first;
  return status;
}

StepStatus BatchStep(StepContext& context) {
  const auto& parameters = context.As<BatchParameters>();
  const LongChunks& chunks = parameters.chunks;
  if (chunks.count == 0) return BatchRun(context, parameters, context.scratch).Run();
  return RunLongChunks(context, chunks, [&](int64_t chunk, std::byte* scratch) {
    return BatchChunk{BatchRun(context, parameters, scratch), chunk * chunks.positions};
  });
}

// By argument of the body: whether it is used.
std::vector<bool> UsedArguments(const CompiledBody& body) {
  std::vector<bool> is_used(body.argument_types.size());
  const auto use = [&](uint32_t source) {
    if (source < is_used.size()) is_used[source] = true;
  };
  for (uint32_t source : body.tiles.reads) use(source);
  for (const BodyResult& result : body.results) {
    if (result.kind == BodyResult::Kind::kArgument) use(result.index);
  }
  return is_used;
}

// Lays out scratch memory and returns its size.
size_t PlanScratch(const AppliedOperation& applied, const BatchOptions& options,
                   const CompiledBody& body, BatchParameters& parameters) {
  const auto array_bytes = [&](ElementType type) {
    return (static_cast<size_t>(options.at_once) * ByteSize(type) + 63) / 64 * 64;
  };
  size_t end = (applied.applications->state_bytes() + 63) / 64 * 64;
  for (ElementType type : body.argument_types) {
    parameters.arguments.push_back(end);
    end += array_bytes(type);
  }
  for (size_t i = 0; options.has_result_arrays && i < body.results.size(); ++i) {
    parameters.results.push_back(end);
    end += array_bytes(body.results[i].type);
  }
  parameters.body_scratch = end;
  return end + parameters.body.scratch_bytes();
}

void EmitBatches(Emitter& emitter, const AppliedOperation& applied, const CompiledBody& body,
                 const BatchOptions& options) {
  BatchParameters parameters{.body = BodyRunner(body)};
  const int64_t body_work = parameters.body.work_per_element();
  applied.applications->UseBatches(options.at_once, body_work, UsedArguments(body));
  emitter.Own(applied.applications);
  parameters.applications = applied.applications.get();
  parameters.source_count = applied.sources.size();
  parameters.read_count = applied.reads.size();
  parameters.captured_count = body.captured.size();
  parameters.write_count = applied.writes.size();
  StepSpec spec;
  spec.operation = applied.operation;
  spec.function = &BatchStep;
  const BatchReferences<Planning> references{applied.sources, applied.reads, body.captured,
                                             applied.writes};
  SetReferences(spec, references, parameters);
  for (const InPlacePair& pair : applied.in_place) {
    spec.in_place.push_back(
        InPlace(references, references.writes[pair.write], references.sources[pair.read]));
  }
  parameters.chunks = applied.applications->chunks();
  const LongChunks& chunks = parameters.chunks;
  spec.work = chunks.count != 0 ? chunks.count * chunks.chunk_work
                                : options.work + options.applications * body_work;
  spec.operations = options.operations;
  spec.pays_by_itself = true;
  spec.scratch_bytes = PlanScratch(applied, options, body, parameters);
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

}  // namespace

Result<void> EmitApplications(Lowering& lowering, const AppliedOperation& applied, Block& body,
                              const BatchOptions& options) {
  const auto compiled = CompileBody(lowering, body, options.at_once, /*allow_direct=*/false);
  if (!compiled) return ScalarLoop(lowering, applied).EmitLoop(body);
  if (compiled->results.size() != applied.returned_count) {
    return FailReturnedCount(lowering, *applied.operation);
  }
  EmitBatches(lowering.emitter(), applied, *compiled, options);
  return {};
}

}  // namespace paddock
