#include "core/plan/windows/convolution_product.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "core/plan/lowering/lowering.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/windows/convolution_steps.h"
#include "core/plan/windows/convolution_terms.h"
#include "simd/movement/row_major.h"
#include "simd/movement/strided_copy.h"

namespace paddock {
namespace {

// One dimension of the result, or a factor of its feature dimension: the groups, or the features of
// a group.
struct ResultPart {
  int64_t size = 1;
  // Strides in lhs, in rhs and in the result.
  int64_t lhs_stride = 0;
  int64_t rhs_stride = 0;
  int64_t result_stride = 0;
  // Number of the spatial dimension, or -1.
  int64_t spatial = -1;
};

bool AreReal(const Leaf& lhs, const Leaf& rhs, const Leaf& result) {
  const bool is_real = result.type == ElementType::kF32 || result.type == ElementType::kF64;
  return is_real && lhs.type == result.type && rhs.type == result.type;
}

class ProductEmitter {
 public:
  ProductEmitter(Lowering& lowering, const Operation& operation,
                 const ConvolutionAttributes& attributes, const ConvolutionProduct& product)
      : lowering_(lowering),
        operation_(operation),
        attributes_(attributes),
        lhs_(product.lhs),
        rhs_(product.rhs),
        result_(product.result),
        result_strides_(product.result_strides.empty() ? simd::RowMajorStrides(product.result.shape)
                                                       : product.result_strides),
        result_first_(product.result_first),
        has_copies_(!product.result_strides.empty()),
        lhs_first_(product.lhs_first),
        rhs_first_(product.rhs_first),
        spatial_(product.phases.size()),
        phases_(product.phases),
        skips_padding_(product.skips_padding) {}

  bool Run() {
    PlaceCells();
    ReadParts();
    return Multiply();
  }

 private:
  // --- Addressing of the cells.

  void PlaceCells() {
    const std::vector<int64_t> lhs = simd::RowMajorStrides(lhs_.shape);
    const std::vector<int64_t> rhs = simd::RowMajorStrides(rhs_.shape);
    for (size_t i = 0; i < spatial_; ++i) {
      const ConvolutionPhase& phase = phases_[i];
      const WindowDimension& window = phase.window;
      const int64_t stride = At(rhs, attributes_.kernel_spatial[i]);
      const bool is_reversed = attributes_.reversal[i] != 0;
      int64_t step = window.window_dilation * At(lhs, attributes_.input_spatial[i]);
      int64_t first_cell = phase.first_cell;
      if (is_reversed) {
        // The last cell of the phase meets the first of its elements of rhs.
        first_cell = At(rhs_.shape, attributes_.kernel_spatial[i]) - 1 - phase.first_cell -
                     (window.window - 1) * phase.cell_step;
        lhs_first_ += (window.window - 1) * step;
        step = -step;
      }
      rhs_first_ += first_cell * stride;
      if (phase.copies > 1) {
        outputs_.push_back({phase.copies, 0, (is_reversed ? -1 : 1) * phase.cell_distance * stride,
                            phase.result_distance * At(simd::RowMajorStrides(result_.shape),
                                                       attributes_.output_spatial[i])});
      }
      cells_.push_back({window.window, step, phase.cell_step * stride});
    }
  }

  // --- Dimensions of the product.

