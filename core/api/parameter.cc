#include "core/api/parameter.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/types/leaf_types.h"

namespace paddock {
namespace {

std::optional<size_t> ReadIndex(std::string_view text, size_t count) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool is_index = error == std::errc() && end == text.data() + text.size();
  return is_index && index < count ? std::optional(index) : std::nullopt;
}

std::optional<ParameterInfo> FindWhole(const std::vector<ParameterInfo>& parameters,
                                       std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &ParameterInfo::name);
  if (!name.empty() && found != parameters.end()) return *found;
  const auto index = ReadIndex(name, parameters.size());
  return index ? std::optional(parameters[*index]) : std::nullopt;
}

void AppendLeaves(const ParameterInfo& parameter, std::vector<ParameterInfo>& leaves) {
  if (!parameter.handle.is(TypeKind::kTuple)) {
    leaves.push_back(parameter);
    return;
  }
  for (const ParameterInfo& element : ElementsOf(parameter)) AppendLeaves(element, leaves);
}

}  // namespace

ParameterInfo DescribeParameter(Type type, std::string_view name, Span span, size_t first_leaf) {
  ParameterInfo info;
  info.name = name;
  info.type = type ? ToString(type) : std::string();
  info.handle = type;
  info.span = span;
  info.first_leaf = first_leaf;
  if (!type) return info;
  info.leaf_count = LeafCount(type);
  const bool is_scalar = type.is(TypeKind::kScalar) || type.is(TypeKind::kComplex);
  if (type.is_tensor()) info.shape.assign(type.shape().begin(), type.shape().end());
  if (type.is_tensor() || is_scalar) info.element_type = type.stored_element_type();
  const auto element = info.element_type;
  if (element && (IsInteger(*element) || IsBoolean(*element))) {
    info.ranges.parts = {UsualRange(*element)};
  }
  return info;
}

std::vector<ParameterInfo> ElementsOf(const ParameterInfo& parameter) {
  std::vector<ParameterInfo> elements;
  if (!parameter.handle.is(TypeKind::kTuple)) return elements;
  size_t leaf = parameter.first_leaf;
  for (Type type : parameter.handle->elements) {
    const std::string name =
        parameter.name.empty() ? "" : parameter.name + "." + std::to_string(elements.size());
    elements.push_back(DescribeParameter(type, name, parameter.span, leaf));
    elements.back().path = parameter.path + "." + std::to_string(elements.size() - 1);
    leaf += elements.back().leaf_count;
  }
  return elements;
}

std::vector<ParameterInfo> LeavesOf(const std::vector<ParameterInfo>& parameters) {
  std::vector<ParameterInfo> leaves;
  for (const ParameterInfo& parameter : parameters) AppendLeaves(parameter, leaves);
  return leaves;
}

std::optional<ParameterInfo> FindParameter(const std::vector<ParameterInfo>& parameters,
                                           std::string_view name) {
  if (name.starts_with('%')) name.remove_prefix(1);
  // A name itself may contain dots.
  if (auto whole = FindWhole(parameters, name)) return whole;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto tuple = FindParameter(parameters, name.substr(0, dot));
  if (!tuple) return std::nullopt;
  const std::vector<ParameterInfo> elements = ElementsOf(*tuple);
  const auto index = ReadIndex(name.substr(dot + 1), elements.size());
  return index ? std::optional(elements[*index]) : std::nullopt;
}

std::optional<ParameterInfo> ParameterAt(const std::vector<ParameterInfo>& parameters,
                                         std::span<const int64_t> path) {
  if (path.empty() || path[0] < 0 || static_cast<size_t>(path[0]) >= parameters.size()) {
    return std::nullopt;
  }
  const ParameterInfo& found = parameters[static_cast<size_t>(path[0])];
  return path.size() == 1 ? std::optional(found) : ParameterAt(ElementsOf(found), path.subspan(1));
}

std::string ArgumentName(const ParameterInfo& parameter) {
  return "argument %" + parameter.name + ": " + parameter.type;
}

}  // namespace paddock
