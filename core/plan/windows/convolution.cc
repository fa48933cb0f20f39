// Lowering of convolution and dynamic_conv. Padding of lhs is materialized first, if a window
// contains any. A dilated lhs gives a product for each phase of the windows.
#include <algorithm>
#include <string>

#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/window_attributes.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/windows/convolution_phases.h"
#include "core/plan/windows/convolution_product.h"
#include "core/plan/windows/convolution_steps.h"
#include "core/plan/windows/padded_operand.h"
#include "simd/elementwise/elementwise.h"
#include "simd/gemm/gemm.h"
#include "simd/movement/index_value.h"
#include "simd/movement/row_major.h"
#include "simd/movement/strided_copy.h"

namespace paddock {
namespace {

// WebAssembly has only one form of each convolution, for size.
#ifdef __wasm__
constexpr bool kHasForms = false;
#else
constexpr bool kHasForms = true;
#endif

struct ConvolutionSpec {
  ConvolutionAttributes attributes;
  // dynamic_conv: the operand that replaces attributes.padding.
  const Leaf* padding = nullptr;
};

class ConvolutionEmitter {
 public:
  ConvolutionEmitter(Lowering& lowering, const Operation& operation, const ConvolutionSpec& spec,
                     const Leaf& lhs, const Leaf& rhs, const Leaf& result)
      : lowering_(lowering),
        operation_(operation),
        spec_(spec),
        attributes_(spec.attributes),
        lhs_(lowering.Dense(lhs)),
        rhs_(lowering.Dense(rhs)),
        result_(result),
        windows_(attributes_.WindowsOverLhs(lhs.shape, rhs.shape, result.shape)) {}

  bool Run() {
    std::vector<WindowDimension> spatial;
    for (const int64_t d : attributes_.input_spatial) {
      spatial.push_back(windows_[static_cast<size_t>(d)]);
    }
    // Padding that a run reads is materialized with the holes.
    const bool is_split = spec_.padding == nullptr;
    PhaseLists phases = is_split ? PhasesOf(spatial) : WholePhasesOf(spatial);
    if (MayJoinPhases()) phases = JoinCopies(phases);
    PlaceLhs(phases);
    if (!CoverWindows(phases, spatial)) EmitZeros();
    bool is_emitted = true;
    ForEachPhase(phases, [&](std::span<const ConvolutionPhase> phase) {
      is_emitted = is_emitted && EmitPhase(phase);
    });
    return is_emitted;
  }

 private:
  // A sum of a matrix times a vector has another order than one of a matrix times a matrix, so
  // phases with one output feature are not joined.
  bool MayJoinPhases() const {
    const int64_t groups = attributes_.feature_groups * attributes_.batch_groups;
    return kHasForms && At(rhs_.shape, attributes_.kernel_output_feature) > groups;
  }

  // Pads lhs, if a window contains any padding, and finds the first element under a window.
  void PlaceLhs(const PhaseLists& phases) {
    if (spec_.padding != nullptr) {
      lhs_ = EmitDynamicPadding(lowering_, operation_, lhs_, *spec_.padding, windows_,
                                attributes_.input_spatial);
      for (const std::vector<ConvolutionPhase>& along : phases) {
        starts_.push_back(-along.front().window.low);
      }
      return;
    }
    std::vector<WindowDimension> reach = windows_;
    for (size_t i = 0; i < phases.size(); ++i) {
      WindowDimension& window = reach[static_cast<size_t>(attributes_.input_spatial[i])];
      window = ReachOf(phases[i], window);
      starts_.push_back(-window.low);
    }
    const bool is_split = std::ranges::all_of(phases, [](const auto& along) {
      return !along.empty() && along.front().window.base_dilation == 1;
    });
    skips_padding_ =
        is_split && MeetsPadding(reach) && MaySkipPadding(attributes_, lhs_, rhs_, result_);
    if (skips_padding_) {
      const std::vector<int64_t> strides = simd::RowMajorStrides(lhs_.shape);
      for (size_t i = 0; i < reach.size(); ++i) first_ -= reach[i].low * strides[i];
      return;
    }
    const PaddedOperand padded = EmitPadded(lowering_, operation_, lhs_, reach, nullptr);
    lhs_ = padded.leaf;
    first_ = padded.first;
  }

  // For results whose windows meet no element.
  void EmitZeros() {
    const Leaf zeros = ZerosLike(result_);
    lowering_.emitter().EmitMove(&operation_, std::span(&zeros, 1), std::span(&result_, 1), 0,
                                 false);
  }

