// Checks of operations whose indices are values.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/gather_rules.h"

namespace paddock {
CheckResult CheckGather(CheckContext& context) {
  constexpr GatherRules kRules = {
      Constraint::kGatherC1,  Constraint::kGatherC1,  Constraint::kGatherC2,
      Constraint::kGatherC3,  Constraint::kGatherC4,  Constraint::kGatherC5,
      Constraint::kGatherC6,  Constraint::kGatherC7,  Constraint::kGatherC8,
      Constraint::kGatherC9,  Constraint::kGatherC10, Constraint::kGatherC11,
      Constraint::kGatherC12, Constraint::kGatherC13, Constraint::kGatherC14,
      Constraint::kGatherC15, Constraint::kGatherC16, Constraint::kGatherC17,
      Constraint::kGatherC18, Constraint::kGatherC19, Constraint::kGatherC20,
      Constraint::kGatherC21, Constraint::kGatherC22, Constraint::kGatherC23};
  const auto result = CheckGatherShape(context, context.operand(0), context.operand(1),
                                       context.i64_array("slice_sizes"), kRules);
  if (!result) return Failed();
  return InferredTypes{context.Infer(*result, Constraint::kGatherC22, Constraint::kGatherC23)};
}

// result[i.., j.., k..] = operand[i.., index[i[:batch_dims].., j..], k..], i of `dim` indices.
CheckResult CheckTorchIndexSelect(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType index = context.operand(1);
  const auto rank = static_cast<int64_t>(operand.rank());
  const auto index_rank = static_cast<int64_t>(index.rank());
  const int64_t dim = context.i64("dim"), batch_dims = context.i64("batch_dims");
  const int64_t at = dim < 0 ? dim + rank : dim;
  const int64_t batch = batch_dims < 0 ? batch_dims + index_rank : batch_dims;
  if (batch < 0 || at < batch || at >= rank || batch > index_rank) {
    return context.Fail(
        Constraint::kTorchIndexSelectX1,
        At::Attribute(batch < 0 || batch > index_rank ? "batch_dims" : "dim"),
        Say("dim = ", dim, " and batch_dims = ", batch_dims, " for an operand of rank ", rank,
            " and an index of rank ", index_rank));
  }
  TensorType result;
  result.element = operand.element;
  for (size_t d = 0; d < operand.rank(); ++d) {
    if (d == static_cast<size_t>(at)) {
      result.shape.insert(result.shape.end(), index.shape.begin() + batch, index.shape.end());
      continue;
    }
    result.shape.push_back(operand.shape[d]);
    if (d >= static_cast<size_t>(batch)) continue;
    if (!Agree(operand.shape[d], index.shape[d])) {
      return context.Fail(Constraint::kTorchIndexSelectX2, At::Operand(1), At::Operand(0),
                          Say("dim(operand, ", d, ") = ", operand.shape[d], " and dim(index, ", d,
                              ") = ", index.shape[d]));
    }
    result.shape[d] = Meet(operand.shape[d], index.shape[d]);
  }
  const bool may_be_empty = std::ranges::any_of(
      result.shape, [](Dimension size) { return !size.is_static() || size.size == 0; });
  if (operand.shape[static_cast<size_t>(at)].size == 0 && !may_be_empty) {
    return context.Fail(Constraint::kTorchIndexSelectX5, At::Operand(0),
                        Say("dimension ", at, " has no slice that an index could select"));
  }
  return InferredTypes{
      context.Infer(result, Constraint::kTorchIndexSelectX3, Constraint::kTorchIndexSelectX4)
          .AsStored()};
}

}  // namespace paddock
