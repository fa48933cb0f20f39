#include "core/plan/quantized/quantized_form.h"

#include <algorithm>
#include <string>

#include "core/plan/lowering/lowering.h"
#include "core/plan/quantized/quantized_wide.h"

namespace paddock {
namespace {

QuantizedFunction const kQuantizedTable[] = {
#include "dialect/quantized_table.inc"
};

bool IsQuantizedTensor(Type type) { return type && type.is_tensor() && type.is_quantized(); }

bool IsQuantizedValue(const Value* value) { return IsQuantizedTensor(value->type); }

bool HasQuantized(const Block& block) {
  if (std::ranges::any_of(block.arguments, &IsQuantizedValue)) return true;
  for (const Operation* operation : block) {
    if (paddock::HasQuantized(*operation)) return true;
  }
  return false;
}

}  // namespace

QuantizedFunction FindQuantized(OpKind kind) { return kQuantizedTable[static_cast<size_t>(kind)]; }

bool HasQuantized(const Operation& operation) {
  if (std::ranges::any_of(operation.operands, &IsQuantizedValue) ||
      std::ranges::any_of(operation.results, &IsQuantizedValue)) {
    return true;
  }
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      if (HasQuantized(*block)) return true;
    }
  }
  return false;
}

const QuantizedType* QuantizedTypeOf(const Value& value) {
  return IsQuantizedTensor(value.type) ? value.type.element()->quantized : nullptr;
}

bool IsSame(const QuantizedType& a, const QuantizedType& b) {
  return a.storage_element() == b.storage_element() &&
         a.expressed.element_type() == b.expressed.element_type() &&
         a.storage_min == b.storage_min && a.storage_max == b.storage_max && a.axis == b.axis &&
         std::ranges::equal(a.scales, b.scales) && std::ranges::equal(a.zero_points, b.zero_points);
}

QuantizedForm::QuantizedForm(Lowering& lowering, const Operation& source)
    : lowering_(lowering), source_(source), made_(lowering, source) {
  for (size_t i = 0; i < source.operands.size(); ++i) {
    values_.emplace(source.operands[i], made_.operand(i));
  }
}

Value* QuantizedForm::Of(Value* value) {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  // A value from outside the source.
  if (!IsQuantizedTensor(value->type)) return value;
  return values_[value] = made_.StorageOf(value);
}

// --- Operations.

bool QuantizedForm::IsUnified(const Block& body, size_t argument) const {
  const size_t count = body.arguments.size() / 2;
  return unifies_arguments_ && body.parent->parent == &source_ && argument >= count &&
         body.arguments[argument]->type != body.arguments[argument - count]->type;
}

bool QuantizedForm::IsCentered(const Block& body) const {
  return centered_ != nullptr && body.parent->parent == &source_;
}

Result<Region*> QuantizedForm::CopyRegion(const Region& region) {
  const Block* block = region.only_block();
  if (block == nullptr) return lowering_.Malformed(source_);
  std::vector<Type> types;
  for (size_t i = 0; i < block->arguments.size(); ++i) {
    types.push_back(IsUnified(*block, i) ? types[i - block->arguments.size() / 2]
                    : IsCentered(*block) ? made_.ScalarOf(WideInteger(*centered_))
                                         : StorageType(*block->arguments[i]));
  }
  const std::span<Value* const> arguments = made_.BeginRegion(types);
  for (size_t i = 0; i < arguments.size(); ++i) {
    Value* argument = arguments[i];
    if (IsUnified(*block, i)) {
      argument = made_.Convert(argument, *block->arguments[i]->type.element_type());
    }
    if (IsCentered(*block)) argument = Uncenter(argument, *centered_);
    values_[block->arguments[i]] = argument;
  }
  for (const Operation* operation : *block) {
    if (operation->info != nullptr && operation->info->has(kTerminator)) break;
    if (lowering_.facts().IsLeftOut(*operation)) continue;
    if (!Append(*operation)) return Failed();
  }
  std::vector<Value*> returned;
  if (block->last != nullptr) {
    for (Value* operand : block->last->operands) {
      returned.push_back(IsCentered(*block) ? Center(Of(operand), *centered_) : Of(operand));
    }
  }
  return made_.EndRegion(returned);
}

