// Loads of tile programs: the elements of a value that is not computed but read at other places of
// memory, such as a broadcast, a slice or a concatenation.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_LOAD_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_LOAD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "simd/movement/iota.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

// Fills a register with anything but consecutive elements.
struct TileLoad {
  enum class Kind : uint8_t {
    kSplat,    // one element everywhere
    kStrided,  // the source at `offset` plus the sum of index * stride over `loops`
    kIota,     // (linear index / inner) % size
    kJoined,   // rows of `row` elements: the rows of each part, side by side
    kSpaced,  // parts[0] at every `step`-th of `size` positions of `inner` elements, from `low` on;
              // parts[1] elsewhere
    kRolled,  // the source, whose dimensions `outer` and `run` begin at their element of `shifts`
  };
  Kind kind = Kind::kSplat;
  uint16_t result = 0;
  uint32_t reference = 0;
  uint32_t element_bytes = 0;
  // For kSplat, and for kStrided in a tile of one value: the number of elements to fill; 0: a whole
  // tile.
  uint32_t enough = 0;
  // kSplat: machine code of chains has the element, and the machine fills the register itself.
  bool is_in_code = false;
  // kSplat, kStrided: in elements.
  int64_t offset = 0;
  // kStrided: the loops around `run`, slowest first, with strides in elements.
  std::span<const simd::CopyDimension> outer;
  simd::CopyDimension run{};
  // kRolled: for each dimension, `run` last. Strides are those of row-major order.
  std::span<const int64_t> shifts;
  // kStrided: elements after which the same ones follow, so tiles that begin at one place of them
  // are equal; 0: none.
  int64_t period = 0;
  // kIota.
  simd::RampKernel ramp = nullptr;
  // kIota, kSpaced.
  int64_t inner = 1;
  int64_t size = 1;
  // kJoined and kSpaced. Parts have no register. A span of this type, which is not complete here,
  // is none of libc++'s ranges.
  const TileLoad* first_part = nullptr;
  size_t part_count = 0;
  std::span<const TileLoad> parts() const { return {first_part, part_count}; }
  // kJoined: elements of a row.
  int64_t row = 0;
  // In a part of kJoined: its elements of a row.
  int64_t share = 0;
  // kSpaced: parts[0] has `filled` positions.
  int64_t low = 0;
  int64_t step = 1;
  int64_t filled = 0;
};

// Returns the element of kSplat. `pointers` are the addresses of references.
inline const std::byte* SplatAddress(const TileLoad& load, std::byte* const* pointers) {
  return pointers[load.reference] + load.offset * int64_t{load.element_bytes};
}

// An element of a reference.
struct ElementSource {
  uint32_t reference = 0;
  int64_t element = 0;
};

// Returns the source of the element at `index`; nothing for kIota, whose elements are computed.
std::optional<ElementSource> SourceOf(const TileLoad& load, int64_t index);

// `count` elements of a reference that are `stride` apart.
struct ElementRun {
  uint32_t reference = 0;
  int64_t element = 0;
  int64_t stride = 1;
  int64_t count = 1;
};

// Returns the sources of the elements from `index` on, of one or more; nothing for kIota.
std::optional<ElementRun> RunAt(const TileLoad& load, int64_t index);

// Returns the address of element `index` of a run of kStrided that is consecutive in memory.
const std::byte* AddressInRun(const TileLoad& load, std::byte* const* pointers, int64_t run,
                              int64_t index);

// Returns the address of elements begin .. begin + count if they are consecutive in memory, else
// null. `pointers` are the addresses of references.
const std::byte* FindInMemory(const TileLoad& load, std::byte* const* pointers, int64_t begin,
                              int64_t count);

// Writes elements begin .. begin + count to `result`.
void CopyElements(const TileLoad& load, std::byte* const* pointers, std::byte* result,
                  int64_t begin, int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_LOAD_H_
