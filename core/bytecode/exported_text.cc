#include "core/bytecode/exported_text.h"

#include <algorithm>
#include <utility>

#include "core/bytecode/exported_fields.h"

namespace paddock {
namespace {

using exported::TreeKind;

constexpr size_t kDeepestTree = 256;
constexpr size_t kLongestPath = 4096;
// Limits of texts, which are cut: a few bytes can repeat a text many times.
constexpr size_t kLongestWord = 1000;
constexpr size_t kMostAxes = 64;

size_t AxisCount(const FlatVector& axes) { return std::min(axes.size(), kMostAxes); }

// Collects paths of a tree's leaves.
class Leaves {
 public:
  Leaves(size_t limit, ArtifactErrors& errors) : limit_(limit), errors_(errors) {}

  void Add(FlatTable tree, const std::string& path, size_t depth = 0) {
    if (depth > kDeepestTree) return errors_.Fail("a tree of arguments deeper than 256");
    if (path.size() > kLongestPath) return errors_.Fail("a path of more than 4096 bytes");
    // Each node counts, so that a shared subtree without leaves also ends.
    if (errors_.has_failed() || paths_.size() >= limit_ || ++visited_ > 16 * limit_ + 64) return;
    const auto kind = static_cast<TreeKind>(tree.U8(exported::kTreeKind));
    if (kind > TreeKind::kCustom) return errors_.Fail("a tree of arguments of an unknown kind");
    if (kind == TreeKind::kLeaf) return paths_.push_back(path);
    const FlatVector children = tree.Vector(exported::kChildren, 4);
    const FlatVector names = tree.Vector(exported::kChildNames, 4);
    for (size_t i = 0; i < children.size() && !IsFull(); ++i) {
      const std::string step = kind == TreeKind::kDictionary
                                   ? "'" + CommentText(names.Text(i)) + "'"
                                   : std::to_string(i);
      Add(children.Table(i), path + "[" + step + "]", depth + 1);
    }
  }
  std::vector<std::string> Take() { return std::move(paths_); }

 private:
  bool IsFull() const { return errors_.has_failed() || paths_.size() >= limit_; }

  size_t limit_;
  ArtifactErrors& errors_;
  size_t visited_ = 0;
  std::vector<std::string> paths_;
};

// Splits ['name']rest, a keyword argument, into the name and the rest.
std::string Keyword(const std::string& path) {
  const size_t end = path.find("']");
  return path.starts_with("['") && end != std::string::npos
             ? path.substr(2, end - 2) + path.substr(end + 2)
             : path;
}

std::string MeshText(FlatTable mesh) {
  const FlatVector sizes = mesh.Vector(exported::kAxisSizes, 4);
  const FlatVector names = mesh.Vector(exported::kAxisNames, 4);
  std::string text;
  for (size_t i = 0; i < AxisCount(names); ++i) {
    if (i != 0) text += ", ";
    text += CommentText(names.Text(i)) + "=" + std::to_string(sizes.U32(i));
  }
  return text;
}

std::string AxesText(FlatVector axes) {
  if (axes.size() == 0) return "None";
  std::string text;
  for (size_t i = 0; i < AxisCount(axes); ++i) {
    if (i != 0) text += ", ";
    text += "'" + CommentText(axes.Text(i)) + "'";
  }
  return axes.size() == 1 ? text : "(" + text + ")";
}

std::string NamedShardingText(FlatTable exported, FlatTable sharding) {
  const FlatVector meshes = exported.Vector(exported::kUniqueMeshes, 4);
  const FlatTable mesh = meshes.size() != 0 ? meshes.Table(sharding.U32(exported::kMeshIndex))
                                            : sharding.Table(exported::kMesh);
  const FlatVector axes = sharding.Table(exported::kSpec).Vector(exported::kPartitions, 4);
  std::string text = "P(";
  for (size_t i = 0; i < AxisCount(axes); ++i) {
    if (i != 0) text += ", ";
    text += AxesText(axes.Table(i).Vector(exported::kAxes, 4));
  }
  return text + ") over " + MeshText(mesh);
}

}  // namespace

std::string CommentText(std::string_view text) {
  std::string line(text.substr(0, kLongestWord));
  std::ranges::replace_if(line, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return line;
}

std::vector<std::string> ArgumentPaths(FlatTable tree, size_t limit, ArtifactErrors& errors) {
  const FlatVector parts = tree.Vector(exported::kChildren, 4);
  Leaves positional(limit, errors);
  positional.Add(parts.Table(0), "args");
  std::vector<std::string> paths = positional.Take();
  Leaves keywords(limit, errors);
  if (parts.size() > 1) keywords.Add(parts.Table(1), "");
  for (const std::string& path : keywords.Take()) paths.push_back(Keyword(path));
  return paths;
}

std::vector<std::string> ResultPaths(FlatTable tree, size_t limit, ArtifactErrors& errors) {
  Leaves leaves(limit, errors);
  leaves.Add(tree, "");
  return leaves.Take();
}

std::string SymbolicShape(FlatTable aval) {
  const FlatVector sizes = aval.Vector(exported::kShape, 4);
  std::string text = "[";
  bool is_symbolic = false;
  for (size_t i = 0; i < AxisCount(sizes); ++i) {
    const std::string size = CommentText(sizes.Text(i));
    is_symbolic = is_symbolic || size.find_first_not_of("0123456789") != std::string::npos;
    if (i != 0) text += ", ";
    text += size;
  }
  return is_symbolic ? text + "]" : "";
}

std::string ShardingText(FlatTable exported, size_t index_field, size_t old_field, size_t index) {
  const FlatVector indices = exported.Vector(index_field, 4);
  if (indices.size() != 0) {
    const uint32_t number = indices.U32(index);
    if (number == 0) return "";
    const FlatVector shardings = exported.Vector(exported::kUniqueShardings, 4);
    return NamedShardingText(exported, shardings.Table(number - 1));
  }
  const FlatTable sharding = exported.Vector(old_field, 4).Table(index);
  if (const FlatTable named = sharding.Table(exported::kNamedSharding)) {
    return NamedShardingText(exported, named);
  }
  return sharding.Has(exported::kHloSharding) ? "by XLA's own sharding, which is not read" : "";
}

}  // namespace paddock
