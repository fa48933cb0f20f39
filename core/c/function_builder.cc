#include <span>
#include <string>
#include <vector>

#include "core/c/builder.h"
#include "core/c/builder_handle.h"
#include "core/c/tensor_handle.h"

using paddock::build::Elements;
using paddock::build::FunctionSteps;
using paddock::build::ResultAttributes;
using paddock::build::TypeSpec;
using paddock::build::ValueNumbers;

namespace paddock::c {
namespace {

template <class T>
paddock_status CheckArray(const T* values, size_t count) {
  return count == 0 ? PADDOCK_OK : CheckPointer(values);
}

paddock_status CheckMoment(bool is_right) { return is_right ? PADDOCK_OK : PADDOCK_WRONG_STATE; }

void StoreNumbers(ValueNumbers numbers, paddock_value* first, size_t* count) {
  if (first != nullptr) *first = numbers.first;
  if (count != nullptr) *count = numbers.count;
}

paddock_status StoreEnded(const FunctionSteps::Ended& ended, paddock_value* first, size_t* count) {
  StoreNumbers(ended.results, first, count);
  return ended.is_failed ? PADDOCK_ERROR : PADDOCK_OK;
}

paddock_status SetElements(paddock_function_builder* function, const char* name,
                           const Elements& elements) {
  return CheckMoment(function->steps.SetAttribute(name, elements));
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

void paddock_function_builder_free(paddock_function_builder* function) { FreeHandle(function); }

paddock_status paddock_function_builder_arguments(const paddock_function_builder* function,
                                                  paddock_value* first, size_t* count) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(first)});
  if (status == PADDOCK_OK) StoreNumbers(function->steps.arguments(), first, count);
  return status;
}

paddock_status paddock_function_builder_begin(paddock_function_builder* function,
                                              const char* name) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(name)});
  if (status == PADDOCK_OK) function->steps.Begin(name);
  return status;
}

paddock_status paddock_function_builder_add_operands(paddock_function_builder* function,
                                                     const paddock_value* operands, size_t count) {
  const auto status = FirstOf({CheckHandle(function), CheckArray(operands, count)});
  if (status != PADDOCK_OK) return status;
  return CheckMoment(function->steps.AddOperands({operands, count}));
}

paddock_status paddock_function_builder_set_attribute(paddock_function_builder* function,
                                                      const char* name, const char* value) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(name), CheckPointer(value)});
  if (status != PADDOCK_OK) return status;
  return CheckMoment(function->steps.SetAttribute(name, value));
}

paddock_status paddock_function_builder_set_integers(paddock_function_builder* function,
                                                     const char* name, const int64_t* values,
                                                     size_t count) {
  const auto status =
      FirstOf({CheckHandle(function), CheckPointer(name), CheckArray(values, count)});
  if (status != PADDOCK_OK) return status;
  return CheckMoment(function->steps.SetIntegers(name, {values, count}));
}

paddock_status paddock_function_builder_set_tensor(paddock_function_builder* function,
                                                   const char* name, const paddock_tensor* tensor) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(name), CheckHandle(tensor)});
  return status == PADDOCK_OK ? SetElements(function, name, tensor->value.tensor()) : status;
}

paddock_status paddock_function_builder_set_splat(paddock_function_builder* function,
                                                  const char* name, const paddock_tensor* tensor,
                                                  const int64_t* shape, size_t rank) {
  const auto status = FirstOf(
      {CheckHandle(function), CheckPointer(name), CheckHandle(tensor), CheckArray(shape, rank)});
  if (status != PADDOCK_OK) return status;
  return SetElements(function, name, Elements(tensor->value.tensor()).Splat({shape, shape + rank}));
}

paddock_status paddock_function_builder_add_result_type(paddock_function_builder* function,
                                                        const char* type) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(type)});
  return status == PADDOCK_OK ? CheckMoment(function->steps.AddResultType(type)) : status;
}

paddock_status paddock_function_builder_begin_region(paddock_function_builder* function,
                                                     const char* const* argument_types,
                                                     size_t count, paddock_value* first_argument,
                                                     size_t* argument_count) {
  const auto status = FirstOf({CheckHandle(function), CheckArray(argument_types, count)});
  if (status != PADDOCK_OK) return status;
  std::vector<TypeSpec> types;
  for (size_t i = 0; i < count; ++i) {
    if (argument_types[i] == nullptr) return PADDOCK_NULL_ARGUMENT;
    types.push_back(argument_types[i]);
  }
  const auto arguments = function->steps.BeginRegion(types);
  if (!arguments) return PADDOCK_WRONG_STATE;
  StoreNumbers(*arguments, first_argument, argument_count);
  return PADDOCK_OK;
}

paddock_status paddock_function_builder_end_region(paddock_function_builder* function,
                                                   const paddock_value* results, size_t count) {
  const auto status = FirstOf({CheckHandle(function), CheckArray(results, count)});
  if (status != PADDOCK_OK) return status;
  return CheckMoment(function->steps.EndRegion({results, count}));
}

paddock_status paddock_function_builder_end(paddock_function_builder* function,
                                            paddock_value* first_result, size_t* result_count) {
  if (const auto status = CheckHandle(function); status != PADDOCK_OK) return status;
  const auto ended = function->steps.End();
  return ended ? StoreEnded(*ended, first_result, result_count) : PADDOCK_WRONG_STATE;
}

paddock_status paddock_function_builder_cancel(paddock_function_builder* function) {
  const auto status = CheckHandle(function);
  return status == PADDOCK_OK ? CheckMoment(function->steps.Cancel()) : status;
}

paddock_status paddock_function_builder_call(paddock_function_builder* function,
                                             const paddock_function_builder* callee,
                                             const paddock_value* operands, size_t count,
                                             paddock_value* first_result, size_t* result_count) {
  const auto status =
      FirstOf({CheckHandle(function), CheckHandle(callee), CheckArray(operands, count)});
  if (status != PADDOCK_OK) return status;
  return StoreEnded(function->steps.Call(callee->steps, {operands, count}), first_result,
                    result_count);
}

paddock_status paddock_function_builder_return(paddock_function_builder* function,
                                               const paddock_value* results, size_t count,
                                               const char* const* attributes) {
  const auto status = FirstOf({CheckHandle(function), CheckArray(results, count)});
  if (status != PADDOCK_OK) return status;
  ResultAttributes lists;
  for (size_t i = 0; attributes != nullptr && i < count; ++i) {
    lists.emplace_back();
    if (attributes[i] == nullptr) continue;
    auto entries = function->steps.Entries(attributes[i]);
    if (!entries) return PADDOCK_ERROR;
    lists.back() = *std::move(entries);
  }
  return function->steps.Return({results, count}, lists) ? PADDOCK_OK : PADDOCK_ERROR;
}

paddock_status paddock_function_builder_name(paddock_function_builder* function,
                                             paddock_value value, const char* name) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(name)});
  if (status != PADDOCK_OK) return status;
  return function->steps.Name(value, name) ? PADDOCK_OK : PADDOCK_NO_VALUE;
}

paddock_status paddock_function_builder_type(const paddock_function_builder* function,
                                             paddock_value value, paddock_bytes** type) {
  const auto status = FirstOf({CheckHandle(function), CheckPointer(type)});
  if (status != PADDOCK_OK) return status;
  const paddock::Type found = function->steps.TypeOf(value);
  if (!found) return PADDOCK_NO_VALUE;
  *type = MakeBytes(ToString(found));
  return PADDOCK_OK;
}
