// Checks of scatter.
#include "core/base/contains.h"
#include "core/check/context.h"
#include "core/check/element_rules.h"
#include "core/check/gather_rules.h"
#include "core/check/index_rules.h"
#include "core/check/reducer.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

constexpr std::string_view kScatterNumbers = "scatter_dimension_numbers";

class Scatter {
 public:
  explicit Scatter(CheckContext& context)
      : context_(context), numbers_(*context.attribute(kScatterNumbers)) {
    for (Type type : context.operand_types(0)) inputs_.push_back(TensorType::Of(type));
    for (Type type : context.operand_types(2)) updates_.push_back(TensorType::Of(type));
    scatter_indices_ = context.operand(context.OperandGroup(1)->first);
    const Attribute* dim = numbers_.Find("index_vector_dim");
    index_vector_dim_ = dim == nullptr ? 0 : dim->integer;
  }

  const std::vector<TensorType>& inputs() const { return inputs_; }
  const std::vector<TensorType>& updates() const { return updates_; }

  // Checks C1, C3 and C5: the operands are consistent.
  bool CheckOperands() {
    if (inputs_.empty()) return Fail(Constraint::kScatterC5, "there are no inputs");
    if (context_.result_count() != inputs_.size()) {
      return Fail(Constraint::kScatterC24, Say("there are ", inputs_.size(), " inputs and ",
                                               context_.result_count(), " results"));
    }
    const size_t first_update = context_.OperandGroup(2)->first;
    if (!MergeShapes(context_, inputs_, Info(Constraint::kScatterC1)) ||
        !MergeShapes(context_, updates_, Info(Constraint::kScatterC3), first_update)) {
      return false;
    }
    return CheckElements();
  }

  // Checks C2 and C7 to C13: the dimensions of a window.
  bool CheckWindow() {
    const auto window = List("update_window_dims");
    const auto inserted = List("inserted_window_dims");
    const auto batching = List("input_batching_dims");
    const size_t rank = inputs_[0].rank();
    if (window.size() + inserted.size() + batching.size() != rank) {
      return Fail(Constraint::kScatterC2,
                  Say("rank(inputs[0]) = ", rank, " and the sizes are ", window.size(), ", ",
                      inserted.size(), ", ", batching.size()));
    }
    std::vector<int64_t> dropped = inserted;
    dropped.insert(dropped.end(), batching.begin(), batching.end());
    return CheckUnique(context_, Constraint::kScatterC7, at(), window) &&
           CheckSorted(context_, Constraint::kScatterC7, at(), window) &&
           CheckInRange(context_, Constraint::kScatterC8, at(), window, updates_[0].rank()) &&
           CheckUnique(context_, Constraint::kScatterC9, at(), dropped) &&
           CheckSorted(context_, Constraint::kScatterC10, at(), inserted) &&
           CheckInRange(context_, Constraint::kScatterC11, at(), inserted, rank) &&
           CheckSorted(context_, Constraint::kScatterC12, at(), batching) &&
           CheckInRange(context_, Constraint::kScatterC13, at(), batching, rank);
  }

  // Checks C14 to C22: the dimensions of the indices.
  bool CheckIndices() {
    const auto rank = scatter_indices_.rank();
    if (index_vector_dim_ < 0 || index_vector_dim_ > static_cast<int64_t>(rank)) {
      return Fail(Constraint::kScatterC22, Say("index_vector_dim = ", index_vector_dim_,
                                               " and rank(scatter_indices) = ", rank));
    }
    const auto theirs = List("scatter_indices_batching_dims");
    const auto ours = List("input_batching_dims");
    if (!CheckUnique(context_, Constraint::kScatterC14, at(), theirs) ||
        !CheckInRange(context_, Constraint::kScatterC15, at(), theirs, rank)) {
      return false;
    }
    if (Contains(theirs, index_vector_dim_)) {
      return Fail(Constraint::kScatterC16, Say("both hold ", index_vector_dim_));
    }
    if (ours.size() != theirs.size()) {
      return Fail(Constraint::kScatterC17,
                  Say("the sizes are ", ours.size(), " and ", theirs.size()));
    }
    for (size_t i = 0; i < ours.size(); ++i) {
      const Dimension x = inputs_[0].shape[static_cast<size_t>(ours[i])];
      const Dimension y = scatter_indices_.shape[static_cast<size_t>(theirs[i])];
      if (!Agree(x, y)) {
        return Fail(Constraint::kScatterC18, Say("dimension ", i, " has sizes ", x, " and ", y));
      }
    }
    return CheckMap(ours);
  }

