#include "core/text/print/custom_print.h"

namespace paddock {

const CustomPrinter* FindCustomPrinter(std::string_view name) {
  for (const auto printers : {ProgramPrinters(), ControlFlowPrinters(), ReductionPrinters(),
                              ContractionPrinters(), ElementwisePrinters(), CollectivePrinters()}) {
    for (const CustomPrinter& printer : printers) {
      if (printer.name == name) return &printer;
    }
  }
  return nullptr;
}

}  // namespace paddock
