// A run for JavaScript: inputs, slices of work, messages to the other processes of a grid, and the
// outcome.
#ifndef PADDOCK_WASM_SESSION_HANDLE_H_
#define PADDOCK_WASM_SESSION_HANDLE_H_

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/debug/debugger.h"
#include "core/api/observe/profile.h"
#include "core/api/observe/trace.h"
#include "core/api/observe/values.h"
#include "core/api/run/session.h"
#include "core/grid/peer.h"
#include "wasm/exposed.h"
#include "wasm/message_box.h"
#include "wasm/outfeed_box.h"
#include "wasm/program_handle.h"
#include "wasm/tensor_handle.h"

namespace paddock {

class SessionHandle {
 public:
  SessionHandle(const ProgramHandle& program, std::string entry);

  void set_faithful(bool is_faithful) {
    options_.level = is_faithful ? Level::kFaithful : Level::kFast;
  }
  void set_portable(bool is_portable) {
    options_.numerics = is_portable ? simd::Numerics::kPortable : simd::Numerics::kFast;
  }
  // 0 x 0: the program's own grid.
  void set_grid(int replicas, int partitions) { options_.grid = {replicas, partitions}; }
  // Makes the inputs set afterwards apply to this process alone; negative: to all processes.
  void set_process(int replica, int partition) { process_ = {replica, partition}; }
  void set_memory_bytes(double bytes) { options_.memory_bytes = static_cast<uint64_t>(bytes); }
  // Sets the seed of rng from decimal digits: a JavaScript number cannot hold all 64 bits.
  void set_seed(std::string digits) {
    std::from_chars(digits.data(), digits.data() + digits.size(), options_.seed);
  }
  // Enables the log of communications between processes: see take_communications.
  void set_tells_communications(bool is_telling) { tells_communications_ = is_telling; }
  // Makes this session run only the processes of place `place` out of `places`, in the grid that
  // was set; messages reach the others. Returns false if there is no such grid.
  bool set_share(int place, int places);

  // Returns where JavaScript writes the `byte_size` bytes of an argument. None if the argument does
  // not take this shape or memory does not suffice: diagnostics() has the reason. `path` is the
  // index of the argument; for an element of a tuple the inner indices follow: "0,1".
  Exposed allocate_input(std::string path, std::string shape_text, size_t byte_size);
  bool set_input_text(std::string path, std::string text);
  bool set_input_file(std::string path, std::string name, Exposed bytes, size_t byte_size);
  bool set_input_tensor(std::string path, const TensorHandle& tensor);

  // Adds the next entry of a channel from the host to the process that was set. Channel 0 is the
  // infeed.
  void add_infeed_text(double channel, std::string text);
  bool add_infeed_file(double channel, std::string name, Exposed bytes, size_t byte_size);

  bool has_started() const { return session_ != nullptr || debugger_ != nullptr; }
  bool start();
  // Estimates the cost of a run. Returns "null" if that fails: diagnostics() has the reason.
  std::string estimate();
  // Returns 0: finished; 1: budget spent; 2: failed; 3: waiting for the next message.
  int run(double work_budget);

  // --- Stepping. Each breakpoint is five numbers: whether `at` is a line (0) or a byte of the
  // source (1); `at`; the execution (0: every one); Condition::kind; and the bits of its limit. The
  // result is an array with an array of places for each breakpoint.
  bool start_stepping();
  std::string set_breakpoints(std::string breakpoints);
  void set_trap(bool stops_at_non_finite) { debugger_->SetTrap(stops_at_non_finite); }
  void go_on() { debugger_->GoOn(); }
  std::string go_on_to(std::string breakpoints);
  void step() { debugger_->Step(); }
  void step_over() { debugger_->StepOver(); }
  void step_out() { debugger_->StepOut(); }
  // Returns false if no value is defined there.
  bool go_to_value(uint32_t offset, size_t index, int process, double execution);
  void go_to(double clock) { debugger_->GoTo(static_cast<uint64_t>(clock)); }
  // Returns 0: arrived; 1: budget spent; 2: breakpoint; 3: NaN or infinity; 4: finished; 5: failed;
  // 6: lost.
  int run_stepping(double work_budget) {
    return static_cast<int>(debugger_->Run(static_cast<int64_t>(work_budget)));
  }
  // Describes the current place and the cost of going back.
  std::string place() const;
  std::string history(size_t count) const { return DescribeAll(debugger_->History(count)); }

  // Records from the start what each process does and when.
  void set_tracing(double limit) { trace_ = std::make_unique<Trace>(static_cast<uint64_t>(limit)); }
  std::string trace() const { return trace_->Json(*program_, session().grid()); }
  // Serializes the trace for TraceHandle and returns its size in bytes; it is at trace_address().
  size_t write_trace() {
    trace_bytes_ = trace_->Bytes();
    return trace_bytes_.size();
  }
  Exposed trace_address() const { return Expose(trace_bytes_.data(), trace_bytes_.size()); }
  // Measures each operation from the start. profile() also measures the machine.
  void set_profiling() { profile_ = std::make_unique<Profile>(); }
  std::string profile() const {
    return profile_->Report(*program_, session(), MeasureLimits(1)).Json();
  }

