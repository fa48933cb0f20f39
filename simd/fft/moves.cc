#include "simd/fft/moves.h"

#include <algorithm>
#include <cstring>

#include "simd/fft/row_moves.h"
#include "simd/fft/tiles.h"

namespace paddock::simd {
namespace {

template <class Real>
constexpr int64_t kTileNumbers = kFftLanes<Real> * kFftRow<Real>;
// Most tiles of a tensor's lines that are moved at once.
constexpr int64_t kMostTiles = 8;

// Lanes are neighbours: all, or those that are there.
template <class Real>
bool AreNeighbours(const FftLanes<Real>& lanes) {
  const auto bytes = static_cast<int64_t>(ByteSize(lanes.type));
  if (lanes.count < kFftLanes<Real> && (!kHasFastFft || lanes.step == bytes)) return false;
  for (size_t l = 1; l < static_cast<size_t>(lanes.count); ++l) {
    if (lanes.first[l] - lanes.first[l - 1] != bytes) return false;
  }
  return true;
}

template <class Real>
bool IsPartial(const FftLanes<Real>& lanes) {
  return kHasFastFft && lanes.count < kFftLanes<Real>;
}

// Rows of fewer neighbours than lanes are copied to rows with room for all.
constexpr int64_t kPartialRows = 16;
template <class Real>
struct PartialRows {
  static constexpr int64_t kRowBytes = 2 * kFftLanes<Real> * sizeof(double);
  std::byte bytes[kPartialRows * kRowBytes] = {};

  FftRowMove Move(const FftLanes<Real>& lanes, int64_t rows) {
    return {bytes, kRowBytes, rows, kFftRow<Real>, lanes.is_swapped};
  }
};

template <class Real>
void ReadPartialRows(const FftLanes<Real>& lanes, int64_t begin, int64_t end, Real* rows) {
  PartialRows<Real> partial;
  const size_t bytes = static_cast<size_t>(lanes.count) * ByteSize(lanes.type);
  for (; begin < end; begin += kPartialRows) {
    const int64_t count = std::min(kPartialRows, end - begin);
    for (int64_t k = 0; k < count; ++k) {
      std::memcpy(partial.bytes + k * partial.kRowBytes, lanes.first[0] + (begin + k) * lanes.step,
                  bytes);
    }
    ReadFftRows(lanes.type, partial.Move(lanes, count), rows + begin * kFftRow<Real>);
  }
}

template <class Real>
void WritePartialRows(const FftLanes<Real>& lanes, int64_t begin, int64_t end, const Real* rows,
                      double divisor) {
  PartialRows<Real> partial;
  const size_t bytes = static_cast<size_t>(lanes.count) * ByteSize(lanes.type);
  for (; begin < end; begin += kPartialRows) {
    const int64_t count = std::min(kPartialRows, end - begin);
    WriteFftRows(lanes.type, partial.Move(lanes, count), rows + begin * kFftRow<Real>, divisor);
    for (int64_t k = 0; k < count; ++k) {
      std::memcpy(lanes.first[0] + (begin + k) * lanes.step, partial.bytes + k * partial.kRowBytes,
                  bytes);
    }
  }
}

// Fewer rows are moved one after the other.
constexpr int64_t kFewestOfTile = 4;

struct RowsOfTiles {
  int64_t begin, tiles;
};

// Returns the tiles from row `row` on, if rows of each lane are neighbours. The last tile may begin
// in the one before it, whose rows are then moved twice.
template <class Real>
RowsOfTiles TilesFrom(const FftLanes<Real>& lanes, int64_t begin, int64_t row, int64_t end) {
  if (lanes.step != static_cast<int64_t>(ByteSize(lanes.type))) return {row, 0};
  const int64_t tiles = std::min((end - row) / kFftLanes<Real>, kMostTiles);
  const int64_t last = end - kFftLanes<Real>;
  if (tiles == 0 && last >= begin && end - row >= kFewestOfTile) return {last, 1};
  return {row, tiles};
}

template <class Real>
FftRowMove MoveOfLane(const FftLanes<Real>& lanes, size_t lane, int64_t row, int64_t tiles) {
  return {lanes.first[lane] + row * lanes.step, kFftLanes<Real> * lanes.step, tiles,
          kTileNumbers<Real>, lanes.is_swapped};
}

template <class Real>
FftRowMove MoveOfRows(const FftLanes<Real>& lanes, int64_t begin, int64_t end) {
  return {lanes.first[0] + begin * lanes.step, lanes.step, end - begin, kFftRow<Real>,
          lanes.is_swapped};
}

// The rows after the last tile of lines, with room for those of a tile.
template <class Real>
class LastRows {
 public:
  static constexpr int64_t kFewest = 6;
  static bool Has(const FftLanes<Real>& lanes, int64_t begin, int64_t end) {
    return lanes.step == static_cast<int64_t>(ByteSize(lanes.type)) && end - begin >= kFewest;
  }

