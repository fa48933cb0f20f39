#include "core/native/assembler.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace paddock {
namespace {

constexpr VexOp kTernaryLogic{VexOp::Prefix::k66, VexOp::Map::k0F3A, 0x25, false, true};

constexpr VexOp Truncation(uint8_t opcode) {
  return {VexOp::Prefix::kF3, VexOp::Map::k0F38, opcode, false, true};
}

// Whether the operation of VEX is one on lanes of 8 bytes.
bool IsWideInEvex(const VexOp& op) {
  if (op.is_wide) return true;
  const auto is_between = [&](unsigned first, unsigned last) {
    return op.opcode >= first && op.opcode <= last;
  };
  if (op.map == VexOp::Map::k0F3A) return op.opcode == 0x09;  // vrndscalepd
  if (op.map == VexOp::Map::k0F38) {
    // vpmuldq, vpcmpeqq, vpcmpgtq
    const bool is_long = op.opcode == 0x28 || op.opcode == 0x29 || op.opcode == 0x37;
    return is_long && op.prefix == VexOp::Prefix::k66;
  }
  if (op.prefix != VexOp::Prefix::k66) return false;
  // Moves, shuffles and arithmetic of f64, vpaddq, vpsubq, vpmuludq and shifts of 8 bytes.
  return is_between(0x10, 0x15) || is_between(0x28, 0x2B) || is_between(0x51, 0x5A) ||
         is_between(0x5C, 0x5F) || op.opcode == 0xC2 || op.opcode == 0xC6 || op.opcode == 0xD4 ||
         op.opcode == 0xFB || op.opcode == 0xF4 || op.opcode == 0x73;
}

}  // namespace

void Assembler::Put(std::initializer_list<unsigned> bytes) {
  for (const unsigned byte : bytes) code_.push_back(static_cast<uint8_t>(byte));
}

void Assembler::PutInteger(uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) code_.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

// The prefix of three bytes and the opcode. Numbers of registers above 7 have inverted bits there.
void Assembler::PutVex(const VexOp& op, unsigned result, unsigned left, unsigned right) {
  // Some of 0F3A write their other register.
  if (masked_ == result || (op.map == VexOp::Map::k0F3A && masked_ == right)) masked_.reset();
  const bool is_long = has_long_vectors_ && op.is_256;
  if (is_long || std::max({result, left, right}) > 15) return PutEvex(op, result, left, right);
  const unsigned inverted_r = result < 8 ? 0x80 : 0, inverted_b = right < 8 ? 0x20 : 0;
  Put({0xC4, inverted_r | 0x40U | inverted_b | static_cast<unsigned>(op.map),
       (op.is_wide ? 0x80U : 0U) | (~left & 15U) << 3 | (op.is_256 ? 4U : 0U) |
           static_cast<unsigned>(op.prefix),
       op.opcode});
}

// The prefix of four bytes and the opcode. Other than VEX's, it has a bit for the width of lanes
// wherever a mask counts them.
void Assembler::PutEvex(const VexOp& op, unsigned result, unsigned left, unsigned right) {
  constexpr unsigned kLength512 = 0x40, kLength256 = 0x20;
  const unsigned length = !op.is_256 ? 0 : has_long_vectors_ ? kLength512 : kLength256;
  const auto inverted = [](unsigned number, unsigned bit, unsigned place) {
    return (number & bit) != 0 ? 0U : place;
  };
  Put({0x62,
       inverted(result, 8, 0x80) | inverted(right, 16, 0x40) | inverted(right, 8, 0x20) |
           inverted(result, 16, 0x10) | static_cast<unsigned>(op.map),
       (IsWideInEvex(op) ? 0x80U : 0U) | (~left & 15U) << 3 | 4U | static_cast<unsigned>(op.prefix),
       (mask_.zeroes ? 0x80U : 0U) | length | inverted(left, 16, 0x08) | mask_.number, op.opcode});
  mask_ = {};
}

void Assembler::PutMemory(unsigned reg, const MemoryOperand& memory) {
  const unsigned base = static_cast<unsigned>(memory.base) & 7U;
  if (memory.adds_rax) {
    Put({0x84U | (reg & 7U) << 3, base});
  } else {
    Put({0x80U | (reg & 7U) << 3 | base});
  }
  PutInteger(static_cast<uint32_t>(memory.displacement), 4);
}

void Assembler::PutWithMemory(std::initializer_list<unsigned> opcode, bool is_wide,
                              const MemoryOperand& memory, unsigned reg) {
  // Bases are above register 7.
  Put({is_wide ? 0x49U : 0x41U});
  Put(opcode);
  PutMemory(reg, memory);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, Xmm right) {
  PutVex(op, result, left, right);
  Put({ModRegisters(result, right)});
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, Xmm right, uint8_t constant) {
  Compute(op, result, left, right);
  Put({constant});
}

