// One step of a blocked multiplication: packs the operands it needs, and runs the micro-kernel over
// block_m x tile_n sums and block_k of k.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/gemm/dot-inl.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/micro_kernel-inl.h"
#include "simd/gemm/pack-inl.h"
#include "simd/gemm/pack_groups-inl.h"

#if defined(PADDOCK_SIMD_GEMM_BLOCKED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#undef PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#else
#define PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// The position of a step in its tile.
struct BlockedStep {
  GemmTile tile;
  int64_t block_row;  // first row, from the tile's first
  int64_t rows;
  int64_t k_begin;
  int64_t k_count;
  int64_t depth;  // of packed panels: k_count, or groups of it
  bool is_first_k, is_last_k;
};

inline BlockedStep LocateStep(const GemmPlan& plan, int64_t tile_index, int64_t step) {
  const int64_t steps_per_matrix = plan.blocks_m * plan.blocks_k;
  BlockedStep at;
  at.tile = LocateTile(plan, tile_index, step / steps_per_matrix);
  const int64_t in_matrix = step % steps_per_matrix;
  const int64_t k_block = in_matrix / plan.blocks_m;
  at.block_row = in_matrix % plan.blocks_m * plan.block_m;
  at.rows = HWY_MIN(plan.block_m, at.tile.m_count - at.block_row);
  at.k_begin = k_block * plan.block_k;
  at.k_count = HWY_MIN(plan.block_k, plan.k - at.k_begin);
  at.depth = (at.k_count + plan.kernels.k_group - 1) / plan.kernels.k_group;
  at.is_first_k = k_block == 0;
  at.is_last_k = k_block + 1 == plan.blocks_k;
  return at;
}

// Returns elements outer_begin .. outer_begin + outer_count of an operand over the step's k.
inline PackSource SourceOf(const GemmPlan& plan, const GemmOperand& operand, const void* base,
                           int64_t batch, int64_t outer_begin, int64_t outer_count,
                           const BlockedStep& at, std::byte* workspace) {
  auto* const outer_offsets = reinterpret_cast<int64_t*>(workspace + plan.workspace.outer_offsets);
  auto* const k_offsets = reinterpret_cast<int64_t*>(workspace + plan.workspace.k_offsets);
  FillOffsets(operand.outer, outer_begin, outer_count, outer_offsets);
  FillOffsets(operand.k, at.k_begin, at.k_count, k_offsets);
  const auto bytes = static_cast<int64_t>(operand.element_bytes);
  return {static_cast<const std::byte*>(base) + OffsetAt(operand.batch, batch) * bytes,
          outer_offsets,
          outer_count,
          k_offsets,
          at.k_count,
          bytes,
          &operand.decoder,
          kMayHaveLargeTiles && IsContiguous(operand.outer)};
}

template <class Op, int64_t kWidth>
void PackBlock(const GemmPlan& plan, const GemmOperand& operand, const void* base, int64_t batch,
               int64_t outer_begin, int64_t outer_count, const BlockedStep& at,
               std::byte* workspace, std::byte* to) {
  using T = typename Op::T;
  const PackSource source =
      SourceOf(plan, operand, base, batch, outer_begin, outer_count, at, workspace);
  auto* const panels = reinterpret_cast<T*>(to);
  std::byte* const stage = workspace + plan.workspace.stage;
  if constexpr (HasComponents<Op>) {
    using Component = typename Op::Component;
    PackGroups<Component, kWidth>(source, panels, reinterpret_cast<Component*>(stage));
  } else {
    PackPanels<T, int64_t{Op::kPlanes}, kWidth>(source, panels, reinterpret_cast<T*>(stage));
  }
}

template <class T>
void CopySums(const SumTile<T>& from, const SumTile<T>& to, int64_t rows, int64_t columns,
              size_t planes) {
  for (int64_t i = 0; i < rows; ++i) {
    for (size_t p = 0; p < planes; ++p) {
      std::memcpy(to.sums + static_cast<size_t>(i) * to.row_stride + p * to.plane_stride,
                  from.sums + static_cast<size_t>(i) * from.row_stride + p * from.plane_stride,
                  static_cast<size_t>(columns) * sizeof(T));
    }
  }
}

