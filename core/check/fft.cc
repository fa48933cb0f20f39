// Checks of Fourier transforms.
#include "core/check/context.h"

namespace paddock {
namespace {

// Checks C2: the element types of a transform.
bool CheckFftElement(CheckContext& context, std::string_view type, Type element) {
  const bool fits =
      type == "RFFT" ? IsFloat(element) && BitWidth(element) >= 32 : IsComplex(element);
  if (!fits) context.Fail(Constraint::kFftC2, At::Operand(0), Say("a ", type, " takes ", element));
  return fits;
}

// Checks C4 and X1. The sizes of the real side are fft_length; so are those of complex sides that
// are not halved. The complex side of RFFT and IRFFT has the last size n / 2 + 1.
bool CheckFftSizes(CheckContext& context, std::span<const int64_t> length, TensorType& result) {
  const std::string_view type = context.text("fft_type");
  const size_t first = result.rank() - length.size();
  const Dimension last = result.shape.back();
  for (size_t i = 0; i < length.size(); ++i) {
    const bool is_last = i + 1 == length.size();
    Dimension& size = result.shape[first + i];
    if (type == "IRFFT" && is_last) {
      const Dimension half = {length[i] == 0 ? 0 : length[i] / 2 + 1};
      if (!Agree(last, half)) {
        context.Fail(Constraint::kFftC5, At::Operand(0),
                     Say("dim(operand, -1) = ", last, ", not ", half));
        return false;
      }
      size = {length[i]};
    } else if (!Agree(size, Dimension{length[i]})) {
      const bool has_real = type == "RFFT" || type == "IRFFT";
      context.Fail(
          has_real ? Constraint::kFftC4 : Constraint::kFftX1, At::Attribute("fft_length"),
          Say("fft_length = ", length, " and the operand has shape ", context.operand(0).shape));
      return false;
    }
    if (type == "RFFT" && is_last) size = {length[i] == 0 ? 0 : length[i] / 2 + 1};
  }
  return true;
}

}  // namespace

CheckResult CheckFft(CheckContext& context) {
  TensorType result = context.operand(0);
  const std::string_view type = context.text("fft_type");
  const auto length = context.i64_array("fft_length");
  if (length.empty() || length.size() > 3) {
    return context.Fail(Constraint::kFftC3, At::Attribute("fft_length"),
                        Say("size(fft_length) = ", length.size()));
  }
  if (length.size() > result.rank()) {
    return context.Fail(
        Constraint::kFftC1, At::Attribute("fft_length"),
        Say("size(fft_length) = ", length.size(), " and rank(operand) = ", result.rank()));
  }
  for (int64_t size : length) {
    if (size >= 0) continue;
    return context.Fail(Constraint::kAttributeRange, At::Attribute("fft_length"),
                        Say("fft_length = ", length));
  }
  if (!CheckFftElement(context, type, result.element) || !CheckFftSizes(context, length, result)) {
    return Failed();
  }
  if (type == "RFFT") result.element = context.types().GetComplex(result.element);
  if (type == "IRFFT") result.element = result.element->element;
  return InferredTypes{context.Infer(result, Constraint::kFftC5, Constraint::kFftC2)};
}

}  // namespace paddock
