#include "core/bytecode/wire.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace paddock {

std::string_view DialectName(WireDialect dialect) {
  switch (dialect) {
    case WireDialect::kBuiltin:
      return "builtin";
    case WireDialect::kVhlo:
      return "vhlo";
    case WireDialect::kSdy:
      break;
  }
  return "sdy";
}

uint32_t WirePool::Intern(WireKind kind, WireDialect dialect, WireParts parts) {
  const size_t which = static_cast<size_t>(kind);
  WireNode node{dialect, parts.Take()};
  std::string key(1, static_cast<char>(dialect));
  for (const WirePart& part : node.parts) {
    key += static_cast<char>(part.kind);
    key.append(reinterpret_cast<const char*>(&part.value), sizeof(part.value));
  }
  const auto index = static_cast<uint32_t>(nodes_[which].size());
  const auto [found, is_new] = indices_[which].emplace(std::move(key), index);
  if (is_new) nodes_[which].push_back(std::move(node));
  return found->second;
}

uint32_t WirePool::InternString(std::string_view text) {
  const auto known = string_indices_.find(text);
  if (known != string_indices_.end()) return known->second;
  const auto index = static_cast<uint32_t>(strings_.size());
  strings_.push_back(kept_.emplace_back(text));
  string_indices_.emplace(strings_.back(), index);
  return index;
}

uint32_t WirePool::InternBlob(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const uint64_t hash = std::hash<std::string_view>()(text);
  const auto [begin, end] = blob_indices_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (std::ranges::equal(blobs_[at->second], bytes)) return at->second;
  }
  const auto index = static_cast<uint32_t>(blobs_.size());
  blobs_.push_back(bytes);
  blob_indices_.emplace(hash, index);
  return index;
}

std::span<const std::byte> WirePool::Keep(std::string bytes) {
  return std::as_bytes(std::span(kept_.emplace_back(std::move(bytes))));
}

}  // namespace paddock
