// The segments of a native tape: machine code for neighbouring instructions. Values stay in
// registers from their computation to their last reader; every result is also stored, so that the
// memory behind a segment is that of the instructions. Only what the segment overwrites unread is
// not stored.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/exec/native/dead_stores.h"
#include "core/exec/native/native_operations.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// The addresses that a segment's values are at, by register.
class NativeRegisters {
 public:
  NativeRegisters(Assembler& assembler, DeadStores& stores)
      : assembler_(assembler), stores_(stores) {
    held_.reserve(64);
  }

  // Starts the next instruction: registers that it takes keep their values until the one after it.
  void StartInstruction() { taken_ = 0; }
  // Returns a register with the element at an address.
  Xmm Load(const void* address, size_t bytes);
  // Returns whether registers have smaller elements of these bytes.
  bool HasPartOf(const void* address, size_t bytes) const;
  // Returns a register that nothing else uses during this instruction.
  Xmm Take();
  // Returns this register, which a call left a value in.
  Xmm TakeResult(Xmm vector) { return Use(vector); }
  // A call changes all registers.
  void ForgetRegisters();
  // Stores an element, which its register keeps.
  void Store(Xmm vector, const void* address, size_t bytes);
  // Loads an element at the address plus rax, which is at most `extent`.
  Xmm LoadAtOffset(const void* address, size_t bytes, size_t extent);
  // Stores rax, which has no vector register.
  void StoreRax(const void* address, size_t bytes);
  // The bytes at an address change otherwise.
  void Forget(const void* address, size_t bytes);
  // Stores a boolean from rax, which was made of a mask of lanes of `lane_bytes`.
  void StoreMask(Xmm vector, const void* address, size_t lane_bytes);
  Xmm LoadMask(const void* address, size_t lane_bytes);

  // Memory that is read, at the address or at most `extent` behind it.
  MemoryOperand ReadAt(const void* address, size_t bytes, size_t extent = 0);
  // Memory that is not read.
  MemoryOperand At(const void* address);

 private:
  struct Held {
    uintptr_t address = 0;
    // The element in memory has `bytes`, a lane of a mask has `mask_bytes`; 0: it is no mask.
    uint8_t bytes = 0;
    uint8_t mask_bytes = 0;
    Xmm vector = 0;
  };
  static constexpr size_t kCount = 16, kBases = 3;

  const Held* Find(const void* address, size_t bytes, size_t mask_bytes) const;
  Xmm Use(Xmm vector);

  Assembler& assembler_;
  DeadStores& stores_;
  std::vector<Held> held_;
  // Registers of this instruction, by bit.
  uint32_t taken_ = 0;
  uint32_t last_use_[kCount] = {};
  uint32_t clock_ = 0;
  uint64_t bases_[kBases] = {};
  size_t next_base_ = 0;
};

// Writes code to `assembler` that does these instructions and continues behind the first one, whose
// code it replaces. Each is one of `operations` with its operands in memory.
void WriteSegment(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperations& operations, Assembler& assembler);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_
