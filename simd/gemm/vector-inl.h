// One step of a matrix times a vector (m == 1 or n == 1): a tile of results and block_k of k. The
// matrix is read in place if its stored elements are lanes.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/gemm/column_sums-inl.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/lane_split-inl.h"

#if defined(PADDOCK_SIMD_GEMM_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_VECTOR_INL_H_
#undef PADDOCK_SIMD_GEMM_VECTOR_INL_H_
#else
#define PADDOCK_SIMD_GEMM_VECTOR_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// An operand from the first element of one matrix of the batch.
struct OperandView {
  const GemmOperand* operand;
  const std::byte* base;
  const int64_t* k_offsets;  // of the step's block of k; unused if k are neighbours
  // Elements along k are neighbours, and need no decoder.
  bool is_in_place = false;
  // Neighbours along k that are copied at once, and those of the first run; 0: none.
  int64_t run = 0, first_run = 0;
};

// Returns whether elements along k are lanes in runs of neighbours, as in a window of an image.
template <class T>
bool HasRuns(const GemmOperand& operand) {
  if (!operand.decoder.is_identity || operand.k.dimensions.empty()) return false;
  const StridedDimension& inner = operand.k.dimensions.back();
  return inner.stride == 1 && inner.size >= static_cast<int64_t>(2 * kRegisterLanes<T>);
}

// Copies runs of neighbours. The last vector of each overlaps the one before.
template <class T>
void CopyRuns(const T* from, const OperandView& view, int64_t count, T* to) {
  const hn::ScalableTag<T> d;
  constexpr auto kStep = static_cast<int64_t>(kRegisterLanes<T>);
  int64_t run = HWY_MIN(view.first_run, count);
  for (int64_t i = 0; i < count; i += run, run = HWY_MIN(view.run, count - i)) {
    const T* const source = from + view.k_offsets[i];
    if (run < kStep) {
      std::memcpy(to + i, source, static_cast<size_t>(run) * sizeof(T));
      continue;
    }
    for (int64_t j = 0; j + kStep <= run; j += kStep) {
      hn::StoreU(hn::LoadU(d, source + j), d, to + i + j);
    }
    hn::StoreU(hn::LoadU(d, source + run - kStep), d, to + i + run - kStep);
  }
}

inline OperandView ViewOf(const GemmOperand& operand, const void* base, int64_t batch,
                          int64_t k_begin, int64_t k_count, int64_t* k_offsets) {
  int64_t offset = OffsetAt(operand.batch, batch);
  const bool are_neighbours = IsContiguous(operand.k);
  if (are_neighbours) {
    offset += k_begin;
  } else {
    FillOffsets(operand.k, k_begin, k_count, k_offsets);
  }
  return {
      &operand,
      static_cast<const std::byte*>(base) + offset * static_cast<int64_t>(operand.element_bytes),
      k_offsets, are_neighbours && operand.decoder.is_identity};
}

// Returns the elements along k at one index of the other dimensions. They are in `stage` if they
// are not neighbours or not lanes.
template <class Op>
PlanarRow<typename Op::T> ReadAlongK(const OperandView& view, int64_t outer_offset, int64_t count,
                                     typename Op::T* stage) {
  using T = typename Op::T;
  const GemmDecoder& decoder = view.operand->decoder;
  const std::byte* from =
      view.base + outer_offset * static_cast<int64_t>(view.operand->element_bytes);
  if (!IsContiguous(view.operand->k)) {
    if constexpr (Op::kPlanes == 1) {
      if (view.run != 0) {
        CopyRuns(reinterpret_cast<const T*>(from), view, count, stage);
        return {stage, count};
      }
    }
    decoder.gather(decoder.table, from, view.k_offsets, count, stage, count);
    return {stage, count};
  }
  if (Op::kPlanes == 1 && decoder.is_identity) return {reinterpret_cast<const T*>(from), 0};
  decoder.run(decoder.table, from, count, stage, count);
  return {stage, count};
}

struct VectorStep {
  GemmTile tile;
  int64_t first, count;  // results of the step, along m or n
  int64_t k_begin, k_count;
  bool is_first_k, is_last_k;
};

inline VectorStep LocateVectorStep(const GemmPlan& plan, int64_t tile_index, int64_t step) {
  VectorStep at;
  at.tile = LocateTile(plan, tile_index, step / plan.blocks_k);
  const int64_t k_block = step % plan.blocks_k;
  at.first = plan.n == 1 ? at.tile.m_begin : at.tile.n_begin;
  at.count = plan.n == 1 ? at.tile.m_count : at.tile.n_count;
  at.k_begin = k_block * plan.block_k;
  at.k_count = HWY_MIN(plan.block_k, plan.k - at.k_begin);
  at.is_first_k = k_block == 0;
  at.is_last_k = k_block + 1 == plan.blocks_k;
  return at;
}

