// Lowering of convolution and dynamic_conv: a batched matrix multiplication that reads the windows
// of lhs through strides, so that neighbouring windows share their elements. Padding and dilation
// of lhs are materialized first, if a window contains any.
#include <algorithm>
#include <string>

#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/window_attributes.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/windows/convolution_steps.h"
#include "core/plan/windows/padded_operand.h"
#include "simd/elementwise/elementwise.h"
#include "simd/movement/index_value.h"
#include "simd/movement/row_major.h"
#include "simd/movement/strided_copy.h"

namespace paddock {
namespace {

struct ConvolutionSpec {
  ConvolutionAttributes attributes;
  // dynamic_conv: the operand that replaces attributes.padding.
  const Leaf* padding = nullptr;
};

int64_t At(std::span<const int64_t> list, int64_t dimension) {
  return list[static_cast<size_t>(dimension)];
}

// One dimension of the result, or a factor of its feature dimension: the groups, or the features of
// a group.
struct ResultPart {
  int64_t size = 1;
  // Strides in lhs, in rhs and in the result.
  int64_t lhs_stride = 0;
  int64_t rhs_stride = 0;
  int64_t result_stride = 0;
};

class ConvolutionEmitter {
 public:
  ConvolutionEmitter(Lowering& lowering, const Operation& operation, const ConvolutionSpec& spec,
                     const Leaf& lhs, const Leaf& rhs, const Leaf& result)
      : lowering_(lowering),
        operation_(operation),
        spec_(spec),
        attributes_(spec.attributes),
        lhs_(lhs),
        rhs_(rhs),
        result_(result),
        spatial_(attributes_.input_spatial.size()) {
    for (size_t i = 0; i < spatial_; ++i) {
      windows_.push_back(attributes_.WindowAlong(i, lhs.shape, rhs.shape, result.shape));
    }
  }

  bool Run() {
    lhs_ = lowering_.Dense(lhs_);
    rhs_ = lowering_.Dense(rhs_);
    PlaceWindows();
    ReadParts();
    return Multiply();
  }

 private:
  // --- Addressing of the windows' elements: first_ and strides of lhs_, perhaps a padded copy.

  void PlaceWindows() {
    const std::vector<WindowDimension> windows =
        attributes_.WindowsOverLhs(lhs_.shape, rhs_.shape, result_.shape);
    if (spec_.padding != nullptr) {
      lhs_ = EmitDynamicPadding(lowering_, operation_, lhs_, *spec_.padding, windows,
                                attributes_.input_spatial);
    } else {
      const PaddedOperand padded = EmitPadded(lowering_, operation_, lhs_, windows, nullptr);
      lhs_ = padded.leaf;
      first_ = padded.first;
    }
    const std::vector<int64_t> strides = simd::RowMajorStrides(lhs_.shape);
    for (size_t i = 0; i < spatial_; ++i) {
      int64_t step = windows_[i].window_dilation * At(strides, attributes_.input_spatial[i]);
      if (attributes_.reversal[i] != 0) {
        first_ += (windows_[i].window - 1) * step;
        step = -step;
      }
      cell_strides_.push_back(step);
    }
  }

  // --- Dimensions of the product.

  void ReadParts() {
    const std::vector<int64_t> lhs = simd::RowMajorStrides(lhs_.shape);
    const std::vector<int64_t> rhs = simd::RowMajorStrides(rhs_.shape);
    const std::vector<int64_t> result = simd::RowMajorStrides(result_.shape);
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
    output_ = {outputs, 0, output_stride, result_stride};
    // In the order of the result's dimensions.
    std::vector<ResultPart> parts(result_.shape.size());
    parts[static_cast<size_t>(attributes_.output_batch)] = {batch, batch_stride, 0,
                                                            At(result, attributes_.output_batch)};
    for (size_t i = 0; i < spatial_; ++i) {
      const int64_t stride = At(lhs, attributes_.input_spatial[i]) * windows_[i].stride;
      parts[static_cast<size_t>(attributes_.output_spatial[i])] = {
          windows_[i].result_size, stride, 0, At(result, attributes_.output_spatial[i])};
      contracting_.push_back(
          {windows_[i].window, cell_strides_[i], At(rhs, attributes_.kernel_spatial[i])});
    }
    contracting_.push_back({features, feature_stride, At(rhs, attributes_.kernel_input_feature)});
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
    int64_t columns = 1;
    for (const ResultPart& part : after_) columns *= part.size;
    if (columns < kFewColumns) return MultiplyWindows();
    return MultiplyKernels();
  }

