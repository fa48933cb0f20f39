// WordGraph: expressions of 32-bit words, in which equal expressions are one node. Sums and
// exclusive ors are normalized, and a pair of shifts is a rotation, so that different texts of one
// function give the same node.
#ifndef PADDOCK_CORE_PLAN_OPS_WORD_GRAPH_H_
#define PADDOCK_CORE_PLAN_OPS_WORD_GRAPH_H_

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace paddock {

class WordGraph {
 public:
  using Node = uint32_t;

  Node Input(uint32_t index) { return Find({Kind::kInput, index, {}}); }
  Node Constant(uint32_t value) { return Find({Kind::kSum, value, {}}); }
  Node Add(Node a, Node b);
  Node Xor(Node a, Node b);
  // Shifts by less than 32 bits.
  Node ShiftLeft(Node a, uint32_t bits) { return Find({Kind::kLeft, bits, {a}}); }
  Node ShiftRight(Node a, uint32_t bits) { return Find({Kind::kRight, bits, {a}}); }
  Node RotateLeft(Node a, uint32_t bits) { return Find({Kind::kRotation, bits, {a}}); }
  // Returns nothing unless it is a rotation.
  std::optional<Node> Or(Node a, Node b);

 private:
  enum class Kind : uint8_t { kInput, kSum, kXor, kLeft, kRight, kRotation };
  // Terms of a sum or exclusive or are sorted, and neither of that kind nor constant; `number` is
  // the constant. Else `number` is the input or the bits.
  struct Expression {
    Kind kind;
    uint32_t number;
    std::vector<Node> terms;
    auto operator<=>(const Expression&) const = default;
  };

  Node Find(Expression expression);
  void AddTerms(Kind kind, Node node, Expression& whole) const;

  std::map<Expression, Node> nodes_;
  std::vector<Expression> expressions_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_WORD_GRAPH_H_
