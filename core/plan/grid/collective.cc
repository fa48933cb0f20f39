// Lowering of collective operations: each is a meeting of the group, a pure function of its
// members' contributions in group order.
#include "core/plan/grid/collective.h"

#include <algorithm>
#include <utility>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/bodies/pairwise_reduce.h"
#include "core/plan/grid/body_text.h"
#include "core/plan/grid/collective_loop.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/quantized/quantized_form.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

bool IsRooted(const Operation& operation) {
  return operation.is(OpKind::kStablehloCollectiveBroadcast);
}

bool IsReduction(const Operation& operation) {
  return operation.is(OpKind::kStablehloAllReduce) ||
         operation.is(OpKind::kStablehloReduceScatter) ||
         operation.is(OpKind::kStablehloCollectiveReduce);
}

// Returns the attributes and the body, which must be equal for all members, as text.
std::string AttributesText(const Operation& operation) {
  std::string text;
  for (std::string_view name : {"all_gather_dim", "split_dimension", "concat_dimension",
                                "split_count", "scatter_dimension"}) {
    if (operation.Find(name) == nullptr) continue;
    text += ", " + std::string(name) + " = " + std::to_string(IntegerOf(operation, name, 0));
  }
  if (operation.Find("has_dynamic_root") != nullptr) text += ", has_dynamic_root";
  if (!operation.regions.empty()) text += ", body " + BodyText(*operation.regions[0]);
  return text;
}

std::vector<Type> OperandTypes(Lowering& lowering, const Operation& operation) {
  std::vector<Type> types;
  for (const Value* operand : operation.operands) types.push_back(lowering.TypeOf(*operand));
  return types;
}

bool HasDynamicRoot(const Operation& operation) {
  return operation.Find("has_dynamic_root") != nullptr;
}

// Returns the type that a reduction's body computes in; null for operations without a body.
Type BodyType(const Operation& operation) {
  if (operation.regions.empty()) return {};
  const Block* body = operation.regions[0]->only_block();
  if (body == nullptr || body->arguments.size() != 2) return {};
  return body->arguments[0]->type;
}

// Returns all elements of operand `index`, in the type of the body, for the parcel.
Leaf Travelling(Lowering& lowering, const Operation& operation, size_t index) {
  const Leaf leaf = lowering.Operand(operation, index);
  const Type body = BodyType(operation);
  const bool is_root = HasDynamicRoot(operation) && index + 1 == operation.operands.size();
  if (!body || is_root) return lowering.Dense(leaf);
  return Converted(lowering, operation, leaf, *body.element_type());
}

// --- Taking results.

// Allocates memory for results that the next step writes.
std::vector<Leaf> DefineAll(Lowering& lowering, std::span<Value* const> results) {
  std::vector<Leaf> leaves;
  for (const Value* result : results) leaves.push_back(lowering.Define(*result));
  return leaves;
}

// Returns the offset of each member's part, in group order.
std::vector<int64_t> Offsets(size_t members, int64_t stride) {
  std::vector<int64_t> offsets(members);
  for (size_t i = 0; i < members; ++i) offsets[i] = static_cast<int64_t>(i) * stride;
  return offsets;
}

// Returns the place of the part of `operand` for one of `members`: split along one dimension, and
// joined along another in a result of shape `result`. -1: none.
TakePartsParameters::Part PlanPart(const ParcelEntry& operand, std::span<const int64_t> result,
                                   int64_t split_dimension, int64_t split_count,
                                   int64_t concat_dimension, size_t members) {
  const auto width = static_cast<int64_t>(ByteSize(operand.type));
  std::vector<int64_t> part(operand.shape.begin(), operand.shape.end());
  const auto split = static_cast<size_t>(split_dimension);
  if (split_dimension >= 0) part[split] /= split_count;
  const std::vector<int64_t> source_strides = simd::RowMajorStrides(operand.shape);
  const std::vector<int64_t> result_strides = simd::RowMajorStrides(result);
  std::vector<simd::CopyDimension> dimensions;
  for (size_t i = 0; i < part.size(); ++i) {
    dimensions.push_back({part[i], source_strides[i], result_strides[i]});
  }
  TakePartsParameters::Part planned;
  planned.copy = simd::PlanStridedCopy(static_cast<size_t>(width), dimensions);
  if (split_dimension >= 0) planned.source_stride = part[split] * source_strides[split] * width;
  if (concat_dimension < 0) return planned;
  const auto concat = static_cast<size_t>(concat_dimension);
  planned.result_offsets = Offsets(members, part[concat] * result_strides[concat] * width);
  return planned;
}

