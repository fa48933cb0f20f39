#include "core/bytecode/downgrade.h"

#include <algorithm>
#include <string>

#include "core/bytecode/absent.h"
#include "core/bytecode/container.h"
#include "core/bytecode/sdy_properties.h"
#include "core/ir/defaults.h"

namespace paddock {
namespace {

struct Limit {
  std::string_view operation;
  // Returns `nullptr` if `operation` fits the older form; otherwise names the newer feature.
  const char* (*find)(const Operation& operation);
  VhloVersion since;
};

const char* FindOneOperand(const Operation& operation) {
  return operation.operands.size() == 1 ? nullptr : "several operands";
}

// Requires that the first half of a body's arguments has the operands' elements.
const char* FindPlainReducer(const Operation& operation) {
  for (const Region* region : operation.regions) {
    if (region->is_empty()) continue;
    const std::span<Value* const> arguments = region->first->arguments;
    const size_t half = arguments.size() / 2;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const size_t operand = half == 0 ? 0 : i % half;
      if (operand >= operation.operands.size()) continue;
      if (arguments[i]->type.element() != operation.operands[operand]->type.element()) {
        return "a body that computes in another element type";
      }
    }
  }
  return nullptr;
}

const char* FindNoRegion(const Operation& operation) {
  return operation.regions.empty() ? nullptr : "regions";
}

const char* FindTextConfig(const Operation& operation) {
  const Attribute* config = operation.Find("backend_config");
  const Attribute* version = operation.Find("api_version");
  const bool is_typed = (config != nullptr && config->kind == AttributeKind::kDictionary) ||
                        (version != nullptr && version->integer == 4);
  return is_typed ? "a configuration that is a dictionary" : nullptr;
}

const char* FindNoFuture(const Operation& operation) {
  const auto is_future = [](const Value* value) { return value->type.is(TypeKind::kFuture); };
  return std::ranges::any_of(operation.operands, is_future) ||
                 std::ranges::any_of(operation.results, is_future)
             ? "futures"
             : nullptr;
}

#define VHLO_LIMIT(operation, rule, since) {operation, Find##rule, since},
constexpr Limit kLimits[] = {
#include "core/bytecode/vhlo_limits.def"
};
#undef VHLO_LIMIT

bool IsNeutralField(const Attribute& value) {
  if (value.kind == AttributeKind::kDenseArray) return value.integers.empty();
  return value.kind == AttributeKind::kInteger && value.integer == 0;
}

}  // namespace

bool Downgrade::Run(const Operation& module, WireOperation& result) {
  return Lower(module, result);
}

bool Downgrade::Report(const Operation& operation) {
  if (encoder_.problem().empty()) return true;
  sink_.Error(kArtifactCode, operation.span,
              std::string(operation.name) + ": " + encoder_.problem());
  return false;
}

const VhloOperation* Downgrade::FindRow(const Operation& operation) {
  const OpInfo* info = operation.info;
  // One operation of VHLO ends functions and other regions.
  if (operation.is(OpKind::kFuncReturn)) info = &Info(OpKind::kStablehloReturn);
  VhloVersion since;
  const VhloOperation* row =
      info == nullptr ? nullptr : table_.Find(*info, encoder_.version(), since);
  if (row != nullptr) return row;
  if (info == nullptr || since > kNewestVhlo) {
    encoder_.Refuse("a portable artifact holds operations of stablehlo, func and sdy only");
  } else {
    encoder_.Refuse("it was added in " + ToString(since) + ", but the artifact has version " +
                    ToString(encoder_.version()));
  }
  return nullptr;
}

bool Downgrade::Lower(const Operation& operation, WireOperation& result) {
  result.source = &operation;
  result.place = encoder_.PlaceNode(operation.location);
  for (const Value* operand : operation.operands) {
    result.operands.push_back(casts_.For(operation, *operand));
  }
  if (operation.is(OpKind::kBuiltinModule)) {
    LowerModule(operation, result);
  } else if (operation.info != nullptr && KeepsBuiltinTypes(operation)) {
    LowerSdy(operation, result);
  } else if (const VhloOperation* row = FindRow(operation)) {
    result.name = row->name;
    result.is_downgraded = row->until < kNewestVhlo;
    CheckLimits(operation);
    LowerAttributes(*row, operation, result);
  }
  for (const Value* value : operation.results) result.result_types.push_back(TypeNode(*value));
  return Report(operation) && LowerRegions(operation, result);
}

