// Encodings of the manual, as an independent assembler gives them.
#include "core/native/assembler.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <string>

namespace paddock {
namespace {

using Prefix = VexOp::Prefix;
using Map = VexOp::Map;

std::string Hexadecimal(const Assembler& assembler) {
  std::string text;
  for (const uint8_t byte : assembler.code()) {
    char digits[4];
    std::snprintf(digits, sizeof(digits), "%02x ", byte);
    text += digits;
  }
  return text;
}

template <class Write>
std::string CodeOf(const Write& write) {
  Assembler assembler;
  write(assembler);
  return Hexadecimal(assembler);
}

TEST_CASE("instructions on vectors have their encodings", "[exec]") {
  const VexOp add_f64{Prefix::kF2, Map::k0F, 0x58};
  // vaddsd xmm9, xmm2, xmm13
  CHECK(CodeOf([&](auto& to) { to.Compute(add_f64, 9, 2, 13); }) == "c4 41 6b 58 cd ");
  const VexOp multiply_add_f64{Prefix::k66, Map::k0F38, 0xB9, true};
  // vfmadd231sd xmm1, xmm12, xmm3
  CHECK(CodeOf([&](auto& to) { to.Compute(multiply_add_f64, 1, 12, 3); }) == "c4 e2 99 b9 cb ");
  const VexOp blend_f32{Prefix::k66, Map::k0F3A, 0x4A};
  // vblendvps xmm1, xmm2, xmm3, xmm4
  CHECK(CodeOf([&](auto& to) { to.Compute(blend_f32, 1, 2, 3, 4 << 4); }) == "c4 e3 69 4a cb 40 ");
  const VexOp load{Prefix::kNone, Map::k0F, 0x10};
  // vmovups xmm3, [r10 + 1024]
  CHECK(CodeOf([&](auto& to) { to.Access(load, 3, {BaseRegister::kR10, 1024}); }) ==
        "c4 c1 78 10 9a 00 04 00 00 ");
  const VexOp gather{Prefix::k66, Map::k0F38, 0x90, false, true};
  // vpgatherdd ymm9, [r13 + ymm12 * 4], ymm2; vpgatherdd ymm1, [rbp + ymm3 * 4], ymm2
  CHECK(CodeOf([&](auto& to) { to.Gather(gather, 9, {13, 4}, 12, 2); }) == "c4 02 6d 90 4c a5 00 ");
  CHECK(CodeOf([&](auto& to) { to.Gather(gather, 1, {5, 4}, 3, 2); }) == "c4 e2 6d 90 4c 9d 00 ");
  // vpslld xmm9, xmm9, 31
  CHECK(CodeOf([](auto& to) { to.ShiftLeft(9, 4, 31); }) == "c4 c1 31 72 f1 1f ");
  // vmovq rax, xmm9; vmovq xmm3, rax
  CHECK(CodeOf([](auto& to) { to.MoveToRax(9); }) == "c4 61 f9 7e c8 ");
  CHECK(CodeOf([](auto& to) { to.MoveFromRax(3); }) == "c4 e1 f9 6e d8 ");
}

TEST_CASE("an offset in rax is clamped and added to addresses", "[exec]") {
  const MemoryOperand at{BaseRegister::kR9, 5};
  // test rax, rax; jns; xor eax, eax; cmp rax, 9; jbe; mov eax, 9; imul rax, rax, 12
  CHECK(CodeOf([&](auto& to) { to.ScaleIndex({true, false, 9, 12}); }) ==
        "48 85 c0 79 02 31 c0 48 3d 09 00 00 00 76 05 b8 09 00 00 00 48 69 c0 0c 00 00 00 ");
  // cmp rax, 9; jbe; mov eax, 9; shl rax, 2
  CHECK(CodeOf([&](auto& to) { to.ScaleIndex({false, false, 9, 4}); }) ==
        "48 3d 09 00 00 00 76 05 b8 09 00 00 00 48 c1 e0 02 ");
  // cmp rax, 9; jbe; mov eax, 0x80000000; imul rax, rax, 12
  CHECK(CodeOf([&](auto& to) { to.ScaleIndex({false, true, 9, 12}); }) ==
        "48 3d 09 00 00 00 76 05 b8 00 00 00 80 48 69 c0 0c 00 00 00 ");
  // test rax, rax; jns; add rax, 9
  CHECK(CodeOf([](auto& to) { to.AddIfNegative(9); }) == "48 85 c0 79 06 48 05 09 00 00 00 ");
  // mov [rsp - 8], rax; add rax, [rsp - 8]; cmp rax, 0x7fffffff; ja
  CHECK(CodeOf([](auto& to) { to.SaveOffset(); }) == "48 89 44 24 f8 ");
  CHECK(CodeOf([](auto& to) { to.AddSavedOffset(); }) == "48 03 44 24 f8 ");
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginSkippedOutside()); }) ==
        "48 3d ff ff ff 7f 0f 87 00 00 00 00 ");
  // vtestps ymm9, ymm9; jnz; kortestd k3, k3; jnz; kmovd edi, k3; test edi, edi; jnz; jmp
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginUnlessNegative(9)); }) ==
        "c4 42 7d 0e c9 0f 85 00 00 00 00 ");
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginUnlessSet(3, false)); }) ==
        "c4 e1 f9 98 db 0f 85 00 00 00 00 ");
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginUnlessSet(3, true)); }) ==
        "c5 fb 93 fb 85 ff 0f 85 00 00 00 00 ");
  // add rax, 8
  CHECK(CodeOf([](auto& to) { to.EndStep(8); }) == "48 83 c0 08 ");
  // mov r15, rdi; mov rdi, r15
  CHECK(CodeOf([](auto& to) { to.CopyPointer(15, 7); }) == "49 89 ff ");
  CHECK(CodeOf([](auto& to) { to.CopyPointer(7, 15); }) == "4c 89 ff ");
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginSkipped()); }) == "e9 00 00 00 00 ");
  // vpextrb [r9 + 5], xmm9, 0; vpextrw [r9 + 5], xmm1, 0
  CHECK(CodeOf([&](auto& to) { to.StoreLowest(1, 9, at); }) == "c4 43 79 14 89 05 00 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.StoreLowest(2, 1, at); }) == "c4 c3 79 15 89 05 00 00 00 00 ");
  const VexOp load{Prefix::kF3, Map::k0F, 0x10};
  // vmovss xmm9, [r11 + rax + 16]
  CHECK(CodeOf([&](auto& to) { to.Access(load, 9, {BaseRegister::kR11, 16, true}); }) ==
        "c4 41 7a 10 8c 03 10 00 00 00 ");
}

