#include "simd/gemm/sparse.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/gemm/sparse_lists.h"
#include "simd/gemm/workspace.h"

namespace paddock::simd {
namespace {

// Shorter sums and fewer results are not worth a search for zeros.
constexpr int64_t kLeastDepth = 16;
constexpr int64_t kLeastResults = 32;
// Most elements in lists: 384 KiB of them.
constexpr int64_t kMostElements = int64_t{1} << 15;
// One element in so many may differ from zero. Its multiply-add takes up to twice as long as one of
// a packed panel.
constexpr int64_t kLeastZeros = 8;
// Most elements of an operand: the search, which does not stop, takes 6 ms for 64 MB.
constexpr int64_t kMostSearched = int64_t{1} << 24;
constexpr size_t kMostPanelBytes = size_t{512} << 10;
constexpr int64_t kSparseChunkWork = int64_t{1} << 17;

bool HasSteps(const StridedWalk& walk, int64_t stride) { return StrideOf(walk) == stride; }

// Returns whether an operand is one matrix of consecutive elements for the whole batch.
bool IsOneMatrix(const GemmPlan& plan, const GemmOperand& operand) {
  const bool is_shared = std::ranges::all_of(
      operand.batch.dimensions, [](const StridedDimension& one) { return one.stride == 0; });
  const bool is_in_order = HasSteps(operand.k, 1) && HasSteps(operand.outer, plan.k);
  const bool is_transposed = HasSteps(operand.outer, 1) && HasSteps(operand.k, operand.outer.count);
  return is_shared && (is_in_order || is_transposed);
}

// Returns whether all offsets are at least 0, so that the elements that the strides reach are a
// range of memory from the first one on.
bool GoesForward(const GemmOperand& operand) {
  const auto goes_forward = [](const StridedWalk& walk) {
    return std::ranges::none_of(walk.dimensions,
                                [](const StridedDimension& one) { return one.stride < 0; });
  };
  return goes_forward(operand.batch) && goes_forward(operand.outer) && StrideOf(operand.k) &&
         goes_forward(operand.k);
}

// Elements from the first to the last one that the strides reach.
int64_t SpanOf(const GemmOperand& operand) {
  int64_t span = 1;
  for (const StridedWalk* walk : {&operand.batch, &operand.outer, &operand.k}) {
    for (const StridedDimension& one : walk->dimensions) span += (one.size - 1) * one.stride;
  }
  return span;
}

// Whether elements between those that the strides reach are few.
bool IsDense(const GemmOperand& operand) {
  const int64_t count = operand.batch.count * operand.outer.count * operand.k.count;
  return GoesForward(operand) && SpanOf(operand) <= count;
}

bool MayBeSparse(const GemmPlan& plan, bool is_rhs) {
  const GemmOperand& matrix = is_rhs ? plan.rhs : plan.lhs;
  const GemmOperand& other = is_rhs ? plan.lhs : plan.rhs;
  if (plan.kernels.find_nonzeros == nullptr || !IsInKernelTypes(plan) || plan.m < 2 || plan.n < 2 ||
      plan.k < kLeastDepth || other.outer.count * plan.batch < kLeastResults) {
    return false;
  }
  if (!IsOneMatrix(plan, matrix) || !IsDense(other) ||
      std::max(matrix.outer.count * plan.k, SpanOf(other)) > kMostSearched) {
    return false;
  }
  if (is_rhs) return !HasResultStrides(plan);
  return !other.outer.dimensions.empty() && other.outer.dimensions.back().stride == 1;
}

size_t RoundedUp(size_t bytes) {
  return (bytes + kGemmWorkspaceAlignment - 1) & ~(kGemmWorkspaceAlignment - 1);
}

size_t PanelBytes(const GemmPlan& plan) {
  const int64_t lanes = plan.kernels.sparse_rows * (plan.k + kSparseColumns);
  return RoundedUp(static_cast<size_t>(lanes) * plan.kernels.lane_bytes);
}

}  // namespace

SparseLists::SparseLists(const GemmPlan& plan, bool is_rhs, std::byte* memory)
    : header(reinterpret_cast<SparseHeader*>(memory)),
      count(is_rhs ? plan.n : plan.m),
      capacity(std::min(count * plan.k / kLeastZeros, kMostElements)) {
  WorkspaceLayout layout;
  layout.Take(1, sizeof(SparseHeader));
  const auto take = [&](int64_t elements, size_t element_bytes) {
    const size_t offset = layout.Take(elements, element_bytes);
    return memory == nullptr ? nullptr : memory + offset;
  };
  ends = reinterpret_cast<int32_t*>(take(count, sizeof(int32_t)));
  offsets = reinterpret_cast<int32_t*>(take(capacity, sizeof(int32_t)));
  values = take(capacity, plan.kernels.lane_bytes);
  positions = reinterpret_cast<int32_t*>(take(capacity + kSparseBlock, sizeof(int32_t)));
  bytes = layout.bytes();
}

SparseMemory SparseMemoryOf(const GemmPlan& plan) {
  SparseMemory memory;
  if (MayBeSparse(plan, false)) {
    memory = {SparseLists(plan, false, nullptr).bytes, kGemmWorkspaceAlignment};
  }
  if (MayBeSparse(plan, true) && PanelBytes(plan) <= kMostPanelBytes) {
    memory.lists = std::max(memory.lists, SparseLists(plan, true, nullptr).bytes);
    memory.of_thread = kGemmWorkspaceAlignment + PanelBytes(plan);
  }
  return memory;
}

bool FindNonzeros(const GemmPlan& plan, const GemmPointers& pointers, std::byte* lists) {
  const auto find = [&](bool is_rhs) {
    const GemmOperand& other = is_rhs ? plan.lhs : plan.rhs;
    if (!MayBeSparse(plan, is_rhs) || (is_rhs && PanelBytes(plan) > kMostPanelBytes)) return false;
    const SparseLists found(plan, is_rhs, lists);
    found.header->is_rhs = is_rhs;
    found.header->span = SpanOf(other);
    return plan.kernels.find_nonzeros(plan, pointers, found);
  };
  auto* const header = reinterpret_cast<SparseHeader*>(lists);
  header->has_lists = find(false) || find(true);
  return header->has_lists;
}

bool HasLists(const std::byte* lists) {
  return reinterpret_cast<const SparseHeader*>(lists)->has_lists;
}

void DropLists(std::byte* lists) { reinterpret_cast<SparseHeader*>(lists)->has_lists = false; }

SparseChunks SparseChunksOf(const GemmPlan& plan, const std::byte* lists) {
  const auto& header = *reinterpret_cast<const SparseHeader*>(lists);
  const int64_t rows = plan.batch * plan.m;
  const int64_t row_work =
      header.is_rhs ? header.entries + plan.k : header.entries * plan.n / plan.m;
  const int64_t most = std::max<int64_t>(kSparseChunkWork / std::max<int64_t>(row_work, 1), 1);
  SparseChunks chunks;
  chunks.rows = std::min(RoundUp(most, header.is_rhs ? plan.kernels.sparse_rows : 1), rows);
  chunks.count = CeilDivide(rows, chunks.rows);
  chunks.work = chunks.rows * row_work;
  return chunks;
}

void PrepareThread(std::byte* of_thread) { *reinterpret_cast<bool*>(of_thread) = false; }

void RunSparseChunk(const GemmPlan& plan, const GemmPointers& pointers, const std::byte* lists,
                    const SparseChunks& chunks, int64_t chunk, std::byte* of_thread) {
  if (HasFailed(of_thread)) return;
  // Kernels only read the lists.
  auto* const memory = const_cast<std::byte*>(lists);
  const bool is_rhs = reinterpret_cast<const SparseHeader*>(lists)->is_rhs;
  const int64_t begin = chunk * chunks.rows;
  const bool is_done = plan.kernels.run_sparse(plan, pointers, SparseLists(plan, is_rhs, memory),
                                               of_thread + kGemmWorkspaceAlignment, begin,
                                               std::min(begin + chunks.rows, plan.batch * plan.m));
  if (!is_done) *reinterpret_cast<bool*>(of_thread) = true;
}

bool HasFailed(const std::byte* of_thread) { return *reinterpret_cast<const bool*>(of_thread); }

}  // namespace paddock::simd