// Calls multiply(i, j, height, tile, next) for the tile of sums at row i and column j of the block.
// Its first sum is at `sums`, and `next` is the first sum of the following tile. A tile that
// exceeds the block, with fits(height, width) false, is computed whole in a separate buffer.
template <class Op, size_t kRows, size_t kColumns, class Fits, class Multiply>
void ForEachTile(const BlockedStep& at, const SumTile<typename Op::T>& sums, typename Op::T* edge,
                 Fits fits, Multiply multiply) {
  using T = typename Op::T;
  constexpr auto kHeight = static_cast<int64_t>(kRows);
  constexpr auto kWidth = static_cast<int64_t>(kColumns);
  const SumTile<T> aside{edge, kColumns * Op::kPlanes, kColumns};
  for (int64_t j = 0; j < at.tile.n_count; j += kWidth) {
    const int64_t width = HWY_MIN(kWidth, at.tile.n_count - j);
    for (int64_t i = 0; i < at.rows; i += kHeight) {
      const int64_t height = HWY_MIN(kHeight, at.rows - i);
      const SumTile<T> tile{sums.sums + i * static_cast<int64_t>(sums.row_stride) + j,
                            sums.row_stride, sums.plane_stride};
      const T* next = edge;
      if (kPrefetches && i + 2 * kHeight <= at.rows) {
        next = tile.sums + kRows * tile.row_stride;
      } else if (kPrefetches && j + kWidth < at.tile.n_count) {
        next = sums.sums + j + kWidth;
      }
      if ((height == kHeight && width == kWidth) || fits(height, width)) {
        multiply(i, j, height, tile, next);
        continue;
      }
      if (!at.is_first_k) CopySums(tile, aside, height, width, Op::kPlanes);
      multiply(i, j, kHeight, aside, edge);
      CopySums(aside, tile, height, width, Op::kPlanes);
    }
  }
}

// A block of lhs: packed panels or, where they are null, element (i, l) of it at
// elements[outer_offsets[i] + k_offsets[l]].
template <class T>
struct LhsBlock {
  const T* panels;
  const T* elements = nullptr;
  const int64_t* outer_offsets = nullptr;
  const int64_t* k_offsets = nullptr;
};

// A block of packed panels of rhs. Panels that are packed in passing, to `room`, do not exist yet:
// `rows` is then the block in the operand, else null.
template <class T>
struct RhsBlock {
  const T* panels;
  const T* starts;  // of each column, if Op::kStarts
  T* room = nullptr;
  const T* rows = nullptr;
  int64_t row_stride = 0;
};

// Runs the micro-kernel over a block.
template <class Op, size_t kRows, size_t kVectors>
void MultiplyPanels(const BlockedStep& at, const LhsBlock<typename Op::T>& lhs,
                    const RhsBlock<typename Op::T>& rhs, const SumTile<typename Op::T>& sums,
                    typename Op::T* edge) {
  using T = typename Op::T;
  constexpr size_t kColumns = kVectors * kRegisterLanes<T>;
  const auto lanes_of_row = static_cast<int64_t>(Op::kPlanes) * at.depth;
  ForEachTile<Op, kRows, kColumns>(
      at, sums, edge, [](int64_t, int64_t) { return false; },
      [&](int64_t i, int64_t j, int64_t, const SumTile<T>& tile, const T* next) HWY_ATTR {
        MicroKernel<Op, kRows, kVectors>(
            static_cast<size_t>(at.depth),
            PackedLhs<T, Op::kPlanes, kRows>{lhs.panels + i * lanes_of_row},
            PackedRhs<T, Op::kPlanes, kColumns>{rhs.panels + j * lanes_of_row}, tile,
            !at.is_first_k, next, Op::kStarts ? rhs.starts + j : nullptr);
      });
}