TEST_CASE("instructions on rax have their encodings", "[exec]") {
  const MemoryOperand at{BaseRegister::kR9, 5};
  // mov r10, 0x123456789abcdef0
  CHECK(CodeOf([](auto& to) { to.SetAddress(BaseRegister::kR10, 0x123456789abcdef0); }) ==
        "49 ba f0 de bc 9a 78 56 34 12 ");
  // Displacements have four bytes.
  CHECK(CodeOf([&](auto& to) { to.LoadRax(1, at); }) == "41 0f b6 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.LoadRax(8, at); }) == "49 8b 81 05 00 00 00 ");
  // movsx rax, byte [r9 + 5]; movsx rax, word [r9 + 5]
  CHECK(CodeOf([&](auto& to) { to.LoadRaxSigned(1, at); }) == "49 0f be 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.LoadRaxSigned(2, at); }) == "49 0f bf 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.StoreRax(2, at); }) == "66 41 89 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.MultiplyRax(at); }) == "49 0f af 81 05 00 00 00 ");
  using ByteOp = Assembler::ByteOp;
  CHECK(CodeOf([&](auto& to) { to.ComputeBytes(ByteOp::kAnd, 1, at); }) == "41 22 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.ComputeBytes(ByteOp::kAnd, 2, at); }) ==
        "66 41 23 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.CompareRax(1, at); }) == "41 3a 81 05 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.CompareRax(2, at); }) == "66 41 3b 81 05 00 00 00 ");
  // xor eax, 0x01010101; imul eax, eax, 0x01010101; movsxd rax, eax; mov eax, eax
  CHECK(CodeOf([](auto& to) { to.FlipBooleans(); }) == "35 01 01 01 01 ");
  CHECK(CodeOf([](auto& to) { to.RepeatByte(); }) == "69 c0 01 01 01 01 ");
  CHECK(CodeOf([](auto& to) { to.CountOnesOfRax(); }) == "f3 48 0f b8 c0 ");
  CHECK(CodeOf([](auto& to) { to.CountLeadingZerosOfRax(4); }) == "f3 0f bd c0 ");
  CHECK(CodeOf([](auto& to) { to.CountLeadingZerosOfRax(8); }) == "f3 48 0f bd c0 ");
  CHECK(CodeOf([](auto& to) { to.FlipLowestBit(); }) == "83 f0 01 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(4, true); }) == "48 63 c0 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(4, false); }) == "89 c0 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(2, true); }) == "48 0f bf c0 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(2, false); }) == "0f b7 c0 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(1, true); }) == "48 0f be c0 ");
  CHECK(CodeOf([](auto& to) { to.ExtendRax(1, false); }) == "0f b6 c0 ");
  // setle al; and eax, 1; neg rax
  CHECK(CodeOf([](auto& to) { to.SetByte(Assembler::Condition::kLessOrEqual); }) == "0f 9e c0 ");
  CHECK(CodeOf([](auto& to) { to.KeepLowestBit(); }) == "83 e0 01 ");
  CHECK(CodeOf([](auto& to) { to.NegateRax(); }) == "48 f7 d8 ");
  // add rdi, 48; jmp [rdi]
  CHECK(CodeOf([](auto& to) { to.AdvanceAndJump(48); }) == "48 83 c7 30 ff 27 ");
}

