// Formulas of cholesky and triangular_solve, with the cells that are computed before, and of fft.
#include <algorithm>

#include "core/api/why/computed_formula.h"
#include "core/api/why/formula.h"
#include "core/api/why/formula_words.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

using Indices = std::vector<int64_t>;

// Returns the cell of the same matrix at this row and column.
Indices MatrixCell(std::span<const int64_t> cell, int64_t row, int64_t column) {
  Indices at(cell.begin(), cell.end());
  at[at.size() - 2] = row;
  at.back() = column;
  return at;
}

std::string Conjugated(const Operation& operation, const std::string& text) {
  const auto type = operation.results[0]->type.element_type();
  return type && IsComplex(*type) ? Concat({"conj(", text, ")"}) : text;
}

// Returns "start - product(0) - product(1) ...".
template <class Product>
std::string Subtracted(std::string start, int64_t count, Product product) {
  std::vector<std::string> texts = {std::move(start)};
  const auto known = std::min<int64_t>(count, static_cast<int64_t>(kMostFormulaTerms));
  for (int64_t k = 0; k < known; ++k) texts.push_back(product(k));
  return Series(std::move(texts), count + 1, "-", "");
}

// e^(2 pi i * phase), with the sign of the transform.
std::string Rotated(const std::string& element, const std::string& phase, bool is_forward) {
  if (phase.empty()) return element;
  return Concat({element, " * e^(", is_forward ? "-" : "", "2 pi i * ", phase, ")"});
}

class Transform {
 public:
  explicit Transform(const ExecutionCells& cells)
      : cells_(cells), lengths_(IntegersOf(cells.operation(), "fft_length")) {
    const std::string_view type = TextOf(cells.operation(), "fft_type");
    is_forward_ = type == "FFT" || type == "RFFT";
    is_half_ = type == "IRFFT";
  }

  std::string Write() const {
    const std::vector<CellBox> boxes = cells_.Related();
    if (boxes.empty()) return {};
    std::vector<std::string> texts;
    ForEachCell(boxes[0], [&](std::span<const int64_t> at) {
      texts.push_back(TermAt(at));
      return texts.size() < kMostFormulaTerms;
    });
    std::string sum = Series(std::move(texts), CellCount(boxes[0]), "+", "sum");
    if (is_forward_) return sum;
    int64_t total = 1;
    for (const int64_t length : lengths_) total *= length;
    return Concat({"(", sum, ") / ", std::to_string(total)});
  }

 private:
  std::string TermAt(std::span<const int64_t> at) const {
    const std::string term = Rotated(cells_.Operand(0, at), PhaseOf(at), is_forward_);
    if (!is_half_) return term;
    // The other half of the spectrum is conjugated.
    const bool is_alone = at.back() == 0 || 2 * at.back() == lengths_.back();
    return Concat({is_alone ? "Re(" : "2 Re(", term, ")"});
  }

  // Returns "3/8", "(3/8 + 1/2)", or nothing for 0.
  std::string PhaseOf(std::span<const int64_t> at) const {
    std::string phase;
    bool has_several = false;
    const size_t first = at.size() - lengths_.size();
    for (size_t d = 0; d < lengths_.size(); ++d) {
      const int64_t turn = at[first + d] * cells_.cell()[first + d] % lengths_[d];
      if (turn == 0) continue;
      has_several |= !phase.empty();
      if (!phase.empty()) phase += " + ";
      phase += Concat({std::to_string(turn), "/", std::to_string(lengths_[d])});
    }
    return has_several ? Concat({"(", phase, ")"}) : phase;
  }

  const ExecutionCells& cells_;
  const Indices lengths_;
  bool is_forward_ = false;
  bool is_half_ = false;
};

}  // namespace

std::string CholeskyFormula(const ExecutionCells& cells) {
  const Operation& operation = cells.operation();
  const bool is_lower = IntegerOf(operation, "lower", 0) != 0;
  const int64_t row = cells.cell()[cells.cell().size() - 2], column = cells.cell().back();
  // `i` is the element's place in the vector number `j` of the factor.
  const int64_t i = is_lower ? row : column, j = is_lower ? column : row;
  if (i < j) return "0, outside of the triangle";
  const auto factor = [&](int64_t place, int64_t vector) {
    return cells.Result(0, is_lower ? MatrixCell(cells.cell(), place, vector)
                                    : MatrixCell(cells.cell(), vector, place));
  };
  const std::string rest = Subtracted(cells.Operand(0, cells.cell()), j, [&](int64_t k) {
    const std::string other = Conjugated(operation, factor(j, k));
    const std::string own = factor(i, k);
    return Concat({is_lower ? own : other, " * ", is_lower ? other : own});
  });
  return i == j ? Concat({"sqrt(", rest, ")"}) : Concat({Enclosed(rest), " / ", factor(j, j)});
}

std::string TriangularSolveFormula(const ExecutionCells& cells) {
  const Operation& operation = cells.operation();
  const auto holds = [&](std::string_view name) { return IntegerOf(operation, name, 0) != 0; };
  const bool is_left = holds("left_side");
  const std::string_view transposed = TextOf(operation, "transpose_a");
  const bool is_transposed = transposed == "TRANSPOSE" || transposed == "ADJOINT";
  const int64_t row = cells.cell()[cells.cell().size() - 2], column = cells.cell().back();
  const int64_t place = is_left ? row : column;
  const int64_t size = operation.operands[0]->type.shape().back();
  const bool is_forward = is_left == (holds("lower") != is_transposed);
  // The coefficient of unknown `k` in the equation of this cell.
  const auto coefficient = [&](int64_t k) {
    int64_t first = is_left ? place : k, second = is_left ? k : place;
    if (is_transposed) std::swap(first, second);
    const std::string text = cells.Operand(0, MatrixCell(cells.cell(), first, second));
    return transposed == "ADJOINT" ? Conjugated(operation, text) : text;
  };
  const auto unknown = [&](int64_t k) {
    return cells.Result(
        0, is_left ? MatrixCell(cells.cell(), k, column) : MatrixCell(cells.cell(), row, k));
  };
  const int64_t before = is_forward ? place : size - 1 - place;
  const std::string rest = Subtracted(cells.Operand(1, cells.cell()), before, [&](int64_t n) {
    const int64_t k = is_forward ? n : size - 1 - n;
    const std::string a = coefficient(k), x = unknown(k);
    return Concat({is_left ? a : x, " * ", is_left ? x : a});
  });
  return holds("unit_diagonal") ? rest : Concat({Enclosed(rest), " / ", coefficient(place)});
}

std::string FftFormula(const ExecutionCells& cells) { return Transform(cells).Write(); }

}  // namespace paddock
