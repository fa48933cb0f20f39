#include "core/plan/ops/bitcast_step.h"

#include <cstring>

#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

struct BitcastParameters {
  int operand_bits = 0;
  int result_bits = 0;
  size_t operand_bytes = 0;
  size_t result_bytes = 0;
  bool result_is_signed = false;
  int64_t result_count = 0;
};

template <class Phase>
struct BitcastReferences {
  Read<Phase> operand;
  Write<Phase> result;
};

// One element of at most 128 bits.
struct Bits {
  uint64_t words[2] = {0, 0};
};

// Elements narrower than a byte are stored in a byte each, with their value in the low bits, but
// are packed in the bit stream. Only such types are converted here, so speed matters little.
StepStatus BitcastStep(StepContext& context) {
  const auto& parameters = context.As<BitcastParameters>();
  const auto at = Bind<BitcastReferences>(context);
  const auto operand_bits = static_cast<size_t>(parameters.operand_bits);
  const auto result_bits = static_cast<size_t>(parameters.result_bits);
  while (context.position < parameters.result_count) {
    const auto index = static_cast<size_t>(context.position);
    Bits bits;
    for (size_t bit = 0; bit < result_bits; ++bit) {
      const size_t in_stream = index * result_bits + bit;
      const size_t in_element = in_stream % operand_bits;
      const size_t element = in_stream / operand_bits * parameters.operand_bytes;
      const std::byte byte = at.operand[element + in_element / 8];
      const uint64_t value = (std::to_integer<uint64_t>(byte) >> (in_element % 8)) & 1;
      bits.words[bit / 64] |= value << (bit % 64);
    }
    // Narrow signed integers are sign-extended in their byte.
    if (parameters.result_is_signed && result_bits < 8 && (bits.words[0] >> (result_bits - 1))) {
      bits.words[0] |= ~uint64_t{0} << result_bits;
    }
    std::memcpy(at.result + index * parameters.result_bytes, bits.words, parameters.result_bytes);
    ++context.position;
    if (!context.Spend(static_cast<int64_t>(result_bits) * 4) &&
        context.position < parameters.result_count) {
      return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
}

}  // namespace

void EmitBitcast(Lowering& lowering, const Operation& operation, const Leaf& operand,
                 const Leaf& shape) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BitcastStep;
  BitcastParameters parameters;
  parameters.operand_bits = BitWidth(operand.type);
  parameters.result_bits = BitWidth(shape.type);
  parameters.operand_bytes = ByteSize(operand.type);
  parameters.result_bytes = ByteSize(shape.type);
  parameters.result_is_signed = IsSigned(shape.type);
  parameters.result_count = shape.count;
  spec.parameters = lowering.Own(parameters);
  spec.work = shape.count * BitWidth(shape.type) * 4;
  spec.pays_by_itself = true;
  SetReferences(spec, BitcastReferences<Planning>{
                          .operand = operand, .result = lowering.Define(*operation.results[0])});
  lowering.Emit(spec);
}

}  // namespace paddock
