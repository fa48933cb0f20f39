#include "core/plan/lowering/composition.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "core/base/check.h"
#include "core/plan/lowering/lowering.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

template <class T>
void Store(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof(T));
}

// Stores `number` as an element of `type`. Integers and booleans are exact.
void StoreNumber(ElementType type, double number, std::byte* to) {
  if (type == ElementType::kF64) return Store(number, to);
  if (type == ElementType::kF32) return Store(static_cast<float>(number), to);
  if (IsFloat(type)) {
    const uint16_t bits = EncodeSmallFloat(type, number);
    return ByteSize(type) == 1 ? Store(static_cast<uint8_t>(bits), to) : Store(bits, to);
  }
  const uint64_t bits = number < 0 ? static_cast<uint64_t>(static_cast<int64_t>(number))
                                   : static_cast<uint64_t>(number);
  std::memcpy(to, &bits, ByteSize(type));
}

Tensor NumberTensor(ElementType type, double number) {
  Tensor tensor = Tensor::Allocate(type, {});
  PADDOCK_CHECK(tensor.has_value());
  const ElementType part = PartType(type);
  std::memset(tensor.mutable_data(), 0, tensor.byte_size());
  StoreNumber(part, number, tensor.mutable_data());
  return tensor;
}

}  // namespace

Composition::Composition(Lowering& lowering, const Operation& source)
    : lowering_(lowering),
      source_(source),
      arena_(lowering.arena()),
      types_(lowering.values().types()),
      shell_(arena_.Make<Operation>()) {
  std::vector<Type> types;
  for (const Value* operand : source.operands) {
    types.push_back(StorageType(lowering.TypeOf(*operand)));
  }
  block_ = MakeBlock(types, shell_);
  open_.push_back(block_);
}

// --- Types.

Type Composition::TensorOf(std::span<const int64_t> shape, ElementType element) {
  return types_.GetTensor(shape, element);
}

Type Composition::StorageType(Type type) {
  if (type.is(TypeKind::kScalar)) return types_.GetTensor({}, type);
  if (!type.is_tensor() || !type.is_quantized()) return type;
  return types_.GetTensor(type.shape(), *type.stored_element_type());
}

Type Composition::result_type(size_t index) {
  return StorageType(lowering_.TypeOf(*source_.results[index]));
}

// --- Attributes.

Attribute* Composition::MakeAttribute(AttributeKind kind) {
  Attribute* attribute = arena_.Make<Attribute>();
  attribute->kind = kind;
  attribute->span = source_.span;
  return attribute;
}

NamedAttribute Composition::Flag(std::string_view name, bool value) {
  Attribute* attribute = MakeAttribute(AttributeKind::kBool);
  attribute->integer = value ? 1 : 0;
  return {name, attribute, {}};
}

NamedAttribute Composition::Integer(std::string_view name, int64_t value) {
  Attribute* attribute = MakeAttribute(AttributeKind::kInteger);
  attribute->type = types_.GetScalar(ElementType::kI64);
  attribute->integer = value;
  return {name, attribute, {}};
}

NamedAttribute Composition::Integers(std::string_view name, std::span<const int64_t> values) {
  Attribute* attribute = MakeAttribute(AttributeKind::kDenseArray);
  attribute->type = types_.GetScalar(ElementType::kI64);
  attribute->integers = arena_.CopyArray(values);
  return {name, attribute, {}};
}

NamedAttribute Composition::Elements(std::string_view name, std::span<const int64_t> values,
                                     std::span<const int64_t> shape) {
  Attribute* attribute = MakeAttribute(AttributeKind::kElements);
  attribute->type = types_.GetTensor(shape, ElementType::kI64);
  attribute->value = lowering_.Own(Tensor::FromElements<int64_t>(ElementType::kI64, shape, values));
  return {name, attribute, {}};
}

NamedAttribute Composition::Enum(std::string_view name, std::string_view type,
                                 std::string_view text) {
  Attribute* attribute = MakeAttribute(AttributeKind::kEnum);
  attribute->name = type;
  attribute->text = text;
  return {name, attribute, {}};
}

NamedAttribute Composition::Struct(std::string_view name, std::string_view type,
                                   std::span<const NamedAttribute> fields) {
  Attribute* attribute = MakeAttribute(AttributeKind::kStruct);
  attribute->name = type;
  attribute->fields = arena_.CopyArray(fields);
  return {name, attribute, {}};
}

// --- Operations.

Value* Composition::MakeValue(Type type) {
  Value* value = arena_.Make<Value>();
  value->type = type;
  value->id = lowering_.values().NewValueId();
  value->span = source_.span;
  value->type_span = source_.span;
  return value;
}

