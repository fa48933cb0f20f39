// Forms of reduce, top_k and scan.
#include <algorithm>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

const Attribute* FindIntegers(const Operation& operation, std::string_view name) {
  const Attribute* value = operation.Find(name);
  const bool is_list = value != nullptr && value->kind == AttributeKind::kDenseArray &&
                       value->value == nullptr && value->type->text == "i64";
  return is_list ? value : nullptr;
}

// Returns the operation that `applies` can express: one commutative operation on the block's two
// arguments, whose result is returned.
const Operation* FindReducer(const Operation& reduce) {
  const Block* block = reduce.regions[0]->only_block();
  if (reduce.operands.size() != 2 || block == nullptr || block->arguments.size() != 2 ||
      block->first == nullptr || block->first->next == nullptr) {
    return nullptr;
  }
  const Operation& apply = *block->first;
  const Operation& end = *apply.next;
  const bool is_plain =
      apply.info != nullptr && apply.info->has(kCommutative) &&
      apply.info->dialect == "stablehlo" && apply.attributes.empty() && apply.regions.empty() &&
      apply.results.size() == 1 && std::ranges::equal(apply.operands, block->arguments) &&
      end.is(OpKind::kStablehloReturn) && end.next == nullptr && end.attributes.empty() &&
      end.operands.size() == 1 && end.operands[0] == apply.results[0];
  if (!is_plain || !reduce.operands[0]->type.is_tensor()) return nullptr;
  const Type element = reduce.operands[0]->type.element();
  for (const Type type :
       {block->arguments[0]->type, block->arguments[1]->type, apply.results[0]->type}) {
    const bool is_scalar = type.is_tensor() && type.rank() == 0 && type.element() == element &&
                           type->bounds.empty() && type->encoding.empty();
    if (!is_scalar) return nullptr;
  }
  return &apply;
}

void PrintDimensions(Printer& printer, const Operation& operation, const Attribute& dimensions) {
  printer << " across dimensions = ";
  printer.PrintIntegerList(dimensions.integers);
  printer.PrintRemainingAttributes(operation);
  printer << " : ";
  printer.PrintFunctionalType(operation);
}

bool PrintReduce(Printer& printer, const Operation& operation) {
  const Attribute* dimensions = FindIntegers(operation, "dimensions");
  const size_t count = operation.operands.size() / 2;
  if (dimensions == nullptr || count == 0 || operation.operands.size() != 2 * count ||
      operation.regions.size() != 1) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    printer << (i == 0 ? "(" : ", (");
    printer.PrintUse(*operation.operands[i]);
    printer << " init: ";
    printer.PrintUse(*operation.operands[count + i]);
    printer << ")";
  }
  if (const Operation* reducer = FindReducer(operation)) {
    printer << " applies " << reducer->name;
    PrintDimensions(printer, operation, *dimensions);
    return true;
  }
  const Block* block = operation.regions[0]->only_block();
  if (block == nullptr || block->arguments.size() != 2 * count || block->is_empty()) return false;
  PrintDimensions(printer, operation, *dimensions);
  printer.NewLine();
  printer << " reducer";
  for (size_t i = 0; i < count; ++i) {
    printer << (i == 0 ? "(" : " (");
    printer.PrintUse(*block->arguments[i]);
    printer << ": ";
    printer.PrintType(block->arguments[i]->type);
    printer << ", ";
    printer.PrintUse(*block->arguments[count + i]);
    printer << ": ";
    printer.PrintType(block->arguments[count + i]->type);
    printer << ")";
  }
  printer << " ";
  printer.PrintRegion(*operation.regions[0], true);
  return true;
}

bool PrintTopK(Printer& printer, const Operation& operation) {
  const Attribute* k = operation.Find("k");
  if (operation.operands.size() != 1 || operation.results.size() != 2 || k == nullptr ||
      !operation.regions.empty()) {
    return false;
  }
  printer << "(";
  printer.PrintUse(*operation.operands[0]);
  printer << ", k = ";
  const OpInfo& info = *operation.info;
  const auto attribute = [&](std::string_view name) -> const AttributeInfo& {
    return info.attributes[static_cast<size_t>(info.FindAttribute(name))];
  };
  if (!printer.PrintBareAttribute(attribute("k"), *k)) return false;
  if (const Attribute* is_stable = operation.Find("is_stable")) {
    printer << ", is_stable = ";
    if (!printer.PrintBareAttribute(attribute("is_stable"), *is_stable)) return false;
  }
  printer << ")";
  printer.PrintRemainingAttributes(operation);
  printer << " : ";
  printer.PrintType(operation.operands[0]->type);
  printer << " -> (";
  printer.PrintTypes(operation.results);
  printer << ")";
  return true;
}

// Prints `{..}` with the attributes that the form does not write.
void PrintScanAttributes(Printer& printer, const Operation& operation) {
  std::vector<NamedAttribute> rest;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.name != "dimension" && attribute.name != "operandSegmentSizes" &&
        attribute.name != "resultSegmentSizes") {
      rest.push_back(attribute);
    }
  }
  if (rest.empty()) return;
  printer << " attributes ";
  printer.PrintDictionary(rest);
}

bool PrintScan(Printer& printer, const Operation& operation) {
  const Attribute* dimension = operation.Find("dimension");
  const Attribute* operands = operation.Find("operandSegmentSizes");
  const Attribute* results = operation.Find("resultSegmentSizes");
  if (dimension == nullptr || dimension->kind != AttributeKind::kInteger || operands == nullptr ||
      results == nullptr || operands->integers.size() != 2 || results->integers.size() != 2 ||
      operation.regions.size() != 1) {
    return false;
  }
  const size_t inputs = static_cast<size_t>(operands->integers[0]);
  const size_t inits = static_cast<size_t>(operands->integers[1]);
  if (inputs > operation.operands.size() || inputs + inits != operation.operands.size() ||
      results->integers[1] != operands->integers[1] || operation.results.size() < inits ||
      results->integers[0] != static_cast<int64_t>(operation.results.size() - inits)) {
    return false;
  }
  printer << "(";
  printer.PrintUses(operation.operands.first(inputs));
  printer << ") inits (";
  printer.PrintUses(operation.operands.subspan(inputs));
  printer << ") dimension = ";
  printer.Write(dimension->integer);
  PrintScanAttributes(printer, operation);
  printer << " ";
  printer.PrintRegion(*operation.regions[0], false);
  printer << " : ";
  printer.PrintFunctionalType(operation);
  return true;
}

constexpr CustomPrinter kReductionPrinters[] = {
    {"Reduce", PrintReduce},
    {"TopK", PrintTopK},
    {"Scan", PrintScan},
};

}  // namespace

std::span<const CustomPrinter> ReductionPrinters() { return kReductionPrinters; }

}  // namespace paddock
