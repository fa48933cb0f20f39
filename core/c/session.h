// Sessions: one execution of a function, in slices.
#ifndef PADDOCK_CORE_C_SESSION_H_
#define PADDOCK_CORE_C_SESSION_H_

#include "core/c/base.h"
#include "core/c/custom_call.h"
#include "core/c/diagnostics.h"
#include "core/c/inputs.h"
#include "core/c/program.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// One execution of a function of a program.
typedef struct paddock_session paddock_session;

typedef int32_t paddock_level;
enum {
  PADDOCK_LEVEL_FAST = 0,     // fuses operations and reuses memory
  PADDOCK_LEVEL_FAITHFUL = 1  // keeps every value; the same bits
};

typedef int32_t paddock_numerics;
enum {
  PADDOCK_NUMERICS_FAST = 0,     // may fuse multiplications with additions
  PADDOCK_NUMERICS_PORTABLE = 1  // the same bits on every machine
};

typedef int32_t paddock_grid_mode;
enum {
  PADDOCK_GRID_COOPERATIVE = 0,  // processes run in turns on the caller's thread
  PADDOCK_GRID_THREADS = 1       // several processes run at once
};

// Entry of stablehlo.outfeed, or of stablehlo.send to the host, valid until the callback returns.
typedef struct paddock_outfeed {
  size_t struct_size;
  int64_t replica;
  int64_t partition;
  // 0 for stablehlo.outfeed.
  int64_t channel;
  size_t value_count;
  const paddock_tensor_view* values;
} paddock_outfeed;

// Callbacks are called during paddock_session_run, one at a time, on a thread of the run. They must
// not throw, and must not use the session.
typedef struct paddock_run_options {
  size_t struct_size;
  paddock_level level;
  paddock_numerics numerics;
  // Size of the process grid. 0 x 0 means the grid of the program's attributes or comments, or 1 x
  // 1.
  int64_t replicas;
  int64_t partitions;
  paddock_grid_mode grid_mode;
  // Threads that share large operations, or processes that run at once with PADDOCK_GRID_THREADS. 0
  // means the processors that this process may use; at most 1024.
  int32_t threads;
  // Seed of `rng`.
  uint64_t seed;
  // Limit for the bytes of tensors. 0 means 4 GiB.
  uint64_t memory_bytes;
  const paddock_custom_calls* custom_calls;
  // Passed to the callbacks.
  void* user_data;
  // Output of interpreter.print: `size` bytes, with the newline, without a zero byte.
  void (*on_print)(void* user_data, const char* text, size_t size);
  void (*on_outfeed)(void* user_data, const paddock_outfeed* entry);
  // Value of interpreter.probe with its id, and the number of earlier probes with that id.
  void (*on_probe)(void* user_data, const char* id, int64_t iteration,
                   const paddock_tensor_view* value);
} paddock_run_options;

// Prepares a run of the function of `inputs`. `inputs` NULL means the default function, with values
// from the program's comments. `options` may be NULL. PADDOCK_ERROR if the program has errors, an
// operation cannot run, an input is absent or does not match, or memory does not suffice.
// PADDOCK_WRONG_STATE if `inputs` belong to another program.
PADDOCK_C_API paddock_status paddock_session_start(const paddock_program* program,
                                                   const paddock_inputs* inputs,
                                                   const paddock_run_options* options,
                                                   paddock_session** session,
                                                   paddock_diagnostics** diagnostics);

typedef int32_t paddock_stop;
enum {
  PADDOCK_STOP_FINISHED = 0,
  PADDOCK_STOP_BUDGET_SPENT = 1,  // run again to continue
  PADDOCK_STOP_CANCELLED = 2,     // run again to continue
  PADDOCK_STOP_FAILED = 3,        // paddock_session_diagnostics has the reason
  PADDOCK_STOP_BREAKPOINT = 4,    // debugger: before the operation of a breakpoint
  PADDOCK_STOP_TRAP = 5,          // debugger: after an operation that computed NaN or infinity
  PADDOCK_STOP_REACHED = 6        // debugger: at its destination
};

