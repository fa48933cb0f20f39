// Tensors as people read them.
#ifndef PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
#define PADDOCK_CORE_TENSOR_PRINT_VALUE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

// Each can be read back as an input, but for what was elided.
enum class ValueForm : uint8_t {
  // `type {`, the elements, a row a line, `}`; a scalar as `type {1}`. This is how the reference
  // interpreter prints values.
  kUpstream,
  // The type, then `[[1.0, 2.5],` and ` [3.0, 4.0]]` with columns aligned, as numpy prints arrays.
  kNumpy,
  // `dense<[[1.0, 2.5], [3.0, 4.0]]> : type`, as a program writes it, with every bit.
  kDense,
};

struct PrintValueOptions {
  // More elements than this are elided: the first and last three of each dimension stay,
  // `...` stands for the rest. Not in the dense form.
  int64_t elide_above = INT64_MAX;
  ValueForm form = ValueForm::kUpstream;
  // Of a quantized tensor, in upstream's form: ` = ` and what the elements mean follow them.
  const QuantizedType* quantized = nullptr;
};

// Without a final newline.
std::string PrintValue(const Tensor& value, std::string_view type,
                       const PrintValueOptions& options = {});
// A value of any type: a tuple is `type (`, its elements with commas between, `)`; a token its
// type. Takes the value's leaves from the front of `leaves`; tokens have one without a value.
std::string PrintValue(Type type, std::span<const Tensor>& leaves,
                       const PrintValueOptions& options = {});

// Nested JSON arrays. NaN and infinities are the strings "NaN", "Infinity", "-Infinity",
// 64-bit integers are strings, complex numbers pairs, i1 true and false.
std::string PrintJson(const Tensor& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
