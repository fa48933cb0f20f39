// Structure of a program for editors: the operations in a range, and the value or function at a
// place.
#ifndef PADDOCK_CORE_API_QUERY_STRUCTURE_H_
#define PADDOCK_CORE_API_QUERY_STRUCTURE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock {

// Value or function by its name. Spans are bytes of the program's source.
struct NamePlace {
  std::string name;  // "%x", "%r#1", "@main"
  std::string type;
  // Place of the name at its definition, and of its type there, which is unknown if the text has
  // none.
  Span definition;
  Span type_span;
  // All other places of the name, in order.
  std::vector<Span> uses;
  // Text of its loc(...), or empty.
  std::string_view location = {};
  // Elements of a tuple, called "%t.0", "%t.1.0"; empty for other types.
  std::vector<ParameterInfo> leaves;
};

struct OperationPlace {
  std::string name;  // "stablehlo.add"
  Span span;
  Span name_span;
  // Number of regions around it, without its function's.
  uint32_t depth = 0;
  // Text of loc(...), or empty.
  std::string location;
  // Description with the program's numbers (core/explain/sentence.h); empty if the program has
  // errors, or if no sentences were asked for.
  std::string sentence;
  // Attributes edge_padding_low and interior_padding of stablehlo.pad, by dimension.
  struct Padding {
    std::vector<int64_t> low;
    std::vector<int64_t> interior;
  };
  std::optional<Padding> padding = {};
  // `uses` holds the one place in this operation; results have none.
  std::vector<NamePlace> operands;
  std::vector<NamePlace> results;
};

// Returns the operations that overlap `range`, in the order of the text, without functions and
// modules. Operations of a region follow its owner. Returns at most kMostOperations.
inline constexpr size_t kMostOperations = 10'000;
std::vector<OperationPlace> OperationsIn(const Program& program, Span range,
                                         bool has_sentences = true);

// Returns the value or function whose name covers byte `offset`, at its definition or a use.
std::optional<NamePlace> NameAt(const Program& program, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_STRUCTURE_H_
