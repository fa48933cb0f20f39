// A driver for tests of element-wise kernels. It compares a kernel with a scalar reference over
// special values, every count up to two vectors, misalignments, in place, and between guard bytes.
#ifndef PADDOCK_SIMD_ELEMENTWISE_TESTING_H_
#define PADDOCK_SIMD_ELEMENTWISE_TESTING_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/types/element_type.h"
#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/samples.h"
#include "simd/kernel.h"
#include "simd/movement/testing.h"

namespace paddock::simd::testing {

struct KernelCase {
  std::string name = {};
  ElementwiseFunction kernel = nullptr;
  std::vector<ElementType> operand_types = {};
  ElementType result_type = ElementType::kF32;
  std::function<void(std::span<const uint8_t* const> operands, uint8_t* result)> reference = {};
  const void* attributes = nullptr;
  // Most values of each operand that are combined. 0: all values of 16 bits, and pairs of all
  // values of 8 bits.
  size_t limit = 0;
};

// Fails the test at the first element that differs. All NaNs are equal.
void CheckKernel(const KernelCase& kernel_case);

inline ElementwiseFunction Find(const std::string& op, ElementType type) {
  return FindElementwise(op, type, Numerics::kPortable).function;
}

inline KernelCase CaseOf(const std::string& op, ElementType type, size_t arity) {
  return {.name = op + " " + std::string(Spelling(type)),
          .kernel = Find(op, type),
          .operand_types = std::vector<ElementType>(arity, type),
          .result_type = type};
}

// Compares the kernel of `op` with `reference`, which takes three Wide operands (0 if unused). The
// reference's result wraps.
template <class Reference>
void CheckIntegers(const std::string& op, size_t arity, ElementType type, Reference reference) {
  KernelCase kernel_case = CaseOf(op, type, arity);
  kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
    Wide values[3] = {};
    for (size_t i = 0; i < arity; ++i) values[i] = ReadInteger(type, operands[i]);
    WriteInteger(type, reference(values[0], values[1], values[2]), result);
  };
  ForEachTarget([&] {
    kernel_case.kernel = Find(op, type);
    CheckKernel(kernel_case);
  });
}

// `reference` takes operands of the type in which the op computes.
template <class Reference>
void CheckFloats(const std::string& op, size_t arity, Reference reference) {
  for (const ElementType type : FloatTypes()) {
    KernelCase kernel_case = CaseOf(op, type, arity);
    kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
      double values[3] = {};
      for (size_t i = 0; i < arity; ++i) values[i] = ReadFloat(type, operands[i]);
      const auto narrow = [](double value) { return static_cast<float>(value); };
      WriteFloat(type,
                 type == ElementType::kF64
                     ? reference(values[0], values[1], values[2])
                     : static_cast<double>(
                           reference(narrow(values[0]), narrow(values[1]), narrow(values[2]))),
                 result);
    };
    ForEachTarget([&] {
      kernel_case.kernel = Find(op, type);
      CheckKernel(kernel_case);
    });
  }
}

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_ELEMENTWISE_TESTING_H_
