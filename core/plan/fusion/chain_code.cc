#include "core/plan/fusion/chain_code.h"

#ifdef __wasm__

namespace paddock {

// Chains are modules there (core/plan/fusion/chain_module.h).
WrittenCode WriteChainCode(std::span<const simd::ChainStep>, std::span<const TileChainOperand>,
                           size_t, const ChainCodeOptions&) {
  return {};
}

}  // namespace paddock

#else

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "core/plan/fusion/chain_code_access.h"
#include "core/plan/fusion/chain_code_comparisons.h"
#include "core/plan/fusion/chain_code_context.h"
#include "core/plan/fusion/chain_code_division.h"
#include "core/plan/fusion/chain_code_exponential.h"
#include "core/plan/fusion/chain_code_floats.h"
#include "core/plan/fusion/chain_code_halves.h"
#include "core/plan/fusion/chain_code_integers.h"
#include "core/plan/fusion/chain_code_modulus.h"
#include "core/plan/fusion/chain_code_signals.h"
#include "core/plan/fusion/chain_code_table.h"
#include "core/plan/fusion/chain_code_words.h"
#include "core/plan/fusion/chain_steps.h"
#include "core/plan/fusion/lane_code.h"
#include "core/plan/fusion/word_chain.h"
#include "simd/target.h"

namespace paddock {

using simd::ChainStep;

namespace chain_code {
namespace {

// One byte of an instruction has the lanes of a loop's step.
constexpr size_t kMostLanesOfStep = 127;

class ChainCodeWriter {
 public:
  ChainCodeWriter(std::span<const ChainStep> steps, std::span<const TileChainOperand> operands,
                  size_t lane_bytes, const LoopForm& form, std::span<const ReadVector> reads)
      : steps_(steps.begin(), steps.end()),
        reads_(reads),
        stores_once_(std::ranges::count(operands, true, &TileChainOperand::is_written) == 1),
        lanes_(operands, lane_bytes, form) {
    lanes_.set_keeps_signals(KeepsSignals(steps, operands, lane_bytes));
  }

  // Returns whether all steps have code.
  bool Write() {
    lanes_.PlaceOperands(steps_, reads_);
    if (lanes_.has_rows() && (lanes_.keeps_signals() || !lanes_.KeepsTotals())) return false;
    lanes_.Begin();
    const std::vector<ChainStep> all_steps = steps_;
    if (!MoveInvariantSteps()) return false;
    if (lanes_.HalvesTotals()) return WriteLoopsOfHalves();
    std::optional<size_t> signals;
    if (lanes_.keeps_signals()) signals = BeginUnlessNaN(lanes_, all_steps);
    size_t end = 0;
    if (signals) {
      lanes_.set_keeps_signals(false);
      if (!WriteLoops()) return false;
      lanes_.EndRest(WriteRest());
      end = assembler().BeginSkipped();
      assembler().EndSkipped(*signals);
      lanes_.set_keeps_signals(true);
    }
    if (!WriteLoops()) return false;
    const size_t rest = WriteRest();
    if (signals) assembler().EndSkipped(end);
    lanes_.End(rest);
    return true;
  }

  std::span<const uint8_t> code() { return assembler().code(); }
  bool has_rest() const { return lanes_.has_rest(); }
  bool can_be_doubled() const {
    return lanes_.can_be_doubled() && 2 * lanes_.lane_count() <= kMostLanesOfStep;
  }
  // The vectors that the loop reads, for another writer.
  std::span<const ReadVector> reads() const { return *found_reads_; }

 private:
  Assembler& assembler() { return lanes_.assembler(); }

