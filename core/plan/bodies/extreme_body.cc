#include "core/plan/bodies/extreme_body.h"

#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

using simd::PlaceRelation;
using simd::ValueRelation;

constexpr size_t kCases = simd::kValueRelations * simd::kPlaceRelations;

// Meaning of a body's value in one case.
enum class Symbol : uint8_t { kLeftValue, kRightValue, kLeftPlace, kRightPlace, kFalse, kTrue };
using Symbols = std::array<Symbol, kCases>;

bool IsTruth(Symbol symbol) { return symbol == Symbol::kFalse || symbol == Symbol::kTrue; }
bool IsPlace(Symbol symbol) {
  return symbol == Symbol::kLeftPlace || symbol == Symbol::kRightPlace;
}
bool IsRight(Symbol symbol) {
  return symbol == Symbol::kRightValue || symbol == Symbol::kRightPlace;
}
Symbol TruthOf(bool truth) { return truth ? Symbol::kTrue : Symbol::kFalse; }

enum class Order : uint8_t { kLess, kEqual, kGreater, kUnordered };

// Returns the order of two numbers of one kind in a case.
Order OrderOf(size_t at, Symbol first, Symbol second) {
  const auto value = static_cast<ValueRelation>(at / simd::kPlaceRelations);
  const auto place = static_cast<PlaceRelation>(at % simd::kPlaceRelations);
  const bool left_is_nan = value == ValueRelation::kLeftNaN || value == ValueRelation::kBothNaN;
  const bool right_is_nan = value == ValueRelation::kRightNaN || value == ValueRelation::kBothNaN;
  if (first == second) {
    const bool is_nan = !IsPlace(first) && (IsRight(first) ? right_is_nan : left_is_nan);
    return is_nan ? Order::kUnordered : Order::kEqual;
  }
  if (!IsPlace(first) && (left_is_nan || right_is_nan)) return Order::kUnordered;
  const bool is_equal =
      IsPlace(first) ? place == PlaceRelation::kEqual : value == ValueRelation::kEqual;
  if (is_equal) return Order::kEqual;
  const bool left_is_less =
      IsPlace(first) ? place == PlaceRelation::kLess : value == ValueRelation::kLess;
  return left_is_less != IsRight(first) ? Order::kLess : Order::kGreater;
}

bool Holds(std::string_view direction, Order order) {
  if (direction == "EQ") return order == Order::kEqual;
  if (direction == "NE") return order != Order::kEqual;
  if (order == Order::kUnordered) return false;
  if (order == Order::kEqual) return direction == "GE" || direction == "LE";
  const bool is_less = direction == "LT" || direction == "LE";
  return is_less == (order == Order::kLess);
}

// Evaluates one body for all cases at once.
class CaseFollower {
 public:
  CaseFollower(const Block& body, size_t value_operand) {
    for (const Value* argument : body.arguments) {
      const bool is_value = argument->index % 2 == value_operand;
      const bool is_left = argument->index < 2;
      symbols_[argument].fill(is_value ? (is_left ? Symbol::kLeftValue : Symbol::kRightValue)
                                       : (is_left ? Symbol::kLeftPlace : Symbol::kRightPlace));
    }
  }

  // Evaluates the operations of `body` and returns its terminator; null if one is not supported.
  const Operation* Follow(const Block& body) {
    for (const Operation* operation : body) {
      if (operation->info == nullptr) return nullptr;
      if (operation->info->has(kTerminator)) return operation;
      if (operation->results.size() != 1 || !FollowOne(*operation)) return nullptr;
    }
    return nullptr;
  }

  const Symbols* Find(const Value& value) const {
    const auto found = symbols_.find(&value);
    return found == symbols_.end() ? nullptr : &found->second;
  }

 private:
  bool FollowOne(const Operation& operation) {
    if (operation.is(OpKind::kStablehloConstant)) return FollowConstant(operation);
    const Symbols* operands[3] = {};
    const size_t count = operation.operands.size();
    if (count == 0 || count > std::size(operands)) return false;
    for (size_t i = 0; i < count; ++i) {
      operands[i] = Find(*operation.operands[i]);
      if (operands[i] == nullptr) return false;
    }
    const size_t arity = operation.is(OpKind::kStablehloSelect) ? 3
                         : operation.is(OpKind::kStablehloNot)  ? 1
                                                                : 2;
    if (count != arity) return false;
    if (operation.is(OpKind::kStablehloCompare)) return FollowCompare(operation, operands);
    if (operation.is(OpKind::kStablehloSelect)) return FollowSelect(operation, operands);
    if (operation.is(OpKind::kStablehloNot)) {
      return FollowLogic(operation, operands, 0, [](bool a, bool) { return !a; });
    }
    if (operation.is(OpKind::kStablehloAnd)) {
      return FollowLogic(operation, operands, 1, std::logical_and());
    }
    if (operation.is(OpKind::kStablehloOr)) {
      return FollowLogic(operation, operands, 1, std::logical_or());
    }
    if (operation.is(OpKind::kStablehloXor)) {
      return FollowLogic(operation, operands, 1, std::not_equal_to());
    }
    if (operation.is(OpKind::kStablehloMinimum)) {
      return FollowLesser(operation, operands, Order::kLess);
    }
    if (operation.is(OpKind::kStablehloMaximum)) {
      return FollowLesser(operation, operands, Order::kGreater);
    }
    return false;
  }

