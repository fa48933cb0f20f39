#include "core/plan/lowering/lowering.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/move_steps.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
Lowering::Lowering(const LowerTable& table, const Module& module, const PlanOptions& options,
                   Arena& arena, std::vector<std::shared_ptr<const void>>& owned,
                   PlanKnowledge& knowledge, DiagnosticSink& sink)
    : table_(table),
      module_(module),
      options_(options),
      arena_(arena),
      owned_(owned),
      sink_(sink),
      knowledge_(knowledge) {
  auto types = std::make_shared<TypeContext>(&module.types());
  types_ = types.get();
  owned_.push_back(std::move(types));
  unneeded_ = FindUnneeded(module, options.custom_calls.get());
  bindings_.resize(module.value_count());
  use_counts_.resize(module.value_count());
  CountUses(*module.body());
}

void Lowering::CountUses(const Block& block) {
  for (const Operation* operation : block) {
    if (IsLeftOut(*operation)) continue;
    for (const Value* operand : operation->operands) ++use_counts_[operand->id];
    for (const Value* result : operation->results) NoteType(*result);
    has_async_ = has_async_ || operation->is(OpKind::kStablehloAsyncStart);
    if (operation->is(OpKind::kStablehloRecv) && IsHostTransfer(*operation)) {
      host_channels_.push_back(ChannelOf(*operation));
    }
    for (const Region* region : operation->regions) {
      for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
        for (const Value* argument : inner->arguments) NoteType(*argument);
        CountUses(*inner);
      }
    }
  }
}

// --- Values.

uint32_t Lowering::NewValueId() {
  const auto id = static_cast<uint32_t>(bindings_.size());
  bindings_.emplace_back();
  use_counts_.push_back(0);
  return id;
}

std::vector<Leaf> Lowering::Leaves(const Value& value) const {
  const Binding& binding = bindings_[value.id];
  std::vector<Leaf> result;
  for (uint32_t i = 0; i < binding.count; ++i) {
    result.push_back(Resolved(leaves_[binding.first + i]));
  }
  return result;
}

Leaf Lowering::Operand(const Operation& operation, size_t index) const {
  const Binding& binding = bindings_[operation.operands[index]->id];
  PADDOCK_CHECK(binding.count == 1);
  return Resolved(leaves_[binding.first]);
}

std::vector<Leaf> Lowering::OperandLeaves(const Operation& operation, size_t begin,
                                          size_t end) const {
  std::vector<Leaf> result;
  for (size_t i = begin; i < end; ++i) {
    const std::vector<Leaf> leaves = Leaves(*operation.operands[i]);
    result.insert(result.end(), leaves.begin(), leaves.end());
  }
  return result;
}

void Lowering::Bind(const Value& value, std::span<const Leaf> leaves) {
  const std::vector<Leaf> copy(leaves.begin(), leaves.end());
  bindings_[value.id] = {static_cast<uint32_t>(leaves_.size()), static_cast<uint32_t>(copy.size()),
                         true};
  leaves_.insert(leaves_.end(), copy.begin(), copy.end());
  if (value.type.is(TypeKind::kFuture)) return;
  const bool is_tuple = value.type.is(TypeKind::kTuple);
  for (uint32_t part = 0; part < copy.size(); ++part) {
    const Leaf leaf = Resolved(copy[part]);
    if (leaf.is_token) continue;
    if (is_dynamic_ && !is_tuple) NoteShape(value, leaf);
    const bool waits = leaf.where == Leaf::Where::kNode || leaf.where == Leaf::Where::kSpread;
    if (!waits) Locate(value, part, leaf);  // else when it is computed
  }
}

void Lowering::Alias(const Value& value, std::span<const Leaf> leaves) {
  for (uint32_t part = 0; part < leaves.size(); ++part) {
    AddUses(leaves[part], static_cast<int64_t>(UseCount(value)) - 1);
    const Leaf leaf = Resolved(leaves[part]);
    if (leaf.where != Leaf::Where::kNode) continue;
    groups_[leaf.index]->names.push_back({&value, leaf.node, leaf, part});
  }
  Bind(value, leaves);
}