Result<std::span<Value* const>> QuantizedForm::Repeat(const Operation& operation,
                                                      std::span<Value* const> operands,
                                                      std::span<const Type> results) {
  if (operation.info == nullptr) {
    return lowering_.Fail(operation, "unknown-operation",
                          "the operation '" + std::string(operation.name) + "' is unknown");
  }
  std::vector<Region*> regions;
  for (const Region* region : operation.regions) {
    const auto copy = CopyRegion(*region);
    if (!copy) return Failed();
    regions.push_back(*copy);
  }
  return made_.AddAll(operation.info->kind, operands, results, operation.attributes, regions);
}

Result<void> QuantizedForm::Append(const Operation& operation) {
  const QuantizedFunction function =
      operation.info == nullptr ? nullptr : FindQuantized(operation.info->kind);
  if (function != nullptr && HasQuantized(operation)) return function(*this, operation);
  std::vector<Value*> operands;
  std::vector<Type> results;
  for (Value* operand : operation.operands) operands.push_back(Of(operand));
  for (const Value* result : operation.results) results.push_back(StorageType(*result));
  const auto values = Repeat(operation, operands, results);
  if (!values) return Failed();
  for (size_t i = 0; i < values->size(); ++i) Set(operation, i, (*values)[i]);
  return {};
}

Result<void> QuantizedForm::Finish() {
  std::vector<Value*> results;
  for (Value* result : source_.results) results.push_back(Of(result));
  return made_.Give(results);
}

// --- Arithmetic.

Value* QuantizedForm::Over(const QuantizedParameters& parameters, Type result) {
  if (parameters.dimensions.empty()) return made_.Constant(result, parameters.values[0]);
  const ElementType element = *result.element_type();
  const Type wide = made_.TensorOf(parameters.sizes, ElementType::kF64);
  Value* constant = made_.ConstantOf<double>(wide, std::span<const double>(parameters.values));
  return made_.Broadcast(made_.Convert(constant, element), parameters.dimensions, result);
}

Value* QuantizedForm::Clamped(Value* value, double least, double greatest) {
  const Type scalar = made_.ScalarOf(*value->type.element_type());
  return made_.Add(OpKind::kStablehloClamp,
                   {made_.Constant(scalar, least), value, made_.Constant(scalar, greatest)},
                   value->type);
}

Value* QuantizedForm::Difference(Value* stored, const QuantizedType& type,
                                 ElementType computation) {
  if (IsStoredIn64(type)) return DifferenceOf64(made_, stored, type, computation);
  const QuantizedParameters zero_points = ZeroPointsOf(type);
  // Elements of less than 32 bits, or in f64, are exact in floating point.
  const bool is_exact = BitWidth(StorageElement(type)) < 32 || computation == ElementType::kF64;
  Value* difference = made_.Convert(stored, is_exact ? computation : ElementType::kI64);
  if (!zero_points.AreAll(0)) {
    difference =
        made_.Binary(OpKind::kStablehloSubtract, difference, Over(zero_points, difference->type));
  }
  return made_.Convert(difference, computation);
}

Value* QuantizedForm::Dequantize(Value* stored, const QuantizedType& type) {
  const ElementType computation = ComputationType(type);
  Value* difference = Difference(stored, type, computation);
  Value* value =
      made_.Binary(OpKind::kStablehloMultiply, difference, Over(ScalesOf(type), difference->type));
  return made_.Convert(value, *type.expressed.element_type());
}

// Clamps before rounding; the order does not matter, because the bounds are integers.
Value* QuantizedForm::RoundedAndStored(Value* value, const QuantizedType& type) {
  if (IsStoredIn64(type)) return RoundedTo64(made_, value, type);
  const ElementType computation = *value->type.element_type();
  const auto least = static_cast<double>(type.storage_min);
  const auto greatest = static_cast<double>(type.storage_max);
  value = Clamped(value, least, greatest);
  value = made_.Unary(OpKind::kStablehloRoundNearestEven, value);
  Value* stored = made_.Convert(value, StorageElement(type));
  // A bound may be rounded, and NaN becomes 0.
  const bool is_exact =
      RoundedTo(computation, least) == least && RoundedTo(computation, greatest) == greatest;
  if (is_exact && least <= 0 && greatest >= 0) return stored;
  return Clamped(stored, least, greatest);
}

Value* QuantizedForm::Quantize(Value* value, const QuantizedType& type) {
  value = made_.Convert(value, ComputationType(type));
  value = made_.Binary(OpKind::kStablehloDivide, value, Over(ScalesOf(type), value->type));
  const QuantizedParameters zero_points = ZeroPointsOf(type);
  if (!zero_points.AreAll(0)) {
    value = made_.Binary(OpKind::kStablehloAdd, value, Over(zero_points, value->type));
  }
  return RoundedAndStored(value, type);
}

