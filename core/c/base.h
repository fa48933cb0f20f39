// Version, statuses, element types and bytes of the C interface.
#ifndef PADDOCK_CORE_C_BASE_H_
#define PADDOCK_CORE_C_BASE_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PADDOCK_C_API __attribute__((visibility("default")))
#else
#define PADDOCK_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Version of the interface that this header describes. It grows by one with each addition.
#define PADDOCK_C_VERSION 2

// Returns the version of the interface that the library has. A program that was compiled against
// version N runs with a library of version N or later.
PADDOCK_C_API uint32_t paddock_c_version(void);

// Returns the version of Paddock, such as "0.1.0".
PADDOCK_C_API const char* paddock_version(void);

// Returns the SIMD target of the kernels: "AVX3", "AVX2", "SSE4", "NEON" ...
PADDOCK_C_API const char* paddock_simd_target(void);

// Outcome of a call. The type has 32 bits for every compiler.
typedef int32_t paddock_status;
enum {
  PADDOCK_OK = 0,
  // An error in the program, an input or the run, which the diagnostics describe.
  PADDOCK_ERROR = 1,
  // A pointer that must not be null is null.
  PADDOCK_NULL_ARGUMENT = 2,
  // A handle has another type or was released, or struct_size is of no known version.
  PADDOCK_WRONG_HANDLE = 3,
  // An index, a size, an enumerator or a process does not exist, or a size does not fit the data.
  PADDOCK_OUT_OF_RANGE = 4,
  // The call is not allowed at this moment: results before the end of the run, a call for another
  // program.
  PADDOCK_WRONG_STATE = 5,
  // Memory does not suffice.
  PADDOCK_OUT_OF_MEMORY = 6,
  // There is no such value: not computed yet, not kept, or not defined at that place.
  PADDOCK_NO_VALUE = 7
};

// Returns a sentence about the status, without a capital letter. Never NULL.
PADDOCK_C_API const char* paddock_status_text(paddock_status status);

// Type of the elements of a tensor. Elements are little-endian and take whole bytes: i1 is one
// byte, 0 or 1; types of 2, 4 and 6 bits take one byte, integers sign- or zero-extended to it. A
// complex number is its real part, then its imaginary part.
typedef int32_t paddock_element_type;
enum {
  PADDOCK_I1 = 0,
  PADDOCK_I2 = 1,
  PADDOCK_I4 = 2,
  PADDOCK_I8 = 3,
  PADDOCK_I16 = 4,
  PADDOCK_I32 = 5,
  PADDOCK_I64 = 6,
  PADDOCK_UI2 = 7,
  PADDOCK_UI4 = 8,
  PADDOCK_UI8 = 9,
  PADDOCK_UI16 = 10,
  PADDOCK_UI32 = 11,
  PADDOCK_UI64 = 12,
  PADDOCK_F4E2M1FN = 13,
  PADDOCK_F6E2M3FN = 14,
  PADDOCK_F6E3M2FN = 15,
  PADDOCK_F8E3M4 = 16,
  PADDOCK_F8E4M3 = 17,
  PADDOCK_F8E4M3FN = 18,
  PADDOCK_F8E4M3FNUZ = 19,
  PADDOCK_F8E4M3B11FNUZ = 20,
  PADDOCK_F8E5M2 = 21,
  PADDOCK_F8E5M2FNUZ = 22,
  PADDOCK_F8E8M0FNU = 23,
  PADDOCK_BF16 = 24,
  PADDOCK_F16 = 25,
  PADDOCK_F32 = 26,
  PADDOCK_F64 = 27,
  PADDOCK_C64 = 28,
  PADDOCK_C128 = 29,
  PADDOCK_INDEX = 30
};
// Element type of a value without elements, such as a token.
#define PADDOCK_NO_ELEMENT_TYPE (-1)

// Returns the spelling, such as "f32" or "complex<f64>"; NULL if there is no such type.
PADDOCK_C_API const char* paddock_element_type_name(paddock_element_type type);
// Returns the bytes of one element: 1, 2, 4, 8 or 16; 0 if there is no such type.
PADDOCK_C_API size_t paddock_element_type_bytes(paddock_element_type type);

// A text or a file that a function returned.
typedef struct paddock_bytes paddock_bytes;
// Returns the first byte. A zero byte follows the last one, so a text is a C string. NULL for a
// null or wrong handle.
PADDOCK_C_API const char* paddock_bytes_data(const paddock_bytes* bytes);
// Returns the number of bytes, without the zero byte; 0 for a null or wrong handle.
PADDOCK_C_API size_t paddock_bytes_size(const paddock_bytes* bytes);
PADDOCK_C_API void paddock_bytes_free(paddock_bytes* bytes);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_BASE_H_