  bool EmitPhase(std::span<const ConvolutionPhase> phases) {
    const std::vector<int64_t> lhs = simd::RowMajorStrides(lhs_.shape);
    const std::vector<int64_t> strides = simd::RowMajorStrides(result_.shape);
    ConvolutionProduct product;
    product.lhs = lhs_;
    product.rhs = rhs_;
    product.lhs_first = first_;
    product.phases = phases;
    product.skips_padding = skips_padding_;
    std::vector<int64_t> shape(result_.shape.begin(), result_.shape.end());
    std::vector<int64_t> steps = strides;
    int64_t first_result = 0;
    bool has_copies = false;
    for (size_t i = 0; i < phases.size(); ++i) {
      const ConvolutionPhase& phase = phases[i];
      product.lhs_first += (-phase.window.low - starts_[i]) * At(lhs, attributes_.input_spatial[i]);
      const auto d = static_cast<size_t>(attributes_.output_spatial[i]);
      shape[d] = phase.window.result_size;
      first_result += phase.first_result * strides[d];
      steps[d] *= phase.result_step;
      has_copies = has_copies || phase.copies > 1;
    }
    if (has_copies) {
      product.result = result_;
      product.result_strides = steps;
      product.result_first = first_result;
      return EmitConvolutionProduct(lowering_, operation_, attributes_, product);
    }
    const bool is_whole = std::ranges::equal(shape, result_.shape);
    product.result =
        is_whole ? result_
                 : lowering_.NewLeaf(result_.type,
                                     lowering_.arena().CopyArray(std::span<const int64_t>(shape)));
    if (!EmitConvolutionProduct(lowering_, operation_, attributes_, product)) return false;
    if (is_whole) return true;
    const std::vector<int64_t> dense = simd::RowMajorStrides(product.result.shape);
    std::vector<simd::CopyDimension> loops;
    for (size_t d = 0; d < shape.size(); ++d) loops.push_back({shape[d], dense[d], steps[d]});
    EmitArrangement(lowering_.emitter(), operation_, product.result, result_,
                    {loops, 0, first_result});
    return true;
  }

  Lowering& lowering_;
  const Operation& operation_;
  const ConvolutionSpec& spec_;
  const ConvolutionAttributes& attributes_;
  Leaf lhs_, rhs_, result_;
  // Over all dimensions of lhs.
  std::vector<WindowDimension> windows_;
  // By spatial dimension: the index of lhs at first_.
  std::vector<int64_t> starts_;
  // Offset in lhs_, perhaps a padded copy.
  int64_t first_ = 0;
  // lhs_ has no padding, though windows do.
  bool skips_padding_ = false;
};

// Returns whether floats narrower than f32 are widened first, and the result is rounded: if the
// convolution has one kernel for each feature, or several cells, in which elements would be widened
// again for each.
bool SumsInWiderFloats(Lowering& lowering, const Value& result,
                       const ConvolutionAttributes& attributes, const Leaf& lhs, const Leaf& rhs) {
  const auto is_narrow = [](std::optional<ElementType> type) {
    return type && IsFloat(*type) && BitWidth(*type) < 32;
  };
  if (!is_narrow(lhs.type) || !is_narrow(rhs.type) ||
      !is_narrow(lowering.TypeOf(result).element_type())) {
    return false;
  }
  const bool has_cells =
      kHasForms && std::ranges::any_of(attributes.kernel_spatial, [&](int64_t dimension) {
        return At(rhs.shape, dimension) > 1;
      });
  return has_cells || (At(rhs.shape, attributes.kernel_input_feature) == 1 &&
                       At(rhs.shape, attributes.kernel_output_feature) ==
                           attributes.feature_groups * attributes.batch_groups);
}

// Emits the convolution of the operands converted to `type`.
Result<void> LowerConverted(Lowering& lowering, const Operation& operation,
                            const ConvolutionSpec& spec, ElementType type) {
  const Leaf lhs = Converted(lowering, operation, lowering.Operand(operation, 0), type);
  const Leaf rhs = Converted(lowering, operation, lowering.Operand(operation, 1), type);
  return EmitSums(lowering, operation, type, [&](const Leaf& sums) {
    return ConvolutionEmitter(lowering, operation, spec, lhs, rhs, sums).Run();
  });
}

// Binds the result of a kernel without elements, whose sums are empty.
void BindZeros(Lowering& lowering, const Operation& operation, const Leaf& leaf) {
  for (const Leaf& operand :
       lowering.values().OperandLeaves(operation, 0, operation.operands.size())) {
    lowering.elementwise().DoWithout(operand);
  }
  lowering.Bind(*operation.results[0], ZerosLike(leaf));
}

Result<void> LowerConvolutionWith(Lowering& lowering, const Operation& operation,
                                  const ConvolutionSpec& spec) {
  const Leaf lhs = lowering.Operand(operation, 0);
  const Leaf rhs = lowering.Operand(operation, 1);
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
    return LowerConverted(lowering, operation, spec, ElementType::kF32);
  }
  const ElementType type = shape->front().type;
  if (!simd::AccumulationFor(lhs.type, rhs.type, type)) {
    return LowerConverted(lowering, operation, spec, SumTypeFor(lhs.type, rhs.type, type));
  }
  return EmitSums(lowering, operation, type, [&](const Leaf& result) {
    return ConvolutionEmitter(lowering, operation, spec, lhs, rhs, result).Run();
  });
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
