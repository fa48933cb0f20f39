#include "core/plan/fusion/element_source.h"

#include "simd/movement/offset_cursor.h"

namespace paddock {

std::optional<ElementSource> SourceOf(const TileLoad& load, int64_t element) {
  if (load.kind == TileLoad::Kind::kSplat) return ElementSource{load.reference, 0};
  if (load.kind == TileLoad::Kind::kJoined) {
    const TileLoad* part = load.first_part;
    int64_t at = element % load.row;
    for (; at >= part->share; ++part) at -= part->share;
    return SourceOf(*part, element / load.row * part->share + at);
  }
  if (load.kind != TileLoad::Kind::kStrided) return std::nullopt;
  const int64_t offset = load.offset + element % load.run.size * load.run.source_stride +
                         simd::OffsetCursor(load.outer, element / load.run.size).source_offset();
  return ElementSource{load.reference, static_cast<uint32_t>(offset) * load.element_bytes};
}

}  // namespace paddock
