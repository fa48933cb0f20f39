// FunctionSteps: a function that is made in steps, for interfaces without function objects.
#ifndef PADDOCK_CORE_API_BUILD_FUNCTION_STEPS_H_
#define PADDOCK_CORE_API_BUILD_FUNCTION_STEPS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/api/build/builder.h"

namespace paddock::build {

// Numbers of values that were made together: first, first + 1 ...
struct ValueNumbers {
  uint32_t first = 0;
  uint32_t count = 0;
};

// Makes operations between Begin and End, and their regions between BeginRegion and EndRegion; the
// operations of a region are begun within it. Values are numbers, the same for all functions of a
// program. A call at the wrong moment returns false or nothing, and changes nothing.
class FunctionSteps {
 public:
  explicit FunctionSteps(const FunctionBuilder& function);
  ~FunctionSteps();
  FunctionSteps(const FunctionSteps&) = delete;
  FunctionSteps& operator=(const FunctionSteps&) = delete;

  // Number of a value that a mistake kept from being made. Calls that use it make nothing either.
  static constexpr uint32_t kFailed = UINT32_MAX;

  ValueNumbers arguments() const { return arguments_; }

  // Begins an operation by its full name.
  void Begin(std::string_view name);
  // Adds operands: all of them in one call, or in one call for each row of the op table.
  bool AddOperands(std::span<const uint32_t> values);
  bool SetAttribute(std::string_view name, const AttributeValue& value);
  // Sets a list of integers or booleans in the form that the table has.
  bool SetIntegers(std::string_view name, std::span<const int64_t> values);
  // Adds the type of a result. Without any they are inferred.
  bool AddResultType(const TypeSpec& type);
  // Begins a region, whose arguments' types are given only if operands do not determine them.
  // Returns no values after a mistake.
  std::optional<ValueNumbers> BeginRegion(const std::vector<TypeSpec>& argument_types = {});
  bool EndRegion(std::span<const uint32_t> returned);
  // Ends the operation that was begun last. Returns its results, `failed` after a mistake.
  struct Ended {
    ValueNumbers results;
    bool is_failed = false;
  };
  std::optional<Ended> End();
  // Drops the operation that was begun last.
  bool Cancel();

  // Calls a function of the same program.
  Ended Call(const FunctionSteps& callee, std::span<const uint32_t> operands);
  // Ends the function. Returns false after a mistake; the function is then not ended.
  bool Return(std::span<const uint32_t> results, const ResultAttributes& attributes = {});
  // Returns the entries of a dictionary that is written as in programs; nothing after a mistake.
  std::optional<std::vector<NamedAttributeValue>> Entries(std::string_view dictionary);
  // Returns false if there is no such value.
  bool Name(uint32_t value, std::string_view name);
  // Returns a null type if there is no such value.
  Type TypeOf(uint32_t value) const;

 private:
  struct Step;

  // Returns the operation to which operands, attributes and types are added; null if none is open.
  Step* Innermost();
  void AddAllOperands(Step& step);
  Values ValuesOf(std::span<const uint32_t> numbers) const;
  ValueNumbers NumbersOf(const Values& values) const;
  Ended EndedWith(const Values& results) const;

  FunctionBuilder function_;
  ValueNumbers arguments_;
  std::vector<std::unique_ptr<Step>> steps_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_FUNCTION_STEPS_H_
