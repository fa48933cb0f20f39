// Collective operations over groups of any strategy on the program's grid, which has one process in
// most programs.
#include <algorithm>

#include "tests/generate/groups.h"
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr int64_t kMostElements = 1 << 15;

std::string Attribute(const char* name, int64_t value) {
  return std::string(name) + " = " + std::to_string(value) + " : i64, ";
}

int64_t AnyDimension(Writer& writer, const TensorSpec& type) {
  return writer.random.Below(static_cast<int64_t>(type.rank()));
}

// Returns a value with elements and at least one dimension.
std::optional<Named> OperandWithDimensions(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1);
  return operand.type.count() == 0 ? std::nullopt : std::optional(operand);
}

// Returns a value whose dimension `dimension` can be divided into `parts`.
std::optional<Named> OperandToCut(Writer& writer, int64_t parts, int64_t& dimension) {
  const Named like = writer.GetAny(kStoredElements, 1);
  if (like.type.count() == 0) return std::nullopt;
  dimension = AnyDimension(writer, like.type);
  TensorSpec type = like.type;
  int64_t& size = type.shape[static_cast<size_t>(dimension)];
  if (size % parts == 0) return like;
  size = parts * writer.random.Between(1, 2);
  if (type.count() > kMostElements) return std::nullopt;
  return writer.Get(type);
}

// Returns the operand and sometimes another of its element type.
std::vector<Named> OneOrTwo(Writer& writer, const Named& operand, const TensorSpec& other) {
  if (!writer.random.Chance(20)) return {operand};
  return {operand, writer.Get(other)};
}

std::vector<TensorSpec> SpecsOf(const std::vector<Named>& values) {
  std::vector<TensorSpec> types;
  for (const Named& value : values) types.push_back(value.type);
  return types;
}

void WriteAllGather(Writer& writer) {
  const auto operand = OperandWithDimensions(writer);
  const GroupChoice groups = ChooseGroups(writer, GroupKind::kReplica, GroupShape::kEqual);
  if (!operand || operand->type.count() * groups.most > kMostElements) return;
  const std::vector<Named> operands = OneOrTwo(writer, *operand, operand->type);
  const int64_t dimension = AnyDimension(writer, operand->type);
  TensorSpec result = operand->type;
  result.shape[static_cast<size_t>(dimension)] *= groups.most;
  writer.Apply("stablehlo.all_gather", operands, std::vector<TensorSpec>(operands.size(), result),
               Attribute("all_gather_dim", dimension) + groups.attributes);
}

void WriteAllToAll(Writer& writer) {
  const GroupChoice groups = ChooseGroups(writer, GroupKind::kEither, GroupShape::kEqual);
  int64_t split = 0;
  const auto operand = OperandToCut(writer, groups.most, split);
  if (!operand) return;
  const int64_t concat = AnyDimension(writer, operand->type);
  TensorSpec result = operand->type;
  result.shape[static_cast<size_t>(split)] /= groups.most;
  result.shape[static_cast<size_t>(concat)] *= groups.most;
  const std::vector<Named> operands = OneOrTwo(writer, *operand, operand->type);
  writer.Apply("stablehlo.all_to_all", operands, std::vector<TensorSpec>(operands.size(), result),
               Attribute("split_dimension", split) + Attribute("concat_dimension", concat) +
                   Attribute("split_count", groups.most) + groups.attributes);
}

// Returns the element type of a body: usually `element`, sometimes a wider one.
ElementType BodyElement(Writer& writer, ElementType element) {
  if (!writer.random.Chance(20)) return element;
  switch (element) {
    case ElementType::kI8:
    case ElementType::kI16:
      return ElementType::kI32;
    case ElementType::kI32:
      return ElementType::kI64;
    case ElementType::kUI8:
    case ElementType::kUI16:
      return ElementType::kUI32;
    case ElementType::kF16:
    case ElementType::kBF16:
      return ElementType::kF32;
    case ElementType::kF32:
      return ElementType::kF64;
    default:
      return element;
  }
}

void WriteAllReduce(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const TensorSpec other = operand.type.With(writer.AnyShape(0, 2));
  const std::vector<Named> operands = OneOrTwo(writer, operand, other);
  const ElementType element = BodyElement(writer, operand.type.element);
  std::vector<TensorSpec> results;
  for (const Named& each : operands) results.push_back(each.type.With(element));
  const std::string body = writer.CombinerBody({{element, {}}});
  writer.Apply("stablehlo.all_reduce", operands, results,
               ChooseGroups(writer, GroupKind::kReplica, GroupShape::kRagged).attributes, {body});
}

