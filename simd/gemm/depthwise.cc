#include "simd/gemm/depthwise.h"

#include <algorithm>
#include <cstring>

#include "simd/movement/offset_cursor.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/depthwise.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/ops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// kVectors registers of sums. Weights are rows like lhs, or one weight for all.
template <class T, bool kFused, bool kHasRowsOfWeights, size_t kVectors, class Load>
HWY_INLINE void SumCells(const DepthwiseRow& row, int64_t at, Load load,
                         hn::Vec<hn::ScalableTag<T>>* sums) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* const lhs = static_cast<const T*>(row.lhs) + at;
  const T* weights = static_cast<const T*>(row.weights);
  HWY_UNROLL(8)
  for (size_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(d);
  for (int64_t c = 0; c < row.cell_count; ++c, weights += row.weight_stride) {
    const T* const from = lhs + row.cells[c];
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectors; ++v) {
      const int64_t offset = static_cast<int64_t>(v) * lanes;
      const auto a = load(from + offset);
      if constexpr (kHasRowsOfWeights) {
        sums[v] = gemm::MultiplyAdd<kFused>(a, load(weights + at + offset), sums[v]);
      } else {
        T weight;
        std::memcpy(&weight, weights, sizeof(T));
        sums[v] = gemm::MultiplyAdd<kFused>(a, hn::Set(d, weight), sums[v]);
      }
    }
  }
}

template <class T, bool kFused, bool kHasRowsOfWeights>
void SumRow(const DepthwiseRow& row) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  T* const result = static_cast<T*>(row.result);
  const auto load = [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); };
  // Four independent sums hide the latency of multiply-adds.
  constexpr size_t kVectors = 4;
  const int64_t step = static_cast<int64_t>(kVectors) * lanes;
  int64_t at = 0;
  for (; row.count - at > lanes && step <= row.count; at += step) {
    // The last vectors overlap the previous ones.
    at = std::min(at, row.count - step);
    V sums[kVectors];
    SumCells<T, kFused, kHasRowsOfWeights, kVectors>(row, at, load, sums);
    for (size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[v], d, result + at + static_cast<int64_t>(v) * lanes);
    }
  }
  for (; at < row.count && lanes <= row.count; at += lanes) {
    at = std::min(at, row.count - lanes);
    V sum[1];
    SumCells<T, kFused, kHasRowsOfWeights, 1>(row, at, load, sum);
    hn::StoreU(sum[0], d, result + at);
  }
  if (at >= row.count) return;
  const auto left = static_cast<size_t>(row.count - at);
  V sum[1];
  SumCells<T, kFused, kHasRowsOfWeights, 1>(
      row, at, [&](const T* from) HWY_ATTR { return hn::LoadN(d, from, left); }, sum);
  hn::StoreN(sum[0], d, result + at, left);
}

template <class T, bool kFused>
DepthwiseKernel KernelFor(bool has_rows_of_weights) {
  return has_rows_of_weights ? &SumRow<T, kFused, true> : &SumRow<T, kFused, false>;
}

DepthwiseKernel FindDepthwise(bool is_f64, bool is_fast, bool has_rows_of_weights) {
  if (is_f64) {
    return is_fast ? KernelFor<double, true>(has_rows_of_weights)
                   : KernelFor<double, false>(has_rows_of_weights);
  }
  return is_fast ? KernelFor<float, true>(has_rows_of_weights)
                 : KernelFor<float, false>(has_rows_of_weights);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace paddock::simd {
namespace {

HWY_EXPORT(FindDepthwise);

// Gathered cells of a piece stay in the first cache where windows are small.
constexpr int64_t kGatheredBytes = 16384;
constexpr int64_t kChunkProducts = 1 << 18;

template <class T>
void Gather(const T* from, int64_t stride, int64_t count, T* to) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i, from + i * stride, sizeof(T));
}

// Scratch memory of edges: offsets of cells, then zeros for a piece, which begin anywhere in an
// element.
size_t BytesOfCells(const DepthwisePlan& plan) { return plan.cells.size() * sizeof(int64_t); }
size_t BytesOfZeros(const DepthwisePlan& plan) {
  return static_cast<size_t>((plan.piece + 1) * plan.element_bytes);
}

}  // namespace

DepthwisePlan PlanDepthwise(ElementType type, Numerics numerics,
                            std::span<const DepthwiseDimension> dimensions,
                            std::span<const int64_t> cells, int64_t weight_stride) {
  DepthwisePlan plan;
  plan.element_bytes = static_cast<int64_t>(ByteSize(type));
  plan.cells.assign(cells.begin(), cells.end());
  plan.weight_stride = weight_stride;
  plan.row.result_stride = 1;
  plan.piece_count = 1;
  for (const DepthwiseDimension& dimension : dimensions) {
    if (dimension.size == 1) continue;
    if (dimension.result_stride == 1) {
      plan.row = dimension;
    } else {
      plan.loops.push_back(dimension);
      plan.piece_count *= dimension.size;
    }
  }
  plan.kernel = HWY_DYNAMIC_DISPATCH(FindDepthwise)(
      type == ElementType::kF64, numerics == Numerics::kFast, plan.row.weight_stride != 0);
  plan.is_gathered = plan.row.lhs_stride != 1 && plan.row.size > 1;
  const auto cell_count = std::max<int64_t>(1, static_cast<int64_t>(cells.size()));
  plan.piece = plan.row.size;
  if (plan.is_gathered) {
    const int64_t fitting = kGatheredBytes / (plan.element_bytes * cell_count);
    plan.piece = std::clamp<int64_t>(fitting, std::min<int64_t>(16, plan.row.size), plan.row.size);
    for (int64_t i = 0; i < cell_count; ++i) plan.gathered_cells.push_back(i * plan.piece);
    plan.scratch_bytes = static_cast<size_t>(plan.piece * cell_count * plan.element_bytes);
  } else {
    plan.piece = std::min(plan.piece, std::max<int64_t>(64, kChunkProducts / cell_count));
  }
  const int64_t pieces = (plan.row.size + plan.piece - 1) / plan.piece;
  plan.loops.push_back(
      {pieces, plan.piece * plan.row.lhs_stride, plan.piece * plan.row.weight_stride, plan.piece});
  plan.piece_count *= pieces;
  plan.pieces_per_chunk = std::max<int64_t>(1, kChunkProducts / (plan.piece * cell_count));
  return plan;
}

