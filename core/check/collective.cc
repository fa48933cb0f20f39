// Checks of operations between processes.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/index_rules.h"
#include "core/check/reducer.h"
#include "core/check/replica_groups.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Requires an equal number of operands and results.
bool CheckCounts(CheckContext& context, Constraint rule, size_t operands) {
  if (operands == context.result_count()) return true;
  context.Fail(rule, context.result_count() == 0 ? At() : At::Result(0),
               Say("there are ", operands, " operands and ", context.result_count(), " results"));
  return false;
}

bool CheckDimension(CheckContext& context, Constraint rule, std::string_view name) {
  const int64_t dimension = context.i64(name);
  for (size_t i = 0; i < context.operand_count(); ++i) {
    const auto rank = static_cast<int64_t>(context.operand(i).rank());
    if (dimension >= 0 && dimension < rank) continue;
    context.Fail(rule, At::Attribute(name), Say(name, " = ", dimension, " and the rank is ", rank));
    return false;
  }
  return true;
}

// Returns whether one size is a multiple of the other; true if one is unknown. Only 0 is a multiple
// of 0.
bool IsMultiple(Dimension size, Dimension of) {
  if (!size.is_static() || !of.is_static()) return true;
  return of.size == 0 ? size.size == 0 : size.size % of.size == 0;
}

// Requires that the larger size of result i and its operand is the smaller one times the group
// size. Upstream accepts any multiple.
bool CheckFactor(CheckContext& context, Constraint rule, const ReplicaGroups& groups,
                 Dimension smaller, Dimension larger, size_t i) {
  const auto count = GroupSize(context, groups);
  if (!count || !smaller.is_static() || !larger.is_static()) return true;
  int64_t wanted = 0;
  if (!__builtin_mul_overflow(smaller.size, *count, &wanted) && wanted == larger.size) return true;
  return context
      .Warn(rule, At::Result(i),
            Say("the sizes are ", smaller, " and ", larger, " for groups of ", *count))
      .has_value();
}

// Checks a body that folds two scalars, for each of the first `count` operands.
Result<Type> CheckComputation(CheckContext& context, Constraint rule, size_t count) {
  Type element;
  for (size_t i = 0; i < count; ++i) {
    const std::vector<TensorType> operand = {context.operand(i)};
    const auto elements = CheckReducer(context, 0, operand, {}, {}, rule);
    if (!elements) return Failed();
    element = (*elements)[0];
  }
  return element;
}

// Returns the number of operands without a root that is a value.
Result<size_t> DataOperands(CheckContext& context, Constraint rule) {
  const size_t count = context.operand_count();
  if (!context.boolean("has_dynamic_root")) {
    if (count > 0) return count;
    return context.Fail(rule, At(), "there are no operands");
  }
  const Type wanted =
      count < 2 ? Type()
                : context.types().GetTensor(std::vector<int64_t>{static_cast<int64_t>(count) - 1},
                                            ElementType::kI32);
  if (count >= 2 && context.operand_type(count - 1) == wanted) return count - 1;
  return context.Fail(rule, count == 0 ? At() : At::Operand(count - 1),
                      count < 2 ? Say("there are ", count, " operands")
                                : Say("the last one is ", context.operand_type(count - 1)));
}

// Returns the size that a group gathers if each process gives `part`; the declared size if that is
// static.
Dimension Gathered(const CheckContext& context, const ReplicaGroups& groups, Dimension part,
                   Dimension declared) {
  if (declared.is_static() || !part.is_static()) return declared;
  const auto count = GroupSize(context, groups);
  int64_t whole = 0;
  if (!count || __builtin_mul_overflow(part.size, *count, &whole)) return declared;
  return {whole};
}

}  // namespace

