#include "core/plan/products/ragged_steps.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/products/gemm_step.h"

namespace paddock {
namespace {

// --- Common parts of both kinds of products.

template <class Phase>
struct RaggedReferences {
  Read<Phase> lhs;
  Read<Phase> rhs;
  Read<Phase> bounds;
  Write<Phase> result;
};

struct RaggedOperands {
  // Offsets of the operands for each index of the outer dimensions.
  simd::StridedWalk lhs_outer, rhs_outer;
  int64_t outer_count = 1;
  int64_t lists = 1;
  int64_t groups = 0;
  int64_t lhs_bytes = 1, rhs_bytes = 1;

  RaggedOperands(const RaggedProblem& problem, const Leaf& lhs, const Leaf& rhs, const Leaf& bounds)
      : lists(bounds.shape[0]),
        groups(bounds.shape[1] - 1),
        lhs_bytes(static_cast<int64_t>(lhs.element_bytes())),
        rhs_bytes(static_cast<int64_t>(rhs.element_bytes())) {
    std::vector<simd::StridedDimension> lhs_dimensions, rhs_dimensions;
    for (const simd::GemmDimension& dimension : problem.outer) {
      lhs_dimensions.push_back({dimension.size, dimension.lhs_stride});
      rhs_dimensions.push_back({dimension.size, dimension.rhs_stride});
    }
    lhs_outer = simd::MakeStridedWalk(lhs_dimensions);
    rhs_outer = simd::MakeStridedWalk(rhs_dimensions);
    outer_count = lhs_outer.count;
  }

  const int64_t* ListOf(const std::byte* bounds, int64_t outer) const {
    return reinterpret_cast<const int64_t*>(bounds) + (lists == 1 ? 0 : outer) * (groups + 1);
  }
};

int64_t StepsOf(const simd::GemmPlan& plan) { return plan.tiles * plan.steps_per_tile + 1; }

// Continues a product and charges its work; `position` counts its steps. Returns true once it is
// done.
bool RunProduct(StepContext& context, const simd::GemmPlan& plan,
                const simd::GemmPointers& pointers, int64_t& position) {
  const int64_t steps = std::max<int64_t>(1, plan.steps_per_tile);
  simd::GemmPosition at{position / steps, position % steps};
  const int64_t given = kChunkWork * kMultiplyAddsOfUnit;
  int64_t budget = given;
  const bool is_done = simd::RunGemm(plan, pointers, context.scratch, at, budget);
  position = at.tile * steps + at.step;
  context.Spend((given - budget) / kMultiplyAddsOfUnit + kStepWork);
  return is_done;
}

// --- Rows of groups. The dimension is divided into blocks. In a block, each group's rows come from
// a product of all rows of the block, or, if the group has few, from products of small_rows. The
// product goes to separate memory, because neighbouring rows belong to other groups.

constexpr int64_t kBlockRows = 64;
constexpr int64_t kSmallRows = 8;
// Above this number of rows, the product of a whole block is less work than small products.
constexpr int64_t kMostSmall = kBlockRows / 2;

struct RaggedRows : RaggedOperands {
  using RaggedOperands::RaggedOperands;
  simd::GemmPlan block, small;
  int64_t block_rows = 1, small_rows = 1;
  int64_t size = 0;
  // Bytes between indices of the ragged dimension.
  int64_t lhs_row_bytes = 0;
  int64_t result_row_bytes = 0;
  int64_t rhs_group_bytes = 0;
  // In scratch memory, after the workspace.
  size_t aside_offset = 0;
  int64_t block_work = 1;

