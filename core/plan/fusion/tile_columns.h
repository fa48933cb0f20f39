// Columns of tile programs: loads of every n-th element of one source, which are read together, and
// results whose neighbouring elements are of different registers.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_COLUMNS_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_load.h"
#include "simd/movement/columns.h"

namespace paddock {

// A column that is not needed.
inline constexpr uint16_t kNoColumn = 0xFFFF;

// Element i of column k is element i * stride + k of the tuples.
struct TileColumns {
  int64_t count = 0;
  int64_t stride = 0;
  uint32_t element_bytes = 0;
  std::array<uint16_t, simd::kMostColumns> registers = {};
  // Split: the reference, and the element at which the first tuple begins. Joined: the register.
  uint32_t tuples = 0;
  int64_t offset = 0;
  // Split: tuples are in rows of so many, which begin so many elements apart. 0: in one row.
  int64_t row = 0;
  int64_t row_stride = 0;
};

// Removes the loads that are columns of one source and are faster taken apart together, and returns
// them. Loads of equal `sources`, by reference, read the same memory.
std::vector<TileColumns> TakeColumns(std::vector<TileLoad>& loads,
                                     std::span<const uint32_t> sources);

// Writes elements begin .. begin + count to the registers of columns.
void SplitTile(const TileColumns& columns, std::byte* const* pointers, std::byte* const* registers,
               int64_t begin, int64_t count);
// Writes the first `count` elements of columns to the register of tuples.
void JoinTile(const TileColumns& columns, std::byte* const* registers, int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_COLUMNS_H_