  // Returns whether a result is one product for each cell of the window, without a matrix.
  bool IsDepthwise() const {
    const ElementType type = result_.type;
    const bool is_real = type == ElementType::kF32 || type == ElementType::kF64;
    return is_real && lhs_.type == type && rhs_.type == type && contracting_.back().size == 1 &&
           output_.size == 1;
  }

  void MultiplyDepthwise() {
    std::vector<simd::DepthwiseDimension> dimensions = {
        {group_.size, group_.lhs_stride, 1, group_.result_stride}};
    for (const auto* parts : {&before_, &after_}) {
      for (const ResultPart& part : *parts) {
        dimensions.push_back({part.size, part.lhs_stride, 0, part.result_stride});
      }
    }
    std::vector<int64_t> cells = {0};
    std::vector<simd::CopyDimension> loops;
    int64_t weight_stride = rhs_.count;
    for (size_t i = 0; i < spatial_; ++i) {
      const simd::GemmDimension& window = contracting_[i];
      std::vector<int64_t> finer;
      for (int64_t cell : cells) {
        for (int64_t at = 0; at < window.size; ++at) finer.push_back(cell + at * window.lhs_stride);
      }
      cells = std::move(finer);
      weight_stride /= window.size;
      loops.push_back({window.size, window.rhs_stride, weight_stride});
    }
    loops.push_back({group_.size, group_.rhs_stride, 1});
    const Leaf weights = lowering_.NewLeaf(rhs_.type, rhs_.shape);
    EmitArrangement(lowering_.emitter(), operation_, rhs_, weights, loops);
    EmitDepthwise(
        lowering_.emitter(), operation_, {lhs_, first_}, weights, result_,
        simd::PlanDepthwise(result_.type, lowering_.numerics(), dimensions, cells, group_.size));
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
    problem.n = {{output_.size, 0, output_.rhs_stride}};
    problem.k = contracting_;
    const bool is_in_order = after_.empty() && (group_.size == 1 || before_.empty());
    const Leaf product = is_in_order ? result_ : lowering_.NewLeaf(result_.type, result_.shape);
    if (!EmitGemmStep(lowering_, operation_, problem, lhs_, rhs_, product, {first_, 0})) {
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
    problem.m = {{output_.size, output_.rhs_stride, 0}};
    for (const ResultPart& part : after_) problem.n.push_back({part.size, 0, part.lhs_stride});
    for (const simd::GemmDimension& dimension : contracting_) {
      problem.k.push_back({dimension.size, dimension.rhs_stride, dimension.lhs_stride});
    }
    return EmitGemmStep(lowering_, operation_, problem, rhs_, lhs_, result_, {0, first_});
  }

  // Transposes [group, windows, output feature] to the result's order.
  void Arrange(const Leaf& product) {
    std::vector<ResultPart> order = {group_};
    order.insert(order.end(), before_.begin(), before_.end());
    order.insert(order.end(), after_.begin(), after_.end());
    order.push_back(output_);
    std::vector<simd::CopyDimension> loops(order.size());
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      loops[i] = {order[i].size, stride, order[i].result_stride};
      stride *= order[i].size;
    }
    EmitArrangement(lowering_.emitter(), operation_, product, result_, loops);
  }

