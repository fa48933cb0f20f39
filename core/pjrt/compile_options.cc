#include "core/pjrt/compile_options.h"

#include <algorithm>
#include <cstddef>

#include "core/pjrt/protobuf.h"

namespace paddock::pjrt {
namespace {

// Numbers of the fields in compile_options.proto and xla_data.proto.
enum OptionField : uint32_t { kExecutableBuildOptions = 3, kOverrides = 7 };
enum OverrideField : uint32_t { kOverrideName = 1 };
enum BuildField : uint32_t { kDeviceOrdinal = 1, kReplicas = 4, kPartitions = 5, kAssignment = 9 };
enum AssignmentField : uint32_t { kComputationDevices = 3 };
enum ComputationField : uint32_t { kReplicaDeviceIds = 1 };

// Returns the devices of each partition, by replica.
std::vector<std::vector<int64_t>> ReadAssignment(std::string_view bytes) {
  std::vector<std::vector<int64_t>> partitions;
  ReadProtobuf(bytes, [&](const ProtobufField& field) {
    if (field.number != kComputationDevices) return;
    std::vector<int64_t>& replicas = partitions.emplace_back();
    ReadProtobuf(field.bytes, [&](const ProtobufField& ids) {
      if (ids.number != kReplicaDeviceIds) return;
      for (const int64_t id : PackedIntegers(ids)) replicas.push_back(id);
    });
  });
  return partitions;
}

// Returns the devices by flattened process; empty if some process has none.
std::vector<int64_t> Flatten(const std::vector<std::vector<int64_t>>& partitions, GridSize grid) {
  std::vector<int64_t> devices;
  if (partitions.size() != static_cast<size_t>(grid.partitions)) return devices;
  for (size_t replica = 0; replica < static_cast<size_t>(grid.replicas); ++replica) {
    for (const std::vector<int64_t>& replicas : partitions) {
      if (replica >= replicas.size()) return {};
      devices.push_back(replicas[replica]);
    }
  }
  return devices;
}

bool ReadBuildOptions(std::string_view bytes, CompileOptions& options) {
  std::vector<std::vector<int64_t>> assignment;
  const bool is_read = ReadProtobuf(bytes, [&](const ProtobufField& field) {
    const auto integer = static_cast<int64_t>(field.integer);
    if (field.number == kReplicas) options.grid.replicas = std::max<int64_t>(1, integer);
    if (field.number == kPartitions) options.grid.partitions = std::max<int64_t>(1, integer);
    if (field.number == kAssignment) assignment = ReadAssignment(field.bytes);
    if (field.number == kDeviceOrdinal && integer >= 0) options.devices = {integer};
  });
  std::vector<int64_t> assigned = Flatten(assignment, options.grid);
  if (!assigned.empty()) options.devices = std::move(assigned);
  return is_read;
}

}  // namespace

std::optional<CompileOptions> ReadCompileOptions(std::string_view bytes) {
  CompileOptions options;
  bool is_valid = true;
  const bool is_read = ReadProtobuf(bytes, [&](const ProtobufField& field) {
    if (field.number == kExecutableBuildOptions) {
      is_valid = ReadBuildOptions(field.bytes, options) && is_valid;
    }
    if (field.number != kOverrides) return;
    ReadProtobuf(field.bytes, [&](const ProtobufField& entry) {
      if (entry.number == kOverrideName) options.overrides.emplace_back(entry.bytes);
    });
  });
  const auto processes = static_cast<size_t>(options.grid.process_count());
  if (options.devices.size() != processes) options.devices.clear();
  return is_read && is_valid ? std::optional(options) : std::nullopt;
}

}  // namespace paddock::pjrt
