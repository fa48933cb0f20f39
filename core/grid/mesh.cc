// The groups that axes of a mesh define.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/grid/groups.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// A dimension of the mesh's array of devices: an axis, or a factor of one.
struct MeshDimension {
  int64_t size = 1;
  // Its position among the listed ones; -1 if it is not listed.
  int64_t listed = -1;
};

// Returns the mesh: inline, or from the operation that the symbol names.
const Attribute* FindMesh(const Module& module, const Attribute& mesh_axes) {
  const Attribute* mesh = mesh_axes.Find("mesh");
  if (mesh == nullptr || mesh->kind != AttributeKind::kSymbol) return mesh;
  const Operation* symbol = module.FindSymbol(mesh->text);
  if (symbol == nullptr) return nullptr;
  const Attribute* held = symbol->Find("mesh");
  return held != nullptr ? held : symbol->Find("stablehlo.mesh");
}

class MeshReader {
 public:
  explicit MeshReader(std::string& problem) : problem_(problem) {}

  std::optional<GroupRows> Read(const Attribute& mesh, const Attribute* axes) {
    const Attribute* mesh_axes = mesh.Find("axes");
    if (mesh_axes == nullptr) return Fail("the mesh has no axes");
    for (const Attribute* axis : mesh_axes->elements) {
      const Attribute* name = axis->Find("name");
      const Attribute* size = axis->Find("size");
      if (name == nullptr || size == nullptr || size->integer <= 0) {
        return Fail("an axis of the mesh has no name or size");
      }
      if (__builtin_mul_overflow(device_count_, size->integer, &device_count_) ||
          device_count_ > kMaximumProcesses) {
        return Fail("the mesh has too many devices");
      }
      axes_.push_back({name->text, {{size->integer, -1}}});
    }
    if (axes != nullptr) {
      for (const Attribute* axis : axes->elements) {
        if (!List(*axis)) return std::nullopt;
      }
    }
    return Cut(IntegersOf(mesh.Find("device_ids")));
  }

 private:
  struct Axis {
    std::string_view name;
    std::vector<MeshDimension> factors;
  };

  std::nullopt_t Fail(std::string problem) {
    problem_ = std::move(problem);
    return std::nullopt;
  }

  // Marks an axis, or the factor of it that `(pre)size` names, as listed.
  bool List(const Attribute& reference) {
    const Attribute* name = reference.Find("name");
    const auto axis =
        std::ranges::find(axes_, name == nullptr ? std::string_view() : name->text, &Axis::name);
    if (axis == axes_.end()) {
      problem_ = "the mesh has no axis \"" +
                 std::string(name == nullptr ? std::string_view() : name->text) + "\"";
      return false;
    }
    const Attribute* sub_axis = reference.Find("sub_axis_info");
    int64_t pre = 1;
    int64_t size = 0;
    if (sub_axis != nullptr) {
      const Attribute* pre_size = sub_axis->Find("pre_size");
      const Attribute* own_size = sub_axis->Find("size");
      pre = pre_size == nullptr ? 1 : pre_size->integer;
      size = own_size == nullptr ? 0 : own_size->integer;
    } else {
      for (size = 1; const MeshDimension& factor : axis->factors) size *= factor.size;
    }
    return Split(*axis, pre) && Split(*axis, pre * size) && Mark(*axis, pre, size);
  }

  // Splits factors of the axis so that the product of the first ones is `product`.
  bool Split(Axis& axis, int64_t product) {
    int64_t before = 1;
    for (size_t i = 0; i < axis.factors.size() && product > 0; ++i) {
      if (before == product) return true;
      const MeshDimension factor = axis.factors[i];
      if (product < before * factor.size) {
        const int64_t first = product / before;
        if (product % before != 0 || factor.size % first != 0) break;
        axis.factors[i].size = first;
        axis.factors.insert(axis.factors.begin() + static_cast<ptrdiff_t>(i) + 1,
                            {factor.size / first, factor.listed});
        return true;
      }
      before *= factor.size;
    }
    if (before == product) return true;
    problem_ = "a part of axis \"" + std::string(axis.name) + "\" does not divide it";
    return false;
  }

  bool Mark(Axis& axis, int64_t pre, int64_t size) {
    int64_t before = 1;
    for (MeshDimension& factor : axis.factors) {
      if (before >= pre && before < pre * size) {
        if (factor.listed >= 0) {
          problem_ = "axis \"" + std::string(axis.name) + "\" is named twice";
          return false;
        }
        factor.listed = listed_++;
      }
      before *= factor.size;
    }
    return true;
  }

  std::optional<GroupRows> Cut(const std::vector<int64_t>& device_ids) {
    if (!device_ids.empty() && static_cast<int64_t>(device_ids.size()) != device_count_) {
      return Fail("the mesh has " + std::to_string(device_count_) + " devices and " +
                  std::to_string(device_ids.size()) + " device ids");
    }
    // Dimensions with their strides in the mesh's array: the unlisted ones, then the listed ones in
    // order.
    std::vector<std::pair<MeshDimension, int64_t>> dimensions;
    for (const Axis& axis : axes_) {
      for (const MeshDimension& factor : axis.factors) dimensions.push_back({factor, 1});
    }
    int64_t stride = 1;
    for (size_t i = dimensions.size(); i-- > 0;) {
      dimensions[i].second = stride;
      stride *= dimensions[i].first.size;
    }
    // Dimensions have descending strides in the mesh.
    std::ranges::sort(dimensions, {}, [](const auto& dimension) {
      return std::pair(dimension.first.listed, -dimension.second);
    });
    int64_t group_size = 1;
    for (const auto& [dimension, unused] : dimensions) {
      if (dimension.listed >= 0) group_size *= dimension.size;
    }
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < device_count_; ++i) {
      int64_t rest = i;
      int64_t at = 0;
      for (size_t d = dimensions.size(); d-- > 0;) {
        at += rest % dimensions[d].first.size * dimensions[d].second;
        rest /= dimensions[d].first.size;
      }
      ids.push_back(device_ids.empty() ? at : device_ids[static_cast<size_t>(at)]);
    }
    return RowsOf(ids, group_size);
  }

  std::string& problem_;
  std::vector<Axis> axes_;
  int64_t device_count_ = 1;
  int64_t listed_ = 0;
};

}  // namespace

std::optional<GroupRows> RowsOfMesh(const Module& module, const Attribute& mesh_axes,
                                    std::string& problem) {
  const Attribute* mesh = FindMesh(module, mesh_axes);
  if (mesh == nullptr) {
    problem = "the mesh of replica_groups is not defined";
    return std::nullopt;
  }
  return MeshReader(problem).Read(*mesh, mesh_axes.Find("axes"));
}

}  // namespace paddock
