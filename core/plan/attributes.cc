#include "core/plan/attributes.h"

#include "simd/movement/index_value.h"

namespace paddock {
namespace {

std::vector<int64_t> ReadElements(const Attribute& attribute) {
  std::vector<int64_t> values;
  if (attribute.value == nullptr) return values;
  const Tensor& tensor = *attribute.value;
  const auto read = simd::FindReadIndex(tensor.element_type());
  const auto bytes = static_cast<int64_t>(ByteSize(tensor.element_type()));
  int64_t count = tensor.element_count();
  if (attribute.is_splat && attribute.type) {
    count = 1;
    for (int64_t size : attribute.type.shape()) count *= size;
  }
  for (int64_t i = 0; i < count; ++i) {
    values.push_back(read(tensor.data() + (attribute.is_splat ? 0 : i * bytes)));
  }
  return values;
}

}  // namespace

std::vector<int64_t> ReadIntegers(const Attribute* attribute) {
  if (attribute == nullptr) return {};
  if (attribute->kind == AttributeKind::kElements) return ReadElements(*attribute);
  if (attribute->kind == AttributeKind::kArray) {
    std::vector<int64_t> values;
    for (const Attribute* element : attribute->elements) values.push_back(element->integer);
    return values;
  }
  return {attribute->integers.begin(), attribute->integers.end()};
}

std::vector<int64_t> IntegersOf(const Operation& operation, std::string_view name) {
  return ReadIntegers(operation.Find(name));
}

std::vector<int64_t> IntegersOf(const Attribute* structure, std::string_view field) {
  return structure == nullptr ? std::vector<int64_t>() : ReadIntegers(structure->Find(field));
}

int64_t IntegerOf(const Operation& operation, std::string_view name, int64_t otherwise) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? otherwise : attribute->integer;
}

int64_t IntegerOf(const Attribute* structure, std::string_view field, int64_t otherwise) {
  const Attribute* attribute = structure == nullptr ? nullptr : structure->Find(field);
  return attribute == nullptr ? otherwise : attribute->integer;
}

double NumberOf(const Operation& operation, std::string_view name, double otherwise) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? otherwise : attribute->number;
}

std::string_view TextOf(const Operation& operation, std::string_view name) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? std::string_view() : attribute->text;
}

}  // namespace paddock
