// IsThreeFry: computes the results of a function as expressions of its arguments. Counters and
// rotations are known numbers, so loops and calls leave nothing behind.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/check/tensor_type.h"
#include "core/ir/attribute_values.h"
#include "core/plan/ops/threefry_call.h"
#include "core/plan/ops/word_graph.h"
#include "simd/random/generators.h"

namespace paddock {
namespace {

// Limits the time that is spent on a function which is something else.
constexpr int kMostOperations = 2000;
constexpr size_t kMostKnownWords = 8;

// A value is a few known numbers, or an expression in every element.
struct Word {
  std::vector<int64_t> known;
  WordGraph::Node node = 0;

  bool is_known() const { return !known.empty(); }
};
using Words = std::vector<Word>;

bool IsWordTensor(Type type) {
  return type.is_tensor() && type.element_type() == ElementType::kUI32;
}

class ThreeFryProof {
 public:
  explicit ThreeFryProof(const Module& module) : module_(module) {}

  bool Holds(const Operation& function) {
    const Block* body = FunctionBody(function);
    Words arguments(4);
    for (uint32_t i = 0; i < 4; ++i) arguments[i].node = graph_.Input(i);
    const std::optional<Words> results = Evaluate(*body, arguments);
    if (!results || results->size() != 2) return false;
    const auto expected = Expected();
    return !results->front().is_known() && !results->back().is_known() &&
           results->front().node == expected.first && results->back().node == expected.second;
  }

 private:
  using Node = WordGraph::Node;

  // simd::ThreeFryBlock, of expressions.
  std::pair<Node, Node> Expected() {
    const Node low = graph_.Input(0), high = graph_.Input(1);
    const Node third =
        graph_.Xor(graph_.Xor(low, high), graph_.Constant(simd::ThirdThreeFryKey(0)));
    const Node keys[3] = {low, high, third};
    Node x = graph_.Add(graph_.Input(2), low);
    Node y = graph_.Add(graph_.Input(3), high);
    for (uint32_t group = 0; group < 5; ++group) {
      for (const int rotation : simd::kThreeFryRotations[group % 2]) {
        x = graph_.Add(x, y);
        y = graph_.Xor(graph_.RotateLeft(y, static_cast<uint32_t>(rotation)), x);
      }
      x = graph_.Add(x, keys[(group + 1) % 3]);
      y = graph_.Add(graph_.Add(y, keys[(group + 2) % 3]), graph_.Constant(group + 1));
    }
    return {x, y};
  }

  // Returns nothing if an operation is none of those below.
  std::optional<Words> Evaluate(const Block& block, std::span<const Word> arguments) {
    if (block.arguments.size() != arguments.size()) return std::nullopt;
    for (size_t i = 0; i < arguments.size(); ++i) values_[block.arguments[i]] = arguments[i];
    for (const Operation* operation : block) {
      if (++operations_ > kMostOperations) return std::nullopt;
      std::optional<Words> operands = Operands(*operation);
      if (!operands) return std::nullopt;
      if (operation->next == nullptr) return operands;
      const std::optional<Words> results = Results(*operation, *operands);
      if (!results || results->size() != operation->results.size()) return std::nullopt;
      for (size_t i = 0; i < results->size(); ++i) values_[operation->results[i]] = (*results)[i];
    }
    return std::nullopt;
  }

  std::optional<Words> Operands(const Operation& operation) const {
    Words operands;
    for (const Value* operand : operation.operands) {
      const auto found = values_.find(operand);
      if (found == values_.end()) return std::nullopt;
      operands.push_back(found->second);
    }
    return operands;
  }

  std::optional<Words> Results(const Operation& operation, std::span<const Word> operands) {
    if (operation.is(OpKind::kStablehloWhile)) return Iterate(operation, operands);
    if (operation.is(OpKind::kFuncCall)) return Call(operation, operands);
    const std::optional<Word> result = Result(operation, operands);
    if (!result) return std::nullopt;
    return Words{*result};
  }

