#include "core/bytecode/read_operations.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/bytecode/operation_attributes.h"
#include "core/bytecode/sdy_properties.h"

namespace paddock {
namespace {

// Returns whether the cast converts a VHLO type to an equal type of another dialect, which is the
// same here. Such casts surround Shardy operations. Uses of the result become uses of the operand.
bool IsCastOfNothing(const Operation& operation) {
  return operation.name == "builtin.unrealized_conversion_cast" && operation.operands.size() == 1 &&
         operation.results.size() == 1 && operation.operands[0] != operation.results[0] &&
         operation.operands[0]->type && operation.operands[0]->type == operation.results[0]->type;
}

void ReplaceOperands(const Operation& operation,
                     const std::unordered_map<const Value*, Value*>& replacements) {
  for (Value*& operand : operation.operands) {
    const auto found = replacements.find(operand);
    if (found != replacements.end()) operand = found->second;
  }
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Operation* inner : *block) ReplaceOperands(*inner, replacements);
    }
  }
}

}  // namespace

OperationReader::OperationReader(const Container& container, Decoder& decoder, Module& module,
                                 ArtifactOrigin& origin, ArtifactErrors& errors)
    : container_(container),
      decoder_(decoder),
      module_(module),
      origin_(origin),
      errors_(errors),
      meanings_(container.operations.size()) {}

bool OperationReader::Read() {
  ByteReader reader = container_.Reader(SectionId::kOperations, errors_);
  const uint64_t head = reader.ReadVarInt();
  if (reader.has_failed()) return false;
  if (head != 1 << 1) return reader.Fail("one module is expected");
  Scope scope;
  size_t next_value = 0;
  if (ReadOperation(reader, nullptr, scope, next_value) == nullptr) return false;
  if (!dropped_.empty()) ReplaceOperands(*module_.operation(), dropped_);
  return reader.at_end() || reader.Fail("bytes after the module");
}

void OperationReader::FailUnknown(std::string_view name, ByteReader& reader) {
  reader.Fail("there is no operation " + std::string(name) + " in VHLO " + ToString(kOldestVhlo) +
              " to " + ToString(kNewestVhlo) + "; the artifact is of " +
              std::string(container_.producer));
}

// Returns `nullptr` after a diagnostic.
const OperationReader::Meaning* OperationReader::Resolve(size_t name, ByteReader& reader) {
  Meaning& meaning = meanings_[name];
  if (meaning.is_resolved) return &meaning;
  const Container::OperationName& operation = container_.operations[name];
  if (container_.dialects[operation.dialect] == "vhlo") {
    meaning.row = table_.Find(operation.name);
    if (meaning.row == nullptr) {
      FailUnknown("vhlo." + std::string(operation.name), reader);
      return nullptr;
    }
  }
  meaning.is_resolved = true;
  return &meaning;
}

Operation* OperationReader::MakeOperation(const Head& head, const Block* block) {
  if (const VhloOperation* row = head.meaning->row) {
    // One operation of VHLO ends functions and other regions.
    const Operation* around = block == nullptr ? nullptr : block->parent->parent;
    const bool ends_function = row->info->kind == OpKind::kStablehloReturn && around != nullptr &&
                               around->is(OpKind::kFuncFunc);
    return module_.MakeOperation(ends_function ? "func.return" : row->info->name);
  }
  const Container::OperationName& operation = container_.operations[head.name];
  const std::string_view dialect = container_.dialects[operation.dialect];
  if (block == nullptr && dialect == "builtin" && operation.name == "module") {
    return module_.operation();
  }
  return module_.MakeOperation(std::string(dialect) + "." + std::string(operation.name));
}

// Replaces the result by the operand. Keeps the use order, for rewriting.
void OperationReader::DropCast(const Operation& cast, Value*& place, bool is_referred) {
  place = cast.operands[0];
  if (is_referred) dropped_.emplace(cast.results[0], place);
  auto order = origin_.use_orders.extract(&cast);
  if (order.empty()) return;
  order.key() = cast.operands[0];
  origin_.use_orders.insert(std::move(order));
}

