#include "simd/fft/tiles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/tiles.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Transposes by two rows and two lanes: wider vectors need more shuffles than they save stores.
void TransposeTilesInF64(const FftTiles<double>& tiles) {
  constexpr int64_t kLanes = kFftLanes<double>;
  constexpr int64_t kRow = kFftRow<double>;
  const hn::FixedTag<double, 2> d;
  for (int64_t tile = 0; tile < tiles.count; ++tile) {
    for (int64_t part = 0; part < kRow; part += kLanes) {
      const double* from = tiles.from + tile * tiles.from_step + part;
      double* to = tiles.to + tile * tiles.to_step + part;
#if defined(__wasm__)
#pragma clang loop unroll(disable)
#endif
      for (int64_t i = 0; i < kLanes; i += 2) {
#if defined(__wasm__)
#pragma clang loop unroll(disable)
#endif
        for (int64_t j = 0; j < kLanes; j += 2) {
          const auto a = hn::LoadU(d, from + i * kRow + j);
          const auto b = hn::LoadU(d, from + (i + 1) * kRow + j);
          hn::StoreU(hn::InterleaveLower(d, a, b), d, to + j * kRow + i);
          hn::StoreU(hn::InterleaveUpper(d, a, b), d, to + (j + 1) * kRow + i);
        }
      }
    }
  }
}

#if !defined(__wasm__)
using TileTag = hn::CappedTag<float, kFftLanes<float>>;

// Four lanes of rows i, i + 4 .. as blocks of one vector, from row i on.
HWY_INLINE hn::Vec<TileTag> LoadBlocks(const float* from) {
  const hn::FixedTag<float, 4> d_block;
#if HWY_MAX_BYTES >= 32
  const TileTag d;
  constexpr int64_t kStep = 4 * kFftRow<float>;
  auto value = hn::ResizeBitCast(d, hn::LoadU(d_block, from));
  value = hn::InsertBlock<1>(value, hn::LoadU(d_block, from + kStep));
#if HWY_MAX_BYTES >= 64
  value = hn::InsertBlock<2>(value, hn::LoadU(d_block, from + 2 * kStep));
  value = hn::InsertBlock<3>(value, hn::LoadU(d_block, from + 3 * kStep));
#endif
  return value;
#else
  return hn::LoadU(d_block, from);
#endif
}

// Transposes blocks of 4 x 4, as many at once as a vector has blocks.
void TransposeTilesInF32(const FftTiles<float>& tiles) {
  constexpr int64_t kRow = kFftRow<float>;
  const TileTag d;
  const hn::Repartition<double, decltype(d)> d_pair;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto pair = [&](auto value) HWY_ATTR { return hn::BitCast(d_pair, value); };
  for (int64_t tile = 0; tile < tiles.count; ++tile) {
    for (int64_t part = 0; part < kRow; part += kFftLanes<float>) {
      const float* from = tiles.from + tile * tiles.from_step + part;
      float* to = tiles.to + tile * tiles.to_step + part;
      for (int64_t i = 0; i < kFftLanes<float>; i += lanes) {
        for (int64_t j = 0; j < kFftLanes<float>; j += 4) {
          const float* const block = from + i * kRow + j;
          const auto a = LoadBlocks(block), b = LoadBlocks(block + kRow);
          const auto c = LoadBlocks(block + 2 * kRow), e = LoadBlocks(block + 3 * kRow);
          const auto ab = pair(hn::InterleaveLower(d, a, b));
          const auto ab_upper = pair(hn::InterleaveUpper(d, a, b));
          const auto ce = pair(hn::InterleaveLower(d, c, e));
          const auto ce_upper = pair(hn::InterleaveUpper(d, c, e));
          const auto store = [&](auto value, int64_t row) HWY_ATTR {
            hn::StoreU(hn::BitCast(d, value), d, to + (j + row) * kRow + i);
          };
          store(hn::InterleaveLower(d_pair, ab, ce), 0);
          store(hn::InterleaveUpper(d_pair, ab, ce), 1);
          store(hn::InterleaveLower(d_pair, ab_upper, ce_upper), 2);
          store(hn::InterleaveUpper(d_pair, ab_upper, ce_upper), 3);
        }
      }
    }
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(TransposeTilesInF64);

void TransposeFftTiles(const FftTiles<double>& tiles) {
  HWY_DYNAMIC_DISPATCH(TransposeTilesInF64)(tiles);
}

#if !defined(__wasm__)
HWY_EXPORT(TransposeTilesInF32);

void TransposeFftTiles(const FftTiles<float>& tiles) {
  HWY_DYNAMIC_DISPATCH(TransposeTilesInF32)(tiles);
}
#endif

}  // namespace paddock::simd
#endif
