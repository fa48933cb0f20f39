#include "core/api/why/formula.h"

#include <algorithm>

#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

struct Infix {
  std::string_view kernel;
  std::string_view sign;
};
constexpr Infix kInfixes[] = {{"add", "+"},    {"subtract", "-"},  {"multiply", "*"},
                              {"divide", "/"}, {"and", "and"},     {"or", "or"},
                              {"xor", "xor"},  {"remainder", "%"}, {"shift_left", "<<"}};

std::string_view SignOf(const Operation& operation) {
  const auto found = std::ranges::find(kInfixes, operation.info->kernel, &Infix::kernel);
  return found == std::end(kInfixes) ? std::string_view() : found->sign;
}

std::string_view PlainName(const Operation& operation) {
  return operation.name.substr(operation.name.find('.') + 1);
}

std::string Joined(std::span<const std::string> texts, std::string_view between) {
  std::string text;
  for (const std::string& one : texts) {
    if (!text.empty()) text += between;
    text += one;
  }
  return text;
}

std::string Called(std::string_view name, std::span<const std::string> texts) {
  return std::string(name) + "(" + Joined(texts, ", ") + ")";
}

std::string Spaced(std::string_view sign) { return " " + std::string(sign) + " "; }

// Writes the terms with "..." for those that are left out.
std::string Series(std::vector<std::string> texts, int64_t count, std::string_view sign,
                   std::string_view name) {
  const bool is_cut = count > static_cast<int64_t>(texts.size());
  if (is_cut) texts.emplace_back("...");
  std::string text = sign.empty() ? Called(name, texts) : Joined(texts, Spaced(sign));
  if (is_cut) text += " (" + std::to_string(count) + " terms)";
  return text;
}

std::string Elementwise(const Operation& operation, std::span<const std::string> texts) {
  if (operation.is(OpKind::kStablehloCompare) && texts.size() == 2) {
    return texts[0] + Spaced(TextOf(operation, "comparison_direction")) + texts[1];
  }
  const std::string_view sign = SignOf(operation);
  if (!sign.empty() && texts.size() == 2) return Joined(texts, Spaced(sign));
  return Called(PlainName(operation), texts);
}

// Returns the only operation of the body; null if there are more.
const Operation* BodyOperation(const Operation& operation) {
  const Block* block = operation.regions.empty() ? nullptr : operation.regions[0]->only_block();
  const bool is_one =
      block != nullptr && block->first != nullptr && block->first->next == block->last;
  return is_one ? block->first : nullptr;
}

// The initial value is the first term of a reduction.
std::string Reduction(const Operation& operation, std::span<const FormulaTerms> terms) {
  const Operation* body = BodyOperation(operation);
  if (body == nullptr || body->info == nullptr || terms.empty()) return {};
  std::vector<std::string> texts;
  int64_t count = 0;
  const bool has_initial = terms.size() > 1;
  if (has_initial) {
    texts = terms.back().texts;
    count = terms.back().count;
  }
  for (const FormulaTerms& one : terms.first(terms.size() - (has_initial ? 1 : 0))) {
    texts.insert(texts.end(), one.texts.begin(), one.texts.end());
    count += one.count;
  }
  return Series(std::move(texts), count, SignOf(*body), PlainName(*body));
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

std::string FormulaOf(const Operation& operation, std::span<const FormulaTerms> terms) {
  if (operation.info == nullptr || terms.empty()) return {};
  const std::string_view family = operation.info->family;
  const bool is_product = family == "contraction" || family == "einsum" || family == "ragged_dot" ||
                          operation.is(OpKind::kStablehloConvolution);
  if (is_product && terms.size() >= 2 && terms[0].count == terms[1].count) return Products(terms);
  const bool has_body = family == "reduction" || family == "reduce_window" ||
                        operation.is(OpKind::kStablehloAllReduce) ||
                        operation.is(OpKind::kStablehloReduceScatter);
  if (has_body) return Reduction(operation, terms);
  const bool is_cell = std::ranges::all_of(
      terms, [](const FormulaTerms& one) { return one.count == 1 && one.texts.size() == 1; });
  if (!is_cell || !operation.info->has(kElementwise)) return {};
  std::vector<std::string> texts;
  for (const FormulaTerms& one : terms) texts.push_back(one.texts[0]);
  return Elementwise(operation, texts);
}

}  // namespace paddock
