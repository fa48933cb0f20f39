#include "core/native/assembler.h"

namespace paddock {
namespace {

constexpr unsigned ModRegisters(unsigned reg, unsigned rm) {
  return 0xC0U | (reg & 7U) << 3 | (rm & 7U);
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
  const unsigned inverted_r = result < 8 ? 0x80 : 0, inverted_b = right < 8 ? 0x20 : 0;
  Put({0xC4, inverted_r | 0x40U | inverted_b | static_cast<unsigned>(op.map),
       (op.is_wide ? 0x80U : 0U) | (~left & 15U) << 3 | static_cast<unsigned>(op.prefix),
       op.opcode});
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
                              const MemoryOperand& memory) {
  // Bases are above register 7.
  Put({is_wide ? 0x49U : 0x41U});
  Put(opcode);
  PutMemory(0, memory);
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

void Assembler::ShiftLeft(Xmm vector, size_t lane_bytes, uint8_t bits) {
  const VexOp op{VexOp::Prefix::k66, VexOp::Map::k0F,
                 static_cast<uint8_t>(lane_bytes == 4 ? 0x72 : 0x73)};
  Compute(op, 6, vector, vector, bits);
}

void Assembler::ShiftRight(Xmm vector, size_t lane_bytes, uint8_t bits) {
  const VexOp op{VexOp::Prefix::k66, VexOp::Map::k0F,
                 static_cast<uint8_t>(lane_bytes == 4 ? 0x72 : 0x73)};
  Compute(op, 2, vector, vector, bits);
}

void Assembler::MoveToRax(Xmm vector) {
  Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x7E, true}, vector, 0, 0);
}

void Assembler::MoveFromRax(Xmm vector) {
  Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x6E, true}, vector, 0, 0);
}

void Assembler::SetAddress(BaseRegister base, uint64_t address) {
  Put({0x49, 0xB8U | (static_cast<unsigned>(base) & 7U)});
  PutInteger(address, 8);
}

void Assembler::LoadRax(size_t bytes, const MemoryOperand& memory) {
  if (bytes == 1) return PutWithMemory({0x0F, 0xB6}, false, memory);
  if (bytes == 2) return PutWithMemory({0x0F, 0xB7}, false, memory);
  PutWithMemory({0x8B}, bytes == 8, memory);
}

void Assembler::StoreRax(size_t bytes, const MemoryOperand& memory) {
  if (bytes == 1) return PutWithMemory({0x88}, false, memory);
  if (bytes == 2) Put({0x66});
  PutWithMemory({0x89}, bytes == 8, memory);
}

void Assembler::ComputeByte(ByteOp op, const MemoryOperand& memory) {
  PutWithMemory({static_cast<unsigned>(op)}, false, memory);
}

void Assembler::FlipBoolean() { Put({0x34, 0x01}); }

void Assembler::CompareRax(size_t bytes, const MemoryOperand& memory) {
  PutWithMemory({0x3B}, bytes == 8, memory);
}

void Assembler::MultiplyRax(const MemoryOperand& memory) {
  PutWithMemory({0x0F, 0xAF}, true, memory);
}

void Assembler::SetByte(Condition condition) {
  Put({0x0F, 0x90U | static_cast<unsigned>(condition), 0xC0});
}

// The jumps skip the assignment of a limit.
void Assembler::LoadOffset(size_t bytes, const MemoryOperand& memory, int32_t limit,
                           int32_t stride) {
  PutWithMemory({bytes == 8 ? 0x8BU : 0x63U}, true, memory);
  // test rax, rax; jns; xor eax, eax
  Put({0x48, 0x85, 0xC0, 0x79, 2, 0x31, 0xC0});
  // cmp rax, limit; jle; mov eax, limit
  Put({0x48, 0x3D});
  PutInteger(static_cast<uint32_t>(limit), 4);
  Put({0x7E, 5, 0xB8});
  PutInteger(static_cast<uint32_t>(limit), 4);
  // imul rax, rax, stride
  Put({0x48, 0x69, 0xC0});
  PutInteger(static_cast<uint32_t>(stride), 4);
}

void Assembler::KeepLowestBit() { Put({0x83, 0xE0, 0x01}); }

void Assembler::NegateRax() { Put({0x48, 0xF7, 0xD8}); }

void Assembler::AdvanceAndJump(uint8_t bytes) { Put({0x48, 0x83, 0xC7, bytes, 0xFF, 0x27}); }

}  // namespace paddock
