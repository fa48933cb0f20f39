// ElementwiseScheduler: defers element-wise operations in groups, and broadcasts as spreads, until
// a value is needed in memory. A group then becomes one tile program. At level kFaithful nothing is
// deferred.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ELEMENTWISE_SCHEDULER_H_
#define PADDOCK_CORE_PLAN_LOWERING_ELEMENTWISE_SCHEDULER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/element_group.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/module_facts.h"
#include "core/plan/lowering/planning_position.h"
#include "core/plan/lowering/values.h"

namespace paddock {

// A summand of an element's number: `stride` elements for each step of an index, which is clamped
// to 0 .. greatest.
struct IndexComponent {
  Leaf index;
  // The dimension of the operand.
  size_t dimension = 0;
  int64_t greatest = 0;
  int64_t stride = 1;
  // The index is an iota, (place / inner) % (greatest + 1), and has no leaf.
  bool is_iota = false;
  int64_t inner = 1;
};

class ElementwiseScheduler {
 public:
  ElementwiseScheduler(Level level, const ModuleFacts& facts, const PlanningPosition& position,
                       Values& values, Emitter& emitter);
  ElementwiseScheduler(const ElementwiseScheduler&) = delete;
  ElementwiseScheduler& operator=(const ElementwiseScheduler&) = delete;

  // --- Deferred computation. Adds result = kernel(operands) as a node of a group; at level kFast
  // with one element if all operands are splats. Operands have the result's count, or are splats or
  // scalars.
  void Compute(const Operation& operation, const Value& result,
               const simd::ElementwiseKernel& kernel, const void* attributes,
               std::span<const Leaf> operands);
  // Adds a node that loads: for broadcasts and iota.
  void Load(const Operation& operation, const Value& result, TileNode node, const Leaf* source);
  // Fewer elements are moved by a step of their own.
  static constexpr int64_t kFewestLoaded = 32;
  // Defers an operation that moves elements of its operands, in level kFast. `load` reads
  // `sources`. `movement` writes the result from the sources where it is needed in memory.
  void Move(const Operation& operation, const Value& result, TileNode load,
            std::vector<Leaf> sources, simd::MovementPlan movement);

  // Defers the concatenation, which `load` reads, of the end and the beginning of a tensor. Returns
  // false for any other one.
  bool MoveRolled(const Operation& operation, const Value& result, TileNode load,
                  std::vector<Leaf> sources);

  // Defers a concatenation of index vectors' components, `columns` of one element in each row, in
  // level kFast.
  void JoinColumns(const Operation& operation, const Value& result, std::vector<Leaf> columns,
                   simd::MovementPlan movement);
  // Returns whether all `count` index vectors, each of `components`, have their components in
  // leaves of their own.
  bool HasColumns(const Leaf& indices, int64_t count, size_t components) const;
  // Returns these leaves. The caller reads each of them once, in place of `indices`.
  std::vector<Leaf> TakeColumns(const Leaf& indices, size_t components);
  // Adds result[i] = operand[sum of the components' elements at i] as a node of a group. The
  // operand is in memory.
  void TakeElements(const Operation& operation, const Value& result, const Leaf& operand,
                    std::span<const IndexComponent> components);

  // Computes a gather of single elements from a deferred concatenation if it takes each element at
  // its own place in one of the operands. The first `given` components have their indices in
  // `indices`. Returns false for any other gather.
  bool ChooseParts(const Operation& operation, const Value& result, const Leaf& operand,
                   const Leaf& indices, std::span<const IndexComponent> components, size_t given);

  // Adds the leaves as columns of the result, side by side, to their group (kJoin): result[i, k] =
  // columns[k][i], in level kFast. Returns false if they are too few or too many.
  bool Interleave(const Operation& operation, const Value& result, std::span<const Leaf> columns);
  // The same for the transpose of a deferred concatenation of rows.
  bool InterleaveRows(const Operation& operation, const Value& result, const Leaf& joined);

