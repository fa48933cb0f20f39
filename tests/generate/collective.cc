// Collective operations, on the one process that runs a program without a grid.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// The group of the one process, under any of the strategies.
std::string Group(Writer& writer, bool may_be_global) {
  const std::string groups = "replica_groups = dense<0> : tensor<1x1xi64>";
  if (writer.random.Chance(40)) return groups;
  const bool is_global = may_be_global && writer.random.Chance(40);
  const std::string channel = is_global || writer.random.Chance(50) ? "1" : "0";
  return groups + ", channel_handle = #stablehlo.channel_handle<handle = " + channel +
         ", type = 0>" + (is_global ? ", use_global_device_ids" : "");
}

// Its sizes are not 0, as operations that split or join want it.
std::optional<Named> OperandOfRank(Writer& writer, size_t least_rank) {
  const Named operand = writer.GetAny(kStoredElements, least_rank);
  return operand.type.count() == 0 ? std::nullopt : std::optional(operand);
}

std::string AnyDimension(Writer& writer, const Named& operand) {
  return std::to_string(writer.random.Below(static_cast<int64_t>(operand.type.rank()))) + " : i64";
}

void WriteAllGather(Writer& writer) {
  const auto operand = OperandOfRank(writer, 1);
  if (!operand) return;
  writer.Apply("stablehlo.all_gather", {*operand}, {operand->type},
               "all_gather_dim = " + AnyDimension(writer, *operand) + ", " + Group(writer, true));
}

void WriteAllToAll(Writer& writer) {
  const auto operand = OperandOfRank(writer, 1);
  if (!operand) return;
  writer.Apply("stablehlo.all_to_all", {*operand}, {operand->type},
               "split_dimension = " + AnyDimension(writer, *operand) +
                   ", concat_dimension = " + AnyDimension(writer, *operand) +
                   ", split_count = 1 : i64, " + Group(writer, false));
}

void WriteReducing(Writer& writer, const char* op, const std::string& attributes,
                   const Named& operand) {
  const std::string body = writer.CombinerBody({operand.type.With(Shape())});
  writer.Apply(op, {operand}, {operand.type}, attributes + Group(writer, true), {body});
}

void WriteAllReduce(Writer& writer) {
  WriteReducing(writer, "stablehlo.all_reduce", "", writer.GetAny(kStoredElements));
}
void WriteCollectiveReduce(Writer& writer) {
  WriteReducing(writer, "stablehlo.collective_reduce", "", writer.GetAny(kStoredElements));
}
void WriteReduceScatter(Writer& writer) {
  const auto operand = OperandOfRank(writer, 1);
  if (!operand) return;
  WriteReducing(writer, "stablehlo.reduce_scatter",
                "scatter_dimension = " + AnyDimension(writer, *operand) + ", ", *operand);
}

void WriteCollectiveBroadcast(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  writer.Apply("stablehlo.collective_broadcast", {operand}, {operand.type}, Group(writer, false));
}

// To itself, or to nobody: then the result is zeros.
void WriteCollectivePermute(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  writer.Apply("stablehlo.collective_permute", {operand}, {operand.type},
               writer.random.Chance(70) ? "source_target_pairs = dense<0> : tensor<1x2xi64>"
                                        : "source_target_pairs = dense<> : tensor<0x2xi64>");
}

void WriteCrossReplicaSum(Writer& writer) {
  const Named operand = writer.GetAny(kSignedElements | kFloatElements);
  writer.Apply("stablehlo.cross-replica-sum", {operand}, {operand.type},
               "replica_groups = dense<0> : tensor<1x1xi64>");
}

void WriteReplicaId(Writer& writer) {
  writer.Apply("stablehlo.replica_id", {}, {TensorSpec{ElementType::kUI32, {}}});
}
void WritePartitionId(Writer& writer) {
  writer.Apply("stablehlo.partition_id", {}, {TensorSpec{ElementType::kUI32, {}}});
}

}  // namespace

std::vector<OperationKind> CollectiveKinds() {
  return {{"stablehlo.all_gather", 1, WriteAllGather},
          {"stablehlo.all_to_all", 1, WriteAllToAll},
          {"stablehlo.all_reduce", 1, WriteAllReduce},
          {"stablehlo.collective_reduce", 1, WriteCollectiveReduce},
          {"stablehlo.reduce_scatter", 1, WriteReduceScatter},
          {"stablehlo.collective_broadcast", 1, WriteCollectiveBroadcast},
          {"stablehlo.collective_permute", 1, WriteCollectivePermute},
          {"stablehlo.cross-replica-sum", 1, WriteCrossReplicaSum},
          {"stablehlo.replica_id", 1, WriteReplicaId},
          {"stablehlo.partition_id", 1, WritePartitionId}};
}

}  // namespace paddock::generate
