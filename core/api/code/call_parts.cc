#include "core/api/code/call_parts.h"

#include <algorithm>

#include "core/check/check.h"
#include "core/check/context.h"
#include "core/check/region_arguments.h"
#include "core/ir/defaults.h"

namespace paddock::code {
namespace {

bool IsSegments(std::string_view name) {
  return name == "operandSegmentSizes" || name == "resultSegmentSizes";
}

void AddAttributes(CallParts& parts) {
  const OpInfo& info = *parts.operation->info;
  for (size_t row = 0; row < info.attributes.size(); ++row) {
    const Attribute* value = parts.operation->Find(info.attributes[row].name);
    if (value == nullptr || IsDefault(info.attributes[row], *value)) continue;
    parts.attributes.push_back({row, value, IsStatable(info.attributes[row], *value)});
  }
  for (const NamedAttribute& attribute : parts.operation->attributes) {
    if (info.FindAttribute(attribute.name) < 0 && !IsSegments(attribute.name)) {
      parts.foreign.push_back(attribute);
    }
  }
}

void AddRows(CallParts& parts) {
  const Operation& operation = *parts.operation;
  for (size_t row = 0; row < operation.info->operands.size(); ++row) {
    const auto group = GroupOf(operation.info->operands, operation.operands.size(),
                               operation.Find("operandSegmentSizes"), row);
    parts.rows.push_back(group ? operation.operands.subspan(group->first, group->count)
                               : operation.operands.subspan(0, 0));
  }
}

void AddRegions(CallParts& parts, TypeContext& types) {
  const Operation& operation = *parts.operation;
  std::vector<std::vector<Type>> operands;
  for (const std::span<Value* const> row : parts.rows) {
    operands.emplace_back();
    for (const Value* operand : row) operands.back().push_back(operand->type);
  }
  const Attribute* dimension = operation.Find("dimension");
  const std::span<const RegionInfo> rows = operation.info->regions;
  for (const Region* region : operation.regions) {
    const RegionInfo& row = rows[std::min(parts.gives_arguments.size(), rows.size() - 1)];
    const std::vector<Type> inferred =
        RegionArgumentTypes(row, operands, dimension == nullptr ? 0 : dimension->integer, types);
    std::vector<Type> written;
    for (const Value* argument : region->first->arguments) written.push_back(argument->type);
    parts.gives_arguments.push_back(written != inferred);
    if (row.is_given) {
      parts.has_method = parts.has_method && row.arity == Arity::kOne;
    } else {
      parts.has_method = parts.has_method && written == inferred;
    }
  }
}

bool HasInferredTypes(const Operation& operation, const Module& module, TypeContext& types) {
  DiagnosticSink sink;
  const auto inferred = InferNewResultTypes(operation, module, types, sink);
  return inferred.has_value() &&
         std::ranges::equal(*inferred, operation.results, {}, {},
                            [](const Value* result) { return result->type; });
}

}  // namespace

CallParts PartsOf(const Operation& operation, const Module& module) {
  CallParts parts;
  parts.operation = &operation;
  parts.method = &MethodOf(operation.info->kind);
  parts.has_method = !parts.method->name.empty();
  TypeContext types(&module.types());
  AddAttributes(parts);
  AddRows(parts);
  AddRegions(parts, types);
  parts.takes_types = std::ranges::any_of(operation.info->origins, [](const ResultOrigin& origin) {
    return origin.source == ResultSource::kGiven;
  });
  parts.gives_types = !parts.takes_types && !operation.results.empty() &&
                      !HasInferredTypes(operation, module, types);
  return parts;
}

}  // namespace paddock::code
