#include "core/check/custom_call_signature.h"

#include <string>

#include "core/check/custom_call_results.h"
#include "core/check/custom_call_values.h"

namespace paddock {
namespace {

// Returns the element type of "T", "R" or "C" if "T" is `element`. Any other spelling is itself.
ElementType ElementOf(std::string_view spelling, ElementType element) {
  const ElementType part = PartType(element);
  if (spelling == "T") return element;
  if (spelling == "R") return part;
  if (spelling == "C") return part == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
  return ElementTypeFromSpelling(spelling).value_or(element);
}

bool IsSupported(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kF64 || IsComplex(type);
}

// Returns the type of "T": from the target's name, else from the first operand.
std::optional<ElementType> ElementOfCall(const CustomCallTarget& target, Type first) {
  if (!target.element.empty()) return ElementTypeFromSpelling(target.element);
  if (!first.is_tensor()) return std::nullopt;
  const auto element = first.element_type();
  return element.has_value() && IsSupported(*element) ? element : std::nullopt;
}

std::string CodesOf(const CallAttributeInfo& attribute) {
  if (attribute.codes == "?") return "true or false";
  if (attribute.codes == "#") return "an i32";
  std::string text;
  for (size_t i = 0; i < attribute.codes.size(); ++i) {
    const char code = attribute.codes[i];
    if (i != 0) text += i + 1 == attribute.codes.size() ? " or " : ", ";
    text += std::to_string(static_cast<int>(code)) + " (" + code + ")";
  }
  return text;
}

class SignatureCheck {
 public:
  SignatureCheck(CheckContext& context, const CustomCallTarget& target)
      : context_(context), target_(target), info_(*target.info) {}

  CheckResult Run() {
    places_ = DataOperandsOf(context_.operation());
    for (size_t i : places_) operands_.push_back(context_.operand_type(i));
    auto results = SizedResults(context_);
    if (!results) return Failed();
    results_ = std::move(*results);
    is_tuple_ = results_.size() == 1 && results_[0].is(TypeKind::kTuple);
    if (is_tuple_) {
      const std::span<const Type> elements = context_.result_type(0)->elements;
      results_.assign(elements.begin(), elements.end());
    }
    if (!CheckCounts() || !ReadAttributes()) return Failed();
    const auto element = ElementOfCall(target_, operands_[0]);
    if (!element) {
      return Fail(At::Operand(places_[0]),
                  Say(info_.operands[0].name, " is ", operands_[0],
                      ", and must be of f32, f64, complex<f32> or complex<f64>"));
    }
    element_ = *element;
    const CallSizes sizes(info_, operands_, results_);
    for (size_t i = 0; i < operands_.size(); ++i) {
      const TensorType wanted = Wanted(info_.operands[i], sizes);
      if (!Fits(operands_[i], wanted))
        return FailValue(At::Operand(places_[i]), operands_[i], info_.operands[i], wanted);
    }
    if (!CheckLimits(sizes)) return Failed();
    return InferResults(sizes);
  }

 private:
  std::unexpected<Failure> Fail(At at, std::string_view detail) {
    return context_.Fail(Constraint::kCustomCallX5, at, Say("@", target_.name, ": ", detail));
  }

  std::unexpected<Failure> FailValue(At at, Type type, const CallValueInfo& value,
                                     const TensorType& wanted) {
    return Fail(at, Say(value.name, " is ", type, ", and must be ", wanted.Make(context_.types())));
  }

  CheckResult InferResults(const CallSizes& sizes) {
    constexpr Constraint kRule = Constraint::kCustomCallX5;
    InferredTypes inferred;
    std::vector<Type> elements;
    for (size_t i = 0; i < results_.size(); ++i) {
      const TensorType wanted = Wanted(info_.results[i], sizes);
      if (!results_[i].is_tensor() && !results_[i].is(TypeKind::kUnrankedTensor)) {
        return FailValue(At::Result(is_tuple_ ? 0 : i), results_[i], info_.results[i], wanted);
      }
      // The operands' sizes differ from the declared ones.
      const bool is_sized = !is_tuple_ && results_[i] != context_.result_type(i);
      if (is_sized && !Fits(results_[i], wanted)) {
        return FailValue(At::Result(i), results_[i], info_.results[i], wanted);
      }
      inferred.push_back(context_.Infer(wanted, kRule, kRule));
      elements.push_back(inferred.back().type);
    }
    if (!is_tuple_) return inferred;
    return InferredTypes{context_.Infer(context_.types().GetTuple(elements), kRule)};
  }

  bool CheckCounts() {
    if (operands_.size() != info_.operands.size()) {
      Fail(At(), Say("it takes ", info_.operands.size(), " operands, not ", operands_.size()));
      return false;
    }
    if (results_.size() != info_.results.size()) {
      Fail(At(), Say("it gives ", info_.results.size(), " results, not ", results_.size()));
      return false;
    }
    return true;
  }

  bool ReadAttributes() {
    for (const CallAttributeInfo& attribute : info_.attributes) {
      const auto value = CallAttributeValue(context_.operation(), attribute);
      if (!value) {
        Fail(At(), Say("the attribute ", attribute.name, " of backend_config must be ",
                       CodesOf(attribute)));
        return false;
      }
      attributes_.push_back(*value);
    }
    return true;
  }

  bool CheckLimits(const CallSizes& sizes) {
    for (const CallLimit& limit : info_.limits) {
      const Dimension small = sizes.Of(limit.small, info_, attributes_);
      const Dimension large = sizes.Of(limit.large, info_, attributes_);
      if (!small.is_static() || !large.is_static() || small.size <= large.size) continue;
      Fail(At(), Say("it needs ", limit.text, ", which here is ", small.size, " <= ", large.size));
      return false;
    }
    return true;
  }

  TensorType Wanted(const CallValueInfo& value, const CallSizes& sizes) {
    TensorType type;
    type.shape = sizes.batch();
    for (const CallSize& size : value.sizes)
      type.shape.push_back(sizes.Of(size, info_, attributes_));
    type.element = context_.types().GetScalar(ElementOf(value.element, element_));
    return type;
  }

  bool Fits(Type type, const TensorType& wanted) {
    if (type.is(TypeKind::kUnrankedTensor)) return type.element() == wanted.element;
    return type.is_tensor() && type.element() == wanted.element &&
           Agree(TensorType::Of(type).shape, wanted.shape);
  }

  CheckContext& context_;
  const CustomCallTarget& target_;
  const CustomCallInfo& info_;
  ElementType element_ = ElementType::kF32;
  std::vector<int64_t> attributes_;
  // Operands that do not give sizes, and their indices.
  std::vector<size_t> places_;
  std::vector<Type> operands_;
  // Results with the sizes that operands give; the elements of a tuple that is the only result.
  std::vector<Type> results_;
  bool is_tuple_ = false;
};

}  // namespace

CheckResult CheckSignature(CheckContext& context, const CustomCallTarget& target) {
  return SignatureCheck(context, target).Run();
}

}  // namespace paddock
