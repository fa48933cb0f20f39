// Builders: programs made operation by operation, without a text.
//
//   paddock_builder* builder = NULL;
//   paddock_function_builder* f = NULL;
//   paddock_builder_create(&builder);
//   paddock_builder_add_function(builder, "main", &options, &f);
//   paddock_function_builder_begin(f, "stablehlo.add");
//   paddock_function_builder_add_operands(f, operands, 2);
//   paddock_function_builder_end(f, &sum, NULL);
//   paddock_function_builder_return(f, &sum, 1, NULL);
//   paddock_builder_finish(builder, "sum.mlir", NULL, &program, &diagnostics);
#ifndef PADDOCK_CORE_C_BUILDER_H_
#define PADDOCK_CORE_C_BUILDER_H_

#include "core/c/base.h"
#include "core/c/diagnostics.h"
#include "core/c/program.h"
#include "core/c/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Program that is being built. One thread at a time uses a builder and its functions.
typedef struct paddock_builder paddock_builder;

// Function of a builder.
typedef struct paddock_function_builder paddock_function_builder;

// Value of a builder: an argument of a function or a region, or the result of an operation. Values
// that are made together are consecutive numbers. After a mistake the result of an operation is
// PADDOCK_FAILED_VALUE. Calls that use it make nothing and report nothing more.
typedef uint32_t paddock_value;
#define PADDOCK_FAILED_VALUE UINT32_MAX

PADDOCK_C_API paddock_status paddock_builder_create(paddock_builder** builder);
PADDOCK_C_API void paddock_builder_free(paddock_builder* builder);

// Sets an attribute of the module, as programs write it: "mhlo.num_replicas", "2 : i32".
PADDOCK_C_API paddock_status paddock_builder_set_attribute(paddock_builder* builder,
                                                           const char* name, const char* value);

// Makes an operation of the module, such as "sdy.mesh", with `count` attributes.
PADDOCK_C_API paddock_status paddock_builder_add_operation(paddock_builder* builder,
                                                           const char* name,
                                                           const char* const* attribute_names,
                                                           const char* const* attribute_values,
                                                           size_t count);

typedef struct paddock_function_options {
  size_t struct_size;
  // Names without `%` and types as programs write them, `parameter_count` of each.
  const char* const* parameter_names;
  const char* const* parameter_types;
  // Attributes of each parameter: a dictionary such as "{mhlo.sharding = \"{replicated}\"}", or
  // NULL for none. NULL: none has any.
  const char* const* parameter_attributes;
  size_t parameter_count;
  // Types of the results. They are needed only if another function calls this one before it
  // returns, and for a declaration. `has_result_types` is 1 if they are given.
  const char* const* result_types;
  size_t result_type_count;
  int32_t has_result_types;
  int32_t is_private;
  // 1: a declaration, which has no body.
  int32_t is_declaration;
  // Attributes of the function as a dictionary; NULL for none.
  const char* attributes;
} paddock_function_options;

// Begins a function, whose name must be new. `options` may be NULL.
PADDOCK_C_API paddock_status paddock_builder_add_function(paddock_builder* builder,
                                                          const char* name,
                                                          const paddock_function_options* options,
                                                          paddock_function_builder** function);
PADDOCK_C_API void paddock_function_builder_free(paddock_function_builder* function);

// Stores the first argument and the number of arguments. `count` may be NULL.
PADDOCK_C_API paddock_status paddock_function_builder_arguments(
    const paddock_function_builder* function, paddock_value* first, size_t* count);

// Begins an operation by its full name, such as "stablehlo.add". Within a region it becomes an
// operation of the region.
PADDOCK_C_API paddock_status paddock_function_builder_begin(paddock_function_builder* function,
                                                            const char* name);

// The following functions are about the operation that was begun last. They return
// PADDOCK_WRONG_STATE if none is open, or if a region of it is. Mistakes in a name, a text or a
// type are reported at the end of the operation.

// Adds operands: all in one call, or in one call for each operand of the op table where some are
// lists, such as `inputs` and `init_values` of reduce.
PADDOCK_C_API paddock_status paddock_function_builder_add_operands(
    paddock_function_builder* function, const paddock_value* operands, size_t count);
// Sets an attribute, as programs write it in the generic form: "1 : i64", "array<i64: 0, 1>",
// "#stablehlo<comparison_direction LT>", "\"a string\"".
PADDOCK_C_API paddock_status paddock_function_builder_set_attribute(
    paddock_function_builder* function, const char* name, const char* value);
