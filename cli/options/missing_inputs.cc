#include "cli/options/missing_inputs.h"

#include <algorithm>
#include <vector>

#include "core/types/type.h"

namespace paddock::cli {
namespace {

// A program of JAX can have hundreds of arguments.
constexpr size_t kMostOptions = 8;

bool IsReported(const ParameterInfo& leaf, std::span<const Diagnostic> diagnostics) {
  // The leaves of a tuple have one span.
  const std::string name = "%" + leaf.name + ":";
  return std::ranges::any_of(diagnostics, [&](const Diagnostic& diagnostic) {
    return diagnostic.code == "input" && diagnostic.span == leaf.span &&
           diagnostic.message.find(name) != std::string::npos;
  });
}

// Replaces open sizes by their bounds, else by a small size. Returns whether some have no bound.
bool ChooseSizes(Type type, std::vector<int64_t>& shape) {
  constexpr int64_t kChosen = 4;
  bool is_any_unbounded = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != kDynamic) continue;
    shape[i] = i < type->bounds.size() ? type->bounds[i] : kDynamic;
    if (shape[i] != kDynamic) continue;
    shape[i] = kChosen;
    is_any_unbounded = true;
  }
  return is_any_unbounded;
}

// Returns ` --input x=random:1`, in quotes where a shell needs them.
std::string OptionFor(const ParameterInfo& leaf) {
  const std::string word = leaf.name + "=" + GeneratedInput(leaf);
  const bool is_quoted = word.find_first_of(" <>$?") != std::string::npos;
  return is_quoted ? " --input '" + word + "'" : " --input " + word;
}

}  // namespace

std::string GeneratedInput(const ParameterInfo& leaf) {
  const std::string rule = "random:1";
  std::vector<int64_t> shape = leaf.shape;
  if (!leaf.handle.is_tensor() || !ChooseSizes(leaf.handle, shape)) return rule;
  return rule + " : " + TensorTypeText(ToString(leaf.handle.element()), shape);
}

std::string MissingInputsHint(const PreparedRun& run, std::span<const Diagnostic> diagnostics) {
  std::string options;
  size_t count = 0;
  for (const ParameterInfo& leaf : run.entry->argument_leaves) {
    if (!IsReported(leaf, diagnostics) || count++ >= kMostOptions) continue;
    options += OptionFor(leaf);
  }
  if (count == 0) return "";
  if (count > kMostOptions) options += " ...";
  return "random values:" + options +
         "\nalso zeros, ones, iota, a list such as [[1, 2]], or @FILE of an array: "
         "paddock run --help\n";
}

}  // namespace paddock::cli
