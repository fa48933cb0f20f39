// The C interface of Paddock: load a StableHLO program, check it, run it, step through it.
//
//   paddock_program* program = NULL;
//   if (paddock_program_load("add.mlir", text, size, NULL, &program, NULL) != PADDOCK_OK) ...
//   paddock_session* session = NULL;
//   paddock_session_start(program, inputs, NULL, &session, &diagnostics);
//   paddock_session_run(session, 0, &stop);
//   paddock_session_result(session, 0, 0, 0, &tensor);
//
// Rules that hold for every function:
//
// Errors. A function that can fail returns a paddock_status. PADDOCK_OK is 0. After PADDOCK_ERROR,
// the diagnostics describe the error in the program, an input or the run. Every other status
// reports wrong use: a null or wrong handle, an index or a size out of range, a call at the wrong
// moment. Wrong use changes nothing and sets no output. Nothing throws, prints, exits or calls
// longjmp.
//
// Ownership. A handle that a function stores through a `**` parameter belongs to the caller, which
// releases it with the `_free` function of its type. `_free` takes NULL. A handle keeps its
// dependencies alive, so handles may be released in any order. Texts and arrays inside a struct
// belong to the handle that the struct was read from and live as long as that handle, unless stated
// otherwise.
//
// Compatibility. Structs begin with `struct_size`: set it to sizeof of the struct, and the other
// members of an options struct to 0. 0 means the default of a member. Later versions add members at
// the end, functions, and enumerators; they change and remove none.
//
// Threads. Programs, tensors, diagnostics and bytes do not change, so several threads may use one
// at once. Any other handle is used by one thread at a time, except for paddock_session_cancel and
// paddock_debugger_cancel. A handle is released by one thread, while no other uses it.
#ifndef PADDOCK_CORE_C_PADDOCK_H_
#define PADDOCK_CORE_C_PADDOCK_H_

#include "core/c/base.h"
#include "core/c/builder.h"
#include "core/c/custom_call.h"
#include "core/c/debugger.h"
#include "core/c/diagnostics.h"
#include "core/c/inputs.h"
#include "core/c/program.h"
#include "core/c/session.h"
#include "core/c/tensor.h"

#endif  // PADDOCK_CORE_C_PADDOCK_H_
