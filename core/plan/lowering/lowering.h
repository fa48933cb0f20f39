// Lowering: turns operations into steps. One Lower function an operation, in the file of
// its family, declared from the op table.
#ifndef PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_
#define PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/element_group.h"
#include "core/plan/lowering/lower_table.h"
#include "core/plan/lowering/plan_knowledge.h"
#include "core/plan/lowering/row_joiner.h"
#include "core/plan/lowering/step_spec.h"
#include "core/plan/lowering/unneeded.h"
#include "core/plan/move_steps.h"
#include "core/plan/plan.h"
#include "core/plan/suspension.h"
#include "core/types/leaf_types.h"
#include "core/types/type_context.h"

namespace paddock {

struct PackedOperand;
struct PendingCollective;

class Lowering {
 public:
  Lowering(const LowerTable& table, const Module& module, const PlanOptions& options, Arena& arena,
           std::vector<std::shared_ptr<const void>>& owned, PlanKnowledge& knowledge,
           DiagnosticSink& sink);

  Level level() const { return options_.level; }
  simd::Numerics numerics() const { return options_.numerics; }
  uint64_t seed() const { return options_.seed; }
  GridSize grid() const { return options_.grid; }
  const PlanOptions& options() const { return options_; }
  const LowerTable& table() const { return table_; }
  TileOptions tile_options(bool allow_direct) const { return {allow_direct, options_.chains}; }
  const Module& module() const { return module_; }
  Arena& arena() { return arena_; }
  PlanDraft& draft() { return draft_; }
  // Types that planning makes; they live as long as the plan.
  TypeContext& types() { return *types_; }

  // --- Parameters of steps live as long as the plan.
  template <class T>
  const T* Own(T value) {
    auto kept = std::make_shared<const T>(std::move(value));
    owned_.push_back(kept);
    return kept.get();
  }

  // For parameters that are completed after their step was emitted.
  template <class T>
  T* OwnMutable() {
    auto kept = std::make_shared<T>();
    owned_.push_back(kept);
    return kept.get();
  }

  // --- Values. A tuple has several leaves, any other value one.
  // The type that this plan gives a value: where the program leaves sizes open, with the sizes
  // of this run.
  Type TypeOf(const Value& value) const {
    return value.id < real_types_.size() && real_types_[value.id] ? real_types_[value.id]
                                                                  : value.type;
  }
  // Sets the type that `value` has in this run.
  void SetType(const Value& value, Type type);
  // Sets the real types of the results of `operation`, and checks its constraints on them. Called
  // before `operation` is lowered, except where it passes values on.
  Result<void> RefineResults(const Operation& operation);
  // Returns the integers of a leaf if they are known while planning; at most kMostKnown elements.
  static std::optional<std::vector<int64_t>> IntegersOf(const Leaf& leaf);
  static constexpr int64_t kMostKnown = 1024;
  // Id of a synthesized value (core/plan/lowering/composition.h); all are below value_count.
  uint32_t NewValueId();
  size_t value_count() const { return bindings_.size(); }
  // Plans `body`, which may contain synthesized values.
  void SetBody(const Block& body, size_t value_count);
  std::vector<Leaf> Leaves(const Value& value) const;
  Leaf Operand(const Operation& operation, size_t index) const;
  // All leaves of the operands begin .. end.
  std::vector<Leaf> OperandLeaves(const Operation& operation, size_t begin, size_t end) const;
  void Bind(const Value& value, std::span<const Leaf> leaves);
  void Bind(const Value& value, const Leaf& leaf) { Bind(value, std::span(&leaf, 1)); }
  // `value` is another name of leaves that `operation` takes from an operand.
  void Alias(const Value& value, std::span<const Leaf> leaves);
  // Returns the leaves of a type without their places. Returns nothing, after a diagnostic at
  // `span`, if its sizes are undetermined or too large.
  std::optional<std::vector<Leaf>> LeavesOf(Type type, Span span);

  // The leaf in memory, its group computed; may still be a splat.
  Leaf InMemory(Leaf leaf);
  // In memory with all of its elements.
  Leaf Dense(Leaf leaf);
  Leaf DenseOperand(const Operation& operation, size_t index) {
    return Dense(Operand(operation, index));
  }
  // Memory for an element type and shape (which must outlive the plan).
  Leaf NewLeaf(ElementType type, std::span<const int64_t> shape);
  // Sets the shape (which must outlive the plan) of memory that was made without elements.
  void SetShape(Leaf& leaf, std::span<const int64_t> shape);
  // Memory for a result of one leaf, bound to it.
  Leaf Define(const Value& result);

