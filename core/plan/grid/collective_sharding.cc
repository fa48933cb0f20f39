// Lowering of the custom calls around a part of a program that is written per device:
// SPMDFullToShardShape takes the process's tile of a tensor, SPMDShardToFullShape joins the tiles
// of all processes.
#include "core/plan/grid/collective_sharding.h"

#include <algorithm>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/grid/collective.h"
#include "core/plan/grid/sharding.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

// One tile's loops over the shard and the full tensor, and the offset of each device's tile.
struct TileParameters {
  simd::StridedCopyPlan copy;
  // By device: offset in the full tensor, in bytes.
  std::vector<int64_t> offsets;
  bool is_by_partition = false;
};

int64_t DeviceOf(const TileParameters& parameters, ProcessLink& link) {
  return parameters.is_by_partition ? link.size().ProcessOf(link.process()).partition
                                    : link.process();
}

template <class Phase>
struct TakeTileReferences {
  Read<Phase> full;
  Write<Phase> tile;
};

StepStatus TakeTileStep(StepContext& context) {
  const auto& parameters = context.As<TileParameters>();
  const auto device = static_cast<size_t>(DeviceOf(parameters, context.host->link()));
  const auto at = Bind<TakeTileReferences>(context);
  const std::byte* source = at.full + parameters.offsets[device];
  const int64_t chunks = simd::ChunkCount(parameters.copy);
  return RunChunks(
      context, chunks, parameters.copy.byte_count / std::max<int64_t>(1, chunks) + 1,
      [&](int64_t chunk, size_t) { simd::RunChunk(parameters.copy, source, at.tile, chunk); });
}

std::string_view ShardingText(const Operation& operation) {
  return TextOf(operation, "mhlo.sharding");
}

// Returns the text of a value's sharding, from its Sharding call or its argument attribute.
std::string_view ShardingTextOf(const Value& value) {
  if (value.operation != nullptr) return ShardingText(*value.operation);
  const Operation* function = value.block->parent->parent;
  const Attribute* attributes = function->Find("arg_attrs");
  if (attributes == nullptr || value.index >= attributes->elements.size()) return {};
  const Attribute* sharding = attributes->elements[value.index]->Find("mhlo.sharding");
  return sharding == nullptr ? std::string_view() : sharding->text;
}

Result<void> RefuseSharding(Lowering& lowering, const Operation& operation, std::string why) {
  return EmitFailure(
      lowering, operation, "custom-call",
      "custom_call @" + std::string(TextOf(operation, "call_target_name")) + ": " + std::move(why));
}

// Cuts `full` into tiles of the shape of `shard`. The result is empty, with the reason in
// `problem`, if that fails.
TileParameters PlanTiles(Lowering& lowering, const Leaf& full, const Leaf& shard,
                         const WrittenSharding& written, bool is_joining, std::string& problem) {
  TileParameters parameters;
  const std::optional<Sharding>& sharding = written.sharding;
  if (!sharding || sharding->tiles.size() != full.shape.size() || sharding->tiles.empty() ||
      full.shape.size() != shard.shape.size()) {
    problem = "the sharding '" + std::string(written.text) + "' does not divide " +
              std::to_string(full.shape.size()) + " dimensions";
    return parameters;
  }
  const GridSize grid = lowering.grid();
  const auto devices = static_cast<int64_t>(sharding->places.size());
  parameters.is_by_partition = devices == grid.partitions;
  if (!parameters.is_by_partition && devices != grid.process_count()) {
    problem = "the sharding is over " + std::to_string(devices) + " devices, but the grid is " +
              ToString(grid) + "; a grid of " + ToString(GridSize{1, devices}) + " would do";
    return parameters;
  }
  const auto width = static_cast<int64_t>(full.element_bytes());
  std::vector<int64_t> full_strides(full.shape.size(), 1), shard_strides(full.shape.size(), 1);
  for (size_t i = full.shape.size(); i-- > 1;) {
    full_strides[i - 1] = full_strides[i] * std::max<int64_t>(1, full.shape[i]);
    shard_strides[i - 1] = shard_strides[i] * std::max<int64_t>(1, shard.shape[i]);
  }
  std::vector<simd::CopyDimension> loops;
  for (size_t i = 0; i < full.shape.size(); ++i) {
    if (shard.shape[i] * sharding->tiles[i] != full.shape[i]) {
      problem = "dimension " + std::to_string(i) + " of " + std::to_string(full.shape[i]) +
                " is not " + std::to_string(sharding->tiles[i]) + " tiles of " +
                std::to_string(shard.shape[i]);
      return parameters;
    }
    loops.push_back({shard.shape[i], is_joining ? shard_strides[i] : full_strides[i],
                     is_joining ? full_strides[i] : shard_strides[i]});
  }
  parameters.copy = simd::PlanStridedCopy(static_cast<size_t>(width), loops);
  for (const std::vector<int64_t>& place : sharding->places) {
    int64_t offset = 0;
    for (size_t i = 0; i < loops.size(); ++i) {
      offset += place[i] * shard.shape[i] * full_strides[i] * width;
    }
    parameters.offsets.push_back(offset);
  }
  return parameters;
}

