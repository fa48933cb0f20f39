// Lowering of Shardy's manual computations: parts of a program that are written per device.
#include <algorithm>
#include <string>
#include <utility>

#include "core/plan/grid/collective_sharding.h"
#include "core/plan/grid/mesh_sharding.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Parsed attributes of a manual computation.
struct ManualShardings {
  std::vector<MeshSharding> operands;
  std::vector<MeshSharding> results;
  std::vector<std::string_view> axes;
  std::string_view operands_text;
  std::string_view results_text;
};

std::string_view OpaqueText(const Operation& operation, std::string_view name) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? std::string_view() : attribute->text;
}

std::unexpected<Failure> FailManual(Lowering& lowering, const Operation& operation,
                                    std::string_view detail) {
  return lowering.FailRule(operation, Constraint::kSdyManualComputationX2, detail);
}

std::unexpected<Failure> FailUnread(Lowering& lowering, const Operation& operation,
                                    std::string_view name) {
  return FailManual(
      lowering, operation,
      "'" + std::string(OpaqueText(operation, name)) + "' cannot be read as " + std::string(name));
}

Result<ManualShardings> ReadManualShardings(Lowering& lowering, const Operation& operation) {
  ManualShardings read;
  read.operands_text = OpaqueText(operation, "in_shardings");
  read.results_text = OpaqueText(operation, "out_shardings");
  auto operands = ParseMeshShardings(read.operands_text);
  if (!operands || operands->size() != operation.operands.size()) {
    return FailUnread(lowering, operation, "in_shardings");
  }
  auto results = ParseMeshShardings(read.results_text);
  if (!results || results->size() != operation.results.size()) {
    return FailUnread(lowering, operation, "out_shardings");
  }
  auto axes = ParseManualAxes(OpaqueText(operation, "manual_axes"));
  if (!axes) return FailUnread(lowering, operation, "manual_axes");
  read.operands = std::move(*operands);
  read.results = std::move(*results);
  read.axes = std::move(*axes);
  return read;
}

Result<Mesh> FindMesh(Lowering& lowering, const Operation& operation, std::string_view name) {
  const Operation* mesh = lowering.module().FindSymbol(name);
  if (mesh == nullptr || !mesh->is(OpKind::kSdyMesh)) {
    return FailManual(lowering, operation, "there is no mesh @" + std::string(name));
  }
  auto read = ParseMesh(OpaqueText(*mesh, "mesh"));
  if (read) return std::move(*read);
  return FailManual(lowering, operation,
                    "'" + std::string(OpaqueText(*mesh, "mesh")) + "' cannot be read as a mesh");
}

Result<WrittenSharding> Resolve(Lowering& lowering, const Operation& operation,
                                const MeshSharding& sharding, const ManualShardings& manual,
                                std::string_view text) {
  const auto mesh = FindMesh(lowering, operation, sharding.mesh);
  if (!mesh) return Failed();
  auto tiles = ShardingOn(*mesh, sharding, manual.axes);
  if (!tiles) {
    return FailManual(lowering, operation, "'" + std::string(text) + "' does not divide tensors");
  }
  return WrittenSharding{std::move(tiles), text};
}

bool HaveSameShape(const Leaf& a, const Leaf& b) { return std::ranges::equal(a.shape, b.shape); }

// Returns the tiles that are the body's arguments.
Result<std::vector<Leaf>> TakeTiles(Lowering& lowering, const Operation& operation,
                                    const ManualShardings& manual) {
  const Block& body = *operation.regions[0]->first;
  std::vector<Leaf> tiles;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    const Leaf full = lowering.DenseOperand(operation, i);
    const auto written =
        Resolve(lowering, operation, manual.operands[i], manual, manual.operands_text);
    if (!written) return Failed();
    const Value& argument = *body.arguments[i];
    const Type type = WithSizes(lowering, argument.type, full, *written, /*is_tile=*/true);
    const auto likes = lowering.values().LeavesOf(type, argument.type_span);
    if (!likes) return Failed();
    if (HaveSameShape(full, likes->front())) {
      tiles.push_back(full);
      continue;
    }
    std::string problem;
    const auto tile = EmitTakeTile(lowering, operation, full, likes->front(), *written, problem);
    if (!tile) return FailManual(lowering, operation, problem);
    tiles.push_back(*tile);
  }
  return tiles;
}

// Binds the results to the joined tiles that the body returned.
Result<void> JoinTiles(Lowering& lowering, const Operation& operation,
                       const ManualShardings& manual, std::span<const Leaf> returned) {
  const Operation& end = *operation.regions[0]->first->last;
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const Value& result = *operation.results[i];
    const Leaf tile = lowering.Dense(returned[i]);
    const auto written =
        Resolve(lowering, operation, manual.results[i], manual, manual.results_text);
    if (!written) return Failed();
    const Type type = WithSizes(lowering, result.type, tile, *written, /*is_tile=*/false);
    const auto likes = lowering.values().LeavesOf(type, operation.name_span);
    if (!likes) return Failed();
    if (HaveSameShape(tile, likes->front())) {
      lowering.Alias(result, std::span(&tile, 1));
      continue;
    }
    std::string problem;
    const auto full = EmitJoinTiles(lowering, operation, tile, lowering.TypeOf(*end.operands[i]),
                                    likes->front(), *written, problem);
    if (!full) return FailManual(lowering, operation, problem);
    lowering.Bind(result, *full);
  }
  return {};
}

}  // namespace

Result<void> LowerManualComputation(Lowering& lowering, const Operation& operation) {
  const auto manual = ReadManualShardings(lowering, operation);
  if (!manual) return Failed();
  Block& body = *operation.regions[0]->first;
  std::vector<Leaf> tiles;
  if (!lowering.continuations().ResumesIn(body)) {
    auto taken = TakeTiles(lowering, operation, *manual);
    if (!taken) return Failed();
    tiles = *std::move(taken);
  }
  const auto returned = lowering.LowerInPlace(body, tiles);
  if (!returned) return Failed();
  return JoinTiles(lowering, operation, *manual, *returned);
}

Result<void> LowerShardingConstraint(Lowering& lowering, const Operation& operation) {
  lowering.Alias(*operation.results[0], lowering.values().Leaves(*operation.operands[0]));
  return {};
}

}  // namespace paddock
