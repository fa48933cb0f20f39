#include "core/check/region_arguments.h"

namespace paddock {
namespace {

// Returns the type of the operand's slices. A dimension that the operand lacks is reported by the
// operation's check.
Type SliceOf(Type operand, int64_t dimension, TypeContext& types) {
  std::vector<int64_t> shape;
  if (operand.is_tensor()) shape.assign(operand.shape().begin(), operand.shape().end());
  if (dimension >= 0 && dimension < static_cast<int64_t>(shape.size())) {
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(dimension));
  }
  return types.GetTensor(shape, operand.element());
}

void AddArguments(ArgumentRule rule, Type operand, int64_t dimension, TypeContext& types,
                  std::vector<Type>& arguments) {
  if (rule == ArgumentRule::kTypes) {
    arguments.push_back(operand);
  } else if (rule == ArgumentRule::kSlices) {
    arguments.push_back(SliceOf(operand, dimension, types));
  } else {
    const size_t count = rule == ArgumentRule::kPairs ? 2 : 1;
    arguments.insert(arguments.end(), count, types.GetTensor({}, operand.element()));
  }
}

}  // namespace

std::vector<Type> RegionArgumentTypes(const RegionInfo& info,
                                      std::span<const std::vector<Type>> operands,
                                      int64_t dimension, TypeContext& types) {
  std::vector<Type> arguments;
  for (const RegionArguments& row : info.arguments) {
    if (row.operand >= operands.size()) continue;
    for (const Type operand : operands[row.operand]) {
      AddArguments(row.rule, operand, dimension, types, arguments);
      if (row.rule == ArgumentRule::kElement) break;
    }
  }
  return arguments;
}

}  // namespace paddock
