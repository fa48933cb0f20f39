// Printer: writes operations in the requested form. Private to core/text.
#ifndef PADDOCK_CORE_TEXT_PRINT_PRINTER_H_
#define PADDOCK_CORE_TEXT_PRINT_PRINTER_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/format.h"
#include "core/text/print/names.h"
#include "core/text/print/print.h"

namespace paddock {

class Printer {
 public:
  Printer(const PrintOptions& options, ValueNames names)
      : options_(options), names_(std::move(names)) {}

  std::string Take() { return std::move(out_); }

  // print_operation.cc
  void PrintModule(const Operation& module);
  void PrintOperation(const Operation& operation);
  // Prints `{`, the blocks and `}`. Includes the entry block's arguments unless they are outside.
  void PrintRegion(const Region& region, bool has_outer_arguments);
  void PrintOperations(const Block& block);
  void PrintUse(const Value& value);
  void PrintUses(std::span<Value* const> values);
  void PrintType(Type type) { out_ += ToString(type); }
  void PrintTypes(std::span<Value* const> values);
  // Prints ` loc(#loc1)` if locations are enabled and there is one.
  void PrintLocation(std::string_view location);
  void PrintFunctionalType(const Operation& operation);
  // Prints ` {a = 1}` with the attributes that `directives` do not write, or nothing.
  void PrintRemainingAttributes(const Operation& operation, std::string_view keyword = {});

  // print_attribute.cc
  void PrintAttribute(const Attribute& attribute);
  void PrintDictionary(std::span<const NamedAttribute> attributes);
  // Prints an attribute as format strings write it. Returns false if it does not have the form.
  bool PrintBareAttribute(const AttributeInfo& info, const Attribute& attribute);
  void PrintIntegerList(std::span<const int64_t> values);
  void PrintSymbolName(std::string_view name);
  void PrintString(std::string_view text);
  bool PrintConvolutionDimensions(const Attribute& attribute);

  // print_format.cc
  // Prints the text after the operation's name; returns false if the form cannot express it.
  bool PrintFormat(const Operation& operation);

  Printer& operator<<(std::string_view text) {
    out_ += text;
    return *this;
  }
  void Write(int64_t number) { out_ += std::to_string(number); }
  void NewLine() {
    out_ += '\n';
    out_.append(indentation_, ' ');
  }
  void Indent() { indentation_ += 2; }
  void Outdent() { indentation_ -= 2; }
  bool is_generic() const { return options_.form == PrintForm::kGeneric; }
  const ValueNames& names() const { return names_; }

 private:
  void PrintResults(const Operation& operation);
  void PrintGeneric(const Operation& operation);
  void PrintGenericAttributes(const Operation& operation, bool inherent);
  void PrintBlockHeader(const Block& block);
  void PrintLocationAliases();

  void PrintStruct(const Attribute& attribute);
  void PrintStructFields(const Attribute& attribute);
  void PrintEnum(const Attribute& attribute);
  void PrintDenseArray(const Attribute& attribute);
  void PrintFloat(const Attribute& attribute);

  bool PrintDirectives(const Operation& operation, std::span<const Directive> directives);
  bool PrintDirective(const Operation& operation, const Directive& directive);
  bool PrintNamedAttribute(const Operation& operation, const AttributeInfo& info);
  bool IsGroupPresent(const Operation& operation, std::span<const Directive> group);
  std::span<Value* const> OperandsOf(const Operation& operation, uint32_t index) const;
  bool AreTypesRecoverable(const Operation& operation, std::span<const Directive> directives);

  PrintOptions options_;
  ValueNames names_;
  FormatCache formats_;
  std::string out_;
  size_t indentation_ = 0;
  // Enumerations and precision are written #chlo<...> within operations of chlo.
  bool is_chlo_ = false;
  // Locations in the order of their aliases, and the index of each.
  std::vector<std::string_view> locations_;
  std::unordered_map<std::string_view, size_t> location_numbers_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PRINT_PRINTER_H_
