#include "core/native/assembler.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace paddock {
namespace {

constexpr size_t kConstantBytes = 32;

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
       (op.is_wide ? 0x80U : 0U) | (~left & 15U) << 3 | (op.is_256 ? 4U : 0U) |
           static_cast<unsigned>(op.prefix),
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

void Assembler::Gather(const VexOp& op, Xmm result, const ArrayOperand& table, Xmm indices,
                       Xmm mask) {
  PutVex(op, result, mask, table.pointer);
  // The prefix's inverted bit for indices above register 7 is in its second byte of three.
  if (indices >= 8) code_[code_.size() - 3] &= 0xBF;
  const auto scale = static_cast<unsigned>(std::countr_zero(table.element_bytes));
  Put({0x44U | (result & 7U) << 3, scale << 6 | (indices & 7U) << 3 | (table.pointer & 7U), 0});
}

// The EVEX prefix has inverted bits like VEX's.
void Assembler::StoreTruncated(uint8_t opcode, Xmm vector, const ArrayOperand& to) {
  const unsigned inverted_r = vector < 8 ? 0x80 : 0, inverted_b = to.pointer < 8 ? 0x20 : 0;
  Put({0x62, inverted_r | 0x50U | inverted_b | 2U, 0x7E, 0x28, opcode});
  PutArray(vector, to);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right) {
  if (const auto* kept = FindKept(right)) return Compute(op, result, left, kept->vector);
  PutVex(op, result, left, 0);
  PutConstant(result, right, 0);
}

void Assembler::Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right,
                        uint8_t constant) {
  if (const auto* kept = FindKept(right)) return Compute(op, result, left, kept->vector, constant);
  PutVex(op, result, left, 0);
  PutConstant(result, right, 1);
  Put({constant});
}

const Assembler::KeptConstant* Assembler::FindKept(const LaneConstant& constant) const {
  const auto found = std::ranges::find(kept_, constant, &KeptConstant::constant);
  return found == kept_.end() ? nullptr : &*found;
}

std::vector<Assembler::ConstantReads> Assembler::CountConstantReads() const {
  std::vector<ConstantReads> reads(constants_.size());
  for (size_t i = 0; i < constants_.size(); ++i) reads[i].constant = constants_[i];
  for (const ConstantUse& use : constant_uses_) ++reads[use.constant].count;
  return reads;
}

// The distance is counted from the end of the instruction.
void Assembler::PutConstant(unsigned reg, const LaneConstant& constant, size_t bytes_after) {
  auto found = std::ranges::find(constants_, constant);
  if (found == constants_.end()) found = constants_.insert(found, constant);
  Put({0x05U | (reg & 7U) << 3});
  const size_t place = PutDistance();
  constant_uses_.push_back(
      {place + bytes_after, place, static_cast<size_t>(found - constants_.begin())});
}

void Assembler::PutConstants() {
  if (constants_.empty()) return;
  while (code_.size() % kConstantBytes != 0) Put({0});
  for (const ConstantUse& use : constant_uses_) {
    const size_t target = code_.size() + use.constant * kConstantBytes;
    const auto distance = static_cast<uint32_t>(target - use.end);
    std::memcpy(&code_[use.place - 4], &distance, 4);
  }
  for (const LaneConstant& constant : constants_) {
    for (size_t i = 0; i < kConstantBytes; i += constant.lane_bytes) {
      PutInteger(constant.bits, constant.lane_bytes);
    }
  }
}

