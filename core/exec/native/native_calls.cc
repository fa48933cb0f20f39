#include "core/exec/native/native_calls.h"

#include <algorithm>
#include <span>

namespace paddock {
namespace {

constexpr size_t kFour = simd::TapeJoinedKernel::kMost;
static_assert(kFour == 4);

// An instruction on registers of 128 bits, or of 256 for f64.
constexpr VexOp VectorOp(VexOp::Map map, uint8_t opcode, bool is_256 = false) {
  return {VexOp::Prefix::k66, map, opcode, false, is_256};
}

class CallWriter {
 public:
  CallWriter(const simd::TapeKernel& kernel, Assembler& assembler, NativeRegisters& registers)
      : kernel_(kernel), assembler_(assembler), registers_(registers) {}

  void Write(const std::span<const void* const, kFour>* operands, std::span<void* const> results) {
    Xmm vectors[2] = {};
    for (size_t k = 0; k < kernel_.arity; ++k) vectors[k] = Gather(operands[k]);
    if (kernel_.arity == 2) {
      if (vectors[1] == 0) {
        vectors[1] = registers_.Take();
        Copy(0, vectors[1]);
      }
      Copy(vectors[0], 0);
      Copy(vectors[1], 1);
    } else {
      Copy(vectors[0], 0);
    }
    registers_.ForgetRegisters();
    assembler_.CallFunction(kernel_.of_four);
    registers_.StartInstruction();
    Scatter(registers_.TakeResult(0), results);
    if (IsWide()) assembler_.ZeroUpperHalves();
  }

 private:
  bool IsWide() const { return kernel_.element_bytes == 8; }

  void Copy(Xmm from, Xmm to) {
    const VexOp copy{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x28, false, IsWide()};
    if (from != to) assembler_.Convert(copy, to, from);
  }

  // Brings four elements together in a register.
  Xmm Gather(std::span<const void* const, kFour> places) {
    const auto load = [&](size_t i) { return registers_.Load(places[i], kernel_.element_bytes); };
    if (std::ranges::count(places, places[0]) == kFour) {
      const Xmm one = load(0), all = registers_.Take();
      const uint8_t broadcast = IsWide() ? 0x19 : 0x18;
      assembler_.Convert(VectorOp(VexOp::Map::k0F38, broadcast, IsWide()), all, one);
      return all;
    }
    const Xmm lower = Pair(load(0), load(1)), upper = Pair(load(2), load(3));
    const Xmm all = registers_.Take();
    if (IsWide()) {
      assembler_.Compute(VectorOp(VexOp::Map::k0F3A, 0x18, true), all, lower, upper, 1);
    } else {
      // The low halves of both.
      assembler_.Compute({VexOp::Prefix::kNone, VexOp::Map::k0F, 0x16}, all, lower, upper);
    }
    return all;
  }

  Xmm Pair(Xmm first, Xmm second) {
    const Xmm pair = registers_.Take();
    const VexOp::Prefix prefix = IsWide() ? VexOp::Prefix::k66 : VexOp::Prefix::kNone;
    assembler_.Compute({prefix, VexOp::Map::k0F, 0x14}, pair, first, second);
    return pair;
  }

  // Stores elements of a register, each from its own register, which keeps it.
  void Scatter(Xmm all, std::span<void* const> results) {
    Xmm part = all;
    for (size_t i = 0; i < results.size(); ++i) {
      if (IsWide() && i == 2) {
        part = registers_.Take();
        // The upper half of `all` to `part`.
        assembler_.Compute(VectorOp(VexOp::Map::k0F3A, 0x19, true), all, 0, part, 1);
      }
      const size_t lane = IsWide() ? i % 2 : i;
      registers_.Store(lane == 0 ? part : Lane(part, lane), results[i], kernel_.element_bytes);
    }
  }

  Xmm Lane(Xmm all, size_t lane) {
    const Xmm one = registers_.Take();
    const uint8_t opcode = IsWide() ? 0x05 : 0x04;
    const auto choice = static_cast<uint8_t>(IsWide() ? lane : lane * 0x55);
    assembler_.Compute(VectorOp(VexOp::Map::k0F3A, opcode), one, 0, all, choice);
    return one;
  }

  const simd::TapeKernel& kernel_;
  Assembler& assembler_;
  NativeRegisters& registers_;
};

}  // namespace

void WriteCall(const simd::TapeInstruction& at, Assembler& assembler, NativeRegisters& registers) {
  const void* const left[] = {at.operands[0], at.operands[0], at.operands[0], at.operands[0]};
  const void* const right[] = {at.operands[1], at.operands[1], at.operands[1], at.operands[1]};
  const std::span<const void* const, kFour> operands[] = {left, right};
  CallWriter(*static_cast<const simd::TapeKernel*>(at.extra), assembler, registers)
      .Write(operands, std::span(&at.result, 1));
}

void WriteJoinedCall(const simd::TapeInstruction& at, Assembler& assembler,
                     NativeRegisters& registers) {
  const auto& call = *static_cast<const simd::TapeJoinedKernel*>(at.extra);
  const std::span<const void* const, kFour> operands[] = {call.operands[0], call.operands[1]};
  CallWriter(*call.kernel, assembler, registers)
      .Write(operands, std::span(call.results).first(call.count));
}

}  // namespace paddock
