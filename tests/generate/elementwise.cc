// Element-wise operations.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// In a body everything is a scalar.
Named AnyOperand(Writer& writer, uint32_t elements) {
  return writer.GetAny(elements, 0, writer.is_in_body ? 0 : 4);
}

uint32_t OperandElements(std::string_view op) {
  return FindOp(op)->operands[0].set.elements & kStoredElements;
}

// Operations whose operands and result have one type, taken from the table.
bool IsOfOneType(const OpInfo& info) {
  if (!info.has_lower || !info.has(kElementwise) || info.results.size() != 1) return false;
  if (info.operands.empty() || !info.regions.empty()) return false;
  if ((info.results[0].set.elements & kStoredElements) == 0) return false;
  const bool is_uniform = std::ranges::all_of(info.operands, [&](const OperandInfo& operand) {
    return operand.arity == Arity::kOne && operand.set.elements == info.results[0].set.elements;
  });
  const bool needs_attributes = std::ranges::any_of(
      info.attributes, [](const AttributeInfo& attribute) { return !attribute.is_optional; });
  constexpr std::string_view kOwnRules[] = {"stablehlo.convert", "stablehlo.bitcast_convert",
                                            "stablehlo.select", "stablehlo.clamp"};
  // For other operations the table leaves element types open.
  const bool is_of_family = info.dialect == "stablehlo" || info.dialect == "chlo";
  return is_uniform && !needs_attributes && is_of_family &&
         std::ranges::find(kOwnRules, info.name) == std::end(kOwnRules) &&
         !info.name.starts_with("chlo.broadcast_");
}

const std::vector<const OpInfo*>& UniformOps() {
  static const std::vector<const OpInfo*> ops = [] {
    std::vector<const OpInfo*> found;
    for (const OpInfo& info : OpTable()) {
      if (IsOfOneType(info)) found.push_back(&info);
    }
    return found;
  }();
  return ops;
}

// Returns the element types of the first operand. Complex ones are excluded if a rule is checked at
// the start, since planning then refuses them.
uint32_t PlannedElements(const OpInfo& info) {
  const bool is_constrained = std::ranges::any_of(
      info.constraints, [](const ConstraintInfo& rule) { return rule.when == When::kStart; });
  return info.operands[0].set.elements & ~(is_constrained ? kComplexElements : 0);
}

void WriteUniform(Writer& writer) {
  const OpInfo& info = *writer.random.Pick(UniformOps());
  const Named first = AnyOperand(writer, PlannedElements(info));
  std::vector<Named> operands = {first};
  while (operands.size() < info.operands.size()) operands.push_back(writer.Get(first.type));
  writer.Apply(info.name, operands, {first.type});
}

void WriteAbs(Writer& writer) {
  const Named operand = AnyOperand(writer, OperandElements("stablehlo.abs"));
  writer.Apply("stablehlo.abs", {operand}, {operand.type.With(PartType(operand.type.element))});
}

void WriteConvert(Writer& writer) {
  const Named operand = AnyOperand(writer, kStoredElements);
  writer.Apply("stablehlo.convert", {operand},
               {operand.type.With(writer.AnyElement(kStoredElements))});
}

void WriteCompare(Writer& writer) {
  constexpr const char* kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  const Named lhs = AnyOperand(writer, kStoredElements);
  std::string attributes = "comparison_direction = #stablehlo<comparison_direction " +
                           std::string(writer.random.Pick(kDirections)) + ">";
  if (IsFloat(lhs.type.element) && writer.random.Chance(20)) {
    attributes += ", compare_type = #stablehlo<comparison_type TOTALORDER>";
  }
  writer.Apply("stablehlo.compare", {lhs, writer.Get(lhs.type)}, {lhs.type.With(ElementType::kI1)},
               attributes);
}

void WriteSelect(Writer& writer) {
  const Named value = AnyOperand(writer, kStoredElements);
  TensorSpec predicate = value.type.With(ElementType::kI1);
  if (writer.random.Chance(20)) predicate.shape.clear();
  writer.Apply("stablehlo.select", {writer.Get(predicate), value, writer.Get(value.type)},
               {value.type});
}

