// Encoder of x86-64 instructions: VEX instructions on vector registers, of which single elements
// use the low lanes, moves between memory and the register rax, and loops over arrays. Encodings
// are those of Intel's manual, volume 2.
#ifndef PADDOCK_CORE_NATIVE_ASSEMBLER_H_
#define PADDOCK_CORE_NATIVE_ASSEMBLER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace paddock {

// Number of a vector register.
using Xmm = uint8_t;

// Number of a mask register of AVX-512. 0: no mask.
using MaskRegister = uint8_t;

// That of Assembler::masked.
inline constexpr MaskRegister kMaskOfMasked = 1;

// The lanes of an instruction of AVX-512. It keeps the others of its result, or clears them.
struct LaneMask {
  MaskRegister number = 0;
  bool zeroes = false;
};

// An instruction with the operands `vvvv` and `rm` and the result `reg`, in the manual's terms.
struct VexOp {
  enum class Prefix : uint8_t { kNone = 0, k66 = 1, kF3 = 2, kF2 = 3 };
  enum class Map : uint8_t { k0F = 1, k0F38 = 2, k0F3A = 3 };
  Prefix prefix = Prefix::kNone;
  Map map = Map::k0F;
  uint8_t opcode = 0;
  bool is_wide = false;
  // On registers of 256 bits instead of 128.
  bool is_256 = false;
  bool operator==(const VexOp&) const = default;
};

// A register of addresses.
enum class BaseRegister : uint8_t { kR9 = 9, kR10 = 10, kR11 = 11 };

struct MemoryOperand {
  BaseRegister base = BaseRegister::kR9;
  int32_t displacement = 0;
  // Adds rax to the address.
  bool adds_rax = false;
};

// Number of a general register, of which rdi, rsi, rax and rsp have other uses in a loop.
using PointerRegister = uint8_t;

// rsp.
inline constexpr PointerRegister kFramePointer = 4;

// Bytes of a vector in a function's frame: the longest ones.
inline constexpr size_t kFrameVectorBytes = 64;

// Memory at a pointer, or at its element rax.
struct ArrayOperand {
  PointerRegister pointer = 0;
  // 1, 2, 4 or 8; 0: rax is not added.
  uint8_t element_bytes = 0;
  int32_t displacement = 0;
};

// A vector behind the code: of equal lanes, or of lanes that each are greater by `step`.
struct LaneConstant {
  uint64_t bits = 0;
  uint8_t lane_bytes = 8;
  uint8_t step = 0;
  bool operator==(const LaneConstant&) const = default;
};

class Assembler {
 public:
  std::span<const uint8_t> code() const { return code_; }
  void Reserve(size_t bytes) { code_.reserve(bytes); }

  // Instructions on 256 bits become those of AVX-512 on 512, with registers up to 31. Their
  // comparisons write a mask register. Some have no such form: selections by vectors, moves of
  // halves, and those with masks in vectors.
  void UseLongVectors() { has_long_vectors_ = true; }
  size_t vector_bytes() const { return has_long_vectors_ ? 64 : 32; }
  // For the next instruction, which is one of AVX-512.
  Assembler& Under(LaneMask mask) {
    mask_ = mask;
    return *this;
  }

