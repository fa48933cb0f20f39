#include "simd/fft/moves.h"

#include <algorithm>
#include <cstring>

#include "simd/chunks.h"
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

// The rows begin .. end of lines, fewer than those of a tile, by a transpose.
template <class Real>
class LastRows {
 public:
  static constexpr int64_t kFewest = 6;
  static bool Has(const FftLanes<Real>& lanes, int64_t begin, int64_t end) {
    // WebAssembly leaves it out, for size.
    return kHasFastFft && lanes.step == static_cast<int64_t>(ByteSize(lanes.type)) &&
           end - begin >= kFewest;
  }

  LastRows(const FftLanes<Real>& lanes, int64_t begin, int64_t end)
      : lanes_(lanes), begin_(begin * lanes.step), count_(end - begin) {
    if (begin != 0 || lanes.count < kLanes) return;
    for (size_t l = 1; l < kLanes; ++l) {
      if (lanes.first[l] - lanes.first[l - 1] != end * lanes.step) return;
    }
    // Elements beyond these lines are those of others.
    direct_ = kLanes - CeilDivide(kLanes, count_) + 1;
  }

  void ReadTo(Real* rows) {
    Real lines[kTileNumbers<Real>], tile[kTileNumbers<Real>];
    if (direct_ > 0) ReadFftRows(lanes_.type, DirectLines(), lines);
    std::byte elements[kLanes * kLineBytes];
    for (int64_t l = direct_; l < kLanes; ++l) {
      std::byte* const line = elements + l * kLineBytes;
      std::memcpy(line, LineAt(l), LineBytes());
      std::memset(line + LineBytes(), 0, kLineBytes - LineBytes());
    }
    ReadFftRows(lanes_.type, OtherLines(elements), lines + direct_ * kFftRow<Real>);
    TransposeFftTiles(FftTiles<Real>{lines, 0, tile, 0, 1});
    std::memcpy(rows, tile, RowBytes());
  }

  void WriteFrom(const Real* rows, double divisor) {
    Real lines[kTileNumbers<Real>], tile[kTileNumbers<Real>];
    std::memcpy(tile, rows, RowBytes());
    std::memset(reinterpret_cast<std::byte*>(tile) + RowBytes(), 0, sizeof(tile) - RowBytes());
    TransposeFftTiles(FftTiles<Real>{tile, 0, lines, 0, 1});
    // Each line overwrites what is written beyond the one before it.
    if (direct_ > 0) WriteFftRows(lanes_.type, DirectLines(), lines, divisor);
    std::byte elements[kLanes * kLineBytes];
    WriteFftRows(lanes_.type, OtherLines(elements), lines + direct_ * kFftRow<Real>, divisor);
    for (int64_t l = direct_; l < lanes_.count; ++l) {
      std::memcpy(LineAt(l), elements + l * kLineBytes, LineBytes());
    }
  }

 private:
  static constexpr int64_t kLanes = kFftLanes<Real>;
  // Elements of two numbers.
  static constexpr size_t kLineBytes = 2 * kLanes * sizeof(Real);

  std::byte* LineAt(int64_t lane) const { return lanes_.first[static_cast<size_t>(lane)] + begin_; }
  FftRowMove DirectLines() const {
    return {LineAt(0), count_ * lanes_.step, direct_, kFftRow<Real>, lanes_.is_swapped};
  }
  FftRowMove OtherLines(std::byte* elements) const {
    return {elements + direct_ * static_cast<int64_t>(kLineBytes), kLineBytes, kLanes - direct_,
            kFftRow<Real>, lanes_.is_swapped};
  }
  size_t LineBytes() const { return static_cast<size_t>(count_ * lanes_.step); }
  size_t RowBytes() const { return static_cast<size_t>(count_ * kFftRow<Real>) * sizeof(Real); }

  const FftLanes<Real>& lanes_;
  int64_t begin_, count_;
  // Lines that are moved where they are, with what follows them.
  int64_t direct_ = 0;
};

// Rows whose elements lie anywhere, brought together as rows of neighbours: at most kMost from row
// `begin` on.
template <class Real>
class GatheredRows {
 public:
  GatheredRows(const FftLanes<Real>& lanes, int64_t begin, int64_t end)
      : lanes_(lanes), begin_(begin), count_(std::min(kMost, end - begin)) {}

  int64_t count() const { return count_; }
  void ReadTo(Real* rows) {
    CopyElements<true>();
    ReadFftRows(lanes_.type, Move(), rows);
  }
  void WriteFrom(const Real* rows, double divisor) {
    WriteFftRows(lanes_.type, Move(), rows, divisor);
    CopyElements<false>();
  }

 private:
  static constexpr int64_t kMost = 8;
  static constexpr int64_t kLanes = kFftLanes<Real>;

  FftRowMove Move() {
    return {room_, kLanes * static_cast<int64_t>(ByteSize(lanes_.type)), count_, kFftRow<Real>,
            lanes_.is_swapped};
  }
  // Copies of a known size take an instruction or two.
  template <bool kReads>
  void CopyElements() {
    switch (ByteSize(lanes_.type)) {
      case 4:
        return CopyElementsOf<4, kReads>();
      case 8:
        return CopyElementsOf<8, kReads>();
      default:
        return CopyElementsOf<16, kReads>();
    }
  }
  template <size_t kBytes, bool kReads>
  void CopyElementsOf() {
    const int64_t lanes = kReads ? kLanes : lanes_.count;
    for (int64_t l = 0; l < lanes; ++l) {
      std::byte* element = lanes_.first[static_cast<size_t>(l)] + begin_ * lanes_.step;
      std::byte* place = room_ + l * static_cast<int64_t>(kBytes);
      for (int64_t k = 0; k < count_; ++k) {
        std::memcpy(kReads ? place : element, kReads ? element : place, kBytes);
        element += lanes_.step;
        place += kLanes * static_cast<int64_t>(kBytes);
      }
    }
  }

  const FftLanes<Real>& lanes_;
  int64_t begin_, count_;
  alignas(double) std::byte room_[kMost * kLanes * 2 * sizeof(double)];
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
      return LastRows<Real>(lanes, begin, end).ReadTo(rows + begin * kRow);
    }
    GatheredRows<Real> gathered(lanes, begin, end);
    gathered.ReadTo(rows + begin * kRow);
    begin += gathered.count();
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
      return LastRows<Real>(lanes, begin, end).WriteFrom(rows + begin * kRow, divisor);
    }
    GatheredRows<Real> gathered(lanes, begin, end);
    gathered.WriteFrom(rows + begin * kRow, divisor);
    begin += gathered.count();
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