bool IsOneToOne(const Operation& operation) {
  return operation.operands.size() == 1 && operation.results.size() == 1;
}

bool IsSame(const Leaf& operand, const Leaf& result) {
  return std::ranges::equal(operand.shape, result.shape);
}

Result<void> LowerSame(Lowering& lowering, const Operation& operation) {
  lowering.Alias(*operation.results[0], lowering.values().Leaves(*operation.operands[0]));
  return {};
}

// Emits the half in which each process contributes its tile.
Leaf EmitGiveTile(Emitter& emitter, const Operation& operation, const Leaf& tile,
                  const MeetingParameters& meeting) {
  const Leaf ticket = emitter.NewLeaf(ElementType::kI64, {});
  StepSpec give;
  give.operation = &operation;
  give.function = &GiveStep;
  give.parameters = &meeting;
  SetReferences(give, GiveReferences<Planning>{.entries = {tile}, .ticket = ticket}, meeting);
  give.work = 2 * static_cast<int64_t>(tile.bytes());
  give.pays_by_itself = true;
  emitter.Emit(give);
  return ticket;
}

// Returns the groups of devices that join their tiles.
GroupRows JoiningGroups(const Sharding& sharding) {
  if (!sharding.groups.empty()) return sharding.groups;
  GroupRows rows(1);
  for (size_t i = 0; i < sharding.places.size(); ++i) rows[0].push_back(static_cast<int64_t>(i));
  return rows;
}

// Returns the offsets of the members' tiles. Of equal tiles the first one is taken.
std::vector<int64_t> OffsetsOfMembers(const TileParameters& tiles,
                                      std::span<const int64_t> members) {
  std::vector<int64_t> offsets;
  for (const int64_t device : members) {
    const int64_t offset = tiles.offsets[static_cast<size_t>(device)];
    const bool is_copy = std::ranges::find(offsets, offset) != offsets.end();
    offsets.push_back(is_copy ? TakePartsParameters::kNotTaken : offset);
  }
  return offsets;
}

// Returns the meeting of each group's devices, each with its tile.
const MeetingParameters* TileMeeting(Lowering& lowering, const Operation& operation,
                                     const Leaf& tile, Type type, const TileParameters& tiles,
                                     const GroupRows& rows) {
  MeetingParameters meeting;
  meeting.site = SiteOf(operation, TypesText(std::span(&type, 1)));
  meeting.groups = ProcessGroups(
      tiles.is_by_partition ? GroupStrategy::kCrossPartition : GroupStrategy::kFlattenedIds, rows,
      lowering.grid());
  meeting.entries.push_back(MeetingEntryOf(lowering, tile, type));
  return lowering.Own(std::move(meeting));
}

// Returns a step that computes `result`, without its references.
StepSpec MakingSpec(const Operation& operation, StepFunction function, const void* parameters,
                    const Leaf& result) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = function;
  spec.parameters = parameters;
  spec.work = 2 * static_cast<int64_t>(result.bytes());
  spec.pays_by_itself = true;
  return spec;
}

WrittenSharding Written(std::string_view text, size_t rank) {
  return {ParseSharding(text, rank), text};
}

// Returns a leaf of the result's type, without memory. Open sizes come from `operand`.
std::optional<Leaf> LikeResult(Lowering& lowering, const Operation& operation, const Leaf& operand,
                               const WrittenSharding& written, bool is_tile) {
  const Type type = WithSizes(lowering, operation.results[0]->type, operand, written, is_tile);
  const auto leaves = lowering.values().LeavesOf(type, operation.name_span);
  if (!leaves) return std::nullopt;
  return leaves->front();
}

// Binds the result of a sharding custom call.
Result<void> BindMade(Lowering& lowering, const Operation& operation,
                      const std::optional<Leaf>& made, std::string problem) {
  if (!made) return RefuseSharding(lowering, operation, std::move(problem));
  lowering.Bind(*operation.results[0], *made);
  return {};
}

}  // namespace

