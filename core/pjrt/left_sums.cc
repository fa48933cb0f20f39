#include "core/pjrt/left_sums.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace paddock::pjrt {
namespace {

constexpr std::string_view kOneStart = "#sdy.sharding";
constexpr std::string_view kListStart = "#sdy.sharding_per_value<[";
constexpr std::string_view kListEnd = "]>";

std::string TextOf(const MeshSharding::AxisPart& part) {
  std::string text = "\"" + std::string(part.axis) + "\"";
  if (part.size == 0) return text;
  return text + ":(" + std::to_string(part.before) + ")" + std::to_string(part.size);
}

std::string TextOf(const std::vector<MeshSharding::AxisPart>& parts) {
  std::string text;
  for (const MeshSharding::AxisPart& part : parts) {
    text += (text.empty() ? "" : ", ") + TextOf(part);
  }
  return "{" + text + "}";
}

// Returns `<@mesh, [{"x"}, {}], unreduced={"y"}>`. Open dimensions and replicated axes have no
// meaning here.
std::string TextOf(const MeshSharding& sharding) {
  const bool is_word = sharding.mesh.find_first_of(" ,>\"") == std::string_view::npos;
  const std::string quote = is_word ? "" : "\"";
  std::string text = "<@" + quote + std::string(sharding.mesh) + quote + ", [";
  for (size_t i = 0; i < sharding.dimensions.size(); ++i) {
    text += (i == 0 ? "" : ", ") + TextOf(sharding.dimensions[i]);
  }
  text += "]";
  if (!sharding.unreduced.empty()) text += ", unreduced=" + TextOf(sharding.unreduced);
  return text + ">";
}

std::optional<Mesh> MeshOf(const Module& module, std::string_view name) {
  const Operation* found = module.FindSymbol(name);
  const Attribute* written = found == nullptr ? nullptr : found->Find("mesh");
  return written == nullptr ? std::nullopt : ParseMesh(written->text);
}

// Returns the index of an axis in the mesh; the number of axes if the mesh does not have it.
ptrdiff_t IndexOf(const Mesh& mesh, std::string_view axis) {
  return std::ranges::find(mesh.axes, axis, &Mesh::Axis::name) - mesh.axes.begin();
}

// Returns the number of devices along a part of an axis; 1 if the mesh does not have it.
int64_t SizeOf(const Mesh& mesh, const MeshSharding::AxisPart& part) {
  if (part.size != 0) return part.size;
  const auto axis = std::ranges::find(mesh.axes, part.axis, &Mesh::Axis::name);
  return axis == mesh.axes.end() ? 1 : axis->size;
}

}  // namespace

std::optional<LeftSum> LeftSumOf(const Module& module, const MeshSharding& sharding,
                                 const std::vector<std::string_view>* axes) {
  if (sharding.unreduced.empty()) return std::nullopt;
  const auto mesh = MeshOf(module, sharding.mesh);
  if (!mesh) return std::nullopt;
  LeftSum sum;
  for (const MeshSharding::AxisPart& part : sharding.unreduced) {
    const bool is_among = axes == nullptr || std::ranges::find(*axes, part.axis) != axes->end();
    const int64_t size = SizeOf(*mesh, part);
    if (!is_among || size == 1) continue;
    sum.parts.push_back(part);
    sum.count *= size;
  }
  if (sum.parts.empty()) return std::nullopt;
  std::ranges::sort(sum.parts, {}, [&](const MeshSharding::AxisPart& part) {
    return std::pair(IndexOf(*mesh, part.axis), part.before);
  });
  sum.key = "@" + std::string(sharding.mesh) + TextOf(sum.parts);
  return sum;
}

MeshSharding StackSharding(const MeshSharding& sharding, const LeftSum& sum) {
  MeshSharding stack = sharding;
  stack.dimensions.insert(stack.dimensions.begin(), sum.parts);
  std::erase_if(stack.unreduced, [&](const MeshSharding::AxisPart& part) {
    return std::ranges::any_of(sum.parts, [&](const MeshSharding::AxisPart& left) {
      return left.axis == part.axis && left.before == part.before;
    });
  });
  return stack;
}

std::optional<MeshSharding> ReadSharding(Module& module, std::string_view text) {
  if (!text.starts_with(kOneStart)) return std::nullopt;
  text.remove_prefix(kOneStart.size());
  const std::string list = std::string(kListStart) + std::string(text) + std::string(kListEnd);
  auto shardings = ParseMeshShardings(module.arena().CopyString(list));
  if (!shardings || shardings->size() != 1) return std::nullopt;
  return std::move(shardings->front());
}

std::string ShardingText(const MeshSharding& sharding) {
  return std::string(kOneStart) + TextOf(sharding);
}

std::string ShardingsText(const std::vector<MeshSharding>& shardings) {
  std::string text;
  for (const MeshSharding& sharding : shardings) {
    text += (text.empty() ? "" : ", ") + TextOf(sharding);
  }
  return std::string(kListStart) + text + std::string(kListEnd);
}

}  // namespace paddock::pjrt
