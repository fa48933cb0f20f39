// Highway's targets of the vector sort. Must be included before Highway's headers. AMD's processors
// store the result of vpcompress to memory by microcode, which takes longer than the rest of a
// sort. AVX3_ZEN4 is AVX3_DL, but compresses in a register and stores that.
#ifndef PADDOCK_SIMD_SORT_SORT_TARGETS_H_
#define PADDOCK_SIMD_SORT_SORT_TARGETS_H_

#ifdef HIGHWAY_HWY_DETECT_TARGETS_H_
#error "Highway has its targets already"
#endif

// For this machine alone. A compiler older than Zen 4 detects it as Zen 3.
#if defined(__znver3__) || defined(__znver4__) || defined(__znver5__)
#define HWY_WANT_AVX3_ZEN4
#endif

// If targets are chosen at run time, the build omits those that other kernels do not need, and
// Highway checks for an AMD processor.
#if defined(HWY_DISABLED_TARGETS) && defined(__x86_64__)
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE2 | HWY_SSSE3 | HWY_AVX3_SPR)
#endif

#endif  // PADDOCK_SIMD_SORT_SORT_TARGETS_H_
