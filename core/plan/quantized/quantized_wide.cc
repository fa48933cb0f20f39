#include "core/plan/quantized/quantized_wide.h"

#include <algorithm>
#include <cmath>

#include "core/plan/quantized/quantized_parameters.h"

namespace paddock {
namespace {

// Returns a constant whose elements are all `number`, a stored number of the type.
Value* StoredConstant(Composition& made, Type type, int64_t number) {
  const Tensor value =
      Tensor::FromElements<int64_t>(*type.element_type(), {}, std::span(&number, 1));
  return made.ConstantTensor(type, value, /*is_splat=*/true);
}

// Compares a float that is a whole number with a stored number. Returns -1, 0 or 1.
int Compare(double whole, int64_t stored, bool is_unsigned) {
  const double past = std::ldexp(1.0, is_unsigned ? 64 : 63);
  if (whole >= past) return 1;
  const int64_t same = is_unsigned ? static_cast<int64_t>(static_cast<uint64_t>(whole))
                                   : static_cast<int64_t>(whole);
  if (same == stored) return 0;
  const bool is_less =
      is_unsigned ? static_cast<uint64_t>(same) < static_cast<uint64_t>(stored) : same < stored;
  return is_less ? -1 : 1;
}

// One bound of the range as a float.
struct End {
  double nearest = 0;
  // nearest - end: -1, 0 or 1.
  int side = 0;
};

End EndOf(const QuantizedType& type, int64_t end, ElementType computation) {
  const bool is_unsigned = StorageElement(type) == ElementType::kUI64;
  const auto as_float =
      is_unsigned ? static_cast<float>(static_cast<uint64_t>(end)) : static_cast<float>(end);
  const double nearest =
      computation == ElementType::kF64 ? type.NumberOf(end) : static_cast<double>(as_float);
  return {nearest, Compare(nearest, end, is_unsigned)};
}

}  // namespace

bool IsStoredIn64(const QuantizedType& type) { return BitWidth(StorageElement(type)) == 64; }

Value* ZeroPointsFor(Composition& made, const Value* stored, const QuantizedType& type) {
  if (type.axis < 0) return StoredConstant(made, stored->type, type.zero_points[0]);
  const int64_t sizes[] = {static_cast<int64_t>(type.zero_points.size())};
  const Type list = made.TensorOf(sizes, *stored->type.element_type());
  const int64_t dimensions[] = {type.axis};
  return made.Broadcast(made.ConstantOf<int64_t>(list, type.zero_points), dimensions, stored->type);
}

Value* DifferenceOf64(Composition& made, Value* stored, const QuantizedType& type,
                      ElementType computation) {
  if (std::ranges::all_of(type.zero_points, [](int64_t zero) { return zero == 0; })) {
    return made.Convert(stored, computation);
  }
  // The difference has 65 bits: a sign, and a magnitude, which is the wrapped difference in ui64.
  Value* zero = ZeroPointsFor(made, stored, type);
  Value* is_below = made.Compare("LT", stored, zero);
  Value* magnitude = made.Select(is_below, made.Binary(OpKind::kStablehloSubtract, zero, stored),
                                 made.Binary(OpKind::kStablehloSubtract, stored, zero));
  if (stored->type.element_type() != ElementType::kUI64) {
    magnitude = made.Add(OpKind::kStablehloBitcastConvert, {magnitude},
                         made.LikeOf(magnitude, ElementType::kUI64));
  }
  Value* value = made.Convert(magnitude, computation);
  return made.Select(is_below, made.Unary(OpKind::kStablehloNegate, value), value);
}

Value* RoundedTo64(Composition& made, Value* value, const QuantizedType& type) {
  const ElementType computation = *value->type.element_type();
  const auto constant = [&](double number) { return made.Constant(value->type, number); };
  value = made.Select(made.Compare("NE", value, value), constant(0), value);
  value = made.Unary(OpKind::kStablehloRoundNearestEven, value);
  Value* stored = made.Convert(value, StorageElement(type));
  const auto clamp = [&](std::string_view direction, const End& end, int64_t number) {
    Value* is_past = made.Compare(direction, value, constant(end.nearest));
    stored = made.Select(is_past, StoredConstant(made, stored->type, number), stored);
  };
  const End least = EndOf(type, type.storage_min, computation);
  const End greatest = EndOf(type, type.storage_max, computation);
  clamp(greatest.side >= 0 ? "GE" : "GT", greatest, type.storage_max);
  clamp(least.side <= 0 ? "LE" : "LT", least, type.storage_min);
  return stored;
}

}  // namespace paddock
