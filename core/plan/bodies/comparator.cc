#include "core/plan/bodies/comparator.h"

#include <algorithm>
#include <unordered_map>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"

namespace paddock {
namespace {

// Returns the body's returned operation if it is a comparison LT or GT of two values, else null.
const Operation* ReturnedComparison(const Block& body) {
  if (body.last == nullptr || body.last->operands.size() != 1) return nullptr;
  const Operation* compare = body.last->operands[0]->operation;
  if (compare == nullptr || compare->parent != &body || !compare->is(OpKind::kStablehloCompare)) {
    return nullptr;
  }
  const std::string_view direction = TextOf(*compare, "comparison_direction");
  return direction == "LT" || direction == "GT" ? compare : nullptr;
}

bool IsArgumentOf(const Value& value, const Block& body) { return value.block == &body; }

// Arguments 2 * i and 2 * i + 1 are elements of operand i.
bool AreSides(const Value& lhs, const Value& rhs) {
  return lhs.index / 2 == rhs.index / 2 && lhs.index != rhs.index;
}

// Compares the computations of both sides of a comparison.
class SidesMatcher {
 public:
  explicit SidesMatcher(const Block& body) : body_(body) {}

  // Returns which argument of each operand the left side uses; nothing if it uses none.
  std::optional<uint32_t> left_parity() const { return parity_; }

  bool Match(const Value& lhs, const Value& rhs) {
    const auto known = matched_.find(&lhs);
    if (known != matched_.end()) return known->second == &rhs;
    if (matched_.size() >= kMaximumValues || !MatchNew(lhs, rhs)) return false;
    matched_[&lhs] = &rhs;
    return true;
  }

 private:
  // Limit of values in a key, which bounds the recursion.
  static constexpr size_t kMaximumValues = 256;

  bool MatchNew(const Value& lhs, const Value& rhs) {
    if (IsArgumentOf(lhs, body_) || IsArgumentOf(rhs, body_)) {
      if (!IsArgumentOf(lhs, body_) || !IsArgumentOf(rhs, body_)) return false;
      // One side uses the even arguments, the other the odd ones.
      if (!parity_) parity_ = lhs.index % 2;
      return AreSides(lhs, rhs) && lhs.index % 2 == *parity_;
    }
    const Operation* a = lhs.operation;
    const Operation* b = rhs.operation;
    if (a == nullptr || b == nullptr || a->parent != &body_ || b->parent != &body_) return false;
    if (!IsElementwise(*a) || a->info != b->info || lhs.type != rhs.type) return false;
    if (a->operands.size() != b->operands.size() || !SameAttributes(*a, *b)) return false;
    for (size_t i = 0; i < a->operands.size(); ++i) {
      if (!Match(*a->operands[i], *b->operands[i])) return false;
    }
    return true;
  }

  static bool IsElementwise(const Operation& operation) {
    if (operation.info == nullptr || operation.results.size() != 1) return false;
    if (operation.results[0]->type.is_quantized()) return false;
    return operation.is(OpKind::kStablehloConstant) || !operation.info->kernel.empty();
  }

  static bool SameAttributes(const Operation& a, const Operation& b) {
    return std::ranges::equal(a.attributes, b.attributes,
                              [](const NamedAttribute& x, const NamedAttribute& y) {
                                return x.name == y.name && IsEquivalent(*x.value, *y.value);
                              });
  }

  const Block& body_;
  std::optional<uint32_t> parity_;
  std::unordered_map<const Value*, const Value*> matched_;
};

// Computes a scalar of the comparator for all elements.
class KeyComputation {
 public:
  explicit KeyComputation(Composition& made) : made_(made) {}

  Value* Of(const Value& scalar) {
    if (scalar.is_block_argument()) return made_.operand(scalar.index / 2);
    const auto known = computed_.find(&scalar);
    if (known != computed_.end()) return known->second;
    return computed_[&scalar] = Compute(scalar);
  }

