// Loops over the elements of a source: sizes, and strides in elements, slowest first.
#ifndef PADDOCK_CORE_PLAN_FUSION_COPY_LOOPS_H_
#define PADDOCK_CORE_PLAN_FUSION_COPY_LOOPS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simd/movement/strided_copy.h"

namespace paddock {

using CopyLoops = std::vector<simd::CopyDimension>;

int64_t ElementCount(std::span<const simd::CopyDimension> loops);
// Returns the number of elements of the source that the loops read, each counted once.
int64_t SourceCount(std::span<const simd::CopyDimension> loops);

// Returns the loops with neighbours merged if that keeps the source offsets.
CopyLoops MergedLoops(std::span<const simd::CopyDimension> loops);
CopyLoops MergedLoops(std::span<const int64_t> sizes, std::span<const int64_t> strides);

// Returns the strides of dimensions of these sizes, if each is within one loop.
std::optional<std::vector<int64_t>> StridesIn(std::span<const simd::CopyDimension> loops,
                                              std::span<const int64_t> shape);

// Returns how often each element is repeated, if the source is read in order, and all repetitions
// follow each other; else 1.
int64_t RepetitionsOf(std::span<const simd::CopyDimension> loops);

// Returns the loops over the source of `inner` that read what `outer` reads of the elements of
// `inner`. Nothing unless `outer` reads all of them, in order, with repetitions.
std::optional<CopyLoops> ComposedLoops(std::span<const simd::CopyDimension> outer,
                                       std::span<const simd::CopyDimension> inner);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_COPY_LOOPS_H_
