// Calls of one function within a block, joined: a kernel takes as long for four elements as for
// one.
#ifndef PADDOCK_CORE_EXEC_TAPE_JOINED_CALLS_H_
#define PADDOCK_CORE_EXEC_TAPE_JOINED_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <type_traits>
#include <vector>

#include "core/exec/tape/tape_codes.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class SomeJoinedCalls {
 public:
  // For a tape of so many instructions. Forgets all calls.
  void Reset(size_t instruction_count);
  // Forgets all calls. Results stay where they are.
  void Clear() { calls_.clear(); }
  // A later call whose operands are known at an earlier one moves there. Its result waits in memory
  // of this object, and a move in its place writes it: until then, the block may use the result's
  // memory for something else. numbers[i]: slot i's instruction in the tape.
  void Join(std::span<TapeSlot> slots, std::span<const size_t> numbers);

 private:
  void JoinFrom(size_t first, std::span<TapeSlot> slots, std::span<const size_t> numbers);

  std::deque<simd::TapeJoinedKernel> calls_;
  // By number of the instruction. Machine code contains their addresses.
  std::vector<uint64_t> results_;
};

struct NoJoinedCalls {
  void Reset(size_t) {}
  void Clear() {}
  void Join(std::span<TapeSlot>, std::span<const size_t>) {}
};
// WebAssembly leaves them out, for size.
using JoinedCalls = std::conditional_t<kHasChainModules, NoJoinedCalls, SomeJoinedCalls>;

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_JOINED_CALLS_H_
