// A run that answers `paddock why` for JavaScript.
#ifndef PADDOCK_WASM_WHY_WHY_HANDLE_H_
#define PADDOCK_WASM_WHY_WHY_HANDLE_H_

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

namespace paddock {

class WhyHandle {
 public:
  // Starts the run of a session that has its inputs. Null if it does not start: the session's
  // diagnostics have the reasons.
  static WhyHandle* Open(SessionHandle& session) {
    auto handle = std::make_unique<WhyHandle>();
    handle->program_ = session.program();
    std::vector<Diagnostic> diagnostics;
    const auto stops = [self = handle.get()](uint64_t steps) {
      self->steps_ = steps;
      return self->pauses_;
    };
    handle->why_ = Why::Start(handle->program_, session.TakeOptions(), stops, diagnostics);
    session.Add(std::move(diagnostics));
    return handle->why_ == nullptr ? nullptr : handle.release();
  }

  // Runs a slice: to the end (bad 0), or to the first NaN (1) or infinity (2), which `ask` then
  // takes. 0: at the end. 1: not yet there. 2: the run failed. 3: found.
  uint32_t run(uint32_t bad) {
    pauses_ = true;
    Why::End end = Why::End::kFinished;
    first_.reset();
    if (const auto kind = BadOf(bad)) {
      first_ = why_->RunToFirst(*kind, end);
    } else {
      end = why_->Run();
    }
    pauses_ = false;
    if (first_) return 3;
    if (end == Why::End::kStopped) return 1;
    if (end == Why::End::kFinished) return 0;
    diagnostics_ = DiagnosticsJson(why_->diagnostics(), program_->source());
    return 2;
  }

  double steps() const { return static_cast<double>(steps_); }

  // Begins the chain of a cell ("%x[3, 5]"), of the first bad cell of a value, or, without a name,
  // of the cell that `run` found. Returns false if there is none: text 2 says why.
  bool ask(Exposed name, size_t size, uint32_t flags, int32_t process, double execution,
           uint32_t line, uint32_t cells, uint32_t depth, uint32_t terms) {
    const std::string_view text = BytesOf(name, size);
    problem_.clear();
    std::optional<WhyTarget> target;
    if (text.empty()) {
      target = first_;
    } else if (const auto asked = ReadAskedCell(text)) {
      target = Find(*asked, BadOf(flags), process, static_cast<uint64_t>(execution), line);
    } else {
      problem_ = "'" + std::string(text) + "' is no cell such as '%17[3, 5]'";
    }
    if (!target) return false;
    const WhyOptions options{cells, depth, terms, (flags & kFollowsAll) != 0};
    walk_ = why_->Walk(*target, options, (flags & kForward) != 0);
    return true;
  }

  // Follows the next cell of the chain. Returns false if none is left.
  bool step() { return walk_->Step(); }

  // Ends the chain. Then text 0 is its JSON and text 1 the text for people.
  void finish(bool is_cut) {
    const WhyChain chain = walk_->Finish(is_cut);
    walk_.reset();
    json_ = WhyJson(chain);
    text_ = WhyText(chain);
  }

  // 0: JSON of the chain. 1: its text. 2: why there is no such cell. 3: why the run failed, as
  // JSON.
  Exposed text(uint32_t which) const { return Expose(Text(which).data(), Text(which).size()); }
  size_t text_size(uint32_t which) const { return Text(which).size(); }

 private:
  // Bits of `ask`; bad values are those of `run`.
  static constexpr uint32_t kForward = 4;
  static constexpr uint32_t kFollowsAll = 8;

  static std::optional<Why::Bad> BadOf(uint32_t flags) {
    constexpr uint32_t kNan = 1;
    constexpr uint32_t kInfinity = 2;
    if ((flags & kNan) != 0) return Why::Bad::kNan;
    if ((flags & kInfinity) != 0) return Why::Bad::kInfinity;
    return std::nullopt;
  }

  std::optional<WhyTarget> Find(const AskedCell& asked, std::optional<Why::Bad> bad,
                                int64_t process, uint64_t execution, uint32_t line) {
    const GridSize grid = why_->session().grid();
    if (process < 0 || process >= grid.process_count()) {
      problem_ = "there is no such process: the grid is " + ToString(grid);
      return std::nullopt;
    }
    if (bad) return why_->FindFirst(*bad, asked.name, process, execution, line, problem_);
    return why_->Find(asked.name, asked.cell, process, execution, line, problem_);
  }

  const std::string& Text(uint32_t which) const {
    if (which == 0) return json_;
    if (which == 1) return text_;
    return which == 2 ? problem_ : diagnostics_;
  }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<Why> why_;
  // A run pauses after each slice of work, a walk after each cell.
  bool pauses_ = true;
  uint64_t steps_ = 0;
  // The cell that `run` found.
  std::optional<WhyTarget> first_;
  std::unique_ptr<WhyWalk> walk_;
  std::string json_;
  std::string text_;
  std::string problem_;
  std::string diagnostics_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_WHY_WHY_HANDLE_H_
