// Runs instructions of a tape as machine code, or alone.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_TESTING_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_TESTING_H_

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <vector>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "core/native/executable_memory.h"
#include "simd/elementwise/tape.h"

namespace paddock::testing {

inline const NativeOperations& Operations() {
  static const NativeOperations kOperations;
  return kOperations;
}

inline void SkipWithoutNativeTapes() {
  if (!kHasNativeTapes || Operations().empty()) SKIP("this build has no native tapes");
}

// A tape of one segment.
class NativeTape {
 public:
  NativeTape(const std::vector<simd::TapeInstruction>& replaced, const NativeOperations& operations,
             const NativeConstants& constants = {}) {
    std::vector<const simd::TapeInstruction*> all;
    for (const simd::TapeInstruction& one : replaced) all.push_back(&one);
    Assembler assembler;
    WriteSegment(all, operations, constants, nullptr, assembler);
    code_ = ExecutableMemory::Make(assembler.code());
    REQUIRE(code_ != nullptr);
    end_.work = simd::kTapeEnd;
    instructions_[0].code = code_->address();
    instructions_[1].code = simd::FindTapeCode(simd::TapeControl::kJump);
    instructions_[1].extra = &end_;
    block_.instructions = instructions_;
  }

  void Run() {
    simd::TapeRun run;
    run.budget = 1;
    simd::RunTape(block_, run);
  }

 private:
  std::unique_ptr<const ExecutableMemory> code_;
  simd::TapeInstruction instructions_[2];
  simd::TapeBlock block_, end_;
};

// Runs an instruction of a tape without machine code.
inline void RunAlone(const simd::TapeInstruction& instruction) {
  simd::TapeBlock end, block;
  end.work = simd::kTapeEnd;
  simd::TapeInstruction jump;
  jump.code = simd::FindTapeCode(simd::TapeControl::kJump);
  jump.extra = &end;
  const simd::TapeInstruction tape[] = {instruction, jump};
  block.instructions = tape;
  simd::TapeRun run;
  run.budget = 1;
  simd::RunTape(block, run);
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_SEGMENT_TESTING_H_
