#include "core/check/element_rules.h"

#include <string>

namespace paddock {

Result<TensorType> MergeShapes(CheckContext& context, std::span<const TensorType> operands,
                               const ConstraintInfo& rule, size_t first_operand) {
  TensorType merged = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!operands[i].is_ranked) continue;
    if (!merged.is_ranked) {
      merged.shape = operands[i].shape;
      merged.is_ranked = true;
      continue;
    }
    if (!Agree(operands[i].shape, merged.shape)) {
      return context.Fail(rule, At::Operand(first_operand + i), At::Operand(first_operand),
                          Say("operand ", first_operand + i, " has shape ", operands[i].shape,
                              " and operand ", first_operand, " has shape ", merged.shape));
    }
    for (size_t d = 0; d < merged.rank(); ++d) {
      merged.shape[d] = Meet(merged.shape[d], operands[i].shape[d]);
    }
  }
  return merged;
}

const OpInfo& PlainOf(const OpInfo& broadcast) {
  constexpr std::string_view kPrefix = "chlo.broadcast_";
  const std::string name(broadcast.name.substr(kPrefix.size()));
  const OpInfo* plain = FindOp("stablehlo." + name);
  return plain != nullptr ? *plain : *FindOp("chlo." + name);
}

bool PlainTakes(const OpInfo& broadcast, Type element) {
  const TypeSet& set = PlainOf(broadcast).operands[0].set;
  if (element.is_quantized()) return (set.flags & kPerTensorQuantized) != 0;
  const auto type = element.element_type();
  return type && (set.elements & ElementBit(*type)) != 0;
}

}  // namespace paddock
