#include "core/check/custom_call_values.h"

#include <algorithm>

#include "core/check/context.h"
#include "core/ir/attribute_values.h"

namespace paddock {

const Attribute* FindCallAttribute(const Operation& operation, std::string_view name) {
  for (std::string_view holder : {"mhlo.backend_config", "backend_config", "mhlo.attributes"}) {
    const Attribute* attributes = operation.Find(holder);
    if (attributes == nullptr) continue;
    if (const Attribute* found = attributes->Find(name)) return found;
  }
  return nullptr;
}

std::optional<int64_t> CallAttributeValue(const Operation& operation,
                                          const CallAttributeInfo& attribute) {
  const Attribute* found = FindCallAttribute(operation, attribute.name);
  if (found == nullptr) {
    return attribute.default_value < 0 ? std::nullopt
                                       : std::optional<int64_t>(attribute.default_value);
  }
  const bool is_boolean = attribute.codes == "?";
  if (found->kind != (is_boolean ? AttributeKind::kBool : AttributeKind::kInteger))
    return std::nullopt;
  if (is_boolean || attribute.codes == "#") return found->integer;
  const auto is_code = [&](char code) { return found->integer == static_cast<int64_t>(code); };
  if (std::ranges::none_of(attribute.codes, is_code)) return std::nullopt;
  return found->integer;
}

std::vector<size_t> ShapeOperandsOf(const Operation& call) {
  const Attribute* list = call.Find("indices_of_shape_operands");
  std::vector<size_t> operands;
  for (int64_t index : IntegersOf(list)) operands.push_back(static_cast<size_t>(index));
  return operands;
}

std::vector<size_t> DataOperandsOf(const Operation& call) {
  const std::vector<size_t> shapes = ShapeOperandsOf(call);
  std::vector<size_t> operands;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    if (std::ranges::find(shapes, i) == shapes.end()) operands.push_back(i);
  }
  return operands;
}

CallSizes::CallSizes(const CustomCallInfo& info, std::span<const Type> operands,
                     std::span<const Type> results) {
  for (size_t i = 0; i < operands.size(); ++i) Read(info.operands[i], operands[i], false);
  for (size_t i = 0; i < results.size(); ++i) Read(info.results[i], results[i], true);
}

void CallSizes::Read(const CallValueInfo& value, Type type, bool is_result) {
  if (!type.is_tensor() || type.rank() < value.sizes.size()) return;
  const TensorType tensor = TensorType::Of(type);
  const size_t batch_rank = tensor.rank() - value.sizes.size();
  if (!is_result && batch_rank > 0) {
    if (batch_.empty()) batch_.resize(batch_rank);
    for (size_t d = 0; d < std::min(batch_.size(), batch_rank); ++d) {
      if (!batch_[d].is_static()) batch_[d] = tensor.shape[d];
    }
  }
  for (size_t d = 0; d < value.sizes.size(); ++d) {
    const CallSize& size = value.sizes[d];
    if (size.first == 0 || size.second != 0 || size.offset != 0) continue;
    if (is_result && !size.is_declared) continue;
    Dimension& known = sizes_[static_cast<size_t>(size.first - 'a')];
    if (!known.is_static()) known = tensor.shape[batch_rank + d];
  }
}

Dimension CallSizes::Of(const CallSize& size, const CustomCallInfo& info,
                        std::span<const int64_t> attributes) const {
  if (size.first == 0) return {size.offset};
  Dimension first = Of(size.first);
  if (size.second != 0) {
    const Dimension second = Of(size.second);
    if (size.by >= 0) {
      const auto by = static_cast<size_t>(size.by);
      const char code = info.attributes[by].codes[0];
      const bool is_first = code == '?' ? attributes[by] != 0 : attributes[by] == code;
      return is_first ? first : second;
    }
    if (!first.is_static() || !second.is_static()) return {};
    first.size = std::min(first.size, second.size);
  }
  if (!first.is_static()) return first;
  return {std::max<int64_t>(0, first.size + size.offset)};
}

}  // namespace paddock
