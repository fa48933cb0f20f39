#include "core/plan/lowering/promoted_operand.h"

#include "core/plan/lowering/lowering.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

// Returns the positive quiet NaN of a type that hardware supports, else null.
const void* NaNOf(ElementType type) {
  static constexpr uint16_t kF16 = 0x7e00;
  static constexpr uint16_t kBF16 = 0x7fc0;
  static constexpr uint32_t kF32 = 0x7fc00000;
  static constexpr uint64_t kF64 = 0x7ff8000000000000;
  switch (type) {
    case ElementType::kF16:
      return &kF16;
    case ElementType::kBF16:
      return &kBF16;
    case ElementType::kF32:
      return &kF32;
    case ElementType::kF64:
      return &kF64;
    default:
      return nullptr;
  }
}

Leaf ConstantOf(ElementType type, const void* element) {
  Leaf leaf;
  leaf.where = Leaf::Where::kConstant;
  leaf.type = type;
  leaf.address = static_cast<const std::byte*>(element);
  leaf.count = 1;
  return leaf;
}

// Returns the node of a kernel that an operation implies. Its work is one unit an element for all
// element types.
TileNode ImpliedNode(const simd::ElementwiseKernel& kernel,
                     std::initializer_list<uint32_t> operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.type = kernel.result;
  node.kernel = kernel;
  node.kernel.work = 1;
  for (uint32_t operand : operands) node.operands[node.operand_count++] = operand;
  return node;
}

}  // namespace

Leaf Converted(Lowering& lowering, const Operation& operation, Leaf leaf, ElementType type) {
  leaf = lowering.Dense(leaf);
  if (leaf.type == type) return leaf;
  const Leaf result = lowering.NewLeaf(type, leaf.shape);
  if (leaf.count == 0) return result;
  TileGraph graph(leaf.count);
  TileNode stream;
  stream.type = leaf.type;
  TileNode convert =
      ImpliedNode(simd::FindConvert(leaf.type, type), {graph.Add(std::move(stream))});
  convert.is_output = true;
  graph.Add(std::move(convert));
  StepSpec spec;
  spec.operation = &operation;
  spec.reads = {leaf};
  spec.writes = {result};
  lowering.emitter().EmitTileStep(
      std::move(spec), graph.Compile(lowering.arena(), lowering.emitter().tile_options(true)),
      leaf.count);
  return result;
}

Leaf WithCanonicalNaNs(Lowering& lowering, const Operation& operation, const Leaf& operand) {
  const ElementType part = PartType(operand.type);
  const void* nan = NaNOf(part);
  const Leaf leaf = lowering.InMemory(operand);
  if (nan == nullptr || leaf.where != Leaf::Where::kSlot || leaf.count == 0) return leaf;
  Leaf result = lowering.Dense(leaf);
  const std::vector<Leaf> reads = {result, ConstantOf(part, nan)};
  result = lowering.NewLeaf(leaf.type, leaf.shape);
  TileGraph graph(leaf.count * (IsComplex(leaf.type) ? 2 : 1));
  TileNode stream;
  stream.type = part;
  const uint32_t value = graph.Add(stream);
  TileNode splat = stream;
  splat.kind = TileNode::Kind::kSplat;
  splat.source = 1;
  const uint32_t canonical = graph.Add(std::move(splat));
  const uint32_t is_nan = graph.Add(
      ImpliedNode(simd::FindCompare(simd::ComparisonDirection::kNe, false, part), {value, value}));
  TileNode select = ImpliedNode(simd::FindElementwise("select", part, lowering.numerics()),
                                {is_nan, canonical, value});
  select.is_output = true;
  const int64_t count = graph.count();
  graph.Add(std::move(select));
  const CompiledTiles tiles =
      graph.Compile(lowering.arena(), lowering.emitter().tile_options(true));
  StepSpec spec;
  spec.operation = &operation;
  for (uint32_t source : tiles.reads) spec.reads.push_back(reads[source]);
  spec.writes = {result};
  lowering.emitter().EmitTileStep(std::move(spec), tiles, count);
  return result;
}

}  // namespace paddock
