// Lowering of map: its body is a tile program over the operands' elements.
#include <string>

#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Binds the result to what the body gives without computing: an operand, or a constant.
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
    const bool is_argument = source < body->argument_count;
    spec.reads.push_back(is_argument ? lowering.DenseOperand(operation, source)
                                     : body->captured[source - body->argument_count]);
  }
  spec.operation = &operation;
  spec.writes = {lowering.Define(result)};
  if (count != 0) lowering.emitter().EmitTileStep(std::move(spec), body->tiles, count);
  return {};
}

}  // namespace paddock
