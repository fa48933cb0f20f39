#include "simd/gemm/amx.h"

#if defined(__x86_64__) && defined(__linux__)

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PADDOCK_AMX __attribute__((target("amx-tile,amx-int8")))

namespace paddock::simd {
namespace {

// Layout required by LDTILECFG.
struct alignas(64) TileConfiguration {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};
static_assert(sizeof(TileConfiguration) == 64);

bool AskForAmx() {
  constexpr unsigned kTileBit = 1u << 24;
  constexpr unsigned kInt8Bit = 1u << 25;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & kTileBit) == 0 || (d & kInt8Bit) == 0) return false;
  // ARCH_REQ_XCOMP_PERM of XFEATURE_XTILEDATA, for all threads of the process.
  constexpr int kRequestPermission = 0x1023;
  constexpr int kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

// Tiles 0 to 3 hold the sums, tiles 4 and 5 two tiles of lhs, tiles 6 and 7 two of rhs.
template <bool kLhsIsSigned, bool kRhsIsSigned>
PADDOCK_AMX void MultiplyTiles(const AmxProduct& product) {
  constexpr int64_t kTileBytes = kAmxDepth * 4;
  constexpr int64_t kWholeTile = kAmxTileRows * kTileBytes;
  constexpr int64_t kPanelBytes = kAmxColumns * 4;
  auto* const sums = reinterpret_cast<std::byte*>(product.sums);
  std::byte* const lower = sums + kAmxTileRows * product.sum_stride;
  if (product.continues) {
    _tile_loadd(0, sums, product.sum_stride);
    _tile_loadd(1, sums + kTileBytes, product.sum_stride);
    _tile_loadd(2, lower, product.sum_stride);
    _tile_loadd(3, lower + kTileBytes, product.sum_stride);
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  const std::byte* lhs = product.lhs;
  const std::byte* lower_lhs = lhs + product.depth * 4 * kAmxTileRows;
  const auto* rhs = reinterpret_cast<const std::byte*>(product.rhs);
  for (int64_t l = 0; l < product.depth; l += kAmxDepth) {
    _tile_loadd(6, rhs, kPanelBytes);
    _tile_loadd(7, rhs + kTileBytes, kPanelBytes);
    _tile_loadd(4, lhs, kTileBytes);
    _tile_loadd(5, lower_lhs, kTileBytes);
    // The rhs panel stays in the first cache while lhs rows are streamed.
    for (int64_t at = kWholeTile; at < 2 * kWholeTile; at += kTileBytes) {
      _mm_prefetch(reinterpret_cast<const char*>(lhs + at), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(lower_lhs + at), _MM_HINT_T0);
    }
    if constexpr (kLhsIsSigned && kRhsIsSigned) {
      _tile_dpbssd(0, 4, 6);
      _tile_dpbssd(1, 4, 7);
      _tile_dpbssd(2, 5, 6);
      _tile_dpbssd(3, 5, 7);
    } else if constexpr (kLhsIsSigned) {
      _tile_dpbsud(0, 4, 6);
      _tile_dpbsud(1, 4, 7);
      _tile_dpbsud(2, 5, 6);
      _tile_dpbsud(3, 5, 7);
    } else if constexpr (kRhsIsSigned) {
      _tile_dpbusd(0, 4, 6);
      _tile_dpbusd(1, 4, 7);
      _tile_dpbusd(2, 5, 6);
      _tile_dpbusd(3, 5, 7);
    } else {
      _tile_dpbuud(0, 4, 6);
      _tile_dpbuud(1, 4, 7);
      _tile_dpbuud(2, 5, 6);
      _tile_dpbuud(3, 5, 7);
    }
    lhs += kWholeTile;
    lower_lhs += kWholeTile;
    rhs += kAmxDepth * kPanelBytes;
  }
  _tile_stored(0, sums, product.sum_stride);
  _tile_stored(1, sums + kTileBytes, product.sum_stride);
  _tile_stored(2, lower, product.sum_stride);
  _tile_stored(3, lower + kTileBytes, product.sum_stride);
}

}  // namespace

AmxKernel AmxKernelFor(bool lhs_is_signed, bool rhs_is_signed) {
  static const bool has_amx = AskForAmx();
  if (!has_amx) return nullptr;
  if (lhs_is_signed) return rhs_is_signed ? MultiplyTiles<true, true> : MultiplyTiles<true, false>;
  return rhs_is_signed ? MultiplyTiles<false, true> : MultiplyTiles<false, false>;
}

PADDOCK_AMX void BeginAmx() {
  TileConfiguration configuration;
  for (size_t tile = 0; tile < 8; ++tile) {
    configuration.rows[tile] = 16;
    configuration.row_bytes[tile] = 64;
  }
  _tile_loadconfig(&configuration);
}

// Releases the registers, so that a thread switch need not save them.
PADDOCK_AMX void EndAmx() { _tile_release(); }

}  // namespace paddock::simd

#else

namespace paddock::simd {

AmxKernel AmxKernelFor(bool, bool) { return nullptr; }
void BeginAmx() {}
void EndAmx() {}

}  // namespace paddock::simd

#endif
