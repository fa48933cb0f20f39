#include "core/plan/lowering/interval_packing.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace paddock {
namespace {

// Large values start at a cache line, which aligns vectors too; scalars share lines.
constexpr uint64_t kAlignment = 64;
constexpr uint64_t kSmallAlignment = 16;
constexpr uint64_t kSetBytes = 4096;
constexpr uint64_t kStagger = 19 * kAlignment;
// Limit for placement by size, which compares each interval with all preceding ones.
constexpr size_t kMostBySize = 2048;

uint64_t AlignmentOf(uint64_t bytes) {
  return bytes <= kAlignment / 2 ? kSmallAlignment : kAlignment;
}

uint64_t RoundUp(uint64_t bytes, uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Places each interval in the smallest hole that is free when it begins, in n log n time. A small
// interval may fragment a large hole, so that later intervals do not fit.
class ByTime {
 public:
  uint64_t Pack(std::span<MemoryInterval*> intervals) {
    std::ranges::sort(intervals, {}, [](const MemoryInterval* interval) {
      return std::pair(interval->first, interval);
    });
    for (MemoryInterval* interval : intervals) {
      FreeUntil(interval->first);
      interval->offset = Take(PaddedBytes(interval->bytes));
      alive_.push({interval->last, interval});
      most_ = std::max(most_, live_ += PaddedBytes(interval->bytes));
    }
    return bytes_;
  }

  // Returns the maximum live bytes of a step, the lower bound of any packing.
  uint64_t most_needed() const { return most_; }

 private:
  using Ending = std::pair<uint32_t, const MemoryInterval*>;
  struct IsLater {
    bool operator()(const Ending& a, const Ending& b) const { return a.first > b.first; }
  };

  void FreeUntil(uint32_t step) {
    while (!alive_.empty() && alive_.top().first < step) {
      const MemoryInterval& ended = *alive_.top().second;
      Free(ended.offset, PaddedBytes(ended.bytes));
      live_ -= PaddedBytes(ended.bytes);
      alive_.pop();
    }
  }

  void Free(uint64_t offset, uint64_t bytes) {
    if (bytes == 0) return;
    auto after = by_offset_.lower_bound(offset);
    if (after != by_offset_.end() && offset + bytes == after->first) {
      bytes += after->second;
      Remove(after++);
    }
    if (after != by_offset_.begin()) {
      const auto before = std::prev(after);
      if (before->first + before->second == offset) {
        offset = before->first;
        bytes += before->second;
        Remove(before);
      }
    }
    Add(offset, bytes);
  }

  void Add(uint64_t offset, uint64_t bytes) {
    by_offset_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
  }

  void Remove(std::map<uint64_t, uint64_t>::iterator hole) {
    auto [begin, end] = by_size_.equal_range(hole->second);
    for (auto i = begin; i != end; ++i) {
      if (i->second != hole->first) continue;
      by_size_.erase(i);
      break;
    }
    by_offset_.erase(hole);
  }

  // Takes the best fit, or memory at the end.
  uint64_t Take(uint64_t bytes) {
    if (bytes == 0) return 0;
    const uint64_t alignment = AlignmentOf(bytes);
    for (auto i = by_size_.lower_bound(bytes); i != by_size_.end(); ++i) {
      const uint64_t offset = i->second;
      if (offset % alignment != 0) continue;
      const uint64_t rest = i->first - bytes;
      Remove(by_offset_.find(offset));
      if (rest != 0) Add(offset + bytes, rest);
      return offset;
    }
    const uint64_t offset = RoundUp(bytes_, alignment);
    if (offset != bytes_) Add(bytes_, offset - bytes_);
    bytes_ = offset + bytes;
    return offset;
  }

  uint64_t bytes_ = 0;
  uint64_t live_ = 0;
  uint64_t most_ = 0;
  std::priority_queue<Ending, std::vector<Ending>, IsLater> alive_;
  std::map<uint64_t, uint64_t> by_offset_;
  std::multimap<uint64_t, uint64_t> by_size_;
};

// Places the largest first, each into the smallest hole between the intervals that overlap in time.
// Takes quadratic time.
class BySize {
 public:
  void Place(MemoryInterval& interval) {
    const uint64_t bytes = PaddedBytes(interval.bytes);
    uint64_t end = 0;  // end of the overlapping intervals so far
    uint64_t best = 0;
    uint64_t smallest = std::numeric_limits<uint64_t>::max();
    for (const MemoryInterval* other : by_offset_) {
      if (other->last < interval.first || interval.last < other->first) continue;
      const uint64_t begin = RoundUp(end, AlignmentOf(bytes));
      if (other->offset >= begin + bytes && other->offset - begin < smallest) {
        smallest = other->offset - begin;
        best = begin;
      }
      end = std::max(end, other->offset + PaddedBytes(other->bytes));
    }
    interval.offset =
        smallest == std::numeric_limits<uint64_t>::max() ? RoundUp(end, AlignmentOf(bytes)) : best;
    bytes_ = std::max(bytes_, interval.offset + bytes);
    by_offset_.insert(
        std::ranges::upper_bound(by_offset_, interval.offset, {}, &MemoryInterval::offset),
        &interval);
  }

  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
  std::vector<MemoryInterval*> by_offset_;
};

std::vector<MemoryInterval*> PointersTo(std::span<MemoryInterval> intervals) {
  std::vector<MemoryInterval*> pointers;
  for (MemoryInterval& interval : intervals) pointers.push_back(&interval);
  return pointers;
}

// Packs the largest intervals by size, and the remaining ones by time behind them.
uint64_t PackBySize(std::span<MemoryInterval> intervals) {
  std::vector<MemoryInterval*> order = PointersTo(intervals);
  std::ranges::sort(order, {}, [](const MemoryInterval* interval) {
    return std::pair(~interval->bytes, interval);
  });
  const size_t count = std::min(kMostBySize, order.size());
  BySize large;
  for (MemoryInterval* interval : std::span(order).first(count)) large.Place(*interval);
  const std::span<MemoryInterval*> rest = std::span(order).subspan(count);
  const uint64_t begin = RoundUp(large.bytes(), kAlignment);
  const uint64_t bytes = ByTime().Pack(rest);
  for (MemoryInterval* interval : rest) interval->offset += begin;
  return bytes == 0 ? large.bytes() : begin + bytes;
}

}  // namespace

uint64_t PaddedBytes(uint64_t bytes) {
  const uint64_t padded = RoundUp(bytes, AlignmentOf(bytes));
  return padded >= kLeastStaggered && padded % kSetBytes == 0 ? padded + kStagger : padded;
}

uint64_t PackIntervals(std::span<MemoryInterval> intervals) {
  std::vector<MemoryInterval*> pointers = PointersTo(intervals);
  ByTime packing;
  const uint64_t by_time = packing.Pack(pointers);
  if (by_time == packing.most_needed()) return by_time;
  std::vector<MemoryInterval> others(intervals.begin(), intervals.end());
  const uint64_t by_size = PackBySize(others);
  if (by_size >= by_time) return by_time;
  std::ranges::copy(others, intervals.begin());
  return by_size;
}

}  // namespace paddock