// Emits a step with the references of References: the ticket, and the results.
template <template <class> class References, class Parameters>
void EmitTake(Lowering& lowering, const PendingCollective& pending, const Operation& at,
              StepFunction function, const Parameters& parameters, std::vector<Leaf> results) {
  StepSpec spec;
  spec.operation = &at;
  spec.function = function;
  spec.parameters = &parameters;
  spec.keeps = LentOperands(pending);
  for (const Leaf& leaf : results) spec.work += 2 * static_cast<int64_t>(leaf.bytes());
  SetReferences(spec, References<Planning>{.ticket = pending.ticket, .results = std::move(results)},
                parameters);
  spec.traffic = pending.taking;
  spec.pays_by_itself = true;
  lowering.Emit(spec);
}

Result<void> TakeParts(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                       std::span<Value* const> results) {
  const Operation& operation = *pending.operation;
  TakePartsParameters parameters;
  parameters.meeting = pending.meeting;
  const size_t members = pending.meeting->groups.largest();
  for (size_t i = 0; i < results.size(); ++i) {
    const ParcelEntry& entry = pending.meeting->entries[i];
    const std::span<const int64_t> shape = lowering.TypeOf(*results[i]).shape();
    parameters.parts.push_back(
        operation.is(OpKind::kStablehloAllGather)
            ? PlanPart(entry, shape, -1, 1, IntegerOf(operation, "all_gather_dim", 0), members)
            : PlanPart(entry, shape, IntegerOf(operation, "split_dimension", 0),
                       IntegerOf(operation, "split_count", 1),
                       IntegerOf(operation, "concat_dimension", 0), members));
  }
  const auto* kept = lowering.Own(std::move(parameters));
  EmitTake<TakePartsReferences>(lowering, pending, at, &TakePartsStep, *kept,
                                DefineAll(lowering, results));
  return {};
}

// --- Reductions.

std::optional<CompiledBody> CompileReduction(Lowering& lowering, const Operation& operation) {
  return CompileBody(lowering, *operation.regions[0]->only_block(), kBodyBlock,
                     /*allow_direct=*/false);
}

// Emits the rows of the group's members, each a part of shape `part`, as one tensor.
Leaf TakeScatteredRows(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                       std::span<const int64_t> part) {
  const ParcelEntry& entry = pending.meeting->entries[0];
  const size_t members = pending.meeting->groups.largest();
  const auto count = static_cast<int64_t>(members);
  const Leaf rows = NewFoldRows(lowering.emitter(), pending, entry.type, *CheckedProduct(part));
  TakePartsParameters parameters;
  parameters.meeting = pending.meeting;
  parameters.parts.push_back(PlanPart(
      entry, part, IntegerOf(*pending.operation, "scatter_dimension", 0), count, -1, members));
  parameters.parts[0].result_offsets = Offsets(members, static_cast<int64_t>(rows.bytes()) / count);
  EmitTake<TakePartsReferences>(lowering, pending, at, &TakePartsStep,
                                *lowering.Own(std::move(parameters)), {rows});
  return rows;
}

// Folds entries in place; each member's part begins `part_stride` bytes after the preceding one's.
Result<void> EmitTakeFold(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                          const CompiledBody& body, std::span<Value* const> results,
                          int64_t part_stride) {
  TakeFoldParameters parameters{pending.meeting,
                                BodyRunner(body),
                                body.captured.size(),
                                pending.operation->is(OpKind::kStablehloCollectiveReduce),
                                {},
                                part_stride};
  const TakeFoldReferences<Planning> references{
      .ticket = pending.ticket, .captured = body.captured, .results = DefineAll(lowering, results)};
  StepSpec spec;
  spec.operation = &at;
  spec.function = &TakeFoldStep;
  spec.keeps = LentOperands(pending);
  for (const Leaf& leaf : references.results) {
    spec.work += 4 * static_cast<int64_t>(leaf.bytes());
    spec.operations += static_cast<uint64_t>(leaf.count);
    parameters.counts.push_back(leaf.count);
  }
  SetReferences(spec, references, parameters);
  spec.scratch_bytes =
      FoldScratchBytes(parameters.body, *std::ranges::max_element(parameters.counts));
  spec.parameters = lowering.Own(std::move(parameters));
  spec.traffic = pending.taking;
  spec.pays_by_itself = true;
  lowering.Emit(spec);
  return {};
}

// Returns whether each member's part of an operand is contiguous.
bool IsInOnePiece(const ParcelEntry& entry, int64_t scatter_dimension) {
  const auto before = entry.shape.first(static_cast<size_t>(scatter_dimension));
  return std::ranges::all_of(before, [](int64_t size) { return size == 1; });
}

