// Chains as machine code of x86-64: one loop whose values stay in registers, where the machine of
// simd/elementwise/chain.h dispatches each step for each block. The bits are the same.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/native/executable_memory.h"
#include "core/plan/fusion/row_sink.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/chain.h"

namespace paddock {

// Bytes of the vectors of AVX2.
inline constexpr size_t kCodeBytes = 32;

// Bytes of the vectors of AVX-512.
inline constexpr size_t kLongCodeBytes = 64;

// Whether this machine is taken to load 16 elements faster than it gathers them: an AMD processor.
// Measured on Zen 5 alone.
bool TakesSingly();

struct ChainCodeOptions {
  // Also writes the variant that writes streamed results past the caches.
  bool is_streamed = false;
  // On machines that have it: vectors are long, if all steps have code for them, and some stores
  // are one instruction.
  bool may_use_avx512 = true;
  bool may_use_long_vectors = true;
  // Where AVX-512 has instructions that count bits of all lanes.
  bool may_count_bits = true;
  // Whether elements at computed indices are loaded one after another, not by one instruction.
  bool takes_singly = TakesSingly();
  // Not empty: writes a RowCode, on lanes of 4 bytes.
  std::span<const chain_code::RowSink> sinks = {};
};

// Machine code for `rows` rows of `count` elements each, which stores the lanes of their totals:
// simd::kReduceLanes elements for each row. Behind the operands of the steps are the totals' slots,
// whose addresses the table has, and a slot of the code's own. It moves each address by
// `block_bytes` at the end of a row.
using RowCode = void (*)(simd::ChainOperand* operands, size_t count, size_t rows);

struct WrittenCode {
  std::shared_ptr<const ExecutableMemory> memory;
  // Whether it also computes the last elements of an array, which fill no vector.
  bool has_rest = false;
  size_t vector_bytes = kCodeBytes;
  // Place of the variant for streamed results.
  size_t streaming_offset = 0;
};

// Whether this machine may run code: it has AVX2.
bool HasChainCode();
// Whether the code may have vectors of kLongCodeBytes: the machine has AVX-512.
bool HasLongVectors();
// Minimum number of elements for a chain on this machine.
inline int64_t FewestChained() {
  return !kHasChainModules && HasChainCode() ? kFewestInCode : kFewestInMachine;
}

// Returns no memory if there is no code for a step, or if this machine has no AVX2 or does not
// allow it. `steps` are not joined. The code is a ChainCode; it reads ChainOperand::address alone.
WrittenCode WriteChainCode(std::span<const simd::ChainStep> steps,
                           std::span<const TileChainOperand> operands, size_t lane_bytes,
                           const ChainCodeOptions& options = {});

// Sets the values that the code of these steps excludes.
void ExcludeValues(std::span<const simd::ChainStep> steps, std::span<TileChainOperand> operands);
// Returns whether the value of a kSame operand that excludes some is one of them.
bool IsExcluded(const TileChainOperand& operand, const void* address);
// Returns whether one of the operands is a constant that is excluded, so that code never runs.
bool HasExcludedConstant(std::span<const TileChainOperand> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_H_
