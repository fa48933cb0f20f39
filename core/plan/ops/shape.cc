// Lowering of computations with shapes, which planning evaluates. If a shape is unknown, the plan
// suspends until it is known. A failing constraint becomes a step that fails when the run reaches
// it.
#include <algorithm>
#include <cstring>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

using Integers = std::vector<int64_t>;

std::string Text(const Integers& shape) {
  std::string text;
  for (int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

// Binds the result to known integers: a list, or a single one.
Result<void> BindIntegers(Lowering& lowering, const Value& result, const Integers& integers,
                          bool is_list) {
  Leaf leaf;
  leaf.where = Leaf::Where::kConstant;
  leaf.type = ElementType::kIndex;
  if (const auto element = ShapeElement(result.type)) {
    leaf.type = *element;
  } else if (!result.type.is(TypeKind::kOpaque)) {
    leaf.type = result.type.element_type().value_or(ElementType::kIndex);
  }
  leaf.count = static_cast<int64_t>(integers.size());
  const int64_t shape[] = {leaf.count};
  if (is_list) leaf.shape = lowering.arena().CopyArray(std::span<const int64_t>(shape));
  // Little-endian: the low bytes of each integer come first.
  const std::span<uint64_t> words = lowering.arena().MakeArray<uint64_t>(integers.size() + 1);
  auto* bytes = reinterpret_cast<std::byte*>(words.data());
  for (size_t i = 0; i < integers.size(); ++i) {
    std::memcpy(bytes + i * leaf.element_bytes(), &integers[i], leaf.element_bytes());
  }
  leaf.address = bytes;
  lowering.Bind(result, leaf);
  return {};
}

Result<void> BindList(Lowering& lowering, const Operation& operation, const Integers& integers) {
  return BindIntegers(lowering, *operation.results[0], integers, true);
}

Result<void> BindOne(Lowering& lowering, const Operation& operation, int64_t integer) {
  return BindIntegers(lowering, *operation.results[0], {integer}, false);
}

// Returns the values of all operands; nothing if planning is suspended until they are known.
std::optional<std::vector<Integers>> IntegerOperands(Lowering& lowering,
                                                     const Operation& operation) {
  std::vector<Integers> all;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    auto known = Values::IntegersOf(lowering.Operand(operation, i));
    if (!known) {
      static_cast<void>(lowering.continuations().Suspend(operation, operation.operands));
      return std::nullopt;
    }
    all.push_back(*std::move(known));
  }
  return all;
}

// Returns the common shape, aligned at the last dimension. Where sizes differ, one must be 1.
std::optional<Integers> BroadcastOf(std::span<const Integers> shapes) {
  Integers result;
  for (const Integers& shape : shapes) {
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
    for (size_t i = 0; i < shape.size(); ++i) {
      int64_t& size = result[result.size() - shape.size() + i];
      if (size != shape[i] && size != 1 && shape[i] != 1) return std::nullopt;
      if (size == 1) size = shape[i];
    }
  }
  return result;
}

int64_t Product(const Integers& shape) {
  int64_t product = 1;
  for (int64_t size : shape) {
    if (__builtin_mul_overflow(product, size, &product)) return INT64_MAX;
  }
  return product;
}

// Binds a witness that holds, or emits a step that fails.
Result<void> BindWitness(Lowering& lowering, const Operation& operation, bool holds,
                         std::string message) {
  if (holds) return BindOne(lowering, operation, 1);
  return EmitFailure(lowering, operation, "shape", std::move(message));
}

std::string AllOf(std::span<const Integers> shapes) {
  std::string text;
  for (const Integers& shape : shapes) text += (text.empty() ? "" : " and ") + Text(shape);
  return text;
}

Result<void> LowerSizes(Lowering& lowering, const Operation& operation,
                        int64_t (*compute)(int64_t, int64_t)) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindOne(lowering, operation, compute((*known)[0][0], (*known)[1][0]));
}

Result<void> LowerExtent(Lowering& lowering, const Operation& operation, const Integers& shape,
                         size_t operand) {
  const auto index = Values::IntegersOf(lowering.Operand(operation, operand));
  if (!index) {
    return lowering.continuations().Suspend(operation, operation.operands.subspan(operand, 1));
  }
  const int64_t i = index->front();
  if (i < 0 || i >= static_cast<int64_t>(shape.size())) {
    return EmitFailure(
        lowering, operation, "shape",
        std::string(operation.name) + ": dimension " + std::to_string(i) + " of " + Text(shape));
  }
  return BindOne(lowering, operation, shape[static_cast<size_t>(i)]);
}

Integers ShapeOf(Lowering& lowering, const Value& value) {
  const Type type = lowering.TypeOf(value);
  if (!type.is_tensor()) return {};
  return {type.shape().begin(), type.shape().end()};
}

}  // namespace

Result<void> LowerShapeAdd(Lowering& lowering, const Operation& operation) {
  return LowerSizes(lowering, operation, [](int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  });
}

Result<void> LowerShapeMul(Lowering& lowering, const Operation& operation) {
  return LowerSizes(lowering, operation, [](int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  });
}

// Rounds towards negative infinity.
Result<void> LowerShapeDiv(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  const int64_t lhs = (*known)[0][0];
  const int64_t rhs = (*known)[1][0];
  if (rhs == 0 || (lhs == INT64_MIN && rhs == -1)) {
    return EmitFailure(lowering, operation, "shape",
                       "shape.div: " + std::to_string(lhs) + " / " + std::to_string(rhs));
  }
  const bool is_less = lhs % rhs != 0 && (lhs < 0) != (rhs < 0);
  return BindOne(lowering, operation, lhs / rhs - (is_less ? 1 : 0));
}