  // --- Steps.
  // Something may jump there: what follows is not joined with what is before.
  uint32_t next_step() {
    joiner_.Close();
    return step_count();
  }
  // Emits a step and returns its number. Writes become visible at it.
  uint32_t Emit(const StepSpec& spec) { return EmitWithScratch(spec, {}); }
  // Moves sources[i] to targets[i], all at once: no target is another's source. Returns the step's
  // parameters, so that it can be made to jump.
  MoveParameters* EmitMove(const Operation* operation, std::span<const Leaf> sources,
                           std::span<const Leaf> targets, uint32_t region_begin, bool is_back_edge);

  // Marks `leaves` as written once the machine has run `step` and stands at the next step to be
  // emitted: results of loops and branches.
  void SetWriter(std::span<const Leaf> leaves, uint32_t step);

  // --- Element-wise groups (element_groups.cc, spreads.cc).
  // result = kernel(operands): as a node of a group, of one element where all operands are
  // splats (level kFast). Operands are of the result's count, or splats, or scalars.
  void Compute(const Operation& operation, const Value& result,
               const simd::ElementwiseKernel& kernel, const void* attributes,
               std::span<const Leaf> operands);
  void ComputeInto(const Operation& operation, const Value& result, TileNode node,
                   std::span<const Leaf> operands);
  // A node that loads: broadcasts and iota.
  void Load(const Operation& operation, const Value& result, TileNode node, const Leaf* source);
  // Takes back one use of a leaf that an operation names and never reads.
  void DoWithout(const Leaf& leaf) { AddUses(leaf, -1); }
  // `spec` has the reads, the writes and the operation.
  void EmitTileStep(StepSpec spec, const CompiledTiles& tiles, int64_t count);
  // Computes every group that is still open.
  void FlushAll();

  // --- Futures: what async_done finds by the leaf that async_start bound.
  void KeepPending(const Leaf& ticket, std::shared_ptr<const PendingCollective> pending) {
    pending_[{ticket.where, ticket.index}] = std::move(pending);
  }
  // Returns null for a future whose value is the leaf itself.
  std::shared_ptr<const PendingCollective> FindPending(const Leaf& ticket) const;

  // --- Operands packed before a loop (core/plan/products/packed_operand.h), by the product.
  void KeepPacked(const Operation& operation, std::shared_ptr<const PackedOperand> packed) {
    packed_[&operation] = std::move(packed);
  }
  // Returns null if there is none.
  std::shared_ptr<const PackedOperand> FindPacked(const Operation& operation) const {
    const auto found = packed_.find(&operation);
    return found == packed_.end() ? nullptr : found->second;
  }

  // Lowers the operations of `block` with its arguments bound to `arguments`. Returns the leaves of
  // its terminator's operands, possibly still in groups.
  std::optional<std::vector<Leaf>> LowerBlock(Block& block, std::span<const Leaf> arguments);
  // Like LowerBlock, for a block that runs once and in place: planning can stop and resume in it
  // (core/plan/suspension.h).
  std::optional<std::vector<Leaf>> LowerInPlace(Block& block, std::span<const Leaf> arguments);
  // Like LowerBlock, for a body that is applied to elements and may be planned lazily instead
  // (core/plan/lowering/late_body.h).
  std::optional<std::vector<Leaf>> LowerBody(Block& body, std::span<const Leaf> arguments);
  // Lowers the body of a function called from `call`; recursion and depth are diagnostics.
  std::optional<std::vector<Leaf>> LowerCall(const Operation& call, const Operation& function,
                                             std::span<const Leaf> arguments);
  void LowerOperation(const Operation& operation);
  // Whether nothing needs the operation, and its values cannot be inspected either.
  bool IsLeftOut(const Operation& operation) const {
    return level() == Level::kFast && unneeded_.contains(&operation);
  }
  // Whether the current operation exists only for inspection, and so must not fail.
  bool is_unneeded() const { return unneeded_depth_ != 0; }
  // Lowers `block` in the place of `source`; it uses nothing of `source` but its operands.
  Result<void> LowerComposed(const Operation& source, Block& block);

