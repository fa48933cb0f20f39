#include "core/plan/fusion/bound_copies.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace paddock {
namespace {

constexpr size_t kMostRuns = 2048;

bool Continues(const BoundRun& before, const BoundRun& run, int64_t element_bytes) {
  return before.reference == run.reference && before.stride == element_bytes &&
         run.stride == element_bytes && before.from + before.count * element_bytes == run.from;
}

bool HaveOneForm(const BoundRun& one, const BoundRun& other) {
  return one.reference == other.reference && one.count == other.count && one.stride == other.stride;
}

// Returns how often the first `period` runs occur in a row, each time as far from the ones before.
size_t RepetitionsOf(std::span<const BoundRun> runs, size_t period) {
  size_t at = period;
  for (; at < runs.size(); ++at) {
    if (!HaveOneForm(runs[at], runs[at - period])) break;
    const size_t first = at % period;
    const auto step = runs[first + period].from - runs[first].from;
    if (runs[at].from - runs[at - period].from != step) break;
  }
  return at / period;
}

// Returns the number of runs that alternate, and sets how often they do.
size_t PeriodOf(std::span<const BoundRun> runs, size_t& repetitions) {
  constexpr size_t kMostAlternating = 8;
  size_t period = 1;
  repetitions = RepetitionsOf(runs, 1);
  for (size_t other = 2; other <= std::min(kMostAlternating, runs.size() / 2); ++other) {
    const size_t found = RepetitionsOf(runs, other);
    if (found < 2 || found * other <= repetitions * period) continue;
    period = other;
    repetitions = found;
  }
  return period;
}

const uint8_t* ToBytes(const std::byte* at) { return reinterpret_cast<const uint8_t*>(at); }
uint8_t* ToBytes(std::byte* at) { return reinterpret_cast<uint8_t*>(at); }

simd::CopyKernel KernelFor(int64_t rows, int64_t columns, int64_t source_stride, int64_t row_stride,
                           int64_t element_bytes) {
  constexpr int64_t kFewestTransposed = 4;
  if (source_stride == 0) return simd::CopyKernel::kFill;
  if (source_stride == -element_bytes) return simd::CopyKernel::kReverse;
  if (source_stride == 2 * element_bytes) return simd::CopyKernel::kHalve;
  const bool is_large = rows >= kFewestTransposed && columns >= kFewestTransposed;
  return row_stride == element_bytes && is_large ? simd::CopyKernel::kTranspose
                                                 : simd::CopyKernel::kStrided;
}

// Returns nothing if there are none, or too many.
std::optional<std::vector<BoundRun>> RunsOf(const TileLoad& load, std::byte* const* pointers,
                                            std::byte* to, int64_t begin, int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  std::vector<BoundRun> runs;
  const int64_t end = begin + count;
  for (int64_t i = begin; i < end;) {
    const auto source = RunAt(load, i);
    if (!source || runs.size() == kMostRuns) return std::nullopt;
    const int64_t length = std::min(source->count, end - i);
    const std::byte* const from = pointers[source->reference] + source->element * bytes;
    const int64_t stride = length == 1 ? bytes : source->stride * bytes;
    const BoundRun run{source->reference, from, to, length, stride};
    if (!runs.empty() && Continues(runs.back(), run, bytes)) {
      runs.back().count += length;
    } else {
      runs.push_back(run);
    }
    to += length * bytes;
    i += length;
  }
  return runs;
}

}  // namespace

void BoundCopies::Add(simd::CopyBlockKernel kernel, const uint8_t* from, uint8_t* to,
                      const simd::CopyBlock& block) {
  copies_.push_back({.kernel = kernel, .from = from, .to = to, .block = block});
}

bool BoundCopies::Add(const simd::StridedCopyPlan& plan, const std::byte* from, std::byte* to) {
  constexpr int64_t kMostSteps = 16;
  if (plan.step_count > kMostSteps) return false;
  for (const simd::CopyStep& step : simd::StepsOf(plan)) {
    Add(plan.kernel, ToBytes(from) + step.source_offset, ToBytes(to) + step.result_offset,
        step.block);
  }
  return true;
}

void BoundCopies::AddShort(const Rows& rows, int64_t element_bytes, bool is_repeated) {
  copies_.push_back({.from = ToBytes(rows.from),
                     .to = ToBytes(rows.to),
                     .runs = {.size = rows.count,
                              .count = rows.rows,
                              .step = rows.source_stride / element_bytes,
                              .is_repeated = is_repeated},
                     .element_bytes = static_cast<size_t>(element_bytes)});
}

void BoundCopies::AddElements(const Rows& rows, int64_t element_bytes) {
  const auto kernel = rows.result_stride == element_bytes
                          ? KernelFor(1, rows.rows, rows.source_stride, 0, element_bytes)
                          : simd::CopyKernel::kStrided;
  Add(simd::FindCopyKernel(kernel, static_cast<size_t>(element_bytes)), ToBytes(rows.from),
      ToBytes(rows.to), {1, rows.rows, 0, 0, rows.source_stride, rows.result_stride});
}