// Large tiles, with a kernel for each number of vectors in the last panel, and for an even number
// of rows under a whole panel.
template <class Op>
class LargeTiles {
 public:
  using T = typename Op::T;

  LargeTiles(const BlockedStep& at, const LhsBlock<T>& lhs, const RhsBlock<T>& rhs)
      : at_(at), lhs_(lhs), rhs_(rhs) {}

  void Run(const SumTile<T>& sums, T* edge) const {
    ForEachTile<Op, kLargeRows, kColumns>(
        at_, sums, edge,
        [](int64_t height, int64_t width) {
          return height == kHeight || (width == kWidth && height % 2 == 0);
        },
        [&](int64_t i, int64_t j, int64_t height, const SumTile<T>& tile, const T* next) HWY_ATTR {
          const Place place{i, j, tile, next};
          if (height == 2) return RunRows<2>(place);
          if (height == 4) return RunRows<4>(place);
          RunRows<kLargeRows>(place);
        });
  }

 private:
  static constexpr auto kLanesOfVector = static_cast<int64_t>(kRegisterLanes<T>);
  static constexpr size_t kColumns = kLargeVectors * kRegisterLanes<T>;
  static constexpr auto kWidth = static_cast<int64_t>(kColumns);
  static constexpr auto kHeight = static_cast<int64_t>(kLargeRows);

  struct Place {
    int64_t i, j;
    const SumTile<T>& tile;
    const T* next;
  };

  template <size_t kRows>
  HWY_INLINE void RunRows(const Place& place) const {
    if (lhs_.panels != nullptr) {
      return RunColumns<kRows>(place,
                               PackedLhs<T, 1, kLargeRows>{lhs_.panels + place.i * at_.depth});
    }
    // Rows past the last one are copies of it, whose sums are stored separately.
    LhsInPlace<T, kRows> rows;
    for (int64_t r = 0; r < static_cast<int64_t>(kRows); ++r) {
      rows.rows[r] = lhs_.elements + lhs_.outer_offsets[HWY_MIN(place.i + r, at_.rows - 1)];
    }
    rows.offset = lhs_.k_offsets;
    RunColumns<kRows>(place, rows);
  }

  template <size_t kRows, class Lhs>
  HWY_INLINE void RunColumns(const Place& place, const Lhs& lhs) const {
    const PackedRhs<T, 1, kColumns> packed{rhs_.panels + place.j * at_.depth};
    const int64_t left = at_.tile.n_count - place.j;
    if constexpr (kRows == kLargeRows) {
      if (left < kWidth) return MultiplyCut<kRows>(place, left, lhs, packed);
    }
    if (place.i == 0 && left >= kWidth && rhs_.rows != nullptr) {
      const RhsInPassing<T, kWidth> in_passing{rhs_.rows + place.j, rhs_.row_stride,
                                               rhs_.room + place.j * at_.depth};
      return Multiply<kRows, kLargeVectors>(place, lhs, in_passing);
    }
    Multiply<kRows, kLargeVectors>(place, lhs, packed);
  }

  // The last panel of fewer columns.
  template <size_t kRows, class Lhs, class Rhs>
  HWY_INLINE void MultiplyCut(const Place& place, int64_t width, const Lhs& lhs,
                              const Rhs& rhs) const {
    const auto multiply = [&](auto vectors) HWY_ATTR {
      constexpr size_t kVectors = decltype(vectors)::value;
      const int64_t last = width - static_cast<int64_t>(kVectors - 1) * kLanesOfVector;
      MicroKernel<Op, kRows, kVectors, true>(static_cast<size_t>(at_.depth), lhs, rhs, place.tile,
                                             !at_.is_first_k, place.next, nullptr,
                                             static_cast<size_t>(last));
    };
    if (width <= kLanesOfVector) return multiply(std::integral_constant<size_t, 1>());
    if (width <= 2 * kLanesOfVector) return multiply(std::integral_constant<size_t, 2>());
    if (width <= 3 * kLanesOfVector) return multiply(std::integral_constant<size_t, 3>());
    multiply(std::integral_constant<size_t, 4>());
  }