// The arrays of a step in the workspace.
template <class T>
struct VectorWorkspace {
  VectorWorkspace(const GemmPlan& plan, std::byte* workspace)
      : vector(At(workspace, plan.workspace.rhs_block)),
        lane_sums(At(workspace, plan.workspace.lhs_block)),
        sums(At(workspace, plan.workspace.sums)),
        stage(At(workspace, plan.workspace.stage)),
        outer_offsets(reinterpret_cast<int64_t*>(workspace + plan.workspace.outer_offsets)),
        k_offsets(reinterpret_cast<int64_t*>(workspace + plan.workspace.k_offsets)) {}
  static T* At(std::byte* workspace, size_t offset) {
    return reinterpret_cast<T*>(workspace + offset);
  }
  T *vector, *lane_sums, *sums, *stage;
  int64_t *outer_offsets, *k_offsets;
};

// Adds rows first .. first + kRows of the tile, along k, to their lane sums.
template <class Op, size_t kRows>
void AddGroup(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
              const PlanarRow<typename Op::T>& vector, int64_t first,
              const VectorWorkspace<typename Op::T>& workspace, typename Op::T* lane_sums) {
  using T = typename Op::T;
  PlanarRow<T> rows[kRows];
  const int64_t* const offsets = workspace.outer_offsets + first;
  if (!HWY_ARCH_WASM && Op::kPlanes == 1 && matrix.is_in_place) {
    for (size_t i = 0; i < kRows; ++i) {
      rows[i] = {reinterpret_cast<const T*>(matrix.base) + offsets[i], 0};
    }
  } else {
    for (size_t i = 0; i < kRows; ++i) {
      T* const stage = workspace.stage + static_cast<int64_t>(i * Op::kPlanes) * plan.block_k;
      rows[i] = ReadAlongK<Op>(matrix, offsets[i], at.k_count, stage);
    }
  }
  DotRows<Op, kRows>(rows, vector, at.k_count, at.is_first_k, lane_sums);
}

// Rows first .. first + kCount, in groups of kRows. In WebAssembly a call, for size.
template <class Op, size_t kCount, size_t kRows>
#if HWY_ARCH_WASM
HWY_NOINLINE
#endif
    void
    DotGroups(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
              const PlanarRow<typename Op::T>& vector, int64_t first,
              const VectorWorkspace<typename Op::T>& workspace) {
  using T = typename Op::T;
  constexpr size_t kRowSums = Op::kPlanes * kLanes<T>;
  T* const lane_sums =
      workspace.lane_sums + (plan.blocks_k == 1 ? 0 : static_cast<size_t>(first) * kRowSums);
  for (size_t i = 0; i < kCount; i += kRows) {
    AddGroup<Op, kRows>(plan, at, matrix, vector, first + static_cast<int64_t>(i), workspace,
                        lane_sums + i * kRowSums);
  }
  if (!at.is_last_k) return;
  if constexpr (kCombinesRows<Op> && kCount == kRegisterLanes<T>) {
    return CombineRows<Op>(lane_sums, workspace.sums + first);
  }
  for (size_t i = 0; i < kCount; ++i) {
    for (size_t p = 0; p < Op::kPlanes; ++p) {
      T* const lanes = lane_sums + (i * Op::kPlanes + p) * kLanes<T>;
      CombineLanes<Op, kLanes<T> / 2>(lanes);
      workspace.sums[static_cast<int64_t>(p) * at.count + first + static_cast<int64_t>(i)] =
          lanes[0];
    }
  }
}

// For a matrix whose rows lie along k, or whose elements have any layout.
template <class Op>
void DotAlongK(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
               const PlanarRow<typename Op::T>& vector,
               const VectorWorkspace<typename Op::T>& workspace) {
  FillOffsets(matrix.operand->outer, at.first, at.count, workspace.outer_offsets);
  constexpr size_t kRows = kDotRows<Op>;
  constexpr size_t kTogether = kCombinedRows<Op>;
  int64_t first = 0;
  for (; first + static_cast<int64_t>(kTogether) <= at.count; first += kTogether) {
    DotGroups<Op, kTogether, kRows>(plan, at, matrix, vector, first, workspace);
  }
  if constexpr (kTogether > kRows) {
    for (; first + static_cast<int64_t>(kRows) <= at.count; first += kRows) {
      DotGroups<Op, kRows, kRows>(plan, at, matrix, vector, first, workspace);
    }
  }
  for (; first < at.count; ++first) {
    DotGroups<Op, 1, 1>(plan, at, matrix, vector, first, workspace);
  }
}

// Rows of the same lane that are added together, so that their sums are read and written once.
inline constexpr int64_t kRowsTogether = 4;

