// Printers of forms that the format language cannot express. Their readers are in custom.h.
#ifndef PADDOCK_CORE_TEXT_PRINT_CUSTOM_PRINT_H_
#define PADDOCK_CORE_TEXT_PRINT_CUSTOM_PRINT_H_

#include <span>
#include <string_view>

#include "core/text/print/printer.h"

namespace paddock {

struct CustomPrinter {
  std::string_view name;
  // Returns false if the form cannot express the operation, which is then printed generically.
  bool (*print)(Printer& printer, const Operation& operation);
};

// Printers of each family.
std::span<const CustomPrinter> ProgramPrinters();
std::span<const CustomPrinter> ControlFlowPrinters();
std::span<const CustomPrinter> CollectivePrinters();
std::span<const CustomPrinter> ReductionPrinters();
std::span<const CustomPrinter> ContractionPrinters();
std::span<const CustomPrinter> ElementwisePrinters();

// Returns `nullptr` if there is none of this name.
const CustomPrinter* FindCustomPrinter(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PRINT_CUSTOM_PRINT_H_
