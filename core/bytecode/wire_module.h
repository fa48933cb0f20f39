// WireModule: a module in terms of a WirePool, ready for numbering and writing.
#ifndef PADDOCK_CORE_BYTECODE_WIRE_MODULE_H_
#define PADDOCK_CORE_BYTECODE_WIRE_MODULE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/wire.h"
#include "core/ir/module.h"

namespace paddock {

struct WireRegion;

struct WireOperation {
  // The operation of the module, or a cast that only the artifact has.
  const Operation* source = nullptr;
  WireDialect dialect = WireDialect::kVhlo;
  std::string_view name;  // "add_v1"
  // Whether the operation is written in an older form than the newest one.
  bool is_downgraded = false;
  bool is_isolated = false;
  bool has_properties = false;
  uint32_t place = 0;
  // The operands of `source`, or casts of them.
  std::vector<const Value*> operands;
  // Attribute dictionary; absent if it is empty.
  std::optional<uint32_t> dictionary;
  // Properties in order. Absent ones, which only a module's operation has, are written as absent.
  std::vector<std::optional<uint32_t>> properties;
  std::vector<uint32_t> result_types;
  std::vector<WireRegion> regions;
};

struct WireBlock {
  const Block* source = nullptr;
  std::vector<uint32_t> argument_types;
  std::vector<uint32_t> argument_places;
  std::vector<WireOperation> operations;
};

struct WireRegion {
  std::vector<WireBlock> blocks;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_WIRE_MODULE_H_
