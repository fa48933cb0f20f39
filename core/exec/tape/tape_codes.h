// Choice of codes for the instructions of a tape's block. It depends on the value in the register
// at the block's begin, on pairs that are one instruction, and on whether a result is worth the
// register.
#ifndef PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_
#define PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/elementwise/tape.h"

namespace paddock {

// An instruction of a block, bound.
struct TapeSlot {
  enum class Kind : uint8_t {
    kCompute,
    kMove,
    // Leaves the register as it is, and writes nothing.
    kJump,
    // May do anything.
    kOther,
  };
  Kind kind = Kind::kOther;
  simd::TapeInstruction instruction;
  // Set for kCompute and kMove.
  const simd::TapeForms* forms = nullptr;
  // A comparison and the branch on it.
  bool branches = false;
};

// The value in the register: its places in memory, and its width.
class HeldValue {
 public:
  void Set(const void* place, size_t bytes);
  // Adds a place at which it also is, if it fits.
  void AddPlace(const void* place);
  // Marks the place as overwritten by `bytes` bytes; 0: their number is unknown.
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

// Chooses the codes of a block that is entered with `held`; returns the value that it ends with.
// `is_repeated`: the block often follows itself.
HeldValue ChooseTapeCodes(std::span<TapeSlot> slots, HeldValue held, bool is_repeated);

// Moves what the comparison at the end of a block compares to right before it, if nothing between
// them minds: the two may be one instruction then.
void SinkComparedResult(std::span<TapeSlot> slots);

// Keeps the loop counter in a register while `block` repeats. Requires that the block ends in
// counting its turns, and that nothing else writes the counter. `block` begins at its place and has
// these slots; their codes are chosen.
bool RepeatByCount(std::span<TapeSlot> slots, simd::TapeBlock& block);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_TAPE_CODES_H_
