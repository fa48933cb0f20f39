#include "core/plan/bodies/extreme_of_few.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/plan/bodies/window_slices.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/stacked_parts.h"
#include "core/plan/lowering/unchanged_operand.h"

namespace paddock {
namespace {

using simd::PlaceRelation;
using simd::ValueRelation;

// Returns whether slices are faster than the kernel, which searches long rows or many columns at
// once.
bool AreFew(const simd::ExtremePlan& plan) {
  constexpr int64_t kMost = 32, kMostOfColumns = 16, kFewSlices = 8;
  constexpr int64_t kFewestResults = 64, kFewestOfMany = 1024;
  const int64_t results = plan.outer * plan.inner;
  const bool has_columns = plan.inner >= kFewestResults;
  return plan.size > 1 && plan.size <= (has_columns ? kMostOfColumns : kMost) &&
         results >= (plan.size <= kFewSlices ? kFewestResults : kFewestOfMany);
}

// Returns whether the element is the least of its type, or the greatest one.
bool IsEnd(const Leaf& leaf, bool is_least) {
  if (!IsSingleConstant(leaf)) return false;
  uint64_t bits = 0;
  std::memcpy(&bits, leaf.address, leaf.element_bytes());
  const size_t width = 8 * leaf.element_bytes();
  const uint64_t sign = uint64_t{1} << (width - 1), ones = sign | (sign - 1);
  switch (leaf.type) {
    case ElementType::kI1:
      return bits == (is_least ? 0U : 1U);
    case ElementType::kF16:
      return bits == (is_least ? 0xFC00U : 0x7C00U);
    case ElementType::kBF16:
      return bits == (is_least ? 0xFF80U : 0x7F80U);
    case ElementType::kF32:
      return bits == (is_least ? 0xFF800000U : 0x7F800000U);
    case ElementType::kF64:
      return bits == (is_least ? 0xFFF0000000000000U : 0x7FF0000000000000U);
    default:
      if (!IsInteger(leaf.type) || width < 8) return false;
      if (!IsSigned(leaf.type)) return bits == (is_least ? 0 : ones);
      return bits == (is_least ? sign : ones ^ sign);
  }
}

// Returns whether the body takes the first of equal elements and of NaNs, and whatever it takes of
// an initial value and an equal element is the same.
bool IsUsual(const simd::ExtremeBody& body, ElementType type) {
  const ValueRelation right_wins = body.is_least() ? ValueRelation::kGreater : ValueRelation::kLess;
  if (!body.InOrder(ValueRelation::kEqual).is_left_place) return false;
  if (body.Of(right_wins, PlaceRelation::kEqual).is_left_value) return false;
  if (!IsFloat(type)) return IsBoolean(type) || IsInteger(type);
  return body.keeps_first_nan() &&
         !body.Of(ValueRelation::kRightNaN, PlaceRelation::kEqual).is_left_value;
}

// A value and its place.
struct Extreme {
  Value* value;
  Value* place;
};

// Finds the extreme of slices.
class ExtremeFinder {
 public:
  ExtremeFinder(Composition& made, const simd::ExtremePlan& plan, Type places)
      : made_(made), plan_(plan), places_(places) {}

  Extreme Find(std::span<Value* const> slices) {
    if (IsBoolean(plan_.value_type)) return FindBoolean(slices);
    Extreme found{slices[0], Place(0)};
    for (size_t i = 1; i < slices.size(); ++i) {
      Value* const later = slices[i];
      Value* const is_later = Beats(later, found.value, true);
      // Zeros of both signs are equal.
      const bool takes_equal =
          IsFloat(plan_.value_type) && !plan_.body.InOrder(ValueRelation::kEqual).is_left_value;
      Value* const takes = takes_equal ? Beats(later, found.value, false) : is_later;
      found = {made_.Select(takes, later, found.value),
               made_.Select(is_later, Place(i), found.place)};
    }
    return found;
  }

 private:
  Value* Place(size_t i) { return made_.Constant(places_, static_cast<double>(i)); }

  // The first element of the kind that is searched for; the first of all if there is none.
  Extreme FindBoolean(std::span<Value* const> slices) {
    const bool is_least = plan_.body.is_least();
    const OpKind combine = is_least ? OpKind::kStablehloAnd : OpKind::kStablehloOr;
    Extreme found{slices.back(), Place(0)};
    for (size_t i = slices.size(); i-- > 0;) {
      Value* const at = Place(i);
      found.place = is_least ? made_.Select(slices[i], found.place, at)
                             : made_.Select(slices[i], at, found.place);
      if (i + 1 < slices.size()) found.value = made_.Binary(combine, slices[i], found.value);
    }
    return found;
  }

  // Whether a later element takes the place of another one: a greater one, an equal one unless
  // `is_strict`, or the first NaN.
  Value* Beats(Value* later, Value* found, bool is_strict) {
    const bool is_least = plan_.body.is_least();
    if (!IsFloat(plan_.value_type)) return made_.Compare(is_least ? "LT" : "GT", later, found);
    const std::string_view keeps = is_least ? (is_strict ? "LE" : "LT") : (is_strict ? "GE" : "GT");
    Value* const is_beaten = made_.Unary(OpKind::kStablehloNot, made_.Compare(keeps, found, later));
    return made_.Binary(OpKind::kStablehloAnd, is_beaten, made_.Compare("EQ", found, found));
  }

  Composition& made_;
  const simd::ExtremePlan& plan_;
  Type places_;
};

}  // namespace

Result<bool> LowerExtremeOfFew(Lowering& lowering, const Operation& operation, size_t dimension,
                               const simd::ExtremePlan& plan, size_t value_operand) {
  if (kHasChainModules || lowering.level() != Level::kFast || !AreFew(plan)) return false;
  if (!IsUsual(plan.body, plan.value_type) ||
      !IsEnd(lowering.Operand(operation, 2 + value_operand), !plan.body.is_least()) ||
      !IsZero(lowering.Operand(operation, 3 - value_operand))) {
    return false;
  }
  Composition made(lowering, operation);
  const Leaf values = lowering.Operand(operation, value_operand);
  std::vector<Value*> slices;
  if (dimension + 1 == values.shape.size()) slices = SlicesOfWindows(lowering, made, values);
  if (slices.empty()) slices = SlicesAlong(made, made.operand(value_operand), dimension);
  for (Value*& slice : slices) slice = made.Reshape(slice, made.result_type(value_operand));
  const Extreme found = ExtremeFinder(made, plan, made.result_type(1 - value_operand)).Find(slices);
  const bool is_value_first = value_operand == 0;
  if (!made.Give({is_value_first ? found.value : found.place,
                  is_value_first ? found.place : found.value})) {
    return Failed();
  }
  return true;
}

}  // namespace paddock