std::optional<std::vector<Leaf>> Lowering::LeavesOf(Type type, Span span) {
  std::vector<Leaf> result;
  if (type.is(TypeKind::kTuple)) {
    for (Type element : type->elements) {
      const auto leaves = LeavesOf(element, span);
      if (!leaves) return std::nullopt;
      result.insert(result.end(), leaves->begin(), leaves->end());
    }
    return result;
  }
  Leaf leaf;
  if (type.is(TypeKind::kToken)) {
    leaf.is_token = true;
    result.push_back(leaf);
    return result;
  }
  if (const auto element = ShapeElement(type)) {
    leaf.type = *element;
    leaf.count = 1;
    result.push_back(leaf);
    return result;
  }
  if (type.is(TypeKind::kFuture)) {
    // A ticket, or the value itself, which is bound in its place.
    leaf.type = ElementType::kI64;
    leaf.count = 1;
    result.push_back(leaf);
    return result;
  }
  const bool is_scalar = type.is(TypeKind::kScalar) || type.is(TypeKind::kComplex);
  const bool is_stored = is_scalar || type.is_tensor() || type.is(TypeKind::kMemref);
  const auto element_type = is_stored ? type.stored_element_type() : std::optional<ElementType>();
  if (!element_type || !type.has_static_shape()) {
    has_failed_ = true;
    const std::string text = "a value of type " + ToString(type) + " cannot be held: ";
    if (element_type) {
      sink_.Error("shape", span, text + "nothing in the program says its sizes");
    } else {
      sink_.Error("element-type", span, text + "it is no type of StableHLO");
    }
    return std::nullopt;
  }
  const auto bytes = ByteSizeOf(*element_type, type.shape());
  if (!bytes) {
    has_failed_ = true;
    sink_.Error("memory", span, "a value of type " + ToString(type) + " does not fit 63 bits");
    return std::nullopt;
  }
  leaf.type = *element_type;
  leaf.shape = type.shape();
  leaf.count = *CheckedProduct(type.shape());
  result.push_back(leaf);
  return result;
}

Leaf Lowering::Dense(Leaf leaf) {
  leaf = InMemory(leaf);
  if (!leaf.is_splat) return leaf;
  if (leaf.count == 1) {
    leaf.is_splat = false;
    return leaf;
  }
  if (leaf.where == Leaf::Where::kConstant) return FillConstant(leaf);
  Leaf full = NewLeaf(leaf.type, leaf.shape);
  EmitMove(nullptr, std::span(&leaf, 1), std::span(&full, 1), 0, false);
  return full;
}

Leaf Lowering::NewLeaf(ElementType type, std::span<const int64_t> shape) {
  Leaf leaf;
  leaf.where = Leaf::Where::kSlot;
  leaf.type = type;
  leaf.shape = shape;
  leaf.count = CheckedProduct(shape).value_or(0);
  leaf.index = static_cast<uint32_t>(draft_.slots.size());
  draft_.slots.push_back({leaf.bytes(), false});
  writers_.emplace_back();
  return leaf;
}

Leaf Lowering::Define(const Value& result) {
  const auto leaves = LeavesOf(TypeOf(result), result.type_span);
  PADDOCK_CHECK(leaves && leaves->size() == 1);
  const Leaf leaf = NewLeaf(leaves->front().type, leaves->front().shape);
  // The step that writes it is the next one.
  writers_[leaf.index] = {step_count(), step_count() + 1};
  Bind(result, leaf);
  return leaf;
}

void Lowering::Locate(const Value& value, uint32_t part, const Leaf& leaf) {
  const bool is_composed = value.id >= module_.value_count();
  if (leaf.where == Leaf::Where::kNone || is_composed) return;
  const Writer writer = leaf.where == Leaf::Where::kSlot ? writers_[leaf.index] : Writer();
  const Type type = LeafTypeOf(TypeOf(value), part);
  draft_.locations.push_back({&value, part, type, leaf, writer.step, writer.ready});
}

