#include "cli/report/value_table.h"

#include <vector>

#include "cli/report/picture.h"
#include "cli/report/table.h"
#include "core/diagnostics/json.h"

namespace paddock::cli {
namespace {

// Longer elements are summarized.
constexpr size_t kMostCharacters = 60;

std::string LineOf(const Program& program, const ValueSummary& value) {
  return std::to_string(program.source().Locate(value.definition.begin).line);
}

std::string TimesOf(const ValueSummary& value) {
  return value.executions > 1 ? "x" + std::to_string(value.executions) : std::string();
}

std::string NonFiniteOf(const ValueSummary& value) {
  std::string text;
  if (value.nan_count != 0) text += "  " + std::to_string(value.nan_count) + " NaN";
  if (value.infinity_count != 0) text += "  " + std::to_string(value.infinity_count) + " infinite";
  return text;
}

std::string ElementsOf(const ValueSummary& value, bool is_colored) {
  if (!value.elements.empty() && value.elements.size() <= kMostCharacters) return value.elements;
  if (value.count == 0) return "no elements";
  if (value.nan_count + value.infinity_count == value.count) {
    return "nothing finite" + NonFiniteOf(value);
  }
  return ShortNumber(value.min) + " .. " + ShortNumber(value.max) + "  mean " +
         ShortNumber(value.mean) + "  |" + HistogramText(value.histogram, is_colored) + "|" +
         NonFiniteOf(value);
}

}  // namespace

std::string ValueTable(const Program& program, std::span<const ValueSummary> values,
                       bool is_colored) {
  std::vector<std::vector<std::string>> rows = {{"line", "value", "type", "times", "elements"}};
  for (const ValueSummary& value : values) {
    rows.push_back({LineOf(program, value), value.name, value.type, TimesOf(value),
                    ElementsOf(value, is_colored)});
  }
  return AlignColumns(rows);
}

std::string ValuesJson(const Program& program, std::span<const ValueSummary> values) {
  return JsonArray(values, [&](const ValueSummary& value) {
    Json json;
    json.Raw("line", LineOf(program, value))
        .Member("name", value.name)
        .Member("type", value.type)
        .Member("executions", value.executions)
        .Member("count", value.count)
        .Member("nan", value.nan_count)
        .Member("infinite", value.infinity_count)
        .Member("min", value.min)
        .Member("max", value.max)
        .Member("mean", value.mean)
        .Raw("histogram",
             JsonArray(value.histogram, [](uint64_t count) { return std::to_string(count); }));
    if (!value.elements.empty()) json.Raw("elements", value.elements);
    return json.Object();
  });
}

}  // namespace paddock::cli
