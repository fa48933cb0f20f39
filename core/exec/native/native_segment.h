// The segments of a native tape: machine code for neighbouring instructions. Values stay in
// registers from their computation to their last reader; every result is also stored, so that the
// memory behind a segment is that of the instructions. Only what the segment overwrites unread is
// not stored.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/exec/native/dead_stores.h"
#include "core/exec/native/native_indices.h"
#include "core/exec/native/native_operations.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// The last stores. Earlier ones have reached the cache.
class RecentStores {
 public:
  void Add(const void* address, size_t bytes) { AddWithin(address, bytes, bytes); }
  // A store of `piece` bytes is somewhere in these.
  void AddWithin(const void* address, size_t bytes, size_t piece) {
    stored_[count_++ % kMost] = {reinterpret_cast<uintptr_t>(address), bytes, piece};
  }
  // Returns whether a load needs several of them, or one and the cache.
  bool HaveParts(const void* address, size_t bytes) const;

 private:
  struct Stored {
    uintptr_t address = 0;
    size_t bytes = 0;
    size_t piece = 0;
  };
  static constexpr size_t kMost = 32;
  Stored stored_[kMost];
  size_t count_ = 0;
};

// The addresses that a segment's values are at, by register.
class NativeRegisters {
 public:
  // `stored`: before the segment.
  NativeRegisters(Assembler& assembler, DeadStores& stores, const RecentStores& stored)
      : assembler_(assembler), stores_(stores), stored_(stored) {
    held_.reserve(64);
  }

  const RecentStores& stored() const { return stored_; }

  // Starts the next instruction: registers that it takes keep their values until the one after it.
  void StartInstruction() { taken_ = 0; }
  // Returns a register with the element at an address, in its lowest bytes. Bits above those of an
  // element of 1 or 2 bytes may be any.
  Xmm Load(const void* address, size_t bytes);
  // Returns whether Load needs no memory.
  bool HasElement(const void* address, size_t bytes) const;
  // Returns whether registers have smaller elements of these bytes.
  bool HasPartOf(const void* address, size_t bytes) const;
  // Loads elements of 4 or 8 bytes, 8 or 16 bytes in all. They are loaded one by one and joined if
  // they were stored so not long ago, because a load does not wait well for several stores.
  Xmm LoadElements(const std::byte* address, size_t bytes, size_t element_bytes);
  // Returns a register with the element at an address in each lane.
  Xmm LoadSpread(const void* address, size_t bytes);
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
  // Loads an integer, extended to 8 bytes, to rax.
  void LoadRax(const void* address, size_t bytes, bool is_signed);
  // Stores rax. A vector register keeps 4 or 8 bytes.
  void StoreRax(const void* address, size_t bytes);
  // A vector register keeps 1 or 2 bytes, too.
  void StoreRaxAndKeep(const void* address, size_t bytes);
  // The bytes at an address change otherwise.
  void Forget(const void* address, size_t bytes);
  // Pieces of so many bytes are stored somewhere at the address.
  void ForgetWithin(const void* address, size_t bytes, size_t piece) {
    stored_.AddWithin(address, bytes, piece);
    Forget(address, bytes);
  }
  // A mask of 1, 2 or 4 lanes, of all ones or zeros, which are booleans in memory.
  struct MaskShape {
    size_t lanes = 1;
    size_t lane_bytes = 4;
  };
  // A register with a mask, or with the complement of one.
  struct Mask {
    Xmm vector = 0;
    bool is_inverted = false;
  };
  // Stores booleans, whose register keeps the mask.
  void StoreMask(const Mask& mask, const void* address, const MaskShape& shape);
  Xmm LoadMask(const void* address, const MaskShape& shape);
  // Returns a complement if a register has only that.
  Mask LoadAnyMask(const void* address, const MaskShape& shape);
  // Returns whether the code so far ends with a store of this boolean from rax, which has set the
  // flags.
  bool HasTested(const void* boolean) const {
    return boolean == tested_ && assembler_.code().size() == tested_at_;
  }
  // Returns whether a register has these booleans as a mask.
  bool HasMask(const void* address, const MaskShape& shape) const {
    return FindMask(address, shape) != nullptr;
  }

  // The f32 of the half at an address, in a register of its own.
  enum class Form : uint8_t { kF16 = 0xF0, kBF16, kConstant };
  std::optional<Xmm> FindForm(const void* half, Form form);
  void HoldForm(Xmm vector, const void* half, Form form);
  // Two bytes were copied.
  void CopyForms(const void* from, const void* to);
  // Lanes of 4 bytes, all ones, shifted left and then right.
  std::optional<Xmm> FindConstant(uint8_t left, uint8_t right);
  void HoldConstant(Xmm vector, uint8_t left, uint8_t right);

  // Returns the shape of the mask that a register has for one boolean, preferably of 4 bytes.
  std::optional<MaskShape> FindShape(const void* boolean) const;

  // Facts about integers, until they are overwritten.
  NativeIndices& indices() { return indices_; }

  // Bytes in a register, or a boolean as a mask.
  struct LateStore {
    const void* address = nullptr;
    size_t bytes = 0;
    Xmm vector = 0;
    bool is_mask = false;
    bool is_inverted = false;
  };
  // Returns the stores that must be written where the segment is left here.
  std::vector<LateStore> Leave();

  // Memory that is read, at the address or at most `extent` behind it.
  MemoryOperand ReadAt(const void* address, size_t bytes, size_t extent = 0);
  // Memory that is not read.
  MemoryOperand At(const void* address);

 private:
  struct Held {
    uintptr_t address = 0;
    // The element in memory has `bytes`, a lane of a mask has `mask_bytes`; 0: it is no mask;
    // kSpread: each lane has the element. Or a Form.
    uint8_t bytes = 0;
    uint8_t mask_bytes = 0;
    Xmm vector = 0;
    // A mask's complement.
    bool is_inverted = false;
  };
  static constexpr size_t kCount = 16, kBases = 3;
  static constexpr uint8_t kSpread = 0xFF;

  const Held* Find(const void* address, size_t bytes, size_t mask_bytes,
                   bool is_inverted = false) const;
  // Prefers a mask to its complement.
  const Held* FindMask(const void* address, const MaskShape& shape) const;
  void HoldMask(const Mask& mask, const void* address, const MaskShape& shape);
  void LoadMaskFromMemory(Xmm mask, const void* address, const MaskShape& shape);
  // Returns what late stores read.
  const Held* FindStored(const void* address, size_t bytes) const;
  // Returns elements that contain these bytes.
  const Held* FindAround(const void* address, size_t bytes) const;
  void ToBooleans(Xmm bytes, Xmm mask, size_t lane_bytes);
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
  NativeIndices indices_;
  const void* tested_ = nullptr;
  size_t tested_at_ = 0;

  RecentStores stored_;
};

struct NativeEnd;

// Writes code to `assembler` that does these instructions and continues behind the first one, whose
// code it replaces. Each is one of `operations` with its operands in memory. `end`: not null if
// only the block's jump follows, which the code includes.
void WriteSegment(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperations& operations, const NativeConstants& constants,
                  const NativeEnd* end, Assembler& assembler);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_H_