CheckResult CheckAllGather(CheckContext& context) {
  if (!CheckCounts(context, Constraint::kAllGatherC6, context.operand_count()) ||
      !CheckDimension(context, Constraint::kAllGatherC1, "all_gather_dim")) {
    return Failed();
  }
  const auto groups =
      CheckReplicaGroups(context, {Constraint::kAllGatherC2, Constraint::kAllGatherC4});
  if (!groups) return Failed();
  if (context.boolean("use_global_device_ids") && ChannelId(context) <= 0) {
    const std::string detail = Say("channel_id = ", ChannelId(context));
    const At at = At::Attribute("use_global_device_ids");
    if (ChannelId(context) < 0) return context.Fail(Constraint::kAllGatherC5, at, detail);
    if (!context.Warn(Constraint::kAllGatherC5, at, detail)) return Failed();
  }
  const auto d = static_cast<size_t>(context.i64("all_gather_dim"));
  InferredTypes results;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    TensorType result = context.operand(i);
    if (result.shape[d].size == 0 &&
        !context.Warn(Constraint::kAllGatherX1, At::Operand(i), "it is 0")) {
      return Failed();
    }
    const TensorType declared = context.result(i);
    if (declared.rank() != result.rank() || !IsMultiple(declared.shape[d], result.shape[d])) {
      return context.Fail(Constraint::kAllGatherC6, At::Result(i),
                          Say("operand ", i, " is ", context.operand_type(i), " and result ", i,
                              " ", context.result_type(i)));
    }
    if (!CheckFactor(context, Constraint::kAllGatherC6, *groups, result.shape[d], declared.shape[d],
                     i)) {
      return Failed();
    }
    result.shape[d] = Gathered(context, *groups, result.shape[d], declared.shape[d]);
    results.push_back(
        context.Infer(result, Constraint::kAllGatherC6, Constraint::kAllGatherC6).AsStored());
  }
  return results;
}

CheckResult CheckAllReduce(CheckContext& context) {
  if (!CheckCounts(context, Constraint::kAllReduceC6, context.operand_count())) return Failed();
  ReplicaGroupRules rules = {Constraint::kAllReduceC1, Constraint::kAllReduceC3};
  rules.may_pad = true;
  if (!CheckReplicaGroups(context, rules) || !CheckGlobalIds(context, Constraint::kAllReduceC4)) {
    return Failed();
  }
  const auto element = CheckComputation(context, Constraint::kAllReduceC5, context.operand_count());
  if (!element) return Failed();
  InferredTypes results;
  for (TensorType result : context.operands()) {
    result.element = *element;
    results.push_back(context.Infer(result, Constraint::kAllReduceC6, Constraint::kAllReduceC7));
  }
  return results;
}

CheckResult CheckAllToAll(CheckContext& context) {
  if (!CheckCounts(context, Constraint::kAllToAllC9, context.operand_count()) ||
      !CheckDimension(context, Constraint::kAllToAllC1, "split_dimension") ||
      !CheckDimension(context, Constraint::kAllToAllC3, "concat_dimension")) {
    return Failed();
  }
  const int64_t count = context.i64("split_count");
  if (count <= 0) {
    return context.Fail(Constraint::kAllToAllC4, At::Attribute("split_count"),
                        Say("split_count = ", count));
  }
  const auto groups =
      CheckReplicaGroups(context, {Constraint::kAllToAllC5, Constraint::kAllToAllC7});
  if (!groups) return Failed();
  if (!groups->is_mesh && groups->row_length != count) {
    return context.Fail(Constraint::kAllToAllC8, At::Attribute("replica_groups"),
                        Say("they are ", groups->row_length, " and ", count));
  }
  const auto split = static_cast<size_t>(context.i64("split_dimension"));
  const auto concat = static_cast<size_t>(context.i64("concat_dimension"));
  InferredTypes results;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    TensorType result = context.operand(i);
    Dimension& from = result.shape[split];
    if (from.is_static() && from.size % count != 0) {
      return context.Fail(Constraint::kAllToAllC2, At::Operand(i),
                          Say("dim(operands[", i, "], split_dimension) = ", from));
    }
    if (from.is_static()) from.size /= count;
    if (from.bound != kDynamic) from.bound /= count;
    Dimension& to = result.shape[concat];
    int64_t& size = to.is_static() ? to.size : to.bound;
    if (size != kDynamic && __builtin_mul_overflow(size, count, &size)) size = kDynamic;
    results.push_back(
        context.Infer(result, Constraint::kAllToAllC9, Constraint::kAllToAllC9).AsStored());
  }
  return results;
}

