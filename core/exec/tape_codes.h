// Which code each instruction of a tape's block has: what is in the register when it begins, which
// of it and the next are one instruction, and whether its own result is worth the register.
#ifndef PADDOCK_CORE_EXEC_TAPE_CODES_H_
#define PADDOCK_CORE_EXEC_TAPE_CODES_H_

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

// The value in the register: where it also lies, and how wide it is.
class HeldValue {
 public:
  void Set(const void* place, size_t bytes);
  // It lies there, too, if it fits.
  void AddPlace(const void* place);
  // Something else is written there; 0: nobody knows how much.
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

// Chooses the codes of a block that is entered with `held`; gives what it ends with.
// `is_repeated`: often it comes again right after itself.
HeldValue ChooseTapeCodes(std::span<TapeSlot> slots, HeldValue held, bool is_repeated);

// Moves what the comparison at the end of a block compares to right before it, if nothing between
// them minds: the two may be one instruction then.
void SinkComparedResult(std::span<TapeSlot> slots);

// Where the block ends in counting its turns, and nothing else writes the count: it stays in a
// register while `block`, which begins where it says and has these slots, repeats. The codes are
// chosen.
bool RepeatByCount(std::span<TapeSlot> slots, simd::TapeBlock& block);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_CODES_H_