  void ReadParts() {
    const std::vector<int64_t> lhs = simd::RowMajorStrides(lhs_.shape);
    const std::vector<int64_t> rhs = simd::RowMajorStrides(rhs_.shape);
    const std::vector<int64_t>& result = result_strides_;
    const int64_t batch_stride = At(lhs, attributes_.input_batch);
    const int64_t feature_stride = At(lhs, attributes_.input_feature);
    const int64_t output_stride = At(rhs, attributes_.kernel_output_feature);
    const int64_t result_stride = At(result, attributes_.output_feature);
    const int64_t batch = At(lhs_.shape, attributes_.input_batch) / attributes_.batch_groups;
    const int64_t features = At(rhs_.shape, attributes_.kernel_input_feature);
    const int64_t groups = attributes_.feature_groups * attributes_.batch_groups;
    const int64_t outputs = At(rhs_.shape, attributes_.kernel_output_feature) / groups;
    group_ = {groups,
              attributes_.batch_groups > 1 ? batch * batch_stride : features * feature_stride,
              outputs * output_stride, outputs * result_stride};
    outputs_.push_back({outputs, 0, output_stride, result_stride});
    std::ranges::sort(outputs_, std::greater<>(), &ResultPart::result_stride);
    output_count_ = 1;
    for (const ResultPart& part : outputs_) output_count_ *= part.size;
    // In the order of the result's dimensions.
    std::vector<ResultPart> parts(result_.shape.size());
    parts[static_cast<size_t>(attributes_.output_batch)] = {batch, batch_stride, 0,
                                                            At(result, attributes_.output_batch)};
    for (size_t i = 0; i < spatial_; ++i) {
      const WindowDimension& window = phases_[i].window;
      const int64_t stride = At(lhs, attributes_.input_spatial[i]) * window.stride;
      parts[static_cast<size_t>(attributes_.output_spatial[i])] = {
          window.result_size, stride, 0, At(result, attributes_.output_spatial[i]),
          static_cast<int64_t>(i)};
    }
    terms_.dimensions = cells_;
    terms_.dimensions.push_back(
        {features, feature_stride, At(rhs, attributes_.kernel_input_feature)});
    const auto feature = static_cast<size_t>(attributes_.output_feature);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i == feature || parts[i].size == 1) continue;
      (i < feature ? before_ : after_).push_back(parts[i]);
    }
  }

  // With fewer adjacent windows in the result than one register holds, windows are rows of the
  // product instead of columns.
  static constexpr int64_t kFewColumns = 16;

  bool Multiply() {
    if (IsDepthwise()) {
      MultiplyDepthwise();
      return true;
    }
    if (HasSmallGroups() && MultiplyGroups()) return true;
    if (has_copies_ || SizeOf(after_) < kFewColumns) return MultiplyWindows();
    return MultiplyKernels();
  }

  static int64_t SizeOf(const std::vector<ResultPart>& parts) {
    int64_t size = 1;
    for (const ResultPart& part : parts) size *= part.size;
    return size;
  }

  // Returns whether a result is one product for each cell of the window, without a matrix.
  bool IsDepthwise() const {
    return AreReal(lhs_, rhs_, result_) && terms_.dimensions.back().size == 1 && output_count_ == 1;
  }

  void MultiplyDepthwise() {
    std::vector<simd::DepthwiseDimension> dimensions = {
        {group_.size, group_.lhs_stride, 1, group_.result_stride}};
    for (const auto* parts : {&before_, &after_}) {
      for (const ResultPart& part : *parts) {
        const int64_t edge = skips_padding_ ? part.spatial : -1;
        dimensions.push_back({part.size, part.lhs_stride, 0, part.result_stride, edge});
      }
    }
    const std::vector<int64_t> cells = terms_.OffsetsBy(&simd::GemmDimension::lhs_stride);
    std::vector<simd::CopyDimension> order = terms_.LoopsOverRhs();
    order.push_back({group_.size, group_.rhs_stride, 0});
    const Leaf weights = ArrangeWeights(std::move(order));
    simd::DepthwisePlan plan =
        simd::PlanDepthwise(result_.type, lowering_.numerics(), dimensions, cells, group_.size);
    if (skips_padding_) SkipPadding(plan);
    EmitDepthwise(lowering_.emitter(), operation_, {lhs_, lhs_first_}, weights, result_,
                  std::move(plan));
  }

  // Cells are in row-major order of the windows.
  void SkipPadding(simd::DepthwisePlan& plan) const {
    std::vector<simd::DepthwiseEdge> edges;
    std::vector<int64_t> positions;
    const auto cells = static_cast<int64_t>(plan.cells.size());
    int64_t inner = cells;
    for (size_t i = 0; i < spatial_; ++i) {
      const WindowDimension& window = phases_[i].window;
      inner /= window.window;
      const int64_t last = window.window - 1;
      for (int64_t c = 0; c < cells; ++c) {
        const int64_t cell = c / inner % window.window;
        const bool is_reversed = attributes_.reversal[i] != 0;
        positions.push_back((is_reversed ? last - cell : cell) * window.window_dilation);
      }
      edges.push_back(
          {window.operand_size, window.stride, window.low, last * window.window_dilation});
    }
    simd::SkipPadding(plan, edges, positions);
  }

