#include "core/pjrt/module_editor.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/tensor/tensor.h"

namespace paddock::pjrt {
namespace {

void Collect(const Region& region, std::vector<Operation*>& operations) {
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    for (Operation* operation : *block) {
      operations.push_back(operation);
      for (const Region* inner : operation->regions) Collect(*inner, operations);
    }
  }
}

std::vector<int64_t> WithFirst(int64_t size, std::span<const int64_t> shape) {
  std::vector<int64_t> all = {size};
  all.insert(all.end(), shape.begin(), shape.end());
  return all;
}

// Returns `old` with these entries, sorted; an entry replaces the one of its name.
std::vector<NamedAttribute> Merged(std::span<const NamedAttribute> old,
                                   std::span<const NamedAttribute> entries) {
  std::vector<NamedAttribute> all(entries.begin(), entries.end());
  for (const NamedAttribute& entry : old) {
    if (std::ranges::find(entries, entry.name, &NamedAttribute::name) == entries.end()) {
      all.push_back(entry);
    }
  }
  std::ranges::sort(all, {}, &NamedAttribute::name);
  return all;
}

}  // namespace

ModuleEditor::ModuleEditor(Module& module) : module_(module) {
  Collect(*module.operation()->regions[0], operations_);
}

void ModuleEditor::MoveBefore(Operation& at) {
  at_ = &at;
  location_ = at.location;
}

void ModuleEditor::MoveBehind(Operation& at) {
  at_ = at.next;
  location_ = at.location;
}

// --- Operations.

Value* ModuleEditor::Reshape(Value* operand, std::span<const int64_t> shape) {
  const Type type = module_.types().GetTensor(shape, operand->type.element());
  return Add("stablehlo.reshape", std::span(&operand, 1), type, {})->results[0];
}

Value* ModuleEditor::StackWithZeros(Value* operand, int64_t count) {
  const std::span<const int64_t> shape = operand->type.shape();
  Value* const parts[] = {
      Reshape(operand, WithFirst(1, shape)),
      Zeros(WithFirst(count - 1, shape), *operand->type.element_type()),
  };
  Attribute* dimension = MakeAttribute(AttributeKind::kInteger);
  dimension->type = module_.types().GetScalar(ElementType::kI64);
  const NamedAttribute attributes[] = {{"dimension", dimension, {}}};
  const Type type = module_.types().GetTensor(WithFirst(count, shape), operand->type.element());
  return Add("stablehlo.concatenate", parts, type, attributes)->results[0];
}

Value* ModuleEditor::SumOfStack(Value* stack) {
  const ElementType element = *stack->type.element_type();
  Value* const operands[] = {stack, Zeros({}, element)};
  Attribute* dimensions = MakeAttribute(AttributeKind::kDenseArray);
  dimensions->type = module_.types().GetScalar(ElementType::kI64);
  dimensions->integers = module_.arena().MakeArray<int64_t>(1);
  const NamedAttribute attributes[] = {{"dimensions", dimensions, {}}};
  const Type type =
      module_.types().GetTensor(stack->type.shape().subspan(1), stack->type.element());
  Operation* sum = Add("stablehlo.reduce", operands, type, attributes);
  sum->regions = module_.arena().MakeArray<Region*>(1);
  sum->regions[0] = SumBody(element);
  sum->regions[0]->parent = sum;
  return sum->results[0];
}

Value* ModuleEditor::Zeros(std::span<const int64_t> shape, ElementType element) {
  Tensor zero = Tensor::Allocate(element, {});
  std::memset(zero.mutable_data(), 0, zero.byte_size());
  Attribute* value = MakeAttribute(AttributeKind::kElements);
  value->type = module_.types().GetTensor(shape, element);
  value->value = module_.Keep(std::move(zero));
  value->is_splat = !shape.empty();
  const NamedAttribute attributes[] = {{"value", value, {}}};
  return Add("stablehlo.constant", {}, value->type, attributes)->results[0];
}

// Returns a region that adds its two scalar arguments.
Region* ModuleEditor::SumBody(ElementType element) {
  const Type scalar = module_.types().GetTensor({}, element);
  Region* region = module_.MakeRegion(nullptr);
  Block* block = module_.MakeBlock();
  region->Append(block);
  block->arguments = module_.arena().MakeArray<Value*>(2);
  for (uint32_t i = 0; i < 2; ++i) {
    block->arguments[i] = module_.MakeValue(scalar, {});
    block->arguments[i]->block = block;
    block->arguments[i]->index = i;
  }
  Operation* add = Make("stablehlo.add", block->arguments, {});
  add->results = module_.arena().MakeArray<Value*>(1);
  add->results[0] = module_.MakeValue(scalar, {});
  add->results[0]->operation = add;
  block->Append(add);
  block->Append(Make("stablehlo.return", add->results, {}));
  return region;
}

