// The end of a tape's block as machine code: where it goes on, and what that costs. A block that
// branches to itself is code of several iterations. Values pass from one iteration to the next in
// registers.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_END_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_END_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

struct NativeEnd {
  enum class Kind : uint8_t {
    kJump,    // to target 0
    kBranch,  // on a byte: to target 0 if it is 0, else to target 1
    kSwitch,  // on an i32: to the target of this number, or the last one if there is none
  };
  struct Target {
    // Counts its entries.
    simd::TapeBlock* block = nullptr;
    int64_t work = 0;
    uint64_t steps = 0;
  };
  static constexpr size_t kMostTargets = 8;
  // Code goes to blocks whose work and steps have 31 bits. The tape's jump behind the code goes to
  // others.
  static bool MayEnter(const Target& target);

  Kind kind = Kind::kJump;
  const void* operand = nullptr;
  std::vector<Target> targets = {};
  // kBranch: not null if one target is the block itself, which has several iterations.
  const simd::TapeBlock* repeated = nullptr;
  size_t iterations = 1;
};

// Returns the iterations of a block of so many instructions that branches to itself.
size_t IterationsOf(size_t instructions);

// Goes on with the instruction behind the code's.
void GoBehind(Assembler& assembler);

// Writes what is between the iterations of a block, and behind them. The budget is in rdx, and the
// steps are in rcx (TapeCode). rdi is at the instruction before the tape's jump.
class EndWriter {
 public:
  EndWriter(const NativeEnd& end, Assembler& assembler, NativeRegisters& registers)
      : end_(end), assembler_(assembler), registers_(registers) {}

  // Goes on with the next iteration if the block follows itself and the budget suffices.
  void EndIteration();
  void Finish();

 private:
  // Tests the byte. Returns the condition that holds if it is as wanted.
  Assembler::Condition TestByte(bool wanted);
  // Writes the stores that the iterations before a way out have left to it.
  void WriteLate(const std::vector<NativeRegisters::LateStore>& stores);
  void Choose();
  void Count(simd::TapeBlock* block, size_t times);
  // Pays for a block and goes to it.
  void GoTo(const NativeEnd::Target& target);
  const NativeEnd::Target& Repeated() const;

  const NativeEnd& end_;
  Assembler& assembler_;
  NativeRegisters& registers_;
  // Ways out between two iterations: to the other target, and without a budget.
  struct Exit {
    size_t to_other, by_budget;
    std::vector<NativeRegisters::LateStore> stores;
  };
  std::vector<Exit> exits_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_END_H_
