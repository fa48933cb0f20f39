// Instructions on the register rax.
#include <bit>

#include "core/native/assembler.h"

namespace paddock {

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

void Assembler::ComputeBytes(ByteOp op, size_t bytes, const MemoryOperand& memory) {
  if (bytes == 2) Put({0x66});
  PutWithMemory({static_cast<unsigned>(op) | (bytes == 1 ? 0U : 1U)}, false, memory);
}

void Assembler::FlipBooleans() { Put({0x35, 0x01, 0x01, 0x01, 0x01}); }

// imul eax, eax, 0x01010101
void Assembler::RepeatByte() { Put({0x69, 0xC0, 0x01, 0x01, 0x01, 0x01}); }

// The high half of a product with the inverse is the quotient: 2^64 / divisor, rounded up, exceeds
// it by less than 2^-32 of itself.
bool Assembler::HasInverse(const Division& division, int64_t divisor) {
  if (division.bytes != 4) return false;
  return division.is_signed ? divisor < -2 || divisor > 2 : divisor > 1;
}

// mov [rsp - 8], rdx
void Assembler::SaveRdx() { Put({0x48, 0x89, 0x54, 0x24, 0xF8}); }

// mov rdx, [rsp - 8]
void Assembler::RestoreRdx() { Put({0x48, 0x8B, 0x54, 0x24, 0xF8}); }

void Assembler::DivideRaxBy(const Division& division, int64_t divisor) {
  const auto magnitude = static_cast<uint64_t>(divisor < 0 ? -divisor : divisor);
  // 2^64 - 1 has the same quotient as 2^64, unless that is a multiple, which is exact.
  const uint64_t all = ~uint64_t{0};
  const uint64_t inverse = all / magnitude + 1 + (all % magnitude + 1 == magnitude ? 1 : 0);
  SaveRdx();
  // mov [rsp - 16], rax; mov rdx, inverse
  Put({0x48, 0x89, 0x44, 0x24, 0xF0, 0x48, 0xBA});
  PutInteger(inverse, 8);
  if (division.is_signed) {
    // imul rdx; mov rax, [rsp - 16]; shr rax, 63; add eax, edx: negative quotients are rounded
    // down.
    Put({0x48, 0xF7, 0xEA, 0x48, 0x8B, 0x44, 0x24, 0xF0, 0x48, 0xC1, 0xE8, 0x3F, 0x01, 0xD0});
    // neg eax
    if (divisor < 0) Put({0xF7, 0xD8});
  } else {
    // mul rdx; mov eax, edx
    Put({0x48, 0xF7, 0xE2, 0x89, 0xD0});
  }
  if (division.wants_remainder) {
    // imul eax, eax, divisor; mov rdx, [rsp - 16]; sub edx, eax; mov eax, edx
    Put({0x69, 0xC0});
    PutInteger(static_cast<uint32_t>(divisor), 4);
    Put({0x48, 0x8B, 0x54, 0x24, 0xF0, 0x29, 0xC2, 0x89, 0xD0});
  }
  RestoreRdx();
}

// cmp byte boolean, 0
void Assembler::TestByte(const MemoryOperand& boolean) {
  constexpr unsigned kCompare = 7;
  PutWithMemory({0x80}, false, boolean, kCompare);
  Put({0x00});
}

// movzx edx, if_true; cmovne eax, edx
void Assembler::ChooseByte(const MemoryOperand& if_true) {
  constexpr unsigned kRdx = 2;
  SaveRdx();
  PutWithMemory({0x0F, 0xB6}, false, if_true, kRdx);
  Put({0x0F, 0x45, 0xC2});
  RestoreRdx();
}

void Assembler::CompareRax(size_t bytes, const MemoryOperand& memory) {
  if (bytes == 2) Put({0x66});
  PutWithMemory({bytes == 1 ? 0x3AU : 0x3BU}, bytes == 8, memory);
}

// rdx, which the instruction uses, is kept below the stack pointer.
void Assembler::DivideRax(const Division& division, const MemoryOperand& divisor) {
  constexpr unsigned kRdx = 2, kUnsigned = 6, kSigned = 7;
  const bool is_wide = division.bytes == 8;
  const auto put = [&](std::initializer_list<unsigned> bytes) {
    if (is_wide) Put({0x48});
    Put(bytes);
  };
  SaveRdx();
  // mov rdx, divisor
  PutWithMemory({0x8B}, is_wide, divisor, kRdx);
  if (division.is_signed) {
    // inc rdx; cmp rdx, 1; ja
    put({0xFF, 0xC2});
    put({0x83, 0xFA, 0x01});
    Put({0x0F, 0x87});
  } else {
    // test rdx, rdx; jne
    put({0x85, 0xD2});
    Put({0x0F, 0x85});
  }
  const size_t divides = PutDistance();
  size_t ends = 0;
  if (division.is_signed) {
    // je; then the divisor is -1: neg rax, or xor eax, eax.
    Put({0x0F, 0x84});
    const size_t by_zero = PutDistance();
    if (division.wants_remainder) {
      Put({0x31, 0xC0});
    } else {
      put({0xF7, 0xD8});
    }
    ends = BeginSkipped();
    Aim(by_zero);
  }
  // or rax, -1
  if (!division.wants_remainder) put({0x83, 0xC8, 0xFF});
  const size_t ends_by_zero = BeginSkipped();
  Aim(divides);
  // cqo, or xor edx, edx
  if (division.is_signed) {
    put({0x99});
  } else {
    Put({0x31, 0xD2});
  }
  PutWithMemory({0xF7}, is_wide, divisor, division.is_signed ? kSigned : kUnsigned);
  // mov rax, rdx
  if (division.wants_remainder) put({0x89, 0xD0});
  if (division.is_signed) Aim(ends);
  Aim(ends_by_zero);
  RestoreRdx();
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
void Assembler::ScaleIndex(const Index& index) {
  constexpr uint32_t kOutside = 0x80000000;
  const auto limit = static_cast<uint32_t>(index.limit);
  // test rax, rax; jns; xor eax, eax
  if (index.is_signed && !index.drops_outside) Put({0x48, 0x85, 0xC0, 0x79, 2, 0x31, 0xC0});
  // cmp rax, limit; jbe; mov eax, limit
  Put({0x48, 0x3D});
  PutInteger(limit, 4);
  Put({0x76, 5, 0xB8});
  PutInteger(index.drops_outside ? kOutside : limit, 4);
  const auto stride = static_cast<uint32_t>(index.stride);
  if (std::has_single_bit(stride)) {
    // shl rax, bits
    if (stride != 1) Put({0x48, 0xC1, 0xE0, static_cast<unsigned>(std::countr_zero(stride))});
    return;
  }
  // imul rax, rax, stride
  Put({0x48, 0x69, 0xC0});
  PutInteger(stride, 4);
}

// test rax, rax; jns; add rax, size
void Assembler::AddIfNegative(int32_t size) {
  Put({0x48, 0x85, 0xC0, 0x79, 6, 0x48, 0x05});
  PutInteger(static_cast<uint32_t>(size), 4);
}

// The system keeps 128 bytes below rsp for functions that call none.
void Assembler::SaveOffset() { Put({0x48, 0x89, 0x44, 0x24, 0xF8}); }

void Assembler::AddSavedOffset() { Put({0x48, 0x03, 0x44, 0x24, 0xF8}); }

// cmp rax, 0x7fffffff; ja
size_t Assembler::BeginSkippedOutside() {
  Put({0x48, 0x3D, 0xFF, 0xFF, 0xFF, 0x7F, 0x0F, 0x87});
  return PutDistance();
}

// movsx rax, al or ax or eax; movzx eax, al or ax; mov eax, eax
void Assembler::ExtendRax(size_t bytes, bool is_signed) {
  if (is_signed) Put({0x48});
  if (bytes == 4) return Put({is_signed ? 0x63U : 0x89U, 0xC0});
  Put({0x0F, (is_signed ? 0xBEU : 0xB6U) | (bytes == 2 ? 1U : 0U), 0xC0});
}

void Assembler::KeepLowestBit() { Put({0x83, 0xE0, 0x01}); }

// popcnt rax, rax
void Assembler::CountOnesOfRax() { Put({0xF3, 0x48, 0x0F, 0xB8, 0xC0}); }

// lzcnt eax, eax, or rax, rax
void Assembler::CountLeadingZerosOfRax(size_t bytes) {
  Put({0xF3});
  if (bytes == 8) Put({0x48});
  Put({0x0F, 0xBD, 0xC0});
}

void Assembler::FlipLowestBit() { Put({0x83, 0xF0, 0x01}); }

void Assembler::NegateRax() { Put({0x48, 0xF7, 0xD8}); }

}  // namespace paddock