// Sometimes chooses roots, the same for all processes.
void WriteRooted(Writer& writer, const char* op, const GroupChoice& groups,
                 const std::vector<std::string>& regions, const Named& operand) {
  std::vector<Named> operands = OneOrTwo(writer, operand, operand.type);
  const std::vector<TensorSpec> results = SpecsOf(operands);
  std::string attributes = groups.attributes;
  if (writer.random.Chance(25)) {
    std::vector<int64_t> roots;
    for (size_t i = 0; i < operands.size(); ++i) roots.push_back(writer.random.Below(groups.least));
    const auto count = static_cast<int64_t>(roots.size());
    operands.push_back(writer.Integers(roots, {ElementType::kI32, {count}}));
    attributes += ", has_dynamic_root";
  }
  writer.Apply(op, operands, results, attributes, regions);
}

void WriteCollectiveReduce(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const std::string body = writer.CombinerBody({operand.type.With(Shape())});
  WriteRooted(writer, "stablehlo.collective_reduce",
              ChooseGroups(writer, GroupKind::kReplica, GroupShape::kRagged), {body}, operand);
}

void WriteCollectiveBroadcast(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  WriteRooted(writer, "stablehlo.collective_broadcast",
              ChooseGroups(writer, GroupKind::kEither, GroupShape::kPart), {}, operand);
}

void WriteReduceScatter(Writer& writer) {
  const GroupChoice groups = ChooseGroups(writer, GroupKind::kReplica, GroupShape::kEqual);
  int64_t dimension = 0;
  const auto operand = OperandToCut(writer, groups.most, dimension);
  if (!operand) return;
  TensorSpec result = operand->type;
  result.shape[static_cast<size_t>(dimension)] /= groups.most;
  const std::string body = writer.CombinerBody({operand->type.With(Shape())});
  writer.Apply("stablehlo.reduce_scatter", {*operand}, {result},
               Attribute("scatter_dimension", dimension) + groups.attributes, {body});
}

// Communicates between replicas, or over a channel between partitions.
void WriteCollectivePermute(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const bool is_replica = writer.random.Chance(50);
  const std::string pairs = PairsText(writer, is_replica ? writer.replicas : writer.partitions);
  writer.Apply("stablehlo.collective_permute", {operand}, {operand.type},
               pairs + ChannelText(is_replica ? 0 : writer.random.Between(1, 3)));
}

void WriteCrossReplicaSum(Writer& writer) {
  const Named operand = writer.GetAny(kSignedElements | kFloatElements);
  std::string ids;
  for (int64_t i = 0; i < writer.replicas; ++i) ids += (i == 0 ? "" : ", ") + std::to_string(i);
  writer.Apply("stablehlo.cross-replica-sum", {operand}, {operand.type},
               "replica_groups = dense<[[" + ids + "]]> : tensor<1x" +
                   std::to_string(writer.replicas) + "xi64>");
}

// Writes a start, another operation, and the end.
void WriteAsync(Writer& writer) {
  // The block's arguments must have exactly the operands' types.
  const Named operand = writer.As(writer.GetAny(kStoredElements), {});
  const std::string type = operand.type.text(), future = "!stablehlo.future<" + type + ">";
  const std::string body = writer.Region({operand.type}, false, [&](const auto& values) {
    const std::string reduction = writer.CombinerBody({operand.type.With(Shape())});
    const std::string groups =
        ChooseGroups(writer, GroupKind::kReplica, GroupShape::kRagged).attributes;
    return writer.ApplyAs("stablehlo.all_reduce", values, {operand}, groups, {reduction});
  });
  const std::string started = writer.NewName(), done = writer.NewName();
  writer.Text("  " + started + " = \"stablehlo.async_start\"(" + operand.name + ") (" + body +
              ") : (" + type + ") -> " + future + "\n");
  const int64_t between = writer.random.Below(3);
  for (int64_t i = 0; i < between; ++i) WriteOperation(writer);
  writer.Text("  " + done + " = \"stablehlo.async_done\"(" + started + ") : (" + future + ") -> " +
              type + "\n");
  writer.Add({done, operand.type});
}

// Each process sends first, so that no cycle of waiting processes forms.
void WriteSendAndReceive(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const std::string type = operand.type.text(), token = "!stablehlo.token";
  const std::string attributes =
      " {" + PairsText(writer, writer.partitions) + ChannelText(10 + NewChannel(writer)) + "}";
  const std::string first = writer.NewName(), sent = writer.NewName(), received = writer.NewName();
  writer.Text("  " + first + " = stablehlo.create_token : " + token + "\n  " + sent +
              " = \"stablehlo.send\"(" + operand.name + ", " + first + ")" + attributes + " : (" +
              operand.type_text() + ", " + token + ") -> " + token + "\n  " + received +
              ":2 = \"stablehlo.recv\"(" + sent + ")" + attributes + " : (" + token + ") -> (" +
              type + ", " + token + ")\n");
  writer.Add({received + "#0", operand.type});
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
          {"stablehlo.async_start", 1, WriteAsync},
          {"stablehlo.send", 1, WriteSendAndReceive},
          {"stablehlo.replica_id", 1, WriteReplicaId},
          {"stablehlo.partition_id", 1, WritePartitionId}};
}

}  // namespace paddock::generate