  std::optional<Words> Call(const Operation& operation, std::span<const Word> operands) {
    const Operation* function = module_.FindSymbol(TextOf(operation, "callee"));
    if (function == nullptr || depth_ == 4) return std::nullopt;
    const Block* body = FunctionBody(*function);
    if (body == nullptr || body->next != nullptr) return std::nullopt;
    ++depth_;
    auto results = Evaluate(*body, operands);
    --depth_;
    return results;
  }

  std::optional<Words> Iterate(const Operation& operation, std::span<const Word> operands) {
    const Block* condition = operation.regions[0]->only_block();
    const Block* body = operation.regions[1]->only_block();
    Words carried(operands.begin(), operands.end());
    while (condition != nullptr && body != nullptr) {
      const std::optional<Words> decision = Evaluate(*condition, carried);
      if (!decision || decision->size() != 1 || !decision->front().is_known()) break;
      if (decision->front().known.front() == 0) return carried;
      auto next = Evaluate(*body, carried);
      if (!next) break;
      carried = *std::move(next);
    }
    return std::nullopt;
  }

  std::optional<Word> Result(const Operation& operation, std::span<const Word> operands) {
    const Type type = operation.results.front()->type;
    if (operation.is(OpKind::kStablehloConstant)) {
      return Constant(type, IntegersOf(operation.Find("value")));
    }
    if (operation.is(OpKind::kStablehloSlice)) return Slice(operation, operands[0]);
    if (operation.is(OpKind::kStablehloBroadcastInDim)) return Broadcast(operation, operands[0]);
    if (operation.is(OpKind::kStablehloCompare)) return Compare(operation, operands);
    if (operation.is(OpKind::kStablehloReshape) && operands[0].is_known()) return operands[0];
    if (operation.is(OpKind::kStablehloConvert)) return Known(type, operands[0].known);
    return operands.size() == 2 ? Compute(operation, type, operands) : std::nullopt;
  }

  // Equal elements are one number.
  static std::optional<Word> Constant(Type type, std::vector<int64_t> numbers) {
    const bool is_same = std::ranges::adjacent_find(numbers, std::not_equal_to()) == numbers.end();
    if (is_same && !numbers.empty()) numbers.resize(1);
    return Known(type, std::move(numbers));
  }

  // Wraps numbers to the element type.
  static std::optional<Word> Known(Type type, std::vector<int64_t> numbers) {
    if (!type.is_tensor() || numbers.empty() || numbers.size() > kMostKnownWords) {
      return std::nullopt;
    }
    const auto element = type.element_type();
    for (int64_t& number : numbers) {
      if (element == ElementType::kUI32) {
        number = static_cast<uint32_t>(number);
      } else if (element == ElementType::kI32) {
        number = static_cast<int32_t>(number);
      } else {
        return std::nullopt;
      }
    }
    return Word{std::move(numbers), 0};
  }

  static std::optional<Word> Slice(const Operation& operation, const Word& operand) {
    const auto begin = IntegersOf(operation, "start_indices");
    const auto end = IntegersOf(operation, "limit_indices");
    const auto stride = IntegersOf(operation, "strides");
    const auto size = static_cast<int64_t>(operand.known.size());
    if (!operand.is_known() || begin.size() != 1 || end.size() != 1 || begin[0] < 0 ||
        end[0] > size || end[0] - begin[0] != 1 || (!stride.empty() && stride[0] != 1)) {
      return std::nullopt;
    }
    return Word{{operand.known[static_cast<size_t>(begin[0])]}, 0};
  }

  // Sizes of 1 expand in place; so every element is the same expression of the arguments'.
  static std::optional<Word> Broadcast(const Operation& operation, const Word& operand) {
    if (operand.is_known()) {
      return operand.known.size() == 1 ? std::optional(operand) : std::nullopt;
    }
    const size_t rank = operation.results.front()->type.rank();
    const auto dimensions = IntegersOf(operation, "broadcast_dimensions");
    if (dimensions.empty()) return operand;
    if (dimensions.size() != rank) return std::nullopt;
    for (size_t i = 0; i < rank; ++i) {
      if (dimensions[i] != static_cast<int64_t>(i)) return std::nullopt;
    }
    return operand;
  }

