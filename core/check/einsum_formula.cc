#include "core/check/einsum_formula.h"

#include <algorithm>
#include <array>

#include "core/check/context.h"

namespace paddock {

std::optional<EinsumFormula> ParseEinsumFormula(std::string_view text) {
  EinsumFormula formula;
  formula.terms.emplace_back();
  bool is_result = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c == ' ') continue;
    if (c == '-' && i + 1 < text.size() && text[i + 1] == '>' && !is_result) {
      is_result = true;
      ++i;
    } else if (c == ',' && !is_result) {
      formula.terms.emplace_back();
    } else if (is_letter) {
      (is_result ? formula.result : formula.terms.back()) += c;
    } else {
      return std::nullopt;
    }
  }
  if (!is_result) return std::nullopt;
  return formula;
}

namespace {

// Known size of each letter; nothing if no term has the letter.
using LetterSizes = std::array<std::optional<Dimension>, 128>;

std::optional<Dimension>& SizeOf(LetterSizes& sizes, char letter) {
  return sizes[static_cast<size_t>(letter)];
}

// Checks X2 and X3.
Result<LetterSizes> SizesOfLetters(CheckContext& context, const EinsumFormula& formula) {
  LetterSizes sizes;
  for (size_t i = 0; i < formula.terms.size(); ++i) {
    const std::string& letters = formula.terms[i];
    const TensorType operand = context.operand(i);
    if (letters.size() != operand.rank()) {
      return context.Fail(
          context.rule("X2"), At::Operand(i),
          Say("\"", letters, "\" stands for operand ", i, " of rank ", operand.rank()));
    }
    for (size_t d = 0; d < letters.size(); ++d) {
      std::optional<Dimension>& size = SizeOf(sizes, letters[d]);
      if (size && !Agree(*size, operand.shape[d])) {
        return context.Fail(context.rule("X3"), At::Operand(i),
                            Say("'", std::string_view(&letters[d], 1), "' has the sizes ", *size,
                                " and ", operand.shape[d]));
      }
      size = size ? Meet(*size, operand.shape[d]) : operand.shape[d];
    }
  }
  return sizes;
}

}  // namespace

CheckResult CheckEinsum(CheckContext& context) {
  const At config = At::Attribute("einsum_config");
  const std::string_view text = context.text("einsum_config");
  const auto formula = ParseEinsumFormula(text);
  if (!formula || formula->terms.size() != context.operand_count()) {
    return context.Fail(context.rule("X1"), config, Say("it is \"", text, "\""));
  }
  auto sizes = SizesOfLetters(context, *formula);
  if (!sizes) return Failed();
  TensorType result = context.result(0);
  result.shape.clear();
  for (const char& letter : formula->result) {
    const std::optional<Dimension> size = SizeOf(*sizes, letter);
    if (!size || std::ranges::count(formula->result, letter) != 1) {
      return context.Fail(
          context.rule("X4"), config,
          Say("\"", text, "\" has '", std::string_view(&letter, 1), "' in its result"));
    }
    result.shape.push_back(*size);
  }
  return InferredTypes{context.Infer(result, context.rule("X5"), context.rule("X5"))};
}

}  // namespace paddock
