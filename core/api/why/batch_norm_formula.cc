// Formulas of batch normalisation, as the specification states them.
#include "core/api/why/computed_formula.h"
#include "core/api/why/formula.h"
#include "core/api/why/formula_words.h"
#include "core/ir/attribute_values.h"
#include "core/tensor/element_text.h"

namespace paddock {
namespace {

// Numbers of one cell's feature.
class Feature {
 public:
  explicit Feature(const ExecutionCells& cells)
      : cells_(cells), whole_{0, {}}, dimension_(DimensionOf(cells.operation())) {
    const size_t at = cells.result() == 0 ? dimension_ : 0;
    number_ = cells.cell()[at];
    for (const int64_t size : cells.operation().operands[0]->type.shape()) {
      whole_.ranges.push_back({0, size});
    }
    whole_.ranges[dimension_] = {number_};
  }

  // Returns the feature's element of an operand or result with one dimension.
  std::string Operand(uint32_t operand) const { return cells_.Operand(operand, {&number_, 1}); }
  std::string Result(uint32_t result) const { return cells_.Result(result, {&number_, 1}); }

  // Returns the sum of `term(cell)` over the feature's cells.
  template <class Term>
  std::string SumOf(Term term) const {
    std::vector<std::string> texts;
    ForEachCell(whole_, [&](std::span<const int64_t> cell) {
      texts.push_back(term(cell));
      return texts.size() < kMostFormulaTerms;
    });
    return Series(std::move(texts), count(), "+", "sum");
  }

  int64_t count() const { return CellCount(whole_); }

  std::string epsilon() const {
    const auto epsilon = static_cast<float>(NumberOf(cells_.operation(), "epsilon", 0));
    std::string text;
    AppendElement(text, ElementType::kF32, reinterpret_cast<const std::byte*>(&epsilon));
    return text;
  }

 private:
  static size_t DimensionOf(const Operation& operation) {
    return static_cast<size_t>(IntegerOf(operation, "feature_index", 0));
  }

  const ExecutionCells& cells_;
  CellBox whole_;
  size_t dimension_;
  int64_t number_ = 0;
};

std::string Normalized(const std::string& element, const std::string& mean,
                       const std::string& variance, const std::string& epsilon) {
  return Concat({"(", element, " - ", mean, ") / sqrt(", variance, " + ", epsilon, ")"});
}

std::string ScaledAndMoved(const ExecutionCells& cells, const Feature& feature,
                           const std::string& mean, const std::string& variance) {
  const std::string element = cells.Operand(0, cells.cell());
  return Concat({feature.Operand(1), " * (", Normalized(element, mean, variance, feature.epsilon()),
                 ") + ", feature.Operand(2)});
}

}  // namespace

std::string BatchNormInferenceFormula(const ExecutionCells& cells) {
  const Feature feature(cells);
  return ScaledAndMoved(cells, feature, feature.Operand(3), feature.Operand(4));
}

std::string BatchNormTrainingFormula(const ExecutionCells& cells) {
  const Feature feature(cells);
  const std::string mean = feature.Result(1);
  if (cells.result() == 0) return ScaledAndMoved(cells, feature, mean, feature.Result(2));
  const bool is_mean = cells.result() == 1;
  const std::string sum = feature.SumOf([&](std::span<const int64_t> cell) {
    const std::string element = cells.Operand(0, cell);
    return is_mean ? element : Concat({"(", element, " - ", mean, ")^2"});
  });
  return Concat({"(", sum, ") / ", std::to_string(feature.count())});
}

std::string BatchNormGradFormula(const ExecutionCells& cells) {
  constexpr uint32_t kScale = 1, kMean = 2, kVariance = 3, kGradOutput = 4;
  const Feature feature(cells);
  const std::string mean = feature.Operand(kMean), variance = feature.Operand(kVariance);
  const std::string sum = feature.SumOf(
      [&](std::span<const int64_t> cell) { return cells.Operand(kGradOutput, cell); });
  if (cells.result() == 2) return sum;
  if (cells.result() == 1) {
    return feature.SumOf([&](std::span<const int64_t> cell) {
      return Concat({cells.Operand(kGradOutput, cell), " * (",
                     Normalized(cells.Operand(0, cell), mean, variance, feature.epsilon()), ")"});
    });
  }
  const std::string products = feature.SumOf([&](std::span<const int64_t> cell) {
    return Concat(
        {cells.Operand(kGradOutput, cell), " * (", cells.Operand(0, cell), " - ", mean, ")"});
  });
  const std::string count = std::to_string(feature.count());
  const std::string positive = Concat({variance, " + ", feature.epsilon()});
  const std::string grad = cells.Operand(kGradOutput, cells.cell());
  const std::string element = cells.Operand(0, cells.cell());
  return Concat({feature.Operand(kScale),
                 " / sqrt(",
                 positive,
                 ") / ",
                 count,
                 " * (",
                 grad,
                 " * ",
                 count,
                 " - (",
                 sum,
                 ") - (",
                 products,
                 ") * (",
                 element,
                 " - ",
                 mean,
                 ") / (",
                 positive,
                 "))"});
}

}  // namespace paddock