Type WithSizes(Lowering& lowering, Type type, const Leaf& known, const WrittenSharding& written,
               bool is_tile) {
  if (!type.is_tensor() || type.has_static_shape() || known.shape.size() != type.rank()) {
    return type;
  }
  std::vector<int64_t> shape(type.shape().begin(), type.shape().end());
  const bool is_cut = written.sharding && written.sharding->tiles.size() == shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t tiles = is_cut ? written.sharding->tiles[i] : 1;
    if (shape[i] == kDynamic) shape[i] = is_tile ? known.shape[i] / tiles : known.shape[i] * tiles;
  }
  return lowering.values().types().GetTensor(shape, type.element());
}

std::optional<Leaf> EmitTakeTile(Lowering& lowering, const Operation& operation, const Leaf& full,
                                 const Leaf& tile, const WrittenSharding& written,
                                 std::string& problem) {
  TileParameters parameters =
      PlanTiles(lowering, full, tile, written, /*is_joining=*/false, problem);
  if (!problem.empty()) return std::nullopt;
  const Leaf result = lowering.NewLeaf(tile.type, tile.shape);
  StepSpec take = MakingSpec(operation, &TakeTileStep, lowering.Own(std::move(parameters)), result);
  SetReferences(take, TakeTileReferences<Planning>{.full = full, .tile = result});
  lowering.Emit(take);
  return result;
}

std::optional<Leaf> EmitJoinTiles(Lowering& lowering, const Operation& operation, const Leaf& tile,
                                  Type type, const Leaf& full, const WrittenSharding& written,
                                  std::string& problem) {
  TileParameters tiles = PlanTiles(lowering, full, tile, written, /*is_joining=*/true, problem);
  if (!problem.empty()) return std::nullopt;
  const GroupRows rows = JoiningGroups(*written.sharding);
  const MeetingParameters* meeting = TileMeeting(lowering, operation, tile, type, tiles, rows);
  const Leaf ticket = EmitGiveTile(lowering.emitter(), operation, tile, *meeting);
  const Leaf result = lowering.NewLeaf(full.type, full.shape);
  TakePartsParameters parameters;
  parameters.meeting = meeting;
  parameters.parts.push_back({std::move(tiles.copy), 0, OffsetsOfMembers(tiles, rows.front())});
  const auto* owned = lowering.Own(std::move(parameters));
  StepSpec take = MakingSpec(operation, &TakePartsStep, owned, result);
  SetReferences(take, TakePartsReferences<Planning>{.ticket = ticket, .results = {result}}, *owned);
  if (meeting->entries[0].is_lent) take.keeps = {tile};
  lowering.Emit(take);
  return result;
}

Result<void> LowerFullToShard(Lowering& lowering, const Operation& operation) {
  if (!IsOneToOne(operation)) {
    return RefuseSharding(lowering, operation, "it takes one tensor and gives one");
  }
  const Leaf operand = lowering.values().Leaves(*operation.operands[0]).front();
  const WrittenSharding written =
      Written(ShardingTextOf(*operation.operands[0]), operand.shape.size());
  const auto like = LikeResult(lowering, operation, operand, written, /*is_tile=*/true);
  if (!like) return Failed();
  if (IsSame(operand, *like)) return LowerSame(lowering, operation);
  const Leaf full = lowering.DenseOperand(operation, 0);
  std::string problem;
  const auto made = EmitTakeTile(lowering, operation, full, *like, written, problem);
  return BindMade(lowering, operation, made, std::move(problem));
}

Result<void> LowerShardToFull(Lowering& lowering, const Operation& operation) {
  if (!IsOneToOne(operation)) {
    return RefuseSharding(lowering, operation, "it takes one tensor and gives one");
  }
  const Leaf operand = lowering.values().Leaves(*operation.operands[0]).front();
  const WrittenSharding written = Written(ShardingText(operation), operand.shape.size());
  const auto full = LikeResult(lowering, operation, operand, written, /*is_tile=*/false);
  if (!full) return Failed();
  if (IsSame(operand, *full)) return LowerSame(lowering, operation);
  const Leaf tile = lowering.DenseOperand(operation, 0);
  std::string problem;
  const auto made = EmitJoinTiles(lowering, operation, tile,
                                  lowering.TypeOf(*operation.operands[0]), *full, written, problem);
  return BindMade(lowering, operation, made, std::move(problem));
}

}  // namespace paddock
