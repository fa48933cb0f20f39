// Lowering of rng and rng_bit_generator.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "core/grid/process_link.h"
#include "core/plan/attributes.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering.h"
#include "core/plan/run_support.h"
#include "simd/movement/index_value.h"
#include "simd/random/distribution.h"
#include "simd/random/random_bits.h"

namespace paddock {
namespace {

// Of a block, and of a number.
constexpr int64_t kBlockWork = 8;
constexpr int64_t kNumberWork = 32;
constexpr int64_t kBlocksAtOnce = 1 << 14;

template <class Fill>
StepStatus FillChunks(StepContext& context, int64_t count, int64_t unit_work, Fill fill) {
  const int64_t chunks = (count + kBlocksAtOnce - 1) / kBlocksAtOnce;
  return RunChunks(context, chunks, std::min(count, kBlocksAtOnce) * unit_work,
                   [&](int64_t chunk, size_t) {
                     const int64_t begin = chunk * kBlocksAtOnce;
                     fill(begin, std::min(count, begin + kBlocksAtOnce));
                   });
}

// --- rng_bit_generator. References: initial_state; output_state, output.

// A state is read as words of 64 bits, whatever its elements are: the key, then the counter.
// One that is shorter (of algorithm DEFAULT) is the counter.
struct BitsParameters {
  simd::RandomBits bits;
  size_t state_bytes = 0;
};

std::array<uint64_t, 3> WordsOf(const std::byte* state, size_t bytes) {
  std::array<uint64_t, 3> words{};
  std::memcpy(words.data(), state, std::min(bytes, sizeof(words)));
  return words;
}

simd::RandomState StateOf(const BitsParameters& parameters, const std::byte* state) {
  const auto words = WordsOf(state, parameters.state_bytes);
  if (parameters.state_bytes < 2 * sizeof(uint64_t)) return {0, words[0], 0};
  // Without a word of its own, the upper half of a Philox counter is the key.
  const bool has_high = parameters.state_bytes >= 3 * sizeof(uint64_t);
  return {words[0], words[1], has_high ? words[2] : words[0]};
}

void StoreNextState(const BitsParameters& parameters, const std::byte* state, std::byte* next) {
  const simd::RandomState after = simd::NextState(parameters.bits, StateOf(parameters, state));
  std::array<uint64_t, 3> words = WordsOf(state, parameters.state_bytes);
  words[parameters.state_bytes < 2 * sizeof(uint64_t) ? 0 : 1] = after.counter;
  if (parameters.bits.algorithm == simd::RandomAlgorithm::kPhilox) words[2] = after.counter_high;
  std::memmove(next, state, parameters.state_bytes);
  std::memcpy(next, words.data(), std::min(parameters.state_bytes, sizeof(words)));
}

StepStatus BitsStep(StepContext& context) {
  const auto& parameters = context.As<BitsParameters>();
  const simd::RandomState state = StateOf(parameters, context.pointers[0]);
  const StepStatus status =
      FillChunks(context, parameters.bits.blocks, kBlockWork, [&](int64_t begin, int64_t end) {
        simd::FillBlocks(parameters.bits, state, begin, end, context.pointers[2]);
      });
  if (status == StepStatus::kDone) {
    StoreNextState(parameters, context.pointers[0], context.pointers[1]);
  }
  return status;
}

simd::RandomAlgorithm AlgorithmOf(std::string_view name, size_t state_bytes) {
  const bool is_philox =
      name == "PHILOX" || (name == "DEFAULT" && state_bytes == 3 * sizeof(uint64_t));
  return is_philox ? simd::RandomAlgorithm::kPhilox : simd::RandomAlgorithm::kThreeFry;
}

// --- rng. References: a, b, shape; result.

struct NumbersParameters {
  simd::RandomNumbers numbers;
  std::span<const int64_t> shape;
  simd::ReadIndexFunction read_index = nullptr;
  size_t index_bytes = 0;
  int64_t count = 0;
};

bool HasShape(StepContext& context, const NumbersParameters& parameters) {
  for (size_t d = 0; d < parameters.shape.size(); ++d) {
    const int64_t size = parameters.read_index(context.pointers[2] + d * parameters.index_bytes);
    if (size == parameters.shape[d]) continue;
    ReportAt(context, "PAD-C3",
             "rng (C3): shape(result) = shape, but shape[" + std::to_string(d) +
                 "] = " + std::to_string(size) + " and the result has " +
                 std::to_string(parameters.shape[d]));
    return false;
  }
  return true;
}

// The machine counts draws, so that each has numbers of its own; processes have draws of theirs.
StepStatus NumbersStep(StepContext& context) {
  const auto& parameters = context.As<NumbersParameters>();
  if (context.position == 0 && !HasShape(context, parameters)) return StepStatus::kFailed;
  const auto process = static_cast<uint64_t>(context.host->link().process());
  const uint64_t draw = process << 40 | context.host->draws();
  const int64_t work = parameters.numbers.distribution == simd::Distribution::kNormal ? 4 : 1;
  const StepStatus status =
      FillChunks(context, parameters.count, work * kNumberWork, [&](int64_t begin, int64_t end) {
        simd::FillRandomNumbers(parameters.numbers, draw, context.pointers[0], context.pointers[1],
                                begin, end, context.pointers[3]);
      });
  if (status == StepStatus::kDone) ++context.host->draws();
  return status;
}

}  // namespace

Result<void> LowerRngBitGenerator(Lowering& lowering, const Operation& operation) {
  const Leaf state = lowering.DenseOperand(operation, 0);
  const std::string_view name = TextOf(operation, "rng_algorithm");
  const Leaf next = lowering.Define(*operation.results[0]);
  const Leaf output = lowering.Define(*operation.results[1]);
  const auto bytes = static_cast<size_t>(state.bytes());
  // What is longer keeps the rest.
  const bool fits = name == "DEFAULT" || bytes >= 2 * sizeof(uint64_t);
  if (next.bytes() != state.bytes()) {
    return lowering.FailRule(operation, Constraint::kRngBitGeneratorC1,
                             "the states have " + std::to_string(bytes) + " and " +
                                 std::to_string(next.bytes()) + " bytes");
  }
  if (!fits) {
    return lowering.FailRule(operation, Constraint::kRngBitGeneratorC2,
                             "the state has " + std::to_string(bytes) + " bytes, and " +
                                 std::string(name) + " takes 16 or more");
  }
  BitsParameters parameters{
      simd::PlanRandomBits(AlgorithmOf(name, bytes), output.type, output.shape), bytes};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BitsStep;
  spec.reads = {state};
  spec.writes = {next, output};
  spec.work = parameters.bits.blocks * kBlockWork;
  spec.operations = static_cast<uint64_t>(output.count);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

Result<void> LowerRng(Lowering& lowering, const Operation& operation) {
  NumbersParameters parameters;
  StepSpec spec;
  for (size_t i = 0; i < 3; ++i) spec.reads.push_back(lowering.DenseOperand(operation, i));
  const Leaf& shape = spec.reads[2];
  parameters.read_index = simd::FindReadIndex(shape.type);
  parameters.index_bytes = shape.element_bytes();
  const Leaf result = lowering.Define(*operation.results[0]);
  parameters.shape = result.shape;
  parameters.count = result.count;
  parameters.numbers.type = result.type;
  parameters.numbers.seed = lowering.seed();
  parameters.numbers.distribution = TextOf(operation, "rng_distribution") == "NORMAL"
                                        ? simd::Distribution::kNormal
                                        : simd::Distribution::kUniform;
  spec.operation = &operation;
  spec.function = &NumbersStep;
  spec.writes = {result};
  spec.work = result.count * kNumberWork;
  spec.operations = static_cast<uint64_t>(result.count);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
