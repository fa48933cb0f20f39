#include "core/plan/fusion/strided_load.h"

#include "core/plan/fusion/copy_loops.h"

namespace paddock {

TileNode StridedLoad(ElementType type, const simd::MovedElements& elements) {
  TileNode load;
  load.kind = TileNode::Kind::kStrided;
  load.type = type;
  load.loops = MergedLoops(elements.sizes, elements.strides);
  load.offset = elements.offset;
  return load;
}

simd::MovedElements LoadedElements(const TileNode& load) {
  simd::MovedElements elements;
  for (const simd::CopyDimension& loop : load.loops) {
    elements.sizes.push_back(loop.size);
    elements.strides.push_back(loop.source_stride);
  }
  elements.offset = load.offset;
  return elements;
}

}  // namespace paddock
