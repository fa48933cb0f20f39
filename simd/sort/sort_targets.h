// Highway's targets that the vector sort is compiled for; included before anything of Highway's.
// AMD's processors store what vpcompress leaves in a vector by microcode, which takes longer than
// all else that a sort does. AVX3_ZEN4 is AVX3_DL, but compresses in a register and stores that.
#ifndef PADDOCK_SIMD_SORT_SORT_TARGETS_H_
#define PADDOCK_SIMD_SORT_SORT_TARGETS_H_

#ifdef HIGHWAY_HWY_DETECT_TARGETS_H_
#error "Highway has its targets already"
#endif

// For this machine alone; a compiler that is older than Zen 4 takes it for Zen 3.
#if defined(__znver3__) || defined(__znver4__) || defined(__znver5__)
#define HWY_WANT_AVX3_ZEN4
#endif

// Where targets are chosen at run time the build leaves out those that other kernels gain nothing
// from, and Highway looks for AMD's mark.
#if defined(HWY_DISABLED_TARGETS) && defined(__x86_64__)
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE2 | HWY_SSSE3 | HWY_AVX3_SPR)
#endif

#endif  // PADDOCK_SIMD_SORT_SORT_TARGETS_H_
