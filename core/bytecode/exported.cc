#include "core/bytecode/exported.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/bytecode/artifact.h"
#include "core/bytecode/container.h"
#include "core/bytecode/exported_fields.h"
#include "core/bytecode/exported_text.h"

namespace paddock {
namespace {

// Calling conventions of JAX since 2024. Older ones give @main other arguments.
constexpr uint32_t kOldestConvention = 9;
constexpr uint32_t kNewestConvention = 10;

constexpr size_t kMostArguments = 1 << 16;
constexpr size_t kLongestComment = 1 << 20;

// Returns "params_b_0" for "params['b'][0]".
std::string NameOf(std::string_view path) {
  std::string name;
  for (char c : path) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_letter) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "arg" + name;
  return name;
}

// Returns whether the name is of the form "arg12", as arguments without a name have.
bool IsNumbered(std::string_view name) {
  return name.starts_with("arg") && name.find_first_not_of("0123456789", 3) == std::string::npos;
}

// Returns the name in a location that is only a name: "x" with its quotes.
std::string_view NameIn(std::string_view location) {
  const bool is_name = location.size() > 2 && location.front() == '"' && location.back() == '"' &&
                       location.find_first_of("\"\\", 1) == location.size() - 1;
  return is_name ? location.substr(1, location.size() - 2) : std::string_view();
}

class ExportedReader {
 public:
  ExportedReader(FlatTable table, ExportedInfo& info, ArtifactErrors& errors)
      : table_(table), info_(info), errors_(errors) {}

  bool ReadHeader() {
    info_.calling_convention = table_.U16(exported::kCallingConvention);
    if (info_.calling_convention < kOldestConvention ||
        info_.calling_convention > kNewestConvention) {
      errors_.Fail("a file of jax.export of calling convention " +
                   std::to_string(info_.calling_convention) + ", but " +
                   std::to_string(kOldestConvention) + " and " + std::to_string(kNewestConvention) +
                   " are read");
      return false;
    }
    info_.jax_version = CommentText(table_.Text(exported::kJaxVersion));
    info_.function = CommentText(table_.Text(exported::kFunctionName));
    const FlatVector platforms = table_.Vector(exported::kPlatforms, 4);
    for (size_t i = 0; i < std::min<size_t>(platforms.size(), 64) && !errors_.has_failed(); ++i) {
      info_.platforms.push_back(CommentText(platforms.Text(i)));
    }
    const uint32_t devices = table_.U32(exported::kDeviceCount);
    info_.device_count = devices != 0 ? devices : table_.U16(exported::kShortDeviceCount);
    return !errors_.has_failed();
  }

  // Names the last arguments of @main, which are the ones that JAX kept, and writes the comment.
  void Describe(Module& module) {
    AddHeadline();
    const std::vector<std::string> paths =
        ArgumentPaths(table_.Table(exported::kInTree), kMostArguments, errors_);
    const Operation* main = module.FindSymbol("main");
    const Block* entry = main == nullptr ? nullptr : FunctionBody(*main);
    const FlatVector kept = table_.Vector(exported::kKeptArguments, 2);
    if (entry != nullptr && entry->arguments.size() >= kept.size()) {
      DescribeArguments(*entry, kept, paths, module);
    }
    AddUnused(kept, paths);
    AddResults();
  }

 private:
  bool has_room() const { return info_.comment.size() < kLongestComment; }

  void AddLine(const std::string& line) {
    if (has_room()) info_.comment += "// " + line + "\n";
  }

  void AddHeadline() {
    std::string platforms;
    for (const std::string& platform : info_.platforms) {
      platforms += (platforms.empty() ? "" : ", ") + platform;
    }
    AddLine("jax.export of " + info_.function + " for " + platforms + ", " +
            std::to_string(info_.device_count) +
            (info_.device_count == 1 ? " device" : " devices") + ", calling convention " +
            std::to_string(info_.calling_convention) +
            (info_.jax_version.empty() ? "" : ", by JAX " + info_.jax_version));
    if (table_.Has(exported::kVjp)) AddLine("its gradient, which is in the file too, is omitted");
  }

  FlatTable AvalOf(size_t index) const {
    const FlatVector indices = table_.Vector(exported::kInAvalIndices, 4);
    if (indices.size() == 0) return table_.Vector(exported::kInAvals, 4).Table(index);
    return table_.Vector(exported::kUniqueAvals, 4).Table(indices.U32(index));
  }

