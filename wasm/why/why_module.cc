// paddock-why.wasm: answers `paddock why` for an engine. It is position-independent, lies in the
// engine's memory, and calls the engine's functions (docs/decisions/parts-of-the-engine.md). Its
// first argument everywhere is the result of open().
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/why/asked_cell.h"
#include "core/api/why/why.h"
#include "core/api/why/why_text.h"
#include "core/diagnostics/json.h"
#include "wasm/describe.h"
#include "wasm/session_handle.h"

#define PADDOCK_EXPORT(name) [[clang::export_name(name)]]

namespace paddock {
namespace {

// Bits of `ask`; bad values are those of `run`.
constexpr uint32_t kForward = 4;
constexpr uint32_t kFollowsAll = 8;

constexpr uint32_t kNan = 1;
constexpr uint32_t kInfinity = 2;

std::optional<Why::Bad> BadOf(uint32_t flags) {
  if ((flags & kNan) != 0) return Why::Bad::kNan;
  if ((flags & kInfinity) != 0) return Why::Bad::kInfinity;
  return std::nullopt;
}

}  // namespace

struct WhyHandle {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Why> why;
  // A run pauses after each slice of work, a walk after each cell.
  bool pauses = true;
  uint64_t steps = 0;
  // The cell that `run` found.
  std::optional<WhyTarget> first;
  std::unique_ptr<WhyWalk> walk;
  std::string json;
  std::string text;
  std::string problem;
  std::string diagnostics;

  std::optional<WhyTarget> Find(const AskedCell& asked, std::optional<Why::Bad> bad,
                                int64_t process, uint64_t execution, uint32_t line) {
    const GridSize grid = why->session().grid();
    if (process < 0 || process >= grid.process_count()) {
      problem = "there is no such process: the grid is " + ToString(grid);
      return std::nullopt;
    }
    if (bad) return why->FindFirst(*bad, asked.name, process, execution, line, problem);
    return why->Find(asked.name, asked.cell, process, execution, line, problem);
  }
};

// Starts the run of a session that has its inputs. Null if it does not start: the session's
// diagnostics have the reasons.
PADDOCK_EXPORT("open")
WhyHandle* Open(SessionHandle& session) {
  auto handle = std::make_unique<WhyHandle>();
  handle->program = session.program();
  std::vector<Diagnostic> diagnostics;
  const auto stops = [self = handle.get()](uint64_t steps) {
    self->steps = steps;
    return self->pauses;
  };
  handle->why = Why::Start(handle->program, session.TakeOptions(), stops, diagnostics);
  session.Add(std::move(diagnostics));
  return handle->why == nullptr ? nullptr : handle.release();
}

PADDOCK_EXPORT("close")
void Close(WhyHandle* handle) { delete handle; }

// Runs a slice: to the end (bad 0), or to the first NaN (1) or infinity (2), which `ask` then
// takes. 0: at the end. 1: not yet there. 2: the run failed. 3: found.
PADDOCK_EXPORT("run")
uint32_t Run(WhyHandle& handle, uint32_t bad) {
  handle.pauses = true;
  Why::End end = Why::End::kFinished;
  handle.first.reset();
  if (const auto kind = BadOf(bad)) {
    handle.first = handle.why->RunToFirst(*kind, end);
  } else {
    end = handle.why->Run();
  }
  handle.pauses = false;
  if (handle.first) return 3;
  if (end == Why::End::kStopped) return 1;
  if (end == Why::End::kFinished) return 0;
  handle.diagnostics = DiagnosticsJson(handle.why->diagnostics(), handle.program->source());
  return 2;
}

PADDOCK_EXPORT("steps")
double Steps(const WhyHandle& handle) { return static_cast<double>(handle.steps); }

// Begins the chain of a cell ("%x[3, 5]"), of the first bad cell of a value, or, without a name, of
// the cell that `run` found. Returns false if there is none: text 2 says why.
PADDOCK_EXPORT("ask")
bool Ask(WhyHandle& handle, const char* name, size_t size, uint32_t flags, int32_t process,
         double execution, uint32_t line, uint32_t cells, uint32_t depth, uint32_t terms) {
  const std::string_view text(name, size);
  handle.problem.clear();
  std::optional<WhyTarget> target;
  if (text.empty()) {
    target = handle.first;
  } else if (const auto asked = ReadAskedCell(text)) {
    target = handle.Find(*asked, BadOf(flags), process, static_cast<uint64_t>(execution), line);
  } else {
    handle.problem = "'" + std::string(text) + "' is no cell such as '%17[3, 5]'";
  }
  if (!target) return false;
  const WhyOptions options{cells, depth, terms, (flags & kFollowsAll) != 0};
  handle.walk = handle.why->Walk(*target, options, (flags & kForward) != 0);
  return true;
}

// Follows the next cell of the chain. Returns false if none is left.
PADDOCK_EXPORT("step")
bool Step(WhyHandle& handle) { return handle.walk->Step(); }

// Ends the chain. Then text 0 is its JSON and text 1 the text for people.
PADDOCK_EXPORT("finish")
void Finish(WhyHandle& handle, bool is_cut) {
  const WhyChain chain = handle.walk->Finish(is_cut);
  handle.walk.reset();
  handle.json = WhyJson(chain);
  handle.text = WhyText(chain);
}

namespace {

const std::string& TextNumber(const WhyHandle& handle, uint32_t which) {
  if (which == 0) return handle.json;
  if (which == 1) return handle.text;
  return which == 2 ? handle.problem : handle.diagnostics;
}

}  // namespace

// 0: JSON of the chain. 1: its text. 2: why there is no such cell. 3: why the run failed, as JSON.
PADDOCK_EXPORT("text")
const char* Text(const WhyHandle& handle, uint32_t which) {
  return TextNumber(handle, which).data();
}
PADDOCK_EXPORT("textSize")
size_t TextSize(const WhyHandle& handle, uint32_t which) {
  return TextNumber(handle, which).size();
}

}  // namespace paddock
