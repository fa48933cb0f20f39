// Parse: reads text into a Module.
#ifndef PADDOCK_CORE_TEXT_PARSE_PARSE_H_
#define PADDOCK_CORE_TEXT_PARSE_PARSE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"

namespace paddock {

struct ParseOptions {
  // Maximum nesting depth of regions, attributes and types.
  uint32_t maximum_depth = 256;
};

// Process of the grid to which a value belongs.
struct ProcessCoordinates {
  int64_t replica = 0;
  int64_t partition = 0;
  friend bool operator==(ProcessCoordinates, ProcessCoordinates) = default;
};

// Value in a comment of the text: `// %operand@(1, 0): [[1, 2], [3, 4]]`.
struct ExampleValue {
  // Name in the comment, without `%`: "operand", "result#1".
  std::string name;
  // Argument or result of @main with that name.
  const Value* value = nullptr;
  // Absent if the value is for every process.
  std::optional<ProcessCoordinates> process;
  // Text for ParseValueText with the type of `value`.
  std::string text;
  Span span;
};

// Contents of the comments of a snippet, or of a text that starts with `// paddock: example`.
struct Example {
  // Whether the text is a bare list of operations, for which the parser made @main.
  bool is_snippet = false;
  int64_t replica_count = 0;  // 0 if no comment gives it
  int64_t partition_count = 0;
  std::vector<ExampleValue> inputs;
  std::vector<ExampleValue> expectations;
  // Entries of the infeed in order; `value` is `nullptr`.
  std::vector<ExampleValue> infeed;
  // Entries that stablehlo.recv receives from the host, by channel.
  std::map<int64_t, std::vector<ExampleValue>> received;
};

// Module with the contents of its comments. `module` is never `nullptr`. If `sink` has errors, it
// holds the part that could be read; operands that were never defined are values without an owner.
struct ParsedProgram {
  std::unique_ptr<Module> module;
  Example example;
};

ParsedProgram ParseProgram(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                           const ParseOptions& options = {});

// Parses the module alone.
std::unique_ptr<Module> Parse(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                              const ParseOptions& options = {});

// Parses one type or attribute that is all of `text`, into the types and arena of `module`. Returns
// null after a diagnostic, whose spans are within `text`.
Type ParseTypeText(std::string_view text, Module& module, DiagnosticSink& sink);
const Attribute* ParseAttributeText(std::string_view text, Module& module, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_PARSE_H_
