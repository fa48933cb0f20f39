// RunReader: a run that has ended, with the values that it had at any time. Values that are not
// kept are computed again.
#ifndef PADDOCK_CORE_API_WHY_RUN_READER_H_
#define PADDOCK_CORE_API_WHY_RUN_READER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/api/debug/debugger.h"
#include "core/api/why/run_log.h"
#include "core/api/why/value_sources.h"

namespace paddock {

class RunReader {
 public:
  // Returns true to stop early. Called often, with the number of steps so far.
  using StopFunction = std::function<bool(uint64_t steps)>;

  // Returns `nullptr`, with the reasons in `diagnostics`, if the run cannot start.
  static std::unique_ptr<RunReader> Start(std::shared_ptr<const Program> program,
                                          SessionOptions options, StopFunction stops,
                                          std::vector<Diagnostic>& diagnostics);
  RunReader(const RunReader&) = delete;
  RunReader& operator=(const RunReader&) = delete;

  // Runs to the end, or to the next operation that gives NaN or an infinity. After a stop they go
  // on.
  Debugger::Stop RunToEnd() { return GoOn(false); }
  Debugger::Stop RunToNonFinite() { return GoOn(true); }
  // Calls the stop function, as Run does between its slices.
  void CountSlice();
  // Returns the operation after which RunToNonFinite stopped, and its process.
  const Operation* last_operation() const;
  int64_t last_process() const;

  // Passes the value as it was at this time to `look`. Returns false if it is not there.
  bool Look(ValueMoment moment, const std::function<void(const ValueView&)>& look);

  const Program& program() const { return *program_; }
  const RunLog& log() const { return log_; }
  const ValueSources& sources() const { return *sources_; }
  const Session& session() const { return debugger_->session(); }
  const std::vector<Diagnostic>& diagnostics() const { return debugger_->diagnostics(); }
  bool is_stopped() const { return is_stopped_; }

 private:
  RunReader() = default;
  Debugger::Stop GoOn(bool has_trap);
  Debugger::Stop Run();
  bool GoTo(uint64_t clock);
  uint64_t Now() const;
  bool LookNow(ValueMoment moment, const std::function<void(const ValueView&)>& look) const;

  std::shared_ptr<const Program> program_;
  StopFunction stops_;
  RunLog log_;
  std::unique_ptr<Debugger> debugger_;
  std::unique_ptr<ValueSources> sources_;
  bool is_stopped_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_RUN_READER_H_
