#include "core/plan/bodies/comparator.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"

namespace paddock {
namespace {

// Returns the operation of the body that computes the value; null if none or another does.
const Operation* OperationIn(const Block& body, const Value& value) {
  return value.operation != nullptr && value.operation->parent == &body ? value.operation : nullptr;
}

// Returns the comparison LT or GT of the body that computes the value, else null.
const Operation* OrderingOf(const Block& body, const Value& value) {
  const Operation* compare = OperationIn(body, value);
  if (compare == nullptr || !compare->is(OpKind::kStablehloCompare)) return nullptr;
  const std::string_view direction = TextOf(*compare, "comparison_direction");
  return direction == "LT" || direction == "GT" ? compare : nullptr;
}

// Returns the value that the body returns, if it is one.
const Value* ReturnedValue(const Block& body) {
  return body.last == nullptr || body.last->operands.size() != 1 ? nullptr : body.last->operands[0];
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

// Returns the key if the value is a comparison of the same computation on both sides.
std::optional<ComputedKey> KeyOf(const Block& body, const Value& value) {
  const Operation* compare = OrderingOf(body, value);
  if (compare == nullptr) return std::nullopt;
  const Value& key = *compare->operands[0];
  const auto type = key.type.element_type();
  SidesMatcher matcher(body);
  if (!type || IsComplex(*type) || !matcher.Match(key, *compare->operands[1])) return std::nullopt;
  if (!matcher.left_parity()) return std::nullopt;
  return ComputedKey{compare, &key, *matcher.left_parity() == 1};
}

// Whether the comparison orders all elements, and equal ones are those that EQ finds equal.
bool IsTotal(const Operation& compare) {
  return !IsFloat(*compare.operands[0]->type.element_type()) ||
         TextOf(compare, "compare_type") == "TOTALORDER";
}

bool IsEqualityOf(const Block& body, const Value& value, const Operation& ordering) {
  const Operation* compare = OperationIn(body, value);
  if (compare == nullptr || !compare->is(OpKind::kStablehloCompare)) return false;
  if (TextOf(*compare, "comparison_direction") != "EQ" || !IsTotal(*compare)) return false;
  const auto& [a, b] = std::tie(compare->operands[0], compare->operands[1]);
  const auto& [lhs, rhs] = std::tie(ordering.operands[0], ordering.operands[1]);
  return (a == lhs && b == rhs) || (a == rhs && b == lhs);
}

// A lexicographic comparison: of its first key, then of the others.
struct KeyAndRest {
  ComputedKey key;
  const Value* rest = nullptr;
};

// Matches or(key of lhs < key of rhs, and(keys are equal, rest)), with operands in either order.
std::optional<KeyAndRest> SplitKeys(const Block& body, const Value& value) {
  const Operation* either = OperationIn(body, value);
  if (either == nullptr || !either->is(OpKind::kStablehloOr)) return std::nullopt;
  for (const size_t i : {0, 1}) {
    const auto key = KeyOf(body, *either->operands[i]);
    const Operation* both = OperationIn(body, *either->operands[1 - i]);
    if (!key || !IsTotal(*key->compare)) continue;
    if (both == nullptr || !both->is(OpKind::kStablehloAnd)) continue;
    for (const size_t j : {0, 1}) {
      if (IsEqualityOf(body, *both->operands[j], *key->compare)) {
        return KeyAndRest{*key, both->operands[1 - j]};
      }
    }
  }
  return std::nullopt;
}

// Computes a scalar of the comparator for all elements, from those of the operands.
class KeyComputation {
 public:
  KeyComputation(Composition& made, std::span<Value* const> operands)
      : made_(made), operands_(operands) {}

  Value* Of(const Value& scalar) {
    if (scalar.is_block_argument()) return operands_[scalar.index / 2];
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
                             made_.LikeOf(operands_[0], element));
    }
    std::vector<Value*> operands;
    for (const Value* operand : operation.operands) operands.push_back(Of(*operand));
    return AddLike(operation, operands, made_.LikeOf(operands_[0], element));
  }

  Value* AddLike(const Operation& operation, std::span<Value* const> operands, Type type) {
    return made_.AddAll(operation.info->kind, operands, std::span(&type, 1),
                        operation.attributes)[0];
  }

  Composition& made_;
  std::span<Value* const> operands_;
  std::unordered_map<const Value*, Value*> computed_;
};

// Adds a sort of the operands by a key, and returns the sorted operands.
std::vector<Value*> AddSort(Composition& made, std::span<Value* const> operands,
                            const ComputedKey& key) {
  std::vector<Value*> sorted(operands.begin(), operands.end());
  Value* const key_value = KeyComputation(made, operands).Of(*key.key);
  const auto index = static_cast<size_t>(std::ranges::find(operands, key_value) - operands.begin());
  if (index == operands.size()) sorted.push_back(key_value);
  std::vector<Type> types, arguments;
  for (const Value* operand : sorted) {
    types.push_back(operand->type);
    const Type scalar = made.ScalarOf(*operand->type.element_type());
    arguments.insert(arguments.end(), {scalar, scalar});
  }
  const std::span<Value* const> sides = made.BeginRegion(arguments).subspan(2 * index, 2);
  Value* const compared[] = {sides[key.is_swapped ? 1 : 0], sides[key.is_swapped ? 0 : 1]};
  const Type boolean = made.ScalarOf(ElementType::kI1);
  const std::span<Value* const> predicate = made.AddAll(
      OpKind::kStablehloCompare, compared, std::span(&boolean, 1), key.compare->attributes);
  Region* const region = made.EndRegion(predicate);
  std::vector<NamedAttribute> attributes;
  for (std::string_view name : {"dimension", "is_stable"}) {
    const Attribute* attribute = made.source().Find(name);
    if (attribute != nullptr) attributes.push_back(Composition::Named(name, attribute));
  }
  const std::span<Value* const> results =
      made.AddAll(OpKind::kStablehloSort, sorted, types, attributes, std::span(&region, 1));
  return {results.begin(), results.begin() + static_cast<int64_t>(operands.size())};
}

}  // namespace

std::optional<KeyComparator> MatchKeyComparator(const Block& body,
                                                std::span<const ElementType> types) {
  const Value* returned = ReturnedValue(body);
  const Operation* compare = returned == nullptr ? nullptr : OrderingOf(body, *returned);
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

std::vector<ComputedKey> MatchComputedKeys(const Block& body) {
  // Each key is one more sort.
  constexpr size_t kMostKeys = 8;
  const Value* value = ReturnedValue(body);
  if (value == nullptr) return {};
  for (const Value* argument : body.arguments) {
    if (argument->type.is_quantized() || argument->type.rank() != 0) return {};
  }
  std::vector<ComputedKey> keys;
  while (keys.size() < kMostKeys) {
    if (const auto last = KeyOf(body, *value)) {
      if (!keys.empty() && !IsTotal(*last->compare)) return {};
      keys.push_back(*last);
      return keys;
    }
    const auto first = SplitKeys(body, *value);
    if (!first) return {};
    keys.push_back(first->key);
    value = first->rest;
  }
  return {};
}

// Sorts are stable: elements that a sort finds equal keep the order of the sorts before it.
Result<void> LowerSortByComputedKeys(Lowering& lowering, const Operation& operation,
                                     std::span<const ComputedKey> keys) {
  Composition made(lowering, operation);
  std::vector<Value*> sorted(made.operands().begin(), made.operands().end());
  for (size_t i = keys.size(); i > 0; --i) sorted = AddSort(made, sorted, keys[i - 1]);
  return made.Give(sorted);
}

}  // namespace paddock
