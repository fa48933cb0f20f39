// Printing of operations, blocks and regions.
#include "core/ir/defaults.h"
#include "core/text/print/printer.h"

namespace paddock {
namespace {

// Returns the table's row of an attribute; `nullptr` if there is none.
const AttributeInfo* FindInfo(const Operation& operation, std::string_view name) {
  const int index = operation.info == nullptr ? -1 : operation.info->FindAttribute(name);
  return index < 0 ? nullptr : &operation.info->attributes[static_cast<size_t>(index)];
}

bool IsInherent(const Operation& operation, std::string_view name) {
  return FindInfo(operation, name) != nullptr ||
         (operation.info != nullptr &&
          (name == "operandSegmentSizes" || name == "resultSegmentSizes"));
}

bool HasDefault(const Operation& operation, const NamedAttribute& attribute) {
  const AttributeInfo* info = FindInfo(operation, attribute.name);
  return info != nullptr && IsDefault(*info, *attribute.value);
}

// Returns the name without the dialect that a pretty form omits in a function's body.
std::string_view ShortName(const Operation& operation) {
  if (operation.is(OpKind::kFuncReturn)) return "return";
  if (operation.is(OpKind::kFuncCall)) return "call";
  if (operation.is(OpKind::kBuiltinModule)) return "module";
  if (operation.name == "builtin.unrealized_conversion_cast") return "unrealized_conversion_cast";
  return operation.name;
}

bool WritesAttribute(std::span<const Directive> directives, const OpInfo& info,
                     std::string_view name) {
  const int index = info.FindAttribute(name);
  if (index >= 0 && NamesAttribute(directives, static_cast<uint32_t>(index))) return true;
  for (const Directive& directive : directives) {
    if (directive.kind != DirectiveKind::kCustom) continue;
    for (std::string_view written : CustomAttributes(directive.text)) {
      if (written == name) return true;
    }
  }
  return false;
}

}  // namespace

void Printer::PrintUse(const Value& value) {
  const ValueName& name = names_.NameOf(&value);
  out_ += '%';
  out_ += name.name;
  if (name.group_size > 1) {
    out_ += '#';
    out_ += std::to_string(name.number);
  }
}

void Printer::PrintUses(std::span<Value* const> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out_ += ", ";
    PrintUse(*values[i]);
  }
}

void Printer::PrintTypes(std::span<Value* const> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out_ += ", ";
    PrintType(values[i]->type);
  }
}

void Printer::PrintLocation(std::string_view location) {
  if (!options_.locations || location.empty()) return;
  const auto [entry, is_new] = location_numbers_.try_emplace(location, locations_.size() + 1);
  if (is_new) locations_.push_back(location);
  out_ += " loc(#loc" + std::to_string(entry->second) + ")";
}

void Printer::PrintLocationAliases() {
  for (size_t i = 0; i < locations_.size(); ++i) {
    out_ += "#loc" + std::to_string(i + 1) + " = loc(";
    *this << locations_[i] << ")\n";
  }
}

void Printer::PrintFunctionalType(const Operation& operation) {
  out_ += '(';
  PrintTypes(operation.operands);
  out_ += ") -> ";
  const bool is_bare =
      operation.results.size() == 1 && !operation.results[0]->type.is(TypeKind::kFunction);
  if (!is_bare) out_ += '(';
  PrintTypes(operation.results);
  if (!is_bare) out_ += ')';
}

void Printer::PrintResults(const Operation& operation) {
  bool is_first = true;
  for (const Value* result : operation.results) {
    const ValueName& name = names_.NameOf(result);
    if (name.number != 0) continue;
    if (!is_first) out_ += ", ";
    is_first = false;
    out_ += '%' + name.name;
    if (name.group_size > 1) out_ += ':' + std::to_string(name.group_size);
  }
  if (!is_first) out_ += " = ";
}