void Assembler::Access(const VexOp& op, Xmm vector, const MemoryOperand& memory) {
  PutVex(op, vector, 0, static_cast<unsigned>(memory.base));
  PutMemory(vector, memory);
}

void Assembler::StoreLowest(size_t bytes, Xmm vector, const MemoryOperand& memory) {
  const auto opcode = static_cast<uint8_t>(bytes == 1 ? 0x14 : 0x15);
  Access({VexOp::Prefix::k66, VexOp::Map::k0F3A, opcode}, vector, memory);
  Put({0});
}

// The byte after the opcode: a displacement, and the scale, the index and the pointer.
void Assembler::PutArray(unsigned reg, const ArrayOperand& array) {
  const unsigned pointer = array.pointer & 7U;
  const auto scale = static_cast<unsigned>(std::countr_zero(array.element_bytes));
  const unsigned place = array.element_bytes == 0 ? 4U << 3 | pointer : scale << 6 | pointer;
  if (array.displacement == 0) return Put({0x44U | (reg & 7U) << 3, place, 0});
  Put({0x84U | (reg & 7U) << 3, place});
  PutInteger(static_cast<uint32_t>(array.displacement), 4);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const ArrayOperand& right) {
  PutVex(op, result, left, right.pointer);
  PutArray(result, right);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const ArrayOperand& right,
                        uint8_t constant) {
  Compute(op, result, left, right);
  Put({constant});
}

void Assembler::Gather(const VexOp& op, Xmm result, const ArrayOperand& table, Xmm indices,
                       Xmm mask) {
  if (has_long_vectors_) {
    if (masked_ == result) masked_.reset();
    mask_ = {mask};
    PutEvex(op, result, indices & 16, table.pointer);
  } else {
    PutVex(op, result, mask, table.pointer);
  }
  // The inverted bit for the numbers of indices is in the byte before the last two or three.
  if ((indices & 8) != 0) code_[code_.size() - (has_long_vectors_ ? 4 : 3)] &= 0xBF;
  const auto scale = static_cast<unsigned>(std::countr_zero(table.element_bytes));
  Put({0x44U | (result & 7U) << 3, scale << 6 | (indices & 7U) << 3 | (table.pointer & 7U), 0});
}

// vmovd or vpinsrd
void Assembler::LoadLane(Xmm vector, uint8_t lane, PointerRegister table, PointerRegister index) {
  using Map = VexOp::Map;
  PutVex({VexOp::Prefix::k66, lane == 0 ? Map::k0F : Map::k0F3A,
          static_cast<uint8_t>(lane == 0 ? 0x6E : 0x22)},
         vector, lane == 0 ? 0 : vector, table);
  if (index >= 8) code_[code_.size() - 3] &= 0xBF;
  Put({0x44U | (vector & 7U) << 3, 0x80U | (index & 7U) << 3 | (table & 7U), 0});
  if (lane != 0) Put({lane});
}

// vmovq or vpextrq
void Assembler::MoveToPointer(PointerRegister to, Xmm vector, bool is_second) {
  using Map = VexOp::Map;
  PutVex({VexOp::Prefix::k66, is_second ? Map::k0F3A : Map::k0F,
          static_cast<uint8_t>(is_second ? 0x16 : 0x7E), true},
         vector, 0, to);
  Put({ModRegisters(vector, to)});
  if (is_second) Put({1});
}

// mov of 4 bytes
void Assembler::CopyLowHalf(PointerRegister to, PointerRegister from) {
  Put({0x40U | (from < 8 ? 0 : 4U) | (to < 8 ? 0 : 1U), 0x89, ModRegisters(from, to)});
}

// shr pointer, 32
void Assembler::KeepHighHalf(PointerRegister pointer) {
  Put({0x48U | (pointer < 8 ? 0 : 1U), 0xC1, ModRegisters(5, pointer), 32});
}

void Assembler::StoreTruncated(uint8_t opcode, Xmm vector, const ArrayOperand& to) {
  PutEvex(Truncation(opcode), vector, 0, to.pointer);
  PutArray(vector, to);
}

void Assembler::Truncate(uint8_t opcode, Xmm result, Xmm vector) {
  if (masked_ == result) masked_.reset();
  PutEvex(Truncation(opcode), vector, 0, result);
  Put({ModRegisters(vector, result)});
}

void Assembler::ChooseBits(Xmm result, Xmm left, Xmm right, uint8_t table) {
  Compute(kTernaryLogic, result, left, right, table);
}

void Assembler::ChooseBits(Xmm result, Xmm left, const LaneConstant& right, uint8_t table) {
  Compute(kTernaryLogic, result, left, right, table);
}

// kxnorq; kmovq
void Assembler::SetMask(MaskRegister mask) {
  Put({0xC4, 0xE1, 0x84U | (~mask & 15U) << 3, 0x46, ModRegisters(mask, mask)});
}

void Assembler::CopyMask(MaskRegister to, MaskRegister from) {
  Put({0xC4, 0xE1, 0xF8, 0x90, ModRegisters(to, from)});
}