uint32_t Downgrade::TypeNode(const Value& value) {
  return HasBuiltinType(value) ? encoder_.BuiltinTypeNode(value.type)
                               : encoder_.VhloTypeNode(value.type);
}

bool Downgrade::LowerRegions(const Operation& operation, WireOperation& result) {
  for (const Region* region : operation.regions) {
    WireRegion& lowered = result.regions.emplace_back();
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      if (!LowerBlock(*block, lowered.blocks.emplace_back())) return false;
    }
  }
  return Report(operation);
}

bool Downgrade::LowerBlock(const Block& block, WireBlock& result) {
  result.source = &block;
  for (const Value* argument : block.arguments) {
    result.argument_types.push_back(TypeNode(*argument));
    result.argument_places.push_back(encoder_.PlaceNode(argument->location));
  }
  LowerCasts(casts_.Begin(block), result);
  for (const Operation* operation : block) {
    if (!Lower(*operation, result.operations.emplace_back())) return false;
    LowerCasts(casts_.After(*operation), result);
  }
  return true;
}

void Downgrade::LowerCasts(std::span<const Operation* const> casts, WireBlock& result) {
  for (const Operation* cast : casts) {
    WireOperation& lowered = result.operations.emplace_back();
    lowered.source = cast;
    lowered.dialect = WireDialect::kBuiltin;
    lowered.name = kCastName;
    lowered.place = encoder_.PlaceNode(cast->location);
    lowered.operands = {cast->operands[0]};
    const Type type = cast->results[0]->type;
    lowered.result_types = {HasBuiltinType(*cast->operands[0]) ? encoder_.VhloTypeNode(type)
                                                               : encoder_.BuiltinTypeNode(type)};
  }
}

// An operation of Shardy keeps its name and attributes.
void Downgrade::LowerSdy(const Operation& operation, WireOperation& result) {
  result.dialect = WireDialect::kSdy;
  result.name = operation.name.substr(std::string_view("sdy.").size());
  const std::span<const std::string_view> names = SdyProperties(operation.name);
  result.has_properties =
      !names.empty() && ContainerVersion(encoder_.version()) >= kPropertiesContainer;
  std::vector<std::pair<std::string_view, uint32_t>> entries;
  for (const NamedAttribute& attribute : operation.attributes) {
    const uint32_t node = encoder_.BuiltinAttributeNode(*attribute.value);
    // Attributes and properties have the order of their names.
    if (result.has_properties && std::ranges::find(names, attribute.name) != names.end()) {
      result.properties.push_back(node);
    } else {
      entries.emplace_back(attribute.name, node);
    }
  }
  if (result.has_properties && result.properties.size() != names.size()) {
    encoder_.Refuse("one of its attributes is missing");
  }
  if (!entries.empty()) result.dictionary = encoder_.BuiltinDictionaryNode(entries);
}

// A module keeps its builtin operation and attributes.
void Downgrade::LowerModule(const Operation& operation, WireOperation& result) {
  result.dialect = WireDialect::kBuiltin;
  result.name = "module";
  const bool has_properties = ContainerVersion(encoder_.version()) >= kPropertiesContainer;
  std::vector<std::pair<std::string_view, uint32_t>> entries;
  result.has_properties = has_properties;
  if (has_properties) result.properties.resize(2);
  for (const NamedAttribute& attribute : operation.attributes) {
    const uint32_t node = encoder_.BuiltinAttributeNode(*attribute.value);
    if (has_properties && attribute.name == "sym_name") {
      result.properties[0] = node;
    } else if (has_properties && attribute.name == "sym_visibility") {
      result.properties[1] = node;
    } else {
      entries.emplace_back(attribute.name, node);
    }
  }
  if (!entries.empty()) result.dictionary = encoder_.BuiltinDictionaryNode(entries);
}