void Lowering::SetWriter(std::span<const Leaf> leaves, uint32_t step) {
  for (const Leaf& leaf : leaves) {
    if (leaf.where == Leaf::Where::kSlot) writers_[leaf.index] = {step, next_step()};
  }
}

Leaf Lowering::FillConstant(const Leaf& leaf) {
  if (leaf.count <= kMostKnown && is_dynamic_) {
    Leaf full = leaf;
    full.is_splat = false;
    std::vector<std::byte> elements(static_cast<size_t>(leaf.count) * leaf.element_bytes());
    simd::Fill(elements.data(), leaf.address, leaf.element_bytes(), leaf.count);
    full.address = CopyConstant(elements.data(), elements.size());
    return full;
  }
  for (const auto& [splat, full] : filled_) {
    if (splat.address == leaf.address && splat.count == leaf.count && splat.type == leaf.type) {
      Leaf found = full;
      found.shape = leaf.shape;
      return found;
    }
  }
  Leaf full = NewLeaf(leaf.type, leaf.shape);
  draft_.slots[full.index].is_kept = true;
  StepSpec spec;
  spec.function = &MoveStep;
  spec.pays_by_itself = true;
  const MoveParameters::Entry entry{full.bytes(), static_cast<uint32_t>(leaf.element_bytes())};
  auto* parameters = arena_.Make<MoveParameters>();
  parameters->entries = arena_.CopyArray(std::span(&entry, 1));
  spec.parameters = parameters;
  SetReferences(spec, MoveReferences<Planning>{.sources = {leaf}, .targets = {full}}, *parameters);
  AppendStep(draft_.prologue, spec);
  filled_.emplace_back(leaf, full);
  return full;
}

// --- Diagnostics and ends.

std::unexpected<Failure> Lowering::Malformed(const Operation& operation) {
  return Fail(operation, "malformed",
              std::string(operation.name) + " breaks rules that checking the program judges");
}

std::unexpected<Failure> Lowering::NotImplemented(const Operation& operation, std::string message) {
  return Fail(operation, "not-implemented", std::move(message));
}

std::unexpected<Failure> Lowering::Fail(const Operation& operation, std::string_view code,
                                        std::string message) {
  has_failed_ = true;
  const Span span = operation.name_span.is_known() ? operation.name_span : operation.span;
  sink_.Error(code, span, std::move(message));
  return Failed();
}

std::unexpected<Failure> Lowering::FailRule(const Operation& operation, const ConstraintInfo& rule,
                                            std::string_view detail) {
  has_failed_ = true;
  Diagnostic diagnostic;
  diagnostic.code = rule.code;
  diagnostic.message = std::string(rule.subject.empty() ? operation.name : rule.subject);
  if (rule.label.starts_with('C')) diagnostic.message += " (" + std::string(rule.label) + ")";
  diagnostic.message += ": " + std::string(detail);
  diagnostic.span = operation.name_span.is_known() ? operation.name_span : operation.span;
  diagnostic.formula = rule.formula;
  diagnostic.link = SpecificationLink(rule.link);
  sink_.Report(std::move(diagnostic));
  return Failed();
}

std::shared_ptr<const PendingCollective> Lowering::FindPending(const Leaf& ticket) const {
  const auto found = pending_.find({ticket.where, ticket.index});
  return found == pending_.end() ? nullptr : found->second;
}

void Lowering::SetResults(std::span<const Leaf> leaves) {
  FlushAll();
  for (const Leaf& leaf : leaves) {
    const Leaf resolved = Resolved(leaf);
    if (resolved.where == Leaf::Where::kSlot) draft_.slots[resolved.index].is_kept = true;
    draft_.results.push_back(resolved);
  }
}

}  // namespace paddock
