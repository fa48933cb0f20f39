#include "core/text/print/print.h"

#include "core/text/print/printer.h"

namespace paddock {
namespace {

// Returns the isolated operation around `operation`, within which values are named.
const Operation& NamingRoot(const Operation& operation) {
  const Operation* root = &operation;
  while (root->parent != nullptr && root->parent->parent != nullptr &&
         root->parent->parent->parent != nullptr) {
    root = root->parent->parent->parent;
  }
  return *root;
}

bool HoldsElided(const Attribute& attribute, int64_t maximum_kept) {
  if (attribute.kind == AttributeKind::kElements) {
    return !attribute.is_splat && attribute.value->element_count() > maximum_kept;
  }
  for (const Attribute* element : attribute.elements) {
    if (HoldsElided(*element, maximum_kept)) return true;
  }
  for (const NamedAttribute& field : attribute.fields) {
    if (HoldsElided(*field.value, maximum_kept)) return true;
  }
  return false;
}

bool HoldsElided(const Operation& operation, int64_t maximum_kept) {
  for (const NamedAttribute& attribute : operation.attributes) {
    if (HoldsElided(*attribute.value, maximum_kept)) return true;
  }
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Operation* inner : *block) {
        if (HoldsElided(*inner, maximum_kept)) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string Print(const Module& module, const PrintOptions& options) {
  const Operation& operation = *module.operation();
  Printer printer(options, ValueNames(operation, options.form == PrintForm::kPretty));
  printer.PrintModule(operation);
  return printer.Take();
}

std::string Print(const Operation& operation, const PrintOptions& options) {
  Printer printer(options, ValueNames(NamingRoot(operation), options.form == PrintForm::kPretty));
  printer.PrintOperation(operation);
  return printer.Take();
}

std::string Print(const Attribute& attribute, const PrintOptions& options) {
  const Operation nothing;
  Printer printer(options, ValueNames(nothing, false));
  printer.PrintAttribute(attribute);
  return printer.Take();
}

bool HoldsElidedLiteral(const Module& module, const PrintOptions& options) {
  return options.maximum_kept != 0 && HoldsElided(*module.operation(), options.maximum_kept);
}

}  // namespace paddock
