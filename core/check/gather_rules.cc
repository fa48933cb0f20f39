#include "core/check/gather_rules.h"

#include <algorithm>

#include "core/base/contains.h"
#include "core/check/index_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

constexpr std::string_view kIndexNumbers = "dimension_numbers";

struct GatherDimensions {
  explicit GatherDimensions(const Attribute& numbers)
      : offset_dims(IntegersOf(numbers.Find("offset_dims"))),
        collapsed_slice_dims(IntegersOf(numbers.Find("collapsed_slice_dims"))),
        operand_batching_dims(IntegersOf(numbers.Find("operand_batching_dims"))),
        start_indices_batching_dims(IntegersOf(numbers.Find("start_indices_batching_dims"))),
        start_index_map(IntegersOf(numbers.Find("start_index_map"))) {
    const Attribute* dim = numbers.Find("index_vector_dim");
    index_vector_dim = dim == nullptr ? 0 : dim->integer;
  }

  std::vector<int64_t> offset_dims;
  std::vector<int64_t> collapsed_slice_dims;
  std::vector<int64_t> operand_batching_dims;
  std::vector<int64_t> start_indices_batching_dims;
  std::vector<int64_t> start_index_map;
  int64_t index_vector_dim = 0;
};

std::vector<int64_t> Concatenate(std::vector<int64_t> a, const std::vector<int64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class Gather {
 public:
  Gather(CheckContext& context, const TensorType& operand, const TensorType& start_indices,
         const GatherRules& rules)
      : context_(context),
        operand_(operand),
        start_indices_(start_indices),
        rules_(rules),
        dims_(*context.attribute(kIndexNumbers)) {}

  // Checks C1 to C8: offset and collapsed dimensions.
  bool CheckOffsets() {
    const size_t sum = dims_.offset_dims.size() + dims_.collapsed_slice_dims.size() +
                       dims_.operand_batching_dims.size();
    if (sum != operand_.rank()) {
      return Fail(1, Say("rank(operand) = ", operand_.rank(), " and the sizes add to ", sum));
    }
    const int64_t index_dim = dims_.index_vector_dim;
    const auto rank = static_cast<int64_t>(start_indices_.rank());
    if (index_dim < 0 || index_dim > rank) {
      return Fail(2, Say("index_vector_dim = ", index_dim, " and rank(start_indices) = ", rank));
    }
    const size_t batch_rank = start_indices_.rank() - (index_dim < rank ? 1 : 0);
    const std::vector<int64_t> dropped =
        Concatenate(dims_.collapsed_slice_dims, dims_.operand_batching_dims);
    return CheckMapSize() && CheckUnique(context_, rules_[4], at(), dims_.offset_dims) &&
           CheckSorted(context_, rules_[4], at(), dims_.offset_dims) &&
           CheckInRange(context_, rules_[5], at(), dims_.offset_dims,
                        batch_rank + dims_.offset_dims.size()) &&
           CheckUnique(context_, rules_[6], at(), dropped) &&
           CheckSorted(context_, rules_[7], at(), dims_.collapsed_slice_dims) &&
           CheckInRange(context_, rules_[8], at(), dims_.collapsed_slice_dims, operand_.rank());
  }

  // Checks C10 to C19: batching dimensions and the index map.
  bool CheckBatching() {
    const std::vector<int64_t>& ours = dims_.operand_batching_dims;
    const std::vector<int64_t>& theirs = dims_.start_indices_batching_dims;
    if (!CheckSorted(context_, rules_[10], at(), ours) ||
        !CheckInRange(context_, rules_[11], at(), ours, operand_.rank()) ||
        !CheckUnique(context_, rules_[13], at(), theirs) ||
        !CheckInRange(context_, rules_[14], at(), theirs, start_indices_.rank())) {
      return false;
    }
    if (Contains(theirs, dims_.index_vector_dim)) {
      return Fail(15, Say("both hold ", dims_.index_vector_dim));
    }
    if (ours.size() != theirs.size()) {
      return Fail(16, Say("the sizes are ", ours.size(), " and ", theirs.size()));
    }
    for (size_t i = 0; i < ours.size(); ++i) {
      const Dimension x = operand_.shape[static_cast<size_t>(ours[i])];
      const Dimension y = start_indices_.shape[static_cast<size_t>(theirs[i])];
      if (!Agree(x, y))
        return Fail(17, Say("batching dimension ", i, " has sizes ", x, " and ", y));
    }
    return CheckUnique(context_, rules_[18], at(), Concatenate(dims_.start_index_map, ours)) &&
           CheckInRange(context_, rules_[19], at(), dims_.start_index_map, operand_.rank());
  }

  // Checks C9, C12 and C21.
  bool CheckSliceSizes(const std::vector<int64_t>& sizes) {
    for (size_t i = 0; i < sizes.size(); ++i) {
      const int64_t most = operand_.shape[i].limit();
      if (sizes[i] < 0 || (most != kDynamic && sizes[i] > most)) {
        return Fail(21, Say("slice_sizes[", i, "] = ", sizes[i], " and dim(operand, ", i,
                            ") = ", operand_.shape[i]));
      }
    }
    for (int64_t d : dims_.collapsed_slice_dims) {
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (size > 1) return Fail(9, Say("slice_sizes[", d, "] = ", size));
    }
    for (int64_t d : dims_.operand_batching_dims) {
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (size > 1) return Fail(12, Say("slice_sizes[", d, "] = ", size));
    }
    return true;
  }

  TensorType ResultType(const std::optional<std::vector<int64_t>>& slice_sizes) const {
    std::vector<Dimension> slice(operand_.rank());
    for (size_t i = 0; slice_sizes && i < slice.size(); ++i) slice[i] = {(*slice_sizes)[i]};
    const std::vector<int64_t> index_dim = {dims_.index_vector_dim};
    const std::vector<int64_t> dropped =
        Concatenate(dims_.collapsed_slice_dims, dims_.operand_batching_dims);
    TensorType result;
    result.element = operand_.element;
    result.shape = Combine(SizesExcept(start_indices_.shape, index_dim),
                           SizesExcept(slice, dropped), dims_.offset_dims);
    return result;
  }

  bool Fail(size_t rule, std::string_view detail) {
    context_.Fail(rules_[rule], at(), detail);
    return false;
  }

 private:
  static At at() { return At::Attribute(kIndexNumbers); }

  // Checks C3: an index and the map have the same length.
  bool CheckMapSize() {
    const auto index_dim = static_cast<size_t>(dims_.index_vector_dim);
    const Dimension length =
        index_dim < start_indices_.rank() ? start_indices_.shape[index_dim] : Dimension{1};
    if (Agree(length, Dimension{static_cast<int64_t>(dims_.start_index_map.size())})) return true;
    return Fail(3, Say("size(start_index_map) = ", dims_.start_index_map.size(),
                       " and an index has ", length));
  }

  CheckContext& context_;
  const TensorType& operand_;
  const TensorType& start_indices_;
  const GatherRules& rules_;
  const GatherDimensions dims_;
};

}  // namespace

