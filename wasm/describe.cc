#include "wasm/describe.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/api/parameter.h"
#include "core/base/number_text.h"

namespace paddock {
namespace {

// Returns "null" for values that JSON cannot write: NaN and the infinities.
std::string Number(double value) { return std::isfinite(value) ? FormatF64(value) : "null"; }

std::string CountsJson(const std::vector<uint64_t>& counts) {
  return JsonArray(counts, [](uint64_t count) { return std::to_string(count); });
}

}  // namespace

std::string DiagnosticsJson(const std::vector<Diagnostic>& diagnostics, const Source& source) {
  return JsonArray(diagnostics,
                   [&](const Diagnostic& diagnostic) { return RenderJson(diagnostic, source); });
}

std::string Describe(const ParameterInfo& parameter) {
  const std::string element =
      parameter.element_type ? JsonString(Spelling(*parameter.element_type)) : "null";
  return Json()
      .Member("name", parameter.name)
      .Member("location", parameter.location)
      .Member("type", parameter.type)
      .Raw("elementType", element)
      .Raw("shape", JsonSizes(parameter.shape))
      .Raw("ranges", JsonArray(parameter.ranges.parts,
                               [](IntegerRange range) {
                                 const int64_t ends[] = {range.low, range.high};
                                 return JsonSizes(ends);
                               }))
      .Member("rangesOperand", parameter.ranges_operand)
      .Member("rangesOperation", parameter.ranges_operation)
      .Member(parameter.span)
      .Raw("elements",
           parameter.handle.is(TypeKind::kTuple) ? DescribeAll(ElementsOf(parameter)) : "null")
      .Object();
}

std::string Describe(const FunctionInfo& function) {
  return Json()
      .Member("name", function.name)
      .Member("isPublic", function.is_public)
      .Member("hasBody", function.has_body)
      .Member(function.span)
      .Raw("arguments", DescribeAll(function.arguments))
      .Raw("results", DescribeAll(function.results))
      .Object();
}

std::string Describe(const DimensionPlace& place) {
  const auto describe = [](const DimensionOfValue& value) {
    return Json()
        .Member("name", value.name)
        .Member(value.definition)
        .Member("dimension", value.dimension)
        .Object();
  };
  return Json()
      .Raw("size", place.size == kDynamic ? "null" : std::to_string(place.size))
      .Member(place.span)
      .Raw("places",
           JsonArray(place.places, [](Span span) { return Json().Member(span).Object(); }))
      .Raw("values", JsonArray(place.values, describe))
      .Object();
}

std::string Describe(const ValueSummary& value) {
  Json json;
  json.Member("name", value.name)
      .Member("location", value.location)
      .Member(value.definition)
      .Member("type", value.type)
      .Member("elementType", Spelling(value.element_type))
      .Raw("shape", JsonSizes(value.shape))
      .Member("count", value.count)
      .Member("executions", value.executions)
      .Member("part", static_cast<uint64_t>(value.part))
      .Member("nan", value.nan_count)
      .Member("infinite", value.infinity_count)
      .Raw("min", Number(value.min))
      .Raw("max", Number(value.max))
      .Raw("mean", Number(value.mean))
      .Raw("histogram", CountsJson(value.histogram));
  if (!value.elements.empty()) json.Raw("elements", value.elements);
  return json.Object();
}

std::string Describe(const DebuggerPlace& place) {
  return Json()
      .Member("clock", place.clock)
      .Member("process", static_cast<uint64_t>(place.process))
      .Member("operation", place.operation)
      .Member("line", place.line)
      .Member("depth", place.depth)
      .Member(place.span)
      .Object();
}

std::string Describe(const ArrayEntry& entry) {
  const auto spell = [](ElementType type) { return JsonString(Spelling(type)); };
  return Json()
      .Member("name", entry.name)
      .Member("code", entry.code)
      .Raw("elementType", entry.is_named ? spell(entry.types[0]) : "null")
      .Raw("elementTypes", JsonArray(entry.types, spell))
      .Raw("shape", JsonSizes(entry.shape))
      .Member("byteSize", entry.size - std::min(entry.size, entry.header_size))
      .Object();
}

std::string Describe(const ProgramInfo& info) {
  Json operations;
  for (const auto& [name, count] : info.operations) operations.Member(name, count);
  return Json()
      .Raw("operations", operations.Object())
      .Raw("elementTypes",
           JsonArray(info.element_types, [](const std::string& type) { return JsonString(type); }))
      .Object();
}

std::string Describe(const RunEstimate& estimate) {
  return Json()
      .Member("replicas", static_cast<uint64_t>(estimate.grid.replicas))
      .Member("partitions", static_cast<uint64_t>(estimate.grid.partitions))
      .Member("flops", estimate.operations)
      .Member("bytes", estimate.bytes)
      .Member("work", static_cast<uint64_t>(estimate.work))
      .Member("peakBytes", estimate.peak_bytes)
      .Member("argumentBytes", estimate.argument_bytes)
      .Member("isExact", estimate.is_exact)
      .Object();
}

std::string Describe(const TensorSummary& summary) {
  return Json()
      .Member("nan", summary.nan_count)
      .Member("infinite", summary.infinity_count)
      .Raw("min", Number(summary.min))
      .Raw("max", Number(summary.max))
      .Raw("mean", Number(summary.mean))
      .Raw("histogram", CountsJson(summary.histogram))
      .Object();
}

}  // namespace paddock
