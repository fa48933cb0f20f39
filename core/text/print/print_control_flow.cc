// Forms of while, composite, custom_call, optimization_barrier and tuple.
#include <algorithm>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

bool HaveTypes(std::span<Value* const> a, std::span<Value* const> b) {
  return std::ranges::equal(a, b,
                            [](const Value* x, const Value* y) { return x->type == y->type; });
}

bool PrintWhile(Printer& printer, const Operation& operation) {
  if (operation.regions.size() != 2 || !HaveTypes(operation.operands, operation.results)) {
    return false;
  }
  for (const Region* region : operation.regions) {
    // The arguments are written once for both regions.
    if (region->block_count != 1 || !HaveTypes(region->first->arguments, operation.operands) ||
        region->first->is_empty()) {
      return false;
    }
  }
  const Block& condition = *operation.regions[0]->first;
  printer << "(";
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    if (i != 0) printer << ", ";
    printer.PrintUse(*condition.arguments[i]);
    printer << " = ";
    printer.PrintUse(*operation.operands[i]);
  }
  printer << ")";
  if (!operation.operands.empty()) {
    printer << " : ";
    printer.PrintTypes(operation.operands);
  }
  printer.PrintRemainingAttributes(operation, "attributes");
  printer.NewLine();
  printer << "cond ";
  printer.PrintRegion(*operation.regions[0], true);
  printer << " do ";
  printer.PrintRegion(*operation.regions[1], true);
  return true;
}

bool PrintComposite(Printer& printer, const Operation& operation) {
  const Attribute* name = operation.Find("name");
  if (name == nullptr || name->kind != AttributeKind::kString || name->type) return false;
  printer << " ";
  printer.PrintString(name->text);
  if (!operation.operands.empty()) printer << " ";
  printer.PrintUses(operation.operands);
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    printer << (i == 0 ? " (" : ", ");
    printer.PrintRegion(*operation.regions[i], false);
  }
  if (!operation.regions.empty()) printer << ")";
  printer.PrintRemainingAttributes(operation);
  printer << " : ";
  printer.PrintFunctionalType(operation);
  return true;
}

bool PrintTarget(Printer& printer, const Operation& operation) {
  const Attribute* target = operation.Find("call_target_name");
  if (target == nullptr || target->kind != AttributeKind::kString || target->type) return false;
  printer.PrintSymbolName(target->text);
  return true;
}

bool PrintBarrier(Printer& printer, const Operation& operation) {
  if (!operation.regions.empty()) return false;
  if (operation.operands.empty() && operation.results.empty()) {
    printer << "()";
    printer.PrintRemainingAttributes(operation);
    return true;
  }
  if (operation.operands.empty()) return false;
  printer << " ";
  printer.PrintUses(operation.operands);
  printer.PrintRemainingAttributes(operation);
  printer << " : ";
  const bool is_bare = HaveTypes(operation.operands, operation.results) &&
                       !operation.operands[0]->type.is(TypeKind::kFunction);
  if (is_bare) {
    printer.PrintTypes(operation.operands);
  } else {
    printer.PrintFunctionalType(operation);
  }
  return true;
}

bool PrintTupleType(Printer& printer, const Operation& operation) {
  const Type type = operation.results.size() == 1 ? operation.results[0]->type : Type();
  const bool is_bare =
      type && type.is(TypeKind::kTuple) &&
      std::ranges::equal(type->elements, operation.operands,
                         [](Type element, const Value* value) { return element == value->type; });
  if (is_bare) {
    printer.PrintType(type);
  } else {
    printer.PrintFunctionalType(operation);
  }
  return true;
}

constexpr CustomPrinter kControlFlowPrinters[] = {
    {"While", PrintWhile},     {"Composite", PrintComposite}, {"CustomCallTarget", PrintTarget},
    {"Barrier", PrintBarrier}, {"TupleType", PrintTupleType},
};

}  // namespace

std::span<const CustomPrinter> ControlFlowPrinters() { return kControlFlowPrinters; }

}  // namespace paddock
