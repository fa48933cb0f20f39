#include "core/plan/bodies/body_program.h"

#include <algorithm>
#include <unordered_map>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/element_kernel.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

constexpr int kMaximumCallDepth = 16;

bool IsPlainTensor(Type type) {
  return type && type.is_tensor() && type.has_static_shape() && !type.is_quantized() &&
         type.element_type();
}

bool IsScalarTensor(Type type) {
  return IsPlainTensor(type) &&
         std::ranges::all_of(type.shape(), [](int64_t size) { return size == 1; });
}

// Compiles one body, operation by operation.
class BodyCompiler {
 public:
  BodyCompiler(Lowering& lowering, int64_t count, std::span<const int64_t> shape)
      : lowering_(lowering), graph_(count), shape_(shape) {}

  std::optional<CompiledBody> Run(Block& body, bool allow_direct) {
    for (uint32_t i = 0; i < body.arguments.size(); ++i) {
      if (!IsArgument(body.arguments[i]->type)) return std::nullopt;
      TileNode node;
      node.kind = TileNode::Kind::kStream;
      node.type = *body.arguments[i]->type.element_type();
      node.source = i;
      body_.argument_types.push_back(node.type);
      nodes_[body.arguments[i]] = graph_.Add(std::move(node));
    }
    const auto returned = Follow(body, 0);
    if (!returned) return std::nullopt;
    bool computes = false;
    for (uint32_t node : *returned) {
      if (graph_.nodes()[node].kind != TileNode::Kind::kCompute) continue;
      graph_.node(node).is_output = true;
      computes = true;
    }
    if (computes) {
      body_.tiles =
          graph_.Compile(lowering_.arena(), lowering_.emitter().tile_options(allow_direct));
    }
    for (uint32_t node : *returned) body_.results.push_back(ResultOf(node));
    return std::move(body_);
  }

 private:
  bool HasShape(Type type) const {
    return IsPlainTensor(type) && std::ranges::equal(type.shape(), shape_);
  }
  bool IsArgument(Type type) const {
    return shape_.empty() ? IsScalarTensor(type) : HasShape(type);
  }
  // Returns whether a type is one element: a scalar for all lanes, or one element of each lane.
  bool IsElement(Type type) const { return IsScalarTensor(type) || HasShape(type); }

  BodyResult ResultOf(uint32_t node) const {
    const TileNode& found = graph_.nodes()[node];
    if (found.kind == TileNode::Kind::kCompute) {
      // The program may write its results in another order than that of the nodes.
      const std::vector<uint32_t>& writes = body_.tiles.writes;
      const auto at = std::ranges::find(writes, node) - writes.begin();
      return {BodyResult::Kind::kComputed, static_cast<uint32_t>(at), found.type};
    }
    if (found.source < body_.argument_count()) {
      return {BodyResult::Kind::kArgument, found.source, found.type};
    }
    return {BodyResult::Kind::kCaptured, found.source - body_.argument_count(), found.type};
  }

