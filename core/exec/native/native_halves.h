// Operations of a segment on f16 and bf16, which are computed in f32 and rounded, as kernels do.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_HALVES_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_HALVES_H_

#include <cstdint>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class HalvesWriter {
 public:
  using Kind = NativeOperation::Kind;

  HalvesWriter(Assembler& assembler, NativeRegisters& registers, const NativeOperation& operation,
               const simd::TapeInstruction& at)
      : assembler_(assembler), registers_(registers), operation_(operation), at_(at) {}

  void Write();

 private:
  // An element in the lowest 2 bytes of a register, and its f32 in another one, where a NaN of f16
  // is quiet.
  struct Half {
    Xmm code = 0, value = 0;
  };

  Half Load(size_t operand);
  Half Extreme(bool is_maximum, const Half& left, const Half& right);
  // Stores an f32, rounded. A NaN is quiet, and has no bits that the half has not.
  void StoreRounded(Xmm value);
  void Store(const Half& half);
  void ChangeSign();
  void Compare();
  void ToSingle();
  void FromSingle();
  Xmm RoundBF16(Xmm value);
  // Returns the quiet bit if the f32 is a NaN that has it not, else 0.
  Xmm SignalOf(Xmm value, Xmm bits);

  Xmm Binary(const VexOp& op, Xmm left, Xmm right);
  // Returns all ones where an f32 is NaN.
  Xmm IsNaN(Xmm value);
  Xmm Shifted(bool is_left, Xmm vector, uint8_t bits);
  // Returns lanes of ones, shifted left and then right. Registers keep them.
  Xmm Ones(uint8_t left, uint8_t right);
  void Replace(Xmm result, Xmm if_true, Xmm mask);
  NativeRegisters::Form Form() const {
    return operation_.is_bf16 ? NativeRegisters::Form::kBF16 : NativeRegisters::Form::kF16;
  }

  Assembler& assembler_;
  NativeRegisters& registers_;
  const NativeOperation& operation_;
  const simd::TapeInstruction& at_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_HALVES_H_
