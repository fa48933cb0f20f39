#include "simd/movement/moved_pieces.h"

#include <cstdint>
#include <numeric>

namespace paddock::simd {
namespace {

using Bytes = std::vector<uint8_t>;

// Runs the plan on operands whose byte at `position` is byte_at(operand, position). Bytes of the
// result that it does not write stay 0.
template <class ByteAt>
Bytes MoveMarked(const MovementPlan& plan, std::span<const size_t> operand_bytes,
                 size_t result_bytes, const ByteAt& byte_at) {
  std::vector<Bytes> operands;
  std::vector<const void*> addresses;
  for (size_t operand = 0; operand < operand_bytes.size(); ++operand) {
    Bytes& bytes = operands.emplace_back(operand_bytes[operand]);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(byte_at(operand, i));
    addresses.push_back(bytes.data());
  }
  Bytes result(result_bytes, 0);
  for (int64_t chunk = 0; chunk < ChunkCount(plan); ++chunk) {
    RunChunk(plan, addresses, result.data(), chunk);
  }
  return result;
}

}  // namespace

std::vector<MovedPiece> PiecesOf(const MovementPlan& plan, std::span<const size_t> operand_bytes,
                                 size_t result_bytes) {
  const size_t total = std::accumulate(operand_bytes.begin(), operand_bytes.end(), result_bytes);
  if (total > kMostListedBytes || operand_bytes.size() >= 255) return {};
  const auto marked = [&](const auto& byte_at) {
    return MoveMarked(plan, operand_bytes, result_bytes, byte_at);
  };
  const Bytes operand = marked([](size_t number, size_t) { return number + 1; });
  const Bytes low = marked([](size_t, size_t position) { return position; });
  const Bytes high = marked([](size_t, size_t position) { return position >> 8; });
  std::vector<MovedPiece> pieces;
  for (size_t target = 0; target < result_bytes; ++target) {
    if (operand[target] == 0) continue;
    const MovedPiece piece{operand[target] - size_t{1}, low[target] + size_t{256} * high[target],
                           target, 1};
    MovedPiece* last = pieces.empty() ? nullptr : &pieces.back();
    if (last != nullptr && last->operand == piece.operand &&
        last->source + last->bytes == piece.source && last->target + last->bytes == target) {
      ++last->bytes;
    } else {
      pieces.push_back(piece);
    }
  }
  return pieces;
}

}  // namespace paddock::simd