void Printer::PrintOperation(const Operation& operation) {
  const bool was_chlo = is_chlo_;
  is_chlo_ = operation.name.starts_with("chlo.");
  PrintResults(operation);
  const size_t begin = out_.size();
  const size_t indentation = indentation_;
  bool is_printed = false;
  if (!is_generic() && operation.info != nullptr && !operation.info->format.empty()) {
    out_ += ShortName(operation);
    is_printed = PrintFormat(operation);
  }
  if (!is_printed) {
    out_.resize(begin);
    indentation_ = indentation;
    PrintGeneric(operation);
  }
  is_chlo_ = was_chlo;
}

void Printer::PrintGenericAttributes(const Operation& operation, bool inherent) {
  std::vector<NamedAttribute> attributes;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (IsInherent(operation, attribute.name) == inherent && !HasDefault(operation, attribute)) {
      attributes.push_back(attribute);
    }
  }
  if (attributes.empty()) return;
  out_ += inherent ? " <" : " ";
  PrintDictionary(attributes);
  if (inherent) out_ += '>';
}

void Printer::PrintGeneric(const Operation& operation) {
  PrintString(operation.name);
  out_ += '(';
  PrintUses(operation.operands);
  out_ += ')';
  if (!operation.successors.empty()) {
    out_ += '[';
    for (size_t i = 0; i < operation.successors.size(); ++i) {
      if (i != 0) out_ += ", ";
      out_ += "^bb" + std::to_string(names_.NumberOf(operation.successors[i]));
    }
    out_ += ']';
  }
  PrintGenericAttributes(operation, true);
  if (!operation.regions.empty()) {
    out_ += " (";
    for (size_t i = 0; i < operation.regions.size(); ++i) {
      if (i != 0) out_ += ", ";
      PrintRegion(*operation.regions[i], false);
    }
    out_ += ')';
  }
  PrintGenericAttributes(operation, false);
  out_ += " : ";
  PrintFunctionalType(operation);
}

void Printer::PrintRemainingAttributes(const Operation& operation, std::string_view keyword) {
  const std::span<const Directive> directives = formats_.Get(*operation.info);
  std::vector<NamedAttribute> attributes;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (!HasDefault(operation, attribute) &&
        !WritesAttribute(directives, *operation.info, attribute.name)) {
      attributes.push_back(attribute);
    }
  }
  if (attributes.empty()) return;
  out_ += ' ';
  if (!keyword.empty()) *this << keyword << " ";
  PrintDictionary(attributes);
}

void Printer::PrintBlockHeader(const Block& block) {
  out_ += "^bb" + std::to_string(names_.NumberOf(&block));
  if (!block.arguments.empty()) {
    out_ += '(';
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      if (i != 0) out_ += ", ";
      PrintUse(*block.arguments[i]);
      out_ += ": ";
      PrintType(block.arguments[i]->type);
      PrintLocation(block.arguments[i]->location);
    }
    out_ += ')';
  }
  out_ += ':';
}

void Printer::PrintOperations(const Block& block) {
  Indent();
  for (const Operation* operation : block) {
    NewLine();
    PrintOperation(*operation);
    PrintLocation(operation->location);
  }
  Outdent();
}

void Printer::PrintRegion(const Region& region, bool has_outer_arguments) {
  out_ += '{';
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    const bool is_entry = block == region.first;
    // Without a header, an entry block without operations would be read as no block at all.
    const bool needs_header =
        !is_entry || (!has_outer_arguments && (!block->arguments.empty() || block->is_empty()));
    if (needs_header) {
      NewLine();
      PrintBlockHeader(*block);
    }
    PrintOperations(*block);
  }
  if (!region.is_empty()) NewLine();
  out_ += '}';
}

void Printer::PrintModule(const Operation& module) {
  const bool is_bare = !is_generic() && module.attributes.empty() && !module.name_span.is_known() &&
                       (!options_.locations || module.location.empty());
  if (!is_bare) {
    PrintOperation(module);
    PrintLocation(module.location);
    out_ += '\n';
  } else {
    for (const Operation* operation : *module.regions[0]->first) {
      PrintOperation(*operation);
      PrintLocation(operation->location);
      out_ += '\n';
    }
  }
  PrintLocationAliases();
}

}  // namespace paddock
