// Lowering of map: its body is a tile program over the operands' elements, or a scalar loop.
#include <string>

#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Runs one at a time, because a tile program reads the operands directly. Reads: operands. Writes:
// result. Position counts elements.
class MapApplications final : public Applications {
 public:
  MapApplications(std::span<const Leaf> operands, const Leaf& result)
      : widths_(WidthsOf(operands)), result_width_(result.element_bytes()), count_(result.count) {}

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == count_;
  }

  Fetched Fetch(StepContext&, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (position == count_) return {Fetched::Status::kDone};
    for (size_t i = 0; i < widths_.size(); ++i) {
      const size_t width = widths_[i];
      CopyElement(width, memory.reads[i] + static_cast<size_t>(position) * width, arguments[i]);
    }
    return {.count = 1};
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t& position, int64_t,
             std::span<const std::byte* const> results) const override {
    CopyElement(result_width_, results[0],
                memory.writes[0] + static_cast<size_t>(position) * result_width_);
    ++position;
    return true;
  }

 private:
  // By operand.
  std::vector<size_t> widths_;
  size_t result_width_;
  int64_t count_;
};

Result<void> EmitMapLoop(Lowering& lowering, const Operation& operation, Block& body) {
  AppliedOperation applied;
  applied.operation = &operation;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    applied.reads.push_back(lowering.DenseOperand(operation, i));
  }
  applied.writes = NewResults(lowering, operation);
  SetApplications(applied, std::make_shared<MapApplications>(applied.reads, applied.writes[0]));
  if (!ScalarLoop(lowering, applied).EmitLoop(body)) return Failed();
  BindResults(lowering, operation, applied.writes);
  return {};
}

// Binds the result to a value that the body returns without computing: an operand, or a constant.
void BindPassedThrough(Lowering& lowering, const Operation& operation, const CompiledBody& body) {
  const BodyResult& result = body.results[0];
  const Value& value = *operation.results[0];
  if (result.kind == BodyResult::Kind::kArgument) {
    const Leaf leaf = lowering.Operand(operation, result.index);
    return lowering.Alias(value, std::span(&leaf, 1));
  }
  TileNode node;
  node.kind = TileNode::Kind::kSplat;
  lowering.elementwise().Load(operation, value, std::move(node), &body.captured[result.index]);
}

}  // namespace

Result<void> LowerMap(Lowering& lowering, const Operation& operation) {
  Block* block = operation.regions[0]->only_block();
  const Value& result = *operation.results[0];
  const int64_t count =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front().count;
  if (block == nullptr) return lowering.Malformed(operation);
  const auto body = CompileBody(lowering, *block, count, /*allow_direct=*/true);
  if (!body) return EmitMapLoop(lowering, operation, *block);
  if (count != 0 && body->results[0].kind != BodyResult::Kind::kComputed) {
    BindPassedThrough(lowering, operation, *body);
    return {};
  }
  StepSpec spec;
  for (uint32_t source : body->tiles.reads) {
    const bool is_argument = source < body->argument_count();
    spec.reads.push_back(is_argument ? lowering.DenseOperand(operation, source)
                                     : body->captured[source - body->argument_count()]);
  }
  spec.operation = &operation;
  spec.writes = {lowering.Define(result)};
  if (count != 0) lowering.emitter().EmitTileStep(std::move(spec), body->tiles, count);
  return {};
}

}  // namespace paddock