  // Returns, in memory, the sums of the components' elements; -1 where an index is outside 0 ..
  // greatest.
  Leaf ElementNumbers(const Operation& operation, std::span<const IndexComponent> components,
                      int64_t count);
  // The same with each element clamped to 0 .. greatest.
  Leaf ClampedNumbers(const Operation& operation, std::span<const IndexComponent> components,
                      int64_t count);

  // Makes a reduction of a value that waits in a group a sink of that group (kReduce). Returns
  // false if the value does not wait, or its rows cannot be reduced tile by tile.
  bool Reduce(const Operation& operation, const simd::MonoidKernels& kernels,
              std::span<const int64_t> dimensions);

  // Computes a reduction over the parts of a deferred concatenation, each of which has as many
  // elements as the result, element by element. Returns false if it is no such concatenation.
  bool ReduceParts(const Operation& operation, const simd::ElementwiseKernel& body);
  // The same for a deferred computation's last dimension of few elements, each of which is computed
  // by itself, if its operands are small or repeated.
  bool ReduceColumns(const Operation& operation, const simd::ElementwiseKernel& body);

  // Computes a window of an array in memory where it is, from `start` on, for an operation whose
  // result is the array with that update. Returns false if the update is not computed row by row by
  // code, has other uses, or depends on other elements of the array.
  bool UpdateWindow(const Operation& operation, const Leaf& array, const Leaf& update,
                    std::span<const int64_t> start);

  // --- Uses. They decide which values of a group are written to memory.
  // Binds `value` to leaves that an operation passes through from an operand.
  void Alias(const Value& value, std::span<const Leaf> leaves);
  // Removes one use of a leaf that is an operand of an operation which does not read it.
  void DoWithout(const Leaf& leaf) { AddUses(leaf, -1); }
  // Adds a use of a leaf. If no operation takes it, the leaf is written to memory with its group.
  void Hold(const Leaf& leaf) { AddUses(leaf, 1); }

  // --- Values in memory.
  // Returns the leaf in memory, after its group is computed. It may be a splat.
  Leaf InMemory(Leaf leaf);
  // Returns the leaf in memory with all of its elements.
  Leaf Dense(Leaf leaf);
  // Returns where the source of a deferred movement has the elements of the leaf; nothing if the
  // leaf is no such movement, or its dimensions have no strides.
  std::optional<StridedView> FindView(const Leaf& leaf) const;
  // Returns the number of elements of the source of a leaf that has a view.
  int64_t SourceCount(const Leaf& leaf) const;
  // Returns the source of a leaf that has a view. Computes nothing.
  Leaf TakeSource(const Leaf& leaf);
  // Returns the pad that the leaf is the deferred result of; null for any other leaf.
  const Operation* PaddingOf(const Leaf& leaf) const;
  // Returns the operands of a deferred movement, without a use of them.
  std::span<const Leaf> SourcesOf(const Leaf& leaf) const;
  // The same for one use of its result.
  std::vector<Leaf> TakeSources(const Leaf& leaf);
  // Returns the operand of a deferred concatenation that has the elements starts .. limits of its
  // result, for one use of these; nothing if there is no such operand.
  std::optional<JoinedPart> TakePart(const Leaf& leaf, std::span<const int64_t> starts,
                                     std::span<const int64_t> limits);
  // Returns the operands, at most `most`, of a deferred concatenation along `dimension`, for its
  // only use; none if the leaf is another one.
  std::vector<Leaf> TakeParts(const Leaf& leaf, size_t dimension, size_t most);
  // Returns whether the leaf is a deferred concatenation of operands that each have one element
  // along `dimension`.
  bool HasStacked(const Leaf& leaf, size_t dimension) const;
  // Returns the value as which the leaf waits in a group; null for any other leaf.
  const Value* WaitingValue(const Leaf& leaf) const;
  // Computes every group that is still open.
  void FlushAll();

  // Computes the slice that `operation` takes of a deferred computation by itself, if the operand
  // is read by slices only, and each element about once. `slice` returns the slice of a tensor's
  // elements. Returns false for any other leaf.
  using ElementSlice = std::function<simd::MovedElements(const simd::MovedElements&)>;
  bool ComputeSlice(const Operation& operation, const Leaf& leaf, const ElementSlice& slice);
  // Moves the operands of a deferred computation instead of its result, which `operation` alone
  // uses, if they have fewer bytes, as those of a picture that becomes floats. `move` returns the
  // moved elements of a tensor's. Returns false for any other leaf.
  bool MoveNarrowSources(const Operation& operation, const Leaf& leaf, const ElementSlice& move);

