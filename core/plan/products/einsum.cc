// Lowering of einsum and unary_einsum as a dot_general of diagonals, sums and transposes of their
// operands.
#include <algorithm>
#include <string>

#include "core/check/einsum_formula.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// A value whose dimensions have letters.
struct Term {
  Value* value = nullptr;
  std::string letters;

  int64_t size(char letter) const { return value->type.shape()[letters.find(letter)]; }
};

class Einsum {
 public:
  Einsum(Lowering& lowering, const Operation& operation)
      : lowering_(lowering), operation_(operation), made_(lowering, operation) {}

  Result<void> Run() {
    const auto formula = ParseEinsumFormula(TextOf(operation_, "einsum_config"));
    if (!formula || formula->terms.size() != operation_.operands.size()) {
      return lowering_.Malformed(operation_);
    }
    std::vector<Term> terms;
    for (size_t i = 0; i < formula->terms.size(); ++i) {
      terms.push_back({made_.operand(i), formula->terms[i]});
    }
    for (size_t i = 0; i < terms.size(); ++i) {
      TakeDiagonals(terms[i]);
      const std::string others =
          formula->result + (terms.size() == 2 ? formula->terms[1 - i] : std::string());
      SumAlone(terms[i], others);
    }
    Term result = terms.size() == 2 ? Multiply(terms[0], terms[1], formula->result) : terms[0];
    Value* ordered = Ordered(result, formula->result);
    return made_.Give({made_.Convert(ordered, *made_.result_type(0).element_type())});
  }

 private:
  // Takes the diagonal of a repeated letter: elements whose indices for it are equal.
  void TakeDiagonals(Term& term) {
    while (true) {
      const auto twice = std::ranges::find_if(
          term.letters, [&](char letter) { return std::ranges::count(term.letters, letter) > 1; });
      if (twice == term.letters.end()) return;
      TakeDiagonal(term, *twice);
    }
  }

  void TakeDiagonal(Term& term, char letter) {
    const std::span<const int64_t> shape = term.value->type.shape();
    std::vector<int64_t> along, offsets, slice_sizes, result_shape;
    std::string letters;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (term.letters[i] == letter) {
        along.push_back(static_cast<int64_t>(i));
        slice_sizes.push_back(1);
        continue;
      }
      offsets.push_back(static_cast<int64_t>(letters.size()));
      slice_sizes.push_back(shape[i]);
      result_shape.push_back(shape[i]);
      letters += term.letters[i];
    }
    const int64_t size = term.size(letter);
    const int64_t index_shape[] = {size, static_cast<int64_t>(along.size())};
    Value* const indices =
        made_.Add(OpKind::kStablehloIota, {}, made_.TensorOf(index_shape, ElementType::kI64),
                  {made_.Integer("iota_dimension", 0)});
    result_shape.push_back(size);
    const NamedAttribute fields[] = {made_.Integers("offset_dims", offsets),
                                     made_.Integers("collapsed_slice_dims", along),
                                     made_.Integers("operand_batching_dims", {}),
                                     made_.Integers("start_indices_batching_dims", {}),
                                     made_.Integers("start_index_map", along),
                                     made_.Integer("index_vector_dim", 1)};
    term.value = made_.Add(OpKind::kStablehloGather, {term.value, indices},
                           made_.TensorOf(result_shape, *term.value->type.element_type()),
                           {made_.Struct("dimension_numbers", "gather", fields),
                            made_.Integers("slice_sizes", slice_sizes)});
    term.letters = letters + letter;
  }

  // Sums over the letters that no other term has.
  void SumAlone(Term& term, std::string_view others) {
    std::vector<int64_t> dimensions;
    std::string letters;
    for (size_t i = 0; i < term.letters.size(); ++i) {
      if (others.find(term.letters[i]) == std::string_view::npos) {
        dimensions.push_back(static_cast<int64_t>(i));
      } else {
        letters += term.letters[i];
      }
    }
    if (dimensions.empty()) return;
    const ElementType element = *term.value->type.element_type();
    Value* const zero = made_.Constant(made_.ScalarOf(element), 0);
    term.value = made_.Reduce(OpKind::kStablehloAdd, term.value, zero, dimensions);
    term.letters = letters;
  }

  Term Multiply(const Term& lhs, const Term& rhs, std::string_view result) {
    std::vector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting, shape;
    std::string batching, lhs_free, rhs_free;
    for (size_t i = 0; i < lhs.letters.size(); ++i) {
      const char letter = lhs.letters[i];
      const size_t at = rhs.letters.find(letter);
      const bool is_kept = result.find(letter) != std::string_view::npos;
      if (at == std::string::npos) {
        lhs_free += letter;
      } else {
        (is_kept ? lhs_batching : lhs_contracting).push_back(static_cast<int64_t>(i));
        (is_kept ? rhs_batching : rhs_contracting).push_back(static_cast<int64_t>(at));
        if (is_kept) batching += letter;
      }
    }
    for (char letter : rhs.letters) {
      if (lhs.letters.find(letter) == std::string::npos) rhs_free += letter;
    }
    Term product;
    product.letters = batching + lhs_free + rhs_free;
    for (char letter : product.letters) {
      shape.push_back(lhs.letters.find(letter) != std::string::npos ? lhs.size(letter)
                                                                    : rhs.size(letter));
    }
    const NamedAttribute fields[] = {made_.Integers("lhs_batching_dimensions", lhs_batching),
                                     made_.Integers("rhs_batching_dimensions", rhs_batching),
                                     made_.Integers("lhs_contracting_dimensions", lhs_contracting),
                                     made_.Integers("rhs_contracting_dimensions", rhs_contracting)};
    product.value = made_.Add(OpKind::kStablehloDotGeneral, {lhs.value, rhs.value},
                              made_.TensorOf(shape, *made_.result_type(0).element_type()),
                              {made_.Struct("dot_dimension_numbers", "dot", fields)});
    return product;
  }

  // Returns the value with its dimensions in the order of the result's letters.
  Value* Ordered(const Term& term, std::string_view result) {
    if (term.letters == result) return term.value;
    std::vector<int64_t> permutation;
    for (char letter : result) {
      permutation.push_back(static_cast<int64_t>(term.letters.find(letter)));
    }
    return made_.Transpose(term.value, permutation);
  }

  Lowering& lowering_;
  const Operation& operation_;
  Composition made_;
};

}  // namespace

Result<void> LowerEinsum(Lowering& lowering, const Operation& operation) {
  return Einsum(lowering, operation).Run();
}

}  // namespace paddock