  void DescribeArguments(const Block& entry, FlatVector kept, const std::vector<std::string>& paths,
                         Module& module) {
    const size_t first = entry.arguments.size() - kept.size();
    if (first == 1 && info_.platforms.size() > 1) {
      Rename(*entry.arguments[0], "platform_index", module);
      AddLine("argument platform_index: which of the platforms, from 0");
    }
    for (size_t i = 0; i < kept.size(); ++i) {
      const size_t leaf = kept.U16(i);
      Value& argument = *entry.arguments[first + i];
      const std::string path = leaf < paths.size() ? paths[leaf] : "";
      const std::string_view given = NameIn(argument.location);
      if (given.empty() && path.empty()) continue;
      Rename(argument, NameOf(given.empty() ? path : given), module);
      DescribeArgument(argument, leaf, given.empty() ? path : CommentText(given));
    }
  }

  void DescribeArgument(const Value& argument, size_t leaf, const std::string& path) {
    if (!has_room()) return;
    const std::string shape = SymbolicShape(AvalOf(leaf));
    const std::string sharding =
        ShardingText(table_, exported::kInShardingIndices, exported::kInShardings, leaf);
    if (path == argument.name && shape.empty() && sharding.empty()) return;
    std::string line = "argument " + std::string(argument.name) + ": " + path;
    if (!shape.empty()) line += ", " + shape;
    if (!sharding.empty()) line += ", " + sharding;
    AddLine(line);
  }

  void AddUnused(FlatVector kept, const std::vector<std::string>& paths) {
    std::set<size_t> numbers;
    for (size_t i = 0; i < kept.size(); ++i) numbers.insert(kept.U16(i));
    for (size_t i = 0; i < paths.size(); ++i) {
      if (!numbers.contains(i)) AddLine(paths[i] + " is not used, and no argument here");
    }
  }

  void AddResults() {
    const std::vector<std::string> paths =
        ResultPaths(table_.Table(exported::kOutTree), kMostArguments, errors_);
    for (size_t i = 0; i < paths.size() && has_room(); ++i) {
      const std::string sharding =
          ShardingText(table_, exported::kOutShardingIndices, exported::kOutShardings, i);
      if (!sharding.empty()) {
        AddLine("result " + std::to_string(i) + ": " + "result" + paths[i] + ", " + sharding);
      }
    }
  }

  // The second value of a name keeps its number.
  void Rename(Value& value, const std::string& name, Module& module) {
    if (IsNumbered(name) || !names_.insert(name).second) return;
    value.name = module.InternName(name);
  }

  FlatTable table_;
  ExportedInfo& info_;
  ArtifactErrors& errors_;
  std::set<std::string> names_;
};

}  // namespace

// FlatBuffers writes the root and its vtable first. No text begins with such a small number.
bool IsExported(std::string_view bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  if (all.size() < 64 || all[2] != std::byte{} || all[3] != std::byte{}) return false;
  DiagnosticSink unheard;
  ArtifactErrors errors(unheard);
  const FlatTable root = FlatTable::Root(all, errors);
  if (!root || root.field_count() <= exported::kKeptArguments) return false;
  for (const size_t field : {exported::kFunctionName, exported::kInTree, exported::kOutTree,
                             exported::kModule, exported::kCallingConvention}) {
    if (!root.Has(field)) return false;
  }
  const auto module = root.Bytes(exported::kModule);
  const std::string_view text(reinterpret_cast<const char*>(module.data()), module.size());
  return errors.has_failed() || IsArtifact(text);
}

std::unique_ptr<Module> ReadExported(std::span<const std::byte> bytes,
                                     const std::shared_ptr<const void>& owner, ExportedInfo& info,
                                     DiagnosticSink& sink) {
  ArtifactErrors errors(sink);
  const FlatTable root = FlatTable::Root(bytes, errors);
  ExportedReader reader(root, info, errors);
  if (!root || !reader.ReadHeader()) return std::make_unique<Module>();
  const auto artifact = root.Bytes(exported::kModule);
  if (errors.has_failed()) return std::make_unique<Module>();
  const auto offset = static_cast<size_t>(artifact.data() - bytes.data());
  std::unique_ptr<Module> module = ReadArtifact(artifact, owner, sink, offset);
  if (sink.has_errors()) return module;
  reader.Describe(*module);
  return errors.has_failed() ? std::make_unique<Module>() : std::move(module);
}

}  // namespace paddock
