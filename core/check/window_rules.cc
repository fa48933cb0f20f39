#include "core/check/window_rules.h"

#include <algorithm>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns (size - 1) * dilation + 1, and 0 for 0.
std::optional<int64_t> Dilated(int64_t size, int64_t dilation) {
  if (size == 0) return 0;
  const auto spread = CheckedMultiply(size - 1, dilation);
  return spread ? CheckedAdd(*spread, 1) : std::nullopt;
}

// Returns the number of windows along one dimension of a known size.
std::optional<int64_t> WindowCount(int64_t size, const Windows& windows, size_t i) {
  const auto base = Dilated(size, windows.base_dilations[i]);
  const auto edges = CheckedAdd(windows.padding_low[i], windows.padding_high[i]);
  const auto window = Dilated(windows.dimensions[i], windows.window_dilations[i]);
  if (!base || !edges || !window) return std::nullopt;
  const auto padded = CheckedAdd(*base, *edges);
  if (!padded) return std::nullopt;
  if (*padded <= 0 || *window > *padded) return 0;
  return (*padded - *window) / windows.strides[i] + 1;
}

}  // namespace

Result<std::vector<int64_t>> PositiveList(CheckContext& context, std::string_view name, size_t rank,
                                          const ListRules& rules) {
  std::vector<int64_t> list = context.i64_array(name);
  if (list.empty()) return std::vector<int64_t>(rank, 1);
  if (list.size() != rank) {
    return context.Fail(rules.size, At::Attribute(name),
                        Say("size(", name, ") = ", list.size(), " for ", rank, " dimensions"));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (list[i] > 0) continue;
    return context.Fail(rules.positive, At::Attribute(name), Say(name, "[", i, "] = ", list[i]));
  }
  return list;
}

bool ReadPadding(CheckContext& context, std::string_view name, size_t rank, Constraint rule,
                 Windows& windows) {
  windows.padding_low.assign(rank, 0);
  windows.padding_high.assign(rank, 0);
  const Attribute* padding = context.attribute(name);
  if (padding == nullptr) return true;
  const std::vector<int64_t> values = IntegersOf(padding);
  const bool is_typed = padding->kind == AttributeKind::kElements && padding->type.is_tensor();
  const bool fits =
      values.size() == 2 * rank &&
      (!is_typed || values.empty() || (padding->type.rank() == 2 && padding->type.shape()[1] == 2));
  if (!fits) {
    context.Fail(rule, At::Attribute(name),
                 Say(name, " has type ", padding->type, " for ", rank, " dimensions"));
    return false;
  }
  for (size_t i = 0; i < rank; ++i) {
    windows.padding_low[i] = values[2 * i];
    windows.padding_high[i] = values[2 * i + 1];
  }
  return true;
}

Result<Windows> WindowsOf(CheckContext& context, size_t rank, const WindowNames& names,
                          const WindowRules& rules) {
  Windows windows;
  const auto read = [&](std::string_view name, const ListRules& list_rules,
                        std::vector<int64_t>& into) {
    auto list = PositiveList(context, name, rank, list_rules);
    if (list) into = std::move(*list);
    return list.has_value();
  };
  const Attribute* dimensions = context.attribute(names.dimensions);
  if (dimensions != nullptr && IntegersOf(dimensions).size() != rank) {
    return context.Fail(rules.dimensions.size, At::Attribute(names.dimensions),
                        Say("size(", names.dimensions, ") = ", IntegersOf(dimensions).size(),
                            " for ", rank, " dimensions"));
  }
  if (!read(names.dimensions, rules.dimensions, windows.dimensions) ||
      !read(names.strides, rules.strides, windows.strides) ||
      !read(names.base_dilations, rules.base_dilations, windows.base_dilations) ||
      !read(names.window_dilations, rules.window_dilations, windows.window_dilations) ||
      !ReadPadding(context, names.padding, rank, rules.padding, windows)) {
    return Failed();
  }
  return windows;
}

std::optional<std::vector<Dimension>> WindowedShape(CheckContext& context,
                                                    std::span<const Dimension> shape,
                                                    const Windows& windows, Constraint rule) {
  std::vector<Dimension> result;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].limit() == kDynamic) {
      result.push_back({});
      continue;
    }
    const auto count = WindowCount(shape[i].limit(), windows, i);
    if (!count) {
      context.Fail(rule, At(), Say("the size of dimension ", i, " does not fit 63 bits"));
      return std::nullopt;
    }
    result.push_back(shape[i].is_static() ? Dimension{*count} : Dimension{kDynamic, *count});
  }
  return result;
}

}  // namespace paddock
