// Computations of the ElementwiseScheduler of which only slices are read, such as the coordinates
// of differences: each slice is computed by itself, of slices of the operands.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/movement_step.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

// Fewer elements are as fast either way.
constexpr int64_t kFewestSliced = 4096;
constexpr size_t kMostSlicedNodes = 24;
// Shorter runs of neighbours are slow to load.
constexpr int64_t kFewestOfRun = 16;
// A slice of an operand is written first if it has at most this part of the result's elements.
constexpr int64_t kWrittenPart = 4;

bool IsPlainRead(const TileNode& node) {
  return node.kind == TileNode::Kind::kStream || node.kind == TileNode::Kind::kStrided;
}

// Returns the elements of the load's source that are those of a tensor of this shape.
std::optional<simd::MovedElements> SourceElements(const TileNode& load,
                                                  std::span<const int64_t> shape) {
  if (load.kind == TileNode::Kind::kStream) return simd::RowMajorElements(shape);
  auto strides = StridesIn(load.loops, shape);
  if (!strides) return std::nullopt;
  return simd::MovedElements{{shape.begin(), shape.end()}, *std::move(strides), load.offset};
}

bool IsFast(const TileNode& load) {
  if (load.loops.empty()) return true;
  const simd::CopyDimension& run = load.loops.back();
  return (run.source_stride == 0 || run.source_stride == 1) &&
         (load.loops.size() == 1 || run.size >= kFewestOfRun);
}

// Leaves out the dimensions in which the elements are repeated.
simd::MovedElements WithoutRepetitions(const simd::MovedElements& elements) {
  simd::MovedElements found;
  found.offset = elements.offset;
  for (size_t i = 0; i < elements.sizes.size(); ++i) {
    if (elements.strides[i] == 0) continue;
    found.sizes.push_back(elements.sizes[i]);
    found.strides.push_back(elements.strides[i]);
  }
  return found;
}

// The same elements where they are written without repetitions, in order.
simd::MovedElements Written(simd::MovedElements elements) {
  int64_t stride = 1;
  for (size_t i = elements.sizes.size(); i-- > 0;) {
    if (elements.strides[i] == 0) continue;
    elements.strides[i] = stride;
    stride *= elements.sizes[i];
  }
  elements.offset = 0;
  return elements;
}

int64_t CountOf(const simd::MovedElements& elements) {
  int64_t count = 1;
  for (int64_t size : elements.sizes) count *= size;
  return count;
}

}  // namespace

// Returns the elements of the group's source without repetitions, in memory of their own.
Leaf ElementwiseScheduler::WritePart(ElementGroup& group, const Operation& operation,
                                     const Leaf& source, const simd::MovedElements& elements) {
  simd::MovedElements read = WithoutRepetitions(elements);
  for (const ElementGroup::WrittenPart& part : group.written_parts) {
    if (IsSameMemory(part.source, source) && part.elements == read) return part.written;
  }
  const Leaf written = emitter_.NewLeaf(source.type, read.sizes);
  EmitMovement(emitter_, operation, simd::PlanElements(source.element_bytes(), read),
               std::span(&source, 1), written);
  group.written_parts.push_back({source, std::move(read), written});
  return written;
}

bool ElementwiseScheduler::ComputeSlice(
    const Operation& operation, const Leaf& leaf,
    const std::function<simd::MovedElements(const simd::MovedElements&)>& slice) {
  const Leaf resolved = values_.Resolved(leaf);
  const Value& operand = *operation.operands[0];
  const bool may_compute = !kHasChainModules && level_ == Level::kFast &&
                           resolved.where == Leaf::Where::kNode && !resolved.is_splat;
  if (!may_compute || resolved.count < kFewestSliced ||
      !facts_.IsReadBySlicesOnly(operand, resolved.count)) {
    return false;
  }
  const ElementGroup& from = *groups_[resolved.index];
  if (resolved.count != from.graph.count()) return false;
  const auto indices =
      NodesOfLoads(from, resolved.node, facts_.UseCount(operand), kMostSlicedNodes, &IsPlainRead);
  if (indices.empty()) return false;
  std::vector<CopiedNode> nodes = CopiesOf(from, indices);
  const int64_t count = CountOf(slice(simd::RowMajorElements(leaf.shape)));
  if (count == 0) return false;
  std::vector<std::optional<simd::MovedElements>> elements(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    TileNode& node = nodes[i].node;
    if (!IsPlainRead(node)) continue;
    const auto whole = SourceElements(node, leaf.shape);
    if (!whole || nodes[i].source.is_splat) return false;
    elements[i] = slice(*whole);
    node = StridedLoad(node.type, *elements[i]);
    if (IsFast(node)) {
      elements[i].reset();
    } else if (CountOf(WithoutRepetitions(*elements[i])) > count / kWrittenPart) {
      return false;
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!elements[i]) continue;
    nodes[i].source = WritePart(*groups_[resolved.index], operation, nodes[i].source, *elements[i]);
    nodes[i].node = StridedLoad(nodes[i].node.type, Written(*elements[i]));
  }
  DoWithout(resolved);
  const Leaf made = AddCopies(from, indices, std::move(nodes), count);
  BindNode(operation, *operation.results[0], made.index, made.node);
  return true;
}

}  // namespace paddock