std::vector<Dimension> Combine(std::span<const Dimension> sizes, std::span<const Dimension> others,
                               std::span<const int64_t> positions) {
  std::vector<Dimension> combined;
  size_t from_sizes = 0;
  size_t from_others = 0;
  for (size_t d = 0; d < sizes.size() + others.size(); ++d) {
    const bool is_other = Contains(positions, static_cast<int64_t>(d));
    if (is_other && from_others < others.size()) {
      combined.push_back(others[from_others++]);
    } else if (from_sizes < sizes.size()) {
      combined.push_back(sizes[from_sizes++]);
    }
  }
  return combined;
}

std::vector<Dimension> SizesExcept(std::span<const Dimension> sizes,
                                   std::span<const int64_t> left_out) {
  std::vector<Dimension> kept;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!Contains(left_out, static_cast<int64_t>(d))) kept.push_back(sizes[d]);
  }
  return kept;
}

Result<TensorType> CheckGatherShape(CheckContext& context, const TensorType& operand,
                                    const TensorType& start_indices,
                                    const std::optional<std::vector<int64_t>>& slice_sizes,
                                    const GatherRules& rules) {
  Gather gather(context, operand, start_indices, rules);
  if (!gather.CheckOffsets() || !gather.CheckBatching()) return Failed();
  if (slice_sizes && slice_sizes->size() != operand.rank()) {
    gather.Fail(20, Say("size(slice_sizes) = ", slice_sizes->size(),
                        " and rank(operand) = ", operand.rank()));
    return Failed();
  }
  if (slice_sizes && !gather.CheckSliceSizes(*slice_sizes)) return Failed();
  return gather.ResultType(slice_sizes);
}

}  // namespace paddock