  // Returns the nodes of the values that the block returns.
  std::optional<std::vector<uint32_t>> Follow(Block& block, int depth) {
    for (Operation* operation : block) {
      if (lowering_.facts().IsLeftOut(*operation)) continue;
      if (operation->info == nullptr || !graph_.HasRoomFor(8)) return std::nullopt;
      if (operation->info->has(kTerminator)) return NodesOf(*operation);
      if (!FollowOperation(*operation, depth)) return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<std::vector<uint32_t>> NodesOf(const Operation& operation) {
    std::vector<uint32_t> result;
    for (const Value* operand : operation.operands) {
      const auto node = NodeOf(*operand);
      if (!node) return std::nullopt;
      result.push_back(*node);
    }
    return result;
  }

  // Returns the node of a value of the body, or of a captured value.
  std::optional<uint32_t> NodeOf(const Value& value) {
    const auto found = nodes_.find(&value);
    if (found != nodes_.end()) return found->second;
    if (!IsScalarTensor(value.type)) return std::nullopt;
    const std::vector<Leaf> leaves = lowering_.values().Leaves(value);
    if (leaves.size() != 1) return std::nullopt;
    return Capture(value, lowering_.InMemory(leaves.front()));
  }

  uint32_t Capture(const Value& value, const Leaf& leaf) {
    TileNode node;
    node.kind = TileNode::Kind::kSplat;
    node.type = leaf.type;
    node.source = body_.argument_count() + static_cast<uint32_t>(body_.captured.size());
    body_.captured.push_back(leaf);
    return nodes_[&value] = graph_.Add(std::move(node));
  }

  bool FollowOperation(Operation& operation, int depth) {
    if (operation.is(OpKind::kStablehloConstant)) return FollowConstant(operation);
    if (operation.is(OpKind::kFuncCall)) return FollowCall(operation, "callee", depth);
    if (operation.is(OpKind::kStablehloComposite)) {
      return FollowCall(operation, "decomposition", depth);
    }
    const auto operands = NodesOf(operation);
    if (!operands) return false;
    if (IsName(operation)) return Rename(operation, *operands);
    const bool is_element = operation.results.size() == 1 &&
                            IsElement(operation.results[0]->type) && !operands->empty();
    if (!is_element || operation.info->kernel.empty()) return false;
    return FollowElementwise(operation, *operands);
  }

  // Returns whether an operation passes its operands through, or only reshapes one element.
  static bool IsName(const Operation& operation) {
    return operation.is(OpKind::kStablehloReshape) ||
           operation.is(OpKind::kStablehloBroadcastInDim) ||
           operation.is(OpKind::kStablehloBroadcast) ||
           operation.is(OpKind::kStablehloOptimizationBarrier);
  }

  bool Rename(const Operation& operation, const std::vector<uint32_t>& operands) {
    if (operands.size() != operation.results.size()) return false;
    for (size_t i = 0; i < operands.size(); ++i) {
      const Type from = operation.operands[i]->type, to = operation.results[i]->type;
      // An operation that names dimensions may reorder the elements of a shape.
      const bool keeps_places = IsScalarTensor(from) || !operation.Find("broadcast_dimensions");
      if (!IsElement(to) || !keeps_places) return false;
      nodes_[operation.results[i]] = operands[i];
    }
    return true;
  }

  bool FollowConstant(const Operation& operation) {
    const Attribute* value = operation.Find("value");
    const Value& result = *operation.results[0];
    if (value == nullptr || value->value == nullptr || !IsElement(result.type)) return false;
    if (!IsScalarTensor(result.type) && !value->is_splat) return false;
    Leaf leaf;
    leaf.where = Leaf::Where::kConstant;
    leaf.type = value->value->element_type();
    leaf.address = value->value->data();
    leaf.count = 1;
    if (leaf.type != result.type.element_type()) return false;
    Capture(result, leaf);
    return true;
  }

  bool FollowCall(const Operation& operation, std::string_view attribute, int depth) {
    const Operation* function = lowering_.module().FindSymbol(TextOf(operation, attribute));
    Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->parent->block_count != 1 || depth >= kMaximumCallDepth) {
      return false;
    }
    const auto operands = NodesOf(operation);
    if (!operands || operands->size() != body->arguments.size()) return false;
    for (size_t i = 0; i < operands->size(); ++i) nodes_[body->arguments[i]] = (*operands)[i];
    const auto results = Follow(*body, depth + 1);
    if (!results || results->size() != operation.results.size()) return false;
    for (size_t i = 0; i < results->size(); ++i) nodes_[operation.results[i]] = (*results)[i];
    return true;
  }

  bool FollowElementwise(const Operation& operation, const std::vector<uint32_t>& operands) {
    std::vector<ElementType> types;
    for (uint32_t operand : operands) types.push_back(graph_.nodes()[operand].type);
    const Value& result = *operation.results[0];
    TileNode node;
    node.kind = TileNode::Kind::kCompute;
    node.type = *result.type.element_type();
    const ElementKernel found =
        FindElementKernel(operation, types, node.type, lowering_.numerics(), lowering_.arena());
    if (found.kernel.function == nullptr || operands.size() > std::size(node.operands)) {
      return false;
    }
    node.kernel = found.kernel;
    node.attributes = found.attributes;
    node.operand_count = static_cast<uint32_t>(operands.size());
    std::ranges::copy(operands, node.operands);
    nodes_[&result] = graph_.Add(std::move(node));
    return true;
  }

  Lowering& lowering_;
  TileGraph graph_;
  std::span<const int64_t> shape_;
  CompiledBody body_;
  std::unordered_map<const Value*, uint32_t> nodes_;
};

}  // namespace

std::optional<CompiledBody> CompileBody(Lowering& lowering, Block& body, int64_t count,
                                        bool allow_direct, std::span<const int64_t> shape) {
  return BodyCompiler(lowering, count, shape).Run(body, allow_direct);
}

std::string_view NameOfBody(const Block& body) {
  if (body.arguments.size() != 2 || body.first == nullptr || body.first->next != body.last) {
    return {};
  }
  const Operation& operation = *body.first;
  const bool is_returned = body.last->operands.size() == 1 && operation.results.size() == 1 &&
                           body.last->operands[0] == operation.results[0];
  if (!is_returned || operation.info == nullptr || operation.operands.size() != 2) return {};
  const Value* first = operation.operands[0];
  const Value* second = operation.operands[1];
  const bool in_order = first == body.arguments[0] && second == body.arguments[1];
  const bool swapped = first == body.arguments[1] && second == body.arguments[0];
  return in_order || swapped ? operation.info->kernel : std::string_view();
}

std::optional<simd::Monoid> MonoidOfBody(const Block& body) {
  return simd::MonoidFromSpelling(NameOfBody(body));
}

// Returns null for the boolean monoids of arith, whose kernels differ (`boolean_kernel` of the op
// table).
const simd::MonoidKernels* FindBodyMonoid(const Block& body, ElementType type) {
  if (IsBoolean(type) && body.first != nullptr && body.first->info != nullptr &&
      body.first->info->dialect == "arith") {
    return nullptr;
  }
  const auto monoid = MonoidOfBody(body);
  return monoid ? simd::FindMonoidKernels(*monoid, type) : nullptr;
}

}  // namespace paddock
