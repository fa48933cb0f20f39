// Makes attributes of a module from C++ values. Private to core/api/build.
#ifndef PADDOCK_CORE_API_BUILD_ATTRIBUTE_MAKER_H_
#define PADDOCK_CORE_API_BUILD_ATTRIBUTE_MAKER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/api/build/attribute_value.h"
#include "core/api/build/type_spec.h"
#include "core/diagnostics/diagnostic.h"
#include "core/dialect/op_info.h"
#include "core/ir/module.h"

namespace paddock::build {

// Each function returns null after a diagnostic, or for an attribute that is absent.
class AttributeMaker {
 public:
  AttributeMaker(Module& module, DiagnosticSink& sink) : module_(module), sink_(sink) {}

  const Attribute* Make(const AttributeInfo& row, bool value);
  const Attribute* Make(const AttributeInfo& row, int32_t value);
  const Attribute* Make(const AttributeInfo& row, int64_t value);
  const Attribute* Make(const AttributeInfo& row, uint32_t value);
  const Attribute* Make(const AttributeInfo& row, uint64_t value);
  const Attribute* Make(const AttributeInfo& row, float value);
  const Attribute* Make(const AttributeInfo& row, double value);
  const Attribute* Make(const AttributeInfo& row, const std::string& value);
  const Attribute* Make(const AttributeInfo& row, const TypeSpec& value);
  const Attribute* Make(const AttributeInfo& row, const std::vector<int64_t>& value);
  const Attribute* Make(const AttributeInfo& row, const std::vector<bool>& value);
  const Attribute* Make(const AttributeInfo& row, const std::vector<std::string>& value);
  const Attribute* Make(const AttributeInfo& row, const Elements& value);
  const Attribute* Make(const AttributeInfo& row, const AttributeValue& value);
  template <class Enumeration>
    requires std::is_enum_v<Enumeration>
  const Attribute* Make(const AttributeInfo& row, Enumeration value) {
    return MakeCase(row, static_cast<size_t>(value));
  }
  template <class Enumeration>
    requires std::is_enum_v<Enumeration>
  const Attribute* Make(const AttributeInfo& row, const std::vector<Enumeration>& value) {
    std::vector<const Attribute*> cases;
    for (const Enumeration one : value) cases.push_back(MakeCase(row, static_cast<size_t>(one)));
    return MakeArray(cases);
  }
  template <class Attributed>
  const Attribute* Make(const AttributeInfo& row, const std::optional<Attributed>& value) {
    return value ? Make(row, *value) : nullptr;
  }
  // Structures of the table: a function FieldsOf for each is generated.
  template <class Structure>
    requires requires(AttributeMaker& maker, const Structure& value) { FieldsOf(maker, value); }
  const Attribute* Make(const AttributeInfo& row, const Structure& value) {
    return MakeStruct(row, FieldsOf(*this, value));
  }

  const Attribute* MakeValue(std::string_view name, const AttributeValue& value);
  const Attribute* MakeSizes(const std::vector<int64_t>& sizes);
  const Attribute* MakeString(std::string_view text);
  const Attribute* MakeType(Type type);
  const Attribute* MakeArray(const std::vector<const Attribute*>& elements);
  const Attribute* MakeDictionary(std::vector<NamedAttribute> fields);
  // Returns a null type after a diagnostic.
  Type Resolve(const TypeSpec& type);

 private:
  paddock::Attribute* New(AttributeKind kind);
  const Attribute* MakeInteger(std::string_view type, int64_t value);
  const Attribute* MakeFloat(ElementType type, double value);
  const Attribute* MakeSymbol(std::string_view name);
  const Attribute* MakeCase(const AttributeInfo& row, size_t index);
  const Attribute* MakeStruct(const AttributeInfo& row, std::vector<const Attribute*> fields);
  const Attribute* MakeElements(std::string_view name, const Elements& elements);

  Module& module_;
  DiagnosticSink& sink_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_ATTRIBUTE_MAKER_H_
