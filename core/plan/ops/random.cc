// Lowering of rng and rng_bit_generator.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "core/grid/process_link.h"
#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"
#include "simd/movement/index_value.h"
#include "simd/random/distribution.h"
#include "simd/random/random_bits.h"

namespace paddock {
namespace {

// Work of a block of bits, and of a number.
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

// --- rng_bit_generator

// Words of a state: the key, then the counter, which has two words in Philox.
constexpr int64_t kShortState = 2;
constexpr int64_t kLongState = 3;

struct BitsParameters {
  simd::RandomBits bits;
  int64_t state_words = kShortState;
};

template <class Phase>
struct BitsReferences {
  Read<Phase> initial_state;
  Write<Phase> output_state;
  Write<Phase> output;
};

// In a short state, the key is also the upper half of a Philox counter.
simd::RandomState StateOf(const BitsParameters& parameters, const std::byte* state) {
  std::array<uint64_t, kLongState> words{};
  std::memcpy(words.data(), state, static_cast<size_t>(parameters.state_words) * sizeof(uint64_t));
  return {words[0], words[1], parameters.state_words == kLongState ? words[2] : words[0]};
}

void StoreNextState(const BitsParameters& parameters, const std::byte* state, std::byte* next) {
  const simd::RandomState after = simd::NextState(parameters.bits, StateOf(parameters, state));
  const std::array<uint64_t, kLongState> words = {after.key, after.counter, after.counter_high};
  std::memcpy(next, words.data(), static_cast<size_t>(parameters.state_words) * sizeof(uint64_t));
}

StepStatus BitsStep(StepContext& context) {
  const auto& parameters = context.As<BitsParameters>();
  const auto at = Bind<BitsReferences>(context);
  const simd::RandomState state = StateOf(parameters, at.initial_state);
  const StepStatus status =
      FillChunks(context, parameters.bits.blocks, kBlockWork, [&](int64_t begin, int64_t end) {
        simd::FillBlocks(parameters.bits, state, begin, end, at.output);
      });
  if (status == StepStatus::kDone) {
    StoreNextState(parameters, at.initial_state, at.output_state);
  }
  return status;
}

// DEFAULT selects the algorithm that XLA uses.
simd::RandomAlgorithm AlgorithmOf(std::string_view name) {
  return name == "THREE_FRY" ? simd::RandomAlgorithm::kThreeFry : simd::RandomAlgorithm::kPhilox;
}

// --- rng

struct NumbersParameters {
  simd::RandomNumbers numbers;
  std::span<const int64_t> shape;
  simd::ReadIndexFunction read_index = nullptr;
  size_t index_bytes = 0;
  int64_t count = 0;
};

template <class Phase>
struct NumbersReferences {
  Read<Phase> a;
  Read<Phase> b;
  Read<Phase> shape;
  Write<Phase> result;
};

bool HasShape(StepContext& context, const NumbersParameters& parameters, const std::byte* shape) {
  for (size_t d = 0; d < parameters.shape.size(); ++d) {
    const int64_t size = parameters.read_index(shape + d * parameters.index_bytes);
    if (size == parameters.shape[d]) continue;
    ReportAt(context, "PAD-C3",
             "rng (C3): shape(result) = shape, but shape[" + std::to_string(d) +
                 "] = " + std::to_string(size) + " and the result has " +
                 std::to_string(parameters.shape[d]));
    return false;
  }
  return true;
}

// The machine counts draws, so that each has different numbers; so has each process.
StepStatus NumbersStep(StepContext& context) {
  const auto& parameters = context.As<NumbersParameters>();
  const auto at = Bind<NumbersReferences>(context);
  if (context.position == 0 && !HasShape(context, parameters, at.shape)) {
    return StepStatus::kFailed;
  }
  const auto process = static_cast<uint64_t>(context.host->link().process());
  const uint64_t draw = process << 40 | context.host->draws();
  const int64_t work = parameters.numbers.distribution == simd::Distribution::kNormal ? 4 : 1;
  const StepStatus status =
      FillChunks(context, parameters.count, work * kNumberWork, [&](int64_t begin, int64_t end) {
        simd::FillRandomNumbers(parameters.numbers, draw, at.a, at.b, begin, end, at.result);
      });
  if (status == StepStatus::kDone) ++context.host->draws();
  return status;
}

}  // namespace

namespace {

// Refuses other forms of state, whose contents are unspecified; the check only warns about them.
Result<void> CheckState(Lowering& lowering, const Operation& operation, const Leaf& state,
                        const Leaf& next, simd::RandomAlgorithm algorithm) {
  if (state.type != ElementType::kUI64 || state.shape.size() != 1) {
    return lowering.FailRule(operation, Constraint::kOperandType,
                             "initial_state is " + ToString(operation.operands[0]->type) +
                                 ", not 1-dimensional tensor of type ui64");
  }
  if (next.type != state.type || !std::ranges::equal(next.shape, state.shape)) {
    return lowering.FailRule(operation, Constraint::kRngBitGeneratorC1,
                             "the states are " + ToString(operation.operands[0]->type) + " and " +
                                 ToString(operation.results[0]->type));
  }
  const bool has_long = algorithm == simd::RandomAlgorithm::kPhilox;
  if (state.count == kShortState || (has_long && state.count == kLongState)) return {};
  return lowering.FailRule(operation, Constraint::kRngBitGeneratorC2,
                           "the state has " + std::to_string(state.count) + " words, not " +
                               (has_long ? "2 or 3" : "2"));
}

}  // namespace

Result<void> LowerRngBitGenerator(Lowering& lowering, const Operation& operation) {
  const Leaf state = lowering.DenseOperand(operation, 0);
  const simd::RandomAlgorithm algorithm = AlgorithmOf(TextOf(operation, "rng_algorithm"));
  const Leaf next = lowering.Define(*operation.results[0]);
  const Leaf output = lowering.Define(*operation.results[1]);
  if (!CheckState(lowering, operation, state, next, algorithm)) return Failed();
  BitsParameters parameters{simd::PlanRandomBits(algorithm, output.type, output.shape),
                            state.count};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BitsStep;
  SetReferences(spec, BitsReferences<Planning>{
                          .initial_state = state, .output_state = next, .output = output});
  spec.work = parameters.bits.blocks * kBlockWork;
  spec.operations = static_cast<uint64_t>(output.count);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

Result<void> LowerRng(Lowering& lowering, const Operation& operation) {
  NumbersParameters parameters;
  const Leaf a = lowering.DenseOperand(operation, 0);
  const Leaf b = lowering.DenseOperand(operation, 1);
  const Leaf shape = lowering.DenseOperand(operation, 2);
  parameters.read_index = simd::FindReadIndex(shape.type);
  parameters.index_bytes = shape.element_bytes();
  const Leaf result = lowering.Define(*operation.results[0]);
  parameters.shape = result.shape;
  parameters.count = result.count;
  parameters.numbers.type = result.type;
  parameters.numbers.seed = lowering.options().seed;
  parameters.numbers.distribution = TextOf(operation, "rng_distribution") == "NORMAL"
                                        ? simd::Distribution::kNormal
                                        : simd::Distribution::kUniform;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &NumbersStep;
  SetReferences(spec,
                NumbersReferences<Planning>{.a = a, .b = b, .shape = shape, .result = result});
  spec.work = result.count * kNumberWork;
  spec.operations = static_cast<uint64_t>(result.count);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