Result<void> TakeReduceScatter(Lowering& lowering, const PendingCollective& pending,
                               const Operation& at, Value* const& result) {
  const Operation& operation = *pending.operation;
  const ParcelEntry& entry = pending.meeting->entries[0];
  const auto body = CompileReduction(lowering, operation);
  if (body && IsInOnePiece(entry, IntegerOf(operation, "scatter_dimension", 0))) {
    const auto members = static_cast<int64_t>(pending.meeting->groups.largest());
    return EmitTakeFold(lowering, pending, at, *body, std::span(&result, 1), entry.bytes / members);
  }
  const Leaf rows = TakeScatteredRows(lowering, pending, at, lowering.TypeOf(*result).shape());
  if (!body) return EmitFoldLoop(lowering, pending, at, rows, *result, 0);
  FoldRowsParameters parameters{pending.meeting, BodyRunner(*body), body->captured.size(), 0};
  StepSpec spec;
  spec.operation = &at;
  spec.function = &FoldRowsStep;
  const Leaf leaf = lowering.Define(*result);
  parameters.count = leaf.count;
  SetReferences(
      spec, FoldRowsReferences<Planning>{.rows = rows, .captured = body->captured, .result = leaf},
      parameters);
  spec.scratch_bytes = FoldScratchBytes(parameters.body, leaf.count);
  spec.work = static_cast<int64_t>(rows.bytes());
  spec.operations = static_cast<uint64_t>(rows.count);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

Result<void> TakeFold(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                      std::span<Value* const> results) {
  const auto body = CompileReduction(lowering, *pending.operation);
  if (!body) return EmitFoldLoops(lowering, pending, at, results);
  return EmitTakeFold(lowering, pending, at, *body, results, 0);
}

}  // namespace

std::vector<Leaf> LentOperands(const PendingCollective& pending) {
  std::vector<Leaf> lent;
  for (size_t i = 0; i < pending.operands.size(); ++i) {
    if (pending.meeting->entries[i].is_lent) lent.push_back(pending.operands[i]);
  }
  return lent;
}

Result<PendingCollective> GiveCollective(Lowering& lowering, const Operation& operation) {
  if (operation.is(OpKind::kStablehloCollectivePermute)) return GivePermute(lowering, operation);
  auto groups = GroupsOfCollective(lowering, operation);
  if (!groups || !CheckGroupSizes(lowering, operation, *groups)) return Failed();
  MeetingParameters meeting;
  meeting.site =
      SiteOf(operation, TypesText(OperandTypes(lowering, operation)) + AttributesText(operation));
  meeting.groups = *std::move(groups);
  meeting.is_from_root = IsRooted(operation);
  meeting.has_dynamic_root = HasDynamicRoot(operation);
  StepSpec spec;
  std::vector<Leaf> operands;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    const Leaf leaf = Travelling(lowering, operation, i);
    meeting.entries.push_back(
        MeetingEntryOf(lowering, leaf, lowering.TypeOf(*operation.operands[i])));
    operands.push_back(leaf);
    spec.work += 2 * static_cast<int64_t>(leaf.bytes());
  }
  PendingCollective pending;
  pending.operation = &operation;
  pending.operands = std::move(operands);
  pending.meeting = lowering.Own(std::move(meeting));
  pending.ticket = lowering.NewLeaf(ElementType::kI64, {});
  Traffic traffic{TrafficRole::kGive, pending.meeting->site, &pending.meeting->groups};
  for (size_t i = 0; i < pending.meeting->data_count(); ++i) {
    traffic.bytes += static_cast<uint64_t>(pending.meeting->entries[i].bytes);
  }
  spec.operation = &operation;
  spec.function = &GiveStep;
  spec.parameters = pending.meeting;
  spec.traffic = lowering.Own(traffic);
  traffic.role = TrafficRole::kTake;
  pending.taking = lowering.Own(traffic);
  SetReferences(spec,
                GiveReferences<Planning>{.entries = pending.operands, .ticket = pending.ticket},
                *pending.meeting);
  spec.pays_by_itself = true;
  lowering.Emit(spec);
  return pending;
}

Result<void> TakeCollective(Lowering& lowering, const PendingCollective& pending,
                            const Operation& at, std::span<Value* const> results) {
  const Operation& operation = *pending.operation;
  if (operation.is(OpKind::kStablehloCollectivePermute)) {
    return TakePermute(lowering, pending, at, results);
  }
  if (IsRooted(operation)) {
    EmitTake<TakeRootReferences>(lowering, pending, at, &TakeRootStep, *pending.meeting,
                                 DefineAll(lowering, results));
    return {};
  }
  if (operation.is(OpKind::kStablehloReduceScatter)) {
    return TakeReduceScatter(lowering, pending, at, results[0]);
  }
  return IsReduction(operation) ? TakeFold(lowering, pending, at, results)
                                : TakeParts(lowering, pending, at, results);
}

Result<void> LowerCollective(Lowering& lowering, const Operation& operation) {
  const Block* body = operation.regions.empty() ? nullptr : operation.regions[0]->only_block();
  if (body != nullptr && HasMixedArguments(*body)) return LowerMixedArguments(lowering, operation);
  const auto pending = GiveCollective(lowering, operation);
  if (!pending) return Failed();
  return TakeCollective(lowering, *pending, operation, operation.results);
}

}  // namespace paddock