// Returns `nullptr` after a diagnostic. `block` is `nullptr` for the module.
Operation* OperationReader::ReadOperation(ByteReader& reader, Block* block, Scope& scope,
                                          size_t& next_value) {
  Head head;
  head.name = reader.ReadIndex(container_.operations.size(), "operation name");
  head.parts = reader.ReadByte();
  head.meaning = reader.has_failed() ? nullptr : Resolve(head.name, reader);
  if (head.meaning == nullptr) return nullptr;
  Operation* operation = MakeOperation(head, block);
  if (block == nullptr && operation != module_.operation()) {
    reader.Fail(std::string(operation->name) + " is not a module");
    return nullptr;
  }
  operation->location = decoder_.ReadLocation(reader);
  std::vector<const Attribute*> values;
  if (reader.has_failed() || !ReadAttributes(head, reader, operation)) return nullptr;
  const size_t first = next_value;
  const bool is_referred = first < scope.values.size() && scope.values[first] != nullptr;
  if ((head.parts & kHasResults) != 0 && !ReadResults(reader, operation, scope, next_value)) {
    return nullptr;
  }
  if ((head.parts & kHasOperands) != 0 && !ReadOperands(reader, operation, scope)) return nullptr;
  if ((head.parts & kHasSuccessors) != 0) {
    reader.Fail(std::string(operation->name) + " has successor blocks, which are not supported");
    return nullptr;
  }
  if ((head.parts & kHasUseOrders) != 0 &&
      !ReadUseOrders(reader, operation, operation->results.size())) {
    return nullptr;
  }
  const bool has_regions = (head.parts & kHasRegions) != 0;
  if (IsCastOfNothing(*operation) && !has_regions) {
    DropCast(*operation, scope.values[first], is_referred);
    return operation;
  }
  if (block != nullptr) block->Append(operation);
  if (has_regions && !ReadRegions(reader, operation, scope)) return nullptr;
  return reader.has_failed() ? nullptr : operation;
}

bool OperationReader::ReadDictionary(ByteReader& reader, std::vector<NamedAttribute>& attributes) {
  const Attribute* dictionary = decoder_.ReadAttribute(reader);
  if (dictionary == nullptr) return false;
  if (dictionary->kind != AttributeKind::kDictionary) {
    return reader.Fail("the attributes of an operation are not a dictionary");
  }
  attributes.assign(dictionary->fields.begin(), dictionary->fields.end());
  return true;
}

bool OperationReader::ReadModuleProperties(ByteReader reader,
                                           std::vector<NamedAttribute>& attributes) {
  for (std::string_view name : {"sym_name", "sym_visibility"}) {
    const Attribute* value = decoder_.ReadOptionalAttribute(reader);
    if (reader.has_failed()) return false;
    if (value != nullptr) attributes.push_back({name, value, Span()});
  }
  return reader.at_end() || reader.Fail("bytes after the properties of a module");
}

bool OperationReader::ReadNamedProperties(std::span<const std::string_view> names,
                                          ByteReader reader,
                                          std::vector<NamedAttribute>& attributes) {
  for (std::string_view name : names) {
    const Attribute* value = decoder_.ReadAttribute(reader);
    if (value == nullptr) return false;
    attributes.push_back({name, value, Span()});
  }
  return reader.at_end() || reader.Fail("bytes after the properties of an operation");
}

// Reads the indices of the inherent attributes, in alphabetical order.
bool OperationReader::ReadProperties(const Head& head, ByteReader& reader,
                                     std::vector<const Attribute*>& values) {
  ByteReader& list = reader;
  for (size_t i = 0; i < head.meaning->row->attributes.size(); ++i) {
    values.push_back(decoder_.ReadAttribute(list));
    if (list.has_failed()) return false;
  }
  return list.at_end() ||
         list.Fail("vhlo." + std::string(head.meaning->row->name) + " has " +
                   std::to_string(values.size()) + " attributes, but there are more");
}

// Moves the attributes that the row names out of a dictionary.
bool OperationReader::TakeInherent(const VhloOperation& row,
                                   std::vector<NamedAttribute>& attributes,
                                   std::vector<const Attribute*>& values, ByteReader& reader) {
  for (const VhloAttribute& wanted : row.attributes) {
    const auto found = std::ranges::find(attributes, wanted.name, &NamedAttribute::name);
    if (found == attributes.end()) {
      return reader.Fail("vhlo." + std::string(row.name) + " without its attribute " +
                         std::string(wanted.name));
    }
    values.push_back(found->value);
    attributes.erase(found);
  }
  return true;
}

