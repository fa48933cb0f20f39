#include "core/bytecode/vhlo_table.h"

#include <algorithm>
#include <charconv>

#include "core/base/check.h"

namespace paddock {
namespace {

// Later than all versions.
constexpr VhloVersion kLatest = Vhlo(999, 0);

struct OperationRow {
  std::string_view name;
  std::string_view operation;
  VhloVersion since;
  VhloVersion until;
  std::string_view attributes;
};

#define VHLO_OPERATION(name, operation, since, until, attributes) \
  {name, operation, since, until, attributes},
constexpr OperationRow kOperations[] = {
#include "core/bytecode/vhlo_operations.def"
};
#undef VHLO_OPERATION

#define VHLO_SCALAR(code, spelling, since) {code, spelling, since},
constexpr VhloScalar kScalars[] = {
#include "core/bytecode/vhlo_types.def"
};
#undef VHLO_SCALAR

#define VHLO_ENUMERATION(code, name, first, since) {code, name, first, since},
constexpr VhloEnumeration kEnumerations[] = {
#include "core/bytecode/vhlo_enumerations.def"
};
#undef VHLO_ENUMERATION

// Parses "NAME=PLACE:ABSENT".
VhloAttribute ParseAttributeColumn(std::string_view word) {
  VhloAttribute attribute;
  const size_t colon = word.find(':');
  if (colon != std::string_view::npos) {
    attribute.absent = word.substr(colon + 1);
    word = word.substr(0, colon);
    const size_t both = attribute.absent.find('&');
    if (both != std::string_view::npos) {
      attribute.partner = attribute.absent.substr(both + 1);
      attribute.absent = attribute.absent.substr(0, both);
    }
  }
  const size_t equals = word.find('=');
  attribute.name = word.substr(0, equals);
  attribute.place = equals == std::string_view::npos ? word : word.substr(equals + 1);
  const size_t dot = attribute.place.find('.');
  if (dot != std::string_view::npos) {
    attribute.field = attribute.place.substr(dot + 1);
    attribute.place = attribute.place.substr(0, dot);
  }
  if (attribute.place == "-") attribute.place = {};
  return attribute;
}

std::vector<VhloAttribute> ParseAttributeColumns(std::string_view text) {
  std::vector<VhloAttribute> attributes;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end != 0) attributes.push_back(ParseAttributeColumn(text.substr(0, end)));
    text = text.substr(std::min(end + 1, text.size()));
  }
  return attributes;
}

bool ReadNumber(std::string_view& text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > 999) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string ToString(VhloVersion version) {
  return std::to_string(version.number / 1000) + "." + std::to_string(version.number % 1000);
}

std::optional<VhloVersion> ParseVhloVersion(std::string_view text) {
  uint32_t parts[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    if (i == 2 && text.empty()) break;
    if (i > 0) {
      if (!text.starts_with('.')) return std::nullopt;
      text.remove_prefix(1);
    }
    if (!ReadNumber(text, parts[i])) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return Vhlo(parts[0], parts[1]);
}

uint32_t ContainerVersion(VhloVersion version) {
  if (version < Vhlo(0, 10)) return 0;
  if (version < Vhlo(0, 12)) return 1;
  if (version < Vhlo(0, 14)) return 3;
  if (version < Vhlo(0, 15)) return 4;
  return 6;
}

VhloTable::VhloTable() {
  operations_.reserve(std::size(kOperations));
  for (const OperationRow& row : kOperations) {
    const OpInfo* info = FindOp(row.operation);
    PADDOCK_CHECK(info != nullptr);
    operations_.push_back(
        {row.name, info, row.since, row.until, ParseAttributeColumns(row.attributes)});
  }
}

const VhloOperation* VhloTable::Find(std::string_view name) const {
  const auto found = std::ranges::find(operations_, name, &VhloOperation::name);
  return found == operations_.end() ? nullptr : &*found;
}

const VhloOperation* VhloTable::Find(const OpInfo& info, VhloVersion version,
                                     VhloVersion& since) const {
  since = kLatest;
  for (const VhloOperation& operation : operations_) {
    if (operation.info != &info) continue;
    since = std::min(since, operation.since);
    if (operation.since <= version && version <= operation.until) return &operation;
  }
  return nullptr;
}

std::span<const VhloScalar> VhloTable::Scalars() { return kScalars; }
std::span<const VhloEnumeration> VhloTable::Enumerations() { return kEnumerations; }

}  // namespace paddock
