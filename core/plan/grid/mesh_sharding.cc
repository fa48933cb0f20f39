#include "core/plan/grid/mesh_sharding.h"

#include <algorithm>
#include <charconv>

#include "core/run/process_grid.h"

namespace paddock {
namespace {

class MeshReader {
 public:
  explicit MeshReader(std::string_view text) : text_(text) {}

  bool Take(std::string_view word) {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  // `"x"`
  std::optional<std::string_view> TakeString() {
    if (!Take("\"")) return std::nullopt;
    const size_t end = text_.find('"');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view string = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return string;
  }

  // Reads a symbol's name after the @.
  std::optional<std::string_view> TakeName() {
    if (text_.starts_with('"')) return TakeString();
    const size_t end = std::min(text_.find_first_of(" ,>"), text_.size());
    if (end == 0) return std::nullopt;
    const std::string_view name = text_.substr(0, end);
    text_.remove_prefix(end);
    return name;
  }

  std::optional<int64_t> TakeInteger() {
    Take("");
    int64_t value = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (read.ec != std::errc() || value < 0 || value > kMaximumProcesses) return std::nullopt;
    text_.remove_prefix(static_cast<size_t>(read.ptr - text_.data()));
    return value;
  }

  // Reads items between commas up to `close`, after the opening bracket.
  template <class ReadItem>
  bool TakeList(std::string_view close, ReadItem read_item) {
    if (Take(close)) return true;
    do {
      if (!read_item()) return false;
    } while (Take(","));
    return Take(close);
  }

  bool is_done() {
    Take("");
    return text_.empty();
  }

 private:
  std::string_view text_;
};

using AxisParts = std::vector<MeshSharding::AxisPart>;

// `"x"` or `"x":(2)4`
bool TakeAxis(MeshReader& reader, AxisParts& parts) {
  const auto name = reader.TakeString();
  if (!name) return false;
  MeshSharding::AxisPart part;
  part.axis = *name;
  if (reader.Take(":")) {
    const auto before = reader.Take("(") ? reader.TakeInteger() : std::nullopt;
    const auto size = before && reader.Take(")") ? reader.TakeInteger() : std::nullopt;
    if (!size || *before == 0 || *size == 0) return false;
    part.before = *before;
    part.size = *size;
  }
  parts.push_back(part);
  return true;
}

// `{"x", ?}` and perhaps its priority, `p1`.
bool TakeDimension(MeshReader& reader, MeshSharding& sharding) {
  AxisParts parts;
  if (!reader.Take("{") ||
      !reader.TakeList("}", [&] { return reader.Take("?") || TakeAxis(reader, parts); })) {
    return false;
  }
  sharding.dimensions.push_back(std::move(parts));
  return !reader.Take("p") || reader.TakeInteger().has_value();
}

// Parses `<@mesh, [{..}, {..}], replicated={..}, unreduced={..}>`. Replicated axes do not divide
// dimensions.
bool TakeSharding(MeshReader& reader, MeshSharding& sharding) {
  if (!reader.Take("<") || !reader.Take("@")) return false;
  const auto name = reader.TakeName();
  if (!name || !reader.Take(",") || !reader.Take("[") ||
      !reader.TakeList("]", [&] { return TakeDimension(reader, sharding); })) {
    return false;
  }
  sharding.mesh = *name;
  AxisParts replicated;
  while (reader.Take(",")) {
    const bool is_replicated = reader.Take("replicated");
    AxisParts& parts = is_replicated ? replicated : sharding.unreduced;
    if (!(is_replicated || reader.Take("unreduced")) || !reader.Take("=") || !reader.Take("{") ||
        !reader.TakeList("}", [&] { return TakeAxis(reader, parts); })) {
      return false;
    }
  }
  return reader.Take(">");
}

// Returns the number of devices; nothing if there are too many.
std::optional<int64_t> CountDevices(const Mesh& mesh) {
  int64_t count = 1;
  for (const Mesh::Axis& axis : mesh.axes) {
    count *= axis.size;
    if (axis.size <= 0 || count > kMaximumProcesses) return std::nullopt;
  }
  return count;
}

// Returns whether the list has each device once.
bool IsPermutation(std::vector<int64_t> devices, int64_t count) {
  std::ranges::sort(devices);
  for (size_t i = 0; i < devices.size(); ++i) {
    if (devices[i] != static_cast<int64_t>(i)) return false;
  }
  return static_cast<int64_t>(devices.size()) == count;
}

bool Contains(const std::vector<std::string_view>& axes, std::string_view axis) {
  return std::ranges::find(axes, axis) != axes.end();
}

// The coordinate of a device along a part of an axis.
struct Digit {
  // Extracted from the device's row-major position: (position / divisor) % size.
  int64_t divisor = 1;
  int64_t size = 1;
};

std::optional<Digit> DigitOf(const Mesh& mesh, const MeshSharding::AxisPart& part) {
  int64_t inner = 1;
  for (size_t i = mesh.axes.size(); i-- > 0;) {
    const Mesh::Axis& axis = mesh.axes[i];
    if (axis.name != part.axis) {
      inner *= axis.size;
      continue;
    }
    if (part.size == 0) return Digit{inner, axis.size};
    const int64_t outer = part.before * part.size;
    if (axis.size % outer != 0) return std::nullopt;
    return Digit{inner * (axis.size / outer), part.size};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Mesh> ParseMesh(std::string_view text) {
  MeshReader reader(text);
  Mesh mesh;
  reader.Take("#sdy.mesh");
  const bool has_axes = reader.Take("<") && reader.Take("[") && reader.TakeList("]", [&] {
    const auto name = reader.TakeString();
    const auto size = name && reader.Take("=") ? reader.TakeInteger() : std::nullopt;
    if (size) mesh.axes.push_back({*name, *size});
    return size.has_value();
  });
  if (!has_axes) return std::nullopt;
  const auto count = CountDevices(mesh);
  if (!count) return std::nullopt;
  if (reader.Take(",")) {
    const bool has_devices = reader.Take("device_ids") && reader.Take("=") && reader.Take("[") &&
                             reader.TakeList("]", [&] {
                               const auto device = reader.TakeInteger();
                               if (device) mesh.devices.push_back(*device);
                               return device.has_value();
                             });
    if (!has_devices || !IsPermutation(mesh.devices, *count)) return std::nullopt;
  } else {
    for (int64_t i = 0; i < *count; ++i) mesh.devices.push_back(i);
  }
  if (!reader.Take(">") || !reader.is_done()) return std::nullopt;
  return mesh;
}

std::optional<std::vector<MeshSharding>> ParseMeshShardings(std::string_view text) {
  MeshReader reader(text);
  std::vector<MeshSharding> shardings;
  const bool is_read =
      reader.Take("#sdy.sharding_per_value") && reader.Take("<") && reader.Take("[") &&
      reader.TakeList("]", [&] { return TakeSharding(reader, shardings.emplace_back()); });
  if (!is_read || !reader.Take(">") || !reader.is_done()) return std::nullopt;
  return shardings;
}

std::optional<std::vector<std::string_view>> ParseManualAxes(std::string_view text) {
  MeshReader reader(text);
  std::vector<std::string_view> axes;
  const bool is_read =
      reader.Take("#sdy<manual_axes") && reader.Take("{") && reader.TakeList("}", [&] {
        const auto name = reader.TakeString();
        if (name) axes.push_back(*name);
        return name.has_value();
      });
  if (!is_read || !reader.Take(">") || !reader.is_done()) return std::nullopt;
  return axes;
}

std::optional<Sharding> ShardingOn(const Mesh& mesh, const MeshSharding& sharding,
                                   const std::vector<std::string_view>& axes) {
  Sharding result;
  std::vector<std::vector<Digit>> digits;
  for (const AxisParts& parts : sharding.dimensions) {
    digits.emplace_back();
    result.tiles.push_back(1);
    for (const MeshSharding::AxisPart& part : parts) {
      const auto digit = DigitOf(mesh, part);
      if (!digit) return std::nullopt;
      if (!Contains(axes, part.axis)) continue;
      digits.back().push_back(*digit);
      result.tiles.back() *= digit->size;
      // An axis that is named repeatedly would make more tiles than there are devices.
      if (result.tiles.back() > kMaximumProcesses) return std::nullopt;
    }
  }
  for (const MeshSharding::AxisPart& part : sharding.unreduced) {
    const auto digit = DigitOf(mesh, part);
    if (!digit || (digit->size > 1 && Contains(axes, part.axis))) return std::nullopt;
  }
  // The number of the device's group has a digit for each other axis.
  digits.emplace_back();
  int64_t groups = 1;
  for (const Mesh::Axis& axis : mesh.axes) {
    if (Contains(axes, axis.name)) continue;
    digits.back().push_back(*DigitOf(mesh, {axis.name}));
    groups *= axis.size;
  }
  result.groups.resize(static_cast<size_t>(groups));
  result.places.resize(mesh.devices.size());
  for (size_t position = 0; position < mesh.devices.size(); ++position) {
    const int64_t device = mesh.devices[position];
    std::vector<int64_t>& place = result.places[static_cast<size_t>(device)];
    for (const std::vector<Digit>& dimension : digits) {
      int64_t tile = 0;
      for (const Digit& digit : dimension) {
        tile = tile * digit.size + static_cast<int64_t>(position) / digit.divisor % digit.size;
      }
      place.push_back(tile);
    }
    result.groups[static_cast<size_t>(place.back())].push_back(device);
    place.pop_back();
  }
  return result;
}

}  // namespace paddock
