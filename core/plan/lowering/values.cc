#include "core/plan/lowering/values.h"

#include <algorithm>
#include <string>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/move_steps.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/index_value.h"

namespace paddock {

std::optional<ElementType> ShapeElement(Type type) {
  if (!type.is(TypeKind::kOpaque)) return std::nullopt;
  if (type->text == "!shape.size") return ElementType::kIndex;
  if (type->text == "!shape.witness") return ElementType::kI1;
  return std::nullopt;
}

Values::Values(const Module& module, const ModuleFacts& facts, Emitter& emitter,
               PlanDiagnostics& diagnostics)
    : module_(module),
      facts_(facts),
      emitter_(emitter),
      diagnostics_(diagnostics),
      types_(*emitter.OwnMutable<TypeContext>(&module.types())),
      bindings_(module.value_count()) {}

// --- Types.

void Values::SetType(const Value& value, Type type) {
  if (real_types_.size() <= value.id) real_types_.resize(value.id + 1);
  real_types_[value.id] = type;
}

// A value with open sizes has the sizes of its leaf.
void Values::SetTypeFrom(const Value& value, const Leaf& leaf) {
  if (!IsOpen(value.type)) return;
  const bool is_tensor = value.type.is_tensor() || value.type.is(TypeKind::kUnrankedTensor);
  SetType(value, is_tensor ? types_.GetTensor(leaf.shape, value.type.element())
                           : types_.GetTensor(leaf.shape, leaf.type));
}

std::optional<std::vector<Leaf>> Values::LeavesOf(Type type, Span span) {
  if (type.is(TypeKind::kTuple)) return TupleLeavesOf(type, span);
  Leaf leaf;
  if (type.is(TypeKind::kToken)) {
    leaf.is_token = true;
  } else if (const auto element = ShapeElement(type)) {
    leaf.type = *element;
    leaf.count = 1;
  } else if (type.is(TypeKind::kFuture)) {
    // The leaf is a ticket, or the value itself, which is bound in its place.
    leaf.type = ElementType::kI64;
    leaf.count = 1;
  } else {
    return StoredLeafOf(type, span);
  }
  return std::vector<Leaf>{leaf};
}

std::optional<std::vector<Leaf>> Values::TupleLeavesOf(Type type, Span span) {
  std::vector<Leaf> result;
  for (Type element : type->elements) {
    const auto leaves = LeavesOf(element, span);
    if (!leaves) return std::nullopt;
    result.insert(result.end(), leaves->begin(), leaves->end());
  }
  return result;
}

std::optional<std::vector<Leaf>> Values::StoredLeafOf(Type type, Span span) {
  const bool is_scalar = type.is(TypeKind::kScalar) || type.is(TypeKind::kComplex);
  const bool is_stored = is_scalar || type.is_tensor() || type.is(TypeKind::kMemref);
  const auto element_type = is_stored ? type.stored_element_type() : std::optional<ElementType>();
  if (!element_type || !type.has_static_shape()) {
    const std::string text = "a value of type " + ToString(type) + " cannot be held: ";
    if (element_type) {
      diagnostics_.FailAt(span, "shape", text + "nothing in the program determines its sizes");
    } else {
      diagnostics_.FailAt(span, "element-type", text + "it is not a type of StableHLO");
    }
    return std::nullopt;
  }
  if (!ByteSizeOf(*element_type, type.shape())) {
    diagnostics_.FailAt(span, "memory",
                        "a value of type " + ToString(type) + " does not fit 63 bits");
    return std::nullopt;
  }
  Leaf leaf;
  leaf.type = *element_type;
  leaf.shape = type.shape();
  leaf.count = *CheckedProduct(type.shape());
  return std::vector<Leaf>{leaf};
}

std::optional<std::vector<int64_t>> Values::IntegersOf(const Leaf& leaf) {
  const bool is_whole = IsInteger(leaf.type) || IsBoolean(leaf.type);
  if (leaf.where != Leaf::Where::kConstant || !is_whole || leaf.count > kMostKnown) {
    return std::nullopt;
  }
  const simd::ReadIndexFunction read = simd::FindReadIndex(leaf.type);
  std::vector<int64_t> integers(static_cast<size_t>(leaf.count));
  for (size_t i = 0; i < integers.size(); ++i) {
    integers[i] = read(leaf.address + (leaf.is_splat ? 0 : i * leaf.element_bytes()));
  }
  return integers;
}

std::optional<int64_t> Values::IntegerOf(Leaf leaf) {
  leaf.count = 1;
  const auto integers = IntegersOf(leaf);
  return integers ? std::optional(integers->front()) : std::nullopt;
}

// --- Values by id.

uint32_t Values::NewValueId() {
  const auto id = static_cast<uint32_t>(bindings_.size());
  bindings_.emplace_back();
  return id;
}

void Values::Reserve(size_t value_count) {
  bindings_.resize(std::max(bindings_.size(), value_count));
}

// --- Bindings.

void Values::Bind(const Value& value, std::span<const Leaf> leaves) {
  const std::vector<Leaf> copy(leaves.begin(), leaves.end());
  bindings_[value.id] = {static_cast<uint32_t>(leaves_.size()), static_cast<uint32_t>(copy.size()),
                         true};
  leaves_.insert(leaves_.end(), copy.begin(), copy.end());
  if (value.type.is(TypeKind::kFuture)) return;
  const bool is_tuple = value.type.is(TypeKind::kTuple);
  for (uint32_t part = 0; part < copy.size(); ++part) {
    const Leaf leaf = Resolved(copy[part]);
    if (leaf.is_token) continue;
    if (facts_.is_dynamic() && !is_tuple) SetTypeFrom(value, leaf);
    if (!IsDeferred(leaf)) Locate(value, part, leaf);  // else when it is computed
  }
}

std::vector<Leaf> Values::Leaves(const Value& value) const {
  const Binding& binding = bindings_[value.id];
  std::vector<Leaf> result;
  for (uint32_t i = 0; i < binding.count; ++i) {
    result.push_back(Resolved(leaves_[binding.first + i]));
  }
  return result;
}

Leaf Values::Operand(const Operation& operation, size_t index) const {
  const Binding& binding = bindings_[operation.operands[index]->id];
  PADDOCK_CHECK(binding.count == 1);
  return Resolved(leaves_[binding.first]);
}

std::vector<Leaf> Values::OperandLeaves(const Operation& operation, size_t begin,
                                        size_t end) const {
  std::vector<Leaf> result;
  for (size_t i = begin; i < end; ++i) {
    const std::vector<Leaf> leaves = Leaves(*operation.operands[i]);
    result.insert(result.end(), leaves.begin(), leaves.end());
  }
  return result;
}

void Values::Poison(const Operation& operation) {
  for (const Value* result : operation.results) {
    bindings_[result->id] = {static_cast<uint32_t>(leaves_.size()), 1, true};
    leaves_.emplace_back();
  }
}

bool Values::IsPoisoned(const Value& value) const {
  const Binding& binding = bindings_[value.id];
  if (!binding.is_bound) return true;
  return std::ranges::any_of(
      std::span(leaves_).subspan(binding.first, binding.count),
      [](const Leaf& leaf) { return leaf.where == Leaf::Where::kNone && !leaf.is_token; });
}

bool Values::IsPoisoned(const Operation& operation) const {
  return std::ranges::any_of(operation.operands,
                             [&](const Value* operand) { return IsPoisoned(*operand); });
}

// --- Memory.

Leaf Values::Define(const Value& result) {
  const auto leaves = LeavesOf(TypeOf(result), result.type_span);
  PADDOCK_CHECK(leaves && leaves->size() == 1);
  const Leaf leaf = emitter_.NewLeaf(leaves->front().type, leaves->front().shape);
  emitter_.SetNextWriter(leaf);
  Bind(result, leaf);
  return leaf;
}

const Leaf* Values::EqualElementsOf(const Leaf& leaf) const {
  if (IsSingleConstant(leaf)) return &leaf;
  const auto found = std::ranges::find_if(
      filled_, [&](const auto& one) { return IsSameMemory(one.second, leaf); });
  return found == filled_.end() ? nullptr : &found->first;
}

Leaf Values::Filled(const Leaf& splat) {
  if (splat.count <= kMostKnown && facts_.is_dynamic()) {
    Leaf full = splat;
    full.is_splat = false;
    std::vector<std::byte> elements(static_cast<size_t>(splat.count) * splat.element_bytes());
    simd::Fill(elements.data(), splat.address, splat.element_bytes(), splat.count);
    full.address = CopyConstant(emitter_.arena(), elements.data(), elements.size());
    return full;
  }
  for (const auto& [known, full] : filled_) {
    if (IsSameConstant(known, splat) && known.count == splat.count) {
      Leaf found = full;
      found.shape = splat.shape;
      return found;
    }
  }
  const Leaf full = emitter_.NewLeaf(splat.type, splat.shape);
  emitter_.Keep(full);
  StepSpec spec;
  spec.function = &MoveStep;
  spec.pays_by_itself = true;
  const MoveParameters::Entry entry{full.bytes(), static_cast<uint32_t>(splat.element_bytes())};
  auto* parameters = emitter_.arena().Make<MoveParameters>();
  parameters->entries = emitter_.arena().CopyArray(std::span(&entry, 1));
  spec.parameters = parameters;
  SetReferences(spec, MoveReferences<Planning>{.sources = {splat}, .targets = {full}}, *parameters);
  emitter_.EmitPrologue(spec);
  filled_.emplace_back(splat, full);
  return full;
}

void Values::Locate(const Value& value, uint32_t part, const Leaf& leaf) {
  const bool is_made = value.id >= module_.value_count();
  if (leaf.where == Leaf::Where::kNone || is_made) return;
  emitter_.AddLocation(value, part, LeafTypeOf(TypeOf(value), part), leaf);
}

// --- Places of deferred leaves.

void Values::SetGroupMemory(uint32_t group, std::vector<Leaf> memory) {
  if (group_memory_.size() <= group) group_memory_.resize(group + 1);
  group_memory_[group] = std::move(memory);
}

void Values::SetSpreadNode(uint32_t spread, const Leaf& node) {
  if (spread_nodes_.size() <= spread) spread_nodes_.resize(spread + 1);
  spread_nodes_[spread] = node;
}

Leaf Values::AsNode(Leaf leaf) const {
  if (leaf.where == Leaf::Where::kSpread && leaf.index < spread_nodes_.size() &&
      spread_nodes_[leaf.index]) {
    const Leaf& node = *spread_nodes_[leaf.index];
    leaf.where = node.where;
    leaf.node = node.node;
    leaf.index = node.index;
  }
  return leaf;
}

const Leaf* Values::FindGroupMemory(const Leaf& node) const {
  if (node.where != Leaf::Where::kNode || node.index >= group_memory_.size()) return nullptr;
  const std::vector<Leaf>& group = group_memory_[node.index];
  return group.empty() ? nullptr : &group[node.node];
}

Leaf Values::Resolved(Leaf leaf) const {
  leaf = AsNode(leaf);
  const Leaf* const memory = FindGroupMemory(leaf);
  if (memory == nullptr) return leaf;
  PADDOCK_CHECK(memory->where != Leaf::Where::kNone);
  leaf.where = memory->where;
  leaf.index = memory->index;
  return leaf;
}

bool Values::IsKept(const Value& value) const {
  const Binding& binding = bindings_[value.id];
  return std::ranges::all_of(std::span(leaves_).subspan(binding.first, binding.count),
                             [&](const Leaf& leaf) {
                               const Leaf* const memory = FindGroupMemory(AsNode(leaf));
                               return memory == nullptr || memory->where != Leaf::Where::kNone;
                             });
}

}  // namespace paddock
