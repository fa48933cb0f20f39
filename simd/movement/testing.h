// For tests of kernels: runs every SIMD target, provides buffers with guard bytes at any
// misalignment, and a small random generator.
#ifndef PADDOCK_SIMD_MOVEMENT_TESTING_H_
#define PADDOCK_SIMD_MOVEMENT_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "hwy/targets.h"

namespace paddock::simd::testing {

// Runs `function` once for each compiled target that this machine supports.
template <class Function>
void ForEachTarget(Function function) {
#ifdef HWY_COMPILE_ONLY_STATIC
  function();
#else
  int64_t targets = hwy::SupportedTargets();
  for (; targets != 0; targets &= targets - 1) {
    hwy::SetSupportedTargetsForTest(targets & -targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    function();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  // Returns a value in [low, high].
  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  uint64_t Bits() { return engine_(); }
  std::mt19937_64& engine() { return engine_; }

 private:
  std::mt19937_64 engine_;
};

// `size` bytes at `misalignment` past a 64-byte boundary, between guards.
class GuardedBuffer {
 public:
  GuardedBuffer(size_t size, size_t misalignment)
      : bytes_(size + 2 * kGuard + 64 + misalignment, kGuardByte), size_(size) {
    const auto address = reinterpret_cast<uintptr_t>(bytes_.data()) + kGuard;
    offset_ = kGuard + (64 - address % 64) % 64 + misalignment;
  }
  uint8_t* data() { return bytes_.data() + offset_; }
  size_t size() const { return size_; }

  void FillRandom(Random& random) {
    for (size_t i = 0; i < size_; ++i) data()[i] = static_cast<uint8_t>(random.Bits());
  }

  bool guards_are_whole() const {
    for (size_t i = 0; i < bytes_.size(); ++i) {
      const bool is_inside = i >= offset_ && i < offset_ + size_;
      if (!is_inside && bytes_[i] != kGuardByte) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kGuard = 64;
  static constexpr uint8_t kGuardByte = 0xA5;

  std::vector<uint8_t> bytes_;
  size_t size_;
  size_t offset_;
};

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_MOVEMENT_TESTING_H_
