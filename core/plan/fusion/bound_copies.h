// BoundCopies: movements of elements between addresses that do not change, as a list of calls of
// kernels. Finding these takes as long as copying some hundred elements.
#ifndef PADDOCK_CORE_PLAN_FUSION_BOUND_COPIES_H_
#define PADDOCK_CORE_PLAN_FUSION_BOUND_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_load.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/permuted_copy.h"
#include "simd/movement/short_runs.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

// Neighbouring elements of a result.
struct BoundRun {
  uint32_t reference = 0;
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  int64_t count = 0;
  // In bytes.
  int64_t stride = 0;
};

class BoundCopies {
 public:
  // One call of a kernel; null: copies a row of bytes.
  void Add(simd::CopyBlockKernel kernel, const uint8_t* from, uint8_t* to,
           const simd::CopyBlock& block);
  // The effect of RunStridedCopy. Returns false, and adds nothing, if it has many steps.
  bool Add(const simd::StridedCopyPlan& plan, const std::byte* from, std::byte* to);
  // The effect of CopyElements. Returns false, and adds nothing, if the load has no sources or many
  // runs.
  bool Add(const TileLoad& load, std::byte* const* pointers, std::byte* to, int64_t begin,
           int64_t count);

  size_t size() const { return copies_.size(); }
  // Inline: a call takes as long as a short copy.
  void Run(size_t number) const { Run(copies_[number]); }
  void Run() const {
    for (const Copy& copy : copies_) Run(copy);
  }

  // A copy of consecutive bytes, if the copy is one.
  struct Bytes {
    const uint8_t* from = nullptr;
    uint8_t* to = nullptr;
    int64_t count = 0;
  };
  std::optional<Bytes> BytesOf(size_t number) const {
    const Copy& copy = copies_[number];
    if (copy.kernel != nullptr || copy.element_bytes != 0 || copy.permuted) return std::nullopt;
    return Bytes{copy.from, copy.to, copy.block.columns};
  }

 private:
  struct Copy {
    simd::CopyBlockKernel kernel = nullptr;
    const uint8_t* from = nullptr;
    uint8_t* to = nullptr;
    simd::CopyBlock block{};
    simd::ShortRuns runs{};
    // Not 0: CopyShortRuns.
    size_t element_bytes = 0;
    std::unique_ptr<const simd::PermutedCopy> permuted = nullptr;
  };
  // `rows` equal runs. Strides in bytes.
  struct Rows {
    const std::byte* from = nullptr;
    std::byte* to = nullptr;
    int64_t count = 0;
    int64_t stride = 0;
    int64_t rows = 1;
    int64_t source_stride = 0;
    int64_t result_stride = 0;
  };

  static void Run(const Copy& copy) {
#ifndef __wasm__
    if (copy.permuted) {
      return simd::RunPermutedCopy(*copy.permuted, reinterpret_cast<const std::byte*>(copy.from),
                                   reinterpret_cast<std::byte*>(copy.to));
    }
#endif
    if (copy.kernel != nullptr) {
      copy.kernel(copy.from, copy.to, copy.block);
    } else if (copy.element_bytes == 0) {
      std::memcpy(copy.to, copy.from, static_cast<size_t>(copy.block.columns));
    } else {
      simd::CopyShortRuns(copy.runs, copy.element_bytes,
                          reinterpret_cast<const std::byte*>(copy.from),
                          reinterpret_cast<std::byte*>(copy.to));
    }
  }
  static bool IsDisplaced(const Rows& rows, int64_t element_bytes);
  // Returns whether rows are copied with what is between them.
  bool AddRuns(std::span<const BoundRun> runs, int64_t element_bytes);
  // Returns whether the copies from the `first` one on are rows of bytes, so few that they take
  // less time than a permutation of all.
  bool HasFewRows(size_t first, int64_t bytes) const;
  // The effect of AddRuns as one permutation. Returns false, and adds nothing, if there is none.
  bool AddPermuted(std::span<const BoundRun> runs, int64_t element_bytes);
  // Makes the copies from the `first` one on, those of the runs, a permutation if that is faster.
  void PermuteFew(size_t first, std::span<const BoundRun> runs, int64_t count,
                  int64_t element_bytes, bool are_displaced);
  void AddRows(const Rows& rows, int64_t element_bytes);
  // Rows of one element each.
  void AddElements(const Rows& rows, int64_t element_bytes);
  void AddShort(const Rows& rows, int64_t element_bytes, bool is_repeated);

  std::vector<Copy> copies_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_BOUND_COPIES_H_
