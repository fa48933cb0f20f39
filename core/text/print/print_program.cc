// Forms of module, func.func, call and return.
#include <algorithm>

#include "core/text/print/custom_print.h"

namespace paddock {
namespace {

bool IsString(const Attribute* attribute) {
  return attribute != nullptr && attribute->kind == AttributeKind::kString && !attribute->type;
}

// Returns the attributes that the form does not write itself.
std::vector<NamedAttribute> Rest(const Operation& operation,
                                 std::initializer_list<std::string_view> written) {
  std::vector<NamedAttribute> rest;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (std::ranges::find(written, attribute.name) == written.end()) rest.push_back(attribute);
  }
  return rest;
}

void PrintRest(Printer& printer, const Operation& operation,
               std::initializer_list<std::string_view> written, std::string_view keyword) {
  const std::vector<NamedAttribute> rest = Rest(operation, written);
  if (rest.empty()) return;
  printer << " " << keyword;
  printer.PrintDictionary(rest);
}

bool PrintModule(Printer& printer, const Operation& operation) {
  if (!operation.operands.empty() || !operation.results.empty() || operation.regions.size() != 1 ||
      operation.regions[0]->block_count != 1 || !operation.regions[0]->first->arguments.empty()) {
    return false;
  }
  const Attribute* name = operation.Find("sym_name");
  if (name != nullptr) {
    if (!IsString(name)) return false;
    printer << " ";
    printer.PrintSymbolName(name->text);
  }
  PrintRest(printer, operation, {"sym_name"}, "attributes ");
  printer << " {";
  printer.PrintOperations(*operation.regions[0]->first);
  printer.NewLine();
  printer << "}";
  return true;
}

// Prints the entry of `attributes` for argument or result `index`, unless it is empty.
bool PrintEntry(Printer& printer, const Attribute* attributes, size_t index) {
  if (attributes == nullptr) return true;
  const Attribute* entry = attributes->elements[index];
  if (entry->kind != AttributeKind::kDictionary) return false;
  if (entry->fields.empty()) return true;
  printer << " ";
  printer.PrintDictionary(entry->fields);
  return true;
}

bool IsListFor(const Attribute* attributes, size_t count) {
  return attributes == nullptr ||
         (attributes->kind == AttributeKind::kArray && attributes->elements.size() == count);
}

// Returns the dictionaries of a function's arguments or results; `nullptr` if all are empty.
const Attribute* FindEntries(const Operation& function, std::string_view name) {
  const Attribute* list = function.Find(name);
  if (list == nullptr || list->kind != AttributeKind::kArray) return list;
  const bool is_empty = std::ranges::all_of(list->elements, [](const Attribute* element) {
    return element->kind == AttributeKind::kDictionary && element->fields.empty();
  });
  return is_empty ? nullptr : list;
}

bool PrintParameters(Printer& printer, const Operation& operation, Type type) {
  const Block* entry = operation.regions[0]->first;
  const Attribute* attributes = FindEntries(operation, "arg_attrs");
  if (!IsListFor(attributes, type->elements.size())) return false;
  if (entry != nullptr && entry->arguments.size() != type->elements.size()) return false;
  printer << "(";
  for (size_t i = 0; i < type->elements.size(); ++i) {
    if (i != 0) printer << ", ";
    if (entry != nullptr) {
      if (entry->arguments[i]->type != type->elements[i]) return false;
      printer.PrintUse(*entry->arguments[i]);
      printer << ": ";
    }
    printer.PrintType(type->elements[i]);
    if (!PrintEntry(printer, attributes, i)) return false;
    if (entry != nullptr) printer.PrintLocation(entry->arguments[i]->location);
  }
  printer << ")";
  return true;
}

bool PrintFunctionResults(Printer& printer, const Operation& operation, Type type) {
  const Attribute* attributes = FindEntries(operation, "res_attrs");
  if (!IsListFor(attributes, type->results.size())) return false;
  if (type->results.empty()) return true;
  const bool is_bare = type->results.size() == 1 && attributes == nullptr &&
                       !type->results[0].is(TypeKind::kFunction);
  printer << (is_bare ? " -> " : " -> (");
  for (size_t i = 0; i < type->results.size(); ++i) {
    if (i != 0) printer << ", ";
    printer.PrintType(type->results[i]);
    if (!PrintEntry(printer, attributes, i)) return false;
  }
  if (!is_bare) printer << ")";
  return true;
}

bool PrintFunction(Printer& printer, const Operation& operation) {
  const Attribute* name = operation.Find("sym_name");
  const Attribute* visibility = operation.Find("sym_visibility");
  const Type type = FunctionType(operation);
  if (!IsString(name) || !type || !type.is(TypeKind::kFunction) || operation.regions.size() != 1 ||
      !operation.operands.empty() || !operation.results.empty()) {
    return false;
  }
  if (visibility != nullptr) {
    const bool is_known =
        IsString(visibility) && (visibility->text == "public" || visibility->text == "private" ||
                                 visibility->text == "nested");
    if (!is_known) return false;
    printer << " " << visibility->text;
  }
  printer << " ";
  printer.PrintSymbolName(name->text);
  if (!PrintParameters(printer, operation, type) ||
      !PrintFunctionResults(printer, operation, type)) {
    return false;
  }
  PrintRest(printer, operation,
            {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"},
            "attributes ");
  const Region& body = *operation.regions[0];
  if (body.is_empty()) return true;
  printer << " ";
  // A body whose only block is empty would be read as no body at all.
  if (body.first->is_empty() && body.first->arguments.empty()) return false;
  printer.PrintRegion(body, true);
  return true;
}

bool PrintCall(Printer& printer, const Operation& operation) {
  const Attribute* callee = operation.Find("callee");
  if (callee == nullptr || callee->kind != AttributeKind::kSymbol || !callee->elements.empty() ||
      !operation.regions.empty()) {
    return false;
  }
  printer << " ";
  printer.PrintSymbolName(callee->text);
  printer << "(";
  printer.PrintUses(operation.operands);
  printer << ")";
  PrintRest(printer, operation, {"callee"}, "");
  printer << " : ";
  printer.PrintFunctionalType(operation);
  return true;
}

bool PrintReturn(Printer& printer, const Operation& operation) {
  if (!operation.regions.empty() || !operation.results.empty()) return false;
  PrintRest(printer, operation, {}, "");
  if (operation.operands.empty()) return true;
  printer << " ";
  printer.PrintUses(operation.operands);
  printer << " : ";
  printer.PrintTypes(operation.operands);
  return true;
}

constexpr CustomPrinter kProgramPrinters[] = {
    {"Module", PrintModule},
    {"Function", PrintFunction},
    {"Call", PrintCall},
    {"Return", PrintReturn},
};

}  // namespace

std::span<const CustomPrinter> ProgramPrinters() { return kProgramPrinters; }

}  // namespace paddock
