// Lowering of chlo.scan (family reduction). A body that computes element by element is one step
// (scan_body.h); any other is a stretch of the flat list, gone through once for each position.
//
//   start                inits to the carries, the counter to 0
//   h: fetch -> e        slices of the inputs and the carries, as the body's arguments
//      body
//      store -> h        to slices of the outputs, and to the carries
//   e:
#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "core/base/overflow.h"
#include "core/plan/attributes.h"
#include "core/plan/element_cells.h"
#include "core/plan/scalar_loop.h"
#include "core/plan/scan_body.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// Of an input or output: outer x length x inner bytes, of which a slice has outer x inner.
struct Slices {
  int64_t outer = 1;
  int64_t length = 0;
  int64_t inner_bytes = 0;

  int64_t bytes() const { return outer * inner_bytes; }
};

// The carries are copied whole, as slices of length 1.
struct ScanLoop : ScalarLoopJumps {
  std::vector<Slices> inputs;
  std::vector<Slices> outputs;
  std::vector<Slices> carries;
  int64_t length = 0;
  bool is_reverse = false;

  int64_t position(int64_t step) const { return is_reverse ? length - 1 - step : step; }
};

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

// One of several copies that a step makes, one after the other; its place among all bytes.
class Copies {
 public:
  explicit Copies(StepContext& context) : context_(context) {}

  // Slice `position` of `whole` to or from a dense slice; false if the budget is spent first.
  bool Copy(const Slices& slices, std::byte* whole, std::byte* slice, int64_t position,
            bool is_store) {
    const int64_t begin = done_;
    done_ += slices.bytes();
    while (context_.position < done_) {
      const int64_t at = context_.position - begin;
      const int64_t row = at / slices.inner_bytes, column = at % slices.inner_bytes;
      const int64_t bytes = std::min(slices.inner_bytes - column, kChunkWork);
      std::byte* there = whole + (row * slices.length + position) * slices.inner_bytes + column;
      std::byte* here = slice + at;
      std::memcpy(is_store ? there : here, is_store ? here : there, static_cast<size_t>(bytes));
      context_.position += bytes;
      if (!context_.Spend(2 * bytes + 4)) return context_.position == done_ && IsLast();
    }
    return true;
  }
  void SetTotal(int64_t total) { total_ = total; }

 private:
  bool IsLast() const { return done_ == total_; }

  StepContext& context_;
  int64_t done_ = 0;
  int64_t total_ = 0;
};

int64_t TotalBytes(std::span<const Slices> a, std::span<const Slices> b) {
  int64_t total = 0;
  for (const Slices& slices : a) total += slices.bytes();
  for (const Slices& slices : b) total += slices.bytes();
  return total;
}

// Inits; carries, outputs, counter.
StepStatus StartScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t n = loop.carries.size();
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.carries, {}));
  for (size_t i = 0; i < n; ++i) {
    if (!copies.Copy(loop.carries[i], context.pointers[i], context.pointers[n + i], 0, false)) {
      return StepStatus::kBudgetSpent;
    }
  }
  SetCounter(context.pointers[2 * n + loop.outputs.size()], 0);
  return StepStatus::kDone;
}

