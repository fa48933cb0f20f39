// A run, as JavaScript drives it: inputs, slices of work, messages to the other processes of a
// grid, and what came out.
#ifndef PADDOCK_WASM_SESSION_HANDLE_H_
#define PADDOCK_WASM_SESSION_HANDLE_H_

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/debugger.h"
#include "core/api/profile.h"
#include "core/api/session.h"
#include "core/api/trace.h"
#include "core/api/values.h"
#include "core/grid/peer.h"
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
  // 0 x 0: what the program says.
  void set_grid(int replicas, int partitions) { options_.grid = {replicas, partitions}; }
  // Inputs that are set from now on are for this process alone; of a negative one for all.
  void set_process(int replica, int partition) { process_ = {replica, partition}; }
  void set_memory_bytes(double bytes) { options_.memory_bytes = static_cast<uint64_t>(bytes); }
  // Of rng, in decimal digits: a number of JavaScript does not hold all of 64 bits.
  void set_seed(std::string digits) {
    std::from_chars(digits.data(), digits.data() + digits.size(), options_.seed);
  }
  // What processes give each other is told from now on: see take_communications.
  void set_tells_communications(bool is_telling) { tells_communications_ = is_telling; }
  // Only the processes of place `place` of so many run here, in the grid that was set; the
  // others are beyond the messages. False: there is no such grid.
  bool set_share(int place, int places);

  // Where JavaScript writes the `byte_size` bytes of an argument; 0 if it takes none of this shape
  // or memory does not suffice (diagnostics() says which). `path` is its index and, of an element
  // of a tuple, the indices behind that: "0,1".
  uintptr_t allocate_input(std::string path, std::string shape_text, size_t byte_size);
  bool set_input_text(std::string path, std::string text);
  bool set_input_file(std::string path, std::string name, uintptr_t address, size_t byte_size);
  bool set_input_tensor(std::string path, const TensorHandle& tensor);

  // The next entry of a channel from the host, 0 for the infeed, of the process that was set.
  void add_infeed_text(double channel, std::string text);
  bool add_infeed_file(double channel, std::string name, uintptr_t address, size_t byte_size);

  bool has_started() const { return session_ != nullptr || debugger_ != nullptr; }
  bool start();
  // What a run would take, or null: diagnostics() says why.
  std::string estimate();
  // 0 finished, 1 budget spent, 2 failed, 3 nothing can go on before the next message.
  int run(double work_budget);

  // --- Going step by step. Breakpoints are numbers: whether `at` is a line (0) or a byte of the
  // source (1), `at`, and which execution (0: every one), of each. The answer is an array of where
  // each of them is now: an array of places.
  bool start_stepping();
  std::string set_breakpoints(std::string breakpoints);
  void set_trap(bool stops_at_non_finite) { debugger_->SetTrap(stops_at_non_finite); }
  void go_on() { debugger_->GoOn(); }
  std::string go_on_to(std::string breakpoints);
  void step() { debugger_->Step(); }
  void step_over() { debugger_->StepOver(); }
  void step_out() { debugger_->StepOut(); }
  // False if no value is defined there.
  bool go_to_value(uint32_t offset, size_t index, int process, double execution);
  void go_to(double clock) { debugger_->GoTo(static_cast<uint64_t>(clock)); }
  // 0 there, 1 budget spent, 2 breakpoint, 3 NaN or infinity, 4 finished, 5 failed, 6 lost.
  int run_stepping(double work_budget) {
    return static_cast<int>(debugger_->Run(static_cast<int64_t>(work_budget)));
  }
  // Where it stands, and what it costs to be able to go back.
  std::string place() const;
  std::string history(size_t count) const { return DescribeAll(debugger_->History(count)); }

  // What each process does and when is kept from the start on.
  void set_tracing(double limit) { trace_ = std::make_unique<Trace>(static_cast<uint64_t>(limit)); }
  std::string trace() const { return trace_->Json(*program_, session().grid()); }
  // The same for TraceHandle: how many bytes there are at trace_address().
  size_t write_trace() {
    trace_bytes_ = trace_->Bytes();
    return trace_bytes_.size();
  }
  uintptr_t trace_address() const { return reinterpret_cast<uintptr_t>(trace_bytes_.data()); }
  // What each operation takes is kept from the start on; the answer measures the machine, too.
  void set_profiling() { profile_ = std::make_unique<Profile>(); }
  std::string profile() const {
    return profile_->Report(*program_, session(), MeasureLimits(1)).Json();
  }

  // --- Messages to the hub and from it.
  uintptr_t allocate_message(size_t byte_size) { return box_.Allocate(byte_size); }
  void receive_message() { peer_->TakeBytes(box_.TakeIncoming()); }
  // The size of the next one to be sent, at message_address() until the next call; -1: none.
  int take_message() { return box_.Take() < 0 ? -1 : static_cast<int>(box_.byte_size()); }
  uintptr_t message_address() const { return box_.address(); }

  std::string diagnostics() const;
  // Remarks about a finished run: see Session::Remarks.
  std::string remarks() const { return DiagnosticsJson(session().Remarks(), program_->source()); }
  std::string take_printed() { return std::exchange(printed_, {}); }
  // What processes put out: the process of the next outfeed, whose values are there until the next
  // call; -1: there is none.
  int take_outfeed() { return outfeed_.Take(); }
  double outfeed_channel() const { return outfeed_.channel(); }
  size_t outfeed_count() const { return outfeed_.count(); }
  TensorHandle* outfeed_value(size_t index) const { return outfeed_.Value(index); }
  // A JSON array of what was told since it was last asked for.
  std::string take_communications() { return std::exchange(communications_, Json()).Array(); }
  int replicas() const { return static_cast<int>(session().grid().replicas); }
  int partitions() const { return static_cast<int>(session().grid().partitions); }
  size_t result_count() const { return session().result_types().size(); }
  // Of a process by its flattened id. Null for a token.
  TensorHandle* result(size_t index, int process) const {
    const Tensor& tensor = session().results(ProcessOf(process))[index];
    if (!tensor.has_value()) return nullptr;
    return new TensorHandle(tensor, session().result_types()[index]);
  }
  // Over the bits of all results here, begun where `state` of the processes before ended (16
  // hexadecimal digits; empty: there are none); of the last ones the hash of all.
  std::string hash_on(std::string state, bool is_last) const;
  TensorHandle* value_at(uint32_t offset, int process, size_t index, size_t part) const;
  // Summaries of the values whose names stand in bytes begin .. end and that are there.
  std::string values(uint32_t begin, uint32_t end, int process) const {
    return DescribeAll(ValuesIn(*program_, session(), Span{begin, end}, ProcessOf(process)));
  }
  double work_done() const { return static_cast<double>(session().progress().work_done); }
  double estimated_work() const { return static_cast<double>(session().progress().estimated_work); }
  uint32_t current_line() const { return session().current_line(); }
  // Arithmetic operations on elements that the run did, and bytes that its steps read and wrote.
  double flops() const { return static_cast<double>(session().counts().operations); }
  double bytes() const { return static_cast<double>(session().counts().bytes); }
  double peak_bytes() const { return static_cast<double>(session().peak_bytes()); }

 private:
  const Session& session() const { return debugger_ != nullptr ? debugger_->session() : *session_; }
  void Listen();
  std::vector<Breakpoint> ReadBreakpoints(const std::string& text, std::string& places) const;
  ProcessId ProcessOf(int flattened) const { return session().grid().ProcessOf(flattened); }

  std::optional<ParameterInfo> ArgumentAt(const std::string& path) const;
  uintptr_t Refuse(const ParameterInfo& parameter, const std::string& why);
  void Give(size_t leaf, Tensor value);
  InfeedEntry& AddInfeed(double channel);
  // Of all inputs together that are read from texts and files.
  const std::shared_ptr<MemoryBudget>& Memory() {
    if (memory_ == nullptr) memory_ = std::make_shared<MemoryBudget>(options_.memory_bytes);
    return memory_;
  }
  // Stores the values that `make` returns for an argument, one a leaf.
  template <class MakeValues>
  bool Keep(const std::string& path, MakeValues make);

  std::shared_ptr<const Program> program_;
  const FunctionInfo* entry_ = nullptr;
  SessionOptions options_;
  std::shared_ptr<MemoryBudget> memory_;
  ProcessId process_{-1, -1};
  std::vector<Diagnostic> diagnostics_;
  // Outlives the session, which tells it.
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<Profile> profile_;
  std::string trace_bytes_;
  // One of the two, once started.
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
