// The program at a position, for a client that shows or runs it.
#include <string>

#include "cli/lsp/features.h"
#include "cli/options/missing_inputs.h"
#include "core/api/run/expectations.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

// Returns whether a comment of the program gives the argument a value. One that cannot be read
// counts: the run reports it.
bool IsCommented(const Program& program, const FunctionInfo& entry, size_t argument) {
  if (!program.has_commented_inputs()) return false;
  DiagnosticSink sink;
  const auto values = CommentedInput(program, entry, argument, {}, sink, nullptr);
  return !values || values->has_value();
}

// Returns the arguments of the entry that a run needs inputs for, as an array. `generated` is a
// value that --input takes for each.
std::string MissingInputs(const Program& program) {
  std::string problem;
  const FunctionInfo* const entry = program.FindEntry("", problem);
  if (program.has_errors() || entry == nullptr) return "[]";
  std::vector<const ParameterInfo*> missing;
  for (size_t i = 0; i < entry->arguments.size(); ++i) {
    if (IsCommented(program, *entry, i)) continue;
    const ParameterInfo& argument = entry->arguments[i];
    for (size_t k = 0; k < argument.leaf_count; ++k) {
      const ParameterInfo& leaf = entry->argument_leaves[argument.first_leaf + k];
      if (!leaf.handle.is(TypeKind::kToken)) missing.push_back(&leaf);
    }
  }
  return JsonArray(missing, [](const ParameterInfo* leaf) {
    return Json()
        .Member("name", leaf->name)
        .Member("path", leaf->path)
        .Member("type", leaf->type)
        .Member("generated", cli::GeneratedInput(*leaf))
        .Object();
  });
}

}  // namespace

// Answers with the first program if none is at the position, null for a document without programs.
Answer ProgramAt(Document& document, const JsonValue& params, const Client&) {
  const auto place = document.PlaceAt(ReadPosition(params["position"]));
  if (!place && document.parts().empty()) return "null";
  const Part& part = place ? *place->part : document.parts()[0];
  const Span whole{0, static_cast<uint32_t>(part.text().size())};
  return Json()
      .Raw("range", document.RangeJson(part, whole))
      .Member("text", part.text())
      .Raw("inputs", MissingInputs(*part.program))
      .Object();
}

}  // namespace paddock::lsp