  // --- Messages to the hub and from it.
  Exposed allocate_message(size_t byte_size) { return box_.Allocate(byte_size); }
  void receive_message() { peer_->TakeBytes(box_.TakeIncoming()); }
  // Takes the next outgoing message and returns its size; -1: none. It is at message_address()
  // until the next call.
  int take_message() { return box_.Take() < 0 ? -1 : static_cast<int>(box_.byte_size()); }
  Exposed message_address() const { return box_.address(); }

  // --- For wasm/why, which starts the run itself.
  const std::shared_ptr<const Program>& program() const { return program_; }
  SessionOptions TakeOptions() { return std::move(options_); }
  void Add(std::vector<Diagnostic> diagnostics) {
    for (Diagnostic& one : diagnostics) diagnostics_.push_back(std::move(one));
  }

  std::string diagnostics() const;
  // Remarks about a finished run: see Session::Remarks.
  std::string remarks() const { return DiagnosticsJson(session().Remarks(), program_->source()); }
  std::string take_printed() { return std::exchange(printed_, {}); }
  // Takes the next outfeed and returns the process it is from; -1: none. Its values are available
  // until the next call.
  int take_outfeed() { return outfeed_.Take(); }
  double outfeed_channel() const { return outfeed_.channel(); }
  size_t outfeed_count() const { return outfeed_.count(); }
  TensorHandle* outfeed_value(size_t index) const { return outfeed_.Value(index); }
  // Returns and clears the logged communications, as a JSON array.
  std::string take_communications() { return std::exchange(communications_, Json()).Array(); }
  // The grid of the run, or before it has started, the grid it would have.
  int replicas() const { return static_cast<int>(grid().replicas); }
  int partitions() const { return static_cast<int>(grid().partitions); }
  size_t result_count() const { return session().result_types().size(); }
  // Returns a result of the process with this flattened id. Null for a token.
  TensorHandle* result(size_t index, int process) const {
    const Tensor& tensor = session().results(ProcessOf(process))[index];
    if (!tensor.has_value()) return nullptr;
    return new TensorHandle(tensor, session().result_types()[index]);
  }
  // Hashes the bits of all results here, continuing from `state`, the hash of the processes before
  // (16 hexadecimal digits; empty: none). If `is_last`, returns the hash of all processes.
  std::string hash_on(std::string state, bool is_last) const;
  TensorHandle* value_at(uint32_t offset, int process, size_t index, size_t part) const;
  // Summarizes the available values whose names are in bytes begin .. end.
  std::string values(uint32_t begin, uint32_t end, int process) const {
    return DescribeAll(ValuesIn(*program_, session(), Span{begin, end}, ProcessOf(process)));
  }
  double work_done() const { return static_cast<double>(session().progress().work_done); }
  double estimated_work() const { return static_cast<double>(session().progress().estimated_work); }
  uint32_t current_line() const { return session().current_line(); }
  // Number of arithmetic operations on elements so far, and of bytes that the steps read and wrote.
  double flops() const { return static_cast<double>(session().counts().operations); }
  double bytes() const { return static_cast<double>(session().counts().bytes); }
  double peak_bytes() const { return static_cast<double>(session().peak_bytes()); }

 private:
  const Session& session() const { return debugger_ != nullptr ? debugger_->session() : *session_; }
  GridSize grid() const;
  void Listen();
  std::vector<Breakpoint> ReadBreakpoints(const std::string& text, std::string& places) const;
  ProcessId ProcessOf(int flattened) const { return session().grid().ProcessOf(flattened); }

  std::optional<ParameterInfo> ArgumentAt(const std::string& path) const;
  Exposed Refuse(const ParameterInfo& parameter, const std::string& why);
  void Give(size_t leaf, Tensor value);
  InfeedEntry& AddInfeed(double channel);
  // Returns the budget that all inputs read from texts and files share.
  const std::shared_ptr<MemoryBudget>& Memory() {
    if (memory_ == nullptr) memory_ = std::make_shared<MemoryBudget>(options_.memory_bytes);
    return memory_;
  }
  // Stores the values that `make` returns for an argument, one for each leaf.
  template <class MakeValues>
  bool Keep(const std::string& path, MakeValues make);

  std::shared_ptr<const Program> program_;
  const FunctionInfo* entry_ = nullptr;
  SessionOptions options_;
  std::shared_ptr<MemoryBudget> memory_;
  ProcessId process_{-1, -1};
  std::vector<Diagnostic> diagnostics_;
  // The session reports to the trace and the profile, so they are destroyed after it.
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<Profile> profile_;
  std::string trace_bytes_;
  // At most one is set, from the start on.
  std::unique_ptr<Session> session_;
  std::unique_ptr<Debugger> debugger_;
  std::string printed_;
  OutfeedBox outfeed_;
  bool tells_communications_ = false;
  Json communications_;
  MessageBox box_;
  std::shared_ptr<Peer> peer_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_SESSION_HANDLE_H_
