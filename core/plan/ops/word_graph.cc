#include "core/plan/ops/word_graph.h"

#include <algorithm>
#include <utility>

namespace paddock {
namespace {

constexpr uint32_t kWordBits = 32;

// Removes pairs of equal neighbours, which cancel each other.
std::vector<WordGraph::Node> WithoutPairs(const std::vector<WordGraph::Node>& sorted) {
  std::vector<WordGraph::Node> kept;
  for (const WordGraph::Node node : sorted) {
    if (!kept.empty() && kept.back() == node) {
      kept.pop_back();
    } else {
      kept.push_back(node);
    }
  }
  return kept;
}

}  // namespace

WordGraph::Node WordGraph::Find(Expression expression) {
  const auto next = static_cast<Node>(expressions_.size());
  const auto [found, is_new] = nodes_.try_emplace(expression, next);
  if (is_new) expressions_.push_back(std::move(expression));
  return found->second;
}

// A constant is a sum without terms.
void WordGraph::AddTerms(Kind kind, Node node, Expression& whole) const {
  const Expression& part = expressions_[node];
  const bool is_constant = part.kind == Kind::kSum && part.terms.empty();
  if (part.kind != kind && !is_constant) {
    whole.terms.push_back(node);
    return;
  }
  whole.number = kind == Kind::kSum ? whole.number + part.number : whole.number ^ part.number;
  whole.terms.insert(whole.terms.end(), part.terms.begin(), part.terms.end());
}

WordGraph::Node WordGraph::Add(Node a, Node b) {
  Expression sum{Kind::kSum, 0, {}};
  AddTerms(Kind::kSum, a, sum);
  AddTerms(Kind::kSum, b, sum);
  if (sum.number == 0 && sum.terms.size() == 1) return sum.terms.front();
  std::ranges::sort(sum.terms);
  return Find(std::move(sum));
}

WordGraph::Node WordGraph::Xor(Node a, Node b) {
  Expression whole{Kind::kXor, 0, {}};
  AddTerms(Kind::kXor, a, whole);
  AddTerms(Kind::kXor, b, whole);
  std::ranges::sort(whole.terms);
  whole.terms = WithoutPairs(whole.terms);
  if (whole.terms.empty()) return Constant(whole.number);
  if (whole.number == 0 && whole.terms.size() == 1) return whole.terms.front();
  return Find(std::move(whole));
}

std::optional<WordGraph::Node> WordGraph::Or(Node a, Node b) {
  if (expressions_[a].kind == Kind::kRight) std::swap(a, b);
  const Expression left = expressions_[a], right = expressions_[b];
  const bool is_rotation = left.kind == Kind::kLeft && right.kind == Kind::kRight &&
                           left.terms == right.terms && left.number + right.number == kWordBits;
  if (!is_rotation) return std::nullopt;
  return RotateLeft(left.terms.front(), left.number);
}

}  // namespace paddock
