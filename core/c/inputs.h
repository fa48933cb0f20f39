// Inputs: values for the arguments of a function, and for the feeds that a run reads from its host.
#ifndef PADDOCK_CORE_C_INPUTS_H_
#define PADDOCK_CORE_C_INPUTS_H_

#include "core/c/base.h"
#include "core/c/diagnostics.h"
#include "core/c/program.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Values for the arguments of one function. Arguments have the indices of paddock_program_argument.
// Those without a value here take it from comments of the program.
typedef struct paddock_inputs paddock_inputs;

// As replica and partition: every process of the grid.
#define PADDOCK_ALL_PROCESSES (-1)

// Makes inputs of the function called `function`; NULL means the default, as in
// paddock_program_find_function. PADDOCK_NO_VALUE if there is no such function.
PADDOCK_C_API paddock_status paddock_inputs_create(const paddock_program* program,
                                                   const char* function, paddock_inputs** inputs);

// Sets an argument for every process. The tensor's bytes are shared, not copied. Its type is
// checked when a session starts, which fails with diagnostics if it does not match.
PADDOCK_C_API paddock_status paddock_inputs_set(paddock_inputs* inputs, size_t argument,
                                                const paddock_tensor* tensor);
// Sets an argument for one process.
PADDOCK_C_API paddock_status paddock_inputs_set_for(paddock_inputs* inputs, int64_t replica,
                                                    int64_t partition, size_t argument,
                                                    const paddock_tensor* tensor);
// Sets an argument from a text: "dense<...>", a list such as "[[1, 2], [3, 4]]", a number, or a
// rule: "zeros", "ones", "iota", "random:SEED". A type after a rule determines the argument's open
// sizes: "iota : tensor<4x3xf32>".
PADDOCK_C_API paddock_status paddock_inputs_set_text(paddock_inputs* inputs, size_t argument,
                                                     const char* text,
                                                     paddock_diagnostics** diagnostics);
// Sets an argument from the bytes of a .npy, .npz or safetensors file. Of several arrays, takes the
// one with the argument's name. `name` is the file's name in diagnostics. The bytes are copied.
PADDOCK_C_API paddock_status paddock_inputs_set_file(paddock_inputs* inputs, size_t argument,
                                                     const char* name, const void* bytes,
                                                     size_t size,
                                                     paddock_diagnostics** diagnostics);

// Adds the next entry for stablehlo.infeed, or, with a channel other than 0, for stablehlo.recv
// from the host on that channel. `replica` and `partition` are one process, or both
// PADDOCK_ALL_PROCESSES. An entry has a tensor for each result without the token.
PADDOCK_C_API paddock_status paddock_inputs_add_infeed(paddock_inputs* inputs, int64_t channel,
                                                       int64_t replica, int64_t partition,
                                                       const paddock_tensor* const* tensors,
                                                       size_t count);

PADDOCK_C_API void paddock_inputs_free(paddock_inputs* inputs);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_INPUTS_H_
