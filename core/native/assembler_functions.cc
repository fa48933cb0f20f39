// Functions that loop over elements, and the constants behind them.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/native/assembler.h"

namespace paddock {
namespace {

// Those of the registers that BeginRows pushes, below which is the caller's rbp.
constexpr unsigned kRowBytes = 24;
constexpr unsigned kTablePlace = 8, kCountPlace = 16, kRowsPlace = 24;

// The place of a distance in the table, behind its pointer.
constexpr int32_t kPointerBytes = 8;

}  // namespace

std::optional<Xmm> Assembler::RegisterOf(const LaneConstant& constant) const {
  const auto found = std::ranges::find(kept_, constant, &KeptConstant::constant);
  return found == kept_.end() ? std::nullopt : std::optional(found->vector);
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
  const size_t bytes = vector_bytes();
  while (code_.size() % bytes != 0) Put({0});
  for (const ConstantUse& use : constant_uses_) {
    const size_t target = code_.size() + use.constant * bytes;
    const auto distance = static_cast<uint32_t>(target - use.end);
    std::memcpy(&code_[use.place - 4], &distance, 4);
  }
  for (const LaneConstant& constant : constants_) {
    for (size_t i = 0; i < bytes; i += constant.lane_bytes) {
      PutInteger(constant.bits + i / constant.lane_bytes * constant.step, constant.lane_bytes);
    }
  }
}

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

void Assembler::CopyPointer(PointerRegister to, PointerRegister from) {
  // mov to, from
  const unsigned rex = 0x48U | (to < 8 ? 0 : 1U) | (from < 8 ? 0 : 4U);
  Put({rex, 0x89, ModRegisters(from, to)});
}

void Assembler::AddElements(PointerRegister to, PointerRegister from) {
  // lea to, [from + rax * 8 + 0]
  const unsigned rex = 0x48U | (to < 8 ? 0 : 4U) | (from < 8 ? 0 : 1U);
  Put({rex, 0x8D, 0x44U | (to & 7U) << 3, 0xC0U | (from & 7U), 0});
}

void Assembler::BeginFrame(size_t vectors) {
  // push rbp; mov rbp, rsp; sub rsp, bytes; and rsp, -64
  Put({0x55, 0x48, 0x89, 0xE5, 0x48, 0x81, 0xEC});
  PutInteger(vectors * kFrameVectorBytes, 4);
  Put({0x48, 0x83, 0xE4, 0xC0});
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
  masked_.reset();
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
  masked_.reset();
  // add rsi, step; cmp rax, rsi; jg
  Put({0x48, 0x83, 0xC6, step, 0x48, 0x39, 0xF0, 0x0F, 0x8F});
  return PutDistance();
}

void Assembler::EndStep(uint8_t step) {
  // add rax, step
  Put({0x48, 0x83, 0xC0, step});
}

size_t Assembler::BeginRest(Xmm mask, uint8_t lane_bytes) {
  const auto step = static_cast<uint8_t>(32 / lane_bytes);
  // lea rdi, [rsi + step]; sub rdi, rax; je
  Put({0x48, 0x8D, 0x7E, step, 0x48, 0x29, 0xC7, 0x0F, 0x84});
  const size_t rest = PutDistance();
  // neg rdi; lea rsi, [rip + distance]
  Put({0x48, 0xF7, 0xDF, 0x48, 0x8D, 0x35});
  mask_distances_.push_back(PutDistance());
  // vmovdqu mask, [rsi + rdi * lane_bytes + 32]
  PutVex({VexOp::Prefix::kF3, VexOp::Map::k0F, 0x6F, false, true}, mask, 0, 6);
  Put({0x44U | (mask & 7U) << 3,
       static_cast<unsigned>(std::countr_zero(lane_bytes)) << 6 | 7U << 3 | 6U, 32});
  return rest;
}

size_t Assembler::BeginLongRest(MaskRegister mask, uint8_t step) {
  // lea rdi, [rsi + step]; sub rdi, rax; je
  Put({0x48, 0x8D, 0x7E, step, 0x48, 0x29, 0xC7, 0x0F, 0x84});
  const size_t rest = PutDistance();
  // mov rsi, -1; bzhi rsi, rsi, rdi; kmovq mask, rsi
  Put({0x48, 0xC7, 0xC6, 0xFF, 0xFF, 0xFF, 0xFF, 0xC4, 0xE2, 0xC0, 0xF5, 0xF6});
  Put({0xC4, 0xE1, 0xFB, 0x92, ModRegisters(mask, 6)});
  masked_.reset();
  return rest;
}

void Assembler::RestoreCount() {
  // lea rsi, [rax + rdi]
  Put({0x48, 0x8D, 0x34, 0x38});
}

void Assembler::BeginRows() {
  // push rdx; push rsi; push rdi
  Put({0x52, 0x56, 0x57});
  has_rows_ = true;
}

size_t Assembler::BeginRow() {
  const size_t begin = code_.size();
  // mov rdi, [rbp + place]; mov rsi, [rbp + place]
  Put({0x48, 0x8B, 0x7D, kTablePlace, 0x48, 0x8B, 0x75, kCountPlace});
  return begin;
}

void Assembler::AdvancePointer(PointerRegister pointer, int32_t offset) {
  // add pointer, [rdi + offset + 8]
  Put({pointer < 8 ? 0x48U : 0x4CU, 0x03, 0x87U | (pointer & 7U) << 3});
  PutInteger(static_cast<uint32_t>(offset + kPointerBytes), 4);
}

void Assembler::AdvancePointer(int32_t offset) {
  // mov rax, [rdi + offset + 8]; add [rdi + offset], rax
  Put({0x48, 0x8B, 0x87});
  PutInteger(static_cast<uint32_t>(offset + kPointerBytes), 4);
  Put({0x48, 0x01, 0x87});
  PutInteger(static_cast<uint32_t>(offset), 4);
}

void Assembler::EndRow(size_t begin) {
  // dec qword [rbp + place]; jne begin
  Put({0x48, 0xFF, 0x4D, kRowsPlace, 0x0F, 0x85});
  PutInteger(begin - (code_.size() + 4), 4);
}

void Assembler::Return(std::span<const PointerRegister> pushed, size_t rest) {
  if (rest != 0) Aim(rest);
  ZeroUpperHalves();
  // mov rsp, rbp; pop rbp
  if (has_frame_) Put({0x48, 0x89, 0xEC, 0x5D});
  // add rsp, bytes
  if (has_rows_) Put({0x48, 0x83, 0xC4, kRowBytes});
  for (size_t i = pushed.size(); i-- > 0;) Pop(pushed[i]);
  Put({0xC3});
  if (!mask_distances_.empty()) {
    for (const size_t distance : mask_distances_) Aim(distance);
    code_.insert(code_.end(), 32, 0xFF);
    code_.insert(code_.end(), 32, 0);
  }
  PutConstants();
}

size_t Assembler::BeginSkippedIf(Condition condition) {
  Put({0x0F, 0x80U | static_cast<unsigned>(condition)});
  return PutDistance();
}

// cmp rdx, work; jle
size_t Assembler::BeginUnlessAffordable(int32_t work) {
  Put({0x48, 0x81, 0xFA});
  PutInteger(static_cast<uint32_t>(work), 4);
  return BeginSkippedIf(Condition::kLessOrEqual);
}

// sub rdx, work; add rcx, steps
void Assembler::Pay(int32_t work, int32_t steps) {
  Put({0x48, 0x81, 0xEA});
  PutInteger(static_cast<uint32_t>(work), 4);
  Put({0x48, 0x81, 0xC1});
  PutInteger(static_cast<uint32_t>(steps), 4);
}

// add count, entries; mov last, rcx
void Assembler::CountEntries(int32_t entries, const MemoryOperand& count,
                             const MemoryOperand& last) {
  constexpr unsigned kRcx = 1;
  PutWithMemory({0x81}, true, count);
  PutInteger(static_cast<uint32_t>(entries), 4);
  PutWithMemory({0x89}, true, last, kRcx);
}

// mov rdi, instructions; jmp [rdi]
void Assembler::JumpToInstructions(const MemoryOperand& instructions) {
  constexpr unsigned kRdi = 7;
  PutWithMemory({0x8B}, true, instructions, kRdi);
  Put({0xFF, 0x27});
}

void Assembler::TestRax() { Put({0x85, 0xC0}); }

void Assembler::CompareEax(uint8_t number) { Put({0x83, 0xF8, number}); }

}  // namespace paddock
