// Parse: text to Module.
#ifndef PADDOCK_CORE_TEXT_PARSE_H_
#define PADDOCK_CORE_TEXT_PARSE_H_

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
  // How deep regions, attributes and types may be nested.
  uint32_t maximum_depth = 256;
};

// Which process of the grid a value is for.
struct ProcessCoordinates {
  int64_t replica = 0;
  int64_t partition = 0;
  friend bool operator==(ProcessCoordinates, ProcessCoordinates) = default;
};

// A value that a comment of the text gives: `// %operand@(1, 0): [[1, 2], [3, 4]]`.
struct ExampleValue {
  // As the comment writes it, without `%`: "operand", "result#1".
  std::string name;
  // The argument or result of @main that it names.
  const Value* value = nullptr;
  // Absent: for every process.
  std::optional<ProcessCoordinates> process;
  // To be read by ParseValueText with the type of `value`.
  std::string text;
  Span span;
};

// What the comments of a snippet, or of a text that starts with `// paddock: example`, say.
struct Example {
  // The text was a bare list of operations, for which @main was made.
  bool is_snippet = false;
  int64_t replica_count = 0;  // 0: not said
  int64_t partition_count = 0;
  std::vector<ExampleValue> inputs;
  std::vector<ExampleValue> expectations;
  // The infeed's entries in their order; `value` is null.
  std::vector<ExampleValue> infeed;
  // The same of what stablehlo.recv gets from the host, by channel.
  std::map<int64_t, std::vector<ExampleValue>> received;
};

// A module, and what its comments say. `module` is never null; if `sink` has errors it holds
// what could be read, and operands that were never defined are values without an owner.
struct ParsedProgram {
  std::unique_ptr<Module> module;
  Example example;
};

ParsedProgram ParseProgram(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                           const ParseOptions& options = {});

// The module alone.
std::unique_ptr<Module> Parse(std::shared_ptr<const Source> source, DiagnosticSink& sink,
                              const ParseOptions& options = {});

// One type or attribute that makes up all of `text`, in the types and arena of `module`;
// null after a diagnostic whose spans count within `text`.
Type ParseTypeText(std::string_view text, Module& module, DiagnosticSink& sink);
const Attribute* ParseAttributeText(std::string_view text, Module& module, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_H_