void WriteClamp(Writer& writer) {
  const Named value = AnyOperand(writer, OperandElements("stablehlo.clamp"));
  const auto bound = [&] {
    return writer.Get(writer.random.Chance(50) ? value.type : value.type.With(Shape()));
  };
  const Named least = bound();
  writer.Apply("stablehlo.clamp", {least, value, bound()}, {value.type});
}

void WriteComplex(Writer& writer) {
  const Named real = AnyOperand(writer, OperandElements("stablehlo.complex"));
  const bool is_wide = real.type.element == ElementType::kF64;
  writer.Apply("stablehlo.complex", {real, writer.Get(real.type)},
               {real.type.With(is_wide ? ElementType::kC128 : ElementType::kC64)});
}

void WritePart(Writer& writer) {
  const char* op = writer.random.Chance(50) ? "stablehlo.real" : "stablehlo.imag";
  const Named operand = AnyOperand(writer, OperandElements(op));
  writer.Apply(op, {operand}, {operand.type.With(PartType(operand.type.element))});
}

void WriteIsFinite(Writer& writer) {
  const Named operand = AnyOperand(writer, OperandElements("stablehlo.is_finite"));
  writer.Apply("stablehlo.is_finite", {operand}, {operand.type.With(ElementType::kI1)});
}

void WriteReducePrecision(Writer& writer) {
  const Named operand = AnyOperand(writer, OperandElements("stablehlo.reduce_precision"));
  const int64_t exponent_bits = writer.random.Between(1, 11);
  const int64_t mantissa_bits = writer.random.Between(0, 30);
  writer.Apply("stablehlo.reduce_precision", {operand}, {operand.type},
               "exponent_bits = " + std::to_string(exponent_bits) +
                   " : i32, mantissa_bits = " + std::to_string(mantissa_bits) + " : i32");
}

// Packs the last dimension into wider elements, or adds one for narrower elements.
void WriteBitcast(Writer& writer) {
  constexpr uint32_t kNoSixBits =
      kStoredElements & ~(ElementBit(ElementType::kF6E2M3FN) | ElementBit(ElementType::kF6E3M2FN));
  const Named operand = AnyOperand(writer, kNoSixBits);
  const ElementType target = writer.AnyElement(kNoSixBits);
  // No bitcast exists between complex and real types.
  if (IsComplex(target) != IsComplex(operand.type.element)) return;
  const int from = BitWidth(operand.type.element);
  const int to = BitWidth(target);
  TensorSpec result = operand.type.With(target);
  if (from > to) {
    if (writer.is_in_body || from % to != 0) return;
    result.shape.push_back(from / to);
  } else if (from < to) {
    if (result.shape.empty() || result.shape.back() * from != to) return;
    result.shape.pop_back();
  }
  writer.Apply("stablehlo.bitcast_convert", {operand}, {result});
}

void WriteMap(Writer& writer) {
  if (writer.is_in_body) return;
  const Named first = writer.GetAny(kStoredElements, 0, 4);
  std::vector<Named> operands = {first};
  std::vector<TensorSpec> arguments = {first.type.With(Shape())};
  while (writer.random.Chance(40)) {
    const ElementType element = writer.AnyElement(kStoredElements);
    operands.push_back(writer.Get(first.type.With(element)));
    arguments.push_back({element, {}});
  }
  const ElementType result = writer.AnyElement(kStoredElements);
  std::vector<int64_t> dimensions;
  for (size_t d = 0; d < first.type.rank(); ++d) dimensions.push_back(static_cast<int64_t>(d));
  const std::string body = writer.ScalarBody(arguments, {TensorSpec{result, {}}});
  writer.Apply("stablehlo.map", operands, {first.type.With(result)},
               "dimensions = " + ArrayText(dimensions), {body});
}

// Returns the operation on equal shapes that corresponds to a broadcasting one.
const OpInfo* PlainOp(const OpInfo& broadcasting) {
  const std::string name(broadcasting.name.substr(std::string_view("chlo.broadcast_").size()));
  const OpInfo* plain = FindOp("stablehlo." + name);
  return plain != nullptr ? plain : FindOp("chlo." + name);
}

const std::vector<const OpInfo*>& BroadcastingOps() {
  static const std::vector<const OpInfo*> ops = [] {
    std::vector<const OpInfo*> found;
    for (const OpInfo& info : OpTable()) {
      const bool fits = info.name.starts_with("chlo.broadcast_") && info.operands.size() == 2;
      if (fits && info.has_lower && PlainOp(info) != nullptr) found.push_back(&info);
    }
    return found;
  }();
  return ops;
}

