// Composition: lowers an operation as other operations, which are built while planning.
//
//   Result<void> LowerSquare(Lowering& lowering, const Operation& operation) {
//     Composition made(lowering, operation);
//     return made.Give({made.Add(OpKind::kStablehloMultiply, {made.operand(0), made.operand(0)},
//                                made.operand(0)->type)});
//   }
//
// The parts are not visible: steps, diagnostics and locations belong to the source operation.
#ifndef PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_H_
#define PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/arena.h"
#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/types/type_context.h"

namespace paddock {

class Lowering;

class Composition {
 public:
  // Starts with the operands of `source`. Quantized operands become tensors of their storage type.
  Composition(Lowering& lowering, const Operation& source);
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

  Value* operand(size_t index) const { return block_->arguments[index]; }
  std::span<Value* const> operands() const { return block_->arguments; }
  const Operation& source() const { return source_; }

  // --- Types. Types that the module has are reused, so that they compare equal.
  Type TensorOf(std::span<const int64_t> shape, ElementType element);
  Type ScalarOf(ElementType element) { return TensorOf({}, element); }
  // Tensor type with the shape of `value`.
  Type LikeOf(const Value* value, ElementType element) {
    return TensorOf(value->type.shape(), element);
  }
  // Type of the source's result `index`; for a quantized one the tensor of its storage type.
  Type result_type(size_t index);
  // Returns `type`; for a quantized tensor, the tensor of its storage type.
  Type StorageType(Type type);

  // --- Attributes, in the form that core/ir/attribute_values.h reads.
  NamedAttribute Flag(std::string_view name, bool value);
  NamedAttribute Integer(std::string_view name, int64_t value);
  NamedAttribute Integers(std::string_view name, std::span<const int64_t> values);
  // dense<values> : tensor<shape x i64>.
  NamedAttribute Elements(std::string_view name, std::span<const int64_t> values,
                          std::span<const int64_t> shape);
  NamedAttribute Enum(std::string_view name, std::string_view type, std::string_view text);
  NamedAttribute Struct(std::string_view name, std::string_view type,
                        std::span<const NamedAttribute> fields);
  // `attribute` under another name.
  static NamedAttribute Named(std::string_view name, const Attribute* attribute) {
    return {name, attribute, {}};
  }

  // --- Operations.
  Value* Add(OpKind kind, std::initializer_list<Value*> operands, Type result,
             std::initializer_list<NamedAttribute> attributes = {});
  std::span<Value* const> AddAll(OpKind kind, std::span<Value* const> operands,
                                 std::span<const Type> results,
                                 std::span<const NamedAttribute> attributes,
                                 std::span<Region* const> regions = {});
  // A quantized value from outside of the source as a tensor of its storage type.
  Value* StorageOf(Value* outside);
  // A region of one block. Operations added between the two calls go into it.
  std::span<Value* const> BeginRegion(std::span<const Type> arguments);
  Region* EndRegion(std::span<Value* const> returned);
  // A region with the computation of a function of the module.
  Region* RegionOf(const Operation& function, std::span<const Type> arguments,
                   std::span<const Type> results);

  // --- Frequent operations. Both operands and the result have one type.
  Value* Binary(OpKind kind, Value* lhs, Value* rhs) { return Add(kind, {lhs, rhs}, lhs->type); }
  Value* Unary(OpKind kind, Value* operand) { return Add(kind, {operand}, operand->type); }
  // A constant whose elements are all `number`, rounded to the type, which is real or integer.
  Value* Constant(Type type, double number);
  // A constant of the elements in order; T is as wide as the stored element.
  template <class T>
  Value* ConstantOf(Type type, std::span<const T> elements) {
    return ConstantTensor(
        type, Tensor::FromElements<T>(*type.element_type(), type.shape(), elements), false);
  }
  Value* ConstantTensor(Type type, Tensor value, bool is_splat);
  Value* Convert(Value* operand, ElementType element);
  Value* Compare(std::string_view direction, Value* lhs, Value* rhs);
  Value* Select(Value* predicate, Value* on_true, Value* on_false);
  Value* Broadcast(Value* operand, std::span<const int64_t> dimensions, Type result);
  Value* Reshape(Value* operand, Type result);
  Value* Transpose(Value* operand, std::span<const int64_t> permutation);
  // The elements from `starts` to `limits`.
  Value* Slice(Value* operand, std::span<const int64_t> starts, std::span<const int64_t> limits);
  // A reduction over `dimensions` from `init`, by one operation of two operands (add, maximum ...).
  Value* Reduce(OpKind body, Value* operand, Value* init, std::span<const int64_t> dimensions);

  // Lowers all added operations; `results` become the results of the source. Called once, at the
  // end.
  Result<void> Give(std::span<Value* const> results);
  Result<void> Give(std::initializer_list<Value*> results) {
    return Give(std::span<Value* const>(results.begin(), results.size()));
  }
  // Lowers all added operations; returns the leaves of `values`, which become no results. Nothing
  // if planning failed. Called once, at the end.
  std::optional<std::vector<Leaf>> Lower(std::span<Value* const> values);

 private:
  Operation* Make(OpKind kind, std::span<Value* const> operands,
                  std::span<const NamedAttribute> attributes);
  Value* MakeValue(Type type);
  Attribute* MakeAttribute(AttributeKind kind);
  // Adds the operations of `body` with these arguments, and returns the values that it returns.
  std::vector<Value*> Repeat(const Block& body, std::span<Value* const> arguments);
  Block* MakeBlock(std::span<const Type> arguments, Operation* owner);

  Lowering& lowering_;
  const Operation& source_;
  Arena& arena_;
  TypeContext& types_;
  // Operation that owns the block's region.
  Operation* shell_;
  Block* block_;
  // Operations are added to the innermost block, which is last.
  std::vector<Block*> open_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_H_