Block* Composition::MakeBlock(std::span<const Type> arguments, Operation* owner) {
  Region* region = arena_.Make<Region>();
  region->parent = owner;
  Block* block = arena_.Make<Block>();
  region->Append(block);
  block->arguments = arena_.MakeArray<Value*>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    Value* argument = MakeValue(arguments[i]);
    argument->block = block;
    argument->index = static_cast<uint32_t>(i);
    block->arguments[i] = argument;
  }
  return block;
}

Operation* Composition::Make(OpKind kind, std::span<Value* const> operands,
                             std::span<const NamedAttribute> attributes) {
  Operation* operation = arena_.Make<Operation>();
  operation->info = &Info(kind);
  operation->name = operation->info->name;
  operation->operands = arena_.CopyArray(operands);
  std::span<NamedAttribute> sorted = arena_.CopyArray(attributes);
  std::ranges::sort(sorted, {}, &NamedAttribute::name);
  operation->attributes = sorted;
  operation->span = source_.span;
  operation->name_span = source_.name_span;
  operation->type_span = source_.type_span;
  operation->location = source_.location;
  operation->id = source_.id;
  open_.back()->Append(operation);
  return operation;
}

Value* Composition::Add(OpKind kind, std::initializer_list<Value*> operands, Type result,
                        std::initializer_list<NamedAttribute> attributes) {
  const Type results[] = {result};
  return AddAll(kind, std::span<Value* const>(operands.begin(), operands.size()), results,
                std::span<const NamedAttribute>(attributes.begin(), attributes.size()))[0];
}

std::span<Value* const> Composition::AddAll(OpKind kind, std::span<Value* const> operands,
                                            std::span<const Type> results,
                                            std::span<const NamedAttribute> attributes,
                                            std::span<Region* const> regions) {
  Operation* operation = Make(kind, operands, attributes);
  operation->results = arena_.MakeArray<Value*>(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    Value* value = MakeValue(results[i]);
    value->operation = operation;
    value->index = static_cast<uint32_t>(i);
    operation->results[i] = value;
  }
  operation->regions = arena_.CopyArray(regions);
  for (Region* region : regions) region->parent = operation;
  return operation->results;
}

// The conversion precedes all open regions, because bodies without it match kernels more often.
Value* Composition::StorageOf(Value* outside) {
  std::vector<Block*> open = {block_};
  std::swap(open, open_);
  Value* value =
      Add(OpKind::kStablehloBitcastConvert, {outside}, StorageType(lowering_.TypeOf(*outside)));
  std::swap(open, open_);
  return value;
}

std::span<Value* const> Composition::BeginRegion(std::span<const Type> arguments) {
  open_.push_back(MakeBlock(arguments, shell_));
  return open_.back()->arguments;
}

Region* Composition::EndRegion(std::span<Value* const> returned) {
  Make(OpKind::kStablehloReturn, returned, {});
  Region* region = open_.back()->parent;
  open_.pop_back();
  return region;
}

std::vector<Value*> Composition::Repeat(const Block& body, std::span<Value* const> arguments) {
  std::unordered_map<const Value*, Value*> values;
  for (size_t i = 0; i < arguments.size(); ++i) values[body.arguments[i]] = arguments[i];
  std::vector<Value*> operands;
  for (const Operation* operation : body) {
    operands.clear();
    for (const Value* operand : operation->operands) operands.push_back(values[operand]);
    if (operation->next == nullptr) break;
    std::vector<Type> types;
    for (const Value* result : operation->results) types.push_back(result->type);
    const auto results = AddAll(operation->info->kind, operands, types, operation->attributes);
    for (size_t i = 0; i < results.size(); ++i) values[operation->results[i]] = results[i];
  }
  return operands;
}

// Repeats the function in place if it computes scalars only, so that bodies are recognised;
// otherwise adds a call.
Region* Composition::RegionOf(const Operation& function, std::span<const Type> arguments,
                              std::span<const Type> results) {
  const std::span<Value* const> values = BeginRegion(arguments);
  const Block* body = FunctionBody(function);
  const auto is_plain = [](const Operation& operation) {
    return operation.info != nullptr && operation.regions.empty() &&
           !operation.info->has(kPassesValues);
  };
  bool is_copied = body != nullptr && body->arguments.size() == arguments.size();
  for (size_t i = 0; is_copied && i < arguments.size(); ++i) {
    is_copied = body->arguments[i]->type == arguments[i];
  }
  if (is_copied) {
    for (const Operation* operation : *body) is_copied = is_copied && is_plain(*operation);
  }
  if (is_copied) return EndRegion(Repeat(*body, values));
  Attribute* callee = MakeAttribute(AttributeKind::kSymbol);
  callee->text = SymbolName(function);
  const NamedAttribute attributes[] = {Named("callee", callee)};
  return EndRegion(AddAll(OpKind::kFuncCall, values, results, attributes));
}

