// Computations of the ElementwiseScheduler of which only moved elements are read, such as slices
// for the coordinates of differences, or a transpose: they are computed of moved operands instead.
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

// A conversion of what it loads costs little, so it may be repeated for this many times the
// elements, and slow loads of its result would be no faster.
constexpr int64_t kMostConversions = 8;
constexpr int64_t kFewestOfStrided = 64;

// Returns whether the nodes convert what one of them loads to elements of more bytes.
bool AreConversion(const TileNode& load, const TileNode& conversion) {
  return IsPlainLoad(load) && conversion.kind == TileNode::Kind::kCompute &&
         conversion.kernel.operation == simd::ElementwiseOp::kConvert &&
         !conversion.kernel.chain.is_empty() && ByteSize(load.type) < ByteSize(conversion.type);
}

// Few cheap operations are repeated for this many times the elements: differences of differences.
constexpr int64_t kMostRepeated = 3;
constexpr size_t kMostRepeatedNodes = 4;

bool IsCheap(const TileNode& node) {
  return node.kind != TileNode::Kind::kCompute || node.kernel.work == 1;
}

bool IsFastConverted(const TileNode& load) {
  if (load.loops.size() <= 1) return true;
  const simd::CopyDimension& run = load.loops.back();
  return std::abs(run.source_stride) <= 2 && run.size >= kFewestOfStrided;
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

// Returns a load of the elements, which is a stream if they are consecutive.
TileNode LoadOfAll(ElementType type, const simd::MovedElements& elements) {
  TileNode load = StridedLoad(type, elements);
  if (load.loops.size() != 1 || load.loops[0].source_stride != 1) return load;
  TileNode stream;
  stream.kind = TileNode::Kind::kStream;
  stream.type = type;
  return stream;
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

// Returns the nodes, which compute a tensor of this shape, with loads of moved elements of it, such
// as a slice. Nothing if these would be slow, and more than `most_written` elements of a source
// would be written first.
std::optional<std::vector<ElementwiseScheduler::CopiedNode>> ElementwiseScheduler::SlicedNodes(
    const Operation& operation, ElementGroup& group, std::vector<CopiedNode> nodes,
    std::span<const int64_t> shape, const ElementSlice& slice, int64_t most_written) {
  const bool is_conversion = nodes.size() == 2 && AreConversion(nodes[0].node, nodes[1].node);
  std::vector<std::optional<simd::MovedElements>> elements(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    TileNode& node = nodes[i].node;
    if (!IsPlainLoad(node)) continue;
    const auto whole = SourceElements(node, shape);
    if (!whole || nodes[i].source.is_splat) return std::nullopt;
    elements[i] = slice(*whole);
    node = StridedLoad(node.type, *elements[i]);
    if (IsFast(node) || (is_conversion && IsFastConverted(node))) {
      elements[i].reset();
    } else if (CountOf(WithoutRepetitions(*elements[i])) > most_written) {
      return std::nullopt;
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!elements[i]) continue;
    nodes[i].source = WritePart(group, operation, nodes[i].source, *elements[i]);
    nodes[i].node = LoadOfAll(nodes[i].node.type, Written(*elements[i]));
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
  const auto uses_of_slices = [&](int64_t repetitions) {
    const bool is_sliced = facts_.IsReadBySlicesOnly(operand, repetitions * resolved.count);
    return is_sliced ? facts_.UseCount(operand) : 1;
  };
  const auto node_of = [&](uint32_t i) -> const TileNode& {
    return groups_[resolved.index]->graph.nodes()[i];
  };
  auto indices = NodesToSlice(resolved, uses_of_slices(kMostConversions));
  const bool is_conversion =
      indices.size() == 2 && AreConversion(node_of(indices[0]), node_of(indices[1]));
  if (!is_conversion && !indices.empty()) {
    const bool are_cheap =
        indices.size() <= kMostRepeatedNodes &&
        std::ranges::all_of(indices, [&](uint32_t i) { return IsCheap(node_of(i)); });
    indices = NodesToSlice(resolved, uses_of_slices(are_cheap ? kMostRepeated : 1));
  }
  if (indices.empty()) return false;
  return BindSliced(operation, leaf, indices, slice, result.count / kWrittenPart);
}

bool ElementwiseScheduler::MoveNarrowSources(const Operation& operation, const Leaf& leaf,
                                             const ElementSlice& move) {
  const Leaf resolved = values_.Resolved(leaf);
  const auto indices = NodesToSlice(resolved, 1);
  if (indices.empty()) return false;
  const ElementGroup& from = *groups_[resolved.index];
  // Bytes of each element of the result that are read, without those that are repeated.
  uint64_t bytes = 0;
  for (uint32_t i : indices) {
    const TileNode& node = from.graph.nodes()[i];
    if (!IsPlainLoad(node)) continue;
    const Leaf& source = from.sources[node.source];
    if (source.count >= resolved.count) bytes += source.element_bytes();
  }
  const bool is_narrow = bytes != 0 && bytes < resolved.element_bytes();
  return is_narrow && BindSliced(operation, leaf, indices, move, resolved.count);
}

// Binds the operation's result to the nodes of the leaf's computation with loads of moved elements.
// Returns whether SlicedNodes returns these.
bool ElementwiseScheduler::BindSliced(const Operation& operation, const Leaf& leaf,
                                      std::span<const uint32_t> indices, const ElementSlice& slice,
                                      int64_t most_written) {
  const Leaf resolved = values_.Resolved(leaf);
  ElementGroup& from = *groups_[resolved.index];
  auto nodes =
      SlicedNodes(operation, from, CopiesOf(from, indices), leaf.shape, slice, most_written);
  if (!nodes) return false;
  DoWithout(resolved);
  const int64_t count = ShapeOf(operation, *operation.results[0]).count;
  const Leaf made = AddCopies(from, indices, *std::move(nodes), count);
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
    auto one = SlicedNodes(operation, from, nodes, leaf.shape, slice,
                           resolved.count / columns / kWrittenPart);
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
