// Lowering of dot_general and dot: a batched matrix multiplication whose operands are read
// through their strides, so that no transpose is ever made.
#include <algorithm>
#include <string>

#include "core/plan/attributes.h"
#include "core/plan/chunked_step.h"
#include "core/plan/converted.h"
#include "core/plan/lowering.h"
#include "simd/elementwise/elementwise.h"
#include "simd/gemm/gemm.h"

namespace paddock {
namespace {

// A multiply-add takes about a quarter of a unit of work: vectors do several at once.
constexpr int64_t kMultiplyAddsOfUnit = 4;

struct GemmParameters {
  simd::GemmPlan plan;
  int64_t work = 0;
};

// Between two calls position counts steps of chunks, and the scratch memory stays.
StepStatus RunAlone(StepContext& context, const GemmParameters& parameters,
                    const simd::GemmPointers& pointers) {
  const int64_t steps = std::max<int64_t>(1, parameters.plan.steps_per_tile);
  while (true) {
    simd::GemmPosition position{context.position / steps, context.position % steps};
    const int64_t given = kChunkWork * kMultiplyAddsOfUnit;
    int64_t budget = given;
    const bool is_done =
        simd::RunGemm(parameters.plan, pointers, context.scratch, position, budget);
    context.position = position.tile * steps + position.step;
    const bool may_go_on = context.Spend((given - budget) / kMultiplyAddsOfUnit);
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

StepStatus GemmStep(StepContext& context) {
  const auto& parameters = context.As<GemmParameters>();
  const simd::GemmPointers pointers{context.pointers[0], context.pointers[1], context.pointers[2]};
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t chunks = simd::ChunkCount(parameters.plan, threads);
  if (threads == 1 || chunks < 2) {
    return RunAlone(context, parameters, pointers);
  }
  return RunChunks(context, chunks, parameters.work / chunks, [&](int64_t chunk, size_t thread) {
    simd::RunGemmChunk(parameters.plan, pointers, context.scratch + thread * context.scratch_stride,
                       threads, chunk);
  });
}

// Row-major strides in elements; all 0 where one element stands for all.
std::vector<int64_t> StridesOf(const Leaf& leaf) {
  std::vector<int64_t> strides(leaf.shape.size());
  int64_t stride = leaf.is_splat ? 0 : 1;
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= leaf.shape[i];
  }
  return strides;
}

// Which dimensions of lhs and rhs go together.
struct DotDimensions {
  std::vector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
};

bool Contains(const std::vector<int64_t>& list, size_t dimension) {
  return std::ranges::find(list, static_cast<int64_t>(dimension)) != list.end();
}

std::vector<simd::GemmDimension> Paired(const Leaf& lhs, const Leaf& rhs,
                                        const std::vector<int64_t>& lhs_dimensions,
                                        const std::vector<int64_t>& rhs_dimensions) {
  const std::vector<int64_t> lhs_strides = StridesOf(lhs);
  const std::vector<int64_t> rhs_strides = StridesOf(rhs);
  std::vector<simd::GemmDimension> result;
  for (size_t i = 0; i < lhs_dimensions.size(); ++i) {
    const auto l = static_cast<size_t>(lhs_dimensions[i]);
    const auto r = static_cast<size_t>(rhs_dimensions[i]);
    result.push_back({lhs.shape[l], lhs_strides[l], rhs_strides[r]});
  }
  return result;
}

simd::GemmProblem ProblemOf(const Leaf& lhs, const Leaf& rhs, ElementType result,
                            const DotDimensions& dimensions, simd::Numerics numerics) {
  simd::GemmProblem problem;
  problem.lhs_type = lhs.type;
  problem.rhs_type = rhs.type;
  problem.result_type = result;
  problem.numerics = numerics;
  problem.batch = Paired(lhs, rhs, dimensions.lhs_batching, dimensions.rhs_batching);
  problem.k = Paired(lhs, rhs, dimensions.lhs_contracting, dimensions.rhs_contracting);
  const std::vector<int64_t> lhs_strides = StridesOf(lhs);
  const std::vector<int64_t> rhs_strides = StridesOf(rhs);
  for (size_t i = 0; i < lhs.shape.size(); ++i) {
    if (Contains(dimensions.lhs_batching, i) || Contains(dimensions.lhs_contracting, i)) continue;
    problem.m.push_back({lhs.shape[i], lhs_strides[i], 0});
  }
  for (size_t i = 0; i < rhs.shape.size(); ++i) {
    if (Contains(dimensions.rhs_batching, i) || Contains(dimensions.rhs_contracting, i)) continue;
    problem.n.push_back({rhs.shape[i], 0, rhs_strides[i]});
  }
  return problem;
}

// What the operands are rounded to and what products are summed in.
struct DotPrecision {
  // Null: the operands as they are.
  Type lhs, rhs;
  std::optional<ElementType> accumulation;
};

bool IsTf32(Type type) { return type.is(TypeKind::kScalar) && type->text == "tf32"; }

// Nothing for algorithms of several products (bf16_6x and the like).
std::optional<DotPrecision> PrecisionOf(const Operation& operation) {
  DotPrecision precision;
  const Attribute* algorithm = operation.Find("algorithm");
  if (algorithm == nullptr || algorithm->kind != AttributeKind::kStruct) return precision;
  const auto type_of = [&](std::string_view field) {
    const Attribute* attribute = algorithm->Find(field);
    return attribute != nullptr ? attribute->type : Type();
  };
  precision.lhs = type_of("lhs_precision_type");
  precision.rhs = type_of("rhs_precision_type");
  const Type accumulation = type_of("accumulation_type");
  if (!precision.lhs || !precision.rhs || !accumulation) return std::nullopt;
  precision.accumulation = accumulation.element_type();
  const bool is_simple = IntegerOf(algorithm, "num_primitive_operations", 1) == 1 &&
                         IntegerOf(algorithm, "lhs_component_count", 1) == 1 &&
                         IntegerOf(algorithm, "rhs_component_count", 1) == 1;
  if (!is_simple || !precision.accumulation) return std::nullopt;
  return precision;
}

// The operand rounded to the precision type; tf32 is f32 with 10 bits of mantissa.
Leaf Rounded(Lowering& lowering, const Operation& operation, const Leaf& leaf, Type precision) {
  if (!precision) return lowering.InMemory(leaf);
  if (!IsTf32(precision)) {
    const auto type = precision.element_type();
    if (!type || *type == leaf.type) return lowering.InMemory(leaf);
    return Converted(lowering, operation, leaf, *type);
  }
  const Leaf wide = Converted(lowering, operation, leaf, ElementType::kF32);
  const auto* bits = lowering.arena().Make<simd::ReducePrecisionAttributes>(8, 10);
  const auto kernel =
      simd::FindElementwise("reduce_precision", ElementType::kF32, lowering.numerics());
  return Applied(lowering, operation, wide, ElementType::kF32, kernel, bits);
}

bool IsSumOf(simd::GemmAccumulation accumulation, ElementType type) {
  switch (accumulation) {
    case simd::GemmAccumulation::kF32:
      return type == ElementType::kF32;
    case simd::GemmAccumulation::kF64:
      return type == ElementType::kF64;
    case simd::GemmAccumulation::kU32:
      return type == ElementType::kI32;
    default:
      return false;
  }
}

// One product of operands in memory into `result`; false if there is no kernel for it.
bool EmitProduct(Lowering& lowering, const Operation& operation, const Leaf& lhs, const Leaf& rhs,
                 const Leaf& result, const DotDimensions& dimensions) {
  if (result.count == 0) return true;
  auto plan = simd::PlanGemm(ProblemOf(lhs, rhs, result.type, dimensions, lowering.numerics()));
  if (!plan) return false;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &GemmStep;
  spec.reads = {lhs, rhs};
  spec.work = simd::WorkOf(*plan) / kMultiplyAddsOfUnit;
  spec.pays_by_itself = true;
  spec.operations = 2 * static_cast<uint64_t>(simd::WorkOf(*plan));
  spec.scratch_bytes = simd::WorkspaceBytes(*plan);
  spec.parameters = lowering.Own(GemmParameters{std::move(*plan), spec.work});
  spec.writes = {result};
  lowering.Emit(spec);
  return true;
}

// The product in another type, rounded once to the result's.
Result<void> EmitRounded(Lowering& lowering, const Operation& operation, const Leaf& lhs,
                         const Leaf& rhs, ElementType accumulation,
                         const DotDimensions& dimensions) {
  const Value& result = *operation.results[0];
  const Leaf shape = lowering.LeavesOf(result.type, operation.name_span)->front();
  const Leaf sums = lowering.NewLeaf(accumulation, shape.shape);
  if (!EmitProduct(lowering, operation, lhs, rhs, sums, dimensions)) {
    return lowering.NotImplemented(
        operation, std::string(operation.name) + " in these precisions is not yet implemented");
  }
  lowering.Compute(operation, result, simd::FindConvert(accumulation, shape.type), nullptr,
                   std::span(&sums, 1), 1);
  return {};
}

Result<void> EmitGemm(Lowering& lowering, const Operation& operation,
                      const DotDimensions& dimensions) {
  const Value& result = *operation.results[0];
  if (result.type.is_quantized() || operation.operands[0]->type.is_quantized() ||
      operation.operands[1]->type.is_quantized()) {
    return lowering.NotImplemented(
        operation, std::string(operation.name) + " of quantized tensors is not yet implemented");
  }
  const auto precision = PrecisionOf(operation);
  if (!precision) {
    return lowering.NotImplemented(
        operation, std::string(operation.name) + " with this algorithm is not yet implemented");
  }
  const Leaf lhs = Rounded(lowering, operation, lowering.Operand(operation, 0), precision->lhs);
  const Leaf rhs = Rounded(lowering, operation, lowering.Operand(operation, 1), precision->rhs);
  const ElementType result_type = *result.type.element_type();
  const auto own = simd::AccumulationFor(lhs.type, rhs.type, result_type);
  if (own && (!precision->accumulation || IsSumOf(*own, *precision->accumulation))) {
    if (EmitProduct(lowering, operation, lhs, rhs, lowering.Define(result), dimensions)) return {};
  } else if (precision->accumulation) {
    const auto sums = simd::AccumulationFor(lhs.type, rhs.type, *precision->accumulation);
    if (sums && IsSumOf(*sums, *precision->accumulation)) {
      return EmitRounded(lowering, operation, lhs, rhs, *precision->accumulation, dimensions);
    }
  } else if (IsFloat(lhs.type) && IsFloat(rhs.type) && IsFloat(result_type)) {
    // Narrow floats without a kernel: exact in f32.
    return EmitRounded(lowering, operation, Converted(lowering, operation, lhs, ElementType::kF32),
                       Converted(lowering, operation, rhs, ElementType::kF32), ElementType::kF32,
                       dimensions);
  }
  return lowering.NotImplemented(
      operation, std::string(operation.name) + " of " + std::string(Spelling(lhs.type)) + " and " +
                     std::string(Spelling(rhs.type)) + " into " +
                     std::string(Spelling(result_type)) + " is not yet implemented");
}

}  // namespace

Result<void> LowerDotGeneral(Lowering& lowering, const Operation& operation) {
  const Attribute* numbers = operation.Find("dot_dimension_numbers");
  DotDimensions dimensions;
  dimensions.lhs_batching = IntegersOf(numbers, "lhs_batching_dimensions");
  dimensions.rhs_batching = IntegersOf(numbers, "rhs_batching_dimensions");
  dimensions.lhs_contracting = IntegersOf(numbers, "lhs_contracting_dimensions");
  dimensions.rhs_contracting = IntegersOf(numbers, "rhs_contracting_dimensions");
  return EmitGemm(lowering, operation, dimensions);
}

Result<void> LowerDot(Lowering& lowering, const Operation& operation) {
  const auto last = static_cast<int64_t>(operation.operands[0]->type.rank()) - 1;
  DotDimensions dimensions;
  dimensions.lhs_contracting = {last};
  dimensions.rhs_contracting = {0};
  return EmitGemm(lowering, operation, dimensions);
}

}  // namespace paddock