bool OperationReader::ReadAttributes(const Head& head, ByteReader& reader, Operation* operation) {
  std::vector<NamedAttribute> attributes;
  std::vector<const Attribute*> values;
  if ((head.parts & kHasAttributes) != 0 && !ReadDictionary(reader, attributes)) return false;
  const VhloOperation* row = head.meaning->row;
  if ((head.parts & kHasProperties) != 0) {
    const size_t index = reader.ReadIndex(container_.properties.size(), "properties");
    if (reader.has_failed()) return false;
    ByteReader properties =
        container_.Reader(SectionId::kProperties, container_.properties[index], errors_);
    if (operation->is(OpKind::kBuiltinModule)) {
      if (!ReadModuleProperties(properties, attributes)) return false;
    } else if (const auto names = SdyProperties(operation->name); !names.empty()) {
      if (!ReadNamedProperties(names, properties, attributes)) return false;
    } else if (row == nullptr) {
      return reader.Fail(std::string(operation->name) +
                         " keeps its attributes in a form that is not documented; write a "
                         "portable artifact instead");
    } else if (!ReadProperties(head, properties, values)) {
      return false;
    }
  } else if (row != nullptr && !TakeInherent(*row, attributes, values, reader)) {
    return false;
  }
  std::string problem;
  if (row != nullptr && !UpgradeAttributes(*row, values, module_, attributes, problem)) {
    return reader.Fail(problem);
  }
  return SetAttributes(operation, std::move(attributes), reader);
}

bool OperationReader::SetAttributes(Operation* operation, std::vector<NamedAttribute> attributes,
                                    ByteReader& reader) {
  std::ranges::sort(attributes, {}, &NamedAttribute::name);
  const auto twice = std::ranges::adjacent_find(attributes, {}, &NamedAttribute::name);
  if (twice != attributes.end()) {
    return reader.Fail(std::string(operation->name) + " has two attributes " +
                       std::string(twice->name));
  }
  operation->attributes = module_.arena().CopyArray(attributes);
  return true;
}

Value* OperationReader::Refer(Scope& scope, size_t index) {
  Value*& value = scope.values[index];
  if (value == nullptr) value = module_.MakeValue(Type(), {});
  return value;
}

Value* OperationReader::Define(ByteReader& reader, Scope& scope, size_t& next_value, Type type) {
  if (reader.has_failed()) return nullptr;
  if (next_value >= scope.values.size()) {
    reader.Fail("a region defines more values than it announces");
    return nullptr;
  }
  Value* value = Refer(scope, next_value++);
  value->type = type;
  return value;
}

bool OperationReader::ReadResults(ByteReader& reader, Operation* operation, Scope& scope,
                                  size_t& next_value) {
  operation->results = module_.arena().MakeArray<Value*>(reader.ReadCount());
  for (size_t i = 0; i < operation->results.size(); ++i) {
    Value* value = Define(reader, scope, next_value, decoder_.ReadType(reader));
    if (value == nullptr) return false;
    value->operation = operation;
    value->index = static_cast<uint32_t>(i);
    operation->results[i] = value;
  }
  return true;
}

bool OperationReader::ReadOperands(ByteReader& reader, Operation* operation, Scope& scope) {
  operation->operands = module_.arena().MakeArray<Value*>(reader.ReadCount());
  for (Value*& operand : operation->operands) {
    const size_t index = reader.ReadIndex(scope.values.size(), "value");
    if (reader.has_failed()) return false;
    operand = Refer(scope, index);
  }
  operation->operand_spans = module_.arena().MakeArray<Span>(operation->operands.size());
  return true;
}

// Reads the use order in the writer's memory. It is kept only for rewriting, since it does not
// affect the program.
bool OperationReader::ReadUseOrders(ByteReader& reader, const void* holder, size_t value_count) {
  std::vector<uint64_t>& numbers = origin_.use_orders[holder];
  const auto read = [&] { return numbers.emplace_back(reader.ReadVarInt()); };
  const uint64_t count = value_count == 1 ? 1 : read();
  for (uint64_t i = 0; i < count && !reader.has_failed(); ++i) {
    if (value_count != 1) read();
    for (uint64_t n = read() >> 1; n > 0 && !reader.has_failed(); --n) read();
  }
  return !reader.has_failed();
}

}  // namespace paddock
