#include "core/pjrt/hlo_program.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/pjrt/protobuf.h"

namespace paddock::pjrt {
namespace {

// Numbers of fields and values in hlo.proto and xla_data.proto.
enum ProgramField : uint32_t { kModule = 1, kConfig = 2 };
enum ConfigField : uint32_t { kEntryLayout = 1, kReplicaCount = 4, kPartitionCount = 5 };
enum ModuleField : uint32_t {
  kModuleName = 1,
  kEntryName = 2,
  kComputations = 3,
  kHostProgramShape = 4,
  kModuleId = 5,
  kEntryId = 6,
  kOutputSharding = 12,
  kParameterShardings = 14,
};
enum ComputationField : uint32_t {
  kComputationName = 1,
  kInstructions = 2,
  kProgramShape = 4,
  kComputationId = 5,
  kRootId = 6,
};
enum InstructionField : uint32_t {
  kInstructionName = 1,
  kOpcode = 2,
  kInstructionShape = 3,
  kParameterNumber = 9,
  kCallTarget = 28,
  kInstructionId = 35,
  kOperandIds = 36,
  kCallApiVersion = 77,
};
enum ShapeField : uint32_t {
  kElementType = 2,
  kDimensions = 3,
  kTupleShapes = 4,
  kLayout = 5,
  kDynamicDimensions = 6,
};
enum LayoutField : uint32_t { kMinorToMajor = 1 };
enum ProgramShapeField : uint32_t { kParameters = 1, kResult = 2, kParameterNames = 3 };
enum ShardingField : uint32_t {
  kShardingType = 1,
  kTileDimensions = 3,
  kTileDevices = 4,
  kTupleShardings = 5,
  kTypesOfLastDimensions = 8,
};
constexpr int64_t kReplicatedSharding = 0;
constexpr int64_t kTupleSharding = 2;
constexpr int64_t kTiledSharding = 3;
constexpr int64_t kUnreducedSharding = 6;
constexpr int64_t kTupleType = 13;
constexpr int64_t kTokenType = 17;
// custom_call_api_version.
constexpr int64_t kStatusReturning = 2;

int64_t PrimitiveTypeOf(ElementType type) {
  //   X(element type, PrimitiveType)
  // clang-format off
#define PADDOCK_PRIMITIVE_TYPES(X) \
  X(I1, 1) X(I8, 2) X(I16, 3) X(I32, 4) X(I64, 5) X(UI8, 6) X(UI16, 7) X(UI32, 8) \
  X(UI64, 9) X(F16, 10) X(F32, 11) X(F64, 12) X(C64, 15) X(BF16, 16) X(C128, 18) \
  X(F8E5M2, 19) X(F8E4M3FN, 20) X(I4, 21) X(UI4, 22) X(F8E4M3B11FNUZ, 23) \
  X(F8E5M2FNUZ, 24) X(F8E4M3FNUZ, 25) X(I2, 26) X(UI2, 27) X(F8E4M3, 28) X(F8E3M4, 29) \
  X(F4E2M1FN, 32) X(F8E8M0FNU, 33)
  // clang-format on
  switch (type) {
#define PADDOCK_CASE(name, number) \
  case ElementType::k##name:       \
    return number;
    PADDOCK_PRIMITIVE_TYPES(PADDOCK_CASE)
#undef PADDOCK_CASE
    default:
      return 0;
  }
#undef PADDOCK_PRIMITIVE_TYPES
}

ProtobufWriter ShapeOf(const ArrayInfo& array) {
  ProtobufWriter shape;
  if (array.is_token) return shape.Integer(kElementType, kTokenType);
  const std::vector<int64_t>& sizes = array.tiling.tile_shape;
  std::vector<int64_t> order;
  for (size_t i = sizes.size(); i-- > 0;) order.push_back(static_cast<int64_t>(i));
  shape.Integer(kElementType, PrimitiveTypeOf(array.element_type));
  shape.Packed(kDimensions, sizes);
  shape.Packed(kDynamicDimensions, std::vector<int64_t>(sizes.size(), 0));
  return shape.Message(kLayout, ProtobufWriter().Packed(kMinorToMajor, order));
}

// One result is the shape itself, any other number a tuple.
ProtobufWriter ResultShape(const std::vector<ArrayInfo>& results) {
  if (results.size() == 1) return ShapeOf(results.front());
  ProtobufWriter shape;
  shape.Integer(kElementType, kTupleType);
  for (const ArrayInfo& result : results) shape.Message(kTupleShapes, ShapeOf(result));
  return shape;
}

// Returns whether the devices have the tensors of a sum: the first dimension of the stack that
// Paddock divides is not one of the array.
bool IsStack(const ArrayInfo& array) { return array.tiling.tile_shape.size() < array.shape.size(); }

// A device's place in the order in which a sharding lists devices: its tile, its number among
// those with the same tile, and its place in a sum.
struct ListedDevice {
  std::vector<int64_t> tile;
  int64_t copy = 0;
  int64_t term = 0;
  int64_t device = 0;
  friend auto operator<=>(const ListedDevice&, const ListedDevice&) = default;
};

std::vector<int64_t> ListDevices(const ArrayInfo& array) {
  std::vector<ListedDevice> listed;
  std::map<std::vector<int64_t>, int64_t> copies;
  const auto& places = array.tiling.places;
  for (size_t i = 0; i < places.size(); ++i) {
    ListedDevice one{places[i], copies[places[i]]++, 0, static_cast<int64_t>(i)};
    if (IsStack(array)) {
      one.term = one.tile.front();
      one.tile.erase(one.tile.begin());
    }
    listed.push_back(std::move(one));
  }
  std::ranges::sort(listed);
  std::vector<int64_t> devices;
  for (const ListedDevice& one : listed) devices.push_back(one.device);
  return devices;
}

// Behind the numbers of tiles follow those of copies and of the tensors of a sum, if there are any.
ProtobufWriter ShardingOf(const ArrayInfo& array) {
  ProtobufWriter sharding;
  // Without a type it is replicated.
  if (array.tiling.is_whole()) return sharding;
  std::vector<int64_t> tiles = array.tiling.tiles;
  int64_t tile_count = 1;
  for (const int64_t count : tiles) tile_count *= count;
  const auto devices = static_cast<int64_t>(array.tiling.places.size());
  const int64_t terms = IsStack(array) ? tiles.front() : 1;
  if (IsStack(array)) tiles.erase(tiles.begin());
  std::vector<int64_t> types;
  if (tile_count < devices) {
    tiles.push_back(devices / tile_count);
    types.push_back(kReplicatedSharding);
  }
  if (terms > 1) {
    tiles.push_back(terms);
    types.push_back(kUnreducedSharding);
  }
  sharding.Integer(kShardingType, kTiledSharding);
  sharding.Packed(kTileDimensions, tiles);
  sharding.Packed(kTileDevices, ListDevices(array));
  if (!types.empty()) sharding.Packed(kTypesOfLastDimensions, types);
  return sharding;
}

ProtobufWriter ResultSharding(const std::vector<ArrayInfo>& results) {
  if (results.size() == 1) return ShardingOf(results.front());
  ProtobufWriter sharding;
  sharding.Integer(kShardingType, kTupleSharding);
  for (const ArrayInfo& result : results) sharding.Message(kTupleShardings, ShardingOf(result));
  return sharding;
}

std::string ArgumentName(size_t index) { return "arg" + std::to_string(index); }

ProtobufWriter ProgramShapeOf(const CompiledProgram& compiled) {
  ProtobufWriter shape;
  for (size_t i = 0; i < compiled.arguments.size(); ++i) {
    shape.Message(kParameters, ShapeOf(compiled.arguments[i]));
    shape.Text(kParameterNames, ArgumentName(i));
  }
  return shape.Message(kResult, ResultShape(compiled.results));
}

// The parameters have the ids 1, 2, ..., and the call has the next one.
ProtobufWriter EntryOf(const CompiledProgram& compiled) {
  const auto count = static_cast<int64_t>(compiled.arguments.size());
  ProtobufWriter entry;
  entry.Text(kComputationName, compiled.entry->name);
  std::vector<int64_t> operands;
  for (int64_t i = 0; i < count; ++i) {
    operands.push_back(i + 1);
    ProtobufWriter parameter;
    parameter.Text(kInstructionName, ArgumentName(static_cast<size_t>(i)));
    parameter.Text(kOpcode, "parameter");
    parameter.Message(kInstructionShape, ShapeOf(compiled.arguments[static_cast<size_t>(i)]));
    parameter.Integer(kParameterNumber, i).Integer(kInstructionId, i + 1);
    entry.Message(kInstructions, parameter);
  }
  ProtobufWriter call;
  call.Text(kInstructionName, "program").Text(kOpcode, "custom-call");
  call.Message(kInstructionShape, ResultShape(compiled.results));
  call.Text(kCallTarget, "paddock.program").Integer(kInstructionId, count + 1);
  call.Packed(kOperandIds, operands).Integer(kCallApiVersion, kStatusReturning);
  entry.Message(kInstructions, call);
  entry.Message(kProgramShape, ProgramShapeOf(compiled));
  return entry.Integer(kComputationId, 1).Integer(kRootId, count + 1);
}

}  // namespace

std::string HloProgramOf(const CompiledProgram& compiled) {
  ProtobufWriter module;
  module.Text(kModuleName, compiled.name).Text(kEntryName, compiled.entry->name);
  module.Message(kComputations, EntryOf(compiled));
  module.Message(kHostProgramShape, ProgramShapeOf(compiled));
  module.Integer(kModuleId, 1).Integer(kEntryId, 1);
  if (compiled.options.grid.process_count() > 1) {
    // A sharding of no results would be read as that of one.
    if (!compiled.results.empty()) {
      module.Message(kOutputSharding, ResultSharding(compiled.results));
    }
    for (const ArrayInfo& argument : compiled.arguments) {
      module.Message(kParameterShardings, ShardingOf(argument));
    }
  }
  ProtobufWriter config;
  config.Message(kEntryLayout, ProgramShapeOf(compiled));
  config.Integer(kReplicaCount, compiled.options.grid.replicas);
  config.Integer(kPartitionCount, compiled.options.grid.partitions);
  return ProtobufWriter().Message(kModule, module).Message(kConfig, config).bytes();
}

}  // namespace paddock::pjrt
