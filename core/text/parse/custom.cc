#include "core/text/parse/custom.h"

namespace paddock {

const CustomReader* FindCustomReader(std::string_view name) {
  for (const auto readers : {ProgramReaders(), ControlFlowReaders(), ReductionReaders(),
                             ContractionReaders(), ElementwiseReaders(), CollectiveReaders()}) {
    for (const CustomReader& reader : readers) {
      if (reader.name == name) return &reader;
    }
  }
  return nullptr;
}

bool Parser::ParseCustom(OperationDraft& draft, std::string_view name) {
  const CustomReader* reader = FindCustomReader(name);
  if (reader != nullptr) return reader->read(*this, draft);
  return Fail(
      draft.operation->name_span,
      "the form " + std::string(name) + " of " + std::string(draft.name()) + " has no reader",
      "internal");
}

}  // namespace paddock