  // Writes a loop over whole vectors. Returns whether all steps have code.
  bool WriteLoops() {
    const auto step = static_cast<uint8_t>(lanes_.lane_count());
    size_t loop = 0;
    if (lanes_.is_doubled()) {
      const auto both = static_cast<uint8_t>(2 * step);
      loop = assembler().BeginLoop(both);
      WriteDoubledSteps();
      assembler().EndLoop(loop, both);
      loop = assembler().ContinueLoop(step);
    } else {
      loop = assembler().BeginLoop(step);
    }
    if (!(StoresOneSignal() ? WriteStepsBySignals() : WriteSteps(steps_.size()))) return false;
    assembler().EndLoop(loop, step);
    // Those of the first loop, which is the one for elements without NaN.
    if (!found_reads_) found_reads_ = lanes_.FindReads();
    return true;
  }

  // Writes the loop and the end of a row whose vectors are halves of the lanes of a total. Behind
  // the loop, the first vector is a first half, and the elements behind it are others.
  bool WriteLoopsOfHalves() {
    const auto step = static_cast<uint8_t>(lanes_.lane_count());
    const auto both = static_cast<uint8_t>(2 * step);
    const size_t loop = assembler().BeginLoop(both);
    for (const bool is_second : {false, true}) {
      lanes_.SelectHalf(is_second, is_second);
      if (!WriteSteps(steps_.size())) return false;
    }
    found_reads_ = lanes_.FindReads();
    assembler().EndLoop(loop, both);
    lanes_.SelectHalf(false);
    const size_t few = assembler().ContinueLoop(step);
    WriteSteps(steps_.size());
    assembler().EndStep(step);
    lanes_.SelectHalf(true);
    lanes_.EndRest(WriteRest());
    const size_t end = assembler().BeginSkipped();
    assembler().EndSkipped(few);
    lanes_.SelectHalf(false);
    lanes_.EndRest(WriteRest());
    assembler().EndSkipped(end);
    lanes_.End(0);
    return true;
  }

  // Writes the steps for the last elements, if they have code. Returns what skips them.
  size_t WriteRest() {
    if (!has_rest()) return 0;
    const size_t rest = lanes_.BeginRest();
    WriteSteps(steps_.size());
    return rest;
  }

  // Writes those of the first steps before the loop that fill slots with one value for all.
  bool MoveInvariantSteps() {
    if (!MoveFirstInvariantSteps()) return false;
    // The loop has other masks.
    lanes_.FillMasks();
    return true;
  }

  bool MoveFirstInvariantSteps() {
    for (size_t i = 0; i + 1 < steps_.size() && IsNarrowLoad(steps_[i].op);) {
      const ChainStep load = steps_[i], store = steps_[i + 1];
      if (store.op != ChainOp::kStore || !lanes_.IsSlot(store.operands[0])) break;
      i += 2;
      if (!lanes_.IsSame(load.operands[0])) continue;
      if (!Write(load, &store) || !Write(store, nullptr)) return false;
      lanes_.PreventDoubling();
      const auto end = steps_.begin() + static_cast<ptrdiff_t>(i);
      steps_.erase(end - 2, end);
      i -= 2;
    }
    return true;
  }

  // Whether all that the steps store is a float of 16 bits that may be a signaling NaN.
  bool StoresOneSignal() const {
    return stores_once_ && lanes_.keeps_signals() && steps_.back().op == ChainOp::kStoreF16;
  }

  // Writes the steps without the instructions that keep signaling NaNs, and with them for vectors
  // that may have some.
  bool WriteStepsBySignals() {
    const size_t last = steps_.size() - 1;
    lanes_.set_keeps_signals(false);
    if (!WriteSteps(last)) return false;
    const size_t quiet = BeginUnlessSignals(lanes_, steps_);
    if (!Write(steps_[last], nullptr)) return false;
    const size_t end = assembler().BeginSkipped();
    assembler().EndSkipped(quiet);
    lanes_.set_keeps_signals(true);
    if (!WriteSteps(steps_.size())) return false;
    assembler().EndSkipped(end);
    return true;
  }

  bool WriteSteps(size_t count) {
    lanes_.StartElements();
    for (size_t i = 0; i < count; ++i) {
      if (WriteBoth(i)) {
        ++i;
      } else if (!IsUnneeded(steps_, i, lanes_.keeps_signals()) &&
                 !Write(steps_[i], StepAt(i + 1), ContextOf(steps_, i))) {
        return false;
      }
    }
    return true;
  }

