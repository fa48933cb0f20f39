// A block of a tape that branches to itself, as machine code of several turns. Values pass from one
// turn to the next in registers, and only the last turn of them goes through the tape's branch.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_LOOP_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

struct NativeLoop {
  // Counts the turns. Its work and steps have 31 bits.
  simd::TapeBlock* block = nullptr;
  int32_t work = 0;
  int32_t steps = 0;
  // The byte that the branch tests, and whether the block follows itself if it is not 0.
  const void* condition = nullptr;
  bool repeats_if_true = true;
  size_t turns = 1;
};

// Returns the turns of a block of so many instructions; 1: it is no loop for machine code.
size_t TurnsOf(size_t instructions);

// Writes what is between the turns of a loop, and behind them. The budget is in rdx, and the steps
// are in rcx (TapeCode).
class LoopWriter {
 public:
  LoopWriter(const NativeLoop& loop, Assembler& assembler) : loop_(loop), assembler_(assembler) {}

  // Goes to the next turn if the block follows itself and the budget suffices, and pays for it.
  void EndTurn(NativeRegisters& registers);
  // Ends the last turn. Each way out counts its turns and continues with the tape's branch.
  void Finish();

 private:
  void Leave(size_t repetitions);

  const NativeLoop& loop_;
  Assembler& assembler_;
  // By turn.
  struct Exit {
    size_t by_condition, by_budget;
  };
  std::vector<Exit> exits_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_LOOP_H_
