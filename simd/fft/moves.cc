#include "simd/fft/moves.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/moves.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#ifndef PADDOCK_SIMD_FFT_MOVES_CC_
#define PADDOCK_SIMD_FFT_MOVES_CC_
namespace paddock::simd {

// Rows of neighbouring elements, `step` bytes and `row_step` numbers from one to the next.
struct FftRowMove {
  std::byte* first;
  int64_t step;
  int64_t count;
  int64_t row_step;
  bool is_swapped;
};

}  // namespace paddock::simd
#endif  // PADDOCK_SIMD_FFT_MOVES_CC_

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using MoveTag = hn::CappedTag<double, kFftLanes>;
using MoveVector = hn::Vec<MoveTag>;

HWY_INLINE MoveVector Widen(hn::Vec<hn::Rebind<float, MoveTag>> value) {
  return hn::PromoteTo(MoveTag(), value);
}
HWY_INLINE MoveVector Widen(MoveVector value) { return value; }

HWY_INLINE MoveVector Narrow(MoveTag, MoveVector value) { return value; }
HWY_INLINE auto Narrow(hn::Rebind<float, MoveTag> d, MoveVector value) {
  return hn::DemoteTo(d, value);
}

template <class T, bool kIsComplex>
void ReadRows(const FftRowMove& move, double* to) {
  const MoveTag d;
  const hn::Rebind<T, MoveTag> d_element;
  const size_t lanes = hn::Lanes(d);
  const int64_t im_at = move.is_swapped ? 0 : kFftLanes;
  for (int64_t k = 0; k < move.count; ++k, to += move.row_step) {
    const T* from = reinterpret_cast<const T*>(move.first + k * move.step);
    for (size_t v = 0; v < kFftLanes; v += lanes) {
      double* const re_to = to + (kFftLanes - im_at) + v;
      double* const im_to = to + im_at + v;
      if constexpr (kIsComplex) {
        hn::Vec<decltype(d_element)> re, im;
        hn::LoadInterleaved2(d_element, from + 2 * v, re, im);
        hn::StoreU(Widen(re), d, re_to);
        hn::StoreU(Widen(im), d, im_to);
      } else {
        hn::StoreU(Widen(hn::LoadU(d_element, from + v)), d, re_to);
        hn::StoreU(hn::Zero(d), d, im_to);
      }
    }
  }
}

// A power of two divides as exactly as it multiplies.
template <class T, bool kIsComplex>
void WriteRows(const FftRowMove& move, const double* from, double divisor) {
  const MoveTag d;
  const hn::Rebind<T, MoveTag> d_element;
  const size_t lanes = hn::Lanes(d);
  const int64_t im_at = move.is_swapped ? 0 : kFftLanes;
  int exponent;
  const bool is_power = std::frexp(divisor, &exponent) == 0.5;
  const auto scale = hn::Set(d, is_power ? 1 / divisor : divisor);
  for (int64_t k = 0; k < move.count; ++k, from += move.row_step) {
    T* to = reinterpret_cast<T*>(move.first + k * move.step);
    for (size_t v = 0; v < kFftLanes; v += lanes) {
      const auto narrow = [&](const double* numbers) HWY_ATTR {
        const auto value = hn::LoadU(d, numbers);
        return Narrow(d_element, is_power ? hn::Mul(value, scale) : hn::Div(value, scale));
      };
      const auto re = narrow(from + (kFftLanes - im_at) + v);
      if constexpr (kIsComplex) {
        hn::StoreInterleaved2(re, narrow(from + im_at + v), d_element, to + 2 * v);
      } else {
        hn::StoreU(re, d_element, to + v);
      }
    }
  }
}

}  // namespace

void ReadFftRowsKernel(ElementType type, const FftRowMove& move, double* to) {
  switch (type) {
    case ElementType::kF32:
      return ReadRows<float, false>(move, to);
    case ElementType::kF64:
      return ReadRows<double, false>(move, to);
    case ElementType::kC64:
      return ReadRows<float, true>(move, to);
    default:
      return ReadRows<double, true>(move, to);
  }
}

void WriteFftRowsKernel(ElementType type, const FftRowMove& move, const double* from,
                        double divisor) {
  switch (type) {
    case ElementType::kF32:
      return WriteRows<float, false>(move, from, divisor);
    case ElementType::kF64:
      return WriteRows<double, false>(move, from, divisor);
    case ElementType::kC64:
      return WriteRows<float, true>(move, from, divisor);
    default:
      return WriteRows<double, true>(move, from, divisor);
  }
}