// kRows rows of the matrix, elements first_k, first_k + kLanes, ... of the step's k.
template <class Op, int64_t kRows>
void AddRowsOfLane(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
                   const PlanarRow<typename Op::T>& vector, int64_t first_k,
                   const VectorWorkspace<typename Op::T>& workspace) {
  using T = typename Op::T;
  constexpr auto kVirtual = static_cast<int64_t>(kLanes<T>);
  const int64_t padded = plan.tile_shape.columns;
  const GemmDecoder& decoder = matrix.operand->decoder;
  PlanarRow<T> rows[kRows];
  T factors[kRows][Op::kPlanes];
  for (int64_t i = 0; i < kRows; ++i) {
    const int64_t l = first_k + i * kVirtual;
    for (size_t p = 0; p < Op::kPlanes; ++p) {
      std::memcpy(&factors[i][p], vector.lanes + static_cast<int64_t>(p) * vector.plane_stride + l,
                  sizeof(T));
    }
    const int64_t offset = at.first + (IsContiguous(matrix.operand->k) ? l : matrix.k_offsets[l]);
    const std::byte* const from =
        matrix.base + offset * static_cast<int64_t>(matrix.operand->element_bytes);
    if (Op::kPlanes == 1 && decoder.is_identity) {
      rows[i] = {reinterpret_cast<const T*>(from), 0};
    } else {
      T* const stage = workspace.stage + i * static_cast<int64_t>(Op::kPlanes) * padded;
      decoder.run(decoder.table, from, at.count, stage, padded);
      rows[i] = {stage, padded};
    }
  }
  T* const sums =
      workspace.lane_sums + first_k % kVirtual * static_cast<int64_t>(Op::kPlanes) * padded;
  AddRows<Op, kRows>(rows, factors, at.count, sums, padded);
}

// Bytes of results up to which their sums stay in registers, some at a time. Wider rows are read as
// a whole.
inline constexpr int64_t kMostColumnBytes = 512;
// Memory does not foresee the parts in which these rows are read.
inline constexpr int64_t kMostWholeRowBytes = 256;
// All matrices of a batch that are larger come from memory.
inline constexpr int64_t kInMemory = int64_t{4} << 20;

// Bytes from the first to the last row of a matrix up to which its columns are read one register
// after the other: its rows stay in the first-level cache. 64 rows that are a kilobyte apart do
// not, and would take 1.2 times as long.
inline constexpr int64_t kMostSummedBytes = 32 << 10;

// Fetches the next matrix of many that are in memory, of `bytes` behind `base`: the columns of a
// matrix have too few lines each for a processor to foresee.
inline void FetchNext(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
                      int64_t bytes) {
  constexpr int64_t kLine = 64;
  const int64_t batch = at.tile.batch;
  if (HWY_ARCH_WASM || bytes * plan.batch < kInMemory || batch + 1 >= plan.batch) return;
  const StridedWalk& walk = matrix.operand->batch;
  const int64_t distance = (OffsetAt(walk, batch + 1) - OffsetAt(walk, batch)) *
                           static_cast<int64_t>(matrix.operand->element_bytes);
  for (int64_t i = 0; i < bytes; i += kLine) hwy::Prefetch(matrix.base + distance + i);
}

// Stores the sums of a small matrix, whose lanes stay in registers. Returns whether it did.
template <class Op>
bool SumAtOnce(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
               const PlanarRow<typename Op::T>& vector,
               const VectorWorkspace<typename Op::T>& workspace) {
  if constexpr (kSumsColumns<Op>) {
    using T = typename Op::T;
    const auto stride = StrideOf(matrix.operand->k);
    if (!stride || !matrix.operand->decoder.is_identity || !at.is_first_k || !at.is_last_k ||
        at.k_count * *stride * static_cast<int64_t>(sizeof(T)) > kMostSummedBytes) {
      return false;
    }
    FetchNext(plan, at, matrix, at.k_count * *stride * static_cast<int64_t>(sizeof(T)));
    SumAllColumns<Op>(reinterpret_cast<const T*>(matrix.base) + at.first, *stride, vector.lanes,
                      at.k_count, at.count, workspace.sums);
    return true;
  }
  return false;
}

// Adds all rows of the step's k if there are few results. Returns whether it did.
template <class Op>
bool AddFewColumns(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
                   const PlanarRow<typename Op::T>& vector,
                   const VectorWorkspace<typename Op::T>& workspace) {
  if constexpr (kAddsColumns<Op>) {
    using T = typename Op::T;
    const StridedWalk& k = matrix.operand->k;
    const auto stride = StrideOf(k);
    const int64_t bytes = at.count * static_cast<int64_t>(sizeof(T));
    if (bytes > kMostColumnBytes || !matrix.operand->decoder.is_identity || !stride) return false;
    const int64_t row_bytes = *stride * static_cast<int64_t>(sizeof(T));
    if (bytes > kMostWholeRowBytes && row_bytes * plan.k * plan.batch > kInMemory) return false;
    const int64_t first_k = IsContiguous(k) ? 0 : at.k_begin;
    const T* const rows = reinterpret_cast<const T*>(matrix.base) + first_k * *stride + at.first;
    AddAllColumns<Op>(rows, *stride, vector.lanes, at.k_count, at.count, workspace.lane_sums,
                      plan.tile_shape.columns);
    return true;
  }
  return false;
}