// Inputs, carries, counter; arguments.
StepStatus FetchScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t inputs = loop.inputs.size(), carries = loop.carries.size();
  std::byte* const* arguments = context.pointers + inputs + carries + 1;
  const int64_t step = CounterAt(context.pointers[inputs + carries]);
  if (step == loop.length) {
    context.next += static_cast<uint32_t>(loop.exit);
    return StepStatus::kDone;
  }
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.inputs, loop.carries));
  for (size_t i = 0; i < inputs + carries; ++i) {
    const bool is_input = i < inputs;
    const Slices& slices = is_input ? loop.inputs[i] : loop.carries[i - inputs];
    const int64_t position = is_input ? loop.position(step) : 0;
    if (!copies.Copy(slices, context.pointers[i], arguments[i], position, false)) {
      return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
}

// Returned values; outputs, carries, counter.
StepStatus StoreScan(StepContext& context) {
  const auto& loop = context.As<ScanLoop>();
  const size_t outputs = loop.outputs.size(), carries = loop.carries.size();
  std::byte* const* targets = context.pointers + outputs + carries;
  std::byte* counter = targets[outputs + carries];
  const int64_t step = CounterAt(counter);
  Copies copies(context);
  copies.SetTotal(TotalBytes(loop.outputs, loop.carries));
  for (size_t i = 0; i < outputs + carries; ++i) {
    const bool is_output = i < outputs;
    const Slices& slices = is_output ? loop.outputs[i] : loop.carries[i - outputs];
    const int64_t position = is_output ? loop.position(step) : 0;
    if (!copies.Copy(slices, targets[i], context.pointers[i], position, true)) {
      return StepStatus::kBudgetSpent;
    }
  }
  SetCounter(counter, step + 1);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

struct ScanValues {
  std::vector<Leaf> inputs, inits, outputs, carries;
};

// An output whose sizes the body says has no elements until the body is planned.
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

// The operands are the inputs, then as many inits as there are carries among the results.
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

// How many positions the scan goes through; kDynamic if nothing says it.
int64_t LengthOf(Lowering& lowering, const Operation& operation, const ScanValues& values) {
  const size_t dimension = DimensionOf(operation);
  if (!values.inputs.empty()) return values.inputs[0].shape[dimension];
  const int64_t said = IntegerOf(operation, "scan_dim_size", kDynamic);
  if (said != kDynamic || values.outputs.empty()) return std::max<int64_t>(said, 0);
  return lowering.TypeOf(*operation.results[0]).shape()[dimension];
}

ScanLoop* LoopOf(Lowering& lowering, const Operation& operation, const ScanValues& values) {
  auto* loop = lowering.OwnMutable<ScanLoop>();
  const size_t dimension = DimensionOf(operation);
  for (const Leaf& input : values.inputs) loop->inputs.push_back(SlicesOf(input, dimension));
  for (size_t i = 0; i < values.outputs.size(); ++i) {
    const bool is_open = IsOpenOutput(lowering, *operation.results[i]);
    loop->outputs.push_back(is_open ? Slices() : SlicesOf(values.outputs[i], dimension));
  }
  for (const Leaf& carry : values.carries) loop->carries.push_back(WholeOf(carry));
  loop->length = LengthOf(lowering, operation, values);
  const Attribute* is_reverse = operation.Find("is_reverse");
  loop->is_reverse = is_reverse != nullptr && is_reverse->integer != 0;
  return loop;
}

// Without the attribute there are as many inputs as inits.
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

// The body, if it computes the elements of slices each by itself, and all slices are of one shape.
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
  return CompileBody(lowering, body, kScanBatch, /*allow_direct=*/false, shape);
}

// By `slices` of any input or output; of none there are no positions to tell apart.
ScanShape ScanShapeOf(const ScanLoop& loop, const ScanValues& values) {
  const Slices slices = !loop.inputs.empty() ? loop.inputs[0] : loop.outputs[0];
  const Leaf& leaf = !values.inputs.empty() ? values.inputs[0] : values.outputs[0];
  return {slices.outer, loop.length,
          slices.inner_bytes / static_cast<int64_t>(leaf.element_bytes()), loop.is_reverse};
}

// Slices of `whole`, then the carries: what the body takes or returns.
std::vector<Leaf> SliceShapes(Lowering& lowering, size_t dimension, std::span<const Leaf> whole,
                              std::span<const Leaf> carries) {
  std::vector<Leaf> slices;
  for (Leaf leaf : whole) {
    std::vector<int64_t> shape(leaf.shape.begin(), leaf.shape.end());
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(dimension));
    leaf.shape = lowering.arena().CopyArray(std::span<const int64_t>(shape));
    slices.push_back(leaf);
  }
  slices.insert(slices.end(), carries.begin(), carries.end());
  return slices;
}