Operation* ModuleEditor::Make(std::string_view name, std::span<Value* const> operands,
                              std::span<const NamedAttribute> attributes) {
  Operation* operation = module_.MakeOperation(name);
  operation->operands = module_.arena().CopyArray(operands);
  operation->operand_spans = module_.arena().MakeArray<Span>(operands.size());
  operation->attributes = module_.arena().CopyArray(attributes);
  operation->location = location_;
  operations_.push_back(operation);
  return operation;
}

Operation* ModuleEditor::Add(std::string_view name, std::span<Value* const> operands, Type result,
                             std::span<const NamedAttribute> attributes) {
  Operation* operation = Make(name, operands, attributes);
  operation->results = module_.arena().MakeArray<Value*>(1);
  operation->results[0] = module_.MakeValue(result, {});
  operation->results[0]->operation = operation;
  Insert(operation);
  return operation;
}

void ModuleEditor::Insert(Operation* operation) {
  operation->parent = at_->parent;
  operation->previous = at_->previous;
  operation->next = at_;
  (at_->previous == nullptr ? at_->parent->first : at_->previous->next) = operation;
  at_->previous = operation;
}

// --- Changes.

void ModuleEditor::SetType(Value& value, std::span<const int64_t> shape) {
  value.type = module_.types().GetTensor(shape, value.type.element());
}

void ModuleEditor::SetAttribute(Operation& operation, std::string_view name,
                                const Attribute* value) {
  const NamedAttribute entry{name, value, {}};
  const auto all = Merged(operation.attributes, std::span(&entry, 1));
  operation.attributes = module_.arena().CopyArray(all);
}

void ModuleEditor::AppendOperand(Operation& operation, Value* operand) {
  std::vector<Value*> all(operation.operands.begin(), operation.operands.end());
  all.push_back(operand);
  operation.operands = module_.arena().CopyArray(all);
  operation.operand_spans = module_.arena().MakeArray<Span>(all.size());
}

Value* ModuleEditor::AppendResult(Operation& operation, Type type) {
  std::vector<Value*> all(operation.results.begin(), operation.results.end());
  all.push_back(module_.MakeValue(type, {}));
  all.back()->operation = &operation;
  all.back()->index = static_cast<uint32_t>(all.size() - 1);
  operation.results = module_.arena().CopyArray(all);
  return all.back();
}

Value* ModuleEditor::AppendArgument(Block& block, Type type) {
  std::vector<Value*> all(block.arguments.begin(), block.arguments.end());
  all.push_back(module_.MakeValue(type, {}));
  all.back()->block = &block;
  all.back()->index = static_cast<uint32_t>(all.size() - 1);
  block.arguments = module_.arena().CopyArray(all);
  return all.back();
}

void ModuleEditor::ReplaceUses(const Value& from, Value& to, const Operation* except) {
  for (Operation* operation : operations_) {
    if (operation == except) continue;
    std::ranges::replace(operation->operands, &from, &to);
  }
}

// --- Attributes.

Attribute* ModuleEditor::MakeAttribute(AttributeKind kind) {
  Attribute* attribute = module_.arena().Make<Attribute>();
  attribute->kind = kind;
  return attribute;
}

const Attribute* ModuleEditor::Opaque(std::string_view text) {
  Attribute* attribute = MakeAttribute(AttributeKind::kOpaque);
  attribute->text = module_.arena().CopyString(text);
  return attribute;
}

const Attribute* ModuleEditor::Array(std::span<const Attribute* const> elements) {
  Attribute* attribute = MakeAttribute(AttributeKind::kArray);
  attribute->elements = module_.arena().CopyArray(elements);
  return attribute;
}

const Attribute* ModuleEditor::OfType(Type type) {
  Attribute* attribute = MakeAttribute(AttributeKind::kType);
  attribute->type = type;
  return attribute;
}

const Attribute* ModuleEditor::WithEntries(const Attribute* dictionary,
                                           std::initializer_list<NamedAttribute> entries) {
  const auto old = dictionary == nullptr ? std::span<const NamedAttribute>() : dictionary->fields;
  const auto all = Merged(old, std::span(entries.begin(), entries.size()));
  Attribute* attribute = MakeAttribute(AttributeKind::kDictionary);
  attribute->fields = module_.arena().CopyArray(all);
  return attribute;
}

}  // namespace paddock::pjrt