TEST_CASE("ends of blocks pay with rdx and count with rcx", "[exec]") {
  constexpr MemoryOperand kCount{BaseRegister::kR9, 0x18}, kLast{BaseRegister::kR9, 0x20};
  CHECK(CodeOf([](auto& to) { to.EndSkipped(to.BeginUnlessAffordable(0x12345)); }) ==
        "48 81 fa 45 23 01 00 0f 8e 00 00 00 00 ");
  CHECK(CodeOf([](auto& to) { to.Pay(0x12345, 7); }) ==
        "48 81 ea 45 23 01 00 48 81 c1 07 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.CountEntries(3, kCount, kLast); }) ==
        "49 81 81 18 00 00 00 03 00 00 00 49 89 89 20 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.JumpToInstructions(kCount); }) == "49 8b b9 18 00 00 00 ff 27 ");
  CHECK(CodeOf([](auto& to) { to.TestRax(); }) == "85 c0 ");
  CHECK(CodeOf([](auto& to) { to.CompareEax(5); }) == "83 f8 05 ");
}

TEST_CASE("quotients and choices in rax keep rdx", "[exec]") {
  const MemoryOperand at{BaseRegister::kR9, 5};
  // mov [rsp - 8], rdx; mov edx, [r9 + 5]; inc edx; cmp edx, 1; ja; je; neg eax; jmp; or eax, -1;
  // jmp; cdq; idiv dword [r9 + 5]; mov rdx, [rsp - 8]
  CHECK(CodeOf([&](auto& to) { to.DivideRax({4, true, false}, at); }) ==
        "48 89 54 24 f8 41 8b 91 05 00 00 00 ff c2 83 fa 01 0f 87 15 00 00 00 0f 84 07 00 00 00 "
        "f7 d8 e9 10 00 00 00 83 c8 ff e9 08 00 00 00 99 41 f7 b9 05 00 00 00 48 8b 54 24 f8 ");
  // mov [rsp - 8], rdx; mov rdx, [r9 + 5]; test rdx, rdx; jne; jmp; xor edx, edx;
  // div qword [r9 + 5]; mov rax, rdx; mov rdx, [rsp - 8]
  CHECK(CodeOf([&](auto& to) { to.DivideRax({8, false, true}, at); }) ==
        "48 89 54 24 f8 49 8b 91 05 00 00 00 48 85 d2 0f 85 05 00 00 00 e9 0c 00 00 00 31 d2 "
        "49 f7 b1 05 00 00 00 48 89 d0 48 8b 54 24 f8 ");
  // mov [rsp - 8], rdx; mov [rsp - 16], rax; mov rdx, 0x199999999999999a; imul rdx;
  // mov rax, [rsp - 16]; shr rax, 63; add eax, edx; neg eax; imul eax, eax, -10;
  // mov rdx, [rsp - 16]; sub edx, eax; mov eax, edx; mov rdx, [rsp - 8]
  CHECK(CodeOf([&](auto& to) { to.DivideRaxBy({4, true, true}, -10); }) ==
        "48 89 54 24 f8 48 89 44 24 f0 48 ba 9a 99 99 99 99 99 99 19 48 f7 ea 48 8b 44 24 f0 "
        "48 c1 e8 3f 01 d0 f7 d8 69 c0 f6 ff ff ff 48 8b 54 24 f0 29 c2 89 d0 48 8b 54 24 f8 ");
  // cmp byte [r9 + 5], 0; mov [rsp - 8], rdx; movzx edx, byte [r9 + 5]; cmovne eax, edx;
  // mov rdx, [rsp - 8]
  CHECK(CodeOf([&](auto& to) { to.TestByte(at); }) == "41 80 b9 05 00 00 00 00 ");
  CHECK(CodeOf([&](auto& to) { to.ChooseByte(at); }) ==
        "48 89 54 24 f8 41 0f b6 91 05 00 00 00 0f 45 c2 48 8b 54 24 f8 ");
}

TEST_CASE("loops over arrays have their encodings", "[exec]") {
  const VexOp add{Prefix::kNone, Map::k0F, 0x58, false, true};
  const VexOp load{Prefix::kNone, Map::k0F, 0x10, false, true};
  // vaddps ymm9, ymm2, [r13 + rax * 4 + 0], the displacement in a byte
  CHECK(CodeOf([&](auto& to) { to.Compute(add, 9, 2, ArrayOperand{13, 4}); }) ==
        "c4 41 6c 58 4c 85 00 ");
  // vmovups ymm1, [r12 + 0]
  CHECK(CodeOf([&](auto& to) { to.Compute(load, 1, 0, ArrayOperand{12, 0}); }) ==
        "c4 c1 7c 10 4c 24 00 ");
  // mov r9, [rdi + 32]; mov rbx, [rdi + 16]
  CHECK(CodeOf([](auto& to) { to.LoadPointer(9, 32); }) == "4c 8b 8f 20 00 00 00 ");
  CHECK(CodeOf([](auto& to) { to.LoadPointer(3, 16); }) == "48 8b 9f 10 00 00 00 ");
  CHECK(CodeOf([](auto& to) { to.AddElements(15, 2); }) == "4c 8d 7c c2 00 ");
  CHECK(CodeOf([](auto& to) { to.AddElements(3, 13); }) == "49 8d 5c c5 00 ");
  const PointerRegister pushed[] = {3, 12};
  const auto write = [&](Assembler& to) {
    for (const PointerRegister pointer : pushed) to.Push(pointer);
    const size_t loop = to.BeginLoop(8);
    to.Compute(load, 1, 0, ArrayOperand{1, 4});
    to.EndLoop(loop, 8);
    to.Return(pushed, 0);
  };
  // push rbx; push r12; xor eax, eax; sub rsi, 8; jl end; vmovups ymm1, [rcx + rax * 4]; add rax,
  // 8; cmp rax, rsi; jle; end: vzeroupper; pop r12; pop rbx; ret
  CHECK(CodeOf(write) ==
        "40 53 41 54 31 c0 48 83 ee 08 0f 8c 14 00 00 00 c4 e1 7c 10 4c 81 00 48 83 c0 08 48 39 f0 "
        "0f 8e ec ff ff ff c5 f8 77 41 5c 40 5b c3 ");
}

TEST_CASE("functions have vectors on the stack and constants", "[exec]") {
  const VexOp load{Prefix::kNone, Map::k0F, 0x10, false, true};
  const VexOp compare{Prefix::kNone, Map::k0F, 0xC2, false, true};
  // vmovups ymm1, [rsp + 64]
  CHECK(CodeOf([&](auto& to) { to.Compute(load, 1, 0, ArrayOperand{kFramePointer, 0, 64}); }) ==
        "c4 e1 7c 10 8c 24 40 00 00 00 ");
  // vpsrlw ymm3, ymm3, 8; vpsrad ymm3, ymm3, 24
  CHECK(CodeOf([](auto& to) { to.ShiftRight(3, 2, 8, true); }) == "c4 e1 65 71 d3 08 ");
  CHECK(CodeOf([](auto& to) { to.ShiftRightArithmetic(3, 4, 24, true); }) == "c4 e1 65 72 e3 18 ");
  // vpmovdb [r9 + rax], ymm10
  CHECK(CodeOf([](auto& to) { to.StoreTruncated(0x31, 10, ArrayOperand{9, 1}); }) ==
        "62 52 7e 28 31 54 01 00 ");
  // push rdi; push rsi; mov rsi, [rdi + 32]; lea rdi, [rsp + 16 + 64]; mov rax, 0; call rax; pop
  // rsi; pop rdi
  CHECK(CodeOf([](auto& to) { to.CallWithFrame(nullptr, 64, 32); }) ==
        "57 56 48 8b b7 20 00 00 00 48 8d bc 24 50 00 00 00 48 b8 00 00 00 00 00 00 00 00 ff d0 5e "
        "5f ");
  const auto write = [&](Assembler& to) {
    to.BeginFrame(2);
    to.Compute(compare, 1, 2, LaneConstant{0x3F800000, 4}, 4);
    to.Compute(load, 1, 0, LaneConstant{0x3F800000, 4});
    to.Return({}, 0);
  };
  std::string constants;
  for (int i = 0; i < 8; ++i) constants += "00 00 80 3f ";
  // push rbp; mov rbp, rsp; sub rsp, 128; and rsp, -64; vcmpps ymm1, ymm2, [constant], 4; vmovups
  // ymm1, [constant]; vzeroupper; mov rsp, rbp; pop rbp; ret; the constant at 64
  CHECK(CodeOf(write) ==
        "55 48 89 e5 48 81 ec 80 00 00 00 48 83 e4 c0 c4 e1 6c c2 0d 27 00 00 00 04 c4 e1 7c 10 0d "
        "1e 00 00 00 c5 f8 77 48 89 ec 5d c3 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
        "00 00 00 00 " +
            constants);
}

TEST_CASE("instructions on long vectors have their encodings", "[exec]") {
  const auto long_code = [](const auto& write) {
    return CodeOf([&](Assembler& to) {
      to.UseLongVectors();
      write(to);
    });
  };
  const VexOp add_f32{Prefix::kNone, Map::k0F, 0x58, false, true},
      add_f64{Prefix::k66, Map::k0F, 0x58, false, true},
      compare{Prefix::kNone, Map::k0F, 0xC2, false, true},
      load_f32{Prefix::kNone, Map::k0F, 0x10, false, true},
      store_f64{Prefix::k66, Map::k0F, 0x11, false, true},
      choose{Prefix::k66, Map::k0F38, 0x65, false, true};
  // vaddps zmm9, zmm18, zmm29; vaddpd zmm1, zmm2, [r13 + rax * 8]; vcmpltps k1, zmm17, zmm3
  CHECK(long_code([&](auto& to) { to.Compute(add_f32, 9, 18, 29); }) == "62 11 6c 40 58 cd ");
  CHECK(long_code([&](auto& to) { to.Compute(add_f64, 1, 2, ArrayOperand{13, 8}); }) ==
        "62 d1 ed 48 58 4c c5 00 ");
  CHECK(long_code([&](auto& to) { to.Compute(compare, 1, 17, 3, 17); }) == "62 f1 74 40 c2 cb 11 ");
  // vmovups zmm3{k2}{z}, [rcx + rax * 4]; vmovupd [rcx + rax * 8]{k2}, zmm30
  CHECK(long_code([&](auto& to) {
          to.Under({2, true}).Compute(load_f32, 3, 0, ArrayOperand{1, 4});
        }) == "62 f1 7c ca 10 5c 81 00 ");
  CHECK(long_code([&](auto& to) { to.Under({2}).Compute(store_f64, 30, 0, ArrayOperand{1, 8}); }) ==
        "62 61 fd 4a 11 74 c1 00 ");
  // vblendmps zmm4{k1}, zmm5, zmm6; vpternlogd zmm1, zmm17, zmm2, 202
  CHECK(long_code([&](auto& to) { to.Under({1}).Compute(choose, 4, 5, 6); }) ==
        "62 f2 55 49 65 e6 ");
  CHECK(long_code([](auto& to) { to.ChooseBits(1, 17, 2, 0xCA); }) == "62 f3 75 40 25 ca ca ");
  // vpmovm2w zmm3, k1; vpmovm2d zmm20, k1; vpmovm2q zmm3, k1
  CHECK(long_code([](auto& to) { to.FillByMask(3, 1, 1); }) == "62 f2 7e 48 28 d9 ");
  CHECK(long_code([](auto& to) { to.FillByMask(3, 2, 1); }) == "62 f2 fe 48 28 d9 ");
  CHECK(long_code([](auto& to) { to.FillByMask(20, 4, 1); }) == "62 e2 7e 48 38 e1 ");
  CHECK(long_code([](auto& to) { to.FillByMask(3, 8, 1); }) == "62 f2 fe 48 38 d9 ");
  // vpslld zmm17, zmm17, 3; vpsrlq zmm9, zmm9, 32
  CHECK(long_code([](auto& to) { to.ShiftLeft(17, 4, 3, true); }) == "62 b1 75 40 72 f1 03 ");
  CHECK(long_code([](auto& to) { to.ShiftRight(9, 8, 32, true); }) == "62 d1 b5 48 73 d1 20 ");
  // vpmovdw ymm3, zmm17; vpmovdb [rdx + rax]{k2}, zmm2
  CHECK(long_code([](auto& to) { to.Truncate(0x33, 3, 17); }) == "62 e2 7e 48 33 cb ");
  CHECK(long_code([](auto& to) { to.Under({2}).StoreTruncated(0x31, 2, ArrayOperand{2, 1}); }) ==
        "62 f2 7e 4a 31 54 02 00 ");
  // vmovd xmm3, [r13 + rdi * 4]; vpinsrd xmm3, xmm3, [rcx + r15 * 4], 2
  CHECK(long_code([](auto& to) { to.LoadLane(3, 0, 13, 7); }) == "c4 c1 79 6e 5c bd 00 ");
  CHECK(long_code([](auto& to) { to.LoadLane(3, 2, 1, 15); }) == "c4 a3 61 22 5c b9 00 02 ");
  // vmovq r15, xmm2; vpextrq rdi, xmm2, 1; mov edi, r15d; shr r15, 32
  CHECK(long_code([](auto& to) { to.MoveToPointer(15, 2, false); }) == "c4 c1 f9 7e d7 ");
  CHECK(long_code([](auto& to) { to.MoveToPointer(7, 2, true); }) == "c4 e3 f9 16 d7 01 ");
  CHECK(long_code([](auto& to) { to.CopyLowHalf(7, 15); }) == "44 89 ff ");
  CHECK(long_code([](auto& to) { to.KeepHighHalf(15); }) == "49 c1 ef 20 ");
  // kxnorq k3, k3, k3; kmovq k3, k2; vpgatherdd zmm17{k3}, [r13 + zmm26 * 4]
  CHECK(long_code([](auto& to) { to.SetMask(3); }) == "c4 e1 e4 46 db ");
  CHECK(long_code([](auto& to) { to.CopyMask(3, 2); }) == "c4 e1 f8 90 da ");
  // kandq k1, k4, k3; korq k5, k6, k7; kxorq k5, k6, k7; knotq k5, k6
  using MaskOp = Assembler::MaskOp;
  CHECK(long_code([](auto& to) { to.ComputeMask(MaskOp::kAnd, 1, 4, 3); }) == "c4 e1 dc 41 cb ");
  CHECK(long_code([](auto& to) { to.ComputeMask(MaskOp::kOr, 5, 6, 7); }) == "c4 e1 cc 45 ef ");
  CHECK(long_code([](auto& to) { to.ComputeMask(MaskOp::kXor, 5, 6, 7); }) == "c4 e1 cc 47 ef ");
  CHECK(long_code([](auto& to) { to.ComplementMask(5, 6); }) == "c4 e1 f8 44 ee ");
  // kunpckbw k1, k4, k3
  CHECK(long_code([](auto& to) { to.JoinMasks(1, 3, 4); }) == "c4 e1 5d 4b cb ");
  const VexOp gather{Prefix::k66, Map::k0F38, 0x90, false, true};
  CHECK(long_code([&](auto& to) { to.Gather(gather, 17, {13, 4}, 26, 3); }) ==
        "62 82 7d 43 90 4c 95 00 ");
  // lea rdi, [rsi + 16]; sub rdi, rax; je; mov rsi, -1; bzhi rsi, rsi, rdi; kmovq k2, rsi
  CHECK(
      long_code([](auto& to) { to.BeginLongRest(2, 16); }) ==
      "48 8d 7e 10 48 29 c7 0f 84 00 00 00 00 48 c7 c6 ff ff ff ff c4 e2 c0 f5 f6 c4 e1 fb 92 d6 ");
  // push rdx; push rsi; push rdi
  CHECK(long_code([](auto& to) { to.BeginRows(); }) == "52 56 57 ");
  // mov rdi, [rbp + 8]; mov rsi, [rbp + 16]
  CHECK(long_code([](auto& to) { to.BeginRow(); }) == "48 8b 7d 08 48 8b 75 10 ");
  // mov rax, [rdi + 24]; add [rdi + 16], rax
  CHECK(long_code([](auto& to) { to.AdvancePointer(16); }) ==
        "48 8b 87 18 00 00 00 48 01 87 10 00 00 00 ");
  // add rdx, [rdi + 24]; add r9, [rdi + 24]
  CHECK(long_code([](auto& to) { to.AdvancePointer(2, 16); }) == "48 03 97 18 00 00 00 ");
  CHECK(long_code([](auto& to) { to.AdvancePointer(9, 16); }) == "4c 03 8f 18 00 00 00 ");
  // dec qword [rbp + 24]; jne
  CHECK(long_code([](auto& to) { to.EndRow(0); }) == "48 ff 4d 18 0f 85 f6 ff ff ff ");
}

TEST_CASE("the number of all elements is restored", "[exec]") {
  // lea rsi, [rax + rdi]
  CHECK(CodeOf([](auto& to) { to.RestoreCount(); }) == "48 8d 34 38 ");
}

TEST_CASE("a vector has a mask's lanes until an instruction writes it", "[exec]") {
  const VexOp add{Prefix::kNone, Map::k0F, 0x58, false, true};
  Assembler to;
  to.UseLongVectors();
  to.FillByMask(3, 4, 1);
  to.Compute(add, 2, 3, 3);
  CHECK(to.masked() == 3);
  to.Compute(add, 3, 2, 2);
  CHECK(!to.masked());
  to.FillByMask(3, 4, 1);
  to.ShiftLeft(3, 4, 1, true);
  CHECK(!to.masked());
  to.FillByMask(3, 4, 1);
  to.Truncate(0x33, 3, 4);
  CHECK(!to.masked());
}

}  // namespace
}  // namespace paddock