  // Checks C4: the updates' shape.
  bool CheckUpdateShape() {
    const auto window = List("update_window_dims");
    const std::vector<int64_t> index_dim = {index_vector_dim_};
    const auto scatter_sizes = SizesExcept(scatter_indices_.shape, index_dim);
    if (updates_[0].rank() != scatter_sizes.size() + window.size()) {
      return Fail(Constraint::kScatterC4, Say("rank(updates[0]) = ", updates_[0].rank(), ", not ",
                                              scatter_sizes.size() + window.size()));
    }
    std::vector<int64_t> dropped = List("inserted_window_dims");
    const auto batching = List("input_batching_dims");
    dropped.insert(dropped.end(), batching.begin(), batching.end());
    const auto most = SizesExcept(inputs_[0].shape, dropped);
    for (size_t i = 0; i < window.size(); ++i) {
      const Dimension size = updates_[0].shape[static_cast<size_t>(window[i])];
      if (size.is_static() && most[i].limit() != kDynamic && size.size > most[i].limit()) {
        return Fail(Constraint::kScatterC4,
                    Say("window dimension ", i, " has size ", size, " of ", most[i]));
      }
    }
    const auto found = SizesExcept(updates_[0].shape, window);
    if (!Agree(found, scatter_sizes)) {
      return Fail(Constraint::kScatterC4,
                  Say("the scatter dimensions have sizes ", found, ", not ", scatter_sizes));
    }
    return true;
  }

 private:
  static At at() { return At::Attribute(kScatterNumbers); }
  std::vector<int64_t> List(std::string_view name) const { return IntegersOf(numbers_.Find(name)); }
  bool Fail(Constraint rule, std::string_view detail) {
    context_.Fail(rule, at(), detail);
    return false;
  }

  // Checks C6. Two float types only cause a warning.
  bool CheckElements() {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Type x = inputs_[i].element;
      const Type y = updates_[i].element;
      if (x == y) continue;
      const std::string detail = Say("inputs[", i, "] has ", x, " and updates[", i, "] ", y);
      if (!IsFloat(x) || !IsFloat(y)) return Fail(Constraint::kScatterC6, detail);
      const At at = At::Operand(context_.OperandGroup(2)->first + i);
      if (!context_.Warn(Constraint::kScatterC6, at, detail)) return false;
    }
    return true;
  }

  // Checks C19 to C21.
  bool CheckMap(const std::vector<int64_t>& batching) {
    const auto map = List("scatter_dims_to_operand_dims");
    const auto index_dim = static_cast<size_t>(index_vector_dim_);
    const Dimension length =
        index_dim < scatter_indices_.rank() ? scatter_indices_.shape[index_dim] : Dimension{1};
    if (!Agree(length, Dimension{static_cast<int64_t>(map.size())})) {
      return Fail(Constraint::kScatterC19, Say("size(scatter_dims_to_operand_dims) = ", map.size(),
                                               " and an index has ", length));
    }
    std::vector<int64_t> both = map;
    both.insert(both.end(), batching.begin(), batching.end());
    return CheckUnique(context_, Constraint::kScatterC20, at(), both) &&
           CheckInRange(context_, Constraint::kScatterC21, at(), map, inputs_[0].rank());
  }

  CheckContext& context_;
  const Attribute& numbers_;
  std::vector<TensorType> inputs_;
  std::vector<TensorType> updates_;
  TensorType scatter_indices_;
  int64_t index_vector_dim_ = 0;
};

}  // namespace

CheckResult CheckScatter(CheckContext& context) {
  Scatter scatter(context);
  if (!scatter.CheckOperands() || !scatter.CheckWindow() || !scatter.CheckIndices() ||
      !scatter.CheckUpdateShape()) {
    return Failed();
  }
  const size_t count = scatter.inputs().size();
  const auto elements = CheckReducer(context, 0, scatter.inputs(), {}, {}, Constraint::kScatterC23);
  if (!elements) return Failed();
  InferredTypes results;
  for (size_t i = 0; i < count; ++i) {
    TensorType result = scatter.inputs()[i];
    result.element = (*elements)[i];
    results.push_back(context.Infer(result, Constraint::kScatterC24, Constraint::kScatterC25));
  }
  return results;
}

}  // namespace paddock
