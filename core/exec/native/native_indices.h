// Indices of a segment that are counted from the end if they are negative, as numpy does: a
// comparison, a sum and a selection. Code that reads such an index needs only its source.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_INDICES_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_INDICES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "core/exec/native/native_operations.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// Operands whose elements never change.
using NativeConstants = std::unordered_set<const void*>;

class NativeIndices {
 public:
  // `of` is a copy of the source, whether it is negative, its sum with `size`, or an index: the
  // source, plus `size` if that is negative.
  struct Fact {
    enum class Kind : uint8_t { kCopy, kNegative, kSum, kIndex };
    Kind kind = Kind::kCopy;
    const void* of = nullptr;
    const void* source = nullptr;
    int64_t size = 0;
  };

  // Returns what an instruction makes known, from facts that hold before it.
  std::optional<Fact> FactOf(const simd::TapeInstruction& at, const NativeOperation& operation,
                             const NativeConstants& constants) const;
  // After the instruction.
  void Add(const Fact& fact) { facts_.push_back(fact); }
  // These bytes change.
  void Overwrite(const void* place, size_t bytes);

  // Returns null if nothing is known of the index.
  const Fact* FindIndex(const void* index) const {
    return Find(Fact::Kind::kIndex, SourceOf(index));
  }

 private:
  const Fact* Find(Fact::Kind kind, const void* of) const;
  const void* SourceOf(const void* integer) const;
  std::optional<Fact> IndexOf(const simd::TapeInstruction& selection) const;

  std::vector<Fact> facts_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_INDICES_H_
