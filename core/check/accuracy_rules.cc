#include "core/check/accuracy_rules.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "simd/math/error_bound.h"

namespace paddock {
namespace {

constexpr std::string_view kAccuracy = "result_accuracy";

double ToleranceOf(const Attribute& accuracy, std::string_view name) {
  const Attribute* tolerance = accuracy.Find(name);
  if (tolerance == nullptr) return 0;
  return tolerance->kind == AttributeKind::kFloat ? tolerance->number
                                                  : static_cast<double>(tolerance->integer);
}

// Returns the type in which a result is computed. A quantized result is computed between
// dequantizing and quantizing.
std::optional<ElementType> ComputedType(Type element) {
  if (!element.is(TypeKind::kQuantized)) return element.element_type();
  return element->quantized->expressed.element_type();
}

// Checks |error| <= max(|exact result| * max(rtol, ulps * epsilon), atol).
Result<void> CheckBound(CheckContext& context, const Attribute& accuracy) {
  const auto type = ComputedType(context.operand(0).element);
  const auto bound = type ? simd::FindErrorBound(context.info().kernel, *type) : std::nullopt;
  if (!bound) return {};
  const double atol = ToleranceOf(accuracy, "atol");
  const double rtol = ToleranceOf(accuracy, "rtol");
  const double ulps = ToleranceOf(accuracy, "ulps");
  const double own = bound->ulps * bound->epsilon;
  if (own <= std::max(rtol, ulps * bound->epsilon) || bound->absolute <= atol) return {};
  std::string detail = Say("results of ", Spelling(*type), " are within ", FormatF64(bound->ulps),
                           " ULP, ", FormatF64(own), " of themselves");
  if (std::isfinite(bound->absolute)) {
    detail += Say(" and ", FormatF64(bound->absolute), " in all");
  }
  return context.Fail(Constraint::kResultAccuracy, At::Attribute(kAccuracy),
                      Say(detail, ", and atol = ", FormatF64(atol), ", rtol = ", FormatF64(rtol),
                          " and ulps = ", FormatF64(ulps)));
}

}  // namespace

Result<void> CheckResultAccuracy(CheckContext& context) {
  const Attribute* accuracy = context.attribute(kAccuracy);
  if (accuracy == nullptr || accuracy->kind != AttributeKind::kStruct) return {};
  const Attribute* mode = accuracy->Find("mode");
  const std::string_view name = mode == nullptr ? "DEFAULT" : mode->text;
  const bool is_tolerance = name == "TOLERANCE";
  for (const std::string_view field : {"atol", "rtol", "ulps"}) {
    const double tolerance = ToleranceOf(*accuracy, field);
    if (tolerance < 0 || std::isnan(tolerance)) {
      return context.Fail(Constraint::kAttributeRange, At::Attribute(kAccuracy),
                          Say(field, " is negative"));
    }
    if (tolerance != 0 && !is_tolerance) {
      return context.Fail(Constraint::kAttributeRange, At::Attribute(kAccuracy),
                          Say(field, " is not zero though the mode is ", name));
    }
  }
  return is_tolerance ? CheckBound(context, *accuracy) : Result<void>();
}

}  // namespace paddock
