// What JavaScript sees of core/api. The objects here stay inside the package: its own
// classes own and delete them. Values stay in this module's memory; JavaScript gets
// addresses and copies what it shows. Text offsets count UTF-8 bytes.
#include <emscripten/bind.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/api/fixes.h"
#include "core/api/hash.h"
#include "core/api/inputs.h"
#include "core/api/program.h"
#include "core/api/session.h"
#include "core/api/structure.h"
#include "core/api/values.h"
#include "core/api/version.h"
#include "core/diagnostics/json.h"
#include "wasm/describe.h"
#include "wasm/tensor_handle.h"

namespace paddock {
namespace {

using emscripten::allow_raw_pointers;

class ProgramHandle {
 public:
  static ProgramHandle* Load(std::string name, std::string text, bool is_strict) {
    auto* handle = new ProgramHandle();
    handle->program_ = Program::Load(std::move(name), std::move(text), {.strict = is_strict});
    return handle;
  }

  bool has_errors() const { return program_->has_errors(); }
  std::string diagnostics() const {
    return DiagnosticsJson(program_->diagnostics(), program_->source());
  }
  std::string functions() const { return DescribeAll(program_->functions()); }
  // The entry's name, or empty where there is none to run.
  std::string entry(std::string name) const {
    std::string problem;
    const FunctionInfo* found = program_->FindEntry(name, problem);
    return found == nullptr ? "" : found->name;
  }
  bool has_commented_inputs() const { return program_->has_commented_inputs(); }
  std::string print(bool is_generic) const {
    return program_->Print(is_generic ? PrintForm::kGeneric : PrintForm::kPretty);
  }
  // Of the operations that stand in bytes begin .. end.
  std::string operations(uint32_t begin, uint32_t end) const {
    return DescribeAll(OperationsIn(*program_, Span{begin, end}));
  }
  // What is named at byte `offset`, or null.
  std::string name_at(uint32_t offset) const {
    const auto name = NameAt(*program_, offset);
    return name ? Describe(*name) : "null";
  }
  // The text with every certain fix made, and how many were.
  std::string fixed() const {
    const FixedText fixed = MakeFixes(std::string(program_->source().name()),
                                      std::string(program_->source().text()), {});
    return Json()
        .Member("text", std::string_view(fixed.text))
        .Member("count", static_cast<uint64_t>(fixed.fix_count))
        .Object();
  }
  bool is_same_program(const ProgramHandle& other) const {
    return program_->IsSameProgram(*other.program_);
  }

  const std::shared_ptr<const Program>& program() const { return program_; }

 private:
  std::shared_ptr<const Program> program_;
};

class SessionHandle {
 public:
  SessionHandle(const ProgramHandle& program, std::string entry) : program_(program.program()) {
    std::string problem;
    options_.entry = std::move(entry);
    entry_ = program_->FindEntry(options_.entry, problem);
    if (entry_ == nullptr) {
      Diagnostic diagnostic;
      diagnostic.code = "run";
      diagnostic.message = problem;
      diagnostics_.push_back(std::move(diagnostic));
    } else {
      options_.inputs.resize(entry_->arguments.size());
    }
  }

  void set_faithful(bool is_faithful) {
    options_.level = is_faithful ? Level::kFaithful : Level::kFast;
  }
  void set_portable(bool is_portable) {
    options_.numerics = is_portable ? simd::Numerics::kPortable : simd::Numerics::kFast;
  }
  // Of rng, in decimal digits: a number of JavaScript does not hold all of 64 bits.
  void set_seed(std::string digits) {
    std::from_chars(digits.data(), digits.data() + digits.size(), options_.seed);
  }
  // 0 x 0: what the program says.
  void set_grid(int replicas, int partitions) { options_.grid = {replicas, partitions}; }
  // Inputs that are set from now on are for this process alone; of a negative one for all.
  void set_process(int replica, int partition) { process_ = {replica, partition}; }
  void set_memory_bytes(double bytes) { options_.memory_bytes = static_cast<uint64_t>(bytes); }