// Sets an attribute that is a list of integers or booleans.
PADDOCK_C_API paddock_status paddock_function_builder_set_integers(
    paddock_function_builder* function, const char* name, const int64_t* values, size_t count);
// Sets an attribute to the elements of a tensor, such as "value" of stablehlo.constant.
PADDOCK_C_API paddock_status paddock_function_builder_set_tensor(paddock_function_builder* function,
                                                                 const char* name,
                                                                 const paddock_tensor* tensor);
// Sets an attribute to a tensor of the shape whose elements all are the one element of `tensor`.
PADDOCK_C_API paddock_status paddock_function_builder_set_splat(paddock_function_builder* function,
                                                                const char* name,
                                                                const paddock_tensor* tensor,
                                                                const int64_t* shape, size_t rank);
// Adds the type of a result. Without any, the operands, attributes and regions determine the types.
PADDOCK_C_API paddock_status
paddock_function_builder_add_result_type(paddock_function_builder* function, const char* type);

// Begins the next region of the operation, after its operands and attributes. The types of its
// arguments are given only if operands do not determine them: `count` is else 0. Stores the first
// argument and the number of arguments; both may be NULL.
PADDOCK_C_API paddock_status paddock_function_builder_begin_region(
    paddock_function_builder* function, const char* const* argument_types, size_t count,
    paddock_value* first_argument, size_t* argument_count);
// Ends the region, which returns these values.
PADDOCK_C_API paddock_status paddock_function_builder_end_region(paddock_function_builder* function,
                                                                 const paddock_value* results,
                                                                 size_t count);

// Checks the operation and makes it. Stores its first result and the number of results; both may be
// NULL. After PADDOCK_ERROR it is not made, the result is PADDOCK_FAILED_VALUE, and
// paddock_builder_take_diagnostics has the reason.
PADDOCK_C_API paddock_status paddock_function_builder_end(paddock_function_builder* function,
                                                          paddock_value* first_result,
                                                          size_t* result_count);
// Drops the operation that was begun last, also while a region of it is open.
PADDOCK_C_API paddock_status paddock_function_builder_cancel(paddock_function_builder* function);

// Makes a call of a function of the same builder, which has returned or whose result types were
// given. Stores results as paddock_function_builder_end does.
PADDOCK_C_API paddock_status paddock_function_builder_call(
    paddock_function_builder* function, const paddock_function_builder* callee,
    const paddock_value* operands, size_t count, paddock_value* first_result, size_t* result_count);

// Ends the function. `attributes` has a dictionary or NULL for each result; NULL: none has any.
PADDOCK_C_API paddock_status paddock_function_builder_return(paddock_function_builder* function,
                                                             const paddock_value* results,
                                                             size_t count,
                                                             const char* const* attributes);

// Names a value in the program's text, without `%`. PADDOCK_NO_VALUE if there is no such value.
PADDOCK_C_API paddock_status paddock_function_builder_name(paddock_function_builder* function,
                                                           paddock_value value, const char* name);
// Makes the text of a value's type. PADDOCK_NO_VALUE if there is no such value.
PADDOCK_C_API paddock_status paddock_function_builder_type(const paddock_function_builder* function,
                                                           paddock_value value,
                                                           paddock_bytes** type);

// Stores the diagnostics of all calls since the last one of this function, and forgets them. The
// program is then finished as if the wrong calls had not been made. Each diagnostic has a note with
// the operation and the types of its operands, and no place.
PADDOCK_C_API paddock_status paddock_builder_take_diagnostics(paddock_builder* builder,
                                                              paddock_diagnostics** diagnostics);

// Makes the text of the program. PADDOCK_ERROR if there are mistakes, or a function has not
// returned.
PADDOCK_C_API paddock_status paddock_builder_text(const paddock_builder* builder,
                                                  paddock_bytes** text,
                                                  paddock_diagnostics** diagnostics);

// Stores the program, whose text is its print. It is loaded and checked as a whole, as
// paddock_program_load does; a release function in `options` is not called. The builder stays
// usable. PADDOCK_ERROR if there are mistakes; no program is then stored.
PADDOCK_C_API paddock_status paddock_builder_finish(const paddock_builder* builder,
                                                    const char* name,
                                                    const paddock_load_options* options,
                                                    paddock_program** program,
                                                    paddock_diagnostics** diagnostics);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_BUILDER_H_
