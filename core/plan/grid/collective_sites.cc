// Sites of collective operations: their signature and parcels, which other processes receive.
#include <cstring>
#include <utility>

#include "core/plan/grid/collective.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

Exchange ExchangeOf(const Operation& operation) {
  if (operation.is(OpKind::kStablehloCollectiveBroadcast)) return Exchange::kFromRoot;
  if (operation.is(OpKind::kStablehloCollectiveReduce)) return Exchange::kToRoot;
  const bool is_cut =
      operation.is(OpKind::kStablehloAllToAll) || operation.is(OpKind::kStablehloReduceScatter);
  return is_cut ? Exchange::kParts : Exchange::kWhole;
}

}  // namespace

ParcelEntry EntryOf(const Leaf& leaf, Type type) {
  ParcelEntry entry;
  entry.type = leaf.type;
  entry.shape = leaf.shape;
  entry.bytes = static_cast<int64_t>(leaf.bytes());
  if (type.is_quantized()) {
    const std::span<const int64_t> zero_points = type.element()->quantized->zero_points;
    if (!zero_points.empty()) std::memcpy(entry.nothing, zero_points.data(), sizeof(int64_t));
  }
  return entry;
}

ParcelEntry MeetingEntryOf(const Lowering& lowering, const Leaf& leaf, Type type) {
  // Minimum number of bytes to lend: copying fewer is faster than waiting for the readers.
  constexpr int64_t kLeastLent = int64_t{64} << 10;
  ParcelEntry entry = EntryOf(leaf, type);
  // A member that takes its result late would delay the others.
  entry.is_lent = entry.bytes >= kLeastLent && !lowering.facts().has_async();
  return entry;
}

std::string TypesText(std::span<const Type> types) {
  std::string text = "(";
  for (size_t i = 0; i < types.size(); ++i) text += (i == 0 ? "" : ", ") + ToString(types[i]);
  return text + ")";
}

SiteRef SiteOf(const Operation& operation, std::string signature) {
  return std::make_shared<const Site>(Site{operation.name, operation.span, ChannelOf(operation),
                                           std::move(signature), ExchangeOf(operation),
                                           operation.Find("has_dynamic_root") != nullptr});
}

}  // namespace paddock