  static std::optional<Word> Compare(const Operation& operation, std::span<const Word> operands) {
    if (!operands[0].is_known() || !operands[1].is_known() || operands[0].known.size() != 1 ||
        operands[1].known.size() != 1 || TextOf(operation, "comparison_direction") != "LT") {
      return std::nullopt;
    }
    return Word{{operands[0].known[0] < operands[1].known[0] ? 1 : 0}, 0};
  }

  std::optional<Word> Compute(const Operation& operation, Type type,
                              std::span<const Word> operands) {
    const Word &a = operands[0], &b = operands[1];
    if (a.is_known() && b.is_known()) return ComputeKnown(operation, type, a, b);
    if (!IsWordTensor(type)) return std::nullopt;
    const bool is_left = operation.is(OpKind::kStablehloShiftLeft);
    if (is_left || operation.is(OpKind::kStablehloShiftRightLogical)) {
      return Shift(is_left, a, b);
    }
    const std::optional<Node> lhs = NodeOf(a), rhs = NodeOf(b);
    if (!lhs || !rhs) return std::nullopt;
    if (operation.is(OpKind::kStablehloAdd)) return Word{{}, graph_.Add(*lhs, *rhs)};
    if (operation.is(OpKind::kStablehloXor)) return Word{{}, graph_.Xor(*lhs, *rhs)};
    if (!operation.is(OpKind::kStablehloOr)) return std::nullopt;
    const std::optional<Node> either = graph_.Or(*lhs, *rhs);
    return either ? std::optional(Word{{}, *either}) : std::nullopt;
  }

  std::optional<Word> Shift(bool is_left, const Word& operand, const Word& amount) {
    if (amount.known.size() != 1 || amount.known[0] >= 32) return std::nullopt;
    const auto bits = static_cast<uint32_t>(amount.known[0]);
    return Word{
        {}, is_left ? graph_.ShiftLeft(operand.node, bits) : graph_.ShiftRight(operand.node, bits)};
  }

  static std::optional<Word> ComputeKnown(const Operation& operation, Type type, const Word& a,
                                          const Word& b) {
    if (a.known.size() != 1 || b.known.size() != 1) return std::nullopt;
    if (operation.is(OpKind::kStablehloAdd)) return Known(type, {a.known[0] + b.known[0]});
    if (operation.is(OpKind::kStablehloSubtract)) return Known(type, {a.known[0] - b.known[0]});
    return std::nullopt;
  }

  std::optional<Node> NodeOf(const Word& word) {
    if (!word.is_known()) return word.node;
    if (word.known.size() != 1) return std::nullopt;
    return graph_.Constant(static_cast<uint32_t>(word.known[0]));
  }

  const Module& module_;
  WordGraph graph_;
  std::map<const Value*, Word> values_;
  int operations_ = 0;
  int depth_ = 0;
};

// Whether `argument` has the sizes of `result`, some of them 1, or rank 0.
bool Expands(Type argument, Type result) {
  if (!IsWordTensor(argument)) return false;
  const TensorType from = TensorType::Of(argument), to = TensorType::Of(result);
  if (!from.has_static_shape() || (from.rank() != 0 && from.rank() != to.rank())) return false;
  for (size_t i = 0; i < from.rank(); ++i) {
    const int64_t size = from.shape[i].size;
    if (size != to.shape[i].size && size != 1) return false;
  }
  return true;
}

bool HasThreeFryTypes(const Block& body) {
  const std::span<Value* const> results = body.last->operands;
  if (body.arguments.size() != 4 || results.size() != 2) return false;
  const Type type = results[0]->type;
  if (!IsWordTensor(type) || type != results[1]->type) return false;
  if (!TensorType::Of(type).has_static_shape()) return false;
  return std::ranges::all_of(body.arguments,
                             [&](const Value* value) { return Expands(value->type, type); });
}

}  // namespace

bool IsThreeFry(const Module& module, const Operation& function) {
  const Block* body = FunctionBody(function);
  if (body == nullptr || body->next != nullptr || body->last == nullptr) return false;
  return HasThreeFryTypes(*body) && ThreeFryProof(module).Holds(function);
}

}  // namespace paddock