  // Writes each step for two vectors. So a processor finds more instructions that do not wait for
  // each other than in a long chain of one.
  void WriteDoubledSteps() {
    lanes_.StartElements();
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (IsUnneeded(steps_, i, lanes_.keeps_signals())) continue;
      for (const bool is_second : {false, true}) {
        lanes_.SelectVector(is_second);
        Write(steps_[i], StepAt(i + 1), ContextOf(steps_, i));
      }
    }
    lanes_.SelectVector(false);
  }

  const ChainStep* StepAt(size_t i) const { return i < steps_.size() ? &steps_[i] : nullptr; }
  // Writes a step and the one behind it as one. Returns false if that cannot be.
  bool WriteBoth(size_t i) {
    if (i + 1 >= steps_.size()) return false;
    lanes_.StartStep(StepAt(i + 2));
    if (!WriteComparedModulus(lanes_, steps_[i], steps_[i + 1])) return false;
    lanes_.PreventDoubling();
    return true;
  }

  bool Write(const ChainStep& step, const ChainStep* next, const StepContext& context = {}) {
    lanes_.StartStep(next);
    if (WriteConstant(lanes_, step) || WriteAccess(lanes_, step) ||
        WriteBooleanStep(lanes_, step) || WriteWordStep(lanes_, step) ||
        WriteComparison(lanes_, step)) {
      return true;
    }
    // The others' results are no booleans, unless they set it.
    lanes_.set_is_boolean(false);
    if (WriteDivisionByPower(lanes_, step) || WriteProductWithPower(lanes_, step)) return true;
    if (context.is_of_integer && WriteQuotientOfInteger(lanes_, step, context.is_of_byte))
      return true;
    if (WriteInstruction(step)) return true;
    if (WriteFloatStep(lanes_, step) || WriteExponential(lanes_, step)) return true;
    lanes_.PreventDoubling();
    if (WriteDivision(lanes_, step) || WriteHalvesStep(lanes_, step)) return true;
    if (WriteModulus(lanes_, step)) return true;
    lanes_.Settle();
    return WriteConversion(lanes_, step.op, context.is_truncated) || WriteIntegerStep(lanes_, step);
  }

  bool WriteInstruction(const ChainStep& step) {
    const auto* const found = std::ranges::find(kStepCodes, step.op, &StepCode::op);
    if (found == std::end(kStepCodes)) return false;
    const VexOp op = lanes_.ByWidth(found->byte, found->word, found->narrow, found->wide);
    if (op.opcode == 0) return false;
    const Xmm from = lanes_.accumulator(), to = lanes_.TakeResult();
    switch (found->form) {
      case Form::kUnary:
        assembler().Convert(op, to, from);
        break;
      case Form::kDoubled:
        assembler().Compute(op, to, from, from);
        break;
      case Form::kBinary:
        lanes_.Compute(op, to, from, step.operands[0]);
        break;
      case Form::kReversed:
        assembler().Compute(op, to, lanes_.Load(step.operands[0]), from);
        break;
    }
    return true;
  }