CheckResult CheckCollectiveBroadcast(CheckContext& context) {
  ReplicaGroupRules rules = {Constraint::kCollectiveBroadcastC1,
                             Constraint::kCollectiveBroadcastC2};
  rules.is_dense = false;
  if (!CheckReplicaGroups(context, rules)) return Failed();
  const auto count = DataOperands(context, Constraint::kCollectiveBroadcastX1);
  if (!count || !CheckCounts(context, Constraint::kCollectiveBroadcastX2, *count)) return Failed();
  InferredTypes results;
  for (size_t i = 0; i < *count; ++i) {
    results.push_back(
        context.Infer(context.operand_type(i), Constraint::kCollectiveBroadcastC3).AsStored());
  }
  return results;
}

CheckResult CheckCollectivePermute(CheckContext& context) {
  const Attribute& pairs = *context.attribute("source_target_pairs");
  const At at = At::Attribute("source_target_pairs");
  const std::vector<int64_t> ids = IntegersOf(&pairs);
  if (!pairs.type.is_tensor() || pairs.type.rank() != 2 || pairs.type.shape()[1] != 2) {
    return context.Fail(Constraint::kCollectivePermuteC1, at, Say("its type is ", pairs.type));
  }
  std::vector<int64_t> sources;
  std::vector<int64_t> targets;
  for (size_t i = 0; i + 1 < ids.size(); i += 2) {
    sources.push_back(ids[i]);
    targets.push_back(ids[i + 1]);
  }
  if (!CheckInRange(context, Constraint::kCollectivePermuteC4, at, ids, INT64_MAX) ||
      !CheckUnique(context, Constraint::kCollectivePermuteC2, at, sources) ||
      !CheckUnique(context, Constraint::kCollectivePermuteC3, at, targets)) {
    return Failed();
  }
  return InferredTypes{context
                           .Infer(context.operand(0), Constraint::kCollectivePermuteC5,
                                  Constraint::kCollectivePermuteC5)
                           .AsStored()};
}

CheckResult CheckCollectiveReduce(CheckContext& context) {
  ReplicaGroupRules rules = {Constraint::kCollectiveReduceX1, Constraint::kCollectiveReduceX1};
  rules.may_pad = true;
  if (!CheckReplicaGroups(context, rules) ||
      !CheckGlobalIds(context, Constraint::kCollectiveReduceX2)) {
    return Failed();
  }
  const auto count = DataOperands(context, Constraint::kCollectiveReduceX5);
  if (!count || !CheckCounts(context, Constraint::kCollectiveReduceX4, *count)) return Failed();
  const auto element = CheckComputation(context, Constraint::kCollectiveReduceX3, *count);
  if (!element) return Failed();
  InferredTypes results;
  for (size_t i = 0; i < *count; ++i) {
    TensorType result = context.operand(i);
    result.element = *element;
    results.push_back(
        context.Infer(result, Constraint::kCollectiveReduceX4, Constraint::kCollectiveReduceX4));
  }
  return results;
}

CheckResult CheckCrossReplicaSum(CheckContext& context) {
  return InferredTypes{
      context
          .Infer(context.operand(0), Constraint::kCrossReplicaSumX1, Constraint::kCrossReplicaSumX1)
          .AsStored()};
}

