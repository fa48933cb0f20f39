// Elements: the elements of a constant, from tensors, numbers and nested lists.
#ifndef PADDOCK_CORE_API_BUILD_ELEMENTS_H_
#define PADDOCK_CORE_API_BUILD_ELEMENTS_H_

#include <complex>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/tensor/tensor.h"
#include "core/types/element_type.h"

namespace paddock::build {

template <class Number>
concept ComplexNumber =
    std::same_as<Number, std::complex<float>> || std::same_as<Number, std::complex<double>>;
template <class Number>
concept ElementNumber = std::is_arithmetic_v<Number> || ComplexNumber<Number>;

// Returns the element type of a C++ type: float is f32, int is i32, bool is i1.
template <ElementNumber Number>
constexpr ElementType ElementTypeOf() {
  if constexpr (std::same_as<Number, bool>) return ElementType::kI1;
  if constexpr (std::same_as<Number, std::complex<float>>) return ElementType::kC64;
  if constexpr (std::same_as<Number, std::complex<double>>) return ElementType::kC128;
  if constexpr (std::floating_point<Number>) {
    return sizeof(Number) == 4 ? ElementType::kF32 : ElementType::kF64;
  } else {
    constexpr bool is_signed = std::signed_integral<Number>;
    switch (sizeof(Number)) {
      case 1:
        return is_signed ? ElementType::kI8 : ElementType::kUI8;
      case 2:
        return is_signed ? ElementType::kI16 : ElementType::kUI16;
      case 4:
        return is_signed ? ElementType::kI32 : ElementType::kUI32;
      default:
        return is_signed ? ElementType::kI64 : ElementType::kUI64;
    }
  }
}

// A value with mistakes, such as a list of rows of different lengths, is reported by the call that
// uses it.
class Elements {
 public:
  Elements() = default;
  Elements(Tensor tensor) : tensor_(std::move(tensor)) {}  // NOLINT: converts on purpose
  template <ElementNumber Number>
  Elements(Number number)  // NOLINT
      : tensor_(Tensor::FromElements<Number>(ElementTypeOf<Number>(), {}, {&number, 1})) {}
  // {1, 2} or {{1, 2}, {3, 4}}, of any depth.
  Elements(std::initializer_list<Elements> rows);  // NOLINT
  template <ElementNumber Number>
  Elements(const std::vector<Number>& numbers)  // NOLINT
      : tensor_(Tensor::FromElements<Number>(
            ElementTypeOf<Number>(), std::vector{static_cast<int64_t>(numbers.size())}, numbers)) {}

  // Returns elements from their bytes in hexadecimal digits, little-endian and in row-major order,
  // as programs write them: FromHex(ElementType::kF16, {2}, "003C0040") is 1.0 and 2.0.
  static Elements FromHex(ElementType type, std::vector<int64_t> shape, std::string_view digits);

  // Returns the same numbers as elements of `type`. Floats are rounded once. A fraction cannot
  // become an integer.
  Elements As(ElementType type) const;
  // Returns the same elements in another shape of equal element count.
  Elements Reshaped(std::vector<int64_t> shape) const;
  // Returns a tensor whose elements are all equal to this single element.
  Elements Splat(std::vector<int64_t> shape) const;

  // Returns whether there are no elements.
  bool empty() const { return problem_.empty() && !tensor_.has_value(); }
  const Tensor& tensor() const { return tensor_; }
  // The shape. tensor() has it too unless the elements are a splat.
  std::vector<int64_t> shape() const;
  bool is_splat() const { return is_splat_; }
  // A sentence about the mistake; empty if there is none.
  const std::string& problem() const { return problem_; }

 private:
  static Elements Wrong(std::string problem);

  Tensor tensor_;
  bool is_splat_ = false;
  std::vector<int64_t> splat_shape_;
  std::string problem_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_ELEMENTS_H_