  // Where JavaScript writes the `byte_size` bytes of argument `index`; 0 if it takes none
  // of this shape or memory does not suffice (diagnostics() says which).
  uintptr_t allocate_input(size_t index, std::string shape_text, size_t byte_size) {
    const std::vector<int64_t> shape = ParseSizes(shape_text);
    if (!IsArgument(index)) return 0;
    const ParameterInfo& parameter = entry_->arguments[index];
    if (!parameter.element_type) return Refuse(parameter, "takes no value from outside");
    Tensor tensor = Tensor::Allocate(*parameter.element_type, shape);
    if (!tensor.has_value()) return Refuse(parameter, "needs more memory than there is");
    if (tensor.byte_size() != byte_size) {
      return Refuse(parameter, "needs " + std::to_string(tensor.byte_size()) + " bytes, not " +
                                   std::to_string(byte_size));
    }
    Give(index, tensor);
    return reinterpret_cast<uintptr_t>(tensor.mutable_data());
  }
  bool set_input_text(size_t index, std::string text) {
    if (!IsArgument(index)) return false;
    return Keep(index, [&](DiagnosticSink& sink) {
      return MakeInput(text, entry_->arguments[index], sink);
    });
  }
  bool set_input_npy(size_t index, std::string name, uintptr_t address, size_t byte_size) {
    if (!IsArgument(index)) return false;
    const std::string_view bytes(reinterpret_cast<const char*>(address), byte_size);
    return Keep(index, [&](DiagnosticSink& sink) {
      return ReadInput(bytes, name, entry_->arguments[index], sink);
    });
  }

  bool has_started() const { return session_ != nullptr; }
  bool start() {
    options_.on_print = [this](std::string_view text) { printed_ += text; };
    session_ = Session::Start(program_, std::move(options_), diagnostics_);
    return session_ != nullptr;
  }
  // 0 finished, 1 budget spent, 2 failed.
  int run(double work_budget) {
    switch (session_->Run(static_cast<int64_t>(work_budget))) {
      case StopReason::kFinished:
        return 0;
      case StopReason::kBudgetSpent:
        return 1;
      default:
        return 2;
    }
  }

  std::string diagnostics() const {
    std::vector<Diagnostic> all = diagnostics_;
    if (session_ != nullptr) {
      all.insert(all.end(), session_->diagnostics().begin(), session_->diagnostics().end());
    }
    return DiagnosticsJson(all, program_->source());
  }
  // Of commented results that were not met.
  std::string unmet_expectations() const {
    return DiagnosticsJson(session_->CheckExpectations(), program_->source());
  }
  std::string take_printed() { return std::exchange(printed_, {}); }
  int replicas() const { return static_cast<int>(session_->grid().replicas); }
  int partitions() const { return static_cast<int>(session_->grid().partitions); }
  size_t result_count() const { return session_->results().size(); }
  // Of a process by its flattened id. Null for a token.
  TensorHandle* result(size_t index, int process) const {
    const Tensor& tensor = session_->results(ProcessOf(process))[index];
    if (!tensor.has_value()) return nullptr;
    return new TensorHandle(tensor, session_->result_types()[index]);
  }
  // 16 hexadecimal digits over the bits of all results of all processes.
  std::string result_hash() const {
    static constexpr char kDigits[] = "0123456789abcdef";
    const uint64_t hash = HashResults(session_->all_results());
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(hash >> shift) & 15];
    return text;
  }
  TensorHandle* value_at(uint32_t offset, int process, size_t index) const {
    std::optional<Session::KeptValue> kept = session_->ValueAt(offset, ProcessOf(process), index);
    if (!kept) return nullptr;
    return new TensorHandle(std::move(kept->value), std::move(kept->type));
  }
  // Summaries of the values whose names stand in bytes begin .. end and that are there.
  std::string values(uint32_t begin, uint32_t end, int process) const {
    return DescribeAll(ValuesIn(*program_, *session_, Span{begin, end}, ProcessOf(process)));
  }
  double work_done() const { return static_cast<double>(session_->progress().work_done); }
  double estimated_work() const { return static_cast<double>(session_->progress().estimated_work); }
  uint32_t current_line() const { return session_->current_line(); }
  double peak_bytes() const { return static_cast<double>(session_->peak_bytes()); }

 private:
  ProcessId ProcessOf(int flattened) const { return session_->grid().ProcessOf(flattened); }

  bool IsArgument(size_t index) const {
    return entry_ != nullptr && index < entry_->arguments.size();
  }

  uintptr_t Refuse(const ParameterInfo& parameter, const std::string& why) {
    Diagnostic diagnostic;
    diagnostic.code = "input";
    diagnostic.span = parameter.span;
    diagnostic.message = "argument %" + parameter.name + ": " + parameter.type + " " + why;
    diagnostics_.push_back(std::move(diagnostic));
    return 0;
  }

  void Give(size_t index, Tensor value) {
    if (process_.replica < 0) {
      options_.inputs[index] = std::move(value);
    } else {
      options_.process_inputs.push_back({process_, index, std::move(value)});
    }
  }

