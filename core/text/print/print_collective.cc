// Forms of Shardy.
#include <algorithm>
#include <vector>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

// Returns the part of the attribute's text between `before` and `after`; empty if it lacks them.
std::string_view Bracketed(const Operation& operation, std::string_view name,
                           std::string_view before, std::string_view after) {
  const Attribute* attribute = operation.Find(name);
  if (attribute == nullptr || attribute->kind != AttributeKind::kOpaque) return {};
  std::string_view text = attribute->text;
  if (text.size() <= before.size() + after.size() || !text.starts_with(before) ||
      !text.ends_with(after)) {
    return {};
  }
  text.remove_prefix(before.size());
  text.remove_suffix(after.size());
  return text;
}

std::string_view ShardingsText(const Operation& operation, std::string_view name) {
  return Bracketed(operation, name, "#sdy.sharding_per_value<", ">");
}

bool HasOnly(const Operation& operation, std::initializer_list<std::string_view> names) {
  return std::ranges::all_of(operation.attributes, [&](const NamedAttribute& attribute) {
    return std::ranges::find(names, attribute.name) != names.end();
  });
}

bool PrintMesh(Printer& printer, const Operation& operation) {
  const Attribute* name = operation.Find("sym_name");
  const std::string_view mesh = Bracketed(operation, "mesh", "#sdy.mesh", "");
  const bool is_plain = name != nullptr && name->kind == AttributeKind::kString && !name->type &&
                        operation.operands.empty() && operation.results.empty() &&
                        operation.regions.empty();
  if (mesh.empty() || !is_plain) return false;
  printer << " ";
  printer.PrintSymbolName(name->text);
  printer << " = " << mesh;
  std::vector<NamedAttribute> rest;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.name != "sym_name" && attribute.name != "mesh") rest.push_back(attribute);
  }
  if (!rest.empty()) {
    printer << " ";
    printer.PrintDictionary(rest);
  }
  return true;
}

bool PrintManualComputation(Printer& printer, const Operation& operation) {
  const std::string_view in = ShardingsText(operation, "in_shardings");
  const std::string_view out = ShardingsText(operation, "out_shardings");
  const std::string_view axes = Bracketed(operation, "manual_axes", "#sdy<manual_axes", ">");
  if (in.empty() || out.empty() || axes.empty() || operation.regions.size() != 1 ||
      !HasOnly(operation, {"in_shardings", "out_shardings", "manual_axes"})) {
    return false;
  }
  const Region& body = *operation.regions[0];
  if (body.block_count != 1 || body.first->is_empty()) return false;
  printer << "(";
  printer.PrintUses(operation.operands);
  printer << ") in_shardings=" << in << " out_shardings=" << out << " manual_axes=" << axes << " (";
  for (size_t i = 0; i < body.first->arguments.size(); ++i) {
    if (i != 0) printer << ", ";
    printer.PrintUse(*body.first->arguments[i]);
    printer << ": ";
    printer.PrintType(body.first->arguments[i]->type);
  }
  printer << ") ";
  printer.PrintRegion(body, true);
  printer << " : ";
  printer.PrintFunctionalType(operation);
  return true;
}

bool PrintShardingConstraint(Printer& printer, const Operation& operation) {
  const std::string_view sharding = Bracketed(operation, "sharding", "#sdy.sharding", "");
  if (sharding.empty() || operation.operands.size() != 1 || operation.results.size() != 1 ||
      !operation.regions.empty() || operation.operands[0]->type != operation.results[0]->type ||
      !HasOnly(operation, {"sharding"})) {
    return false;
  }
  printer << " ";
  printer.PrintUses(operation.operands);
  printer << " " << sharding << " : ";
  printer.PrintType(operation.results[0]->type);
  return true;
}

constexpr CustomPrinter kCollectivePrinters[] = {
    {"Mesh", PrintMesh},
    {"ManualComputation", PrintManualComputation},
    {"ShardingConstraint", PrintShardingConstraint},
};

}  // namespace

std::span<const CustomPrinter> CollectivePrinters() { return kCollectivePrinters; }

}  // namespace paddock