// For a matrix whose rows lie across k: lane sums are [lane][plane][result].
template <class Op>
void DotAcrossK(const GemmPlan& plan, const VectorStep& at, const OperandView& matrix,
                const PlanarRow<typename Op::T>& vector,
                const VectorWorkspace<typename Op::T>& workspace) {
  if (SumAtOnce<Op>(plan, at, matrix, vector, workspace)) return;
  using T = typename Op::T;
  constexpr auto kVirtual = static_cast<int64_t>(kLanes<T>);
  constexpr auto kPlanes = static_cast<int64_t>(Op::kPlanes);
  const int64_t padded = plan.tile_shape.columns;
  const int64_t lane_stride = kPlanes * padded;
  if (at.is_first_k) {
    std::memset(workspace.lane_sums, 0, static_cast<size_t>(kVirtual * lane_stride) * sizeof(T));
  }
  int64_t l = AddFewColumns<Op>(plan, at, matrix, vector, workspace) ? at.k_count : 0;
  for (; l + kRowsTogether * kVirtual <= at.k_count; l += kRowsTogether * kVirtual) {
    for (int64_t lane = 0; lane < kVirtual; ++lane) {
      AddRowsOfLane<Op, kRowsTogether>(plan, at, matrix, vector, l + lane, workspace);
    }
  }
  for (; l < at.k_count; ++l) AddRowsOfLane<Op, 1>(plan, at, matrix, vector, l, workspace);
  if (!at.is_last_k) return;

  const hn::ScalableTag<T> d;
  for (int64_t half = kVirtual / 2; half > 0; half /= 2) {
    for (int64_t j = 0; j < half * lane_stride; j += static_cast<int64_t>(hn::Lanes(d))) {
      T* const low = workspace.lane_sums + j;
      hn::Store(Op::Add(hn::Load(d, low), hn::Load(d, low + half * lane_stride)), d, low);
    }
  }
  for (int64_t p = 0; p < kPlanes; ++p) {
    std::memcpy(workspace.sums + p * at.count, workspace.lane_sums + p * padded,
                static_cast<size_t>(at.count) * sizeof(T));
  }
}

template <class Op>
void RunVectorStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte* bytes,
                   int64_t tile_index, int64_t step, bool) {
  using T = typename Op::T;
  const VectorStep at = LocateVectorStep(plan, tile_index, step);
  const int64_t batch = at.tile.batch;
  if (batch >= plan.batch) return;
  const VectorWorkspace<T> workspace(plan, bytes);
  const bool matrix_is_lhs = plan.n == 1;
  const OperandView vector_view =
      matrix_is_lhs
          ? ViewOf(plan.rhs, pointers.rhs, batch, at.k_begin, at.k_count, workspace.k_offsets)
          : ViewOf(plan.lhs, pointers.lhs, batch, at.k_begin, at.k_count, workspace.k_offsets);
  const PlanarRow<T> vector = ReadAlongK<Op>(vector_view, 0, at.k_count, workspace.vector);
  OperandView matrix =
      matrix_is_lhs
          ? ViewOf(plan.lhs, pointers.lhs, batch, at.k_begin, at.k_count, workspace.k_offsets)
          : ViewOf(plan.rhs, pointers.rhs, batch, at.k_begin, at.k_count, workspace.k_offsets);
  if (Op::kPlanes == 1 && HasRuns<T>(*matrix.operand)) {
    matrix.run = matrix.operand->k.dimensions.back().size;
    matrix.first_run = matrix.run - at.k_begin % matrix.run;
  }
  if (plan.vector_runs_across_k) {
    DotAcrossK<Op>(plan, at, matrix, vector, workspace);
  } else {
    DotAlongK<Op>(plan, at, matrix, vector, workspace);
  }
  if (!at.is_last_k) return;
  const int64_t first = ResultRow(plan, batch, 0) + at.first;
  std::byte* const result =
      static_cast<std::byte*>(pointers.result) + first * static_cast<int64_t>(plan.result_bytes);
  if (plan.encode == nullptr) {
    std::memcpy(result, workspace.sums, static_cast<size_t>(at.count) * sizeof(T));
  } else {
    plan.encode(workspace.sums, at.count, at.count, result, plan.encode_parameter);
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_VECTOR_INL_H_