  // --- Open groups and spreads.
  struct Waiting {
    std::vector<uint32_t> groups, spreads;
  };
  // Removes them, so that the following operations and FlushAll do not affect them.
  Waiting SetAside();
  void Restore(Waiting waiting);

 private:
  bool ComputeConstant(const Leaf& shape, const Value& result, const TileNode& node,
                       std::span<const Leaf> operands);
  bool PassOperand(const Leaf& shape, const Value& result, const TileNode& node,
                   std::span<const Leaf> operands);
  // Returns the remainder that is zero where the compared modulus is; nothing for any other
  // operands.
  std::optional<Leaf> TakeRemainder(const TileNode& compare, std::span<const Leaf> operands);
  // Returns the integers that were converted to more bits before; nothing if `conversion` does not
  // convert their result.
  std::optional<Leaf> TakeWidened(const TileNode& conversion, std::span<const Leaf> operands);
  // An operation that has the bits of another one.
  struct Replacement {
    TileNode node;
    std::vector<Leaf> operands;
  };
  // Returns the operation on fewer bits that replaces a conversion to these; nothing if more than
  // one of its operands would have to be converted.
  std::optional<Replacement> TakeLowBits(const Operation& operation, const TileNode& conversion,
                                         std::span<const Leaf> operands);
  std::optional<Leaf> OperandOf(const Leaf& of, uint32_t node);
  Leaf Truncated(const Operation& operation, const Leaf& leaf, ElementType type);
  // Returns the operation that replaces a part of a division which rounds down; nothing for any
  // other operation.
  std::optional<Replacement> TakeFlooredDivision(const TileNode& node,
                                                 std::span<const Leaf> operands);
  // Returns node `node` of the leaf's group, which is used instead of the leaf.
  Leaf InsteadOf(Leaf leaf, uint32_t node);
  // Returns an operation on earlier values with the same bits; nothing if there is none.
  std::optional<Replacement> FindReplacement(const Operation& operation, const TileNode& node,
                                             std::span<const Leaf> operands);
  bool CompareIota(const Leaf& shape, const Value& result, const TileNode& node,
                   std::span<const Leaf> operands);
  std::optional<size_t> PassedComparison(const TileNode& node,
                                         std::span<const Leaf> operands) const;
  void ComputeInto(const Operation& operation, const Value& result, TileNode node,
                   std::span<const Leaf> operands);
  void ComputeAtSource(const Operation& operation, const Value& result, TileNode node,
                       std::span<const Leaf> operands, const Spread& spread);
  Leaf ShapeOf(const Operation& operation, const Value& result);
  Leaf Derive(const Operation& operation, const simd::ElementwiseKernel& kernel,
              std::span<const Leaf> operands, int64_t count);
  Leaf AddNode(const Operation& operation, TileNode node, int64_t count);
  Leaf ClampedSums(const Operation& operation, std::span<const IndexComponent> components,
                   int64_t count);
  Leaf ElementsOf(const Operation& operation, const IndexComponent& component, ElementType type,
                  int64_t count);
  bool IsIota(const Leaf& leaf, int64_t inner, int64_t size) const;
  bool IsPlace(const IndexComponent& component, const Leaf& column, size_t dimension,
               int64_t parts) const;
  std::optional<size_t> DimensionOfStacked(const Leaf& leaf) const;
  void Choose(const Operation& operation, const Value& result, const Leaf& index,
              std::span<const Leaf> parts);
  uint32_t OpenGroup(int64_t count, size_t nodes);
  bool IsFilledOnce(const Leaf& leaf) const;
  uint32_t AddOperand(uint32_t group_index, const Leaf& leaf);
  uint32_t AddSource(ElementGroup& group, const Leaf& leaf);
  void AddUses(const Leaf& leaf, int64_t uses);
  void BindNode(const Operation& operation, const Value& result, uint32_t group_index,
                uint32_t node);
  // Binds a node whose elements are not those of its group.
  void BindSink(const Operation& operation, const Value& result, uint32_t group_index,
                uint32_t node);
  void BindSpread(const Operation& operation, const Value& result, Spread spread);
  std::optional<size_t> DimensionOfJoined(const Leaf& leaf) const;
  // A node, and what it reads unless it computes.
  struct CopiedNode {
    TileNode node;
    Leaf source;
  };
  std::vector<uint32_t> NodesOfLoads(const ElementGroup& group, uint32_t node, int64_t uses,
                                     size_t most, bool (*is_load)(const TileNode&)) const;
  std::vector<uint32_t> NodesOfOneLoad(const ElementGroup& group, uint32_t node, int64_t uses,
                                       size_t most, bool (*is_load)(const TileNode&)) const;
  std::vector<CopiedNode> CopiesOf(const ElementGroup& group,
                                   std::span<const uint32_t> indices) const;
  Leaf AddCopies(const ElementGroup& from, std::span<const uint32_t> indices,
                 std::vector<CopiedNode> nodes, int64_t count);
  void ReduceTotals(const Operation& operation, const simd::ElementwiseKernel& body,
                    std::vector<Leaf> totals);
  std::vector<uint32_t> NodesToSlice(const Leaf& leaf, int64_t uses) const;
  std::optional<std::vector<CopiedNode>> SlicedNodes(
      const Operation& operation, ElementGroup& group, std::vector<CopiedNode> nodes,
      std::span<const int64_t> shape, const ElementSlice& slice, int64_t most_written);
  bool BindSliced(const Operation& operation, const Leaf& leaf, std::span<const uint32_t> indices,
                  const ElementSlice& slice, int64_t most_written);
  Leaf WritePart(ElementGroup& group, const Operation& operation, const Leaf& source,
                 const simd::MovedElements& elements);
  std::optional<TileNode> ComposedLoad(const Leaf& leaf, const TileNode& load) const;
  bool Repeat(uint32_t spread_index);
  void BindToNode(uint32_t spread_index, const Leaf& node);
  std::optional<size_t> RolledDimension(const Spread& first, const Spread& second,
                                        const Leaf& whole) const;
  void ReadRolled(const Operation& operation, const Value& result, Spread& spread);
  TileNode LoadOf(ElementGroup& group, const Leaf& leaf);
  TileNode Placed(ElementGroup& group, const TileNode& load, std::span<const Leaf> sources);
  void Settle(const TileNode& load, std::span<const Leaf> sources);
  void PlanBroadcast(Spread& spread) const;
  bool HasDeferredSource(const Spread& spread) const;
  bool JoinViews(uint32_t spread_index);
  std::optional<Leaf> JoinedNode(std::span<const Leaf> columns);
  bool WriteColumns(uint32_t spread_index);
  void WriteMovement(uint32_t spread_index);
  const Spread* CommonSpread(std::span<const Leaf> operands) const;
  void WriteOut(uint32_t spread_index);
  std::optional<uint32_t> GroupToReduce(const Leaf& leaf) const;
  void FlushOthers(std::span<const Leaf> operands, int64_t count);
  void FlushGroup(uint32_t index);
  std::vector<Leaf> MakeOutputs(ElementGroup& group);
  void EmitTiles(const ElementGroup& group, std::span<const Leaf> memory);
  void EmitWindow(const Operation& operation, const ElementGroup& group, const Leaf& array,
                  const CompiledTiles& tiles);
  void EmitGraph(const ElementGroup& group, const TileGraph& graph, std::span<const Leaf> memory);

  const Level level_;
  const ModuleFacts& facts_;
  const PlanningPosition& position_;
  Values& values_;
  Emitter& emitter_;
  std::vector<std::unique_ptr<ElementGroup>> groups_;
  std::vector<uint32_t> open_groups_;
  std::vector<Spread> spreads_;
  // Spreads that may still be written out.
  std::vector<uint32_t> open_spreads_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ELEMENTWISE_SCHEDULER_H_