  int64_t blocks() const { return (size + kBlockRows - 1) / kBlockRows; }
  int64_t chunks() const { return outer_count * blocks(); }
  // Positions of a product, and of a chunk, which has at most one product for each row.
  int64_t span() const { return std::max(StepsOf(block), StepsOf(small)); }
  int64_t chunk_span() const { return kBlockRows * span(); }
};

class RaggedBlock {
 public:
  RaggedBlock(const RaggedRows& rows, const RaggedReferences<Running>& at, std::byte* scratch,
              int64_t chunk)
      : rows_(rows),
        at_(at),
        aside_(scratch + rows.aside_offset),
        outer_(chunk / rows.blocks()),
        begin_(chunk % rows.blocks() * kBlockRows),
        end_(std::min(rows.size, begin_ + kBlockRows)) {
    const int64_t* bounds = rows.ListOf(at.bounds, outer_);
    const int64_t* ends = bounds + 1;
    covered_ = bounds[rows.groups];
    int64_t group = std::upper_bound(ends, ends + rows.groups, begin_) - ends;
    for (; group < rows.groups && bounds[group] < end_; ++group) {
      AddGroup(group, std::max(begin_, bounds[group]), std::min(end_, ends[group]));
    }
  }

  int64_t product_count() const { return product_count_; }
  const simd::GemmPlan& PlanOf(int64_t index) const {
    return products_[static_cast<size_t>(index)].is_small ? rows_.small : rows_.block;
  }
  simd::GemmPointers PointersOf(int64_t index) const {
    const Product& product = products_[static_cast<size_t>(index)];
    return {at_.lhs + simd::OffsetAt(rows_.lhs_outer, outer_) * rows_.lhs_bytes +
                product.first * rows_.lhs_row_bytes,
            at_.rhs + simd::OffsetAt(rows_.rhs_outer, outer_) * rows_.rhs_bytes +
                product.group * rows_.rhs_group_bytes,
            aside_};
  }
  // Copies the group's rows from the separate memory.
  void Take(int64_t index) const {
    const Product& product = products_[static_cast<size_t>(index)];
    std::memcpy(RowAt(product.begin),
                aside_ + (product.begin - product.first) * rows_.result_row_bytes,
                static_cast<size_t>((product.end - product.begin) * rows_.result_row_bytes));
  }
  // Clears the rows that belong to no group.
  void ClearRest() const {
    const int64_t first = std::max(begin_, covered_);
    if (first >= end_) return;
    std::memset(RowAt(first), 0, static_cast<size_t>((end_ - first) * rows_.result_row_bytes));
  }

 private:
  struct Product {
    int64_t group;
    // The needed rows, and the first computed one.
    int64_t begin, end;
    int64_t first;
    bool is_small;
  };

  void AddGroup(int64_t group, int64_t begin, int64_t end) {
    const bool is_small = end - begin <= kMostSmall;
    const int64_t computed = is_small ? rows_.small_rows : rows_.block_rows;
    while (begin < end) {
      const int64_t first = std::min(is_small ? begin : begin_, rows_.size - computed);
      const int64_t last = std::min(end, first + computed);
      products_[static_cast<size_t>(product_count_++)] = {group, begin, last, first, is_small};
      begin = last;
    }
  }

  std::byte* RowAt(int64_t row) const {
    return at_.result + (outer_ * rows_.size + row) * rows_.result_row_bytes;
  }