void BoundCopies::AddRows(const Rows& rows, int64_t element_bytes) {
  if (rows.count == 1 && rows.rows > 1) return AddElements(rows, element_bytes);
  const auto width = static_cast<size_t>(element_bytes);
  const int64_t bytes = rows.count * element_bytes;
  const bool touches = rows.result_stride == bytes && rows.source_stride % element_bytes == 0;
  const bool is_same = rows.stride == 0;
  if (rows.rows > 1 && touches && is_same && simd::ShortRuns::MayRepeat(rows.count, width)) {
    return AddShort(rows, element_bytes, true);
  }
  const uint8_t* const from = ToBytes(rows.from);
  uint8_t* const to = ToBytes(rows.to);
  if (rows.stride == element_bytes) {
    const bool is_short = rows.rows > 1 && rows.count <= simd::ShortRuns::kMostElements;
    if (is_short && touches) return AddShort(rows, element_bytes, false);
    if (rows.rows == 1) return Add(nullptr, from, to, {1, bytes, 0, 0, 1, 1});
    return Add(simd::FindCopyKernel(simd::CopyKernel::kContiguous, width), from, to,
               {rows.rows, bytes, rows.source_stride, rows.result_stride, 1, 1});
  }
  const auto kernel =
      KernelFor(rows.rows, rows.count, rows.stride, rows.source_stride, element_bytes);
  Add(simd::FindCopyKernel(kernel, width), from, to,
      {rows.rows, rows.count, rows.source_stride, rows.result_stride, rows.stride, element_bytes});
}

// Whether the rows are as far apart in the source as in the result, and most of it.
bool BoundCopies::IsDisplaced(const Rows& rows, int64_t element_bytes) {
  return rows.rows > 1 && rows.stride == element_bytes &&
         rows.source_stride == rows.result_stride &&
         2 * rows.count * element_bytes > rows.result_stride;
}

bool BoundCopies::AddRuns(std::span<const BoundRun> runs, int64_t element_bytes) {
  bool are_displaced = false;
  while (!runs.empty()) {
    size_t repetitions = 1;
    const size_t period = PeriodOf(runs, repetitions);
    std::vector<Rows> alternating;
    for (const BoundRun& run : runs.first(period)) {
      const BoundRun& next = repetitions == 1 ? run : (&run)[period];
      alternating.push_back({run.from, run.to, run.count, run.stride,
                             static_cast<int64_t>(repetitions), next.from - run.from,
                             next.to - run.to});
    }
    // The longest rows first, with what is between them, which the others write over.
    const auto longest = std::ranges::max_element(alternating, {}, &Rows::count);
    if (IsDisplaced(*longest, element_bytes)) {
      are_displaced = true;
      const int64_t all = (longest->rows - 1) * longest->result_stride;
      *longest = {longest->from,
                  longest->to,
                  all / element_bytes + longest->count,
                  longest->stride,
                  1,
                  0,
                  0};
      std::rotate(alternating.begin(), longest, longest + 1);
    }
    for (const Rows& rows : alternating) AddRows(rows, element_bytes);
    runs = runs.subspan(period * repetitions);
  }
  return are_displaced;
}

// WebAssembly has no such permutations.
#ifndef __wasm__
// The runs read all elements between the first and the last one that they have, or may read them.
bool BoundCopies::AddPermuted(std::span<const BoundRun> runs, int64_t element_bytes) {
  const std::byte* first = runs.front().from;
  const std::byte* last = first;
  int64_t count = 0;
  for (const BoundRun& run : runs) {
    const std::byte* const end = run.from + (run.count - 1) * run.stride;
    first = std::min({first, run.from, end});
    last = std::max({last, run.from, end});
    count += run.count;
    if (run.reference != runs.front().reference) return false;
  }
  if (count > simd::PermutedCopy::kMostElements) return false;
  std::vector<int32_t> sources;
  for (const BoundRun& run : runs) {
    for (int64_t i = 0; i < run.count; ++i) {
      sources.push_back(static_cast<int32_t>((run.from + i * run.stride - first) / element_bytes));
    }
  }
  auto permuted = simd::PlanPermutedCopy(static_cast<size_t>(element_bytes), sources,
                                         (last - first) / element_bytes + 1);
  if (!permuted) return false;
  copies_.push_back({.from = ToBytes(first),
                     .to = ToBytes(runs.front().to),
                     .permuted = std::make_unique<simd::PermutedCopy>(*std::move(permuted))});
  return true;
}

// A row of bytes takes as long as the permutation of a dozen vectors, and its bytes little.
bool BoundCopies::HasFewRows(size_t first, int64_t bytes) const {
  constexpr int64_t kBytesOfCall = 384;
  for (size_t i = first; i < copies_.size(); ++i) {
    if (!BytesOf(i)) return false;
  }
  return bytes > kBytesOfCall * static_cast<int64_t>(copies_.size() - first);
}

// The permutation of some hundred elements takes less time than two calls.
void BoundCopies::PermuteFew(size_t first, std::span<const BoundRun> runs, int64_t count,
                             int64_t element_bytes, bool are_displaced) {
  constexpr int64_t kFewElements = 256;
  const bool is_one = copies_.size() == first + 1 || are_displaced;
  const bool is_plain = runs.size() <= 1 || (is_one && count > kFewElements);
  if (is_plain || HasFewRows(first, count * element_bytes)) return;
  const auto begin = static_cast<ptrdiff_t>(first), end = static_cast<ptrdiff_t>(copies_.size());
  if (!AddPermuted(runs, element_bytes)) return;
  copies_.erase(copies_.begin() + begin, copies_.begin() + end);
}

#endif

bool BoundCopies::Add(const TileLoad& load, std::byte* const* pointers, std::byte* to,
                      int64_t begin, int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const auto runs = RunsOf(load, pointers, to, begin, count);
  if (!runs) return false;
  [[maybe_unused]] const size_t before = copies_.size();
  [[maybe_unused]] const bool are_displaced = AddRuns(*runs, bytes);
#ifndef __wasm__
  PermuteFew(before, *runs, count, bytes, are_displaced);
#endif
  return true;
}

}  // namespace paddock