  // --- Sizes that are determined at run time (core/plan/suspension.h).
  // Ends the plan before `operation`: the continuation is planned when the values are known.
  std::unexpected<Failure> Suspend(const Operation& operation,
                                   std::span<const Value* const> needed);
  // Like Suspend, where preceding steps write the values that `operation` needs itself. TakeKnown
  // returns them when planning resumes there.
  std::unexpected<Failure> SuspendFor(const Operation& operation, std::span<const Leaf> leaves);
  std::vector<Leaf> TakeKnown() { return std::exchange(known_, {}); }
  // Like SuspendFor, before the end of `block`, whose lowering is complete.
  std::unexpected<Failure> SuspendAtEnd(Block& block);
  // Marks this branch or loop, or the body around it, as late for the next attempt.
  std::unexpected<Failure> MakeLate(const Operation& operation);
  bool IsLate(const Operation& operation) const;
  // Returns whether planning resumes inside this block.
  bool ResumesIn(const Block& block) const {
    return resume_depth_ < resume_path_.size() && resume_path_[resume_depth_].block == &block;
  }
  // Binds the live values, and resumes at the place of a suspension; at the beginning of the plan
  // if there is no path.
  void Resume(std::span<const SuspensionFrame> path, std::span<const LiveLeaves> live);
  // Returns the bound values outside `body` that its operations use.
  std::vector<LiveLeaves> CapturedBy(const Block& body);
  bool is_suspended() const { return draft_.suspension != nullptr; }
  bool needs_another_attempt() const { return needs_another_attempt_; }
  bool has_stopped() const { return is_suspended() || needs_another_attempt_; }

  // --- Diagnostics.
  std::unexpected<Failure> NotImplemented(const Operation& operation, std::string message);
  // Fails for a form that the checks refuse: only an unchecked module has it.
  std::unexpected<Failure> Malformed(const Operation& operation);
  std::unexpected<Failure> Fail(const Operation& operation, std::string_view code,
                                std::string message);
  // Fails for a numbered constraint that only planning can check.
  std::unexpected<Failure> FailRule(const Operation& operation, const ConstraintInfo& rule,
                                    std::string_view detail);
  std::unexpected<Failure> FailRule(const Operation& operation, Constraint rule,
                                    std::string_view detail) {
    return FailRule(operation, Info(rule), detail);
  }
  DiagnosticSink& sink() { return sink_; }
  void MarkFailed() { has_failed_ = true; }
  bool has_failed() const { return has_failed_; }
  // Some process may have given operands that it takes the result of later.
  bool has_async() const { return has_async_; }
  // Channels on which something in the module receives from the host.
  std::span<const int64_t> host_channels() const { return host_channels_; }
  // Some type of the module leaves a size open.
  bool is_dynamic() const { return is_dynamic_; }
  // Returns the number of uses of a value in the whole module.
  uint32_t UseCount(const Value& value) const { return use_counts_[value.id]; }
  // Ends planning of the function with these results.
  void SetResults(std::span<const Leaf> leaves);
  // `inputs`: one for each that is no token; may be empty where no size is open.
  bool SetArguments(const Block& body, std::span<const Tensor> inputs);
  // The arguments, those that sizes depend on as constants.
  std::vector<Leaf> ArgumentLeaves(std::span<const Tensor> inputs);

 private:
  void CountUses(const Block& block);
  void LowerNeeded(const Operation& operation);
  void LowerUnneeded(const Operation& operation);
  void NoteType(const Value& value);
  bool BindArguments(const Block& block, std::span<const Leaf> arguments);
  void NoteShape(const Value& value, const Leaf& leaf);
  bool SetArgument(const Value& argument, size_t number, const Tensor* input);
  const std::byte* CopyConstant(const std::byte* data, size_t bytes);
  bool IsFoldable(const Operation& operation) const;
  Result<void> Fold(const Operation& operation, LowerFunction lower);
  bool TraceToArguments(std::span<const Value* const> values);
  void AddLiveValues();
  void AddLive(const Operation* operation, std::vector<bool>& is_later,
               std::vector<bool>& is_added);
  void AddLiveIn(const Operation& operation, std::vector<bool>& is_later,
                 std::vector<bool>& is_added);
  void AddLiveValue(const Value& value, std::vector<bool>& is_added);
  void EmitSuspension(const Operation& operation, std::span<const Value* const> needed,
                      std::span<const Leaf> known);
  void HandOn(LiveLeaves& live);
  void ResumeFuture(const LiveLeaves& live);
  const Operation* LateFor(const Operation& operation) const;
  const Operation* LateKey(const Operation& operation) const;
  std::optional<std::vector<Leaf>> LowerOperations(Block& block, std::span<const Leaf> arguments);
  uint32_t OpenGroup(int64_t count, size_t nodes);
  void FlushOthers(std::span<const Leaf> operands, int64_t count);
  uint32_t AddOperand(uint32_t group_index, const Leaf& leaf);
  uint32_t AddSource(ElementGroup& group, const Leaf& leaf);
  void BindNode(const Operation& operation, const Value& result, uint32_t group_index,
                uint32_t node);
  void AddUses(const Leaf& leaf, int64_t uses);
  void BindSpread(const Operation& operation, const Value& result, const Leaf& source,
                  std::vector<simd::CopyDimension> loops);
  void WriteOut(uint32_t spread_index);
  const Spread* CommonSpread(std::span<const Leaf> operands) const;
  void ComputeAtSource(const Operation& operation, const Value& result, TileNode node,
                       std::span<const Leaf> operands, const Spread& spread);
  void FlushGroup(uint32_t index);
  void EmitTiles(ElementGroup& group, const CompiledTiles& tiles);
  Leaf Resolved(Leaf leaf) const;
  DraftReference ReferenceTo(const Leaf& leaf, bool is_write) const;
  uint32_t step_count() const { return static_cast<uint32_t>(draft_.steps.size()); }
  uint32_t EmitWithScratch(const StepSpec& spec, std::span<const uint32_t> scratch_offsets);
  uint32_t JoinRows(const StepSpec& spec);
  StepSpec Attributed(StepSpec spec) const;
  void AppendStep(std::vector<DraftStep>& steps, const StepSpec& spec,
                  std::span<const uint32_t> scratch_offsets = {});
  const StepScope* Scope();
  // Records the place at which leaf `part` of the value can be observed.
  void Locate(const Value& value, uint32_t part, const Leaf& leaf);
  Leaf FillConstant(const Leaf& leaf);
  void Poison(const Operation& operation);
  bool IsPoisoned(const Value& value) const;
  bool IsPoisoned(const Operation& operation) const;