  // --- Vectors. An unused `left` is register 0.
  void Compute(const VexOp& op, Xmm result, Xmm left, Xmm right);
  // With a constant: the predicate of a comparison, or the number of the mask's register times 16.
  void Compute(const VexOp& op, Xmm result, Xmm left, Xmm right, uint8_t constant);
  // The only operand is a register or memory.
  void Convert(const VexOp& op, Xmm result, Xmm operand) { Compute(op, result, 0, operand); }
  void Access(const VexOp& op, Xmm vector, const MemoryOperand& memory);
  // Stores the lowest 1 or 2 bytes.
  void StoreLowest(size_t bytes, Xmm vector, const MemoryOperand& memory);
  void Compute(const VexOp& op, Xmm result, Xmm left, const ArrayOperand& right);
  void Compute(const VexOp& op, Xmm result, Xmm left, const ArrayOperand& right, uint8_t constant);
  // Only in functions that Return.
  void Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right);
  void Compute(const VexOp& op, Xmm result, Xmm left, const LaneConstant& right, uint8_t constant);
  // From here on, a register has the constant.
  void Keep(const LaneConstant& constant, Xmm vector) { kept_.push_back({constant, vector}); }
  // The register of a constant, if one has it.
  std::optional<Xmm> RegisterOf(const LaneConstant& constant) const;
  // The constants that instructions read from memory, and how many do.
  struct ConstantReads {
    LaneConstant constant;
    size_t count = 0;
  };
  std::vector<ConstantReads> CountConstantReads() const;
  // Loads lanes at `table` plus the register's indices times the table's elements, where the mask
  // has its sign bits set, and clears the mask. The three registers are different. With long
  // vectors the mask is a mask register.
  void Gather(const VexOp& op, Xmm result, const ArrayOperand& table, Xmm indices, Xmm mask);
  // Loads the 4 bytes at `table` plus the register's index times 4 to a lane of the lowest four.
  // Lane 0 clears the others.
  void LoadLane(Xmm vector, uint8_t lane, PointerRegister table, PointerRegister index);
  // Moves 8 bytes, the first or the second of the vector.
  void MoveToPointer(PointerRegister to, Xmm vector, bool is_second);
  // Moves the low half, extended by zeros, or the high half in place.
  void CopyLowHalf(PointerRegister to, PointerRegister from);
  void KeepHighHalf(PointerRegister pointer);

  // Begins what is skipped if a lane of a vector of floats has its sign set, or everywhere.
  // EndSkipped ends it.
  size_t BeginUnlessNegative(Xmm vector);
  size_t BeginSkipped();

  // --- With AVX-512 alone.
  // Begins what is skipped if one of 32 lanes is set. Clobbers rdi if it may, which is faster.
  size_t BeginUnlessSet(MaskRegister mask, bool clobbers_rdi);
  // Stores the low halves or quarters of lanes. The opcode is of map 0F38 with prefix F3.
  void StoreTruncated(uint8_t opcode, Xmm vector, const ArrayOperand& to);
  void Truncate(uint8_t opcode, Xmm result, Xmm vector);
  // Each bit becomes that of the table at 4 * result + 2 * left + right.
  void ChooseBits(Xmm result, Xmm left, Xmm right, uint8_t table);
  void ChooseBits(Xmm result, Xmm left, const LaneConstant& right, uint8_t table);
  // Masks of up to 64 lanes. The complement has ones beyond the lanes, too.
  enum class MaskOp : uint8_t { kAnd = 0x41, kAndNotLeft = 0x42, kOr = 0x45, kXor = 0x47 };
  void ComputeMask(MaskOp op, MaskRegister to, MaskRegister left, MaskRegister right);
  void ComplementMask(MaskRegister to, MaskRegister from);
  // The low halves of masks of 16 lanes, side by side.
  void JoinMasks(MaskRegister to, MaskRegister low, MaskRegister high);
  // All lanes.
  void SetMask(MaskRegister mask);
  void CopyMask(MaskRegister to, MaskRegister from);
  // Lanes become all ones or zeros.
  void FillByMask(Xmm vector, size_t lane_bytes, MaskRegister mask);
  // The vector that FillByMask filled by kMaskOfMasked, while it has those lanes.
  std::optional<Xmm> masked() const { return masked_; }

  // --- Shifts.
  // Bits of each lane of 2, 4 or 8 bytes, shifted in place. Arithmetic: not of 8 bytes.
  void ShiftLeft(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256 = false);
  void ShiftRight(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256 = false);
  void ShiftRightArithmetic(Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256 = false);
  void MoveToRax(Xmm vector);
  void MoveFromRax(Xmm vector);

  // --- rax.
  void SetAddress(BaseRegister base, uint64_t address);
  // Loads 1, 2, 4 or 8 bytes, extended by zeros.
  void LoadRax(size_t bytes, const MemoryOperand& memory);
  void StoreRax(size_t bytes, const MemoryOperand& memory);
  enum class ByteOp : uint8_t { kAnd = 0x22, kOr = 0x0A, kXor = 0x32 };
  // 1, 2 or 4 bytes.
  void ComputeBytes(ByteOp op, size_t bytes, const MemoryOperand& memory);
  // Each byte of eax becomes 1 minus itself, of 0 and 1.
  void FlipBooleans();
  // All bytes of eax become the lowest one, and the others are 0.
  void RepeatByte();
  // Tests a boolean, then replaces al by a byte if it is true. Moves may come between.
  void TestByte(const MemoryOperand& boolean);
  void ChooseByte(const MemoryOperand& if_true);
  // Compares 1, 2, 4 or 8 bytes.
  void CompareRax(size_t bytes, const MemoryOperand& memory);
  void MultiplyRax(const MemoryOperand& memory);
  // Divides 4 or 8 bytes. A quotient by 0 has all bits set, a remainder by 0 is the dividend, and
  // the least integer divided by -1 is itself.
  struct Division {
    uint8_t bytes = 4;
    bool is_signed = true;
    bool wants_remainder = false;
  };
  void DivideRax(const Division& division, const MemoryOperand& divisor);
  // Divides rax, extended to 8 bytes, by a number that the code multiplies with the inverse of: of
  // 4 bytes, and HasInverse.
  void DivideRaxBy(const Division& division, int64_t divisor);
  static bool HasInverse(const Division& division, int64_t divisor);
  enum class Condition : uint8_t {
    kBelow = 0x2,
    kEqual = 0x4,
    kNotEqual = 0x5,
    kBelowOrEqual = 0x6,
    kLess = 0xC,
    kLessOrEqual = 0xE,
  };
  // al becomes 0 or 1.
  void SetByte(Condition condition);
  struct Index {
    bool is_signed = true;
    // Makes an index outside 0 .. limit very great, not the nearest one inside.
    bool drops_outside = false;
    int32_t limit = 0;
    int32_t stride = 0;
  };
  // rax += size if it is negative.
  void AddIfNegative(int32_t size);
  // Clamps the index in rax, extended to 8 bytes, and multiplies it by its stride.
  void ScaleIndex(const Index& index);
  // Keeps rax below the stack pointer, and adds it.
  void SaveOffset();
  void AddSavedOffset();
  // Begins what is skipped if an index was outside; EndSkipped ends it.
  size_t BeginSkippedOutside();
  void EndSkipped(size_t begin) {
    masked_.reset();
    Aim(begin);
  }
  // Loads an integer of 1, 2, 4 or 8 bytes, extended by its sign to 8.
  void LoadRaxSigned(size_t bytes, const MemoryOperand& memory);
  // Extends 1, 2 or 4 bytes of rax to 8.
  void ExtendRax(size_t bytes, bool is_signed);
  // Counts those of 8 bytes.
  void CountOnesOfRax();
  // Counts those of 4 or 8 bytes.
  void CountLeadingZerosOfRax(size_t bytes);
  void KeepLowestBit();
  void FlipLowestBit();
  void NegateRax();

  // --- Loops of tapes: the budget is in rdx, and the steps are in rcx.
  // Begins what is skipped on the condition of the last test; EndSkipped ends it.
  size_t BeginSkippedIf(Condition condition);
  // Begins what is skipped unless the budget exceeds the work.
  size_t BeginUnlessAffordable(int32_t work);
  void Pay(int32_t work, int32_t steps);
  // count += entries; last = the steps. Both have 8 bytes.
  void CountEntries(int32_t entries, const MemoryOperand& count, const MemoryOperand& last);
  // Loads rdi, and jumps to the address that is there.
  void JumpToInstructions(const MemoryOperand& instructions);
  // Sets the flags by eax, or by its difference to a number below 128.
  void TestRax();
  void CompareEax(uint8_t number);

  // Calls a function by the convention of System V, which may change rax, r9 to r11 and all
  // vectors. rsp + 8 must be a multiple of 16, as where a function begins.
  void CallFunction(uint64_t address);
  // Vectors of 32 bytes were in use.
  void ZeroUpperHalves();

  // rdi += bytes, and a jump to the address that is there.
  void AdvanceAndJump(uint8_t bytes);

  // --- Functions that loop over rsi elements; rdi is a table of pointers.
  void Push(PointerRegister pointer);
  void Pop(PointerRegister pointer);
  // The pointer at this offset of the table.
  void LoadPointer(PointerRegister pointer, int32_t offset);
  void CopyPointer(PointerRegister to, PointerRegister from);
  // to = from + rax * 8.
  void AddElements(PointerRegister to, PointerRegister from);
  // Space for vectors of kFrameVectorBytes, aligned, at kFramePointer. rbp keeps the caller's rsp.
  void BeginFrame(size_t vectors);
  // Calls a function with an address in the frame and the pointer at this offset of the table.
  // Before other registers are in use.
  using FrameFunction = void (*)(void* in_frame, const void* pointed);
  void CallWithFrame(FrameFunction function, int32_t in_frame, int32_t offset);
  // A loop whose rax goes up by `step` while `step` elements are left. Returns its beginning.
  size_t BeginLoop(uint8_t step);
  void EndLoop(size_t begin, uint8_t step);
  // Begins another loop, of shorter steps, over what the one before it left.
  size_t ContinueLoop(uint8_t step);
  // Ends a single step of such a loop; EndSkipped ends the loop.
  void EndStep(uint8_t step);
  // Loads a mask of the elements that are left, lanes of 4 or 8 bytes in a vector of 32, and
  // returns the beginning of what skips to the end if there are none. Clobbers rsi and rdi.
  size_t BeginRest(Xmm mask, uint8_t lane_bytes);
  // The same for long vectors, with a mask register and any lanes.
  size_t BeginLongRest(MaskRegister mask, uint8_t step);
  // rsi becomes the number of all elements again, behind what BeginLongRest began.
  void RestoreCount();
  // --- Such functions for rdx rows of rsi elements. The table has a distance behind each pointer.
  // Keeps the three registers; before BeginFrame.
  void BeginRows();
  // Restores rdi and rsi. Returns the beginning of the loop over rows, or continues in it.
  size_t BeginRow();
  // Adds its distance to the pointer at this offset of the table. Clobbers rax.
  void AdvancePointer(int32_t offset);
  // Adds the distance at this offset to the register that has the pointer.
  void AdvancePointer(PointerRegister pointer, int32_t offset);
  void EndRow(size_t begin);
  // Ends a function that pushed these, its frame, and what BeginRest began, unless it is 0.
  void Return(std::span<const PointerRegister> pushed, size_t rest);

 private:
  // Below the stack pointer.
  void SaveRdx();
  void RestoreRdx();
  void Put(std::initializer_list<unsigned> bytes);
  void PutInteger(uint64_t value, size_t bytes);
  static constexpr unsigned ModRegisters(unsigned reg, unsigned rm) {
    return 0xC0U | (reg & 7U) << 3 | (rm & 7U);
  }
  void PutVex(const VexOp& op, unsigned result, unsigned left, unsigned right);
  void PutEvex(const VexOp& op, unsigned result, unsigned left, unsigned right);
  // One of rax's instructions, with a prefix for 8 bytes if `is_wide`.
  void PutWithMemory(std::initializer_list<unsigned> opcode, bool is_wide,
                     const MemoryOperand& memory, unsigned reg = 0);
  void PutMemory(unsigned reg, const MemoryOperand& memory);
  // A jump or an address whose place is not known yet, until Aim. Returns its place.
  size_t PutDistance();
  void Aim(size_t place);
  void PutArray(unsigned reg, const ArrayOperand& array);
  void PutConstant(unsigned reg, const LaneConstant& constant, size_t bytes_after);
  void PutConstants();
  void Shift(unsigned form, Xmm vector, size_t lane_bytes, uint8_t bits, bool is_256);

  // Where an instruction that ends at `end` has the distance to a constant.
  struct ConstantUse {
    size_t end, place;
    size_t constant;
  };

  std::vector<uint8_t> code_;
  bool has_long_vectors_ = false;
  LaneMask mask_;
  std::optional<Xmm> masked_;
  // Places of the distances to the table of masks.
  std::vector<size_t> mask_distances_;
  bool has_frame_ = false;
  bool has_rows_ = false;
  std::vector<LaneConstant> constants_;
  std::vector<ConstantUse> constant_uses_;
  struct KeptConstant {
    LaneConstant constant;
    Xmm vector;
  };
  std::vector<KeptConstant> kept_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_NATIVE_ASSEMBLER_H_
