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

// Returns "(a, b)" of the cells at each position of several sets.
FormulaTerms Tuples(std::span<const FormulaTerms> sets) {
  FormulaTerms tuples;
  tuples.count = sets[0].count;
  for (size_t i = 0; i < sets[0].texts.size(); ++i) {
    std::vector<std::string> texts;
    for (const FormulaTerms& set : sets) {
      if (i < set.texts.size()) texts.push_back(set.texts[i]);
    }
    tuples.texts.push_back(texts.size() == 1 ? texts[0] : Called("", texts));
  }
  return tuples;
}

// The initial value is the first term of a reduction. A body of several values combines tuples of
// those that contribute to the result: their cells come first, then their initial values.
std::string Reduction(const Operation& operation, uint32_t result,
                      std::span<const FormulaTerms> terms) {
  if (operation.regions.empty() || terms.empty()) return {};
  const Block* block = operation.regions[0]->only_block();
  if (block == nullptr || block->last == nullptr) return {};
  const auto values = static_cast<uint32_t>(block->arguments.size() / 2);
  if (values == 0 || block->last->operands.size() != values) return {};
  FormulaTerms all;
  if (values > 1) {
    if (terms.size() % 2 != 0) return {};
    all = Tuples(terms.last(terms.size() / 2));
    const FormulaTerms cells = Tuples(terms.first(terms.size() / 2));
    Append({&cells, 1}, all);
  } else {
    const bool has_initial = terms.size() > 1 && operation.info->family != "collective";
    if (has_initial) Append(terms.last(1), all);
    Append(terms.first(terms.size() - (has_initial ? 1 : 0)), all);
  }
  const Combiner combiner = CombinerOf(*operation.regions[0], values == 1 ? 0 : result, values);
  const std::string_view name = combiner.name.empty() ? "body" : combiner.name;
  return Series(std::move(all.texts), all.count, combiner.sign, name);
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

std::string FormulaOf(const Operation& operation, uint32_t result,
                      std::span<const FormulaTerms> terms) {
  if (operation.info == nullptr || terms.empty()) return {};
  const OpInfo& info = *operation.info;
  if (IsProduct(info)) {
    if (info.kind == OpKind::kStablehloUnaryEinsum) return Sum(terms);
    return terms.size() >= 2 && terms[0].count == terms[1].count ? Products(terms) : "";
  }
  if (info.kind == OpKind::kStablehloCrossReplicaSum) return Sum(terms);
  if (IsReduction(info)) return Reduction(operation, result, terms);
  const bool is_cell = std::ranges::all_of(
      terms, [](const FormulaTerms& one) { return one.count == 1 && one.texts.size() == 1; });
  if (!is_cell || !IsElementwise(info) || info.kind == OpKind::kStablehloMap) return {};
  std::vector<std::string> texts;
  for (const FormulaTerms& one : terms) texts.push_back(one.texts[0]);
  return Elementwise(operation, texts);
}

}  // namespace paddock