  void ReadTo(Real* rows, const FftLanes<Real>& lanes, int64_t begin, int64_t end) {
    const auto bytes = static_cast<size_t>((end - begin) * lanes.step);
    for (size_t l = 0; l < kFftLanes<Real>; ++l) {
      std::memcpy(LineAt(l), lanes.first[l] + begin * lanes.step, bytes);
    }
    ReadFftRows(lanes.type, Lines(lanes), lines_);
    TransposeFftTiles(FftTiles<Real>{lines_, 0, rows_, 0, 1});
    std::memcpy(rows, rows_, RowBytes(begin, end));
  }

  void WriteFrom(const Real* rows, const FftLanes<Real>& lanes, int64_t begin, int64_t end,
                 double divisor) {
    std::memcpy(rows_, rows, RowBytes(begin, end));
    TransposeFftTiles(FftTiles<Real>{rows_, 0, lines_, 0, 1});
    WriteFftRows(lanes.type, Lines(lanes), lines_, divisor);
    const auto bytes = static_cast<size_t>((end - begin) * lanes.step);
    for (size_t l = 0; l < static_cast<size_t>(lanes.count); ++l) {
      std::memcpy(lanes.first[l] + begin * lanes.step, LineAt(l), bytes);
    }
  }

 private:
  static constexpr size_t kLineBytes = 2 * kFftLanes<Real> * sizeof(double);

  std::byte* LineAt(size_t lane) { return elements_ + lane * kLineBytes; }
  FftRowMove Lines(const FftLanes<Real>& lanes) {
    return {elements_, kLineBytes, kFftLanes<Real>, kFftRow<Real>, lanes.is_swapped};
  }
  static size_t RowBytes(int64_t begin, int64_t end) {
    return static_cast<size_t>((end - begin) * kFftRow<Real>) * sizeof(Real);
  }