// Returns `nullptr` if the operation does not have it.
const Attribute* Downgrade::FindValue(const VhloAttribute& attribute,
                                      const Operation& operation) const {
  const Attribute* value = attribute.place.empty() ? nullptr : operation.Find(attribute.place);
  if (value == nullptr || attribute.field.empty()) return value;
  return value->Find(attribute.field);
}

uint32_t Downgrade::LowerAttribute(const VhloAttribute& attribute, const Operation& operation) {
  const Attribute* value = FindValue(attribute, operation);
  if (value == nullptr && !attribute.absent.empty()) {
    value = MakeAbsent(attribute.absent, operation, scratch_);
  }
  if (value == nullptr) {
    encoder_.Refuse("its attribute " + std::string(attribute.name) + " is missing");
    return 0;
  }
  return attribute.name == "api_version" ? encoder_.ApiVersionNode(*value)
                                         : encoder_.VhloAttributeNode(*value);
}

void Downgrade::LowerAttributes(const VhloOperation& row, const Operation& operation,
                                WireOperation& result) {
  CheckLeftOut(row, operation);
  std::vector<std::pair<std::string_view, uint32_t>> entries;
  const auto is_inherent = [&](std::string_view name) {
    return std::ranges::find(row.attributes, name, &VhloAttribute::place) != row.attributes.end() ||
           operation.info->FindAttribute(name) >= 0;
  };
  for (const NamedAttribute& attribute : operation.attributes) {
    if (is_inherent(attribute.name)) continue;
    entries.emplace_back(attribute.name, encoder_.VhloAttributeNode(*attribute.value));
  }
  const bool has_properties = ContainerVersion(encoder_.version()) >= kPropertiesContainer;
  result.has_properties = has_properties && !row.attributes.empty();
  for (const VhloAttribute& attribute : row.attributes) {
    const uint32_t node = LowerAttribute(attribute, operation);
    if (has_properties) {
      result.properties.push_back(node);
    } else {
      entries.emplace_back(attribute.name, node);
    }
  }
  std::ranges::sort(entries, {}, &std::pair<std::string_view, uint32_t>::first);
  if (!entries.empty()) result.dictionary = encoder_.BuiltinDictionaryNode(entries);
}

// Refuses non-default attributes for which the row has no column.
void Downgrade::CheckLeftOut(const VhloOperation& row, const Operation& operation) {
  for (const NamedAttribute& attribute : operation.attributes) {
    const int index = operation.info->FindAttribute(attribute.name);
    if (index < 0) continue;
    const auto column = std::ranges::find(row.attributes, attribute.name, &VhloAttribute::place);
    if (column != row.attributes.end()) {
      if (!column->field.empty()) CheckFields(row, attribute);
      continue;
    }
    const AttributeInfo& info = operation.info->attributes[static_cast<size_t>(index)];
    if (IsDefault(info, *attribute.value)) continue;
    encoder_.Refuse("StableHLO " + ToString(encoder_.version()) + " has no attribute " +
                    std::string(attribute.name) + " of it");
  }
}

void Downgrade::CheckFields(const VhloOperation& row, const NamedAttribute& structure) {
  for (const NamedAttribute& field : structure.value->fields) {
    const bool has_column = std::ranges::any_of(row.attributes, [&](const VhloAttribute& column) {
      return column.place == structure.name && column.field == field.name;
    });
    // Older versions keep the channel's type only for operations that send.
    if (has_column || structure.name == "channel_handle" || IsNeutralField(*field.value)) continue;
    encoder_.Refuse("StableHLO " + ToString(encoder_.version()) + " has no " +
                    std::string(field.name) + " in its " + std::string(structure.name));
  }
}

void Downgrade::CheckLimits(const Operation& operation) {
  for (const Limit& limit : kLimits) {
    if (limit.operation != operation.name || encoder_.version() >= limit.since) continue;
    const char* found = limit.find(operation);
    if (found == nullptr) continue;
    encoder_.Refuse("it may have " + std::string(found) + " since " + ToString(limit.since) +
                    ", but the artifact has version " + ToString(encoder_.version()));
  }
}

}  // namespace paddock
