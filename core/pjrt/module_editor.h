// ModuleEditor: adds operations to a module that is not checked yet.
#ifndef PADDOCK_CORE_PJRT_MODULE_EDITOR_H_
#define PADDOCK_CORE_PJRT_MODULE_EDITOR_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/module.h"

namespace paddock::pjrt {

class ModuleEditor {
 public:
  explicit ModuleEditor(Module& module);

  // All operations of the module, with the added ones.
  const std::vector<Operation*>& operations() const { return operations_; }

  // Sets where the next operations are added, and their location: before an operation, or behind
  // one that is not its block's last.
  void MoveBefore(Operation& at);
  void MoveBehind(Operation& at);

  // --- Operations. Values have static sizes.
  Value* Reshape(Value* operand, std::span<const int64_t> shape);
  // Returns `count` tensors along a new first dimension: `operand`, then zeros.
  Value* StackWithZeros(Value* operand, int64_t count);
  // Returns the sum over the first dimension.
  Value* SumOfStack(Value* stack);

  // --- Changes.
  void SetType(Value& value, std::span<const int64_t> shape);
  void SetAttribute(Operation& operation, std::string_view name, const Attribute* value);
  void AppendOperand(Operation& operation, Value* operand);
  Value* AppendResult(Operation& operation, Type type);
  Value* AppendArgument(Block& block, Type type);
  // Replaces the uses of `from`, but for that of `except`.
  void ReplaceUses(const Value& from, Value& to, const Operation* except);

  // --- Attributes, owned by the module.
  const Attribute* Opaque(std::string_view text);
  const Attribute* Array(std::span<const Attribute* const> elements);
  const Attribute* OfType(Type type);
  // Returns `dictionary`, which may be `nullptr`, with further entries that replace older ones.
  const Attribute* WithEntries(const Attribute* dictionary,
                               std::initializer_list<NamedAttribute> entries);
  const Attribute* Unit() { return MakeAttribute(AttributeKind::kUnit); }

 private:
  Attribute* MakeAttribute(AttributeKind kind);
  Operation* Add(std::string_view name, std::span<Value* const> operands, Type result,
                 std::span<const NamedAttribute> attributes);
  Operation* Make(std::string_view name, std::span<Value* const> operands,
                  std::span<const NamedAttribute> attributes);
  void Insert(Operation* operation);
  Value* Zeros(std::span<const int64_t> shape, ElementType element);
  Region* SumBody(ElementType element);

  Module& module_;
  std::vector<Operation*> operations_;
  Operation* at_ = nullptr;
  std::string_view location_;
};

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_MODULE_EDITOR_H_