Value* QuantizedForm::Store(Value* integers, const QuantizedType& type) {
  integers = Clamped(integers, static_cast<double>(type.storage_min),
                     static_cast<double>(type.storage_max));
  return made_.Convert(integers, StorageElement(type));
}

Value* QuantizedForm::AsBits(Value* value, ElementType element) {
  if (value->type.element_type() == element) return value;
  return made_.Add(OpKind::kStablehloBitcastConvert, {value}, made_.LikeOf(value, element));
}

Value* QuantizedForm::Center(Value* stored, const QuantizedType& type) {
  if (IsStoredIn64(type)) {
    Value* const zero = ZeroPointsFor(made_, stored, type);
    return AsBits(made_.Binary(OpKind::kStablehloSubtract, stored, zero), WideInteger(type));
  }
  Value* const wide = made_.Convert(stored, WideInteger(type));
  return made_.Binary(OpKind::kStablehloSubtract, wide, Over(ZeroPointsOf(type), wide->type));
}

Value* QuantizedForm::Uncenter(Value* centered, const QuantizedType& type) {
  if (IsStoredIn64(type)) {
    Value* const stored = AsBits(centered, StorageElement(type));
    return made_.Binary(OpKind::kStablehloAdd, stored, ZeroPointsFor(made_, stored, type));
  }
  Value* const wide =
      made_.Binary(OpKind::kStablehloAdd, centered, Over(ZeroPointsOf(type), centered->type));
  return made_.Convert(wide, StorageElement(type));
}

Value* QuantizedForm::Rescale(Value* integers, const QuantizedParameters& factor,
                              const QuantizedParameters& offset, const QuantizedType& type,
                              bool is_stored) {
  const ElementType computation = ComputationType(type);
  const bool is_integer = std::ranges::all_of(
      factor.values, [&](double number) { return RoundedTo(computation, number) == 1; });
  const bool has_offset = !offset.AreAll(0);
  if (is_integer) {
    if (has_offset) {
      integers = made_.Binary(OpKind::kStablehloAdd, integers, Over(offset, integers->type));
    }
    return is_stored ? Store(integers, type) : integers;
  }
  Value* value = made_.Convert(integers, computation);
  value = made_.Binary(OpKind::kStablehloMultiply, value, Over(factor, value->type));
  if (has_offset) {
    value = made_.Binary(OpKind::kStablehloAdd, value, Over(offset, value->type));
  }
  if (is_stored) return RoundedAndStored(value, type);
  value = made_.Unary(OpKind::kStablehloRoundNearestEven, value);
  return made_.Convert(value, WideInteger(type));
}

Value* QuantizedForm::Requantize(Value* stored, const QuantizedType& from, const QuantizedType& to,
                                 bool is_stored) {
  if (IsSame(from, to)) return is_stored ? stored : made_.Convert(stored, WideInteger(to));
  if (IsStoredIn64(from) || IsStoredIn64(to)) {
    Value* const same = Quantize(Dequantize(stored, from), to);
    return is_stored ? same : made_.Convert(same, WideInteger(to));
  }
  const bool is_wide = BitWidth(StorageElement(from)) == 32 || BitWidth(StorageElement(to)) == 32;
  Value* integers = made_.Convert(stored, is_wide ? ElementType::kI64 : ElementType::kI32);
  const QuantizedParameters factor = Combined(ScalesOf(from), ScalesOf(to), std::divides<>());
  const QuantizedParameters shift = Combined(factor, ZeroPointsOf(from), std::multiplies<>());
  const QuantizedParameters offset = Combined(ZeroPointsOf(to), shift, std::minus<>());
  // A wide result has the type that Rescale returns.
  Value* value = Rescale(integers, factor, offset, to, is_stored);
  return is_stored ? value : made_.Convert(value, WideInteger(to));
}

bool QuantizedForm::HasStoredIn64(const Operation& operation) {
  const auto is_wide = [](const Value* value) {
    const QuantizedType* type = QuantizedTypeOf(*value);
    return type != nullptr && IsStoredIn64(*type);
  };
  return std::ranges::any_of(operation.operands, is_wide) ||
         std::ranges::any_of(operation.results, is_wide);
}

}  // namespace paddock
