#include "core/plan/report.h"

#include <memory>

namespace paddock {

void ReportAt(StepContext& context, std::string_view code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  if (context.operation != nullptr) diagnostic.span = context.operation->span;
  context.host->Report(std::move(diagnostic));
}

Tensor ViewOf(ElementType type, std::span<const int64_t> shape, const std::byte* data) {
  static const auto owner = std::make_shared<const int>(0);
  const auto bytes = static_cast<size_t>(ByteSizeOf(type, shape).value_or(0));
  return Tensor::FromBuffer(type, shape, Buffer::Borrow(data, bytes, owner));
}

}  // namespace paddock