// All operands are the same shape, so any of them is a valid result.
Result<void> LowerShapeAny(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  if (known->empty()) return lowering.Fail(operation, "shape", "shape.any of no shape");
  return BindList(lowering, operation, known->front());
}

Result<void> LowerShapeAssuming(Lowering& lowering, const Operation& operation) {
  Block* block = operation.regions[0]->only_block();
  if (block == nullptr) {
    return lowering.Malformed(operation);
  }
  const auto leaves = lowering.LowerInPlace(*block, {});
  if (!leaves || leaves->size() != operation.results.size()) return Failed();
  for (size_t i = 0; i < leaves->size(); ++i) {
    lowering.Alias(*operation.results[i], std::span(*leaves).subspan(i, 1));
  }
  return {};
}

Result<void> LowerShapeAssumingAll(Lowering& lowering, const Operation& operation) {
  return BindOne(lowering, operation, 1);
}

Result<void> LowerShapeBroadcast(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  const auto shape = BroadcastOf(*known);
  if (shape) return BindList(lowering, operation, *shape);
  return lowering.Fail(operation, "shape",
                       "shape.broadcast: " + AllOf(*known) + " do not broadcast");
}

Result<void> LowerShapeConcat(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  Integers both = (*known)[0];
  both.insert(both.end(), (*known)[1].begin(), (*known)[1].end());
  return BindList(lowering, operation, both);
}

Result<void> LowerShapeConstShape(Lowering& lowering, const Operation& operation) {
  return BindList(lowering, operation, IntegersOf(operation, "shape"));
}

Result<void> LowerShapeConstSize(Lowering& lowering, const Operation& operation) {
  return BindOne(lowering, operation, IntegerOf(operation, "value", 0));
}

Result<void> LowerShapeConstWitness(Lowering& lowering, const Operation& operation) {
  const Attribute* passing = operation.Find("passing");
  const bool holds = passing == nullptr || passing->integer != 0;
  return BindWitness(lowering, operation, holds, "shape.const_witness: it does not hold");
}

Result<void> LowerShapeCstrBroadcastable(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindWitness(lowering, operation, BroadcastOf(*known).has_value(),
                     "shape.cstr_broadcastable: " + AllOf(*known) + " do not broadcast");
}

Result<void> LowerShapeCstrEq(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  const bool holds =
      std::ranges::adjacent_find(*known, std::ranges::not_equal_to()) == known->end();
  return BindWitness(lowering, operation, holds,
                     "shape.cstr_eq: " + AllOf(*known) + " are not equal");
}

Result<void> LowerShapeCstrRequire(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindWitness(lowering, operation, (*known)[0][0] != 0,
                     "shape.cstr_require: " + std::string(TextOf(operation, "msg")));
}

Result<void> LowerShapeIsBroadcastable(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindOne(lowering, operation, BroadcastOf(*known).has_value() ? 1 : 0);
}

Result<void> LowerShapeDim(Lowering& lowering, const Operation& operation) {
  return LowerExtent(lowering, operation, ShapeOf(lowering, *operation.operands[0]), 1);
}

Result<void> LowerShapeGetExtent(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return LowerExtent(lowering, operation, (*known)[0], 1);
}

Result<void> LowerShapeFromExtents(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  Integers extents;
  for (const Integers& extent : *known) extents.push_back(extent[0]);
  return BindList(lowering, operation, extents);
}

// Binds the operand's elements under another type.
Result<void> LowerShapeSameList(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindList(lowering, operation, (*known)[0]);
}

Result<void> LowerShapeSameSize(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindOne(lowering, operation, (*known)[0][0]);
}

Result<void> LowerShapeNumElements(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindOne(lowering, operation, Product((*known)[0]));
}

Result<void> LowerShapeRank(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  return BindOne(lowering, operation, static_cast<int64_t>((*known)[0].size()));
}

Result<void> LowerShapeOf(Lowering& lowering, const Operation& operation) {
  return BindList(lowering, operation, ShapeOf(lowering, *operation.operands[0]));
}

// A negative index counts from the end.
Result<void> LowerShapeSplitAt(Lowering& lowering, const Operation& operation) {
  const auto known = IntegerOperands(lowering, operation);
  if (!known) return Failed();
  const Integers& shape = (*known)[0];
  const auto size = static_cast<int64_t>(shape.size());
  int64_t at = (*known)[1][0];
  if (at < 0) at += size;
  if (at < 0 || at > size) {
    return lowering.Fail(
        operation, "shape",
        "shape.split_at: " + std::to_string((*known)[1][0]) + " of " + Text(shape));
  }
  const auto middle = shape.begin() + static_cast<ptrdiff_t>(at);
  if (!BindIntegers(lowering, *operation.results[0], {shape.begin(), middle}, true)) {
    return Failed();
  }
  return BindIntegers(lowering, *operation.results[1], {middle, shape.end()}, true);
}

Result<void> LowerShapeValueOf(Lowering& lowering, const Operation& operation) {
  const Leaf leaf = lowering.Operand(operation, 0);
  lowering.Alias(*operation.results[0], std::span(&leaf, 1));
  return {};
}

}  // namespace paddock
