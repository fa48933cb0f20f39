// Functions of the embedder for targets of stablehlo.custom_call.
#ifndef PADDOCK_CORE_C_CUSTOM_CALL_H_
#define PADDOCK_CORE_C_CUSTOM_CALL_H_

#include "core/c/base.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Functions by target. A program or a session takes the functions that exist when it is created;
// later changes do not affect it.
typedef struct paddock_custom_calls paddock_custom_calls;

// One execution of a custom_call, valid until the function returns.
typedef struct paddock_custom_call paddock_custom_call;

// Computes the results of `call` from its operands. Returns 0, or any other number for a failure,
// which ends the run with a diagnostic. The function must not throw. Threads of a session may call
// it at the same time.
typedef int32_t (*paddock_custom_call_function)(paddock_custom_call* call, void* user_data);

PADDOCK_C_API paddock_status paddock_custom_calls_create(paddock_custom_calls** calls);

// Adds the function of a target, which replaces an earlier or a built-in one. `release`, which may
// be NULL, is called with `user_data` after the last use of the function.
PADDOCK_C_API paddock_status paddock_custom_calls_add(paddock_custom_calls* calls,
                                                      const char* target,
                                                      paddock_custom_call_function function,
                                                      void* user_data, paddock_release release);

PADDOCK_C_API void paddock_custom_calls_free(paddock_custom_calls* calls);

// Returns the target; NULL for a null or wrong handle.
PADDOCK_C_API const char* paddock_custom_call_target(const paddock_custom_call* call);
// Stores the process of the grid that executes the call.
PADDOCK_C_API paddock_status paddock_custom_call_process(const paddock_custom_call* call,
                                                         int64_t* replica, int64_t* partition);
// Returns the number of operands and of results. Tuples are flattened; tokens are omitted.
PADDOCK_C_API size_t paddock_custom_call_operand_count(const paddock_custom_call* call);
PADDOCK_C_API size_t paddock_custom_call_result_count(const paddock_custom_call* call);
// Reads the view of an operand.
PADDOCK_C_API paddock_status paddock_custom_call_operand(const paddock_custom_call* call,
                                                         size_t index, paddock_tensor_view* view);
// Reads the view of a result, and stores its writable address in `data`. A result that aliases an
// operand starts as its copy; any other is uninitialised.
PADDOCK_C_API paddock_status paddock_custom_call_result(paddock_custom_call* call, size_t index,
                                                        paddock_tensor_view* view, void** data);
// Makes the text of an attribute of the operation, such as "backend_config", in the notation of
// programs. PADDOCK_NO_VALUE if the operation has no such attribute.
PADDOCK_C_API paddock_status paddock_custom_call_attribute(const paddock_custom_call* call,
                                                           const char* name, paddock_bytes** text);
// Sets the reason of a failure. The text is copied.
PADDOCK_C_API paddock_status paddock_custom_call_fail(paddock_custom_call* call,
                                                      const char* reason);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_CUSTOM_CALL_H_