 private:
  Value* Compute(const Value& scalar) {
    const Operation& operation = *scalar.operation;
    const ElementType element = *scalar.type.element_type();
    if (operation.is(OpKind::kStablehloConstant)) {
      return made_.Broadcast(AddLike(operation, {}, made_.ScalarOf(element)), {},
                             made_.LikeOf(made_.operand(0), element));
    }
    std::vector<Value*> operands;
    for (const Value* operand : operation.operands) operands.push_back(Of(*operand));
    return AddLike(operation, operands, made_.LikeOf(made_.operand(0), element));
  }

  Value* AddLike(const Operation& operation, std::span<Value* const> operands, Type type) {
    return made_.AddAll(operation.info->kind, operands, std::span(&type, 1),
                        operation.attributes)[0];
  }

  Composition& made_;
  std::unordered_map<const Value*, Value*> computed_;
};

}  // namespace

std::optional<KeyComparator> MatchKeyComparator(const Block& body,
                                                std::span<const ElementType> types) {
  const Operation* compare = ReturnedComparison(body);
  if (compare == nullptr) return std::nullopt;
  const Value& lhs = *compare->operands[0];
  const Value& rhs = *compare->operands[1];
  if (!IsArgumentOf(lhs, body) || !IsArgumentOf(rhs, body) || !AreSides(lhs, rhs)) {
    return std::nullopt;
  }
  KeyComparator comparator;
  comparator.operand = lhs.index / 2;
  comparator.order.type = types[comparator.operand];
  if (IsComplex(comparator.order.type)) return std::nullopt;
  const bool is_swapped = lhs.index % 2 == 1;
  comparator.order.is_descending = (TextOf(*compare, "comparison_direction") == "GT") != is_swapped;
  comparator.order.is_total =
      IsFloat(comparator.order.type) && TextOf(*compare, "compare_type") == "TOTALORDER";
  return comparator;
}

std::optional<ComputedComparator> MatchComputedComparator(const Block& body) {
  const Operation* compare = ReturnedComparison(body);
  if (compare == nullptr) return std::nullopt;
  for (const Value* argument : body.arguments) {
    if (argument->type.is_quantized() || argument->type.rank() != 0) return std::nullopt;
  }
  const Value& key = *compare->operands[0];
  const auto type = key.type.element_type();
  SidesMatcher matcher(body);
  if (!type || IsComplex(*type) || !matcher.Match(key, *compare->operands[1])) return std::nullopt;
  if (!matcher.left_parity()) return std::nullopt;
  return ComputedComparator{compare, &key, *matcher.left_parity() == 1};
}

Result<void> LowerSortByComputedKey(Lowering& lowering, const Operation& operation,
                                    const ComputedComparator& comparator) {
  Composition made(lowering, operation);
  std::vector<Value*> operands(made.operands().begin(), made.operands().end());
  operands.push_back(KeyComputation(made).Of(*comparator.key));
  std::vector<Type> types, arguments;
  for (const Value* operand : operands) {
    types.push_back(operand->type);
    const Type scalar = made.ScalarOf(*operand->type.element_type());
    arguments.insert(arguments.end(), {scalar, scalar});
  }
  const std::span<Value* const> sides = made.BeginRegion(arguments).last(2);
  Value* const compared[] = {sides[comparator.is_swapped ? 1 : 0],
                             sides[comparator.is_swapped ? 0 : 1]};
  const Type boolean = made.ScalarOf(ElementType::kI1);
  const std::span<Value* const> predicate = made.AddAll(
      OpKind::kStablehloCompare, compared, std::span(&boolean, 1), comparator.compare->attributes);
  Region* const region = made.EndRegion(predicate);
  std::vector<NamedAttribute> attributes;
  for (std::string_view name : {"dimension", "is_stable"}) {
    const Attribute* attribute = operation.Find(name);
    if (attribute != nullptr) attributes.push_back(Composition::Named(name, attribute));
  }
  const std::span<Value* const> sorted =
      made.AddAll(OpKind::kStablehloSort, operands, types, attributes, std::span(&region, 1));
  return made.Give(sorted.first(operation.results.size()));
}

}  // namespace paddock
