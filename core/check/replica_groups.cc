#include "core/check/replica_groups.h"

#include <algorithm>

#include "core/check/index_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

constexpr std::string_view kGroups = "replica_groups";

bool FailForm(CheckContext& context, std::string_view detail) {
  context.Fail(Constraint::kAttributeForm, At::Attribute(kGroups), detail);
  return false;
}

// Requires that the named axes exist in an inline mesh.
bool CheckAxes(CheckContext& context, const Attribute& mesh, const Attribute& axes) {
  const Attribute* mesh_axes = mesh.Find("axes");
  for (const Attribute* axis : axes.elements) {
    const Attribute* name = axis->Find("name");
    if (axis->kind != AttributeKind::kStruct || name == nullptr) {
      return FailForm(context, "an entry of axes is no axis_ref");
    }
    const bool is_known = mesh_axes != nullptr &&
                          std::ranges::any_of(mesh_axes->elements, [&](const Attribute* known) {
                            const Attribute* known_name = known->Find("name");
                            return known_name != nullptr && known_name->text == name->text;
                          });
    if (!is_known) return FailForm(context, Say("the mesh has no axis \"", name->text, "\""));
  }
  return true;
}

bool CheckMesh(CheckContext& context, const Attribute& groups) {
  const Attribute* mesh = groups.Find("mesh");
  const Attribute* axes = groups.Find("axes");
  if (mesh == nullptr) return FailForm(context, "there is no mesh");
  if (mesh->kind == AttributeKind::kSymbol) {
    if (context.module().FindSymbol(mesh->text) != nullptr) return true;
    Diagnostic& diagnostic =
        context.Report(Info(Constraint::kSymbolUnknown), Severity::kError, At::Attribute(kGroups),
                       Say("the module has no @", mesh->text));
    std::vector<std::string_view> names;
    for (const Operation* operation : *context.module().body()) {
      if (!SymbolName(*operation).empty()) names.push_back(SymbolName(*operation));
    }
    SuggestNearest(diagnostic, mesh->span, mesh->text, Naming::kProgram, names, "@");
    return false;
  }
  if (mesh->kind != AttributeKind::kStruct || mesh->name != "mesh") {
    return FailForm(context, "the mesh is neither a symbol nor a #stablehlo.mesh");
  }
  return axes == nullptr || CheckAxes(context, *mesh, *axes);
}

bool CheckIds(CheckContext& context, const std::vector<int64_t>& all,
              const ReplicaGroupRules& rules) {
  const At at = At::Attribute(kGroups);
  std::vector<int64_t> ids;
  for (int64_t id : all) {
    if (id != -1 || !rules.may_pad) ids.push_back(id);
  }
  // The specification does not allow groups of different lengths.
  if (ids.size() != all.size() &&
      !context.Warn(rules.range, at, Say("an id is -1, which stands for none"))) {
    return false;
  }
  if (!CheckUnique(context, rules.unique, at, ids)) return false;
  const uint64_t limit = rules.is_dense ? ids.size() : uint64_t{INT64_MAX};
  return CheckInRange(context, rules.range, at, ids, limit);
}

}  // namespace

Result<ReplicaGroups> CheckReplicaGroups(CheckContext& context, const ReplicaGroupRules& rules) {
  const Attribute& attribute = *context.attribute(kGroups);
  ReplicaGroups groups;
  if (attribute.kind == AttributeKind::kStruct && attribute.name == "replica_group_mesh_axes") {
    if (!CheckMesh(context, attribute)) return Failed();
    groups.is_mesh = true;
    return groups;
  }
  const Type type = attribute.type;
  if (attribute.kind != AttributeKind::kElements || !type.is_tensor() || type.rank() != 2) {
    FailForm(context, "replica_groups must be a 2-dimensional tensor constant of type si64");
    return Failed();
  }
  groups.row_length = type.shape()[1];
  groups.ids = IntegersOf(&attribute);
  if (groups.ids.empty() && context.boolean("use_global_device_ids")) {
    FailForm(context, "replica_groups is empty though use_global_device_ids = true");
    return Failed();
  }
  if (!CheckIds(context, groups.ids, rules)) return Failed();
  return groups;
}

int64_t ChannelId(const CheckContext& context) {
  const Attribute* channel = context.attribute("channel_handle");
  const Attribute* handle = channel == nullptr ? nullptr : channel->Find("handle");
  return handle == nullptr ? 0 : handle->integer;
}

std::optional<int64_t> GroupSize(const CheckContext& context, const ReplicaGroups& groups) {
  const bool spans_partitions = ChannelId(context) > 0 && !context.boolean("use_global_device_ids");
  if (!groups.is_mesh && !groups.ids.empty() && !spans_partitions) return groups.row_length;
  return context.is_run() ? context.known()->GroupSize() : std::nullopt;
}

bool CheckGlobalIds(CheckContext& context, Constraint rule) {
  if (!context.boolean("use_global_device_ids") || ChannelId(context) > 0) return true;
  context.Fail(rule, At::Attribute("use_global_device_ids"),
               Say("channel_id = ", ChannelId(context)));
  return false;
}

}  // namespace paddock