  const LowerTable& table_;
  const Module& module_;
  const PlanOptions& options_;
  Arena& arena_;
  std::vector<std::shared_ptr<const void>>& owned_;
  DiagnosticSink& sink_;
  PlanDraft draft_;
  RowJoiner joiner_;
  // How many there were when the last step was emitted.
  size_t located_ = 0;
  TypeContext* types_;
  const Operation* composed_ = nullptr;  // source of the composition
  bool has_failed_ = false;
  bool is_over_limit_ = false;
  uint64_t lowered_operations_ = 0;
  int depth_ = 0;

  bool is_dynamic_ = false;
  bool has_async_ = false;
  std::vector<int64_t> host_channels_;
  bool needs_another_attempt_ = false;
  PlanKnowledge& knowledge_;
  // By value id; null where the declared type is the real one.
  std::vector<Type> real_types_;
  // The blocks being lowered in place, each with the operation that it stands at.
  std::vector<SuspensionFrame> frames_;
  // Scopes of the step that was emitted last, outermost first.
  std::vector<const StepScope*> scopes_;
  // Operations around them that are not lowered in place.
  struct Fixed {
    const Operation* operation = nullptr;
    bool is_body = false;
  };
  std::vector<Fixed> fixed_;
  // The planned inputs are not a function's arguments.
  bool is_rest_ = false;
  std::vector<Leaf> known_;
  // Destination of collected live values.
  std::vector<LiveLeaves>* live_ = nullptr;
  std::vector<SuspensionFrame> resume_path_;
  size_t resume_depth_ = 0;

  // By value id: where its leaves begin in leaves_, and how many.
  struct Binding {
    uint32_t first = 0;
    uint32_t count = 0;
    bool is_bound = false;
  };
  std::vector<Binding> bindings_;
  std::vector<Leaf> leaves_;
  std::vector<uint32_t> use_counts_;
  std::vector<std::unique_ptr<ElementGroup>> groups_;
  std::vector<uint32_t> open_groups_;
  std::vector<Spread> spreads_;
  // Those that may still have to be written out.
  std::vector<uint32_t> open_spreads_;
  std::vector<const Operation*> call_stack_;
  UnneededOperations unneeded_;
  int unneeded_depth_ = 0;
  // Constants that were written out in full, by address and size.
  std::vector<std::pair<Leaf, Leaf>> filled_;
  // By slot: its value is there once `step` has run, and while the machine does not stand
  // between it and `ready`.
  struct Writer {
    uint32_t step = kNowhere;
    uint32_t ready = kNowhere;
  };
  std::vector<Writer> writers_;
  std::map<const Operation*, std::shared_ptr<const PackedOperand>> packed_;
  // By the ticket's place.
  std::map<std::pair<Leaf::Where, uint32_t>, std::shared_ptr<const PendingCollective>> pending_;
};

// Element type that holds a value of a shape dialect's unranked type: a size, a witness.
std::optional<ElementType> ShapeElement(Type type);

// Returns whether a value of `type` can have these sizes; a bound is the maximum of a size.
bool FitsSizes(Type type, std::span<const int64_t> sizes);

#define PADDOCK_HANDLER(name) Result<void> name(Lowering& lowering, const Operation& operation);
#include "dialect/lower_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_
