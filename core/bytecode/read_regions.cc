// Regions and blocks of an artifact.
#include <algorithm>

#include "core/bytecode/read_operations.h"

namespace paddock {
namespace {

// Maximum nesting depth of regions, equal to that of texts.
constexpr uint32_t kDeepestRegion = 256;

}  // namespace

// Reads regions. Those of an isolated operation number their values from 0; from version 2 on they
// have a section of their own.
bool OperationReader::ReadRegions(ByteReader& reader, Operation* operation, Scope& scope) {
  const uint64_t head = reader.ReadVarInt();
  const bool is_isolated = (head & 1) != 0;
  const uint64_t count = head >> 1;
  if (reader.has_failed()) return false;
  if (count > reader.remaining()) return reader.Fail("more regions than fit the section");
  if (depth_ == kDeepestRegion) {
    return reader.Fail("regions nested deeper than " + std::to_string(kDeepestRegion));
  }
  ++depth_;
  if (operation != module_.operation()) {
    operation->regions = module_.arena().MakeArray<Region*>(static_cast<size_t>(count));
    for (Region*& region : operation->regions) region = module_.MakeRegion(operation);
  } else if (count != 1) {
    return reader.Fail("a module of " + std::to_string(count) + " regions");
  }
  if (operation->is(OpKind::kFuncFunc) && !is_isolated) origin_.isolates_module_only = true;
  Scope own;
  Scope& inner = is_isolated ? own : scope;
  const auto read_all = [&](ByteReader& source) {
    return std::ranges::all_of(operation->regions,
                               [&](Region* region) { return ReadRegion(source, region, inner); });
  };
  bool is_read = false;
  if (is_isolated && container_.version >= kLazyRegionsContainer) {
    uint8_t id = 0;
    ByteReader section = reader.ReadSection(id, reader.section());
    if (reader.has_failed()) return false;
    if (id != static_cast<uint8_t>(SectionId::kOperations)) {
      return section.Fail("a section of operations is expected");
    }
    is_read =
        read_all(section) && (section.at_end() || section.Fail("bytes after the last region"));
  } else {
    is_read = read_all(reader);
  }
  --depth_;
  return is_read && !reader.has_failed();
}

bool OperationReader::ReadRegion(ByteReader& reader, Region* region, Scope& scope) {
  const size_t block_count = reader.ReadCount();
  if (block_count == 0) return !reader.has_failed();
  const size_t value_count = reader.ReadCount();
  if (reader.has_failed()) return false;
  const size_t begin = scope.values.size();
  size_t next_value = begin;
  scope.values.resize(begin + value_count);
  const bool is_module = region->parent == module_.operation();
  if (is_module && block_count != 1) return reader.Fail("a module of several blocks");
  for (size_t i = 0; i < block_count; ++i) {
    Block* block = is_module ? region->first : module_.MakeBlock();
    if (!is_module) region->Append(block);
    if (!ReadBlock(reader, block, scope, next_value)) return false;
  }
  if (next_value != scope.values.size()) {
    return reader.Fail("a region defines fewer values than it announces");
  }
  scope.values.resize(begin);
  return true;
}

bool OperationReader::ReadBlock(ByteReader& reader, Block* block, Scope& scope,
                                size_t& next_value) {
  const uint64_t head = reader.ReadVarInt();
  if ((head & 1) != 0 && !ReadArguments(reader, block, scope, next_value)) return false;
  for (uint64_t n = head >> 1; n > 0; --n) {
    if (reader.has_failed() || ReadOperation(reader, block, scope, next_value) == nullptr) {
      return false;
    }
  }
  return !reader.has_failed();
}

bool OperationReader::ReadArguments(ByteReader& reader, Block* block, Scope& scope,
                                    size_t& next_value) {
  block->arguments = module_.arena().MakeArray<Value*>(reader.ReadCount());
  for (size_t i = 0; i < block->arguments.size(); ++i) {
    Type type;
    bool has_location = true;
    if (container_.version >= kElidedLocationsContainer) {
      const uint64_t word = reader.ReadVarInt();
      has_location = (word & 1) != 0;
      if ((word >> 1) >= container_.types.size()) {
        return reader.Fail("there is no type " + std::to_string(word >> 1) + " among " +
                           std::to_string(container_.types.size()));
      }
      type = decoder_.GetType(static_cast<size_t>(word >> 1));
    } else {
      type = decoder_.ReadType(reader);
    }
    const std::string_view location =
        has_location ? decoder_.ReadLocation(reader) : std::string_view();
    Value* value = Define(reader, scope, next_value, type);
    if (value == nullptr) return false;
    value->location = location;
    value->block = block;
    value->index = static_cast<uint32_t>(i);
    block->arguments[i] = value;
  }
  if (container_.version < kUseOrdersContainer) return true;
  const uint8_t parts = reader.ReadByte();
  return (parts & kHasUseOrders) == 0 ? !reader.has_failed()
                                      : ReadUseOrders(reader, block, block->arguments.size());
}

}  // namespace paddock