// Runs until the end, a failure, about `work_budget` units of work (one is about 0.25 ns), or a
// cancellation. A budget of 0 has no limit. Returns PADDOCK_OK with the reason in `stop`, also for
// PADDOCK_STOP_FAILED.
PADDOCK_C_API paddock_status paddock_session_run(paddock_session* session, int64_t work_budget,
                                                 paddock_stop* stop);

// Ends the current paddock_session_run, or else the next one, within about 10 ms of work. Any
// thread, any callback and a signal handler may call it.
PADDOCK_C_API paddock_status paddock_session_cancel(paddock_session* session);

// Stores the size of the grid.
PADDOCK_C_API paddock_status paddock_session_grid(const paddock_session* session, int64_t* replicas,
                                                  int64_t* partitions);

// Returns the number of results, with tuples flattened; 0 before the end and for a wrong handle.
PADDOCK_C_API size_t paddock_session_result_count(const paddock_session* session);
// Stores a result of one process after PADDOCK_STOP_FINISHED; PADDOCK_WRONG_STATE before. The
// tensor shares the session's memory and may outlive the session. A token is PADDOCK_NO_VALUE.
PADDOCK_C_API paddock_status paddock_session_result(const paddock_session* session, int64_t replica,
                                                    int64_t partition, size_t index,
                                                    paddock_tensor** tensor);
// Returns the type of a result, with the sizes of this run; NULL before the end or past the last.
PADDOCK_C_API const char* paddock_session_result_type(const paddock_session* session, size_t index);

// Stores a copy of the value whose name covers byte `offset` of the text where it is defined: an
// argument, or result `index` of several under one name. `part` is a leaf of a tuple, otherwise 0.
// PADDOCK_NO_VALUE if it is not computed yet or not kept; at PADDOCK_LEVEL_FAITHFUL all are kept.
PADDOCK_C_API paddock_status paddock_session_value(const paddock_session* session, uint32_t offset,
                                                   int64_t replica, int64_t partition, size_t index,
                                                   size_t part, paddock_tensor** tensor);

// Receives a value in place, valid until it returns. If all elements are equal, the session may
// store only one: then `byte_strides` are 0, and `byte_size` is the size of one element.
typedef void (*paddock_look)(void* user_data, const paddock_tensor_view* value);

// Like paddock_session_value, without a copy: calls `look` once with the current value.
PADDOCK_C_API paddock_status paddock_session_look(const paddock_session* session, uint32_t offset,
                                                  int64_t replica, int64_t partition, size_t index,
                                                  size_t part, paddock_look look, void* user_data);

// Stores the reasons of a failure.
PADDOCK_C_API paddock_status paddock_session_diagnostics(const paddock_session* session,
                                                         paddock_diagnostics** diagnostics);
// Stores, after the end, one diagnostic for each unmet expectation in the program's comments, and
// one for each unread entry of an infeed. PADDOCK_WRONG_STATE before the end.
PADDOCK_C_API paddock_status paddock_session_remarks(const paddock_session* session,
                                                     paddock_diagnostics** diagnostics);

typedef struct paddock_progress {
  size_t struct_size;
  // Units of work. The estimate counts every step once, so a run with a loop exceeds it.
  int64_t work_done;
  int64_t estimated_work;
  // Line of the operation that runs next; 0 if unknown.
  uint32_t line;
  // Arithmetic operations on elements, bytes read and written, and steps, so far.
  uint64_t operations;
  uint64_t bytes;
  uint64_t steps;
  // Maximum bytes of values that the run needs, known before it starts.
  uint64_t peak_bytes;
} paddock_progress;

PADDOCK_C_API paddock_status paddock_session_progress(const paddock_session* session,
                                                      paddock_progress* progress);

PADDOCK_C_API void paddock_session_free(paddock_session* session);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_SESSION_H_