  std::byte elements_[kFftLanes<Real> * kLineBytes] = {};
  Real lines_[kTileNumbers<Real>], rows_[kTileNumbers<Real>] = {};
};

}  // namespace

template <class Real>
void ReadFftRow(const std::array<const std::byte*, kFftLanes<Real>>& elements, ElementType type,
                bool is_swapped, Real* row) {
  const size_t bytes = ByteSize(type);
  alignas(double) std::byte room[kFftRow<Real> * sizeof(Real)] = {};
  for (size_t l = 0; l < kFftLanes<Real>; ++l) {
    if (elements[l] != nullptr) std::memcpy(room + l * bytes, elements[l], bytes);
  }
  ReadFftRows(type, {room, 0, 1, 0, is_swapped}, row);
}

template <class Real>
void ReadFftLanes(const FftLanes<Real>& lanes, int64_t begin, int64_t end, Real* rows) {
  constexpr int64_t kLanes = kFftLanes<Real>;
  constexpr int64_t kRow = kFftRow<Real>;
  if (AreNeighbours(lanes)) {
    if (IsPartial(lanes)) return ReadPartialRows(lanes, begin, end, rows);
    return ReadFftRows(lanes.type, MoveOfRows(lanes, begin, end), rows + begin * kRow);
  }
  Real room[kMostTiles * kTileNumbers<Real>];
  const int64_t first = begin;
  while (begin < end) {
    const auto [row, tiles] = TilesFrom(lanes, first, begin, end);
    if (tiles > 0) {
      for (size_t l = 0; l < kLanes; ++l) {
        ReadFftRows(lanes.type, MoveOfLane(lanes, l, row, tiles), room + l * kRow);
      }
      TransposeFftTiles(
          FftTiles<Real>{room, kTileNumbers<Real>, rows + row * kRow, kTileNumbers<Real>, tiles});
      begin = row + tiles * kLanes;
      continue;
    }
    if (LastRows<Real>::Has(lanes, begin, end)) {
      return LastRows<Real>().ReadTo(rows + begin * kRow, lanes, begin, end);
    }
    std::array<const std::byte*, kLanes> elements;
    for (size_t l = 0; l < kLanes; ++l) elements[l] = lanes.first[l] + begin * lanes.step;
    ReadFftRow<Real>(elements, lanes.type, lanes.is_swapped, rows + begin * kRow);
    ++begin;
  }
}

template <class Real>
void WriteFftLanes(const FftLanes<Real>& lanes, int64_t begin, int64_t end, const Real* rows,
                   double divisor) {
  constexpr int64_t kRow = kFftRow<Real>;
  if (AreNeighbours(lanes)) {
    if (IsPartial(lanes)) return WritePartialRows(lanes, begin, end, rows, divisor);
    return WriteFftRows(lanes.type, MoveOfRows(lanes, begin, end), rows + begin * kRow, divisor);
  }
  const size_t bytes = ByteSize(lanes.type);
  const auto count = static_cast<size_t>(lanes.count);
  Real room[kMostTiles * kTileNumbers<Real>];
  const int64_t first = begin;
  while (begin < end) {
    const auto [row, tiles] = TilesFrom(lanes, first, begin, end);
    if (tiles > 0) {
      TransposeFftTiles(
          FftTiles<Real>{rows + row * kRow, kTileNumbers<Real>, room, kTileNumbers<Real>, tiles});
      for (size_t l = 0; l < count; ++l) {
        WriteFftRows(lanes.type, MoveOfLane(lanes, l, row, tiles), room + l * kRow, divisor);
      }
      begin = row + tiles * kFftLanes<Real>;
      continue;
    }
    if (LastRows<Real>::Has(lanes, begin, end)) {
      return LastRows<Real>().WriteFrom(rows + begin * kRow, lanes, begin, end, divisor);
    }
    auto* const elements = reinterpret_cast<std::byte*>(room);
    WriteFftRows(lanes.type, {elements, 0, 1, 0, lanes.is_swapped}, rows + begin * kRow, divisor);
    for (size_t l = 0; l < count; ++l) {
      std::memcpy(lanes.first[l] + begin * lanes.step, elements + l * bytes, bytes);
    }
    ++begin;
  }
}

// The functions above for one type of rows.
#define PADDOCK_FFT_MOVES(Real)                                                        \
  template void ReadFftRow<Real>(const std::array<const std::byte*, kFftLanes<Real>>&, \
                                 ElementType, bool, Real*);                            \
  template void ReadFftLanes<Real>(const FftLanes<Real>&, int64_t, int64_t, Real*);    \
  template void WriteFftLanes<Real>(const FftLanes<Real>&, int64_t, int64_t, const Real*, double);
PADDOCK_FFT_MOVES(double)
#if !defined(__wasm__)
PADDOCK_FFT_MOVES(float)
#endif
#undef PADDOCK_FFT_MOVES

}  // namespace paddock::simd
