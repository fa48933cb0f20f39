// TileReader: reads elements of every type as f64, in tiles that stay in the cache.
#ifndef PADDOCK_SIMD_BYTES_TILE_READER_H_
#define PADDOCK_SIMD_BYTES_TILE_READER_H_

#include <cstddef>

#include "core/types/element_type.h"
#include "simd/elementwise/elementwise.h"

namespace paddock::simd {

// Complex numbers become their absolute value.
class TileReader {
 public:
  static constexpr size_t kTile = 1024;
  // Elements that may be accessed past the end of the array that Read returns.
  static constexpr size_t kMore = 8;

  TileReader(ElementType type, const void* elements)
      : element_size_(ByteSize(type)),
        elements_(static_cast<const char*>(elements)),
        is_complex_(IsComplex(type)),
        abs_(is_complex_ ? FindElementwise("abs", type, Numerics::kPortable).function : nullptr),
        to_f64_(FindConvert(PartType(type), ElementType::kF64).function) {}

  // `size` is at most kTile.
  double* Read(size_t position, size_t size) {
    const void* operand = elements_ + position * element_size_;
    if (is_complex_) {
      abs_(&operand, absolute_, size, nullptr);
      operand = absolute_;
    }
    to_f64_(&operand, tile_, size, nullptr);
    return tile_;
  }

 private:
  size_t element_size_;
  const char* elements_;
  bool is_complex_;
  ElementwiseFunction abs_;
  ElementwiseFunction to_f64_;
  double tile_[kTile + kMore];
  double absolute_[kTile];
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_BYTES_TILE_READER_H_
