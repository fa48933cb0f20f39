// Programs: StableHLO texts and artifacts that are read and checked.
#ifndef PADDOCK_CORE_C_PROGRAM_H_
#define PADDOCK_CORE_C_PROGRAM_H_

#include "core/c/base.h"
#include "core/c/custom_call.h"
#include "core/c/diagnostics.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Program that is read and checked. It is immutable.
typedef struct paddock_program paddock_program;

typedef struct paddock_load_options {
  size_t struct_size;
  // 1: constraint violations that upstream's test vectors allow are errors instead of warnings.
  int32_t strict;
  // Functions that sessions will have. The check does not warn about their targets.
  const paddock_custom_calls* custom_calls;
  // NULL: the bytes are copied. Otherwise they are read in place, and `release` is called with
  // `release_data` when neither the program nor its constants need them: exactly once if the
  // function stores a program, otherwise never.
  paddock_release release;
  void* release_data;
} paddock_load_options;

// Reads and checks `size` bytes: a text, a portable artifact (MLIR bytecode), or a file of
// jax.export. `name` is the file's name in diagnostics. `options` may be NULL. Stores a program
// both with PADDOCK_OK and with PADDOCK_ERROR; a program with errors can be printed and queried,
// but not run. `diagnostics`, which may be NULL, also gets the warnings.
PADDOCK_C_API paddock_status paddock_program_load(const char* name, const void* bytes, size_t size,
                                                  const paddock_load_options* options,
                                                  paddock_program** program,
                                                  paddock_diagnostics** diagnostics);

// Stores the diagnostics of reading and checking.
PADDOCK_C_API paddock_status paddock_program_diagnostics(const paddock_program* program,
                                                         paddock_diagnostics** diagnostics);

typedef int32_t paddock_form;
enum {
  PADDOCK_FORM_PRETTY = 0,  // short forms and the source's names
  PADDOCK_FORM_GENERIC = 1  // canonical: %0, %arg0, sorted attributes
};

// Prints the program as a text that can be loaded.
PADDOCK_C_API paddock_status paddock_program_print(const paddock_program* program,
                                                   paddock_form form, paddock_bytes** text);

// Writes the program as a portable artifact of `version`, "0.9" to "1.20"; NULL means the newest.
// PADDOCK_OUT_OF_RANGE for any other version; PADDOCK_ERROR if the version cannot express the
// program.
PADDOCK_C_API paddock_status paddock_program_write_artifact(const paddock_program* program,
                                                            const char* version,
                                                            paddock_bytes** artifact,
                                                            paddock_diagnostics** diagnostics);

// Tuples are flattened: an argument or a result that is a tuple counts as its elements.
typedef struct paddock_function {
  size_t struct_size;
  const char* name;
  int32_t is_public;
  int32_t has_body;
  size_t argument_count;
  size_t result_count;
  // Place of the function in the text.
  paddock_place place;
} paddock_function;

typedef struct paddock_parameter {
  size_t struct_size;
  // Name of an argument without `%`; for a result its jax.result_info, or empty. A tuple element
  // adds its path: "x.1.0".
  const char* name;
  // Type in the notation of programs: "tensor<2x?xf32>".
  const char* type;
  // PADDOCK_NO_ELEMENT_TYPE for tokens and other types without elements.
  paddock_element_type element_type;
  uint32_t rank;
  // Dimension sizes; -1 means known at run time. NULL if rank is 0.
  const int64_t* shape;
  paddock_place place;
} paddock_parameter;

// Returns the number of functions; 0 for a null or wrong handle.
PADDOCK_C_API size_t paddock_program_function_count(const paddock_program* program);
// Stores the index of the function called `name`. NULL or "" means the default of a session: @main,
// or else the only function. PADDOCK_NO_VALUE if there is none.
PADDOCK_C_API paddock_status paddock_program_find_function(const paddock_program* program,
                                                           const char* name, size_t* index);
// Read a function, one of its arguments, or one of its results.
PADDOCK_C_API paddock_status paddock_program_function(const paddock_program* program, size_t index,
                                                      paddock_function* function);
PADDOCK_C_API paddock_status paddock_program_argument(const paddock_program* program,
                                                      size_t function, size_t index,
                                                      paddock_parameter* parameter);
PADDOCK_C_API paddock_status paddock_program_result(const paddock_program* program, size_t function,
                                                    size_t index, paddock_parameter* parameter);

PADDOCK_C_API void paddock_program_free(paddock_program* program);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_PROGRAM_H_
