#include "core/plan/ops/narrowed_comparison.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// Fewer elements are compared in little time either way.
constexpr int64_t kFewestNarrowed = 64;
// Operations behind each other that compute an operand, and constants' elements that are read.
constexpr int kMostOperations = 8;
constexpr int64_t kMostRead = 4096;

struct Range {
  int64_t least, greatest;
};

std::optional<Range> Narrow(const Range& range) {
  const bool fits = range.least >= std::numeric_limits<int32_t>::min() &&
                    range.greatest <= std::numeric_limits<int32_t>::max();
  return fits ? std::optional(range) : std::nullopt;
}

const Tensor* ConstantOf(const Operation& operation) {
  const Attribute* const value = operation.Find("value");
  return value == nullptr || value->value == nullptr ? nullptr : &*value->value;
}

int64_t StoredCount(const Operation& constant) {
  return constant.Find("value")->is_splat ? 1 : ConstantOf(constant)->element_count();
}

std::optional<Range> RangeOfConstant(const Operation& constant) {
  const Tensor* const value = ConstantOf(constant);
  if (value == nullptr || value->element_type() != constant.results[0]->type.element_type()) {
    return std::nullopt;
  }
  const int64_t count = StoredCount(constant);
  if (count < 1 || count > kMostRead) return std::nullopt;
  const auto read = simd::FindReadIndex(value->element_type());
  Range range = {std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
  for (int64_t i = 0; i < count; ++i) {
    const int64_t element = read(value->data() + i * 8);
    range = {std::min(range.least, element), std::max(range.greatest, element)};
  }
  return range;
}

// Returns the range of 64-bit integers that consist of iotas and constants, if those fit in 32
// bits and so do all sums and differences.
std::optional<Range> RangeOf(const Value& value, int depth) {
  const Operation* const operation = value.operation;
  const Type type = value.type;
  if (operation == nullptr || depth == kMostOperations || !type.has_static_shape()) {
    return std::nullopt;
  }
  const bool is_signed = IsSigned(*type.element_type());
  const auto kept = [&](const Range& range) {
    return is_signed || range.least >= 0 ? Narrow(range) : std::nullopt;
  };
  if (operation->is(OpKind::kStablehloIota)) {
    const auto dimension = static_cast<size_t>(IntegerOf(*operation, "iota_dimension", 0));
    return kept({0, std::max<int64_t>(type.shape()[dimension] - 1, 0)});
  }
  if (operation->is(OpKind::kStablehloConstant)) {
    const auto range = RangeOfConstant(*operation);
    return range ? kept(*range) : std::nullopt;
  }
  if (operation->is(OpKind::kStablehloBroadcastInDim)) {
    return RangeOf(*operation->operands[0], depth + 1);
  }
  const bool is_sum = operation->is(OpKind::kStablehloAdd);
  if (!is_sum && !operation->is(OpKind::kStablehloSubtract)) return std::nullopt;
  const auto a = RangeOf(*operation->operands[0], depth + 1);
  const auto b = a ? RangeOf(*operation->operands[1], depth + 1) : std::nullopt;
  if (!b) return std::nullopt;
  return is_sum ? kept({a->least + b->least, a->greatest + b->greatest})
                : kept({a->least - b->greatest, a->greatest - b->least});
}

// Adds the value, which has a range, with elements of 32 bits.
Value* Narrowed(Composition& made, const Value& value) {
  const Operation& operation = *value.operation;
  const Type type = made.LikeOf(&value, ElementType::kI32);
  if (operation.is(OpKind::kStablehloIota)) {
    return made.Add(OpKind::kStablehloIota, {}, type,
                    {made.Integer("iota_dimension", IntegerOf(operation, "iota_dimension", 0))});
  }
  if (operation.is(OpKind::kStablehloConstant)) {
    const Tensor& constant = *ConstantOf(operation);
    const auto read = simd::FindReadIndex(constant.element_type());
    if (StoredCount(operation) == 1) {
      return made.Constant(type, static_cast<double>(read(constant.data())));
    }
    std::vector<int32_t> elements(static_cast<size_t>(constant.element_count()));
    for (size_t i = 0; i < elements.size(); ++i) {
      elements[i] = static_cast<int32_t>(read(constant.data() + i * 8));
    }
    return made.ConstantOf(type, std::span<const int32_t>(elements));
  }
  Value* const first = Narrowed(made, *operation.operands[0]);
  if (operation.is(OpKind::kStablehloBroadcastInDim)) {
    return made.Broadcast(first, IntegersOf(operation, "broadcast_dimensions"), type);
  }
  return made.Binary(operation.info->kind, first, Narrowed(made, *operation.operands[1]));
}

// Returns whether the next operation that is not on booleans alone is known, and has no lanes of 64
// bits.
bool HasNarrowUser(const Lowering& lowering, const Operation& operation) {
  const Operation* user = lowering.facts().NextUser(operation);
  for (int i = 0; i < kMostOperations && user != nullptr; ++i) {
    const auto type = user->results.empty() ? std::nullopt : user->results[0]->type.element_type();
    if (!type || !IsBoolean(*type)) return type && ByteSize(*type) < 8;
    user = lowering.facts().NextUser(*user);
  }
  return false;
}

}  // namespace

std::optional<Result<void>> LowerNarrowedComparison(Lowering& lowering,
                                                    const Operation& operation) {
  if (kHasChainModules || lowering.level() != Level::kFast) return std::nullopt;
  const Leaf operand = lowering.Operand(operation, 0);
  const bool is_wide = IsInteger(operand.type) && BitWidth(operand.type) == 64;
  if (!is_wide || operand.count < kFewestNarrowed) return std::nullopt;
  const auto has_range = [](const Value* value) { return RangeOf(*value, 0).has_value(); };
  if (!std::ranges::all_of(operation.operands, has_range)) return std::nullopt;
  if (!HasNarrowUser(lowering, operation)) return std::nullopt;
  Composition made(lowering, operation);
  Value* const lhs = Narrowed(made, *operation.operands[0]);
  Value* const rhs = Narrowed(made, *operation.operands[1]);
  return made.Give(
      {made.Add(OpKind::kStablehloCompare, {lhs, rhs}, made.LikeOf(lhs, ElementType::kI1),
                {made.Named("comparison_direction", operation.Find("comparison_direction"))})});
}

}  // namespace paddock