  // Returns whether a group's matrices are multiplied where they are. A product of a matrix and a
  // vector has sums in another order.
  bool HasSmallGroups() const {
    constexpr int64_t kMostOutputs = 16, kMostTerms = 1024;
    return AreReal(lhs_, rhs_, result_) && !has_copies_ && group_.size > 1 && output_count_ > 1 &&
           output_count_ <= kMostOutputs && SizeOf(before_) * SizeOf(after_) > 1 &&
           terms_.count() <= kMostTerms;
  }

  // Vectors are of windows or of output features, whichever are neighbours in the result. Returns
  // false if these are too few.
  bool MultiplyGroups() {
    const ResultPart& outputs = outputs_.front();
    std::vector<ResultPart> windows = before_;
    windows.insert(windows.end(), after_.begin(), after_.end());
    const ResultPart inner = windows.back();
    windows.pop_back();
    const bool has_rows = inner.lhs_stride == 1 && inner.result_stride == 1;
    const bool fills_vectors = has_rows ? inner.size >= simd::LanesOfColumns(result_.type)
                                        : outputs.size >= simd::FewestColumns(result_.type);
    if (!fills_vectors || (!has_rows && outputs.result_stride != 1)) return false;
    simd::GroupedProblem problem;
    problem.type = result_.type;
    problem.numerics = lowering_.numerics();
    problem.columns = {has_rows ? inner.size : outputs.size, 0, 1, 1};
    const OffsetOperand lhs = {lhs_, lhs_first_};
    if (has_rows) {
      problem.loops.push_back(
          {group_.size, group_.rhs_stride, group_.lhs_stride, group_.result_stride});
      for (const ResultPart& part : windows) {
        problem.loops.push_back({part.size, 0, part.lhs_stride, part.result_stride});
      }
      problem.rows = {outputs.size, outputs.rhs_stride, 0, outputs.result_stride};
      problem.splat_terms = terms_.OffsetsBy(&simd::GemmDimension::rhs_stride);
      problem.vector_terms = terms_.OffsetsBy(&simd::GemmDimension::lhs_stride);
      EmitGrouped(lowering_.emitter(), operation_, {rhs_, rhs_first_}, lhs, result_,
                  std::move(problem));
      return true;
    }
    for (const ResultPart& part : windows) {
      problem.loops.push_back({part.size, part.lhs_stride, 0, part.result_stride});
    }
    problem.loops.push_back(
        {group_.size, group_.lhs_stride, terms_.count() * outputs.size, group_.result_stride});
    problem.rows = {inner.size, inner.lhs_stride, 0, inner.result_stride};
    problem.splat_terms = terms_.OffsetsBy(&simd::GemmDimension::lhs_stride);
    for (int64_t t = 0; t < terms_.count(); ++t) problem.vector_terms.push_back(t * outputs.size);
    std::vector<simd::CopyDimension> order = terms_.LoopsOverRhs();
    order.insert(order.begin(), {group_.size, group_.rhs_stride, 0});
    order.push_back({outputs.size, outputs.rhs_stride, 0});
    const Leaf weights = ArrangeWeights(std::move(order));
    EmitGrouped(lowering_.emitter(), operation_, lhs, {weights, 0}, result_, std::move(problem));
    return true;
  }

  // Emits elements of rhs in the order of `loops`.
  Leaf ArrangeWeights(std::vector<simd::CopyDimension> loops) {
    int64_t count = 1;
    for (size_t i = loops.size(); i-- > 0; count *= loops[i].size) loops[i].result_stride = count;
    const int64_t shape[] = {count};
    const Leaf weights =
        lowering_.NewLeaf(rhs_.type, lowering_.arena().CopyArray(std::span<const int64_t>(shape)));
    EmitArrangement(lowering_.emitter(), operation_, rhs_, weights, {loops, rhs_first_, 0});
    return weights;
  }

  simd::GemmProblem NewProblem(const Leaf& lhs, const Leaf& rhs) const {
    simd::GemmProblem problem;
    problem.lhs_type = lhs.type;
    problem.rhs_type = rhs.type;
    problem.result_type = result_.type;
    problem.numerics = lowering_.numerics();
    return problem;
  }

