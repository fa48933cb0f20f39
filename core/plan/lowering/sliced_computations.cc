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

// Returns the nodes, which compute a tensor of this shape, with loads of a slice of it. Nothing if
// these would be slow.
std::optional<std::vector<ElementwiseScheduler::CopiedNode>> ElementwiseScheduler::SlicedNodes(
    const Operation& operation, ElementGroup& group, std::vector<CopiedNode> nodes,
    std::span<const int64_t> shape, const ElementSlice& slice) {
  const int64_t count = CountOf(slice(simd::RowMajorElements(shape)));
  std::vector<std::optional<simd::MovedElements>> elements(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    TileNode& node = nodes[i].node;
    if (!IsPlainLoad(node)) continue;
    const auto whole = SourceElements(node, shape);
    if (!whole || nodes[i].source.is_splat) return std::nullopt;
    elements[i] = slice(*whole);
    node = StridedLoad(node.type, *elements[i]);
    if (IsFast(node)) {
      elements[i].reset();
    } else if (CountOf(WithoutRepetitions(*elements[i])) > count / kWrittenPart) {
      return std::nullopt;
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!elements[i]) continue;
    nodes[i].source = WritePart(group, operation, nodes[i].source, *elements[i]);
    nodes[i].node = StridedLoad(nodes[i].node.type, Written(*elements[i]));
  }
  return nodes;
}

// Returns the nodes of a computation that nothing but `uses` uses of the leaf reads; none if it is
// another value, or small.
std::vector<uint32_t> ElementwiseScheduler::NodesToSlice(const Leaf& leaf, int64_t uses) const {
  const bool may_compute = !kHasChainModules && level_ == Level::kFast &&
                           leaf.where == Leaf::Where::kNode && !leaf.is_splat;
  if (!may_compute || leaf.count < kFewestSliced) return {};
  const ElementGroup& from = *groups_[leaf.index];
  if (leaf.count != from.graph.count()) return {};
  return NodesOfLoads(from, leaf.node, uses, kMostSlicedNodes, &IsPlainLoad);
}

bool ElementwiseScheduler::ComputeSlice(const Operation& operation, const Leaf& leaf,
                                        const ElementSlice& slice) {
  const Leaf resolved = values_.Resolved(leaf);
  const Value& operand = *operation.operands[0];
  const Leaf result = ShapeOf(operation, *operation.results[0]);
  if (result.count == 0) return false;
  const bool is_sliced = facts_.IsReadBySlicesOnly(operand, resolved.count);
  const auto indices = NodesToSlice(resolved, is_sliced ? facts_.UseCount(operand) : 1);
  if (indices.empty()) return false;
  ElementGroup& from = *groups_[resolved.index];
  auto nodes = SlicedNodes(operation, from, CopiesOf(from, indices), leaf.shape, slice);
  if (!nodes) return false;
  DoWithout(resolved);
  const Leaf made = AddCopies(from, indices, *std::move(nodes), result.count);
  BindNode(operation, *operation.results[0], made.index, made.node);
  return true;
}

bool ElementwiseScheduler::ReduceColumns(const Operation& operation,
                                         const simd::ElementwiseKernel& body) {
  constexpr int64_t kMostColumns = 8;
  constexpr size_t kMostReducedNodes = 40;
  const Leaf leaf = values_.Operand(operation, 0), resolved = values_.Resolved(leaf);
  if (leaf.shape.empty() || facts_.UseCount(*operation.operands[0]) != 1) return false;
  const int64_t columns = leaf.shape.back();
  if (columns < 2 || columns > kMostColumns) return false;
  const auto indices = NodesToSlice(resolved, 1);
  if (indices.empty() || indices.size() * static_cast<size_t>(columns) > kMostReducedNodes) {
    return false;
  }
  ElementGroup& from = *groups_[resolved.index];
  const std::vector<CopiedNode> nodes = CopiesOf(from, indices);
  std::vector<std::vector<CopiedNode>> sliced;
  for (int64_t column = 0; column < columns; ++column) {
    const auto slice = [&](simd::MovedElements elements) {
      elements.offset += column * elements.strides.back();
      elements.sizes.back() = 1;
      return elements;
    };
    auto one = SlicedNodes(operation, from, nodes, leaf.shape, slice);
    if (!one) return false;
    sliced.push_back(*std::move(one));
  }
  DoWithout(resolved);
  std::vector<Leaf> totals;
  for (std::vector<CopiedNode>& one : sliced) {
    Leaf total = AddCopies(from, indices, std::move(one), resolved.count / columns);
    total.type = resolved.type;
    total.count = resolved.count / columns;
    AddUses(total, 1);
    totals.push_back(total);
  }
  ReduceTotals(operation, body, std::move(totals));
  return true;
}

}  // namespace paddock
