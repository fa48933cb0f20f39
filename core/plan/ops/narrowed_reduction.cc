#include "core/plan/ops/narrowed_reduction.h"

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/body_program.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Narrower ones are stored extended.
constexpr int kFewestBits = 8;

bool IsWhole(ElementType type) { return IsInteger(type) && BitWidth(type) >= kFewestBits; }

bool IsConversion(const Operation* operation) {
  return operation != nullptr && operation->is(OpKind::kStablehloConvert);
}

// Returns the element type of the value if it is an integer of whole bytes.
std::optional<ElementType> WholeTypeOf(const Value& value) {
  const auto type = value.type.element_type();
  return type && IsWhole(*type) ? type : std::nullopt;
}

// Returns the body's operation if the low bits of its result depend only on those of its arguments.
std::optional<OpKind> LowBitsOperation(const Block& body) {
  for (const OpKind kind : {OpKind::kStablehloAdd, OpKind::kStablehloMultiply,
                            OpKind::kStablehloAnd, OpKind::kStablehloOr, OpKind::kStablehloXor}) {
    if (body.first->is(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Result<void>> LowerNarrowedReduction(Lowering& lowering, const Operation& operation,
                                                   const Block& body) {
  if (kHasChainModules || lowering.level() != Level::kFast) return std::nullopt;
  if (operation.operands.size() != 2 || body.arguments[0]->type.rank() != 0) return std::nullopt;
  const Operation* const before = operation.operands[0]->operation;
  const Operation* const after = lowering.facts().NextUser(operation);
  if (!IsConversion(before) || !IsConversion(after)) return std::nullopt;
  const auto from = WholeTypeOf(*before->operands[0]);
  const auto to = WholeTypeOf(*after->results[0]);
  const ElementType wide = lowering.Operand(operation, 0).type;
  const bool is_narrowed = from && to && IsWhole(wide) && BitWidth(*from) < BitWidth(wide) &&
                           BitWidth(*to) < BitWidth(wide);
  const bool is_same = body.arguments[0]->type.element_type() == wide &&
                       operation.operands[1]->type.element_type() == wide;
  if (!is_narrowed || !is_same || FindBodyMonoid(body, wide) == nullptr) return std::nullopt;
  const auto kind = LowBitsOperation(body);
  if (!kind) return std::nullopt;
  Composition made(lowering, operation);
  Value* const total =
      made.Reduce(*kind, made.Convert(made.operand(0), *to), made.Convert(made.operand(1), *to),
                  IntegersOf(operation, "dimensions"));
  return made.Give({made.Convert(total, wide)});
}

}  // namespace paddock