void SkipPadding(DepthwisePlan& plan, std::span<const DepthwiseEdge> edges,
                 std::span<const int64_t> positions) {
  plan.edges.assign(edges.begin(), edges.end());
  plan.positions.assign(positions.begin(), positions.end());
  for (size_t i = 0; i < plan.loops.size(); ++i) {
    const int64_t edge = plan.loops[i].edge;
    if (edge < 0) continue;
    plan.edges[static_cast<size_t>(edge)].loop = static_cast<int64_t>(plan.loops.size() - 1 - i);
  }
  plan.scratch_bytes = BytesOfCells(plan) + BytesOfZeros(plan);
}

int64_t ChunkCount(const DepthwisePlan& plan) {
  return (plan.piece_count + plan.pieces_per_chunk - 1) / plan.pieces_per_chunk;
}

namespace {

using Cursor = LoopCursor<DepthwiseDimension, &DepthwiseDimension::lhs_stride,
                          &DepthwiseDimension::weight_stride, &DepthwiseDimension::result_stride>;

// Returns the cells of a window, as offsets from `lhs`. If some are in padding, these are in a list
// in `scratch`, where those point to zeros.
HWY_NOINLINE const int64_t* CellsAt(const DepthwisePlan& plan, const Cursor& cursor,
                                    const void* lhs, void* scratch) {
  const int64_t* cells = plan.cells.data();
  const int64_t* positions = plan.positions.data();
  const size_t count = plan.cells.size();
  for (const DepthwiseEdge& edge : plan.edges) {
    const int64_t window = edge.loop < 0 ? 0 : cursor.index(static_cast<size_t>(edge.loop));
    const int64_t first = window * edge.stride - edge.low;
    if (first < 0 || first + edge.last >= edge.operand_size) {
      // A whole number of elements from lhs, whatever its address.
      const auto bytes = static_cast<uintptr_t>(plan.element_bytes);
      const auto from = reinterpret_cast<uintptr_t>(lhs);
      const auto to = reinterpret_cast<uintptr_t>(scratch) + BytesOfCells(plan) + from % bytes;
      const int64_t zeros = static_cast<intptr_t>(to - from) / plan.element_bytes;
      auto* const list = static_cast<int64_t*>(scratch);
      for (size_t c = 0; c < count; ++c) {
        const int64_t at = first + positions[c];
        list[c] = at >= 0 && at < edge.operand_size ? cells[c] : zeros;
      }
      cells = list;
    }
    positions += count;
  }
  return cells;
}

template <class T>
void RunPiece(const DepthwisePlan& plan, const T* lhs, const T* weights, T* result,
              const Cursor& cursor, T* scratch) {
  lhs += cursor.offset(0);
  DepthwiseRow row{lhs,
                   plan.cells.data(),
                   weights + cursor.offset(1),
                   static_cast<int64_t>(plan.cells.size()),
                   plan.weight_stride,
                   std::min(plan.piece, plan.row.size - cursor.index(0) * plan.piece),
                   result + cursor.offset(2)};
  if (plan.is_gathered) {
    for (size_t c = 0; c < plan.cells.size(); ++c) {
      Gather(lhs + plan.cells[c], plan.row.lhs_stride, row.count, scratch + plan.gathered_cells[c]);
    }
    row.lhs = scratch;
    row.cells = plan.gathered_cells.data();
  } else if (!plan.edges.empty()) {
    row.cells = CellsAt(plan, cursor, lhs, scratch);
  }
  plan.kernel(row);
}

template <class T>
void RunPieces(const DepthwisePlan& plan, const void* lhs, const void* weights, void* result,
               int64_t chunk, void* scratch) {
  const int64_t begin = chunk * plan.pieces_per_chunk;
  const int64_t end = std::min(begin + plan.pieces_per_chunk, plan.piece_count);
  Cursor cursor(plan.loops, begin);
  if (!plan.edges.empty()) {
    std::memset(static_cast<std::byte*>(scratch) + BytesOfCells(plan), 0, BytesOfZeros(plan));
  }
  for (int64_t piece = begin; piece < end; ++piece, cursor.Advance()) {
    RunPiece(plan, static_cast<const T*>(lhs), static_cast<const T*>(weights),
             static_cast<T*>(result), cursor, static_cast<T*>(scratch));
  }
}

}  // namespace

void RunDepthwiseChunk(const DepthwisePlan& plan, const void* lhs, const void* weights,
                       void* result, int64_t chunk, void* scratch) {
  if (plan.element_bytes == 8) return RunPieces<double>(plan, lhs, weights, result, chunk, scratch);
  RunPieces<float>(plan, lhs, weights, result, chunk, scratch);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