  template <size_t kRows, size_t kVectors, class Lhs, class Rhs>
  HWY_INLINE void Multiply(const Place& place, const Lhs& lhs, const Rhs& rhs) const {
    MicroKernel<Op, kRows, kVectors>(static_cast<size_t>(at_.depth), lhs, rhs, place.tile,
                                     !at_.is_first_k, place.next);
  }

  const BlockedStep& at_;
  const LhsBlock<T>& lhs_;
  const RhsBlock<T>& rhs_;
};

// Returns the rhs block of a step, packed except for panels packed in passing. Later blocks of rows
// find it packed.
template <class Op, size_t kVectors>
HWY_INLINE RhsBlock<typename Op::T> PrepareRhs(const GemmPlan& plan, const GemmPointers& pointers,
                                               const BlockedStep& at, std::byte* workspace,
                                               bool is_first_block) {
  using T = typename Op::T;
  constexpr auto kColumns = static_cast<int64_t>(kVectors * kRegisterLanes<T>);
  const GemmTile& tile = at.tile;
  T* const starts = reinterpret_cast<T*>(workspace + plan.workspace.starts);
  if constexpr (kVectors == kLargeVectors) {
    if (plan.rhs_is_packed) {
      const int64_t number = tile.n_begin / plan.tile_n * plan.blocks_k + at.k_begin / plan.block_k;
      return {static_cast<const T*>(pointers.rhs) + number * plan.tile_n * plan.block_k, starts};
    }
  }
  std::byte* const room = workspace + plan.workspace.rhs_block;
  RhsBlock<T> block{reinterpret_cast<T*>(room), starts};
  if (!is_first_block) return block;
  int64_t first = 0;
  if constexpr (kVectors == kLargeVectors) {
    if (plan.packs_rhs_in_passing) {
      block.room = reinterpret_cast<T*>(room);
      const int64_t offset =
          OffsetAt(plan.rhs.batch, tile.batch) + OffsetAt(plan.rhs.k, at.k_begin) + tile.n_begin;
      block.rows = static_cast<const T*>(pointers.rhs) + offset;
      block.row_stride = plan.rhs.k.dimensions[0].stride;
      first = tile.n_count / kColumns * kColumns;
    }
  }
  if (first < tile.n_count) {
    PackBlock<Op, kColumns>(plan, plan.rhs, pointers.rhs, tile.batch, tile.n_begin + first,
                            tile.n_count - first, at, workspace,
                            room + static_cast<size_t>(first * at.depth) * Op::kPlanes * sizeof(T));
  }
  if constexpr (Op::kStarts) {
    SumColumns<Op, kVectors>(block.panels, at.depth, tile.n_count, plan.lhs_shift, starts);
  }
  return block;
}

// Returns block `block` of an rhs if rhs_is_packed. Blocks are numbered by tiles of columns, each
// with its blocks of k.
template <class Op, size_t kVectors>
void PackRhsStep(const GemmPlan& plan, const void* rhs, std::byte* workspace, std::byte* to,
                 int64_t block) {
  const BlockedStep at =
      LocateStep(plan, block / plan.blocks_k * plan.tiles_m, block % plan.blocks_k * plan.blocks_m);
  constexpr auto kColumns = static_cast<int64_t>(kVectors * kRegisterLanes<typename Op::T>);
  PackBlock<Op, kColumns>(plan, plan.rhs, rhs, at.tile.batch, at.tile.n_begin, at.tile.n_count, at,
                          workspace, to);
}

// Partial sums are kept in the workspace: all rows of the tile if k has several blocks, else only
// the step's.
template <class T>
SumTile<T> SumsInWorkspace(const GemmPlan& plan, const BlockedStep& at, std::byte* workspace) {
  const auto plane_stride = static_cast<size_t>(plan.tile_n);
  const size_t row_stride = plane_stride * plan.kernels.planes;
  const size_t row = plan.blocks_k == 1 ? 0 : static_cast<size_t>(at.block_row);
  T* const sums = reinterpret_cast<T*>(workspace + plan.workspace.sums);
  return {sums + row * row_stride, row_stride, plane_stride};
}