// kandq, korq, kxorq
void Assembler::ComputeMask(MaskOp op, MaskRegister to, MaskRegister left, MaskRegister right) {
  Put({0xC4, 0xE1, 0x84U | (~left & 15U) << 3, static_cast<unsigned>(op), ModRegisters(to, right)});
}

// knotq
void Assembler::ComplementMask(MaskRegister to, MaskRegister from) {
  Put({0xC4, 0xE1, 0xF8, 0x44, ModRegisters(to, from)});
}

// kunpckbw
void Assembler::JoinMasks(MaskRegister to, MaskRegister low, MaskRegister high) {
  Put({0xC4, 0xE1, 0x05U | (~high & 15U) << 3, 0x4B, ModRegisters(to, low)});
}

void Assembler::FillByMask(Xmm vector, size_t lane_bytes, MaskRegister mask) {
  // vpmovm2b, vpmovm2w, vpmovm2d, vpmovm2q
  PutVex(
      {VexOp::Prefix::kF3, VexOp::Map::k0F38, static_cast<uint8_t>(lane_bytes <= 2 ? 0x28 : 0x38),
       lane_bytes == 2 || lane_bytes == 8, true},
      vector, 0, mask);
  Put({ModRegisters(vector, mask)});
  if (mask == kMaskOfMasked) masked_ = vector;
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right) {
  if (const auto kept = RegisterOf(right)) return Compute(op, result, left, *kept);
  PutVex(op, result, left, 0);
  PutConstant(result, right, 0);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right,
                        uint8_t constant) {
  if (const auto kept = RegisterOf(right)) return Compute(op, result, left, *kept, constant);
  PutVex(op, result, left, 0);
  PutConstant(result, right, 1);
  Put({constant});
}

void Assembler::Shift(unsigned form, Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256) {
  // 0x71, 0x72 and 0x73 for 2, 4 and 8 bytes.
  const auto opcode = static_cast<uint8_t>(0x70 + std::countr_zero(lane_bytes));
  const VexOp op{VexOp::Prefix::k66, VexOp::Map::k0F, opcode, false, is_256};
  Compute(op, static_cast<Xmm>(form), vector, vector, bits);
  if (masked_ == vector) masked_.reset();
}

void Assembler::ShiftLeft(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256) {
  Shift(6, vector, lane_bytes, bits, is_256);
}

void Assembler::ShiftRight(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256) {
  Shift(2, vector, lane_bytes, bits, is_256);
}

void Assembler::ShiftRightArithmetic(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256) {
  Shift(4, vector, lane_bytes, bits, is_256);
}

void Assembler::MoveToRax(Xmm vector) {
  Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x7E, true}, vector, 0, 0);
}

void Assembler::MoveFromRax(Xmm vector) {
  Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x6E, true}, vector, 0, 0);
}

size_t Assembler::BeginUnlessNegative(Xmm vector) {
  // vtestps vector, vector; jnz
  PutVex({VexOp::Prefix::k66, VexOp::Map::k0F38, 0x0E, false, true}, vector, 0, vector);
  Put({ModRegisters(vector, vector), 0x0F, 0x85});
  return PutDistance();
}

size_t Assembler::BeginUnlessSet(MaskRegister mask, bool clobbers_rdi) {
  // kmovd edi, mask; test edi, edi; or kortestd mask, mask
  if (clobbers_rdi) {
    Put({0xC5, 0xFB, 0x93, ModRegisters(7, mask), 0x85, 0xFF});
  } else {
    Put({0xC4, 0xE1, 0xF9, 0x98, ModRegisters(mask, mask)});
  }
  // jnz
  Put({0x0F, 0x85});
  return PutDistance();
}

size_t Assembler::BeginSkipped() {
  Put({0xE9});
  return PutDistance();
}

void Assembler::AdvanceAndJump(uint8_t bytes) { Put({0x48, 0x83, 0xC7, bytes, 0xFF, 0x27}); }

size_t Assembler::PutDistance() {
  PutInteger(0, 4);
  return code_.size();
}

// Distances are counted from their own end.
void Assembler::Aim(size_t place) {
  const auto distance = static_cast<uint32_t>(code_.size() - place);
  std::memcpy(&code_[place - 4], &distance, 4);
}

void Assembler::CallFunction(uint64_t address) {
  // push rdi; push rsi; push rdx; push rcx; push r8; mov rax, address; call rax
  Put({0x57, 0x56, 0x52, 0x51, 0x41, 0x50, 0x48, 0xB8});
  PutInteger(address, 8);
  Put({0xFF, 0xD0});
  // pop r8; pop rcx; pop rdx; pop rsi; pop rdi
  Put({0x41, 0x58, 0x59, 0x5A, 0x5E, 0x5F});
}

void Assembler::ZeroUpperHalves() { Put({0xC5, 0xF8, 0x77}); }

}  // namespace paddock
