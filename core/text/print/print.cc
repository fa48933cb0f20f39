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

}  // namespace paddock
