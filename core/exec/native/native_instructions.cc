// Instructions of the native tapes, by the width of their lanes.
#include <bit>

#include "core/exec/native/native_operations.h"

namespace paddock {

namespace native {

VexOp OfFloats(size_t bytes, uint8_t opcode) {
  return {bytes == 4 ? VexOp::Prefix::kF3 : VexOp::Prefix::kF2, VexOp::Map::k0F, opcode};
}
// Integers are computed in vectors already.
VexOp OfVector(VexOp op) {
  // vroundss and vroundsd.
  if (op.map == VexOp::Map::k0F3A) op.opcode -= 2;
  // vfmadd231ss and vfmadd231sd.
  if (op.map == VexOp::Map::k0F38 && op.opcode == 0xB9) --op.opcode;
  if (op.prefix == VexOp::Prefix::kF3) op.prefix = VexOp::Prefix::kNone;
  if (op.prefix == VexOp::Prefix::kF2) op.prefix = VexOp::Prefix::k66;
  return op;
}
NativeOperation OfVector(NativeOperation operation) {
  operation.is_vector = true;
  operation.op = OfVector(operation.op);
  return operation;
}
// vbroadcastss, vmovddup.
VexOp Spread(size_t element_bytes) {
  if (element_bytes == 4) return {VexOp::Prefix::k66, VexOp::Map::k0F38, 0x18};
  return {VexOp::Prefix::kF2, VexOp::Map::k0F, 0x12};
}
namespace {
// Lanes of 1, 2, 4 and 8 bytes often have neighbouring opcodes.
VexOp OfLanes(size_t bytes, uint8_t of_bytes) {
  return {VexOp::Prefix::k66, VexOp::Map::k0F,
          static_cast<uint8_t>(of_bytes + std::countr_zero(bytes))};
}
}  // namespace
VexOp EqualIntegers(size_t bytes) {
  if (bytes < 8) return OfLanes(bytes, 0x74);
  return {VexOp::Prefix::k66, VexOp::Map::k0F38, 0x29};
}
VexOp GreaterIntegers(size_t bytes) {
  if (bytes < 8) return OfLanes(bytes, 0x64);
  return {VexOp::Prefix::k66, VexOp::Map::k0F38, 0x37};
}
VexOp ExtremeOfIntegers(size_t bytes, bool is_maximum, bool is_signed) {
  // vpminub, vpmaxub, vpminsw, vpmaxsw
  const bool is_old = bytes == 1 ? !is_signed : bytes == 2 && is_signed;
  if (is_old) {
    const unsigned opcode = (is_signed ? 0xEAU : 0xDAU) | (is_maximum ? 4U : 0U);
    return {VexOp::Prefix::k66, VexOp::Map::k0F, static_cast<uint8_t>(opcode)};
  }
  // vpminsb, vpminsd, vpminuw, vpminud; vpmaxsb and so on
  const unsigned opcode =
      0x38U | (is_maximum ? 4U : 0U) | (is_signed ? 0U : 2U) | (bytes == 4 ? 1U : 0U);
  return {VexOp::Prefix::k66, VexOp::Map::k0F38, static_cast<uint8_t>(opcode)};
}
VexOp AddIntegers(size_t bytes) {
  if (bytes < 8) return OfLanes(bytes, 0xFC);
  return {VexOp::Prefix::k66, VexOp::Map::k0F, 0xD4};
}
VexOp SubtractIntegers(size_t bytes) { return OfLanes(bytes, 0xF8); }
// vpmovsxbd, vpmovsxbq, vpmovsxwd, vpmovsxwq, vpmovsxdq; vpmovzxbd and so on
VexOp Extend(size_t from, size_t to, bool is_signed) {
  const unsigned wide = to == 8 ? 1U : 0U;
  const unsigned opcode = from == 1 ? 0x21U + wide : from == 2 ? 0x23U + wide : 0x25U;
  return {VexOp::Prefix::k66, VexOp::Map::k0F38,
          static_cast<uint8_t>(opcode | (is_signed ? 0U : 0x10U))};
}
VexOp Load(size_t bytes) {
  return bytes == 16 ? VexOp{VexOp::Prefix::kNone, VexOp::Map::k0F, kMove} : OfFloats(bytes, kMove);
}
VexOp Store(size_t bytes) {
  VexOp op = Load(bytes);
  ++op.opcode;
  return op;
}

VexOp Blend(size_t lane_bytes) {
  const auto opcode = static_cast<uint8_t>(lane_bytes == 4 ? 0x4A : 0x4B);
  return {VexOp::Prefix::k66, VexOp::Map::k0F3A, opcode};
}

}  // namespace native

}  // namespace paddock