// Sizes with bounds broadcast only with equal bounds.
Named WithoutBounds(Writer& writer, const Named& value) {
  Sizes sizes = value.sizes;
  for (Dimension& size : sizes) size.bound = kDynamic;
  return writer.As(value, sizes);
}

// numpy's rule: sizes are equal, or one is 1, or a dimension is missing.
void WriteBroadcasting(Writer& writer) {
  const OpInfo& info = *writer.random.Pick(BroadcastingOps());
  const Named lhs = AnyOperand(writer, PlannedElements(*PlainOp(info)) & kStoredElements);
  Shape shape = lhs.type.shape;
  shape.erase(shape.begin(),
              shape.begin() + writer.random.Below(static_cast<int64_t>(shape.size()) + 1));
  for (int64_t& size : shape) {
    if (writer.random.Chance(30)) size = 1;
  }
  std::vector<Named> operands = {lhs, writer.Get(lhs.type.With(shape))};
  for (Named& operand : operands) operand = WithoutBounds(writer, operand);
  if (writer.random.Chance(50)) std::swap(operands[0], operands[1]);
  TensorSpec result = lhs.type;
  std::string attributes;
  if (info.name == "chlo.broadcast_compare") {
    result.element = ElementType::kI1;
    attributes = "comparison_direction = #chlo<comparison_direction LT>";
  }
  if (info.name == "chlo.broadcast_complex") {
    result.element = lhs.type.element == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
  }
  writer.Apply(info.name, operands, {result}, attributes);
}

void WriteBroadcastSelect(Writer& writer) {
  const Named value = AnyOperand(writer, kStoredElements);
  const Named predicate = writer.Get({ElementType::kI1, {}});
  writer.Apply("chlo.broadcast_select",
               {predicate, WithoutBounds(writer, value), writer.Get(value.type.With(Shape()))},
               {value.type});
}

void WriteConstantLike(Writer& writer) {
  const Named operand = AnyOperand(writer, kStoredElements);
  const ElementType element = writer.random.Chance(50) ? ElementType::kF32 : ElementType::kI32;
  writer.Apply("chlo.constant_like", {operand}, {operand.type.With(element)},
               element == ElementType::kF32 ? "value = 1.5 : f32" : "value = -3 : i32");
}

void WriteChloConstant(Writer& writer) {
  const TensorSpec type = {writer.AnyElement(kStoredElements),
                           writer.is_in_body ? Shape() : writer.AnyShape(0, 2)};
  writer.Define(type, "\"chlo.constant\"() <{value = " + writer.Literal(type) + " : " +
                          type.text() + "}> : () -> " + type.text());
}

void WriteInfinity(Writer& writer) {
  constexpr const char* kOps[] = {"chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf"};
  const char* op = writer.random.Pick(kOps);
  if (!writer.Runs(op)) return;
  const Named operand = AnyOperand(writer, OperandElements(op));
  writer.Apply(op, {operand}, {operand.type.With(ElementType::kI1)});
}

}  // namespace

std::vector<OperationKind> ElementwiseKinds() {
  return {{"stablehlo.add", 30, WriteUniform},
          {"stablehlo.abs", 2, WriteAbs},
          {"stablehlo.convert", 5, WriteConvert},
          {"stablehlo.compare", 5, WriteCompare},
          {"stablehlo.select", 5, WriteSelect},
          {"stablehlo.clamp", 2, WriteClamp},
          {"stablehlo.complex", 1, WriteComplex},
          {"stablehlo.real", 2, WritePart},
          {"stablehlo.is_finite", 1, WriteIsFinite},
          {"stablehlo.reduce_precision", 1, WriteReducePrecision},
          {"stablehlo.bitcast_convert", 2, WriteBitcast},
          {"stablehlo.map", 1, WriteMap},
          {"chlo.broadcast_add", 4, WriteBroadcasting},
          {"chlo.broadcast_select", 1, WriteBroadcastSelect},
          {"chlo.constant_like", 1, WriteConstantLike},
          {"chlo.constant", 1, WriteChloConstant},
          {"chlo.is_inf", 1, WriteInfinity}};
}

}  // namespace paddock::generate
