#include "cli/lsp/values.h"

#include <algorithm>
#include <utility>

#include "core/api/run/session.h"
#include "core/base/number_text.h"
#include "core/run/level.h"

namespace paddock::lsp {
namespace {

// Limits of a run, which an editor waits for: about 20 ms, and the memory of a small process.
constexpr int64_t kWorkBudget = 80'000'000;
constexpr uint64_t kMemoryBytes = uint64_t{64} << 20;
// Planning takes time in proportion to the text.
constexpr size_t kLongestText = 256 << 10;

bool HasInputs(const Program& program) {
  std::string problem;
  const FunctionInfo* const entry = program.FindEntry("", problem);
  return entry != nullptr && entry->has_body &&
         (entry->argument_leaves.empty() || program.has_commented_inputs());
}

std::vector<ValueSummary> RunForValues(const std::shared_ptr<const Program>& program) {
  if (program->has_errors() || program->source().text().size() > kLongestText ||
      !HasInputs(*program)) {
    return {};
  }
  SessionOptions options;
  options.level = Level::kFaithful;
  options.threads = 1;
  options.memory_bytes = kMemoryBytes;
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  if (session == nullptr) return {};
  session->Run(kWorkBudget);
  const auto size = static_cast<uint32_t>(program->source().text().size());
  return ValuesIn(*program, *session, {0, size});
}

}  // namespace

const std::vector<ValueSummary>& ValuesOf(Part& part) {
  if (!part.values) part.values = RunForValues(part.program);
  return *part.values;
}

std::string ShortText(const ValueSummary& value) {
  if (!value.elements.empty()) return value.elements;
  std::string text;
  if (value.min <= value.max) text = FormatF64(value.min) + " .. " + FormatF64(value.max);
  const auto add = [&](uint64_t count, std::string_view noun) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(noun);
  };
  add(value.nan_count, "NaN");
  add(value.infinity_count, value.infinity_count == 1 ? "infinity" : "infinities");
  return text;
}

}  // namespace paddock::lsp
