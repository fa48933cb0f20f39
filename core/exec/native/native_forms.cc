// Values that registers have beside the bytes of memory: halves as f32, and constants.
#include "core/exec/native/native_segment.h"

namespace paddock {
namespace {

// No memory is there.
const void* ConstantNumber(uint8_t left, uint8_t right) {
  return reinterpret_cast<const void*>(uintptr_t{left} << 5 | right | 1024);
}

}  // namespace

std::optional<Xmm> NativeRegisters::FindForm(const void* half, Form form) {
  const Held* const held = Find(half, 2, static_cast<size_t>(form));
  if (held == nullptr) return std::nullopt;
  return Use(held->vector);
}

void NativeRegisters::HoldForm(Xmm vector, const void* half, Form form) {
  held_.push_back({reinterpret_cast<uintptr_t>(half), 2, static_cast<uint8_t>(form), vector});
}

void NativeRegisters::CopyForms(const void* from, const void* to) {
  for (const Form form : {Form::kF16, Form::kBF16}) {
    if (const auto held = FindForm(from, form)) HoldForm(*held, to, form);
  }
}

std::optional<Xmm> NativeRegisters::FindConstant(uint8_t left, uint8_t right) {
  return FindForm(ConstantNumber(left, right), Form::kConstant);
}

void NativeRegisters::HoldConstant(Xmm vector, uint8_t left, uint8_t right) {
  HoldForm(vector, ConstantNumber(left, right), Form::kConstant);
}

}  // namespace paddock