void Assembler::Shift(unsigned form, Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256) {
  // 0x71, 0x72 and 0x73 for 2, 4 and 8 bytes.
  const auto opcode = static_cast<uint8_t>(0x70 + std::countr_zero(lane_bytes));
  const VexOp op{VexOp::Prefix::k66, VexOp::Map::k0F, opcode, false, is_256};
  Compute(op, static_cast<Xmm>(form), vector, vector, bits);
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

void Assembler::LoadRaxSigned(size_t bytes, const MemoryOperand& memory) {
  if (bytes == 1) return PutWithMemory({0x0F, 0xBE}, true, memory);
  if (bytes == 2) return PutWithMemory({0x0F, 0xBF}, true, memory);
  PutWithMemory({bytes == 4 ? 0x63U : 0x8BU}, true, memory);
}

// The jumps skip assignments. Comparisons are unsigned: negative indices are above the limit.
void Assembler::LoadOffset(const Index& index, const MemoryOperand& memory) {
  constexpr uint32_t kOutside = 0x80000000;
  const auto limit = static_cast<uint32_t>(index.limit);
  if (index.is_signed) {
    LoadRaxSigned(index.bytes, memory);
  } else {
    LoadRax(index.bytes, memory);
  }
  // test rax, rax; jns; xor eax, eax
  if (index.is_signed && !index.drops_outside) Put({0x48, 0x85, 0xC0, 0x79, 2, 0x31, 0xC0});
  // cmp rax, limit; jbe; mov eax, limit
  Put({0x48, 0x3D});
  PutInteger(limit, 4);
  Put({0x76, 5, 0xB8});
  PutInteger(index.drops_outside ? kOutside : limit, 4);
  // imul rax, rax, stride
  Put({0x48, 0x69, 0xC0});
  PutInteger(static_cast<uint32_t>(index.stride), 4);
}

// The system keeps 128 bytes below rsp for functions that call none.
void Assembler::SaveOffset() { Put({0x48, 0x89, 0x44, 0x24, 0xF8}); }

void Assembler::AddSavedOffset() { Put({0x48, 0x03, 0x44, 0x24, 0xF8}); }

// cmp rax, 0x7fffffff; ja
size_t Assembler::BeginSkippedOutside() {
  Put({0x48, 0x3D, 0xFF, 0xFF, 0xFF, 0x7F, 0x0F, 0x87});
  return PutDistance();
}

void Assembler::KeepLowestBit() { Put({0x83, 0xE0, 0x01}); }

void Assembler::NegateRax() { Put({0x48, 0xF7, 0xD8}); }

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

void Assembler::Push(PointerRegister pointer) {
  Put({pointer < 8 ? 0x40U : 0x41U, 0x50U | (pointer & 7U)});
}

void Assembler::Pop(PointerRegister pointer) {
  Put({pointer < 8 ? 0x40U : 0x41U, 0x58U | (pointer & 7U)});
}

void Assembler::LoadPointer(PointerRegister pointer, int32_t offset) {
  // mov pointer, [rdi + offset]
  Put({pointer < 8 ? 0x48U : 0x4CU, 0x8B, 0x87U | (pointer & 7U) << 3});
  PutInteger(static_cast<uint32_t>(offset), 4);
}

void Assembler::AddElements(PointerRegister to, PointerRegister from) {
  // lea to, [from + rax * 8 + 0]
  const unsigned rex = 0x48U | (to < 8 ? 0 : 4U) | (from < 8 ? 0 : 1U);
  Put({rex, 0x8D, 0x44U | (to & 7U) << 3, 0xC0U | (from & 7U), 0});
}

void Assembler::BeginFrame(size_t vectors) {
  // push rbp; mov rbp, rsp; sub rsp, bytes; and rsp, -32
  Put({0x55, 0x48, 0x89, 0xE5, 0x48, 0x81, 0xEC});
  PutInteger(vectors * kConstantBytes, 4);
  Put({0x48, 0x83, 0xE4, 0xE0});
  has_frame_ = true;
}

void Assembler::CallWithFrame(FrameFunction function, int32_t in_frame, int32_t offset) {
  // push rdi; push rsi; mov rsi, [rdi + offset]; lea rdi, [rsp + 16 + in_frame]
  constexpr int32_t kPushedBytes = 16;
  Put({0x57, 0x56, 0x48, 0x8B, 0xB7});
  PutInteger(static_cast<uint32_t>(offset), 4);
  Put({0x48, 0x8D, 0xBC, 0x24});
  PutInteger(static_cast<uint32_t>(kPushedBytes + in_frame), 4);
  // mov rax, function; call rax; pop rsi; pop rdi
  Put({0x48, 0xB8});
  PutInteger(reinterpret_cast<uintptr_t>(function), 8);
  Put({0xFF, 0xD0, 0x5E, 0x5F});
}

size_t Assembler::BeginLoop(uint8_t step) {
  // xor eax, eax; sub rsi, step; jl
  Put({0x31, 0xC0, 0x48, 0x83, 0xEE, step, 0x0F, 0x8C});
  return PutDistance();
}

void Assembler::EndLoop(size_t begin, uint8_t step) {
  // add rax, step; cmp rax, rsi; jle begin
  Put({0x48, 0x83, 0xC0, step, 0x48, 0x39, 0xF0, 0x0F, 0x8E});
  PutInteger(begin - (code_.size() + 4), 4);
  Aim(begin);
}

size_t Assembler::ContinueLoop(uint8_t step) {
  // add rsi, step; cmp rax, rsi; jg
  Put({0x48, 0x83, 0xC6, step, 0x48, 0x39, 0xF0, 0x0F, 0x8F});
  return PutDistance();
}

size_t Assembler::BeginRest(Xmm mask, uint8_t lane_bytes) {
  const auto step = static_cast<uint8_t>(32 / lane_bytes);
  // lea rdi, [rsi + step]; sub rdi, rax; je
  Put({0x48, 0x8D, 0x7E, step, 0x48, 0x29, 0xC7, 0x0F, 0x84});
  const size_t rest = PutDistance();
  // neg rdi; lea rsi, [rip + distance]
  Put({0x48, 0xF7, 0xDF, 0x48, 0x8D, 0x35});
  mask_distance_ = PutDistance();
  // vmovdqu mask, [rsi + rdi * lane_bytes + 32]
  PutVex({VexOp::Prefix::kF3, VexOp::Map::k0F, 0x6F, false, true}, mask, 0, 6);
  Put({0x44U | (mask & 7U) << 3,
       static_cast<unsigned>(std::countr_zero(lane_bytes)) << 6 | 7U << 3 | 6U, 32});
  return rest;
}

void Assembler::Return(std::span<const PointerRegister> pushed, size_t rest) {
  if (rest != 0) Aim(rest);
  ZeroUpperHalves();
  // mov rsp, rbp; pop rbp
  if (has_frame_) Put({0x48, 0x89, 0xEC, 0x5D});
  for (size_t i = pushed.size(); i-- > 0;) Pop(pushed[i]);
  Put({0xC3});
  if (rest != 0) {
    Aim(mask_distance_);
    code_.insert(code_.end(), 32, 0xFF);
    code_.insert(code_.end(), 32, 0);
  }
  PutConstants();
}

}  // namespace paddock