// The sizes of outputs that only the body says; what it returns for a carry is as large as that.
Result<void> TakeReturnedSizes(Lowering& lowering, const Operation& operation,
                               std::span<const Leaf> returned, ScanLoop& loop, ScanValues& values) {
  const size_t dimension = DimensionOf(operation);
  const size_t outputs = values.outputs.size();
  if (returned.size() != outputs + values.carries.size()) return lowering.Malformed(operation);
  for (size_t i = 0; i < outputs; ++i) {
    if (!IsOpenOutput(lowering, *operation.results[i])) continue;
    std::vector<int64_t> shape(returned[i].shape.begin(), returned[i].shape.end());
    shape.insert(shape.begin() + static_cast<ptrdiff_t>(dimension), loop.length);
    if (!ByteSizeOf(returned[i].type, shape)) {
      return lowering.Fail(operation, "memory", "an output of the scan does not fit 63 bits");
    }
    lowering.SetShape(values.outputs[i],
                      lowering.arena().CopyArray(std::span<const int64_t>(shape)));
    loop.outputs[i] = SlicesOf(values.outputs[i], dimension);
  }
  for (size_t i = 0; i < values.carries.size(); ++i) {
    const Leaf& from = returned[outputs + i];
    const Leaf& to = values.carries[i];
    if (std::ranges::equal(from.shape, to.shape)) continue;
    return lowering.FailRule(operation, Constraint::kChloScanX5,
                             "body returns " + TensorTypeText(from.type, from.shape) +
                                 " for a carry of type " + TensorTypeText(to.type, to.shape));
  }
  return {};
}

Result<void> EmitScanLoop(Lowering& lowering, const Operation& operation, ScanValues& values,
                          ScanLoop* parameters) {
  const int64_t one[] = {1};
  const Leaf counter = lowering.NewLeaf(ElementType::kI64,
                                        lowering.arena().CopyArray(std::span<const int64_t>(one)));
  StepSpec start;
  start.operation = &operation;
  start.function = &StartScan;
  start.parameters = parameters;
  start.reads = values.inits;
  start.writes = Joined({values.carries, values.outputs, std::span(&counter, 1)});
  start.pays_by_itself = true;
  lowering.Emit(start);
  ScalarLoop loop;
  loop.operation = &operation;
  loop.body = operation.regions[0]->only_block();
  loop.fetch = &FetchScan;
  loop.store = &StoreScan;
  loop.parameters = parameters;
  loop.fetch_reads = Joined({values.inputs, values.carries, std::span(&counter, 1)});
  loop.store_writes = Joined({values.outputs, values.carries, std::span(&counter, 1)});
  const size_t dimension = DimensionOf(operation);
  loop.argument_shapes = SliceShapes(lowering, dimension, values.inputs, values.carries);
  if (lowering.IsLate(operation)) {
    const auto is_open = [&](const Value* result) { return IsOpenOutput(lowering, *result); };
    if (std::ranges::any_of(operation.results, is_open)) {
      return lowering.NotImplemented(operation,
                                     "chlo.scan: sizes of outputs that the body says, and only "
                                     "the run knows, are not yet implemented");
    }
    loop.returned_shapes = SliceShapes(lowering, dimension, values.outputs, values.carries);
  }
  loop.on_returned = [&](std::span<const Leaf> returned) {
    return TakeReturnedSizes(lowering, operation, returned, *parameters, values);
  };
  const uint32_t head = lowering.next_step();
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  lowering.SetWriter(Joined({values.outputs, values.carries}), head);
  return {};
}

}  // namespace

Result<void> LowerScan(Lowering& lowering, const Operation& operation) {
  if (!lowering.RefineResults(operation)) return Failed();
  ScanValues values = ValuesOf(lowering, operation, InputCount(operation));
  ScanLoop* parameters = LoopOf(lowering, operation, values);
  if (parameters->length == kDynamic) {
    return lowering.FailRule(operation, Constraint::kChloScanX3,
                             "neither inputs nor scan_dim_size say how long the scan is");
  }
  Block* body = operation.regions[0]->only_block();
  const bool has_slices = !values.inputs.empty() || !values.outputs.empty();
  const auto compiled =
      body == nullptr || !has_slices ? std::nullopt : CompileScan(lowering, *body, values);
  if (compiled) {
    EmitScanBody(lowering, operation, *compiled, ScanShapeOf(*parameters, values), values.inputs,
                 values.inits, values.outputs, values.carries);
  } else if (!EmitScanLoop(lowering, operation, values, parameters)) {
    return Failed();
  }
  BindScan(lowering, operation, values);
  return {};
}

}  // namespace paddock