// Transposes by two rows and two lanes: wider vectors need more shuffles than they save stores.
void TransposeTilesKernel(const FftTiles& tiles) {
  const hn::FixedTag<double, 2> d;
  for (int64_t tile = 0; tile < tiles.count; ++tile) {
    for (int64_t part = 0; part < kFftRow; part += kFftLanes) {
      const double* from = tiles.from + tile * tiles.from_step + part;
      double* to = tiles.to + tile * tiles.to_step + part;
#if defined(__wasm__)
#pragma clang loop unroll(disable)
#endif
      for (int64_t i = 0; i < kFftLanes; i += 2) {
#if defined(__wasm__)
#pragma clang loop unroll(disable)
#endif
        for (int64_t j = 0; j < kFftLanes; j += 2) {
          const auto a = hn::LoadU(d, from + i * kFftRow + j);
          const auto b = hn::LoadU(d, from + (i + 1) * kFftRow + j);
          hn::StoreU(hn::InterleaveLower(d, a, b), d, to + j * kFftRow + i);
          hn::StoreU(hn::InterleaveUpper(d, a, b), d, to + (j + 1) * kFftRow + i);
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ReadFftRowsKernel);
HWY_EXPORT(WriteFftRowsKernel);
HWY_EXPORT(TransposeTilesKernel);

namespace {

constexpr int64_t kTileNumbers = kFftLanes * kFftRow;
// Most tiles of a tensor's lines that are moved at once.
constexpr int64_t kMostTiles = 8;

void Read(ElementType type, const FftRowMove& move, double* to) {
  HWY_DYNAMIC_DISPATCH(ReadFftRowsKernel)(type, move, to);
}

void Write(ElementType type, const FftRowMove& move, const double* from, double divisor) {
  HWY_DYNAMIC_DISPATCH(WriteFftRowsKernel)(type, move, from, divisor);
}

// Lanes are neighbours.
bool AreNeighbours(const FftLanes& lanes) {
  const auto bytes = static_cast<int64_t>(ByteSize(lanes.type));
  if (lanes.count < kFftLanes) return false;
  for (size_t l = 1; l < kFftLanes; ++l) {
    if (lanes.first[l] - lanes.first[l - 1] != bytes) return false;
  }
  return true;
}

// Returns the number of tiles from row `row` on, if rows of each lane are neighbours.
int64_t TilesFrom(const FftLanes& lanes, int64_t row, int64_t end) {
  if (lanes.step != static_cast<int64_t>(ByteSize(lanes.type))) return 0;
  return std::min((end - row) / kFftLanes, kMostTiles);
}

FftRowMove MoveOfLane(const FftLanes& lanes, size_t lane, int64_t row, int64_t tiles) {
  return {lanes.first[lane] + row * lanes.step, kFftLanes * lanes.step, tiles, kTileNumbers,
          lanes.is_swapped};
}

FftRowMove MoveOfRows(const FftLanes& lanes, int64_t begin, int64_t end) {
  return {lanes.first[0] + begin * lanes.step, lanes.step, end - begin, kFftRow, lanes.is_swapped};
}

}  // namespace

void TransposeFftTiles(const FftTiles& tiles) { HWY_DYNAMIC_DISPATCH(TransposeTilesKernel)(tiles); }

void ReadFftRow(const std::array<const std::byte*, kFftLanes>& elements, ElementType type,
                bool is_swapped, double* row) {
  const size_t bytes = ByteSize(type);
  alignas(double) std::byte room[kFftRow * sizeof(double)] = {};
  for (size_t l = 0; l < kFftLanes; ++l) {
    if (elements[l] != nullptr) std::memcpy(room + l * bytes, elements[l], bytes);
  }
  Read(type, {room, 0, 1, 0, is_swapped}, row);
}

void ReadFftLanes(const FftLanes& lanes, int64_t begin, int64_t end, double* rows) {
  if (AreNeighbours(lanes)) {
    return Read(lanes.type, MoveOfRows(lanes, begin, end), rows + begin * kFftRow);
  }
  double room[kMostTiles * kTileNumbers];
  while (begin < end) {
    const int64_t tiles = TilesFrom(lanes, begin, end);
    if (tiles > 0) {
      for (size_t l = 0; l < kFftLanes; ++l) {
        Read(lanes.type, MoveOfLane(lanes, l, begin, tiles), room + l * kFftRow);
      }
      TransposeFftTiles({room, kTileNumbers, rows + begin * kFftRow, kTileNumbers, tiles});
      begin += tiles * kFftLanes;
      continue;
    }
    std::array<const std::byte*, kFftLanes> elements;
    for (size_t l = 0; l < kFftLanes; ++l) elements[l] = lanes.first[l] + begin * lanes.step;
    ReadFftRow(elements, lanes.type, lanes.is_swapped, rows + begin * kFftRow);
    ++begin;
  }
}

void WriteFftLanes(const FftLanes& lanes, int64_t begin, int64_t end, const double* rows,
                   double divisor) {
  if (AreNeighbours(lanes)) {
    return Write(lanes.type, MoveOfRows(lanes, begin, end), rows + begin * kFftRow, divisor);
  }
  const size_t bytes = ByteSize(lanes.type);
  const auto count = static_cast<size_t>(lanes.count);
  double room[kMostTiles * kTileNumbers];
  while (begin < end) {
    const int64_t tiles = TilesFrom(lanes, begin, end);
    if (tiles > 0) {
      TransposeFftTiles({rows + begin * kFftRow, kTileNumbers, room, kTileNumbers, tiles});
      for (size_t l = 0; l < count; ++l) {
        Write(lanes.type, MoveOfLane(lanes, l, begin, tiles), room + l * kFftRow, divisor);
      }
      begin += tiles * kFftLanes;
      continue;
    }
    auto* const elements = reinterpret_cast<std::byte*>(room);
    Write(lanes.type, {elements, 0, 1, 0, lanes.is_swapped}, rows + begin * kFftRow, divisor);
    for (size_t l = 0; l < count; ++l) {
      std::memcpy(lanes.first[l] + begin * lanes.step, elements + l * bytes, bytes);
    }
    ++begin;
  }
}

}  // namespace paddock::simd
#endif
