// Lowering of chlo.scan (family reduction). An element-wise body is one step (scan_body.h); any
// other is a scalar loop over the positions, with slices of the inputs and the carries as
// arguments. If sizes of outputs depend on the first application, the plan suspends after it, and
// the continuation receives its results.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/bodies/scan_body.h"
#include "core/plan/bodies/scan_slices.h"
#include "core/plan/lowering/arguments.h"
#include "core/plan/lowering/late_body.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/refine_results.h"

namespace paddock {
namespace {

Slices SlicesOf(const Leaf& leaf, size_t dimension) {
  Slices slices;
  for (size_t d = 0; d < dimension; ++d) slices.outer *= leaf.shape[d];
  slices.length = leaf.shape[dimension];
  slices.inner_bytes = static_cast<int64_t>(leaf.element_bytes());
  for (size_t d = dimension + 1; d < leaf.shape.size(); ++d) slices.inner_bytes *= leaf.shape[d];
  return slices;
}

Slices WholeOf(const Leaf& leaf) {
  return {1, 1, leaf.count * static_cast<int64_t>(leaf.element_bytes())};
}

struct ScanValues {
  std::vector<Leaf> inputs, inits, outputs, carries;
};

// Returns whether the body determines sizes of an output, which has no elements until the body is
// planned.
bool IsOpenOutput(Lowering& lowering, const Value& value) {
  return !lowering.TypeOf(value).has_static_shape();
}

Leaf NewResult(Lowering& lowering, const Value& value) {
  static constexpr int64_t kNone[] = {0};
  const Type type = lowering.TypeOf(value);
  return lowering.NewLeaf(*type.stored_element_type(), IsOpenOutput(lowering, value)
                                                           ? std::span<const int64_t>(kNone)
                                                           : type.shape());
}

// The operands are the inputs, then an init for each carry among the results.
ScanValues ValuesOf(Lowering& lowering, const Operation& operation, size_t input_count) {
  ScanValues values;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    (i < input_count ? values.inputs : values.inits).push_back(lowering.DenseOperand(operation, i));
  }
  const size_t output_count = operation.results.size() - values.inits.size();
  for (size_t i = 0; i < operation.results.size(); ++i) {
    (i < output_count ? values.outputs : values.carries)
        .push_back(NewResult(lowering, *operation.results[i]));
  }
  return values;
}

size_t DimensionOf(const Operation& operation) {
  return static_cast<size_t>(IntegerOf(operation, "dimension", 0));
}

// Returns the number of positions of the scan; kDynamic if it is undetermined.
int64_t LengthOf(Lowering& lowering, const Operation& operation, const ScanValues& values) {
  const size_t dimension = DimensionOf(operation);
  if (!values.inputs.empty()) return values.inputs[0].shape[dimension];
  const int64_t said = IntegerOf(operation, "scan_dim_size", kDynamic);
  if (said != kDynamic || values.outputs.empty()) return std::max<int64_t>(said, 0);
  return lowering.TypeOf(*operation.results[0]).shape()[dimension];
}

std::shared_ptr<ScanApplications> ApplicationsOf(Lowering& lowering, const Operation& operation,
                                                 const ScanValues& values) {
  auto scan = std::make_shared<ScanApplications>();
  const size_t dimension = DimensionOf(operation);
  for (const Leaf& input : values.inputs) scan->inputs.push_back(SlicesOf(input, dimension));
  for (size_t i = 0; i < values.outputs.size(); ++i) {
    const bool is_open = IsOpenOutput(lowering, *operation.results[i]);
    scan->outputs.push_back(is_open ? Slices() : SlicesOf(values.outputs[i], dimension));
  }
  for (const Leaf& carry : values.carries) scan->carries.push_back(WholeOf(carry));
  scan->length = LengthOf(lowering, operation, values);
  const Attribute* is_reverse = operation.Find("is_reverse");
  scan->is_reverse = is_reverse != nullptr && is_reverse->integer != 0;
  return scan;
}

// Without the attribute, half of the operands are inputs.
size_t InputCount(const Operation& operation) {
  const std::vector<int64_t> sizes = IntegersOf(operation, "operandSegmentSizes");
  return sizes.empty() ? operation.operands.size() / 2 : static_cast<size_t>(sizes[0]);
}

std::vector<Leaf> Joined(std::initializer_list<std::span<const Leaf>> lists) {
  std::vector<Leaf> all;
  for (const std::span<const Leaf> list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

void BindScan(Lowering& lowering, const Operation& operation, const ScanValues& values) {
  const std::vector<Leaf> results = Joined({values.outputs, values.carries});
  for (size_t i = 0; i < results.size(); ++i) lowering.Bind(*operation.results[i], results[i]);
}

// Returns the compiled body if it is element-wise and all slices have one shape.
std::optional<CompiledBody> CompileScan(Lowering& lowering, Block& body, const ScanValues& values) {
  if (values.carries.empty()) return std::nullopt;
  const std::span<const int64_t> shape = values.carries[0].shape;
  const auto fits = [&](const Value* value, const Leaf& leaf) {
    const Type type = value->type;
    return type.is_tensor() && type.element_type() == leaf.type && type.has_static_shape() &&
           std::ranges::equal(type.shape(), shape);
  };
  const std::vector<Leaf> taken = Joined({values.inputs, values.carries});
  const std::vector<Leaf> given = Joined({values.outputs, values.carries});
  if (body.arguments.size() != taken.size() || body.last == nullptr ||
      body.last->operands.size() != given.size()) {
    return std::nullopt;
  }
  for (size_t i = 0; i < taken.size(); ++i) {
    if (!fits(body.arguments[i], taken[i])) return std::nullopt;
  }
  for (size_t i = 0; i < given.size(); ++i) {
    if (!fits(body.last->operands[i], given[i])) return std::nullopt;
  }
  const int64_t lanes = std::clamp<int64_t>(values.carries[0].count, 1, kScanBatch);
  return CompileBody(lowering, body, lanes, /*allow_direct=*/false, shape);
}

// Any input or output determines the slices. Without one, positions do not matter.
ScanShape ScanShapeOf(const ScanApplications& scan, const ScanValues& values) {
  const Slices slices = !scan.inputs.empty() ? scan.inputs[0] : scan.outputs[0];
  const Leaf& leaf = !values.inputs.empty() ? values.inputs[0] : values.outputs[0];
  return {slices.outer, scan.length,
          slices.inner_bytes / static_cast<int64_t>(leaf.element_bytes()), scan.is_reverse};
}

// Returns the shapes that the body takes or returns: slices of `whole`, then the carries.
std::vector<Leaf> SliceShapes(Emitter& emitter, size_t dimension, std::span<const Leaf> whole,
                              std::span<const Leaf> carries) {
  std::vector<Leaf> slices;
  for (Leaf leaf : whole) {
    std::vector<int64_t> shape(leaf.shape.begin(), leaf.shape.end());
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(dimension));
    leaf.shape = emitter.arena().CopyArray(std::span<const int64_t>(shape));
    slices.push_back(leaf);
  }
  slices.insert(slices.end(), carries.begin(), carries.end());
  return slices;
}

Result<void> FailReturned(Lowering& lowering, const Operation& operation, const Leaf& returned,
                          std::string_view role, Type type) {
  return lowering.FailRule(operation, Constraint::kChloScanX5,
                           "body returns " + TensorTypeText(returned.type, returned.shape) +
                               " for " + std::string(role) + " of type " + ToString(type));
}

// Sets the open sizes of outputs from the body's results. Fails if other outputs or the carries
// differ in size.
Result<void> TakeReturnedSizes(Lowering& lowering, const Operation& operation,
                               std::span<const Leaf> returned, ScanApplications& scan,
                               ScanValues& values) {
  const size_t dimension = DimensionOf(operation);
  const size_t outputs = values.outputs.size();
  if (returned.size() != outputs + values.carries.size()) return lowering.Malformed(operation);
  for (size_t i = 0; i < outputs; ++i) {
    const Value& result = *operation.results[i];
    std::vector<int64_t> shape(returned[i].shape.begin(), returned[i].shape.end());
    shape.insert(shape.begin() + static_cast<ptrdiff_t>(dimension), scan.length);
    if (!FitsSizes(lowering.TypeOf(result), shape)) {
      return FailReturned(lowering, operation, returned[i], "an output", lowering.TypeOf(result));
    }
    if (!IsOpenOutput(lowering, result)) continue;
    if (!ByteSizeOf(returned[i].type, shape)) {
      return lowering.Fail(operation, "memory", "an output of the scan does not fit 63 bits");
    }
    lowering.emitter().SetShape(values.outputs[i],
                                lowering.arena().CopyArray(std::span<const int64_t>(shape)));
    scan.outputs[i] = SlicesOf(values.outputs[i], dimension);
  }
  for (size_t i = 0; i < values.carries.size(); ++i) {
    const Leaf& from = returned[outputs + i];
    if (std::ranges::equal(from.shape, values.carries[i].shape)) continue;
    return FailReturned(lowering, operation, from, "a carry",
                        lowering.TypeOf(*operation.results[outputs + i]));
  }
  return {};
}

AppliedOperation AppliedScan(const Operation& operation, const ScanValues& values,
                             const std::shared_ptr<ScanApplications>& scan) {
  AppliedOperation applied;
  applied.operation = &operation;
  SetApplications(applied, scan);
  applied.sources = values.inits;
  applied.reads = values.inputs;
  applied.writes = Joined({values.outputs, values.carries});
  applied.returned_count = operation.results.size();
  return applied;
}

// --- A late body that determines sizes of outputs.

// Emits the body's first application, after which the plan suspends.
Result<void> EmitFirst(Lowering& lowering, const Operation& operation, const ScanValues& values,
                       const AppliedOperation& applied) {
  ScalarLoop loop(lowering, applied);
  std::vector<Leaf> arguments =
      SliceShapes(lowering.emitter(), DimensionOf(operation), values.inputs, values.carries);
  for (Leaf& leaf : arguments) leaf = lowering.NewLeaf(leaf.type, leaf.shape);
  loop.EmitFetch(arguments);
  const auto sizes = EmitBodyForSizes(lowering, *operation.regions[0]->only_block(), arguments);
  if (!sizes) return Failed();
  return lowering.continuations().SuspendFor(operation, std::span(&*sizes, 1));
}

// If the body is never applied, open sizes are 0.
std::vector<Leaf> NeverReturned(Lowering& lowering, const Operation& operation,
                                const ScanValues& values) {
  std::vector<Leaf> whole = values.outputs;
  for (size_t i = 0; i < whole.size(); ++i) {
    const std::span<const int64_t> declared = lowering.TypeOf(*operation.results[i]).shape();
    std::vector<int64_t> shape(declared.begin(), declared.end());
    std::ranges::replace(shape, kDynamic, 0);
    whole[i].shape = lowering.arena().CopyArray(std::span<const int64_t>(shape));
  }
  return SliceShapes(lowering.emitter(), DimensionOf(operation), whole, values.carries);
}

// Returns leaves of the body's results, with the sizes of its first application.
std::vector<Leaf> FirstReturned(Emitter& emitter, const Operation& operation,
                                std::span<const int64_t> sizes) {
  std::vector<Leaf> first;
  for (const Value* value : operation.regions[0]->only_block()->last->operands) {
    Leaf leaf;
    leaf.type = *value->type.stored_element_type();
    const size_t rank = std::min(value->type.rank(), sizes.size());
    leaf.shape = emitter.arena().CopyArray(sizes.first(rank));
    sizes = sizes.subspan(rank);
    first.push_back(leaf);
  }
  return first;
}

Result<void> EmitScanLoop(Lowering& lowering, const Operation& operation, ScanValues& values,
                          const std::shared_ptr<ScanApplications>& scan) {
  const auto is_open = [&](const Value* result) { return IsOpenOutput(lowering, *result); };
  const bool is_late = lowering.continuations().IsLate(operation);
  const bool asks = is_late && std::ranges::any_of(operation.results, is_open);
  std::vector<Leaf> first;
  if (asks && scan->length == 0) {
    first = NeverReturned(lowering, operation, values);
  } else if (asks) {
    const std::vector<Leaf> known = lowering.continuations().TakeKnown();
    if (known.empty()) {
      return EmitFirst(lowering, operation, values, AppliedScan(operation, values, scan));
    }
    first = FirstReturned(lowering.emitter(), operation, *Values::IntegersOf(known.front()));
  }
  if (asks && !TakeReturnedSizes(lowering, operation, first, *scan, values)) return Failed();
  const AppliedOperation applied = AppliedScan(operation, values, scan);
  ScalarLoop loop(lowering, applied);
  // The values go to the first slices of the outputs, and to the carries.
  if (asks && scan->length != 0)
    loop.EmitStore(EmitTakeStaged(lowering.emitter(), operation, first));
  const size_t dimension = DimensionOf(operation);
  BodySizes sizes;
  sizes.argument_shapes = SliceShapes(lowering.emitter(), dimension, values.inputs, values.carries);
  if (is_late) {
    sizes.returned_shapes =
        SliceShapes(lowering.emitter(), dimension, values.outputs, values.carries);
  } else {
    sizes.on_returned = [&](std::span<const Leaf> returned) {
      return TakeReturnedSizes(lowering, operation, returned, *scan, values);
    };
  }
  return loop.EmitLoop(*operation.regions[0]->only_block(), sizes);
}

}  // namespace

Result<void> LowerScan(Lowering& lowering, const Operation& operation) {
  if (!RefineResults(lowering, operation)) return Failed();
  ScanValues values = ValuesOf(lowering, operation, InputCount(operation));
  const auto scan = ApplicationsOf(lowering, operation, values);
  if (scan->length == kDynamic) {
    return lowering.FailRule(operation, Constraint::kChloScanX3,
                             "neither inputs nor scan_dim_size determine the length of the scan");
  }
  Block* body = operation.regions[0]->only_block();
  const bool has_slices = !values.inputs.empty() || !values.outputs.empty();
  const auto compiled =
      body == nullptr || !has_slices ? std::nullopt : CompileScan(lowering, *body, values);
  if (compiled) {
    EmitScanBody(lowering.emitter(), operation, *compiled, ScanShapeOf(*scan, values),
                 values.inputs, values.inits, values.outputs, values.carries);
  } else if (!EmitScanLoop(lowering, operation, values, scan)) {
    return Failed();
  }
  BindScan(lowering, operation, values);
  return {};
}

}  // namespace paddock