  // Multiplies with windows as rows and output features as columns, which is the result's order if
  // features are last.
  bool MultiplyWindows() {
    simd::GemmProblem problem = NewProblem(lhs_, rhs_);
    problem.batch = {{group_.size, group_.lhs_stride, group_.rhs_stride}};
    for (const auto* parts : {&before_, &after_}) {
      for (const ResultPart& part : *parts) problem.m.push_back({part.size, part.lhs_stride, 0});
    }
    for (const ResultPart& part : outputs_) problem.n.push_back({part.size, 0, part.rhs_stride});
    problem.k = terms_.dimensions;
    const bool is_in_order =
        !has_copies_ && after_.empty() && (group_.size == 1 || before_.empty());
    const int64_t shape[] = {group_.size * SizeOf(before_) * SizeOf(after_) * output_count_};
    const Leaf product =
        is_in_order
            ? result_
            : lowering_.NewLeaf(result_.type,
                                lowering_.arena().CopyArray(std::span<const int64_t>(shape)));
    if (!EmitGemmStep(lowering_, operation_, problem, lhs_, rhs_, product,
                      {lhs_first_, rhs_first_})) {
      return false;
    }
    if (!is_in_order) Arrange(product);
    return true;
  }

  // Multiplies with output features as rows, and the windows after them in the result as columns.
  bool MultiplyKernels() {
    simd::GemmProblem problem = NewProblem(rhs_, lhs_);
    for (const ResultPart& part : before_) {
      problem.batch.push_back({part.size, 0, part.lhs_stride});
    }
    problem.batch.push_back({group_.size, group_.rhs_stride, group_.lhs_stride});
    for (const ResultPart& part : outputs_) problem.m.push_back({part.size, part.rhs_stride, 0});
    for (const ResultPart& part : after_) problem.n.push_back({part.size, 0, part.lhs_stride});
    for (const simd::GemmDimension& dimension : terms_.dimensions) {
      problem.k.push_back({dimension.size, dimension.rhs_stride, dimension.lhs_stride});
    }
    return EmitGemmStep(lowering_, operation_, problem, rhs_, lhs_, result_,
                        {rhs_first_, lhs_first_});
  }

  // Moves the elements of a product of [group, windows, outputs] where they are in the result.
  void Arrange(const Leaf& product) {
    std::vector<ResultPart> order = {group_};
    for (const auto* parts : {&before_, &after_, &outputs_}) {
      order.insert(order.end(), parts->begin(), parts->end());
    }
    std::vector<simd::CopyDimension> loops(order.size());
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      loops[i] = {order[i].size, stride, order[i].result_stride};
      stride *= order[i].size;
    }
    EmitArrangement(lowering_.emitter(), operation_, product, result_, {loops, 0, result_first_});
  }

  Lowering& lowering_;
  const Operation& operation_;
  const ConvolutionAttributes& attributes_;
  const Leaf lhs_, rhs_, result_;
  std::vector<int64_t> result_strides_;
  int64_t result_first_;
  bool has_copies_;
  // Offsets of the first cell of the first window.
  int64_t lhs_first_, rhs_first_;
  size_t spatial_;
  std::span<const ConvolutionPhase> phases_;
  bool skips_padding_;
  // The spatial dimensions of the window.
  std::vector<simd::GemmDimension> cells_;
  ConvolutionTerms terms_;
  ResultPart group_;
  // Copies of phases and the output features of a group, in the order of the result.
  std::vector<ResultPart> outputs_;
  int64_t output_count_ = 1;
  // Batch and spatial dimensions before and after the features of the result.
  std::vector<ResultPart> before_, after_;
};

}  // namespace

bool MaySkipPadding(const ConvolutionAttributes& attributes, const Leaf& lhs, const Leaf& rhs,
                    const Leaf& result) {
  // A cursor has indices of so many loops.
  constexpr int64_t kMostDimensions = 6;
  // The list of a window with padding takes longer than a copy for fewer features or more cells.
  constexpr int64_t kFewestFeatures = 32, kMostCells = 64;
  const auto last = static_cast<int64_t>(lhs.shape.size()) - 1;
  return last < kMostDimensions && AreReal(lhs, rhs, result) && attributes.batch_groups == 1 &&
         attributes.feature_groups >= kFewestFeatures &&
         rhs.count <= kMostCells * attributes.feature_groups &&
         At(rhs.shape, attributes.kernel_output_feature) == attributes.feature_groups &&
         At(rhs.shape, attributes.kernel_input_feature) == 1 && attributes.input_feature == last &&
         attributes.output_feature == last;
}

bool EmitConvolutionProduct(Lowering& lowering, const Operation& operation,
                            const ConvolutionAttributes& attributes,
                            const ConvolutionProduct& product) {
  return ProductEmitter(lowering, operation, attributes, product).Run();
}

}  // namespace paddock