CheckResult CheckReduceScatter(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType declared = context.result(0);
  if (!CheckDimension(context, Constraint::kReduceScatterC2, "scatter_dimension")) return Failed();
  const auto groups =
      CheckReplicaGroups(context, {Constraint::kReduceScatterC3, Constraint::kReduceScatterC5});
  if (!groups || !CheckGlobalIds(context, Constraint::kReduceScatterC6)) return Failed();
  const auto d = static_cast<size_t>(context.i64("scatter_dimension"));
  const std::string both =
      Say("the operand is ", context.operand_type(0), " and the result ", context.result_type(0));
  if (declared.rank() != operand.rank()) {
    return context.Fail(Constraint::kReduceScatterC8, At::Result(0), both);
  }
  const bool is_empty = operand.shape[d].size == 0 || declared.shape[d].size == 0;
  if (is_empty && !context.Warn(Constraint::kReduceScatterX1, At::Result(0), both)) return Failed();
  if (!IsMultiple(operand.shape[d], declared.shape[d])) {
    return context.Fail(Constraint::kReduceScatterC8, At::Result(0), both);
  }
  const auto count = GroupSize(context, *groups);
  if (count && operand.shape[d].is_static() && operand.shape[d].size % *count != 0 &&
      !context.Warn(Constraint::kReduceScatterC1, At::Operand(0),
                    Say("the size is ", operand.shape[d], " for groups of ", *count))) {
    return Failed();
  }
  if (!CheckFactor(context, Constraint::kReduceScatterC8, *groups, declared.shape[d],
                   operand.shape[d], 0)) {
    return Failed();
  }
  const auto element = CheckComputation(context, Constraint::kReduceScatterC7, 1);
  if (!element) return Failed();
  TensorType result = operand;
  result.shape[d] = declared.shape[d];
  result.element = *element;
  if (!declared.shape[d].is_static() && operand.shape[d].is_static() && count) {
    if (context.is_run() && operand.shape[d].size % *count != 0) {
      return context.Fail(Constraint::kReduceScatterC8, At::Result(0),
                          both + Say(" for groups of ", *count));
    }
    if (operand.shape[d].size % *count == 0) result.shape[d] = {operand.shape[d].size / *count};
  }
  return InferredTypes{
      context.Infer(result, Constraint::kReduceScatterC8, Constraint::kReduceScatterC9)};
}

namespace {

constexpr OpKind kAsyncOperations[] = {
    OpKind::kStablehloAllGather,         OpKind::kStablehloAllReduce,
    OpKind::kStablehloAllToAll,          OpKind::kStablehloCollectiveBroadcast,
    OpKind::kStablehloCollectivePermute, OpKind::kStablehloCollectiveReduce,
    OpKind::kStablehloReduceScatter,     OpKind::kStablehloSlice,
    OpKind::kStablehloDynamicSlice,      OpKind::kStablehloDynamicUpdateSlice};

bool IsAsync(const Operation& operation) {
  return operation.info != nullptr &&
         std::ranges::find(kAsyncOperations, operation.info->kind) != std::end(kAsyncOperations);
}

}  // namespace

CheckResult CheckAsyncStart(CheckContext& context) {
  const Block& block = context.block(0);
  const Operation* first = block.first;
  if (first == block.last || first->next != block.last || !IsAsync(*first)) {
    return context.Fail(Constraint::kAsyncStartX1, At::Region(0), "it holds something else");
  }
  const std::vector<Type> arguments = context.argument_types(0);
  std::vector<Type> operands;
  for (size_t i = 0; i < context.operand_count(); ++i) operands.push_back(context.operand_type(i));
  // A run may have known sizes of operands that the body leaves open.
  const bool fits =
      context.is_run() ? std::ranges::equal(arguments, operands, Fits) : operands == arguments;
  if (!fits) {
    return context.Fail(Constraint::kAsyncStartX2, At::Region(0),
                        Say("they are ", operands, " and ", arguments));
  }
  const std::vector<Type> returned = context.returned_types(0);
  if (returned.size() != 1) {
    return context.Fail(Constraint::kAsyncStartX3, At::Region(0),
                        Say("the body returns ", returned.size(), " values"));
  }
  return InferredTypes{
      context.Infer(context.types().GetFuture(returned), Constraint::kAsyncStartX3)};
}

CheckResult CheckAsyncDone(CheckContext& context) {
  const Type future = context.operand_type(0);
  if (future->elements.size() != 1 || context.result_count() != 1) {
    return context.Fail(Constraint::kAsyncDoneX1, At::Operand(0), Say("it is ", future));
  }
  return InferredTypes{context.Infer(future->elements[0], Constraint::kAsyncDoneX1).AsStored()};
}

}  // namespace paddock
