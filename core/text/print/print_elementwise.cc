// Forms of constant and slice, and of the types of select, complex and reduce_precision.
#include <algorithm>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

bool PrintConstant(Printer& printer, const Operation& operation) {
  const Attribute* value = operation.Find("value");
  if (value == nullptr || operation.results.size() != 1 || !operation.operands.empty()) {
    return false;
  }
  const Type type = operation.results[0]->type;
  // The result has the type at the end of the literal. A quantized result has another type.
  const bool is_literal = value->kind == AttributeKind::kElements ||
                          value->kind == AttributeKind::kInteger ||
                          value->kind == AttributeKind::kFloat;
  const bool is_boolean =
      value->kind == AttributeKind::kBool && type.is(TypeKind::kScalar) && type->text == "i1";
  if (!(is_literal && value->type == type) && !is_boolean) return false;
  printer.PrintRemainingAttributes(operation);
  printer << " ";
  printer.PrintAttribute(*value);
  return true;
}

bool PrintSliceRanges(Printer& printer, const Operation& operation) {
  const Attribute* lists[3] = {operation.Find("start_indices"), operation.Find("limit_indices"),
                               operation.Find("strides")};
  for (const Attribute* list : lists) {
    if (list == nullptr || list->kind != AttributeKind::kDenseArray || list->type->text != "i64" ||
        list->integers.size() != lists[0]->integers.size()) {
      return false;
    }
  }
  printer << "[";
  for (size_t i = 0; i < lists[0]->integers.size(); ++i) {
    if (i != 0) printer << ", ";
    printer.Write(lists[0]->integers[i]);
    printer << ":";
    printer.Write(lists[1]->integers[i]);
    if (lists[2]->integers[i] == 1) continue;
    printer << ":";
    printer.Write(lists[2]->integers[i]);
  }
  printer << "]";
  return true;
}

bool PrintSelectTypes(Printer& printer, const Operation& operation) {
  const auto& operands = operation.operands;
  const bool is_short = operands.size() == 3 && operation.results.size() == 1 &&
                        operands[1]->type == operands[2]->type &&
                        operands[1]->type == operation.results[0]->type &&
                        !operands[0]->type.is(TypeKind::kFunction);
  if (!is_short) {
    printer.PrintFunctionalType(operation);
    return true;
  }
  const Type pred = operands[0]->type;
  const bool is_scalar_arith =
      operation.info->dialect == "arith" && pred.is(TypeKind::kScalar) && pred->text == "i1";
  if (!is_scalar_arith) {
    printer.PrintType(pred);
    printer << ", ";
  }
  printer.PrintType(operands[1]->type);
  return true;
}

bool PrintComplexType(Printer& printer, const Operation& operation) {
  const auto& operands = operation.operands;
  const Type type = operation.results.size() == 1 ? operation.results[0]->type : Type();
  const auto is_part = [&](Type part) {
    return part.is_tensor() && part.element() == type.element()->element &&
           std::ranges::equal(part.shape(), type.shape()) &&
           std::ranges::equal(part->bounds, type->bounds) && part->encoding == type->encoding;
  };
  const bool is_short = type && type.is_tensor() && type.element().is(TypeKind::kComplex) &&
                        operands.size() == 2 && is_part(operands[0]->type) &&
                        is_part(operands[1]->type);
  if (is_short) {
    printer.PrintType(type);
  } else {
    printer.PrintFunctionalType(operation);
  }
  return true;
}

bool PrintExponentMantissa(Printer& printer, const Operation& operation) {
  const Attribute* exponent = operation.Find("exponent_bits");
  const Attribute* mantissa = operation.Find("mantissa_bits");
  for (const Attribute* bits : {exponent, mantissa}) {
    const bool is_i32 = bits != nullptr && bits->kind == AttributeKind::kInteger &&
                        bits->integer >= 0 && bits->type->text == "i32";
    if (!is_i32) return false;
  }
  printer << "e";
  printer.Write(exponent->integer);
  printer << "m";
  printer.Write(mantissa->integer);
  return true;
}

constexpr CustomPrinter kElementwisePrinters[] = {
    {"Constant", PrintConstant},
    {"SliceRanges", PrintSliceRanges},
    {"SelectTypes", PrintSelectTypes},
    {"ComplexType", PrintComplexType},
    {"ExponentMantissa", PrintExponentMantissa},
};

}  // namespace

std::span<const CustomPrinter> ElementwisePrinters() { return kElementwisePrinters; }

}  // namespace paddock
