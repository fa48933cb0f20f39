// Structure: what an editor asks of a program. Which operations stand here, and what is it
// that is named there?
#ifndef PADDOCK_CORE_API_STRUCTURE_H_
#define PADDOCK_CORE_API_STRUCTURE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock {

// A value or a function by its name. Spans are bytes of the program's source.
struct NamePlace {
  std::string name;  // "%x", "%r#1", "@main"
  std::string type;
  // Of the name, where it is defined; of its type there, unknown where the text has none.
  Span definition;
  Span type_span;
  // Every other place of the name, in order.
  std::vector<Span> uses;
  // The text of its loc(...), or empty.
  std::string_view location = {};
  // Elements of a tuple, called "%t.0", "%t.1.0"; empty if the type is another.
  std::vector<ParameterInfo> leaves;
};

struct OperationPlace {
  std::string name;  // "stablehlo.add"
  Span span;
  Span name_span;
  // How many regions it stands in, its function's not counted.
  uint32_t depth = 0;
  // What loc(...) says, or empty.
  std::string location;
  // What it does, with the program's numbers (core/explain/sentence.h); of a program with errors
  // empty.
  std::string sentence;
  // Of stablehlo.pad: along each dimension the attributes edge_padding_low and interior_padding.
  struct Padding {
    std::vector<int64_t> low;
    std::vector<int64_t> interior;
  };
  std::optional<Padding> padding = {};
  // `uses` holds the one place in this operation; results have none.
  std::vector<NamePlace> operands;
  std::vector<NamePlace> results;
};

// The operations with a part in `range`, in the order of the text, functions and modules
// apart; regions' operations follow the one that has the region. At most kMostOperations.
inline constexpr size_t kMostOperations = 10'000;
std::vector<OperationPlace> OperationsIn(const Program& program, Span range);

// The value or function whose name covers byte `offset`, at its definition or a use.
std::optional<NamePlace> NameAt(const Program& program, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_STRUCTURE_H_
