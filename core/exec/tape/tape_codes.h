// Choice of codes for the instructions of a tape's block. It depends on the value in the register
// at the start of the block, on pairs that are one instruction, and on whether keeping a result in
// the register pays.
#ifndef PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_
#define PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/elementwise/tape.h"

namespace paddock {

// An instruction of a block with resolved memory.
struct TapeSlot {
  enum class Kind : uint8_t {
    kCompute,
    kMove,
    // simd::TapeSlice. Does not change the register.
    kSlice,
    // Does not change the register or memory.
    kJump,
    // A call of a simd::TapeKernel that says how many bytes its result has. It changes the
    // register.
    kKernel,
    // Machine code for `replaced`. It changes the register.
    kNative,
    // May do anything.
    kOther,
  };
  Kind kind = Kind::kOther;
  simd::TapeInstruction instruction;
  // Set for kCompute and kMove.
  const simd::TapeForms* forms = nullptr;
  // A comparison and the branch on it.
  bool branches = false;
  // Set for kNative.
  const std::vector<TapeSlot>* replaced = nullptr;
};

// The value in the register: its addresses in memory, and its width.
class HeldValue {
 public:
  void Set(const void* place, size_t bytes);
  // Adds an address that also holds the value, if there is room.
  void AddPlace(const void* place);
  // Removes addresses that `bytes` bytes at `place` overwrite; 0: their number is unknown.
  void Overwrite(const void* place, size_t bytes);
  void Clear() { *this = {}; }

  bool IsAt(const void* place) const;
  bool is_empty() const { return places_[0] == nullptr; }
  size_t bytes() const { return bytes_; }
  bool operator==(const HeldValue&) const = default;

 private:
  const void* places_[2] = {};
  size_t bytes_ = 0;
};

// Whether the slot may write any of these bytes.
bool Writes(const TapeSlot& slot, const void* place, size_t bytes);

// Chooses the codes of a block that starts with `held`, and returns the value at its end.
// `is_repeated`: the block often follows itself.
HeldValue ChooseTapeCodes(std::span<TapeSlot> slots, HeldValue held, bool is_repeated);

// Moves the computation of a compared value next to the comparison at the end of its block, if no
// instruction in between prevents it. The two can then be one instruction.
void SinkComparedResult(std::span<TapeSlot> slots);

// Returns whether the last two slots can be one instruction, which ends the block.
bool EndsInPair(std::span<const TapeSlot> slots);

// Keeps the loop counter in a register while `block` repeats. Requires that the block ends by
// counting its iterations, and that nothing else writes the counter. `block` has these slots, whose
// codes are chosen.
bool RepeatByCount(std::span<TapeSlot> slots, simd::TapeBlock& block);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_
