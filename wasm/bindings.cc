// Exports core/api to JavaScript. The package's classes own and delete the objects bound here; its
// users never see them. Values stay in this module's memory: JavaScript gets addresses and copies
// parts on demand. Text offsets count UTF-8 bytes. The native command binds the same list for a
// page (wasm/native).
#ifdef __EMSCRIPTEN__
#include <emscripten/bind.h>
#endif

#include <cstdlib>
#include <string>

#include "core/api/version.h"
#include "wasm/exposed.h"
#include "wasm/file_handles.h"
#include "wasm/hub_handle.h"
#include "wasm/program_handle.h"
#include "wasm/session_handle.h"
#include "wasm/tensor_handle.h"
#include "wasm/trace_handle.h"

#ifdef __EMSCRIPTEN_PTHREADS__
#include "core/exec/threads/processors.h"
#endif

#ifdef __EMSCRIPTEN__
#include "wasm/why/engine_addresses.h"
#else
#include "wasm/native/bind.h"
#endif

namespace paddock {
namespace {

std::string Version() { return std::string(kVersion); }
std::string Target() { return std::string(SimdTargetName()); }

// Allocates memory for bytes that JavaScript passes in, such as a .npy file. None if it fails.
Exposed AllocateBytes(size_t size) { return Expose(std::malloc(size), size); }
void FreeBytes(Exposed bytes) { std::free(DataOf(bytes)); }

#ifdef __EMSCRIPTEN__
// The address of the table that modules in this memory are linked by.
uintptr_t EngineAddresses() { return reinterpret_cast<uintptr_t>(paddock_engine_addresses); }
#endif

}  // namespace

#ifdef __EMSCRIPTEN__
EMSCRIPTEN_BINDINGS(paddock) {
  using namespace emscripten;
  function("engineAddresses", &EngineAddresses);
#ifdef __EMSCRIPTEN_PTHREADS__
  function("setThreads", &SetUsableProcessors);
#endif
#else
void native::Bindings::BindEngine() {
#endif
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
      .function("needsFactor", &ProgramHandle::needs_factor)
      .function("entry", &ProgramHandle::entry)
      .function("hasCommentedInputs", &ProgramHandle::has_commented_inputs)
      .function("print", &ProgramHandle::print)
      .function("info", &ProgramHandle::info)
      .function("fixed", &ProgramHandle::fixed)
      .function("operations", &ProgramHandle::operations)
      .function("nameAt", &ProgramHandle::name_at)
      .function("dimensionAt", &ProgramHandle::dimension_at)
      .function("grid", &ProgramHandle::grid)
      .function("isSameProgram", &ProgramHandle::is_same_program);
  class_<TensorHandle>("TensorHandle")
      .function("type", &TensorHandle::type)
      .function("elementType", &TensorHandle::element_type)
      .function("shape", &TensorHandle::shape)
      .function("address", &TensorHandle::address)
      .function("byteSize", &TensorHandle::byte_size)
      .function("print", &TensorHandle::print)
      .function("window", &TensorHandle::window, allow_raw_pointers())
      .function("summary", &TensorHandle::summary);
  class_<WindowHandle>("WindowHandle")
      .function("rows", &WindowHandle::rows)
      .function("columns", &WindowHandle::columns)
      .function("channels", &WindowHandle::channels)
      .function("count", &WindowHandle::count)
      .function("values", &WindowHandle::values)
      .function("marks", &WindowHandle::marks);
  class_<FileReadHandle>("FileReadHandle")
      .class_function("open", &FileReadHandle::Open, allow_raw_pointers())
      .class_function("openRaw", &FileReadHandle::OpenRaw, allow_raw_pointers())
      .function("load", &FileReadHandle::load, allow_raw_pointers())
      .function("next", &FileReadHandle::next)
      .function("offset", &FileReadHandle::offset)
      .function("address", &FileReadHandle::address)
      .function("byteSize", &FileReadHandle::byte_size)
      .function("diagnostics", &FileReadHandle::diagnostics)
      .function("isIndex", &FileReadHandle::is_index)
      .function("arrays", &FileReadHandle::arrays)
      .function("tensor", &FileReadHandle::tensor, allow_raw_pointers());
  class_<FileWriteHandle>("FileWriteHandle")
      .constructor<std::string>()
      .function("add", &FileWriteHandle::add)
      .function("layOut", &FileWriteHandle::lay_out)
      .function("partCount", &FileWriteHandle::part_count)
      .function("partAddress", &FileWriteHandle::part_address)
      .function("partSize", &FileWriteHandle::part_size)
      .function("partTensor", &FileWriteHandle::part_tensor, allow_raw_pointers());
  class_<HubHandle>("HubHandle")
      .constructor<const ProgramHandle&, int, int, int>()
      .function("allocateMessage", &HubHandle::allocate_message)
      .function("receiveMessage", &HubHandle::receive_message)
      .function("takeMessage", &HubHandle::take_message)
      .function("messageAddress", &HubHandle::message_address)
      .function("messageSize", &HubHandle::message_size)
      .function("takePrinted", &HubHandle::take_printed)
      .function("takeOutfeed", &HubHandle::take_outfeed)
      .function("outfeedChannel", &HubHandle::outfeed_channel)
      .function("outfeedCount", &HubHandle::outfeed_count)
      .function("outfeedValue", &HubHandle::outfeed_value, allow_raw_pointers())
      .function("hasFailed", &HubHandle::has_failed)
      .function("diagnostics", &HubHandle::diagnostics);
  class_<TraceHandle>("TraceHandle")
      .constructor<const ProgramHandle&, int, int>()
      .function("allocate", &TraceHandle::allocate)
      .function("add", &TraceHandle::add)
      .function("json", &TraceHandle::json);
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
      .function("setTellsCommunications", &SessionHandle::set_tells_communications)
      .function("setShare", &SessionHandle::set_share)
      .function("allocateInput", &SessionHandle::allocate_input)
      .function("setInputText", &SessionHandle::set_input_text)
      .function("setInputFile", &SessionHandle::set_input_file)
      .function("setInputTensor", &SessionHandle::set_input_tensor)
      .function("addInfeedText", &SessionHandle::add_infeed_text)
      .function("addInfeedFile", &SessionHandle::add_infeed_file)
      .function("start", &SessionHandle::start)
      .function("startStepping", &SessionHandle::start_stepping)
      .function("estimate", &SessionHandle::estimate)
      .function("hasStarted", &SessionHandle::has_started)
      .function("run", &SessionHandle::run)
      .function("diagnostics", &SessionHandle::diagnostics)
      .function("remarks", &SessionHandle::remarks)
      .function("setBreakpoints", &SessionHandle::set_breakpoints)
      .function("setTrap", &SessionHandle::set_trap)
      .function("goOn", &SessionHandle::go_on)
      .function("goOnTo", &SessionHandle::go_on_to)
      .function("step", &SessionHandle::step)
      .function("stepOver", &SessionHandle::step_over)
      .function("stepOut", &SessionHandle::step_out)
      .function("goTo", &SessionHandle::go_to)
      .function("goToValue", &SessionHandle::go_to_value)
      .function("runStepping", &SessionHandle::run_stepping)
      .function("place", &SessionHandle::place)
      .function("history", &SessionHandle::history)
      .function("setTracing", &SessionHandle::set_tracing)
      .function("trace", &SessionHandle::trace)
      .function("writeTrace", &SessionHandle::write_trace)
      .function("traceAddress", &SessionHandle::trace_address)
      .function("setProfiling", &SessionHandle::set_profiling)
      .function("profile", &SessionHandle::profile)
      .function("takePrinted", &SessionHandle::take_printed)
      .function("takeOutfeed", &SessionHandle::take_outfeed)
      .function("outfeedChannel", &SessionHandle::outfeed_channel)
      .function("outfeedCount", &SessionHandle::outfeed_count)
      .function("outfeedValue", &SessionHandle::outfeed_value, allow_raw_pointers())
      .function("takeCommunications", &SessionHandle::take_communications)
      .function("allocateMessage", &SessionHandle::allocate_message)
      .function("receiveMessage", &SessionHandle::receive_message)
      .function("takeMessage", &SessionHandle::take_message)
      .function("messageAddress", &SessionHandle::message_address)
      .function("resultCount", &SessionHandle::result_count)
      .function("result", &SessionHandle::result, allow_raw_pointers())
      .function("hashOn", &SessionHandle::hash_on)
      .function("values", &SessionHandle::values)
      .function("valueAt", &SessionHandle::value_at, allow_raw_pointers())
      .function("workDone", &SessionHandle::work_done)
      .function("estimatedWork", &SessionHandle::estimated_work)
      .function("currentLine", &SessionHandle::current_line)
      .function("flops", &SessionHandle::flops)
      .function("bytes", &SessionHandle::bytes)
      .function("peakBytes", &SessionHandle::peak_bytes);
}

}  // namespace paddock
