// Readers of forms that the format language cannot express. Their printers are in custom_print.h.
#ifndef PADDOCK_CORE_TEXT_PARSE_CUSTOM_H_
#define PADDOCK_CORE_TEXT_PARSE_CUSTOM_H_

#include <span>
#include <string_view>

#include "core/text/parse/parser.h"

namespace paddock {

struct CustomReader {
  std::string_view name;
  // Reads the form's text; returns false after a diagnostic.
  bool (*read)(Parser& parser, OperationDraft& draft);
  // Example of its text for messages; may be empty.
  std::string_view sample = {};
};

// Readers of each family.
std::span<const CustomReader> ProgramReaders();
std::span<const CustomReader> ControlFlowReaders();
std::span<const CustomReader> CollectiveReaders();
std::span<const CustomReader> ReductionReaders();
std::span<const CustomReader> ContractionReaders();
std::span<const CustomReader> ElementwiseReaders();

// Returns `nullptr` if there is none of this name.
const CustomReader* FindCustomReader(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_CUSTOM_H_