  Lowering& lowering_;
  const Operation& operation_;
  const ConvolutionSpec& spec_;
  const ConvolutionAttributes& attributes_;
  Leaf lhs_, rhs_, result_;
  size_t spatial_;
  std::vector<WindowDimension> windows_;
  // Offset of the first element of the first window, and the strides between the cells of a window.
  int64_t first_ = 0;
  std::vector<int64_t> cell_strides_;
  std::vector<simd::GemmDimension> contracting_;
  ResultPart group_, output_;
  // Batch and spatial dimensions before and after the features of the result.
  std::vector<ResultPart> before_, after_;
};

// Returns whether the convolution has one kernel for each feature, of floats narrower than f32.
// They are widened first, and the result is rounded.
bool SumsInWiderFloats(Lowering& lowering, const Value& result,
                       const ConvolutionAttributes& attributes, const Leaf& lhs, const Leaf& rhs) {
  const auto is_narrow = [](std::optional<ElementType> type) {
    return type && IsFloat(*type) && BitWidth(*type) < 32;
  };
  return is_narrow(lhs.type) && is_narrow(rhs.type) &&
         is_narrow(lowering.TypeOf(result).element_type()) &&
         At(rhs.shape, attributes.kernel_input_feature) == 1 &&
         At(rhs.shape, attributes.kernel_output_feature) ==
             attributes.feature_groups * attributes.batch_groups;
}

Result<void> LowerInF32(Lowering& lowering, const Operation& operation, const ConvolutionSpec& spec,
                        const Leaf& lhs, const Leaf& rhs) {
  const Value& value = *operation.results[0];
  const auto shape = lowering.values().LeavesOf(lowering.TypeOf(value), operation.name_span);
  if (!shape) return Failed();
  const Leaf sums = lowering.NewLeaf(ElementType::kF32, shape->front().shape);
  ConvolutionEmitter(lowering, operation, spec,
                     Converted(lowering, operation, lhs, ElementType::kF32),
                     Converted(lowering, operation, rhs, ElementType::kF32), sums)
      .Run();
  lowering.elementwise().Compute(operation, value,
                                 simd::FindConvert(ElementType::kF32, shape->front().type), nullptr,
                                 std::span(&sums, 1));
  return {};
}

// Binds the result of a kernel without elements, whose sums are empty.
void BindZeros(Lowering& lowering, const Operation& operation, Leaf leaf) {
  static constexpr std::byte kZeros[16] = {};
  for (const Leaf& operand :
       lowering.values().OperandLeaves(operation, 0, operation.operands.size())) {
    lowering.elementwise().DoWithout(operand);
  }
  leaf.where = Leaf::Where::kConstant;
  leaf.address = kZeros;
  leaf.is_splat = leaf.count != 1;
  lowering.Bind(*operation.results[0], leaf);
}

Result<void> LowerConvolutionWith(Lowering& lowering, const Operation& operation,
                                  const ConvolutionSpec& spec) {
  Leaf lhs = lowering.Operand(operation, 0);
  Leaf rhs = lowering.Operand(operation, 1);
  const Value& value = *operation.results[0];
  const auto shape = lowering.values().LeavesOf(lowering.TypeOf(value), operation.name_span);
  if (!shape) return Failed();
  if (shape->front().count == 0) {
    lowering.Define(value);
    return {};
  }
  if (rhs.count == 0) {
    BindZeros(lowering, operation, shape->front());
    return {};
  }
  const auto windows = spec.attributes.WindowsOverLhs(lhs.shape, rhs.shape, shape->front().shape);
  if (!CheckReach(lowering, operation, windows)) return Failed();
  if (SumsInWiderFloats(lowering, value, spec.attributes, lhs, rhs)) {
    return LowerInF32(lowering, operation, spec, lhs, rhs);
  }
  const Leaf result = lowering.Define(value);
  if (!simd::AccumulationFor(lhs.type, rhs.type, result.type)) {
    lhs = Converted(lowering, operation, lhs, result.type);
    rhs = Converted(lowering, operation, rhs, result.type);
  }
  if (ConvolutionEmitter(lowering, operation, spec, lhs, rhs, result).Run()) return {};
  return lowering.NotImplemented(
      operation, std::string(operation.name) + " of " + std::string(Spelling(lhs.type)) + " and " +
                     std::string(Spelling(rhs.type)) + " is not yet implemented");
}

}  // namespace

Result<void> LowerConvolution(Lowering& lowering, const Operation& operation) {
  ConvolutionSpec spec;
  spec.attributes = ConvolutionAttributesOf(operation);
  return LowerConvolutionWith(lowering, operation, spec);
}

Result<void> LowerDynamicConv(Lowering& lowering, const Operation& operation) {
  ConvolutionSpec spec;
  spec.attributes = ConvolutionAttributesOf(operation);
  const Leaf padding = lowering.DenseOperand(operation, 2);
  if (padding.where != Leaf::Where::kConstant) {
    spec.padding = &padding;
    return LowerConvolutionWith(lowering, operation, spec);
  }
  const auto read = simd::FindReadIndex(padding.type);
  for (size_t i = 0; i < spec.attributes.padding.size(); ++i) {
    spec.attributes.padding[i] = read(padding.address + i * padding.element_bytes());
  }
  return LowerConvolutionWith(lowering, operation, spec);
}

}  // namespace paddock
