// Byte-level functions at SIMD speed for other stages: hexadecimal, byte order, and
// summaries and hashes of elements. Besides the planner's header, this is the only header of simd/
// that stages may include.
#ifndef PADDOCK_SIMD_BYTES_BYTES_H_
#define PADDOCK_SIMD_BYTES_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock::simd {

// Converts pairs of hexadecimal digits of either case to bytes, the high half first. Writes at most
// digits.size() / 2 bytes and returns how many. Stops before a pair that is not two digits, and
// before a single digit.
size_t DecodeHex(std::string_view digits, uint8_t* bytes);

// Reverses the bytes of each of `count` words of `width` (1, 2, 4, 8 or 16)
// bytes. `result` may be `operand`.
void SwapBytes(const void* operand, void* result, size_t width, size_t count);

// Summary of elements as f64. Complex numbers are represented by their absolute values.
struct ElementSummary {
  uint64_t count = 0;           // number of elements read
  uint64_t nan_count = 0;       // either part, of complex numbers
  uint64_t infinity_count = 0;  // of both signs
  double min = 0;               // of the finite ones, as max and mean; NaN if there is none
  double max = 0;
  double mean = 0;
};

// Summarises `count` elements or, if there are more than about `limit`, that many in evenly spread
// runs. The result is the same on every machine.
ElementSummary Summarize(ElementType type, const void* elements, size_t count,
                         size_t limit = SIZE_MAX);

// Adds to bins[i] the number of elements in the i-th of bins.size() equal parts of [low, high];
// high itself is in the last. Returns the number of counted elements, which excludes NaN and
// elements outside. low <= high, both finite.
uint64_t AddToHistogram(ElementType type, const void* elements, size_t count, double low,
                        double high, std::span<uint64_t> bins);

// A window of elements in rows, for a picture. It has cells of `channels` elements each, and blocks
// of cells. Each block gives one element for every channel.
struct BlockWindow {
  size_t first = 0;       // the first element of the first cell
  size_t row_stride = 0;  // in elements
  size_t rows = 0;        // in cells, as all below; none is 0
  size_t columns = 0;
  size_t channels = 1;
  size_t rows_per_block = 1;
  size_t columns_per_block = 1;
  size_t end = 0;  // end of the elements, because the last row may be short

  size_t block_rows() const { return (rows + rows_per_block - 1) / rows_per_block; }
  size_t block_columns() const { return (columns + columns_per_block - 1) / columns_per_block; }
  size_t count() const { return block_rows() * block_columns() * channels; }
};

// Selects the finite element that represents a block. kLargest takes the largest magnitude.
enum class BlockValue : uint8_t { kLargest, kMin, kMax, kMean };

// Bits of a block's mark, one for each kind of element in the block. The mark of an empty block is
// 0.
inline constexpr uint8_t kBlockHasNan = 1;
inline constexpr uint8_t kBlockHasInfinity = 2;
inline constexpr uint8_t kBlockHasNegativeInfinity = 4;
inline constexpr uint8_t kBlockHasFinite = 8;

// Writes window.count() values and marks, one block row after another. A value is NaN if no element
// of the block is finite. Complex numbers are represented by their absolute values.
void ReadBlocks(ElementType type, const void* elements, const BlockWindow& window, BlockValue value,
                double* values, uint8_t* marks);

// Returns a hash of bytes, identical on every machine. It does not resist adversaries.
uint64_t HashBytes(const void* bytes, size_t size);
// Returns a hash of elements, in which all NaNs of a type are equal. Without NaNs it equals
// HashBytes.
uint64_t HashElements(ElementType type, const void* elements, size_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_BYTES_BYTES_H_
