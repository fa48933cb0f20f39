// Copies of many rows of equal size, for which a call of memcpy each would take longer than the
// copy.
#ifndef PADDOCK_SIMD_MOVEMENT_ROW_COPY_H_
#define PADDOCK_SIMD_MOVEMENT_ROW_COPY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace paddock::simd {

// Copies kUnit to 2 * kUnit bytes as the first and the last kUnit, which may overlap.
template <size_t kUnit>
struct PairCopy {
  size_t bytes;
  void operator()(uint8_t* to, const uint8_t* from) const {
    const size_t last = bytes - kUnit;
    uint8_t first_part[kUnit], last_part[kUnit];
    std::memcpy(first_part, from, kUnit);
    std::memcpy(last_part, from + last, kUnit);
    std::memcpy(to, first_part, kUnit);
    std::memcpy(to + last, last_part, kUnit);
  }
};

template <size_t kBytes>
struct WholeCopy {
  void operator()(uint8_t* to, const uint8_t* from) const { std::memcpy(to, from, kBytes); }
};

struct LongCopy {
  size_t bytes;
  void operator()(uint8_t* to, const uint8_t* from) const { std::memcpy(to, from, bytes); }
};

// Calls `visit` with a function that copies `bytes` from its second argument to its first.
template <class Visit>
void VisitRowCopy(size_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(WholeCopy<1>());
    case 2:
      return visit(WholeCopy<2>());
    case 4:
      return visit(WholeCopy<4>());
    case 8:
      return visit(WholeCopy<8>());
    case 16:
      return visit(WholeCopy<16>());
    default:
      break;
  }
#ifndef __wasm__  // WebAssembly omits the others, for code size.
  if (bytes == 32) return visit(WholeCopy<32>());
  if (bytes == 64) return visit(WholeCopy<64>());
  if (bytes == 3) return visit(PairCopy<2>{bytes});
  if (bytes < 8) return visit(PairCopy<4>{bytes});
  if (bytes < 16) return visit(PairCopy<8>{bytes});
  if (bytes < 32) return visit(PairCopy<16>{bytes});
  if (bytes < 64) return visit(PairCopy<32>{bytes});
  if (bytes <= 128) return visit(PairCopy<64>{bytes});
#endif
  visit(LongCopy{bytes});
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_ROW_COPY_H_