// Returns the address of a step's first result.
inline std::byte* ResultOf(const GemmPlan& plan, const BlockedStep& at,
                           const GemmPointers& pointers) {
  const int64_t first =
      ResultRow(plan, at.tile.batch, at.tile.m_begin + at.block_row) + at.tile.n_begin;
  return static_cast<std::byte*>(pointers.result) + first * static_cast<int64_t>(plan.result_bytes);
}

// Returns where a step accumulates: in the result itself if its elements are sums.
template <class T>
SumTile<T> SumsOfStep(const GemmPlan& plan, const BlockedStep& at, const GemmPointers& pointers,
                      std::byte* workspace) {
  if (plan.encode != nullptr) return SumsInWorkspace<T>(plan, at, workspace);
  return {reinterpret_cast<T*>(ResultOf(plan, at, pointers)),
          static_cast<size_t>(ResultRowStride(plan)), 0};
}

template <class T>
void EncodeSums(const GemmPlan& plan, const BlockedStep& at, const SumTile<T>& sums,
                std::byte* result) {
  const int64_t stride = ResultRowStride(plan) * static_cast<int64_t>(plan.result_bytes);
  for (int64_t i = 0; i < at.rows; ++i) {
    plan.encode(sums.sums + static_cast<size_t>(i) * sums.row_stride,
                static_cast<int64_t>(sums.plane_stride), at.tile.n_count, result + i * stride,
                plan.encode_parameter);
  }
}

template <class T>
void EncodeIfLast(const GemmPlan& plan, const BlockedStep& at, const GemmPointers& pointers,
                  const SumTile<T>& sums) {
  if (plan.encode == nullptr || !at.is_last_k) return;
  EncodeSums(plan, at, sums, ResultOf(plan, at, pointers));
}

// Returns the lhs block of a step, packed unless it is read in place.
template <class Op, size_t kRows>
HWY_INLINE LhsBlock<typename Op::T> PrepareLhs(const GemmPlan& plan, const GemmPointers& pointers,
                                               const BlockedStep& at, std::byte* workspace) {
  using T = typename Op::T;
  const int64_t first = at.tile.m_begin + at.block_row;
  if (kMayHaveLargeTiles && plan.reads_lhs_in_place) {
    const PackSource source =
        SourceOf(plan, plan.lhs, pointers.lhs, at.tile.batch, first, at.rows, at, workspace);
    return {nullptr, reinterpret_cast<const T*>(source.base), source.outer_offsets,
            source.k_offsets};
  }
  PackBlock<Op, kRows>(plan, plan.lhs, pointers.lhs, at.tile.batch, first, at.rows, at, workspace,
                       workspace + plan.workspace.lhs_block);
  return {reinterpret_cast<const T*>(workspace + plan.workspace.lhs_block)};
}

template <class Op, size_t kRows, size_t kVectors>
void RunBlockedStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte* workspace,
                    int64_t tile_index, int64_t step, bool is_first_block) {
  using T = typename Op::T;
  const BlockedStep at = LocateStep(plan, tile_index, step);
  if (at.tile.batch >= plan.batch || at.rows <= 0) return;
  const RhsBlock<T> rhs = PrepareRhs<Op, kVectors>(plan, pointers, at, workspace, is_first_block);
  const LhsBlock<T> lhs = PrepareLhs<Op, kRows>(plan, pointers, at, workspace);
  const SumTile<T> sums = SumsOfStep<T>(plan, at, pointers, workspace);
  T* const edge = reinterpret_cast<T*>(workspace + plan.workspace.edge);
  if constexpr (kVectors == kLargeVectors) {
    LargeTiles<Op>(at, lhs, rhs).Run(sums, edge);
  } else {
    MultiplyPanels<Op, kRows, kVectors>(at, lhs, rhs, sums, edge);
  }
  EncodeIfLast(plan, at, pointers, sums);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
