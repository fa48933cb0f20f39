#include "core/api/why/formula.h"

#include <algorithm>

#include "core/api/why/formula_words.h"

namespace paddock {
namespace {

// Families whose sums of products are formulas of their terms, and those that fold their terms.
constexpr std::string_view kProducts[] = {"contraction", "einsum", "ragged_dot", "convolution"};

bool IsProduct(const OpInfo& info) {
  return std::ranges::find(kProducts, info.family) != std::end(kProducts);
}

bool IsReduction(const OpInfo& info) {
  return info.family == "reduction" || info.family == "reduce_window" ||
         info.kind == OpKind::kStablehloAllReduce || info.kind == OpKind::kStablehloReduceScatter ||
         info.kind == OpKind::kStablehloCollectiveReduce;
}

bool IsElementwise(const OpInfo& info) {
  return info.has(kElementwise) || info.family == "chlo_broadcast";
}

void Append(std::span<const FormulaTerms> terms, FormulaTerms& all) {
  for (const FormulaTerms& one : terms) {
    all.texts.insert(all.texts.end(), one.texts.begin(), one.texts.end());
    all.count += one.count;
  }
}

// The initial value is the first term of a reduction.
std::string Reduction(const Operation& operation, std::span<const FormulaTerms> terms) {
  if (operation.regions.empty() || terms.empty()) return {};
  const Block* block = operation.regions[0]->only_block();
  if (block == nullptr || block->last == nullptr) return {};
  const auto values = static_cast<uint32_t>(block->arguments.size() / 2);
  // Several values are combined with each other.
  if (values != 1 || block->last->operands.size() != 1) return {};
  FormulaTerms all;
  const bool has_initial = terms.size() > 1 && operation.info->family != "collective";
  if (has_initial) Append(terms.last(1), all);
  Append(terms.first(terms.size() - (has_initial ? 1 : 0)), all);
  const Combiner combiner = CombinerOf(*operation.regions[0], 0, values);
  return Series(std::move(all.texts), all.count, combiner.sign, combiner.name);
}

std::string Sum(std::span<const FormulaTerms> terms) {
  FormulaTerms all;
  Append(terms, all);
  return Series(std::move(all.texts), all.count, "+", "sum");
}

std::string Products(std::span<const FormulaTerms> terms) {
  std::vector<std::string> texts;
  const size_t known = std::min(terms[0].texts.size(), terms[1].texts.size());
  for (size_t i = 0; i < known; ++i) {
    texts.push_back(terms[0].texts[i] + " * " + terms[1].texts[i]);
  }
  return Series(std::move(texts), terms[0].count, "+", "sum");
}

}  // namespace

bool HasTermFormula(const OpInfo& info) {
  return IsProduct(info) || IsReduction(info) || IsElementwise(info) ||
         info.kind == OpKind::kStablehloCrossReplicaSum;
}

std::string FormulaOf(const Operation& operation, std::span<const FormulaTerms> terms) {
  if (operation.info == nullptr || terms.empty()) return {};
  const OpInfo& info = *operation.info;
  if (IsProduct(info)) {
    if (info.kind == OpKind::kStablehloUnaryEinsum) return Sum(terms);
    return terms.size() >= 2 && terms[0].count == terms[1].count ? Products(terms) : "";
  }
  if (info.kind == OpKind::kStablehloCrossReplicaSum) return Sum(terms);
  if (IsReduction(info)) return Reduction(operation, terms);
  const bool is_cell = std::ranges::all_of(
      terms, [](const FormulaTerms& one) { return one.count == 1 && one.texts.size() == 1; });
  if (!is_cell || !IsElementwise(info) || info.kind == OpKind::kStablehloMap) return {};
  std::vector<std::string> texts;
  for (const FormulaTerms& one : terms) texts.push_back(one.texts[0]);
  return Elementwise(operation, texts);
}

}  // namespace paddock