  const RaggedRows& rows_;
  const RaggedReferences<Running>& at_;
  std::byte* aside_;
  int64_t outer_;
  int64_t begin_, end_;
  // Number of rows in any group.
  int64_t covered_ = 0;
  std::array<Product, kBlockRows> products_;
  int64_t product_count_ = 0;
};

StepStatus RunBlocksAlone(StepContext& context, const RaggedRows& rows) {
  const auto at = Bind<RaggedReferences>(context);
  const int64_t chunk_span = rows.chunk_span(), span = rows.span();
  while (context.position < rows.chunks() * chunk_span) {
    const int64_t chunk = context.position / chunk_span;
    const RaggedBlock block(rows, at, context.scratch, chunk);
    int64_t index = context.position % chunk_span / span;
    int64_t local = context.position % span;
    if (index == 0 && local == 0) block.ClearRest();
    while (index < block.product_count()) {
      if (RunProduct(context, block.PlanOf(index), block.PointersOf(index), local)) {
        block.Take(index++);
        local = 0;
      }
      context.position = chunk * chunk_span + index * span + local;
      if (context.budget <= 0) return StepStatus::kBudgetSpent;
    }
    context.position = (chunk + 1) * chunk_span;
    if (!context.Spend(kBlockRows)) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

StepStatus RaggedRowsStep(StepContext& context) {
  const auto& rows = context.As<RaggedRows>();
  if (context.host->thread_count() == 1) return RunBlocksAlone(context, rows);
  const auto at = Bind<RaggedReferences>(context);
  return RunChunks(context, rows.chunks(), rows.block_work, [&](int64_t chunk, size_t thread) {
    std::byte* scratch = context.scratch + thread * context.scratch_stride;
    const RaggedBlock block(rows, at, scratch, chunk);
    block.ClearRest();
    for (int64_t index = 0; index < block.product_count(); ++index) {
      simd::GemmPosition position;
      int64_t budget = INT64_MAX;
      simd::RunGemm(block.PlanOf(index), block.PointersOf(index), scratch, position, budget);
      block.Take(index);
    }
  });
}

// --- Sums over groups: a product for each group and index of the outer dimensions.
struct RaggedSums : RaggedOperands {
  using RaggedOperands::RaggedOperands;
  // Product over all elements.
  simd::GemmPlan plan;
  // Elements of the contracting dimensions for each index of the ragged one, and the strides of the
  // ragged one.
  int64_t elements = 1;
  int64_t lhs_stride_bytes = 0, rhs_stride_bytes = 0;
  int64_t result_bytes = 0;
  int64_t work = 1;

  int64_t products() const { return groups * outer_count; }
};

struct RaggedSum {
  simd::GemmPlan plan;
  simd::GemmPointers pointers;
};

RaggedSum SumAt(const RaggedSums& sums, const RaggedReferences<Running>& at, int64_t product) {
  const int64_t group = product / sums.outer_count, outer = product % sums.outer_count;
  const int64_t* bounds = sums.ListOf(at.bounds, outer) + group;
  return {simd::WithContractingSize(sums.plan, (bounds[1] - bounds[0]) * sums.elements),
          {at.lhs + simd::OffsetAt(sums.lhs_outer, outer) * sums.lhs_bytes +
               bounds[0] * sums.lhs_stride_bytes,
           at.rhs + simd::OffsetAt(sums.rhs_outer, outer) * sums.rhs_bytes +
               bounds[0] * sums.rhs_stride_bytes,
           at.result + product * sums.result_bytes}};
}

StepStatus RunSumsAlone(StepContext& context, const RaggedSums& sums) {
  const auto at = Bind<RaggedReferences>(context);
  const int64_t span = StepsOf(sums.plan);
  while (context.position < sums.products() * span) {
    const int64_t product = context.position / span;
    int64_t local = context.position % span;
    const RaggedSum sum = SumAt(sums, at, product);
    const bool is_done = RunProduct(context, sum.plan, sum.pointers, local);
    context.position = is_done ? (product + 1) * span : product * span + local;
    if (context.budget <= 0 && context.position < sums.products() * span) {
      return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
}

StepStatus RaggedSumsStep(StepContext& context) {
  const auto& sums = context.As<RaggedSums>();
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  if (threads == 1) return RunSumsAlone(context, sums);
  const auto at = Bind<RaggedReferences>(context);
  const int64_t parts = simd::ChunkCount(sums.plan, threads);
  const int64_t chunks = sums.products() * parts;
  return RunChunks(context, chunks, sums.work / std::max<int64_t>(1, chunks) + 1,
                   [&](int64_t chunk, size_t thread) {
                     const RaggedSum sum = SumAt(sums, at, chunk / parts);
                     simd::RunGemmChunk(sum.plan, sum.pointers,
                                        context.scratch + thread * context.scratch_stride, threads,
                                        chunk % parts);
                   });
}

StepSpec SpecOf(const Operation& operation, const RaggedProblem& problem, const Leaf& lhs,
                const Leaf& rhs, const Leaf& bounds, const Leaf& result) {
  StepSpec spec;
  spec.operation = &operation;
  SetReferences(
      spec, RaggedReferences<Planning>{.lhs = lhs, .rhs = rhs, .bounds = bounds, .result = result});
  const int64_t multiply_adds = simd::CountOf(problem.outer) * problem.ragged.size *
                                simd::CountOf(problem.product.m) *
                                simd::CountOf(problem.product.n) * simd::CountOf(problem.product.k);
  spec.work = multiply_adds / kMultiplyAddsOfUnit + kStepWork;
  spec.operations = 2 * static_cast<uint64_t>(multiply_adds);
  spec.pays_by_itself = true;
  return spec;
}

}  // namespace

bool EmitRaggedRows(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result) {
  if (result.count == 0) return true;
  RaggedRows rows(problem, lhs, rhs, bounds);
  rows.size = problem.ragged.size;
  rows.block_rows = std::min(rows.size, kBlockRows);
  rows.small_rows = std::min(rows.size, kSmallRows);
  const int64_t row_count = simd::CountOf(problem.product.m);
  // A single row would have the bits of a matrix times a vector. If the whole product has more
  // rows, the row is therefore computed twice.
  const bool is_doubled = rows.size * row_count == 1 && problem.rows > 1;
  const auto plan = [&](int64_t count) {
    simd::GemmProblem product = problem.product;
    product.m.insert(product.m.begin(), {count, problem.ragged.lhs_stride, 0});
    if (is_doubled) product.m.push_back({2, 0, 0});
    return simd::PlanGemm(product);
  };
  auto block = plan(rows.block_rows), small = plan(rows.small_rows);
  if (!block || !small) return false;
  rows.block = std::move(*block);
  rows.small = std::move(*small);
  rows.lhs_row_bytes = problem.ragged.lhs_stride * rows.lhs_bytes;
  rows.rhs_group_bytes = problem.rhs_group_stride * rows.rhs_bytes;
  rows.result_row_bytes =
      row_count * simd::CountOf(problem.product.n) * static_cast<int64_t>(result.element_bytes());
  rows.aside_offset = std::max(simd::WorkspaceBytes(rows.block), simd::WorkspaceBytes(rows.small));
  rows.block_work = simd::WorkOf(rows.block) / kMultiplyAddsOfUnit + kStepWork;
  StepSpec spec = SpecOf(operation, problem, lhs, rhs, bounds, result);
  spec.function = &RaggedRowsStep;
  spec.scratch_bytes = rows.aside_offset + static_cast<size_t>(rows.result_row_bytes) *
                                               static_cast<size_t>(rows.block_rows) *
                                               (is_doubled ? 2 : 1);
  spec.parameters = lowering.Own(std::move(rows));
  lowering.Emit(spec);
  return true;
}

bool EmitRaggedSums(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result) {
  if (result.count == 0) return true;
  RaggedSums sums(problem, lhs, rhs, bounds);
  simd::GemmProblem product = problem.product;
  sums.elements = simd::CountOf(product.k);
  product.k.insert(product.k.begin(), problem.ragged);
  auto plan = simd::PlanGemm(product);
  if (!plan) return false;
  sums.plan = std::move(*plan);
  sums.lhs_stride_bytes = problem.ragged.lhs_stride * sums.lhs_bytes;
  sums.rhs_stride_bytes = problem.ragged.rhs_stride * sums.rhs_bytes;
  // The plan may divide the rows among several matrices.
  sums.result_bytes = static_cast<int64_t>(result.bytes()) / std::max<int64_t>(sums.products(), 1);
  StepSpec spec = SpecOf(operation, problem, lhs, rhs, bounds, result);
  spec.function = &RaggedSumsStep;
  spec.scratch_bytes = simd::WorkspaceBytes(sums.plan);
  sums.work = spec.work;
  spec.parameters = lowering.Own(std::move(sums));
  lowering.Emit(spec);
  return true;
}

}  // namespace paddock