  template <class MakeValue>
  bool Keep(size_t index, MakeValue make) {
    DiagnosticSink sink;
    Result<Tensor> value = make(sink);
    if (value) Give(index, *std::move(value));
    for (Diagnostic& diagnostic : sink.Take()) diagnostics_.push_back(std::move(diagnostic));
    return value.has_value();
  }

  std::shared_ptr<const Program> program_;
  const FunctionInfo* entry_ = nullptr;
  SessionOptions options_;
  ProcessId process_{-1, -1};
  std::vector<Diagnostic> diagnostics_;
  std::unique_ptr<Session> session_;
  std::string printed_;
};

std::string Version() { return std::string(kVersion); }
std::string Target() { return std::string(SimdTargetName()); }

// Memory for what JavaScript hands over (a .npy file); 0 if there is none.
uintptr_t AllocateBytes(size_t size) { return reinterpret_cast<uintptr_t>(std::malloc(size)); }
void FreeBytes(uintptr_t address) { std::free(reinterpret_cast<void*>(address)); }

}  // namespace

EMSCRIPTEN_BINDINGS(paddock) {
  using namespace emscripten;
  function("version", &Version);
  function("simdTarget", &Target);
  function("opTableJson", &OpTableJson);
  function("allocateBytes", &AllocateBytes);
  function("freeBytes", &FreeBytes);
  class_<ProgramHandle>("ProgramHandle")
      .class_function("load", &ProgramHandle::Load, allow_raw_pointers())
      .function("hasErrors", &ProgramHandle::has_errors)
      .function("diagnostics", &ProgramHandle::diagnostics)
      .function("functions", &ProgramHandle::functions)
      .function("entry", &ProgramHandle::entry)
      .function("hasCommentedInputs", &ProgramHandle::has_commented_inputs)
      .function("print", &ProgramHandle::print)
      .function("fixed", &ProgramHandle::fixed)
      .function("operations", &ProgramHandle::operations)
      .function("nameAt", &ProgramHandle::name_at)
      .function("isSameProgram", &ProgramHandle::is_same_program);
  class_<TensorHandle>("TensorHandle")
      .function("type", &TensorHandle::type)
      .function("elementType", &TensorHandle::element_type)
      .function("shape", &TensorHandle::shape)
      .function("address", &TensorHandle::address)
      .function("byteSize", &TensorHandle::byte_size)
      .function("print", &TensorHandle::print)
      .function("json", &TensorHandle::json)
      .function("npy", &TensorHandle::npy, allow_raw_pointers())
      .function("window", &TensorHandle::window, allow_raw_pointers())
      .function("summary", &TensorHandle::summary);
  class_<WindowHandle>("WindowHandle")
      .function("rows", &WindowHandle::rows)
      .function("columns", &WindowHandle::columns)
      .function("channels", &WindowHandle::channels)
      .function("count", &WindowHandle::count)
      .function("values", &WindowHandle::values)
      .function("marks", &WindowHandle::marks);
  class_<SessionHandle>("SessionHandle")
      .constructor<const ProgramHandle&, std::string>()
      .function("setGrid", &SessionHandle::set_grid)
      .function("setProcess", &SessionHandle::set_process)
      .function("replicas", &SessionHandle::replicas)
      .function("partitions", &SessionHandle::partitions)
      .function("setFaithful", &SessionHandle::set_faithful)
      .function("setPortable", &SessionHandle::set_portable)
      .function("setSeed", &SessionHandle::set_seed)
      .function("setMemoryBytes", &SessionHandle::set_memory_bytes)
      .function("allocateInput", &SessionHandle::allocate_input)
      .function("setInputText", &SessionHandle::set_input_text)
      .function("setInputNpy", &SessionHandle::set_input_npy)
      .function("start", &SessionHandle::start)
      .function("hasStarted", &SessionHandle::has_started)
      .function("run", &SessionHandle::run)
      .function("diagnostics", &SessionHandle::diagnostics)
      .function("unmetExpectations", &SessionHandle::unmet_expectations)
      .function("takePrinted", &SessionHandle::take_printed)
      .function("resultCount", &SessionHandle::result_count)
      .function("result", &SessionHandle::result, allow_raw_pointers())
      .function("resultHash", &SessionHandle::result_hash)
      .function("values", &SessionHandle::values)
      .function("valueAt", &SessionHandle::value_at, allow_raw_pointers())
      .function("workDone", &SessionHandle::work_done)
      .function("estimatedWork", &SessionHandle::estimated_work)
      .function("currentLine", &SessionHandle::current_line)
      .function("peakBytes", &SessionHandle::peak_bytes);
}

}  // namespace paddock
