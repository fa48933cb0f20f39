// Prints tensors for people.
#ifndef PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
#define PADDOCK_CORE_TENSOR_PRINT_VALUE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

// Each form can be read back as an input, except for elided elements. A tensor without elements
// that would print as more than 1,000 empty lists prints as one.
enum class ValueForm : uint8_t {
  // `type {`, the elements with a row a line, `}`; for a scalar `type {1}`. The reference
  // interpreter prints values in this form.
  kUpstream,
  // The type, then `[[1.0, 2.5],` and ` [3.0, 4.0]]` with aligned columns, like numpy.
  kNumpy,
  // `dense<[[1.0, 2.5], [3.0, 4.0]]> : type`, the notation of programs, with every bit.
  kDense,
};

struct PrintValueOptions {
  // Values with more elements are elided: the first and last three of each dimension stay, and
  // `...` stands for the rest. The dense form is never elided.
  int64_t elide_above = INT64_MAX;
  ValueForm form = ValueForm::kUpstream;
  // Type of a quantized tensor. In upstream's form, ` = ` and the dequantized elements follow.
  const QuantizedType* quantized = nullptr;
};

// Returns the text without a final newline.
std::string PrintValue(const Tensor& value, std::string_view type,
                       const PrintValueOptions& options = {});
// Prints a value of any type. A tuple is `type (`, its elements with commas between, `)`; a token
// is its type. Takes the value's leaves from the front of `leaves`; a token has one without a
// value.
std::string PrintValue(Type type, std::span<const Tensor>& leaves,
                       const PrintValueOptions& options = {});

// Returns nested JSON arrays. NaN and infinities are the strings "NaN", "Infinity", "-Infinity".
// 64-bit integers are strings, complex numbers pairs, and i1 true and false.
std::string PrintJson(const Tensor& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