  std::vector<ChainStep> steps_;
  std::span<const ReadVector> reads_;
  bool stores_once_;
  LaneCode lanes_;
  std::optional<std::vector<ReadVector> > found_reads_;
};

// Fewer steps are soon behind each other for several vectors anyway, and more slots would be in
// memory.
constexpr size_t kFewestDoubled = 24, kMostDoubledSlots = 6;

bool IsWorthDoubling(std::span<const ChainStep> steps, std::span<const TileChainOperand> operands) {
  const auto slots =
      std::ranges::count(operands, TileChainOperand::Kind::kSlot, &TileChainOperand::kind);
  return steps.size() >= kFewestDoubled && static_cast<size_t>(slots) <= kMostDoubledSlots;
}

// Code without memory. Empty if there is no code for a step.
struct UnplacedCode {
  std::vector<uint8_t> bytes;
  bool has_rest = false;
};

UnplacedCode WriteLoop(std::span<const ChainStep> steps, std::span<const TileChainOperand> operands,
                       size_t lane_bytes, LoopForm form) {
  const auto written = [](ChainCodeWriter& writer) {
    return UnplacedCode{{writer.code().begin(), writer.code().end()}, writer.has_rest()};
  };
  // Finds what registers should keep.
  ChainCodeWriter first(steps, operands, lane_bytes, form, {});
  if (!first.Write()) return {};
  const bool halves_totals = !form.sinks.empty() && !form.is_long;
  form.is_doubled = !halves_totals && first.can_be_doubled() && IsWorthDoubling(steps, operands);
  if (!form.is_doubled && first.reads().empty()) return written(first);
  ChainCodeWriter second(steps, operands, lane_bytes, form, first.reads());
  second.Write();
  return written(second);
}

// Code on lanes of 2 bytes for steps on lanes of 4, also for the last elements. Empty if there is
// none.
UnplacedCode WriteLoopOnWords(std::span<const ChainStep> steps,
                              std::span<const TileChainOperand> operands, LoopForm form) {
  const std::optional<WordChain> words = OnWords(steps, operands);
  if (!words) return {};
  form.infinity_of_words = words->infinity;
  UnplacedCode code = WriteLoop(words->steps, operands, sizeof(uint16_t), form);
  return code.has_rest ? code : UnplacedCode{};
}

}  // namespace
}  // namespace chain_code

WrittenCode WriteChainCode(std::span<const simd::ChainStep> steps,
                           std::span<const TileChainOperand> operands, size_t lane_bytes,
                           const ChainCodeOptions& options) {
  if (!HasChainCode()) return {};
  const bool has_avx512 = options.may_use_avx512 && HasLongVectors();
  // Highway's targets after AVX3 have the instructions.
  const bool has_bit_counts = has_avx512 && simd::TargetName() != "AVX3";
  chain_code::LoopForm form{.has_avx512 = has_avx512,
                            .has_bit_counts = options.may_count_bits && has_bit_counts,
                            .is_long = has_avx512 && options.may_use_long_vectors,
                            .takes_singly = options.takes_singly,
                            .sinks = options.sinks};
  const bool has_rows = !options.sinks.empty();
  if (has_rows && lane_bytes != 4) return {};
  if (form.is_long && lane_bytes == 4 && !has_rows) {
    const chain_code::UnplacedCode words = chain_code::WriteLoopOnWords(steps, operands, form);
    if (!words.bytes.empty()) return {ExecutableMemory::Make(words.bytes), true, kLongCodeBytes};
  }
  chain_code::UnplacedCode code = chain_code::WriteLoop(steps, operands, lane_bytes, form);
  if (code.bytes.empty() && form.is_long && !has_rows) {
    form.is_long = false;
    code = chain_code::WriteLoop(steps, operands, lane_bytes, form);
  }
  if (code.bytes.empty()) return {};
  const size_t vector_bytes = form.is_long ? kLongCodeBytes : kCodeBytes;
  // Whole vectors, so that constants are aligned.
  if (options.is_streamed)
    code.bytes.resize((code.bytes.size() + vector_bytes - 1) / vector_bytes * vector_bytes);
  const size_t streaming_offset = code.bytes.size();
  if (options.is_streamed) {
    const std::vector<ChainStep> steps_of_stream =
        StreamingSteps({steps.begin(), steps.end()}, operands);
    const chain_code::UnplacedCode streaming =
        chain_code::WriteLoop(steps_of_stream, operands, lane_bytes, form);
    if (streaming.bytes.empty()) return {};
    code.bytes.insert(code.bytes.end(), streaming.bytes.begin(), streaming.bytes.end());
  }
  return {ExecutableMemory::Make(code.bytes), code.has_rest, vector_bytes, streaming_offset};
}

}  // namespace paddock

#endif
