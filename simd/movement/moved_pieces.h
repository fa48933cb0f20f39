// Movements of a few bytes as a list: which bytes of the operands each part of the result is.
#ifndef PADDOCK_SIMD_MOVEMENT_MOVED_PIECES_H_
#define PADDOCK_SIMD_MOVEMENT_MOVED_PIECES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "simd/movement/movement_plan.h"

namespace paddock::simd {

// Bytes that are neighbours in an operand and in the result.
struct MovedPiece {
  size_t operand = 0;
  // In bytes.
  size_t source = 0;
  size_t target = 0;
  size_t bytes = 0;

  bool operator==(const MovedPiece&) const = default;
};

// Operands and the result together have at most this number of bytes.
inline constexpr size_t kMostListedBytes = 4096;

// Returns the pieces in the order of the result; none if there are too many bytes or operands.
std::vector<MovedPiece> PiecesOf(const MovementPlan& plan, std::span<const size_t> operand_bytes,
                                 size_t result_bytes);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_MOVED_PIECES_H_