// --- Frequent operations.

Value* Composition::Constant(Type type, double number) {
  return ConstantTensor(type, NumberTensor(*type.element_type(), number), true);
}

Value* Composition::ConstantTensor(Type type, Tensor value, bool is_splat) {
  PADDOCK_CHECK(value.has_value());
  Attribute* attribute = MakeAttribute(AttributeKind::kElements);
  attribute->type = type;
  attribute->value = lowering_.Own(std::move(value));
  attribute->is_splat = is_splat;
  return Add(OpKind::kStablehloConstant, {}, type, {Named("value", attribute)});
}

Value* Composition::Convert(Value* operand, ElementType element) {
  if (operand->type.element_type() == element) return operand;
  return Add(OpKind::kStablehloConvert, {operand}, LikeOf(operand, element));
}

Value* Composition::Compare(std::string_view direction, Value* lhs, Value* rhs) {
  return Add(OpKind::kStablehloCompare, {lhs, rhs}, LikeOf(lhs, ElementType::kI1),
             {Enum("comparison_direction", "comparison_direction", direction)});
}

Value* Composition::Select(Value* predicate, Value* on_true, Value* on_false) {
  return Add(OpKind::kStablehloSelect, {predicate, on_true, on_false}, on_true->type);
}

Value* Composition::Broadcast(Value* operand, std::span<const int64_t> dimensions, Type result) {
  return Add(OpKind::kStablehloBroadcastInDim, {operand}, result,
             {Integers("broadcast_dimensions", dimensions)});
}

Value* Composition::Reshape(Value* operand, Type result) {
  return Add(OpKind::kStablehloReshape, {operand}, result);
}

Value* Composition::Transpose(Value* operand, std::span<const int64_t> permutation) {
  std::vector<int64_t> shape;
  for (int64_t dimension : permutation) {
    shape.push_back(operand->type.shape()[static_cast<size_t>(dimension)]);
  }
  return Add(OpKind::kStablehloTranspose, {operand},
             types_.GetTensor(shape, operand->type.element()),
             {Integers("permutation", permutation)});
}

Value* Composition::Slice(Value* operand, std::span<const int64_t> starts,
                          std::span<const int64_t> limits) {
  const std::vector<int64_t> strides(starts.size(), 1);
  std::vector<int64_t> shape;
  for (size_t d = 0; d < starts.size(); ++d) shape.push_back(limits[d] - starts[d]);
  return Add(OpKind::kStablehloSlice, {operand}, TensorOf(shape, *operand->type.element_type()),
             {Integers("start_indices", starts), Integers("limit_indices", limits),
              Integers("strides", strides)});
}

Value* Composition::Reduce(OpKind body, Value* operand, Value* init,
                           std::span<const int64_t> dimensions) {
  std::vector<int64_t> shape;
  for (size_t i = 0; i < operand->type.rank(); ++i) {
    if (std::ranges::find(dimensions, static_cast<int64_t>(i)) == dimensions.end()) {
      shape.push_back(operand->type.shape()[i]);
    }
  }
  const Type scalar = ScalarOf(*init->type.element_type());
  const Type arguments[] = {scalar, scalar};
  const std::span<Value* const> values = BeginRegion(arguments);
  Value* const returned[] = {Binary(body, values[0], values[1])};
  Region* const region = EndRegion(returned);
  Value* const operands[] = {operand, init};
  const Type results[] = {TensorOf(shape, *init->type.element_type())};
  const NamedAttribute attributes[] = {Integers("dimensions", dimensions)};
  return AddAll(OpKind::kStablehloReduce, operands, results, attributes, std::span(&region, 1))[0];
}

Result<void> Composition::Give(std::span<Value* const> results) {
  PADDOCK_CHECK(open_.size() == 1 && results.size() == source_.results.size());
  Make(OpKind::kStablehloReturn, results, {});
  return lowering_.LowerComposed(source_, *block_);
}

std::optional<std::vector<Leaf>> Composition::Lower(std::span<Value* const> values) {
  PADDOCK_CHECK(open_.size() == 1);
  Make(OpKind::kStablehloReturn, values, {});
  return lowering_.LowerPart(source_, *block_);
}

}  // namespace paddock
