// Debugger: runs a program one operation at a time, forward and back.
#ifndef PADDOCK_CORE_C_DEBUGGER_H_
#define PADDOCK_CORE_C_DEBUGGER_H_

#include "core/c/base.h"
#include "core/c/diagnostics.h"
#include "core/c/inputs.h"
#include "core/c/program.h"
#include "core/c/session.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// A run that can stop before any operation. A state is identified by its clock: the number of steps
// before it.
typedef struct paddock_debugger paddock_debugger;

// Like paddock_session_start, at PADDOCK_LEVEL_FAITHFUL on one thread, before the first operation.
PADDOCK_C_API paddock_status paddock_debugger_start(const paddock_program* program,
                                                    const paddock_inputs* inputs,
                                                    const paddock_run_options* options,
                                                    paddock_debugger** debugger,
                                                    paddock_diagnostics** diagnostics);

// Replaces the breakpoints: before each operation that begins on one of the lines, or, on a line
// without one, before the next operation in the text. `lines` may be NULL if `count` is 0. Stores
// the number of lines that have an operation in `found`, which may be NULL.
PADDOCK_C_API paddock_status paddock_debugger_set_breakpoints(paddock_debugger* debugger,
                                                              const uint32_t* lines, size_t count,
                                                              size_t* found);
// Sets whether the debugger also stops after an operation that computes NaN or infinity.
PADDOCK_C_API paddock_status paddock_debugger_set_trap(paddock_debugger* debugger, int32_t is_set);

typedef int32_t paddock_destination;
enum {
  PADDOCK_TO_BREAKPOINT = 0,  // the next breakpoint, or the end
  PADDOCK_TO_NEXT = 1,        // the next operation of any process
  PADDOCK_TO_OVER = 2,        // past the next operation, its callee and its regions
  PADDOCK_TO_OUT = 3,         // out of the innermost call, loop or region
  PADDOCK_TO_PREVIOUS = 4,    // the preceding operation; at the start, no move
  PADDOCK_TO_CLOCK = 5        // the state with this clock, back or forward
};

// Goes to a destination. Only PADDOCK_TO_CLOCK uses `clock`; a clock past the end means the end.
// Stops earlier at a breakpoint, except with PADDOCK_TO_NEXT, _PREVIOUS and _CLOCK. After
// PADDOCK_STOP_BUDGET_SPENT or _CANCELLED, paddock_debugger_continue continues to the same
// destination.
PADDOCK_C_API paddock_status paddock_debugger_go(paddock_debugger* debugger,
                                                 paddock_destination destination, uint64_t clock,
                                                 int64_t work_budget, paddock_stop* stop);
PADDOCK_C_API paddock_status paddock_debugger_continue(paddock_debugger* debugger,
                                                       int64_t work_budget, paddock_stop* stop);
// Like paddock_session_cancel.
PADDOCK_C_API paddock_status paddock_debugger_cancel(paddock_debugger* debugger);

// The next operation. Its texts are valid until the debugger is used again.
typedef struct paddock_debugger_place {
  size_t struct_size;
  uint64_t clock;
  int64_t replica;
  int64_t partition;
  // "stablehlo.add"; empty at the end.
  const char* operation;
  paddock_place place;
  // Number of times that the process has executed the operation.
  uint64_t executions;
} paddock_debugger_place;

PADDOCK_C_API paddock_status paddock_debugger_where(paddock_debugger* debugger,
                                                    paddock_debugger_place* place);

// Like paddock_session_value, in the current state.
PADDOCK_C_API paddock_status paddock_debugger_value(const paddock_debugger* debugger,
                                                    uint32_t offset, int64_t replica,
                                                    int64_t partition, size_t index, size_t part,
                                                    paddock_tensor** tensor);
// Like paddock_session_look, in the current state.
PADDOCK_C_API paddock_status paddock_debugger_look(const paddock_debugger* debugger,
                                                   uint32_t offset, int64_t replica,
                                                   int64_t partition, size_t index, size_t part,
                                                   paddock_look look, void* user_data);
// Like paddock_session_result, after PADDOCK_STOP_FINISHED.
PADDOCK_C_API paddock_status paddock_debugger_result(const paddock_debugger* debugger,
                                                     int64_t replica, int64_t partition,
                                                     size_t index, paddock_tensor** tensor);
// Stores the diagnostics of a failure.
PADDOCK_C_API paddock_status paddock_debugger_diagnostics(const paddock_debugger* debugger,
                                                          paddock_diagnostics** diagnostics);

PADDOCK_C_API void paddock_debugger_free(paddock_debugger* debugger);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_DEBUGGER_H_