  bool FollowConstant(const Operation& operation) {
    const Attribute* value = operation.Find("value");
    const Type type = operation.results[0]->type;
    if (value == nullptr || value->value == nullptr || type.element_type() != ElementType::kI1) {
      return false;
    }
    symbols_[operation.results[0]].fill(TruthOf(value->value->data()[0] != std::byte{0}));
    return true;
  }

  bool FollowCompare(const Operation& operation, const Symbols* const* operands) {
    const auto type = operation.operands[0]->type.element_type();
    if (!type || (IsFloat(*type) && TextOf(operation, "compare_type") == "TOTALORDER")) {
      return false;
    }
    const std::string_view direction = TextOf(operation, "comparison_direction");
    Symbols& result = symbols_[operation.results[0]];
    for (size_t i = 0; i < kCases; ++i) {
      const Symbol first = (*operands[0])[i], second = (*operands[1])[i];
      if (!AreComparable(first, second)) return false;
      result[i] = TruthOf(Holds(direction, OrderOf(i, first, second)));
    }
    return true;
  }

  static bool AreComparable(Symbol first, Symbol second) {
    return !IsTruth(first) && !IsTruth(second) && IsPlace(first) == IsPlace(second);
  }

  bool FollowSelect(const Operation& operation, const Symbols* const* operands) {
    Symbols& result = symbols_[operation.results[0]];
    for (size_t i = 0; i < kCases; ++i) {
      const Symbol predicate = (*operands[0])[i];
      if (!IsTruth(predicate)) return false;
      result[i] = (*operands[predicate == Symbol::kTrue ? 1 : 2])[i];
    }
    return true;
  }

  // `second`: index of the operand that is the second argument of `apply`.
  template <class Apply>
  bool FollowLogic(const Operation& operation, const Symbols* const* operands, size_t second,
                   Apply apply) {
    Symbols& result = symbols_[operation.results[0]];
    for (size_t i = 0; i < kCases; ++i) {
      const Symbol a = (*operands[0])[i], b = (*operands[second])[i];
      if (!IsTruth(a) || !IsTruth(b)) return false;
      result[i] = TruthOf(apply(a == Symbol::kTrue, b == Symbol::kTrue));
    }
    return true;
  }

  // Integers only, because equal ones have equal bits. A floating-point result may be neither
  // operand.
  bool FollowLesser(const Operation& operation, const Symbols* const* operands, Order first_is) {
    const auto type = operation.operands[0]->type.element_type();
    if (!type || !IsInteger(*type)) return false;
    Symbols& result = symbols_[operation.results[0]];
    for (size_t i = 0; i < kCases; ++i) {
      const Symbol first = (*operands[0])[i], second = (*operands[1])[i];
      if (!AreComparable(first, second)) return false;
      result[i] = OrderOf(i, first, second) == first_is ? first : second;
    }
    return true;
  }

  std::unordered_map<const Value*, Symbols> symbols_;
};

}  // namespace

std::optional<simd::ExtremeBody> MatchExtremeBody(const Block& body, size_t value_operand) {
  CaseFollower follower(body, value_operand);
  const Operation* returned = follower.Follow(body);
  if (returned == nullptr || returned->operands.size() != 2) return std::nullopt;
  const Symbols* values = follower.Find(*returned->operands[value_operand]);
  const Symbols* places = follower.Find(*returned->operands[1 - value_operand]);
  if (values == nullptr || places == nullptr) return std::nullopt;
  simd::ExtremeBody found;
  for (size_t i = 0; i < kCases; ++i) {
    const Symbol value = (*values)[i], place = (*places)[i];
    if (IsTruth(value) || IsPlace(value) || !IsPlace(place)) return std::nullopt;
    found.choices[i / simd::kPlaceRelations][i % simd::kPlaceRelations] = {!IsRight(value),
                                                                           !IsRight(place)};
  }
  if (!found.is_extreme()) return std::nullopt;
  return found;
}

}  // namespace paddock
