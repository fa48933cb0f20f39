// OperationReader: reads the operations of an artifact as those of the op table.
#ifndef PADDOCK_CORE_BYTECODE_READ_OPERATIONS_H_
#define PADDOCK_CORE_BYTECODE_READ_OPERATIONS_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/bytecode/container.h"
#include "core/bytecode/decode.h"
#include "core/bytecode/vhlo_table.h"
#include "core/ir/module.h"

namespace paddock {

class OperationReader {
 public:
  OperationReader(const Container& container, Decoder& decoder, Module& module,
                  ArtifactOrigin& origin, ArtifactErrors& errors);

  // Reads the section's only operation, which becomes the module's own. Returns false after a
  // diagnostic.
  bool Read();

 private:
  // Values that an operation can refer to by number: those of its isolated region, and of the
  // regions around the operation within it.
  struct Scope {
    std::vector<Value*> values;
  };
  // Meaning of an operation's name.
  struct Meaning {
    bool is_resolved = false;
    const VhloOperation* row = nullptr;
  };
  struct Head {
    size_t name = 0;
    uint8_t parts = 0;
    const Meaning* meaning = nullptr;
  };

  const Meaning* Resolve(size_t name, ByteReader& reader);
  void FailUnknown(std::string_view name, ByteReader& reader);
  Operation* MakeOperation(const Head& head, const Block* block);
  void DropCast(const Operation& cast, Value*& place, bool is_referred);
  Operation* ReadOperation(ByteReader& reader, Block* block, Scope& scope, size_t& next_value);
  bool ReadAttributes(const Head& head, ByteReader& reader, Operation* operation);
  bool ReadDictionary(ByteReader& reader, std::vector<NamedAttribute>& attributes);
  bool ReadProperties(const Head& head, ByteReader& reader, std::vector<const Attribute*>& values);
  bool ReadModuleProperties(ByteReader reader, std::vector<NamedAttribute>& attributes);
  bool ReadNamedProperties(std::span<const std::string_view> names, ByteReader reader,
                           std::vector<NamedAttribute>& attributes);
  bool TakeInherent(const VhloOperation& row, std::vector<NamedAttribute>& attributes,
                    std::vector<const Attribute*>& values, ByteReader& reader);
  bool SetAttributes(Operation* operation, std::vector<NamedAttribute> attributes,
                     ByteReader& reader);
  bool ReadResults(ByteReader& reader, Operation* operation, Scope& scope, size_t& next_value);
  bool ReadOperands(ByteReader& reader, Operation* operation, Scope& scope);
  bool ReadUseOrders(ByteReader& reader, const void* holder, size_t value_count);
  bool ReadRegions(ByteReader& reader, Operation* operation, Scope& scope);
  bool ReadRegion(ByteReader& reader, Region* region, Scope& scope);
  bool ReadBlock(ByteReader& reader, Block* block, Scope& scope, size_t& next_value);
  bool ReadArguments(ByteReader& reader, Block* block, Scope& scope, size_t& next_value);

  // Returns the value numbered `index`, which may be defined later.
  Value* Refer(Scope& scope, size_t index);
  // Gives the region's next number to a value. Returns `nullptr` after a diagnostic.
  Value* Define(ByteReader& reader, Scope& scope, size_t& next_value, Type type);

  const Container& container_;
  Decoder& decoder_;
  Module& module_;
  ArtifactOrigin& origin_;
  ArtifactErrors& errors_;
  const VhloTable table_;
  std::vector<Meaning> meanings_;
  uint32_t depth_ = 0;
  // By the result of a dropped cast that was used before its definition: the cast's operand.
  std::unordered_map<const Value*, Value*> dropped_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_READ_OPERATIONS_H_
